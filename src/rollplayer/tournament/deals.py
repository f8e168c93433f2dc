"""Means over heroes of whom several met the same deal, and how sure they are."""

import math

from rollplayer.engine.plain import Plain
from rollplayer.simulation import DIGITS, NORMAL_95


class DealSums:
    """Stars by deal. Heroes of one deal are alike, so what counts is how far deals differ."""

    def __init__(self) -> None:
        self.deals: dict[int, tuple[int, float]] = {}
        """By deal: how many heroes, and their stars together."""

    def add(self, deal: int, stars: float, heroes: int = 1) -> None:
        known, total = self.deals.get(deal, (0, 0.0))
        self.deals[deal] = known + heroes, total + stars

    @property
    def heroes(self) -> int:
        return sum(heroes for heroes, _ in self.deals.values())

    @property
    def mean(self) -> float:
        return sum(total for _, total in self.deals.values()) / self.heroes if self.deals else 0.0

    @property
    def square_error(self) -> float:
        """The square of the standard error of the mean.

        >>> alone, twice = DealSums(), DealSums()
        >>> for deal, stars in enumerate([20, 24, 31]):
        ...     alone.add(deal, stars)
        ...     twice.add(deal, stars + stars, heroes=2)
        >>> round(alone.square_error, 4) == round(twice.square_error, 4)
        True
        """
        many, middle = len(self.deals), self.mean
        if many < 2:
            return 0.0
        off = sum((total - heroes * middle) ** 2 for heroes, total in self.deals.values())
        return off * many / (many - 1) / self.heroes**2

    def plain(self) -> Plain:
        half = NORMAL_95 * math.sqrt(self.square_error)
        middle = self.mean
        return {
            "stars": round(middle, DIGITS),
            "stars_95": [round(middle - half, DIGITS), round(middle + half, DIGITS)],
        }
