"""What is counted on a hero, times the shape of the reward: Traits, Weapons, Minions, Adventure cards."""

from typing import TYPE_CHECKING, Final

from rollplayer.engine.formula import ROW, Formula, row_is_full, sheet_is_full
from rollplayer.engine.hero import Hero
from rollplayer.engine.open_classes import mypyc_attr
from rollplayer.engine.pieces import BoxFault
from rollplayer.engine.table import ROWS

if TYPE_CHECKING:
    from rollplayer.engine.game import Ruleset

EVERY: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
SHAPES: Final = ("every", "at_least", "at_most")
NO_LIMIT: Final = 0


class Shape:
    """How a number becomes a reward: for every n, or once for at least or at most n."""

    def __init__(self, kind: int, number: int, amount: int, limit: int = NO_LIMIT) -> None:
        self.kind = kind
        self.number = number
        self.amount = amount
        self.limit = limit

    def __repr__(self) -> str:
        limit = f", max {self.limit}" if self.limit else ""
        return f"{SHAPES[self.kind]} {self.number}: {self.amount}{limit}"

    def reward(self, count: int) -> int:
        if self.kind == AT_MOST:
            times = 1 if count <= self.number else 0
        elif count < self.number:
            times = 0
        else:
            times = 1 if self.kind == AT_LEAST else count // self.number
        reward = times * self.amount
        return self.limit if NO_LIMIT < self.limit < reward else reward

    def formula(self, count: Formula) -> Formula:
        """The same for a client."""
        if self.kind == AT_MOST:
            reward: Formula = ["if", ["<=", count, self.number], self.amount, 0]
        elif self.kind == AT_LEAST:
            reward = ["if", ["<=", self.number, count], self.amount, 0]
        else:
            reward = ["*", self.amount, ["max", 0, ["//", count, self.number]]]
        return ["min", self.limit, reward] if self.limit else reward


@mypyc_attr(allow_interpreted_subclasses=True)
class Count:
    """Something that is counted on a hero. Dice count as they lie; no race, no Weapon (E9)."""

    def __repr__(self) -> str:
        return type(self).__name__

    def count(self, rules: "Ruleset", hero: Hero) -> int:
        """How many there are; each count says it for itself."""
        raise NotImplementedError

    def settled(self, hero: Hero) -> bool:
        """Whether "at most" may be asked: of what lies on the sheet, once its spaces are full (E12)."""
        return True

    def formula(self) -> Formula:
        """``count`` for a client. Only what scores needs one: stars, and bonuses to goals."""
        raise BoxFault(f"{self!r} has no formula, so the browser's scorer cannot count it")

    def settled_formula(self) -> Formula:
        """``settled`` for a client."""
        return True

    def find(self, armor_sets: list[str]) -> str:
        """Look up what it names in the content; returns what is wrong, or nothing."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class RowCount(Count):
    """Something that is counted row by row: on the whole sheet, or in one row."""

    def __init__(self, row: int) -> None:
        self.row = row
        """-1: the whole sheet."""

    def in_row(self, hero: Hero, row: int) -> int:
        """How many there are in this row, whichever row the count is about."""
        raise NotImplementedError

    def count(self, rules: "Ruleset", hero: Hero) -> int:
        if self.row >= 0:
            return self.in_row(hero, self.row)
        count = 0
        for row in range(6):
            count += self.in_row(hero, row)
        return count

    def settled(self, hero: Hero) -> bool:
        return hero.row_full(self.row) if self.row >= 0 else hero.open_spaces() == 0

    def row_formula(self, row: Formula) -> Formula:
        """``in_row`` for a client."""
        raise BoxFault(f"{self!r} has no formula, so the browser's scorer cannot count it")

    def formula(self) -> Formula:
        if self.row >= 0:
            return self.row_formula(ROWS[self.row])
        return ["sum", ["each", "row", ["list", *ROWS], self.row_formula(ROW)]]

    def settled_formula(self) -> Formula:
        return row_is_full(ROWS[self.row]) if self.row >= 0 else sheet_is_full()


class Tally:
    """A count with the shape of its reward; with a condition, only while that brings something."""

    def __init__(self, counted: Count, shape: Shape, condition: "Tally | None" = None) -> None:
        self.counted = counted
        self.shape = shape
        self.condition = condition

    def __repr__(self) -> str:
        return f"{self.counted!r}, {self.shape!r}"

    def reward(self, rules: "Ruleset", hero: Hero) -> int:
        """What a hero gains as she stands."""
        if self.shape.kind == AT_MOST and not self.counted.settled(hero):
            return 0
        if self.condition is not None and self.condition.reward(rules, hero) == 0:
            return 0
        return self.shape.reward(self.counted.count(rules, hero))

    def formula(self) -> Formula:
        """The same for a client."""
        reward = self.shape.formula(self.counted.formula())
        if self.condition is not None:
            reward = ["if", self.condition.formula(), reward, 0]
        if self.shape.kind == AT_MOST:
            reward = ["if", self.counted.settled_formula(), reward, 0]
        return reward


class RowTally:
    """A count with the shape of its reward, taken in each row by itself: a Weapon's bonus (E2)."""

    def __init__(self, counted: RowCount, shape: Shape) -> None:
        self.counted = counted
        self.shape = shape

    def __repr__(self) -> str:
        return f"{self.counted!r} in each row, {self.shape!r}"

    def reward(self, hero: Hero, row: int) -> int:
        """What it adds to the score of this row."""
        counted = self.counted
        if counted.row >= 0 and counted.row != row:
            return 0
        if self.shape.kind == AT_MOST and not hero.row_full(row):
            return 0
        return self.shape.reward(counted.in_row(hero, row))

    def formula(self) -> Formula:
        """The same for a client, for the row in ``row``."""
        row = self.counted.row
        reward = self.shape.formula(self.counted.row_formula(ROW))
        if self.shape.kind == AT_MOST:
            reward = ["if", row_is_full(ROW), reward, 0]
        return ["if", ["=", ROW, ROWS[row]], reward, 0] if row >= 0 else reward
