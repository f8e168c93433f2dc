"""Stars without luck: the same mean, seen from fewer games.

The luck of a level's games is taken off with a factor, because a weak player makes less of it. The
factor of one half of the games is the one that fits the other half, so no game judges itself.
"""

from dataclasses import dataclass, field

from rollplayer.engine.plain import Plain
from rollplayer.simulation import DIGITS
from rollplayer.tournament.deals import DealSums


@dataclass
class Half:
    """Sums over every other deal."""

    heroes: int = 0
    stars: float = 0.0
    luck: float = 0.0
    luck_luck: float = 0.0
    stars_luck: float = 0.0
    by_deal: dict[int, list[tuple[float, float]]] = field(default_factory=dict)
    """Stars and luck of each hero."""

    def add(self, deal: int, stars: float, luck: float) -> None:
        self.heroes += 1
        self.stars += stars
        self.luck += luck
        self.luck_luck += luck * luck
        self.stars_luck += stars * luck
        self.by_deal.setdefault(deal, []).append((stars, luck))

    def factor(self) -> float:
        """How many stars came with one star of luck."""
        if not self.heroes:
            return 0.0
        mean = self.stars / self.heroes
        # The mean of luck is known to be 0.
        return (self.stars_luck - mean * self.luck) / self.luck_luck if self.luck_luck else 0.0


@dataclass
class Adjusted:
    """One level's stars with and without luck."""

    halves: tuple[Half, Half] = field(default_factory=lambda: (Half(), Half()))

    def add(self, deal: int, stars: float, luck: float) -> None:
        self.halves[deal % 2].add(deal, stars, luck)

    def plain(self) -> Plain:
        one, two = self.halves
        count = one.heroes + two.heroes
        raw, left = DealSums(), DealSums()
        for half, factor in ((one, two.factor()), (two, one.factor())):
            for deal, heroes in half.by_deal.items():
                for stars, luck in heroes:
                    raw.add(deal, stars)
                    left.add(deal, stars - factor * luck)
        kept = left.square_error / raw.square_error if raw.square_error else 1.0
        return {
            "luck": round((one.luck + two.luck) / count, DIGITS) if count else 0.0,
            **left.plain(),
            "variance_kept": round(kept, DIGITS),
            "games_saved": max(0, round(count / kept) - count) if kept else 0,
        }
