"""What an order answers to the question its owner is asked: one of the options, or nothing.

It is decided by the owner's view alone, and by what is asked: nothing else can come in here. What an
order may say is in ``protocol.orders``.
"""

from collections.abc import Sequence
from typing import Final

from rollplayer.engine.answers import (
    BUY,
    COLLECT,
    DISCARD,
    PASS_CODE,
    PLACE,
    TAKE,
    first_of,
    second_of,
    verb_of,
)
from rollplayer.engine.events import FROM_MARKET
from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import (
    COLORS,
    EMPTY,
    KINDS,
    ROW_SIZE,
    ROWS,
    face_of,
    has_color,
)
from rollplayer.engine.view import View
from rollplayer.server.protocol import orders as o
from rollplayer.words.buying import price

STAGES: Final[dict[o.Turn, tuple[str, ...]]] = {
    "dice": ("take", "place", "action"),
    "market": ("market-turn",),
}
"""By turn: the questions an order for it can answer, one after the other."""


class BadOrder(ValueError):
    """An order that no game of this kind can carry out; says what is known."""


def first_question(turn: o.Turn) -> str:
    """The question with which a turn begins."""
    return STAGES[turn][0]


def turn_of_clause(clause: o.Clause) -> o.Turn:
    return "dice" if isinstance(clause, o.DiceClause) else "market"


def turn_of(clauses: Sequence[o.Clause]) -> o.Turn:
    """The turn that all clauses of an order are for."""
    turns = list({turn_of_clause(each) for each in clauses})
    if len(turns) != 1:
        raise BadOrder("an order is for one turn: all its clauses say dice, or all say market")
    return turns[0]


# -- is it an order of this game? -------------------------------------------------------------------


def check(game: Game, clauses: Sequence[o.Clause]) -> None:
    """BadOrder if it names what this game does not have, or what can never be."""
    turn_of(clauses)
    for clause in clauses:
        for condition in clause.when:
            if isinstance(condition, o.OnOffer):
                check_card(game, condition.card)
            elif isinstance(condition, o.CardsLeft):
                check_span(condition.least, condition.most)
        if isinstance(clause, o.MarketClause):
            check_card(game, clause.card)
            continue
        check_known(clause.take.colors, game.rules.vocabulary.colors)
        check_span(clause.take.least, clause.take.most)
        check_known(clause.place, ROWS)


def check_card(game: Game, wanted: o.WantedCard) -> None:
    check_known(wanted.cards, [card.id for card in game.rules.cards])
    check_known(wanted.kinds, sorted({KINDS[card.kind] for card in game.rules.cards}))


def check_known(named: Sequence[str], known: Sequence[str]) -> None:
    for at, each in enumerate(named):
        if each not in known:
            few = ", ".join(known) if len(known) <= 12 else f"the {len(known)} of this game"
            raise BadOrder(f"{each!r} is not one of: {few}")
        if each in named[:at]:
            raise BadOrder(f"{each!r} is named twice")


def check_span(least: int, most: int) -> None:
    if least > most:
        raise BadOrder(f"nothing is at least {least} and at most {most}")


# -- what does it answer? ---------------------------------------------------------------------------


def first_fit(view: View, clauses: Sequence[o.Clause]) -> tuple[int, int] | None:
    """The first clause that fits, and its answer to the question with which the turn begins."""
    for at, clause in enumerate(clauses):
        answer = answer_to(view, clause, 0)
        if answer is not None:
            return at, answer
    return None


def answer_to(view: View, clause: o.Clause, stage: int) -> int | None:
    """What a clause answers to the question that is asked at a stage of it; None: ask its owner."""
    world = view.world
    stages = STAGES[turn_of_clause(clause)]
    if world.over or world.seat() != view.seat or stage >= len(stages):
        return None
    if world.question() != stages[stage]:
        return None
    hero = world.heroes[view.seat]
    if stage == 0 and not all(holds(world, hero, each) for each in clause.when):
        return None
    options = world.options()
    if isinstance(clause, o.MarketClause):
        return card_answer(world, hero, clause, options)
    if stage == 0:
        return take_answer(world, hero, clause, options)
    if stage == 1:
        return place_answer(clause, options)
    return PASS_CODE if clause.without_action and PASS_CODE in options else None


def last_stage(clause: o.Clause) -> int:
    """The last question that a clause answers."""
    if isinstance(clause, o.MarketClause):
        return 0
    return 2 if clause.without_action else 1


def take_answer(world: Game, hero: Hero, clause: o.DiceClause, options: list[int]) -> int | None:
    if not any(spaces(hero, row) for row in clause.place):
        # Whoever takes a die for a row wants it there.
        return None
    wanted = clause.take
    colors = [COLORS.index(name) for name in wanted.colors]
    fitting: list[tuple[int, int, int]] = []
    for option in options:
        if verb_of(option) != TAKE:
            continue
        die = world.dice[first_of(option) - 1]
        of_color = not colors or any(has_color(die, color) for color in colors)
        if die != EMPTY and of_color and wanted.least <= face_of(die) <= wanted.most:
            face = face_of(die)
            fitting.append((face if wanted.lowest else -face, first_of(option), option))
    return min(fitting)[2] if fitting else None


def place_answer(clause: o.DiceClause, options: list[int]) -> int | None:
    for row in clause.place:
        for option in options:
            if verb_of(option) == PLACE and not first_of(option):
                if second_of(option) == ROWS.index(row):
                    return option
    return None


def card_answer(world: Game, hero: Hero, clause: o.MarketClause, options: list[int]) -> int | None:
    cards = on_offer(world, hero, clause.card)
    if clause.do == "buy":
        for card in cards:
            ways = [each for each in options if verb_of(each) == BUY and first_of(each) == card]
            if ways:
                # M2: Gold comes before Charisma tokens.
                return min(ways, key=second_of)
        return None
    for option in options:
        if verb_of(option) == DISCARD and cards and first_of(option) == cards[0]:
            return option
        if verb_of(option) == COLLECT and not clause.card.cards and not clause.card.kinds:
            # M10: the Gold comes without a card to discard.
            return option
    return None


def holds(world: Game, hero: Hero, condition: o.Condition) -> bool:
    """Whether a condition is met, as far as the owner of the view can see."""
    if isinstance(condition, o.HasGold):
        return hero.gold >= condition.least
    if isinstance(condition, o.CardsLeft):
        return condition.least <= len(world.free_cards()) <= condition.most
    if isinstance(condition, o.HasSpace):
        return spaces(hero, condition.row) >= condition.least
    return bool(on_offer(world, hero, condition.card))


def spaces(hero: Hero, row: str) -> int:
    """The open spaces of a row."""
    first = ROWS.index(row) * ROW_SIZE
    return hero.sheet[first : first + ROW_SIZE].count(EMPTY)


def on_offer(world: Game, hero: Hero, wanted: o.WantedCard) -> list[int]:
    """The cards of the Market that are wanted, the dearest first."""
    fitting: list[tuple[int, int, int]] = []
    for place, card in enumerate(world.market):
        if card < 0:
            continue
        kept = world.rules.cards[card]
        cost = price(world, hero, card, FROM_MARKET)
        by_name = not wanted.cards or kept.id in wanted.cards
        by_kind = not wanted.kinds or KINDS[kept.kind] in wanted.kinds
        if by_name and by_kind and cost <= wanted.price:
            fitting.append((-cost, place, card))
    return [card for _, _, card in sorted(fitting)]
