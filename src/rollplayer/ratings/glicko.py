"""Glicko-2: how strong a player is, how sure that is, and how steady.

After Mark Glickman, "Example of the Glicko-2 system" (2022); the steps are numbered as there. Three
things are added: a result may weigh less than 1; a period may be any length, so that each game is rated when it
ends; and volatility has an upper limit.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

MEAN: Final = 1500.0
MOST_DEVIATION: Final = 350.0
"""Nobody is less known than a newcomer."""
SCALE: Final = 173.7178
"""Rating points to one unit of the calculation."""
STEADINESS: Final = 0.5
"""Glickman's tau: how little volatility changes. He advises 0.3 to 1.2."""
MOST_VOLATILITY: Final = 0.1
"""A result that could hardly be, such as leaving a table of beginners, would otherwise move a rating anywhere."""
TOLERANCE: Final = 1e-6
DAY: Final = 24 * 3600 * 1000
"""Milliseconds of a period: a deviation of 60 grows to 110 in 80 days without a rated game."""


@dataclass(frozen=True)
class Rating:
    """A newcomer's, unless more is known. Two in three true strengths lie within one deviation."""

    rating: float = MEAN
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


@dataclass(frozen=True)
class PairResult:
    """One player's result against another: 1 won, 0 lost, 0.5 tied."""

    opponent: Rating
    score: float
    weight: float = 1.0
    """How much of an independent game it counts as."""


def expected_score(player: Rating, opponent: Rating) -> float:
    """How much of a game the player can expect to win."""
    difference = (player.rating - opponent.rating) / SCALE
    return _expected(difference, _damped(opponent.deviation / SCALE))


def rested(player: Rating, periods: float) -> Rating:
    """The player after some time without a game: as strong, and less well known."""
    deviation = math.hypot(player.deviation, player.volatility * SCALE * math.sqrt(periods))
    return Rating(player.rating, min(deviation, MOST_DEVIATION), player.volatility)


def rated(player: Rating, results: Sequence[PairResult], periods: float = 1.0) -> Rating:
    """The player after some results, all against the opponents as they were before them."""
    counted = [each for each in results if each.weight > 0]
    if not counted:
        return rested(player, periods)
    deviation = player.deviation / SCALE
    precision = surplus = 0.0
    for each in counted:  # Steps 3 and 4.
        damped = _damped(each.opponent.deviation / SCALE)
        expected = _expected((player.rating - each.opponent.rating) / SCALE, damped)
        precision += each.weight * damped**2 * expected * (1 - expected)
        surplus += each.weight * damped * (each.score - expected)
    variance = 1 / precision
    found = _volatility(player.volatility, deviation, variance, variance * surplus)
    volatility = min(found, MOST_VOLATILITY)
    before = deviation**2 + periods * volatility**2  # Step 6.
    after = 1 / math.sqrt(1 / before + precision)  # Step 7.
    return Rating(
        player.rating + SCALE * after**2 * surplus,
        min(SCALE * after, MOST_DEVIATION),
        volatility,
    )


def _damped(deviation: float) -> float:
    """Less is learned from an opponent who is little known."""
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _expected(difference: float, damped: float) -> float:
    return 1 / (1 + math.exp(-damped * difference))


def _volatility(before: float, deviation: float, variance: float, change: float) -> float:
    """Step 5: the volatility that explains best how surprising the results were."""
    middle = math.log(before**2)
    spread = deviation**2 + variance

    def slope(at: float) -> float:
        power = math.exp(at)
        surprise = power * (change**2 - spread - power) / (2 * (spread + power) ** 2)
        return surprise - (at - middle) / STEADINESS**2

    if change**2 > spread:
        end = math.log(change**2 - spread)
    else:
        steps = 1
        while slope(middle - steps * STEADINESS) < 0:
            steps += 1
        end = middle - steps * STEADINESS
    return math.exp(_root(slope, middle, end) / 2)


def _root(function: Callable[[float], float], one: float, other: float) -> float:
    """Where a function is 0 between two points, by the Illinois method."""
    at_one, at_other = function(one), function(other)
    while abs(other - one) > TOLERANCE:
        new = one + (one - other) * at_one / (at_other - at_one)
        at_new = function(new)
        if at_new * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = new, at_new
    return one
