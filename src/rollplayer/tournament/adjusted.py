"""Stars without luck: the same mean, seen from fewer games.

The luck of a level's games is taken off with a factor, because a weak player makes less of it. The
factor of one half of the games is the one that fits the other half, so no game judges itself.
"""

import math
from dataclasses import dataclass, field

from rollplayer.engine.plain import Plain
from rollplayer.simulation import DIGITS, NORMAL_95


@dataclass
class Half:
    """Sums over every other deal."""

    heroes: int = 0
    stars: float = 0.0
    luck: float = 0.0
    stars_stars: float = 0.0
    luck_luck: float = 0.0
    stars_luck: float = 0.0

    def add(self, stars: float, luck: float) -> None:
        self.heroes += 1
        self.stars += stars
        self.luck += luck
        self.stars_stars += stars * stars
        self.luck_luck += luck * luck
        self.stars_luck += stars * luck

    def factor(self) -> float:
        """How many stars came with one star of luck."""
        if not self.heroes:
            return 0.0
        mean = self.stars / self.heroes
        # The mean of luck is known to be 0.
        return (self.stars_luck - mean * self.luck) / self.luck_luck if self.luck_luck else 0.0

    def less(self, factor: float) -> tuple[float, float]:
        """The sum of stars less the factor times luck, and of their squares."""
        total = self.stars - factor * self.luck
        squares = self.stars_stars - 2 * factor * self.stars_luck + factor**2 * self.luck_luck
        return total, squares


@dataclass
class Adjusted:
    """One level's stars with and without luck."""

    halves: tuple[Half, Half] = field(default_factory=lambda: (Half(), Half()))

    def add(self, deal: int, stars: float, luck: float) -> None:
        self.halves[deal % 2].add(stars, luck)

    def plain(self) -> Plain:
        one, two = self.halves
        count = one.heroes + two.heroes
        factors = two.factor(), one.factor()
        parts = [half.less(factor) for half, factor in zip(self.halves, factors, strict=True)]
        total, squares = sum(part[0] for part in parts), sum(part[1] for part in parts)
        raw = spread_of(one.stars + two.stars, one.stars_stars + two.stars_stars, count)
        left = spread_of(total, squares, count)
        mean = total / count if count else 0.0
        half = NORMAL_95 * math.sqrt(left / count) if count else 0.0
        kept = left / raw if raw else 1.0
        return {
            "luck": round((one.luck + two.luck) / count, DIGITS) if count else 0.0,
            "stars": round(mean, DIGITS),
            "stars_95": [round(mean - half, DIGITS), round(mean + half, DIGITS)],
            "variance_kept": round(kept, DIGITS),
            "games_saved": max(0, round(count / kept) - count) if kept else 0,
        }


def spread_of(total: float, squares: float, count: int) -> float:
    """The variance."""
    return max(0.0, (squares - total * total / count) / (count - 1)) if count > 1 else 0.0
