"""Which answers are legal, told from the shadow alone: a second description of every question.

The engine lists its options from its own state; this lists them from what the events have told.
Both ways then hold: nothing illegal is offered, and nothing legal is missing.
"""

from collections.abc import Callable, Iterator
from copy import copy
from itertools import combinations

from tests.properties import oracle_monsters as monsters
from tests.properties.facts import COLORS, ROWS, SPOTS, faces, step
from tests.properties.oracle_setup import (
    ROLLS,
    arrange,
    classes,
    dealt,
    draws,
    races,
    rows_with_room,
    starting_dice,
)
from tests.properties.shadow import Shadow

ARROWS = ("good", "evil", "lawful", "chaotic")

# K5: the moments at which the game waits openly, if no Skill is being used.
DICE_MOMENTS = frozenset({"take", "place", "place-or-store", "action"})
MARKET_MOMENTS = frozenset({"market-turn", "buy-again"})
HUNT_MOMENTS = frozenset({"hunt-reveal", "hunt-hire"})
LATE_MOMENTS = frozenset({"opening", "refresh", "last-chance"})
OPEN = DICE_MOMENTS | MARKET_MOMENTS | HUNT_MOMENTS | LATE_MOMENTS


def is_open(shadow: Shadow, question: str) -> bool:
    return question in OPEN and shadow.using is None and shadow.extra is None


def interruptions(shadow: Shadow, question: str, asked: int, seat: int) -> list[str]:
    """K2, K3, K8, K11, M4: what a seat may do now besides answering."""
    if not is_open(shadow, question):
        return []
    hero = shadow.heroes[seat]
    cards = shadow.facts.cards
    in_market_turn = question in MARKET_MOMENTS and asked == seat
    may_pay = question in MARKET_MOMENTS | HUNT_MOMENTS and asked == seat

    def usable(skill: str) -> bool:
        timing = cards[skill]["timing"]
        if timing == "dice" and shadow.phase != "dice":
            return False
        if timing == "own-market" and not in_market_turn:
            return False
        if timing == "own-payment" and not may_pay:
            return False
        can_move = step(hero.token, cards[skill]["arrow"]) is not None
        return can_move or shadow.number(seat, "free-arrows") > 0

    answers = []
    for card in hero.cards:
        if cards[card]["kind"] != "skill" or card in hero.exhausted:
            continue
        if card != "diplomacy":
            answers += [f"use {card}"] if usable(card) else []
            continue
        for other, opponent in enumerate(shadow.heroes):
            if other != seat:
                answers += [
                    f"use diplomacy on {target}"
                    for target in opponent.cards
                    if cards[target]["kind"] == "skill"
                    and target != "diplomacy"
                    and target not in opponent.exhausted
                    and usable(target)
                ]
    if shadow.terms.expansion:
        # X8, and the Shaman.
        answers += ["heal"] if hero.xp >= 2 and hero.injuries else []
        answers += ["action"] if hero.xp >= 5 else []
        if hero.character_class == "shaman" and hero.xp and not hero.ability_used:
            answers.append("ability")
    return answers + [f"drop {card}" for card in weapons(shadow, seat)]


def weapons(shadow: Shadow, seat: int) -> list[str]:
    """M4, N23: those that may be discarded."""
    hero = shadow.heroes[seat]
    return [
        card
        for card in hero.cards
        if shadow.facts.cards[card]["kind"] == "weapon" and not (card == "backpack" and hero.stored)
    ]


def options(shadow: Shadow, question: str, seat: int) -> list[str]:
    """Every legal answer to a question, in any order."""
    answers = list(QUESTIONS[question](shadow, seat))
    return answers + (interruptions(shadow, question, seat, seat) if seat >= 0 else [])


def expected_seat(shadow: Shadow, question: str) -> int | None:
    """Whose turn it is, for the questions where that is plain to see."""
    players = len(shadow.heroes)
    taken = [seat for seat in shadow.taken if seat is not None]
    if question == "take":
        # D1: clockwise from the Start Player.
        return (shadow.start_player + len(taken)) % players
    if shadow.extra is not None and question == "action":
        return shadow.extra[0]
    if question in ("place", "place-or-store", "action") and shadow.using is None:
        return (shadow.start_player + len(taken) - 1) % players
    if question in MARKET_MOMENTS | HUNT_MOMENTS | {"hunt-reroll", "convert"}:
        # M: ascending Initiative number; who has had the turn has given the card back (M8).
        return taken[0]
    if question in ("enemy-roll", "roll-phase", "roll", "roll-combat") or question.startswith(
        "deal"
    ):
        return -1
    if shadow.using is not None:
        return shadow.using[0]
    return None


# -- dice -------------------------------------------------------------------------------------------


def filled(shadow: Shadow, seat: int) -> list[str]:
    return [spot for spot in SPOTS if spot in shadow.heroes[seat].sheet]


