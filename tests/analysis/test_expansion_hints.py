"""Hints with Monsters & Minions: a Hunt by where it may end, the last combat by what is settled."""

import math

import pytest

from rollplayer.analysis.hints import best_hints, coach
from rollplayer.analysis.outlook import outlook
from rollplayer.engine.scoring import score_lines
from rollplayer.engine.view import View
from tests.analysis.test_prospects import moments


def test_a_hunt_is_told_in_the_mean_of_its_rolls() -> None:
    game = moments(2, "hint", ("market-turn",), 30)[-1]
    seat = game.seat()
    world = View(game, seat).world
    hints = best_hints(coach(game.rules), world, seat, most=len(world.options()))
    hunt = next(h for h in hints if game.rules.names.write(h.answer.answer) == "hunt")
    assert hunt.rolls
    assert math.isfinite(hunt.stars)
    assert any("monster" in hint.line_changes() for hint in hints)


@pytest.mark.parametrize("question", ["monster-hire", "monster-reroll"])
def test_at_the_end_only_the_monster_is_open(question: str) -> None:
    for game in moments(2, "end", (question,), 6):
        seat = game.seat()
        judge = coach(game.rules)
        world = View(game, seat).world
        told = outlook(judge, world, seat)
        settled = score_lines(game.rules, game.heroes[seat])
        assert {line: stars for line, stars in told.lines.items() if line != "monster"} == {
            line: stars for line, stars in settled.items() if line != "monster"
        }
        # The best answer promises no less than the position: the judge is of one mind with itself.
        hints = best_hints(judge, world, seat, most=1)
        assert hints[0].stars >= told.total - 0.3
        assert set(hints[0].line_changes()) <= {"monster", "gold"}
