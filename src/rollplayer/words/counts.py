"""Counts: what Traits, Weapons, Minions and Adventure cards look at on a hero.

Dice count as they lie; no race, no Weapon (E9). A parameter that may be left out does not narrow the count.
"""

from typing import Final

from rollplayer.engine.formula import (
    CARDS,
    DICE,
    OWN_COLOR,
    Formula,
    dice_of,
    faces,
    how_many,
    is_of_color,
    of_hero,
    row_is_full,
    sheet_is_full,
    some,
)
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
    SPACES,
    SPOT_COUNT,
    STEP_TO,
    face_of,
    has_color,
    kind_of,
)
from rollplayer.engine.tally import Count, RowCount

CLASS_COLOR: Final = "class"
"""Instead of a color: the hero's Class color."""
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
        return self.between(hero, 0, SPOT_COUNT)

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

    def formula(self) -> Formula:
        return self.formula_of(dice_of(ROWS[self.row]) if self.row >= 0 else DICE)

    def row_formula(self, row: Formula) -> Formula:
        return self.formula_of(dice_of(row))

    def formula_of(self, dice: Formula) -> Formula:
        conditions: list[Formula] = []
        if self.color != ANY:
            conditions.append(is_of_color(OWN_COLOR if self.color == OWN else COLORS[self.color]))
        if self.by_value:
            conditions.append(["<=", self.low, ["get", "die", "face"], self.high])
        return how_many("die", dice, *conditions)


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

    def row_formula(self, row: Formula) -> Formula:
        if self.pattern == ANY_DICE:
            return 1
        fits: Formula = True
        if self.pattern == SAME_VALUE:
            fits = ["=", ["min", faces(THREE)], ["max", faces(THREE)]]
        elif self.pattern == SAME_COLOR:
            fits = some("color", list_of(COLORS[: CLASS_COLORS + 1]), ["=", 3, dice_in_color()])
        elif self.pattern == DIFFERENT_CLASS_COLORS:
            fits = different_class_colors_formula()
        return ["let", "three", dice_of(row), ["if", ["and", row_is_full(row), fits], 1, 0]]


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


THREE: Final[Formula] = ["get", "three"]
"""The dice of a row, in the formulas of patterns."""


def list_of(names: list[str]) -> Formula:
    return ["list", *names]


def dice_in_color() -> Formula:
    """How many of the three have the color in ``color``."""
    return how_many("die", THREE, is_of_color(["get", "color"]))


def different_class_colors_formula() -> Formula:
    colors = list_of(COLORS[:CLASS_COLORS])
    fits: Formula = True
    for place in (2, 1, 0):
        color: Formula = ["get", f"color{place}"]
        taken = ["list", *[["get", f"color{before}"] for before in range(place)]]
        own = ["in", color, ["get", "three", place, "colors"]]
        fits = some(f"color{place}", colors, own, ["not", ["in", color, taken]], fits)
    return fits


class RowTotal(RowCount):
    """The total of the dice in a row."""

    def __init__(self, row: str) -> None:
        super().__init__(ROWS.index(row))

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return dice_total(hero, self.row)

    def in_row(self, hero: Hero, row: int) -> int:
        return dice_total(hero, row)

    def row_formula(self, row: Formula) -> Formula:
        return ["sum", faces(dice_of(row))]


class RarestClassColor(Count):
    """Dice on your sheet of the class color you have fewest of."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        dice = [0] * CLASS_COLORS
        for die in hero.sheet[:SPOT_COUNT]:
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

    def formula(self) -> Formula:
        dice = how_many("die", DICE, is_of_color(["get", "color"]))
        return ["min", ["each", "color", list_of(COLORS[:CLASS_COLORS]), dice]]

    def settled_formula(self) -> Formula:
        return sheet_is_full()


class GoalsMet(Count):
    """Attribute Goals you meet: all, or the goal of one row."""

    def __init__(self, row: str = "") -> None:
        self.row = row_index(row)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        if self.row < 0:
            return goals_met(rules, hero)
        return 1 if goal_met(rules, hero, self.row) else 0

    def settled(self, hero: Hero) -> bool:
        return hero.row_full(self.row) if self.row >= 0 else hero.open_spaces() == 0

    def formula(self) -> Formula:
        conditions: list[Formula] = [["get", "goal", "met"]]
        if self.row >= 0:
            conditions.append(["=", ["get", "goal", "row"], ROWS[self.row]])
        return how_many("goal", ["get", "goals"], *conditions)

    def settled_formula(self) -> Formula:
        return row_is_full(ROWS[self.row]) if self.row >= 0 else sheet_is_full()


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

    def formula(self) -> Formula:
        conditions: list[Formula] = []
        if self.kind != ANY:
            conditions.append(["=", ["get", "card", "kind"], KINDS[self.kind]])
        if self.upright:
            conditions.append(["not", ["in", ["get", "card", "id"], of_hero("exhausted")]])
        return how_many("card", CARDS, *conditions)


class CardKinds(Count):
    """Kinds of Market card of which you own at least `cards`."""

    def __init__(self, cards: int = 1) -> None:
        self.cards = cards

    def count(self, rules: Ruleset, hero: Hero) -> int:
        owned = [0] * len(KINDS)
        for card in hero.cards:
            owned[rules.cards[card].kind] += 1
        return len([count for count in owned if count >= self.cards])

    def formula(self) -> Formula:
        owned = how_many("card", CARDS, ["=", ["get", "card", "kind"], ["get", "kind"]])
        return how_many("kind", ["get", "kinds"], ["<=", self.cards, owned])


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

    def formula(self) -> Formula:
        if self.index >= 0:
            return how_many("card", CARDS, ["=", ["get", "card", "armor_set"], self.id])
        owned = how_many("card", CARDS, ["=", ["get", "card", "armor_set"], ["get", "set", "id"]])
        return ["max", 0, ["each", "set", ["get", "armor_sets"], owned]]


class HandsUsed(Count):
    """Hands that your Weapons use."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        used = 0
        for card in hero.weapons:
            used += rules.cards[card].hands
        return used

    def formula(self) -> Formula:
        return ["sum", ["each", "card", CARDS, ["get", "card", "hands"]]]


class Gold(Count):
    """Your Gold."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.gold

    def formula(self) -> Formula:
        return of_hero("gold")


class AlignmentStars(Count):
    """The stars under your Alignment token."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return stars_under_token(rules, hero)

    def formula(self) -> Formula:
        return ["get", "alignment_stars"]


class AlignmentSide(Count):
    """1 if your Alignment token is as far to a side of the grid as it can be (X21), otherwise 0."""

    def __init__(self, side: str) -> None:
        self.side = ARROWS.index(side)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return 1 if STEP_TO[self.side][hero.token] < 0 else 0

    def formula(self) -> Formula:
        at_side = [space for at, space in enumerate(SPACES) if STEP_TO[self.side][at] < 0]
        return ["if", ["in", of_hero("token"), list_of(at_side)], 1, 0]