def changes(die: str, by: int) -> Iterator[str]:
    """D7, D20: never past the faces of the die."""
    face, known = int(die[-1]), faces(die[:-1])
    for change in range(1, by + 1):
        size = f" {change}" if change > 1 else ""
        if face + change in known:
            yield f"up{size}"
        if face - change in known:
            yield f"down{size}"


def is_low(die: str) -> bool:
    """In the lower half of its faces."""
    return int(die[-1]) in faces(die[:-1])[:3]


def flips(shadow: Shadow, seat: int) -> list[str]:
    sheet = shadow.heroes[seat].sheet
    low = shadow.using is not None and shadow.using[2] == "cure-wounds"
    return [
        f"flip {spot}"
        for spot in filled(shadow, seat)
        if spot not in shadow.touched and (not low or is_low(sheet[spot]))
    ]


def swaps(shadow: Shadow, seat: int) -> list[str]:
    return [f"swap {one} {other}" for one, other in combinations(filled(shadow, seat), 2)]


def nudges(shadow: Shadow, seat: int) -> list[str]:
    by = shadow.number(seat, "con-step")
    return [
        f"nudge {spot} {change}"
        for spot, die in shadow.heroes[seat].sheet.items()
        for change in changes(die, by)
    ]


def rerolls(shadow: Shadow, seat: int) -> list[str]:
    return [f"reroll {spot}" for spot in filled(shadow, seat) if spot not in shadow.touched]


def moves(shadow: Shadow, seat: int) -> list[str]:
    return [f"move {arrow}" for arrow in ARROWS if step(shadow.heroes[seat].token, arrow)]


def charms(shadow: Shadow, seat: int) -> list[str]:
    return ["charm"]


ACTIONS: dict[str, Callable[[Shadow, int], list[str]]] = {
    "str": flips,
    "dex": swaps,
    "con": nudges,
    "int": rerolls,
    "wis": moves,
    "cha": charms,
}


def action(shadow: Shadow, seat: int) -> list[str]:
    """D4: of the row just placed in; Concentrate and the Wizard have them all."""
    rows = list(ROWS)
    if shadow.extra is not None:
        rows = shadow.extra[1]
    elif shadow.using is None:
        assert shadow.placed
        color = shadow.facts.classes[shadow.heroes[seat].character_class or ""]["color"]
        own = [die for _, die in shadow.placed if die[:-1] == color]
        if not (shadow.number(seat, "any-row-after-class-color") and own):
            # N20: of any row placed in in this turn.
            rows = sorted({row for row, _ in shadow.placed})
    # D16: whatever another action has touched.
    fresh = copy(shadow)
    fresh.touched = set()
    return [answer for row in rows for answer in ACTIONS[row](fresh, seat)] + ["pass"]


def lay(shadow: Shadow, seat: int) -> list[str]:
    lowest = min(die[-1] for die in shadow.pool)
    return [f"lay {die}" for die in {die for die in shadow.pool if die[-1] == lowest}]


def keep(shadow: Shadow, seat: int) -> list[str]:
    assert shadow.rolled is not None
    return [f"keep {face}" for face in shadow.rolled[1:]]


def search(shadow: Shadow, seat: int) -> list[str]:
    """N9: the new die must be able to show the value."""
    colors = [color for color in COLORS if shadow.bag[color]]
    sheet = shadow.heroes[seat].sheet
    return [
        f"replace {spot} {color}"
        for spot in filled(shadow, seat)
        for color in colors
        if int(sheet[spot][-1]) in faces(color)
    ]


def exchange(shadow: Shadow, seat: int) -> list[str]:
    free = shadow.free_cards()
    return [f"exchange {spot} i{number}" for spot in filled(shadow, seat) for number in free]


def nudge_free(shadow: Shadow, seat: int) -> list[str]:
    return [
        f"nudge i{number} {change}"
        for number, die in shadow.free_cards().items()
        for change in changes(die, 2)
    ]


def reroll_free(shadow: Shadow, seat: int) -> list[str]:
    numbers = [f"i{number}" for number in shadow.free_cards()]
    sizes = range(1, len(numbers) + 1)
    return ["reroll " + " ".join(some) for size in sizes for some in combinations(numbers, size)]


def slide(shadow: Shadow, seat: int) -> list[str]:
    rows = rows_with_room(shadow, seat)
    spots = filled(shadow, seat)
    return [f"slide {spot} {row}" for spot in spots for row in rows if row != spot[:3]]


# -- cards ------------------------------------------------------------------------------------------


def top_pile(shadow: Shadow) -> list[str]:
    """S7: the one-dot pile lies on the two-dot pile, unless all are shuffled together."""
    one_dot = {card for card in shadow.deck if shadow.facts.cards[card]["dots"] == 1}
    pile = shadow.deck if shadow.mixed else one_dot or shadow.deck
    return [f"deal {card}" for card in pile]


