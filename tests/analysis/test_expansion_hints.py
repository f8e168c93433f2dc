"""Hints with Monsters & Minions: a Hunt by where it may end, the last combat by what is settled."""

import math

import pytest

from rollplayer.analysis.forecast import forecast
from rollplayer.analysis.hints import Way, best_hints, coach
from rollplayer.analysis.network import network_for
from rollplayer.analysis.round_search import RoundSearch
from rollplayer.engine.game import Game
from rollplayer.engine.scoring import score_lines
from rollplayer.engine.table import NOBODY
from rollplayer.engine.view import View
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import REVEAL, TROPHIES
from tests.analysis.test_evaluator import moments


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
        expected = forecast(judge, world, seat)
        settled = score_lines(game.rules, game.heroes[seat])
        assert {line: stars for line, stars in expected.lines.items() if line != "monster"} == {
            line: stars for line, stars in settled.items() if line != "monster"
        }
        # The best answer promises no less than the position: the judge is of one mind with itself.
        hints = best_hints(judge, world, seat, most=1)
        assert hints[0].stars >= expected.total - 0.3
        assert set(hints[0].line_changes()) <= {"monster", "gold"}


def test_each_minion_that_may_be_turned_up_counts_the_same() -> None:
    """X4: however many of its rows can be reached."""
    hunts = [
        game
        for game in moments(2, "reveal", ("hunt-reveal",), 20)
        if REVEAL << 16 in game.options() and len(monsters_of(game).next_pile()) > 1
    ]
    assert len(hunts) > 1
    for game in hunts[:2]:
        seat = game.seat()
        seen = minions_seen(game)
        shares: dict[int, float] = {}
        for weight, end in Way(coach(game.rules), game, seat, REVEAL << 16).ends:
            (turned_up,) = minions_seen(end) - seen
            shares[turned_up] = shares.get(turned_up, 0.0) + weight
        assert list(shares.values()) == pytest.approx([1 / len(shares)] * len(shares))


def minions_seen(game: Game) -> set[int]:
    taken = {trophy for hero in game.heroes for trophy in hero.piles[TROPHIES]}
    return {*monsters_of(game).bottom, monsters_of(game).minion, *taken} - {NOBODY}


def test_all_enemy_dice_fall_before_a_plan_is_judged() -> None:
    """Y2: both dice of card 3, and the Minion that a 5 or a 6 turns up."""
    for game in moments(1, "enemy", ("enemy-roll",), 8):
        network = network_for(game.rules)
        ends = RoundSearch(game.rules, network, network.trust, 12).enemy_rolls(game)
        assert sum(weight for weight, _ in ends) == pytest.approx(1)
        assert {end.seat() for _, end in ends} == {0}
        assert len(ends) > 1
