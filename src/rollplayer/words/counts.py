"""Counts: what Traits, Weapons, Minions and Adventure cards look at on a hero.

Dice count as they lie; no race, no Weapon (E9). A parameter that may be left out does not narrow the count.
"""

from typing import Final

from rollplayer.engine.game import Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import (
    armor_counts,
    dice_total,
    goal_met,
    goals_met,
    stars_under_token,
)
from rollplayer.engine.table import (
    ARROWS,
    CLASS_COLORS,
    COLORS,
    COLORS_OF,
    EMPTY,
    KINDS,
    ROWS,
    STEP_TO,
    face_of,
    has_color,
    kind_of,
)
from rollplayer.engine.tally import Count, RowCount

CLASS_COLOR: Final = "class"
"""In place of a color: that of the hero's class."""
ANY: Final = -1
OWN: Final = -2
AND_MORE: Final = 99
PATTERNS: Final = ("any", "full", "same-value", "same-color", "different-class-colors")
ANY_DICE: Final = 0
SAME_VALUE: Final = 2
SAME_COLOR: Final = 3
DIFFERENT_CLASS_COLORS: Final = 4


def row_index(row: str) -> int:
    """The row of this name; -1 for none."""
    return ROWS.index(row) if row else ANY


def span(text: str) -> tuple[int, int]:
    """``17`` exact, ``16-17`` a range, ``14+`` at least."""
    low, _, high = text.removesuffix("+").partition("-")
    return int(low), AND_MORE if text.endswith("+") else int(high or low)


class Dice(RowCount):
    """Dice on your sheet: all, or those in a row, of a color (`class`: your Class color), with a value."""

    def __init__(self, row: str = "", color: str = "", value: str = "") -> None:
        super().__init__(row_index(row))
        self.color = ANY if not color else OWN if color == CLASS_COLOR else COLORS.index(color)
        self.low, self.high = span(value or "0+")
        self.by_value = value != ""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        if self.row >= 0:
            return self.between(hero, self.row * 3, self.row * 3 + 3)
        return self.between(hero, 0, 18)

    def in_row(self, hero: Hero, row: int) -> int:
        return self.between(hero, row * 3, row * 3 + 3)

    def between(self, hero: Hero, first: int, end: int) -> int:
        color = self.color
        if color == OWN:
            # E11: Boost Dice have no Class color. Without a class there is none, either.
            color = hero.color
            if color < 0:
                return 0
        dice = hero.sheet[first:end]
        if color == ANY and not self.by_value:
            return len(dice) - dice.count(EMPTY)
        count = 0
        for die in dice:
            if has_color(die, color) if color != ANY else die != EMPTY:
                # D20: a Boost Die that shows 7 does not show 6.
                if not self.by_value or self.low <= face_of(die) <= self.high:
                    count += 1
        return count


class Rows(RowCount):
    """Rows of your sheet: one or all, if the three dice have a pattern."""

    def __init__(self, row: str = "", pattern: str = "any") -> None:
        super().__init__(row_index(row))
        self.pattern = PATTERNS.index(pattern)

    def in_row(self, hero: Hero, row: int) -> int:
        return 1 if self.pattern == ANY_DICE or self.fits(hero, row) else 0

    def fits(self, hero: Hero, row: int) -> bool:
        one = hero.sheet[row * 3]
        two = hero.sheet[row * 3 + 1]
        three = hero.sheet[row * 3 + 2]
        if one == EMPTY or two == EMPTY or three == EMPTY:
            return False
        if self.pattern == SAME_VALUE:
            return face_of(one) == face_of(two) == face_of(three)
        if self.pattern == SAME_COLOR:
            return same_color(one, two, three)
        if self.pattern == DIFFERENT_CLASS_COLORS:
            return different_class_colors(one, two, three)
        return True


EVERY_COLOR: Final = (1 << CLASS_COLORS + 1) - 1
"""The class colors and gold. D20: Boost Dice, a kind after those, have no color."""
EVERY_CLASS_COLOR: Final = (1 << CLASS_COLORS) - 1


