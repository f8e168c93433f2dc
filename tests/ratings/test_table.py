"""Several players at one table: what counts, and how much."""

import math
import random
from itertools import combinations

import pytest

from benchmarks.ratings import fitted
from rollplayer.bots import NAMES
from rollplayer.ratings.anchors import ANCHORS
from rollplayer.ratings.glicko import PairResult, Rating, rated
from rollplayer.ratings.places import ahead
from rollplayer.ratings.table import Ending, RatedSeat, pair_results

pytestmark = pytest.mark.once

WEAK, EVEN, STRONG = Rating(1300, 60), Rating(1500, 60), Rating(1700, 60)
NEVER_MET: dict[tuple[int, int], int] = {}


def test_who_is_ahead() -> None:
    winners, totals = [2], [20, 20, 20, 25]
    # E8: the winner is first whatever broke the tie; the others by their stars.
    assert ahead(winners, totals, 2, 0) == 1
    assert ahead(winners, totals, 0, 2) == 0
    assert ahead(winners, totals, 0, 1) == 0.5


def test_every_two_seats_are_a_result() -> None:
    seats = {0: RatedSeat(WEAK), 1: RatedSeat(EVEN), 2: RatedSeat(STRONG, is_bot=True)}
    found = pair_results(seats, Ending([1], [20, 30, 25]), NEVER_MET)
    assert found == {
        0: [PairResult(EVEN, 0, 0.75), PairResult(STRONG, 0, 0.75)],
        1: [PairResult(WEAK, 1, 0.75), PairResult(STRONG, 1, 0.75)],
    }


def test_a_leaver_is_last_and_the_others_are_compared_with_each_other() -> None:
    seats = {0: RatedSeat(WEAK), 1: RatedSeat(EVEN, left_in=4), 2: RatedSeat(STRONG)}
    # The stand-in has won.
    found = pair_results(seats, Ending([1], [20, 30, 25]), NEVER_MET)
    assert [each.score for each in found[1]] == [0, 0]
    assert found[0] == [PairResult(STRONG, 0, 1)]
    assert found[2] == [PairResult(WEAK, 1, 1)]


def test_who_leaves_before_it_is_serious_loses_nothing() -> None:
    seats = {0: RatedSeat(WEAK), 1: RatedSeat(EVEN, left_in=1)}
    assert pair_results(seats, Ending([0], [20, 10]), NEVER_MET) == {0: [], 1: []}


def test_a_game_given_up_counts_for_leavers_alone() -> None:
    seats = {
        0: RatedSeat(WEAK, left_in=3),
        1: RatedSeat(EVEN),
        2: RatedSeat(STRONG, is_bot=True),
    }
    found = pair_results(seats, None, NEVER_MET)
    assert [each.score for each in found[0]] == [0, 0]
    assert found[1] == []


def test_those_who_meet_often_count_less() -> None:
    seats = {0: RatedSeat(EVEN), 1: RatedSeat(EVEN)}
    found = pair_results(seats, Ending([0], [30, 20]), {(0, 1): 3, (1, 0): 3})
    assert found[0][0].weight == found[1][0].weight == 0.25


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_weight_is_how_much_the_results_of_one_game_tell(players: int) -> None:
    """The mean of one player's results varies as that of so many independent games would."""
    chance = random.Random(f"weights/{players}")
    games = 20_000
    squares = 0.0
    for _ in range(games):
        mine, *others = (chance.gauss(0, 1) for _ in range(players))
        mean = sum(mine > other for other in others) / len(others)
        squares += (mean - 0.5) ** 2
    told = 0.25 / (squares / games)
    seats = {seat: RatedSeat(EVEN) for seat in range(players)}
    found = pair_results(seats, Ending([0], [9, *[1] * (players - 1)]), NEVER_MET)
    assert sum(each.weight for each in found[0]) == pytest.approx(told, rel=0.05)


def test_ratings_find_the_truth_and_know_how_far_off_they_are() -> None:
    """A season of four at a table, with strengths that are known."""
    chance = random.Random("season")
    truth = [chance.gauss(1500, 250) for _ in range(24)]
    known = [Rating() for _ in truth]
    for _ in range(500):
        at_table = chance.sample(range(len(truth)), 4)
        # Gumbel noise makes the better of two win as the scale says.
        shown = [
            truth[who] * math.log(10) / 400 - math.log(-math.log(chance.random()))
            for who in at_table
        ]
        ending = Ending([shown.index(max(shown))], [round(1e6 * each) for each in shown])
        seats = {seat: RatedSeat(known[who]) for seat, who in enumerate(at_table)}
        found = pair_results(seats, ending, NEVER_MET)
        after = [rated(known[who], found[seat], 0.05) for seat, who in enumerate(at_table)]
        for who, rating in zip(at_table, after, strict=True):
            known[who] = rating
    # Only differences are known among players who meet nobody else.
    middle = sum(k.rating - t for k, t in zip(known, truth, strict=True)) / len(truth)
    off = [(k.rating - middle - t) / k.deviation for k, t in zip(known, truth, strict=True)]
    assert 0.7 < math.sqrt(sum(each**2 for each in off) / len(off)) < 1.4
    right = sum(
        (truth[a] > truth[b]) == (known[a].rating > known[b].rating)
        for a, b in combinations(range(len(truth)), 2)
    )
    assert right > 0.85 * len(truth) * (len(truth) - 1) / 2


def test_the_anchors_are_those_of_the_recorded_tournaments() -> None:
    assert list(ANCHORS) == list(NAMES)
    for level, (rating, _) in fitted().items():
        assert ANCHORS[level].rating == round(rating)
