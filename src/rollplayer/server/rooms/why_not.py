"""Why a seat cannot do now what it could do at other times: for what a client shows greyed out.

Only reasons, no rules: whether something is possible say the options. A reason is a word that
clients have a sentence for, with the numbers of that sentence.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rollplayer.engine.answers import (
    BUY,
    MOVE,
    SWAP,
    TAKE,
    USE,
    Names,
    first_of,
    second_of,
    verb_of,
)
from rollplayer.engine.components import ANY_TIME, DICE_TIME, Card
from rollplayer.engine.events import FROM_MARKET
from rollplayer.engine.game import DICE_PHASE, MOST_SEATS, Frame, Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import FREE_ARROWS, HANDS
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import ARROWS, NOBODY, ROWS, SPACES, SPOTS, STEP_TO
from rollplayer.words.actions import Action, ActionFrame
from rollplayer.words.buying import BuyingStep, hands_used, has_room, price
from rollplayer.words.choice import RepeatedFrame
from rollplayer.words.dice import Flip

ByVerb = dict[int, list[int]]

# Reasons without numbers: each is one object, which makes it quick to see that it has not changed.
EXHAUSTED: Final[Plain] = {"why": "exhausted"}
MOMENT: Final[Plain] = {"why": "moment"}
NOBODY_THERE: Final[Plain] = {"why": "nobody"}
ONLY_DICE_PHASE: Final[Plain] = {"why": "dice-phase"}
ONLY_MARKET_TURN: Final[Plain] = {"why": "market-turn"}
ONLY_DICE_TURN: Final[Plain] = {"why": "dice-turn"}
NOT_NOW: Final[Plain] = {"why": "now"}
FULL: Final[Plain] = {"why": "full"}
TAKEN: Final[Plain] = {"why": "taken"}
ONE_CARD: Final[Plain] = {"why": "one-card"}
OPEN_SPACE: Final[Plain] = {"why": "open-space"}
HERE: Final[Plain] = {"why": "here"}
TOO_FAR: Final[Plain] = {"why": "step"}
ONCE: Final[Plain] = {"why": "once"}
ONLY_LOW: Final[Plain] = {"why": "low"}
WRONG_DIE: Final[Plain] = {"why": "die"}
ROW_PLACES: Final = [f"row:{name}" for name in ROWS]
SPACE_PLACES: Final = [f"space:{name}" for name in SPACES]
INITIATIVE_PLACES: Final = [f"init:{number}" for number in range(MOST_SEATS + 2)]
OTHER_ROW: Final[list[Plain]] = [{"why": "row-action", "row": name} for name in ROWS]
FULL_ROWS: Final[list[dict[str, Plain]]] = [
    {place: FULL for row, place in enumerate(ROW_PLACES) if full >> row & 1}
    for full in range(1 << len(ROWS))
]
"""By a mask of the full rows: their reasons."""
NO_SPACE: Final[list[dict[str, Plain]]] = [
    dict.fromkeys(SPACE_PLACES, reason) for reason in [*OTHER_ROW, NOT_NOW]
]
"""By the row whose Attribute Action is carried out, then for everything else."""


@lru_cache(maxsize=64)
def card_places(names: Names) -> list[str]:
    return [f"card:{name}" for name in names.by_kind["card"]]


def why_not(game: Game, seat: int) -> dict[str, Plain]:
    """Own Skills, Market and Initiative cards and rows that this seat cannot choose now.

    While it carries out an Attribute Action or a card, its dice and spaces as well.
    """
    if game.over:
        return {}
    asked = game.seat() == seat
    return reasons(game, seat, game.options() if asked else game.interruptions(seat))


def reasons(game: Game, seat: int, allowed: Sequence[int]) -> dict[str, Plain]:
    """The same of a game that is not over, and for a seat of which is known what it may choose."""
    names = game.rules.names
    cards_at = card_places(names)
    asked = game.seat() == seat
    hero = game.heroes[seat]
    offered = by_verb(allowed)
    open_cards = firsts(offered, BUY) | firsts(offered, USE)
    by_place = full_rows(hero).copy()
    for card in hero.skills:
        if card not in open_cards:
            by_place[cards_at[card]] = unused(game, hero, card)
    in_turn = asked and own_market_turn(game, hero)
    for card in game.market:
        if card >= 0 and card not in open_cards:
            by_place[cards_at[card]] = unbought(game, hero, card) if in_turn else ONLY_MARKET_TURN
    cards = pointed_at(names, offered, "place") | firsts(offered, TAKE)
    for mask in pointed_at(names, offered, "places"):
        cards |= {number for number in range(mask.bit_length()) if mask >> number & 1}
    if game.phase != DICE_PHASE:
        for number in range(1, len(game.taken) + 1):
            if number not in cards:
                by_place[INITIATIVE_PLACES[number]] = ONLY_DICE_PHASE
    else:
        has_taken = seat in game.taken
        for number in range(1, len(game.taken) + 1):
            if number not in cards:
                reason = untaken(game.taken[number - 1], seat, asked=asked, has_taken=has_taken)
                by_place[INITIATIVE_PLACES[number]] = reason
    if asked:
        by_place.update(untouched(game, hero, offered))
    return by_place


def full_rows(hero: Hero) -> dict[str, Plain]:
    """The rows in which nothing can be laid. Nobody may change it."""
    full = 0
    for row in range(len(ROW_PLACES)):
        if hero.row_full(row):
            full |= 1 << row
    return FULL_ROWS[full]


def unused(game: Game, hero: Hero, index: int) -> Plain:
    """What keeps an own Skill from being used (K2, K3, K8)."""
    card = game.rules.cards[index]
    if index in hero.exhausted:
        return EXHAUSTED
    if not game.agenda[-1].step.interruptible:
        return MOMENT
    if card.borrows:
        return NOBODY_THERE
    if card.timing == DICE_TIME and game.phase != DICE_PHASE:
        return ONLY_DICE_PHASE
    if card.timing not in (ANY_TIME, DICE_TIME) and not own_market_turn(game, hero):
        return ONLY_MARKET_TURN
    return {"why": "arrow", "arrow": ARROWS[card.arrow]} if blocked(hero, card) else NOT_NOW


def blocked(hero: Hero, card: Card) -> bool:
    """K8: the token cannot follow the arrow, and must."""
    return STEP_TO[card.arrow][hero.token] < 0 and hero.numbers[FREE_ARROWS] == 0


def unbought(game: Game, hero: Hero, index: int) -> Plain:
    """Why a Market card cannot be bought in the seat's own Market turn (M1, M4, M12)."""
    if not has_room(game, hero, index):
        free = hero.numbers[HANDS] - hands_used(game, hero)
        return {"why": "hands", "n": game.rules.cards[index].hands, "free": max(0, free)}
    cost = price(game, hero, index, FROM_MARKET)
    short = cost - hero.gold - hero.charisma
    return {"why": "gold", "n": cost, "short": short} if short > 0 else NOT_NOW