def same_color(one: int, two: int, three: int) -> bool:
    shared = COLORS_OF[kind_of(one)] & COLORS_OF[kind_of(two)] & COLORS_OF[kind_of(three)]
    return shared & EVERY_COLOR != 0


def different_class_colors(one: int, two: int, three: int) -> bool:
    """Whether each of the dice can stand for a class color of its own."""
    for first in range(CLASS_COLORS):
        if has_color(one, first):
            for second in range(CLASS_COLORS):
                if second != first and has_color(two, second):
                    taken = 1 << first | 1 << second
                    if COLORS_OF[kind_of(three)] & EVERY_CLASS_COLOR & ~taken:
                        return True
    return False


class RowTotal(RowCount):
    """The total of the dice in a row."""

    def __init__(self, row: str) -> None:
        super().__init__(ROWS.index(row))

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return dice_total(hero, self.row)

    def in_row(self, hero: Hero, row: int) -> int:
        return dice_total(hero, row)


class RarestClassColor(Count):
    """Dice on your sheet of the class color you have fewest of."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        dice = [0] * CLASS_COLORS
        for die in hero.sheet:
            kind = kind_of(die)
            if die == EMPTY:
                continue
            if kind < CLASS_COLORS:
                dice[kind] += 1
            elif COLORS_OF[kind] & EVERY_CLASS_COLOR:
                for color in range(CLASS_COLORS):
                    if has_color(die, color):
                        dice[color] += 1
        return min(dice)

    def settled(self, hero: Hero) -> bool:
        return hero.open_spaces() == 0


class GoalsMet(Count):
    """Attribute Goals you meet: all, or that of a row."""

    def __init__(self, row: str = "") -> None:
        self.row = row_index(row)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        if self.row < 0:
            return goals_met(rules, hero)
        return 1 if goal_met(rules, hero, self.row) else 0

    def settled(self, hero: Hero) -> bool:
        return hero.row_full(self.row) if self.row >= 0 else hero.open_spaces() == 0


class Cards(Count):
    """Market cards you own: all, those of a kind, or only those that are not exhausted."""

    def __init__(self, kind: str = "", upright: bool = False) -> None:
        self.kind = KINDS.index(kind) if kind else ANY
        self.upright = upright

    def count(self, rules: Ruleset, hero: Hero) -> int:
        count = 0
        for card in hero.cards:
            if self.kind == ANY or rules.cards[card].kind == self.kind:
                if not self.upright or card not in hero.exhausted:
                    count += 1
        return count


class CardKinds(Count):
    """Kinds of Market card of which you own at least so many."""

    def __init__(self, cards: int = 1) -> None:
        self.cards = cards

    def count(self, rules: Ruleset, hero: Hero) -> int:
        owned = [0] * len(KINDS)
        for card in hero.cards:
            owned[rules.cards[card].kind] += 1
        return len([count for count in owned if count >= self.cards])


class ArmorSet(Count):
    """Armor cards of one set; by default of the set you own most of."""

    def __init__(self, armor_set: str = "") -> None:
        self.id = armor_set
        self.index = -1

    def find(self, armor_sets: list[str]) -> str:
        if not self.id:
            return ""
        if self.id not in armor_sets:
            return f"armor_set = {self.id!r} must be one of: {', '.join(armor_sets)}"
        self.index = armor_sets.index(self.id)
        return ""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        counts = armor_counts(rules, hero)
        return counts[self.index] if self.index >= 0 else max([0, *counts])


class HandsUsed(Count):
    """Hands that your Weapons use."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        used = 0
        for card in hero.weapons:
            used += rules.cards[card].hands
        return used


class Gold(Count):
    """Your Gold."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.gold


class AlignmentStars(Count):
    """The stars under your Alignment token."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return stars_under_token(rules, hero)


class AlignmentSide(Count):
    """1 if your Alignment token is as far to a side of the grid as it can be (X21), otherwise 0."""

    def __init__(self, side: str) -> None:
        self.side = ARROWS.index(side)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return 1 if STEP_TO[self.side][hero.token] < 0 else 0
