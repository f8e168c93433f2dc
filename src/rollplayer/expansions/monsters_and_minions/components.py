"""Monsters, Minions and Adventure cards."""

from rollplayer.engine.components import Part
from rollplayer.engine.game import Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.tally import Tally


class Reward:
    """A row of a Minion card."""

    def __init__(self, least: int, xp: int, gold: int, injuries: int, honor: int) -> None:
        self.least = least
        self.xp = xp
        self.gold = gold
        self.injuries = injuries
        self.honor = honor
        self.trophy = False


class Minion:
    def __init__(self, index: int, id: str, dots: int) -> None:
        self.index = index
        self.id = id
        self.dots = dots
        self.weakness: list[Tally] = []
        self.rewards: list[Reward] = []
        """In ascending order; the first holds from 0."""

    def __repr__(self) -> str:
        return self.id

    def weakness_dice(self, rules: Ruleset, hero: Hero) -> int:
        dice = 0
        for tally in self.weakness:
            dice += tally.reward(rules, hero)
        return dice

    def reward(self, total: int) -> Reward:
        """X5: the row reached by the total."""
        reached = self.rewards[0]
        for reward in self.rewards:
            if reward.least <= total:
                reached = reward
        return reached


class Monster:
    def __init__(self, index: int, id: str, color: int, strength: int, strength_1p: int) -> None:
        self.index = index
        self.id = id
        self.color = color
        self.strength = strength
        self.strength_1p = strength_1p
        # The abilities of X11 and X20, as the card of no special ability has them.
        self.reroll_xp = 1
        self.injury = 1
        self.mercenary = 0
        self.must_reroll: list[int] = []
        self.cannot_reroll: list[int] = []
        self.worthless: list[int] = []
        self.every = 2
        self.least_stars = 1
        self.most_stars = 8

    def __repr__(self) -> str:
        return self.id

    def values(self) -> list[int]:
        """What the faces of a final die count: those that must be rerolled never stay (X20)."""
        values: list[int] = []
        for face in range(1, 7):
            if face not in self.must_reroll:
                values.append(0 if face in self.worthless else face)
        return values

    def stars(self, total: int, strength: int) -> int:
        """X11: by how much the total exceeds the Strength; nothing below it."""
        if total < strength:
            return 0
        stars = (total - strength) // self.every
        return min(max(stars, self.least_stars), self.most_stars)

    def ladder(self, strength: int) -> list[tuple[int, int]]:
        """X11: the totals from which more stars come, with the stars, lowest first."""
        rungs = [(0, 0)]
        total = strength
        while rungs[-1][1] < self.most_stars:
            stars = self.stars(total, strength)
            if stars > rungs[-1][1]:
                rungs.append((total, stars))
            total += 1
        return rungs


EACH = 0
MOST = 1
FEWEST = 2
WHO = ("each", "most", "fewest")


class Adventure:
    """What it brings to those who know it (X10, X18)."""

    def __init__(self, index: int, id: str, monster: int, kind: int, tally: Tally) -> None:
        self.index = index
        self.id = id
        self.monster = monster
        self.kind = kind
        self.tally = tally
        self.who = EACH
        self.solo_least = -1
        self.solo_most = -1
        """What a lone player must have at least and at most (Y4); -1: no requirement."""

    def __repr__(self) -> str:
        return self.id


class Box(Part):
    """All Monsters, Minions and Adventure cards."""

    def __init__(self) -> None:
        self.monsters: list[Monster] = []
        self.minions: list[Minion] = []
        self.adventures: list[Adventure] = []
