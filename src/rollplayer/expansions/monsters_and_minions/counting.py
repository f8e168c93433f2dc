"""Count words: what Minions are weak against and Adventure cards ask for."""

from typing import Final

from rollplayer.engine.game import Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import armor_counts, dice_total, goal_met, stars_under_token
from rollplayer.engine.table import COLORS, EMPTY, KINDS, ROWS
from rollplayer.expansions.monsters_and_minions.components import CountWord
from rollplayer.expansions.monsters_and_minions.things import HONOR, INJURIES, TROPHIES
from rollplayer.words.registry import Parameter, Word


class Cards(CountWord):
    """Cards of a kind you own."""

    def __init__(self, kind: str) -> None:
        super().__init__("cards")
        self.kind = KINDS.index(kind)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        count = 0
        for card in hero.cards:
            if rules.cards[card].kind == self.kind:
                count += 1
        return count


class UprightSkills(CountWord):
    """Skill cards that are not exhausted."""

    def __init__(self) -> None:
        super().__init__("upright-skills")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return len(hero.skills) - len(hero.exhausted)


class ArmorOfSet(CountWord):
    """Armor cards of one set."""

    def __init__(self, armor_set: str) -> None:
        super().__init__("armor-of-set")
        self.set_id = armor_set
        self.index = -1

    def find(self, names: list[str]) -> bool:
        """Look its set up among those of the content."""
        self.index = names.index(self.set_id) if self.set_id in names else -1
        return self.index >= 0

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return armor_counts(rules, hero)[self.index]


class LargestArmorSet(CountWord):
    """Armor cards of the set you own most of."""

    def __init__(self) -> None:
        super().__init__("largest-armor-set")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return max(armor_counts(rules, hero))


class GoldOwned(CountWord):
    """Your Gold."""

    def __init__(self) -> None:
        super().__init__("gold")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.gold


class Injuries(CountWord):
    """Your Injury tokens."""

    def __init__(self) -> None:
        super().__init__("injuries")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[INJURIES]


class NoInjuries(CountWord):
    """1 if you have no Injury token."""

    def __init__(self) -> None:
        super().__init__("no-injuries")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return 0 if hero.counts[INJURIES] else 1


class HonorTokens(CountWord):
    """Your Honor tokens."""

    def __init__(self) -> None:
        super().__init__("honor")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[HONOR]


class Trophies(CountWord):
    """Your Trophies."""

    def __init__(self) -> None:
        super().__init__("trophies")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return len(hero.piles[TROPHIES])


class StarsUnderToken(CountWord):
    """The stars under your Alignment token."""

    def __init__(self) -> None:
        super().__init__("alignment-stars")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return stars_under_token(rules, hero)


class DiceInRow(CountWord):
    """Dice in a row."""

    def __init__(self, row: str) -> None:
        super().__init__("dice-in-row")
        self.row = ROWS.index(row)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return 3 - hero.sheet[self.row * 3 : self.row * 3 + 3].count(EMPTY)


class RowTotal(CountWord):
    """The total of the dice in a row, without race and Weapons (E9)."""

    def __init__(self, row: str) -> None:
        super().__init__("row-total")
        self.row = ROWS.index(row)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return dice_total(hero, self.row)


class DiceOfColor(CountWord):
    """Dice of one color, or Boost Dice, on your sheet."""

    def __init__(self, color: str) -> None:
        super().__init__("dice-of-color")
        self.color = COLORS.index(color)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return count_color(hero, self.color)


class ClassColorDice(CountWord):
    """Dice of your Class color on your sheet (E11: Boost Dice are none)."""

    def __init__(self) -> None:
        super().__init__("class-color-dice")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return count_color(hero, hero.color)


def count_color(hero: Hero, color: int) -> int:
    count = 0
    for die in hero.sheet:
        if die != EMPTY and die >> 4 == color:
            count += 1
    return count


class DiceShowing(CountWord):
    """Dice on your sheet that show exactly this value (D20)."""

    def __init__(self, value: int) -> None:
        super().__init__("dice-showing")
        self.value = value

    def count(self, rules: Ruleset, hero: Hero) -> int:
        count = 0
        for die in hero.sheet:
            if die & 15 == self.value:
                count += 1
        return count


class DiceAtLeast(CountWord):
    """Dice in a row that show this value or more."""

    def __init__(self, row: str, value: int) -> None:
        super().__init__("dice-at-least")
        self.row = ROWS.index(row)
        self.value = value

    def count(self, rules: Ruleset, hero: Hero) -> int:
        count = 0
        for die in hero.sheet[self.row * 3 : self.row * 3 + 3]:
            if die & 15 >= self.value:
                count += 1
        return count


class FullRows(CountWord):
    """Full rows of your sheet."""

    def __init__(self) -> None:
        super().__init__("full-rows")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        count = 0
        for row in range(6):
            if hero.row_full(row):
                count += 1
        return count


class InGoodRow(CountWord):
    """1 if your Alignment token is in the top row (X21)."""

    def __init__(self) -> None:
        super().__init__("in-good-row")

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return 1 if hero.token < 3 else 0


class GoalMet(CountWord):
    """1 if you meet the Attribute Goal of a row."""

    def __init__(self, row: str) -> None:
        super().__init__("goal-met")
        self.row = ROWS.index(row)

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return 1 if goal_met(rules, hero, self.row) else 0


ROW: Final = Parameter("row", required=True)
VALUE: Final = Parameter("count", required=True)

COUNT_WORDS: Final[dict[str, Word]] = {
    "cards": Word(Cards, kind=Parameter("kind", required=True)),
    "upright-skills": Word(UprightSkills),
    "armor-of-set": Word(ArmorOfSet, armor_set=Parameter("id", required=True)),
    "largest-armor-set": Word(LargestArmorSet),
    "gold": Word(GoldOwned),
    "injuries": Word(Injuries),
    "no-injuries": Word(NoInjuries),
    "honor": Word(HonorTokens),
    "trophies": Word(Trophies),
    "alignment-stars": Word(StarsUnderToken),
    "dice-in-row": Word(DiceInRow, row=ROW),
    "row-total": Word(RowTotal, row=ROW),
    "dice-of-color": Word(DiceOfColor, color=Parameter("color", required=True)),
    "class-color-dice": Word(ClassColorDice),
    "dice-showing": Word(DiceShowing, value=VALUE),
    "dice-at-least": Word(DiceAtLeast, row=ROW, value=VALUE),
    "full-rows": Word(FullRows),
    "in-good-row": Word(InGoodRow),
    "goal-met": Word(GoalMet, row=ROW),
}
