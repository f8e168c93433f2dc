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
    """The heroes of every other deal."""

    heroes: list[tuple[int, float, float]] = field(default_factory=list)
    """Deal, stars and luck of each."""

    def factor(self) -> float:
        """How many stars came with one star of luck."""
        many = len(self.heroes)
        mean = sum(stars for _, stars, _ in self.heroes) / many if many else 0.0
        squares = sum(luck * luck for _, _, luck in self.heroes)
        # The mean of luck is known to be 0.
        together = sum((stars - mean) * luck for _, stars, luck in self.heroes)
        return together / squares if squares else 0.0


@dataclass
class Adjusted:
    """One level's stars with and without luck."""

    halves: tuple[Half, Half] = field(default_factory=lambda: (Half(), Half()))

    def add(self, deal: int, stars: float, luck: float) -> None:
        self.halves[deal % 2].heroes.append((deal, stars, luck))

    def plain(self) -> Plain:
        one, two = self.halves
        count = len(one.heroes) + len(two.heroes)
        lucky = sum(luck for half in self.halves for _, _, luck in half.heroes)
        raw, left = DealSums(), DealSums()
        for half, factor in ((one, two.factor()), (two, one.factor())):
            for deal, stars, luck in half.heroes:
                raw.add(deal, stars)
                left.add(deal, stars - factor * luck)
        kept = left.square_error / raw.square_error if raw.square_error else 1.0
        return {
            "luck": round(lucky / count, DIGITS) if count else 0.0,
            **left.plain(),
            "variance_kept": round(kept, DIGITS),
            "games_saved": max(0, round(count / kept) - count) if kept else 0,
        }
