"""What an order answers: always an option, by its owner's view alone, the wanted die and card among others."""

import random
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE, ROWS, die_name
from rollplayer.engine.view import View
from rollplayer.server.protocol import orders as o
from rollplayer.server.rooms.deciding import (
    STAGES,
    BadOrder,
    answer_to,
    check,
    first_fit,
    last_stage,
)
from tests.server.prepared import fresh, grown, step

QUESTIONS = [question for stages in STAGES.values() for question in stages]


def clauses_of(*plain: dict[str, Any]) -> list[o.Clause]:
    return msgspec.convert(list(plain), o.Clauses)


def answered(game: Game, *plain: dict[str, Any]) -> str | None:
    """What an order answers to the question that is asked now, in notation."""
    found = first_fit(View(game, game.seat()), clauses_of(*plain))
    return None if found is None else game.rules.names.write(found[1])


@cache
def positions() -> list[Game]:
    """Questions that orders answer, from games with and without a box."""
    found: list[Game] = []
    for seed in range(4):
        boxes = ("monsters-and-minions",) if seed % 2 else ()
        table = fresh(2 + seed % 3, f"deciding {seed}", expansions=boxes)
        choice = random.Random(seed)
        while not table.game.over:
            if table.game.seat() != CHANCE and table.game.question() in QUESTIONS:
                found.append(table.game.copy())
            step(table, choice)
    return found


# -- orders at random -------------------------------------------------------------------------------


CARDS = ["honest", "reckless", "climb", "leather-armor-boots", "crossbow", "weak", "generous"]
KINDS = ["weapon", "armor", "trait", "skill"]
COLORS = ["green", "blue", "red", "purple", "black", "white", "gold"]
number = st.integers(0, 8)
cards = st.fixed_dictionaries(
    {},
    optional={
        "kinds": st.lists(st.sampled_from(KINDS), unique=True, max_size=3),
        "cards": st.lists(st.sampled_from(CARDS), unique=True, max_size=3),
        "price": number,
    },
)
conditions = st.one_of(
    st.fixed_dictionaries({"if": st.just("gold"), "least": number}),
    st.fixed_dictionaries({"if": st.just("initiative"), "least": number}),
    st.fixed_dictionaries(
        {"if": st.just("space"), "row": st.sampled_from(ROWS), "least": st.integers(1, 3)}
    ),
    st.fixed_dictionaries({"if": st.just("market"), "card": cards}),
)
when = st.lists(conditions, max_size=2)
dice_clauses = st.fixed_dictionaries(
    {
        "turn": st.just("dice"),
        "take": st.fixed_dictionaries(
            {},
            optional={
                "colors": st.lists(st.sampled_from(COLORS), unique=True, max_size=4),
                "least": number,
                "most": number,
                "lowest": st.booleans(),
            },
        ),
        "place": st.lists(st.sampled_from(ROWS), min_size=1, unique=True),
        "without_action": st.booleans(),
        "when": when,
    }
)
market_clauses = st.fixed_dictionaries(
    {
        "turn": st.just("market"),
        "do": st.sampled_from(["buy", "discard"]),
        "card": cards,
        "when": when,
    }
)
any_order = st.one_of(
    st.lists(dice_clauses, min_size=1, max_size=3), st.lists(market_clauses, min_size=1, max_size=3)
)


@given(any_order, st.integers(0, 10_000), st.integers(0, 2))
def test_an_answer_is_always_an_option(plain: list[dict[str, Any]], at: int, stage: int) -> None:
    game = positions()[at % len(positions())]
    seat = game.seat()
    clauses = clauses_of(*plain)
    found = first_fit(View(game, seat), clauses)
    assert found is None or found[1] in game.options()
    for clause in clauses:
        answer = answer_to(View(game, seat), clause, stage)
        assert answer is None or answer in game.options()
        assert answer_to(View(game, 1 - min(seat, 1)), clause, stage) is None, "another is asked"


def test_orders_at_random_do_answer() -> None:
    """The control of the test above: wide orders answer every question they are for."""
    wide: dict[str, dict[str, Any]] = {
        "dice": {"turn": "dice", "take": {}, "place": list(ROWS), "without_action": True},
        "market": {"turn": "market", "do": "discard", "card": {}},
    }
    met = set()
    for game in positions():
        for turn, stages in STAGES.items():
            if game.question() in stages:
                (clause,) = clauses_of(wide[turn])
                stage = stages.index(game.question())
                assert answer_to(View(game, game.seat()), clause, stage) in game.options()
                met.add(game.question())
    assert met == set(QUESTIONS)


