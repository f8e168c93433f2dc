"""What of a table is told again as it was made before: it is always what the rules say now."""

import random
from typing import Any

import pytest

from rollplayer.chance import Chance
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import SPECTATOR, plain_view
from rollplayer.match import Match
from rollplayer.rules.options import Options
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.wording import Pieces, public_view

GAMES: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 3},
    {"players": 2, "edition": "first"},
    {"players": 1, "expansions": ("monsters-and-minions",)},
    {"players": 5, "expansions": ("monsters-and-minions",)},
]


def answer_or_take_back(table: RecordedMatch, dice: random.Random, n: int) -> None:
    game = table.game
    asked = game.seat()
    seat = dice.randrange(game.rules.players)
    if dice.random() < 0.05 and not table.match.why_not_undo(seat):
        table.undo(seat, 0, "human", f"{seat}:{n}")
    elif asked == CHANCE:
        table.roll(0)
    elif seat != asked and game.interruptions(seat) and dice.random() < 0.5:
        table.act(seat, dice.choice(game.interruptions(seat)), 0, "human")
    else:
        table.act(asked, dice.choice(game.options()), 0, "human")


@pytest.mark.parametrize("wish", GAMES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_the_view_is_that_of_the_rules_whatever_was_told_before(
    wish: dict[str, Any], seed: int
) -> None:
    dice = random.Random(seed)
    table = RecordedMatch(Match.new(Options(**wish), chance=Chance(bytes([seed]) * 32)))
    pieces = Pieces()
    shared = 0
    before = public_view(table, pieces)
    for n in range(2_000):
        if table.game.over:
            break
        answer_or_take_back(table, dice, n)
        view = public_view(table, pieces)
        whole = plain_view(table.game, SPECTATOR)
        assert view == {key: whole[key] for key in view}
        assert whole.keys() - view.keys() == {"seat", "pending", "interruptions", "top_card"}
        shared += sum(new is old for new, old in zip(view["heroes"], before["heroes"], strict=True))
        before = view
    assert shared > 20


def test_what_is_equal_is_the_same_object() -> None:
    """So that comparing two tables is quick; and nothing that was shown is ever changed."""
    dice = random.Random(5)
    table = RecordedMatch(Match.new(Options(players=2), chance=Chance(bytes(32))))
    pieces = Pieces()
    before = public_view(table, pieces)
    written = repr(before)
    changed = 0
    for n in range(300):
        if table.game.over:
            break
        answer_or_take_back(table, dice, n)
        view = public_view(table, pieces)
        for old, new in pairs(before, view):
            changed += old != new
            assert (old == new) == (old is new)
        assert repr(before) == written
        before, written = view, repr(view)
    assert changed > 100


def pairs(before: dict[str, Any], view: dict[str, Any]) -> list[tuple[Any, Any]]:
    """Parts of two views that stand at the same place."""
    piles = [(before[key], view[key]) for key in ("pool", "market", "discard_pile", "trash")]
    cards = zip(before["initiative"], view["initiative"], strict=True)
    heroes = zip(before["heroes"], view["heroes"], strict=True)
    goals = [
        (old["standing"]["goals"][row], new["standing"]["goals"][row])
        for old, new in zip(before["heroes"], view["heroes"], strict=True)
        for row in old["standing"]["goals"].keys() & new["standing"]["goals"].keys()
    ]
    return [*piles, *cards, *heroes, *goals]
