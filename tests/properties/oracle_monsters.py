"""Which answers are legal to the expansion's questions, told from the shadow alone (section X)."""

from collections.abc import Callable
from itertools import combinations

from tests.properties.facts import ADVENTURE_KINDS, COLORS, ROWS, SPOTS, faces
from tests.properties.shadow import Shadow

Listing = Callable[[Shadow, int], list[str]]


def deals(shadow: Shadow, kind: str) -> list[str]:
    """X2: the cards of this Monster and kind."""
    return [
        f"deal {id}"
        for id, facts in shadow.facts.adventures.items()
        if facts["monster"] == shadow.monster and facts["kind"] == kind
    ]


def monsters(shadow: Shadow, seat: int) -> list[str]:
    classes = shadow.facts.classes
    colors = [classes[hero.character_class or ""]["color"] for hero in shadow.heroes]
    every = shadow.facts.monsters.items()
    return [f"deal {id}" for id, facts in every if facts["color"] not in colors]


def minions(shadow: Shadow, seat: int) -> list[str]:
    """X1: the one-dot pile lies on the two-dot pile."""
    one_dot = [id for id in shadow.unseen if shadow.facts.minions[id]["dots"] == 1]
    return [f"deal {id}" for id in one_dot or shadow.unseen]


def reveal(shadow: Shadow, seat: int) -> list[str]:
    """X4, X14; the Scout's first is free."""
    free = shadow.number(seat, "free-reveals") > shadow.reveals
    enough = free or shadow.heroes[seat].gold >= 3
    another = bool(shadow.unseen or shadow.bottom)
    return ["reveal", "pass"] if enough and another else ["pass"]


def hire(shadow: Shadow, seat: int) -> list[str]:
    hero = shadow.heroes[seat]
    answers = ["hire xp"] if hero.xp >= shadow.hire_price(seat, "xp") else []
    price = shadow.hire_price(seat, "gold")
    if hero.gold >= price:
        answers.append("hire gold")
    if hero.charisma and price and hero.gold >= price - 1:
        answers.append("hire gold with 1 token")
    return [*answers, "pass"]


def hunt_reroll(shadow: Shadow, seat: int) -> list[str]:
    """X4: for 1 XP each; the Sling's is free. Without either nothing is asked."""
    free = shadow.number(seat, "hunt-rerolls") > shadow.free_rerolls
    if not free and not shadow.heroes[seat].xp:
        return []
    return [*[f"reroll {face}" for face in set(shadow.heroes[seat].combat_roll)], "pass"]


def monster_reroll(shadow: Shadow, seat: int) -> list[str]:
    """X11, X20."""
    if shadow.heroes[seat].xp < (2 if shadow.monster == "chimera" else 1):
        return []
    fixed = {1} if shadow.monster == "vampire" else set()
    rolled = set(shadow.heroes[seat].combat_roll) - fixed
    return [*[f"reroll {face}" for face in rolled], "pass"]


def place_or_store(shadow: Shadow, seat: int) -> list[str]:
    """N13, N20, N22."""
    hero = shadow.heroes[seat]
    rows = [row for row in ROWS if f"{row}3" not in hero.sheet]
    last = shadow.round == shadow.terms.rounds
    answers = [f"place {die} {row}" for die in set(hero.stored) for row in rows]
    if hero.hand:
        answers += [f"place {row}" for row in rows]
        if len(hero.stored) < 4 and not last:
            answers.append("store")
    elif not last:
        answers.append("pass")
    return answers


def conversions(shadow: Shadow, seat: int) -> list[str]:
    """M29: as long as nothing else was done in the own Market turn, and once."""
    hero = shadow.heroes[seat]
    if hero.character_class != "alchemist" or shadow.has_converted == seat:
        return []
    return [*["convert gold"] * (hero.gold >= 2), *["convert xp"] * (hero.xp > 0)]


def convert(shadow: Shadow, seat: int) -> list[str]:
    hero = shadow.heroes[seat]
    answers = ["pass"]
    if hero.gold >= 2 and shadow.converted != "xp":
        answers.append("convert gold")
    if hero.xp and shadow.converted != "gold":
        answers.append("convert xp")
    return answers


def clear_card(shadow: Shadow, seat: int) -> list[str]:
    cards = [f"discard {card}" for card in shadow.market if card]
    return ["collect", "pass"] if shadow.terms.friendly_market else [*cards, "pass"]


def traits(shadow: Shadow, cards: list[str]) -> list[str]:
    return [card for card in cards if shadow.facts.cards[card]["kind"] == "trait"]


def disguise(shadow: Shadow, seat: int) -> list[str]:
    own = traits(shadow, shadow.heroes[seat].cards)
    there = traits(shadow, [card for card in shadow.market if card] + shadow.discard_pile)
    return [*[f"trade {one} for {other}" for one in own for other in there], "pass"]


def spots(shadow: Shadow, seat: int) -> list[str]:
    return [spot for spot in SPOTS if spot in shadow.heroes[seat].sheet]


def tumble(shadow: Shadow, seat: int) -> list[str]:
    colors = [color for color in COLORS if shadow.bag[color]]
    return [*[f"replace {s} {color}" for s in spots(shadow, seat) for color in colors], "pass"]


def dispel(shadow: Shadow, seat: int) -> list[str]:
    hero = shadow.heroes[seat]
    cards = [
        card
        for card in hero.cards
        if shadow.facts.cards[card]["kind"] in ("trait", "weapon")
        and not (card == "backpack" and hero.stored)
    ]
    return [*[f"shed {card}" for card in cards], "pass"]


def raises(shadow: Shadow, seat: int) -> list[str]:
    sheet = shadow.heroes[seat].sheet
    raisable = [
        spot
        for spot in spots(shadow, seat)
        if sheet[spot][:-1] == shadow.named
        and int(sheet[spot][-1]) + 1 in faces(sheet[spot][:-1])
        and spot not in shadow.touched
    ]
    return [*[f"raise {spot}" for spot in raisable], "pass"]


def must_swap(shadow: Shadow, seat: int) -> list[str]:
    return [f"swap {one} {other}" for one, other in combinations(spots(shadow, seat), 2)]


def mirage(shadow: Shadow, seat: int) -> list[str]:
    sheet = shadow.heroes[seat].sheet
    return [
        f"copy {one} {other}"
        for one in sheet
        for other in sheet
        if one != other and one[:3] == other[:3] and int(sheet[other][-1]) in faces(sheet[one][:-1])
    ]


def always(*answers: str) -> Listing:
    return lambda shadow, seat: list(answers)


QUESTIONS: dict[str, Listing] = {
    "deal-monster": monsters,
    "deal-minion": minions,
    "deal-adventure": lambda shadow, seat: deals(shadow, ADVENTURE_KINDS[shadow.turned_up]),
    "hunt-reveal": reveal,
    "hunt-hire": hire,
    "monster-hire": hire,
    "roll-combat": always(*[f"roll {face}" for face in range(1, 7)]),
    "hunt-reroll": hunt_reroll,
    "monster-reroll": monster_reroll,
    "place-or-store": place_or_store,
    "convert": convert,
    "clear-card": clear_card,
    "keep-upright": always("yes", "pass"),
    "disarm": always("yes", "pass"),
    "disguise": disguise,
    "tumble": tumble,
    "dispel": dispel,
    "name-kind": lambda shadow, seat: [f"name {color}" for color in COLORS],
    "raise": raises,
    "must-swap": must_swap,
    "mirage": mirage,
    "revive": lambda shadow, seat: [
        *[f"refresh {card}" for card in shadow.heroes[seat].exhausted],
        "pass",
    ],
}