def own_market_turn(game: Game, hero: Hero) -> bool:
    frame = game.agenda[-1]
    return frame.seat == hero.seat and isinstance(frame.step, BuyingStep)


def untaken(taken_by: int, seat: int, *, asked: bool, has_taken: bool) -> Plain:
    """What keeps an Initiative card, or the die on it, from being taken in the Dice phase (D1, N3)."""
    if taken_by not in (NOBODY, seat):
        return TAKEN
    if has_taken:
        return ONE_CARD
    return NOT_NOW if asked else ONLY_DICE_TURN


def untouched(game: Game, hero: Hero, offered: ByVerb) -> dict[str, Plain]:
    """Own dice, open spaces and spaces of the grid that what is carried out now cannot choose."""
    frame = game.agenda[-1]
    spots = pointed_at(game.rules.names, offered, "spot")
    if not spots and MOVE not in offered and not isinstance(frame.step, Action):
        return {}
    by_place: dict[str, Plain] = {}
    own_row = row_of_action(frame)
    elsewhere = NOT_NOW if own_row < 0 else OTHER_ROW[own_row]
    for spot in hero.filled():
        if spot not in spots:
            by_place[f"spot:{SPOTS[spot]}"] = unfit(frame, spot) if spots else elsewhere
    if SWAP in offered:
        for row, place in enumerate(ROW_PLACES):
            if hero.first_open(row) >= 0:
                by_place[place] = OPEN_SPACE
    steps = {STEP_TO[arrow][hero.token] for arrow in firsts(offered, MOVE)}
    if not steps:
        by_place.update(NO_SPACE[own_row])
        return by_place
    for space, place in enumerate(SPACE_PLACES):
        if space not in steps:
            by_place[place] = HERE if space == hero.token else TOO_FAR
    return by_place


def row_of_action(frame: Frame) -> int:
    """The row whose Attribute Action is carried out, or -1 where it is none or a card."""
    if isinstance(frame, ActionFrame) and frame.rows.bit_count() == 1:
        return frame.rows.bit_length() - 1
    return -1


def unfit(frame: Frame, spot: int) -> Plain:
    """What keeps this die from being chosen where others may be (D16)."""
    if isinstance(frame, RepeatedFrame) and frame.spots_done >> spot & 1:
        return ONCE
    return ONLY_LOW if isinstance(frame.step, Flip) and frame.step.low_only else WRONG_DIE


def by_verb(answers: Sequence[int]) -> ByVerb:
    """Answers in heaps of one verb: there may be dozens of them, but few verbs."""
    heaps: ByVerb = {}
    for each in answers:
        heaps.setdefault(verb_of(each), []).append(each)
    return heaps


def firsts(offered: ByVerb, verb: int) -> set[int]:
    """What the answers of a verb name first."""
    return {first_of(each) for each in offered.get(verb, ())}


def pointed_at(names: Names, offered: ByVerb, kind: str) -> set[int]:
    """What the answers name of this kind of place."""
    places: set[int] = set()
    if not offered:
        return places
    for number, answers in offered.items():
        verb = names.vocabulary.verb(number)
        if verb.first == kind:
            places |= firsts(offered, number)
        if verb.second == kind:
            places |= {second_of(each) for each in answers}
    return places
