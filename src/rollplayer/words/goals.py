"""Goal words: what a Weapon adds to the score of a row for Attribute Goals (E2, E9, N5)."""

from rollplayer.engine.components import GoalWord
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import COLORS, EMPTY, ROWS


class PerClassColorDie(GoalWord):
    """Each die of your Class color counts more; it may count above 6."""

    def __init__(self, add: int) -> None:
        super().__init__("per-class-color-die")
        self.add = add

    def bonus(self, hero: Hero, row: int) -> int:
        return self.add * dice_of(hero, row, hero.color)


class PerDieOfColor(GoalWord):
    """Each die of one color counts more; it may count above 6."""

    def __init__(self, color: str, add: int) -> None:
        super().__init__("per-die-of-color")
        self.color = COLORS.index(color)
        self.add = add

    def bonus(self, hero: Hero, row: int) -> int:
        return self.add * dice_of(hero, row, self.color)


class RowBonus(GoalWord):
    """One row's score is higher."""

    def __init__(self, row: str, add: int) -> None:
        super().__init__("row-bonus")
        self.row = ROWS.index(row)
        self.add = add

    def bonus(self, hero: Hero, row: int) -> int:
        return self.add if row == self.row else 0


def dice_of(hero: Hero, row: int, color: int) -> int:
    count = 0
    for spot in range(row * 3, row * 3 + 3):
        die = hero.sheet[spot]
        if die != EMPTY and die >> 4 == color:
            count += 1
    return count