def remove_cards(shadow: Shadow, seat: int) -> list[str]:
    if shadow.mixed:
        return top_pile(shadow)
    dots = 1 if len(shadow.discard_pile) < shadow.terms.to_discard_pile[0] else 2
    return [f"deal {card}" for card in shadow.deck if shadow.facts.cards[card]["dots"] == dots]


def buys(shadow: Shadow, seat: int, source: str, cards: list[str]) -> Iterator[str]:
    """M2, M4, M12: every way to pay for a card there is room for."""
    hero = shadow.heroes[seat]
    room = shadow.number(seat, "hands") - shadow.hands_used(seat)
    for card in cards:
        price = shadow.price(seat, card, source)
        for tokens in range(hero.charisma + 1 if source != "deck" else 1):
            enough = hero.gold + tokens >= price
            if tokens <= price and enough and shadow.facts.cards[card].get("hands", 0) <= room:
                plural = "s" if tokens > 1 else ""
                yield f"buy {card}" + (f" with {tokens} token{plural}" if tokens else "")


def all_buys(shadow: Shadow, seat: int) -> list[str]:
    answers = list(buys(shadow, seat, "market", [card for card in shadow.market if card]))
    if shadow.discard_pile_open:
        answers += buys(shadow, seat, "discard-pile", shadow.discard_pile)
    return answers


def market_turn(shadow: Shadow, seat: int) -> list[str]:
    """M1, M10, V4."""
    discards = [f"discard {card}" for card in shadow.market if card]
    if shadow.terms.friendly_market or not discards:
        discards = ["collect"]
    hunts = ["hunt"] if shadow.minion is not None else []
    return all_buys(shadow, seat) + discards + hunts + monsters.conversions(shadow, seat)


def top_card(shadow: Shadow, seat: int) -> list[str]:
    """N8; M13, M14: a buy begins with making room, also inside Open Lock."""
    assert shadow.top is not None
    cards = shadow.facts.cards
    room = shadow.number(seat, "hands") - shadow.hands_used(seat)
    drops = weapons(shadow, seat) if cards[shadow.top].get("hands", 0) > room else []
    return [*buys(shadow, seat, "deck", [shadow.top]), *[f"drop {card}" for card in drops]]


def with_pass(
    listing: Callable[[Shadow, int], list[str]],
) -> Callable[[Shadow, int], list[str]]:
    return lambda shadow, seat: [*listing(shadow, seat), "pass"]


def always(*answers: str) -> Callable[[Shadow, int], list[str]]:
    return lambda shadow, seat: list(answers)


QUESTIONS: dict[str, Callable[[Shadow, int], list[str]]] = {
    "roll-for-start": always(*ROLLS),
    "choose-race": races,
    "draw-class-color": lambda shadow, seat: [f"draw {c}" for c in COLORS if shadow.bag[c]],
    "choose-class": classes,
    "deal-backstory": dealt("backstory"),
    "deal-alignment": dealt("alignment"),
    "remove-cards": remove_cards,
    "deal-market": lambda shadow, seat: top_pile(shadow),
    "open-trash": lambda shadow, seat: top_pile(shadow),
    "draw-starting-dice": starting_dice,
    "arrange-dice": arrange,
    "roll-phase": lambda shadow, seat: draws(shadow),
    "lay": lay,
    "take": lambda shadow, seat: [f"take {number}" for number in shadow.free_cards()],
    "place": lambda shadow, seat: [f"place {row}" for row in rows_with_room(shadow, seat)],
    "action": action,
    "flip": with_pass(flips),
    "swap": with_pass(swaps),
    "reroll": with_pass(rerolls),
    "roll": lambda shadow, seat: [f"roll {face}" for face in faces(shadow.to_roll[0])],
    "keep": keep,
    "move": with_pass(moves),
    "enemy-roll": always(*ROLLS),
    "bring-back": with_pass(lambda shadow, seat: [f"bring {c}" for c in shadow.discard_pile]),
    "market-turn": market_turn,
    "buy-again": with_pass(all_buys),
    "follow-arrow": always("follow", "pass"),
    "pickpocket": always("yes", "pass"),
    "buy-from-discard-pile": always("yes", "pass"),
    "buy-from-deck": with_pass(top_card),
    "search": with_pass(search),
    "exchange": with_pass(exchange),
    "nudge-free": with_pass(nudge_free),
    "reroll-free": with_pass(reroll_free),
    "slide": with_pass(slide),
    "refresh": with_pass(
        lambda shadow, seat: [f"refresh {card}" for card in shadow.heroes[seat].exhausted]
    ),
    "last-chance": always("pass"),
    "opening": always("pass"),
    "deal-secretly": lambda shadow, seat: (
        monsters.deals(shadow, shadow.looking) if shadow.looking else top_pile(shadow)
    ),
    **monsters.QUESTIONS,
}
