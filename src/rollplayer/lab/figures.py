"""Sums, means and intervals of small samples."""

import math
from collections.abc import Sequence
from random import Random
from statistics import NormalDist
from typing import Final

from rollplayer.engine.plain import Plain
from rollplayer.simulation import DIGITS, NORMAL_95, share_interval

FEWEST: Final = 2
"""A single value says nothing of how far others would be from it."""
FLIPS: Final = 200
"""How often the signs of all pairs are drawn at random for the control."""


class Sums:
    """Values of which only number, sum and squares are kept."""

    def __init__(self) -> None:
        self.n = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.n += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: "Sums") -> None:
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    def without(self, part: "Sums") -> "Sums":
        """All values but these."""
        rest = Sums()
        rest.n, rest.total = self.n - part.n, self.total - part.total
        rest.squares = self.squares - part.squares
        return rest

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.n < FEWEST:
            return math.inf
        variance = (self.squares - self.total * self.total / self.n) / (self.n - 1)
        return math.sqrt(max(variance, 0.0) / self.n)

    def half(self, z: float = NORMAL_95) -> float:
        """Half the width of the interval around the mean."""
        return student(z, self.n - 1) * self.error if self.n >= FEWEST else math.inf

    def plain(self) -> Plain:
        """Number, mean and 95 % interval; None where there is none."""
        return {
            "n": self.n,
            "mean": round(self.mean, DIGITS) if self.n else None,
            "95": around(self.mean, self.half()),
        }


def around(mean: float, half: float) -> list[float] | None:
    if math.isinf(half):
        return None
    return [round(mean - half, DIGITS), round(mean + half, DIGITS)]


def difference(one: Sums, other: Sums) -> Plain:
    """How far two means of different heroes lie apart."""
    half = NORMAL_95 * math.hypot(one.error, other.error)
    apart = one.mean - other.mean
    known = min(one.n, other.n) > 0
    return {"mean": round(apart, DIGITS) if known else None, "95": around(apart, half)}


def student(z: float, freedom: int) -> float:
    """Student's quantile for one of the normal distribution: wider where there are few values.

    >>> round(student(1.959964, 5), 2), round(student(1.959964, 30), 3)
    (2.57, 2.042)
    """
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def share(part: int, whole: int) -> Plain:
    return {
        "share": round(part / whole, DIGITS) if whole else None,
        "share_95": share_interval(part, whole),
    }


def corrected(tried: int) -> float:
    """How many standard deviations a mean must be from zero if this many means are tried.

    >>> round(corrected(1), 2), round(corrected(20), 2)
    (1.96, 3.02)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(tried, 1))


def leaves_zero(sums: Sums, tried: int) -> bool:
    return abs(sums.mean) > sums.half(corrected(tried))


def by_chance(values: Sequence[Sequence[int]], seed: str) -> float:
    """The average number of means that leave zero if the sign of each value is random."""
    random = Random(f"{seed}/signs")
    left = 0
    for _ in range(FLIPS):
        for each in values:
            sums = Sums()
            for value in each:
                sums.add(value if random.random() < 0.5 else -value)
            left += leaves_zero(sums, len(values))
    return round(left / FLIPS, DIGITS)