# -- by the view alone ------------------------------------------------------------------------------


def with_top_card(game: Game, place: int, knower: int) -> Game:
    """The same game after somebody has looked at the deck's top card, which is this one."""
    twin = game.copy()
    pile = next(pile for pile, held in enumerate(twin.deck) if held)
    twin.deck = [held.copy() for held in twin.deck]
    twin.top_card = twin.deck[pile].pop(place % len(twin.deck[pile]))
    twin.top_known = 1 << knower
    twin.listed = None
    return twin


@given(any_order, st.integers(0, 10_000), st.integers(0, 50), st.integers(0, 50))
def test_what_only_another_has_seen_changes_no_answer(
    plain: list[dict[str, Any]], at: int, place: int, other: int
) -> None:
    """Two games that an owner cannot tell apart: an order that names the hidden card decides alike."""
    game = positions()[at % len(positions())]
    if not any(game.deck) or game.top_card >= 0:
        return
    seat = game.seat()
    one, two = (with_top_card(game, n, knower=(seat + 1) % 2) for n in (place, other))
    assert state_hash(View(one, seat).world) == state_hash(View(two, seat).world)
    hidden = one.rules.names.word("card", one.top_card)
    for clause in plain:
        if "card" in clause:
            clause["card"]["cards"] = [hidden]
    assert answered(one, *plain) == answered(two, *plain)


# -- what it means ----------------------------------------------------------------------------------


def taking() -> Game:
    """Somebody may take one of several dice, the first of them being neither the highest nor alone."""
    return grown(lambda t: t.game.question() == "take" and len(free_dice(t.game)) >= 3).game


def free_dice(game: Game) -> dict[str, str]:
    """By answer: the die that lies there."""
    return {f"take {n}": die_name(game.dice[n - 1]) for n in game.free_cards()}


def test_the_highest_wanted_die_is_taken_or_the_lowest() -> None:
    game = taking()
    dice = free_dice(game)
    color = next(iter(dice.values()))[:-1]
    faces = {answer: int(die[-1]) for answer, die in dice.items() if die[:-1] == color}
    order = {"turn": "dice", "take": {"colors": [color]}, "place": ["str"]}
    best = answered(game, order)
    assert best is not None
    assert faces[best] == max(faces.values())
    everything = {answer: int(die[-1]) for answer, die in dice.items()}
    low = answered(game, {**order, "take": {"lowest": True}})
    assert low is not None
    assert everything[low] == min(everything.values())
    top = max(everything.values())
    assert answered(game, {**order, "take": {"least": top + 1}}) is None
    assert answered(game, {**order, "take": {"most": 0}}) is None


def test_the_first_clause_that_fits_counts() -> None:
    game = taking()
    order = {"turn": "dice", "take": {}, "place": ["str"]}
    never = {**order, "when": [{"if": "gold", "least": 99}]}
    clauses = clauses_of(never, order, order)
    found = first_fit(View(game, game.seat()), clauses)
    assert found is not None
    assert found[0] == 1
    assert answered(game, never) is None


def test_nobody_takes_a_die_for_a_row_without_a_space() -> None:
    def has_full_row(table: Any) -> bool:
        game = table.game
        return game.question() == "take" and any(
            game.heroes[game.seat()].row_full(row) for row in range(6)
        )

    game = grown(has_full_row).game
    hero = game.heroes[game.seat()]
    full = next(row for row in range(6) if hero.row_full(row))
    free = next(row for row in range(6) if not hero.row_full(row))
    order = {"turn": "dice", "take": {}}
    assert answered(game, {**order, "place": [ROWS[full]]}) is None
    assert answered(game, {**order, "place": [ROWS[full], ROWS[free]]}) is not None
    spaces = {"if": "space", "row": ROWS[full]}
    assert answered(game, {**order, "place": [ROWS[free]], "when": [spaces]}) is None


