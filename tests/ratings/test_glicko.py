"""Glicko-2 against the paper's example, a slow reference and what must always hold."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollplayer.ratings.glicko import (
    MOST_DEVIATION,
    MOST_VOLATILITY,
    SCALE,
    STEADINESS,
    PairResult,
    Rating,
    expected_score,
    rated,
    rested,
)

pytestmark = pytest.mark.once

PLAYER = Rating(1500, 200, 0.06)
RESULTS = [
    PairResult(Rating(1400, 30), 1),
    PairResult(Rating(1550, 100), 0),
    PairResult(Rating(1700, 300), 0),
]

ratings = st.builds(
    Rating,
    st.floats(1100, 1900),
    st.floats(20, MOST_DEVIATION),
    st.floats(0.03, MOST_VOLATILITY),
)
results = st.builds(
    PairResult, ratings, st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.25, 0.6, 1.0])
)
many_results = st.lists(results, min_size=1, max_size=5)


def test_the_example_of_the_paper_to_its_printed_digits() -> None:
    after = rated(PLAYER, RESULTS)
    assert round((after.rating - 1500) / SCALE, 4) == -0.2069
    assert round(after.deviation / SCALE, 4) == 0.8722
    assert round(after.deviation, 2) == 151.52
    assert math.floor(after.volatility * 1e5) == 5999
    assert round(after.rating, 1) == 1464.1


def test_without_a_game_the_deviation_alone_grows() -> None:
    # Step 6 of the paper alone.
    after = rested(PLAYER, 1)
    assert math.isclose(after.deviation, SCALE * math.hypot(200 / SCALE, 0.06))
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert rated(PLAYER, []) == after
    assert rested(PLAYER, 1e9).deviation == MOST_DEVIATION


def slow_reference(player: Rating, found: Sequence[PairResult], periods: float) -> Rating:
    """The formulas as the paper prints them; the volatility by halving an interval 200 times."""
    mu, phi = (player.rating - 1500) / 173.7178, player.deviation / 173.7178
    inverse = total = 0.0
    for result in found:
        mu_j = (result.opponent.rating - 1500) / 173.7178
        phi_j = result.opponent.deviation / 173.7178
        g = 1 / math.sqrt(1 + 3 * phi_j * phi_j / (math.pi * math.pi))
        e = 1 / (1 + math.exp(-g * (mu - mu_j)))
        inverse += result.weight * g * g * e * (1 - e)
        total += result.weight * g * (result.score - e)
    v = 1 / inverse
    delta = v * total
    a = math.log(player.volatility * player.volatility)

    def f(x: float) -> float:
        top = math.exp(x) * (delta**2 - phi**2 - v - math.exp(x))
        return top / (2 * (phi**2 + v + math.exp(x)) ** 2) - (x - a) / STEADINESS**2

    low, high = a - 40, a + 40
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = min(math.exp(low / 2), MOST_VOLATILITY)
    phi_star = math.sqrt(phi**2 + periods * sigma**2)
    phi_new = 1 / math.sqrt(1 / phi_star**2 + 1 / v)
    return Rating(
        173.7178 * (mu + phi_new**2 * total) + 1500, min(173.7178 * phi_new, 350.0), sigma
    )


@given(ratings, many_results, st.sampled_from([0.0, 0.01, 1.0, 30.0]))
def test_as_the_slow_reference(player: Rating, found: list[PairResult], periods: float) -> None:
    quick, slow = rated(player, found, periods), slow_reference(player, found, periods)
    assert quick.rating == pytest.approx(slow.rating, abs=1e-3)
    assert quick.deviation == pytest.approx(slow.deviation, abs=1e-3)
    assert quick.volatility == pytest.approx(slow.volatility, rel=1e-5)


@given(ratings, ratings, st.floats(0.1, 1))
def test_winning_raises_and_losing_lowers(one: Rating, other: Rating, weight: float) -> None:
    won, tied, lost = (rated(one, [PairResult(other, s, weight)], 0.0) for s in (1.0, 0.5, 0.0))
    assert won.rating > tied.rating > lost.rating
    assert won.rating >= one.rating >= lost.rating
    # Every result tells something.
    assert max(won.deviation, lost.deviation) <= one.deviation


@given(ratings, many_results)
def test_the_order_of_results_does_not_matter(player: Rating, found: list[PairResult]) -> None:
    there, back = rated(player, found), rated(player, found[::-1])
    assert there.rating == pytest.approx(back.rating, abs=1e-6)
    assert there.deviation == pytest.approx(back.deviation, abs=1e-6)


@given(ratings, ratings)
def test_a_result_of_half_the_weight_twice_is_one(player: Rating, other: Rating) -> None:
    whole = rated(player, [PairResult(other, 1)])
    halves = rated(player, [PairResult(other, 1, 0.5), PairResult(other, 1, 0.5)])
    assert whole.rating == pytest.approx(halves.rating, abs=1e-6)
    assert rated(player, [PairResult(other, 1, 0.0)]) == rested(player, 1)


@given(ratings, ratings)
def test_the_expected_changes_nothing(player: Rating, other: Rating) -> None:
    expected = expected_score(player, other)
    after = rated(player, [PairResult(other, expected)], 0.0)
    assert after.rating == pytest.approx(player.rating, abs=1e-6)


def test_a_result_that_could_hardly_be_moves_nobody_far() -> None:
    master, beginner = Rating(2000, 50), Rating(100, 30)
    after = rated(master, [PairResult(beginner, 0)])
    assert 1960 < after.rating < 1990
    assert after.volatility <= MOST_VOLATILITY