def test_conditions_look_at_gold_and_at_initiative_cards() -> None:
    game = taking()
    gold, left = game.heroes[game.seat()].gold, len(game.free_cards())
    order = {"turn": "dice", "take": {}, "place": list(ROWS)}
    for condition, expected in (
        ({"if": "gold", "least": gold}, True),
        ({"if": "gold", "least": gold + 1}, False),
        ({"if": "initiative", "least": left}, True),
        ({"if": "initiative", "least": left + 1}, False),
        ({"if": "initiative", "most": left - 1}, False),
    ):
        assert (answered(game, {**order, "when": [condition]}) is not None) is expected, condition


def test_the_dearest_wanted_card_is_bought_within_its_price() -> None:
    def can_choose(table: Any) -> bool:
        names = table.game.rules.names
        buys = {
            names.write(each).split()[1]
            for each in table.game.options()
            if names.write(each).startswith("buy")
        }
        return table.game.question() == "market-turn" and len(buys) >= 2

    game = grown(can_choose, prefer=lambda notation: not notation.startswith("buy")).game
    order = {"turn": "market", "do": "buy", "card": {}}
    dearest = answered(game, order)
    assert dearest is not None
    cost = {card.id: card.cost for card in game.rules.cards}
    bought = dearest.split()[1]
    cheaper = answered(game, {**order, "card": {"price": cost[bought] - 1}})
    assert cheaper is None or cost[cheaper.split()[1]] < cost[bought]
    assert answered(game, {**order, "card": {"cards": [bought]}}) == dearest
    assert answered(game, {**order, "card": {"kinds": ["trait"], "price": 0}}) is None
    discarded = answered(game, {**order, "do": "discard", "card": {"cards": [bought]}})
    assert discarded == f"discard {bought}"


def test_how_many_questions_a_clause_answers() -> None:
    order = {"turn": "dice", "take": {}, "place": ["str"]}
    short, long, market = clauses_of(
        order,
        {**order, "without_action": True},
        {"turn": "market", "do": "buy", "card": {}},
    )
    assert [last_stage(each) for each in (short, long, market)] == [1, 2, 0]


# -- what is no order -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"take": {"colors": ["pink"]}}, "'pink' is not one of: green, blue"),
        ({"take": {"colors": ["red", "red"]}}, "'red' is named twice"),
        ({"take": {"least": 5, "most": 3}}, "at least 5 and at most 3"),
        ({"place": ["str", "str"]}, "'str' is named twice"),
        ({"when": [{"if": "initiative", "least": 3, "most": 2}]}, "at least 3 and at most 2"),
        ({"when": [{"if": "market", "card": {"kinds": ["hat"]}}]}, "armor, skill, trait, weapon"),
        ({"when": [{"if": "market", "card": {"cards": ["excalibur"]}}]}, "of this game"),
    ],
)
def test_an_order_that_cannot_be_says_why(wrong: dict[str, Any], says: str) -> None:
    game = taking()
    plain = {"turn": "dice", "take": {}, "place": ["str"], **wrong}
    with pytest.raises(BadOrder, match=says):
        check(game, clauses_of(plain))


def test_an_order_is_for_one_turn() -> None:
    dice = {"turn": "dice", "take": {}, "place": ["str"]}
    market = {"turn": "market", "do": "buy", "card": {}}
    with pytest.raises(BadOrder, match="one turn"):
        check(taking(), clauses_of(dice, market))


@pytest.mark.parametrize(
    "plain",
    [
        [],
        [{"turn": "dice", "take": {}, "place": []}],
        [{"turn": "dice", "take": {}, "place": ["luck"]}],
        [{"turn": "dice", "take": {}, "place": ["str"], "then": "win"}],
        [{"turn": "night", "take": {}, "place": ["str"]}],
        [{"turn": "market", "do": "steal", "card": {}}],
        [{"turn": "market", "do": "buy", "card": {"price": -1}}],
        [{"turn": "market", "do": "buy", "card": {}}] * 5,
        [{"turn": "market", "do": "buy", "card": {"kinds": ["weapon"] * 13}}],
        [{"turn": "dice", "take": {}, "place": ["str"], "when": [{"if": "gold"}]}],
    ],
)
def test_what_is_too_much_or_unknown_is_not_read(plain: list[dict[str, Any]]) -> None:
    with pytest.raises(msgspec.ValidationError):
        clauses_of(*plain)
