"""Score words: what a Trait is worth. Dice count as they lie; no race, no Weapon (E9).

On an unfinished sheet a row-at-most Trait needs a full row and a missing color a full sheet; the
rest counts as it stands (E12).
"""

from rollplayer.engine.components import StarWord
from rollplayer.engine.game import Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import dice_total, goals_met
from rollplayer.engine.table import CLASS_COLORS, EMPTY, KINDS, ROWS


def row_dice(hero: Hero, row: int) -> list[int]:
    return [die for die in hero.sheet[row * 3 : row * 3 + 3] if die != EMPTY]


def color_counts(hero: Hero) -> list[int]:
    """How many dice of each class color the sheet has."""
    counts = [0] * CLASS_COLORS
    for die in hero.sheet:
        if die != EMPTY and die >> 4 < CLASS_COLORS:
            counts[die >> 4] += 1
    return counts


class RowAtLeast(StarWord):
    """Stars if the dice of a row total at least so much."""

    def __init__(self, row: str, value: int, stars: int) -> None:
        super().__init__("row-at-least")
        self.row = ROWS.index(row)
        self.value = value
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return self.worth if dice_total(hero, self.row) >= self.value else 0


class RowAtMost(StarWord):
    """Stars if a row is full and its dice total at most so much."""

    def __init__(self, row: str, value: int, stars: int) -> None:
        super().__init__("row-at-most")
        self.row = ROWS.index(row)
        self.value = value
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        full = hero.row_full(self.row)
        return self.worth if full and dice_total(hero, self.row) <= self.value else 0


class PerRowSameValue(StarWord):
    """Stars for each row whose three dice show the same value."""

    def __init__(self, stars: int) -> None:
        super().__init__("per-row-same-value")
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        rows = 0
        for row in range(6):
            dice = row_dice(hero, row)
            if len(dice) == 3 and dice[0] & 15 == dice[1] & 15 == dice[2] & 15:
                rows += 1
        return rows * self.worth


class PerRowDifferentClassColors(StarWord):
    """Stars for each row whose three dice have three different class colors."""

    def __init__(self, stars: int) -> None:
        super().__init__("per-row-different-class-colors")
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        rows = 0
        for row in range(6):
            colors = {die >> 4 for die in row_dice(hero, row) if die >> 4 < CLASS_COLORS}
            if len(colors) == 3:
                rows += 1
        return rows * self.worth


class PerRowSameColor(StarWord):
    """Stars for each row whose three dice have the same color (gold is one)."""

    def __init__(self, stars: int) -> None:
        super().__init__("per-row-same-color")
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        rows = 0
        for row in range(6):
            dice = row_dice(hero, row)
            # D20: Boost Dice, the kinds after gold, have no color.
            if len(dice) == 3 and dice[0] >> 4 == dice[1] >> 4 == dice[2] >> 4 <= CLASS_COLORS:
                rows += 1
        return rows * self.worth


class PerCard(StarWord):
    """Stars for each card of a kind you own."""

    def __init__(self, card: str, stars: int) -> None:
        super().__init__("per-card")
        self.kind = KINDS.index(card)
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        owned = [card for card in hero.cards if rules.cards[card].kind == self.kind]
        return len(owned) * self.worth


class PerGold(StarWord):
    """Stars for every so much Gold you have, up to a limit (E13)."""

    def __init__(self, gold: int, stars: int, max: int) -> None:
        super().__init__("per-gold")
        self.gold = gold
        self.worth = stars
        self.most = max

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return min(hero.gold // self.gold * self.worth, self.most)


class AtLeastOfEachClassColor(StarWord):
    """Stars if the sheet has at least so many dice of each class color."""

    def __init__(self, dice: int, stars: int) -> None:
        super().__init__("at-least-of-each-class-color")
        self.dice = dice
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return self.worth if min(color_counts(hero)) >= self.dice else 0


class PerClassColorDice(StarWord):
    """Stars for every so many dice of your Class color."""

    def __init__(self, dice: int, stars: int) -> None:
        super().__init__("per-class-color-dice")
        self.dice = dice
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        if hero.color < 0:
            return 0
        return color_counts(hero)[hero.color] // self.dice * self.worth


class ClassColorMissing(StarWord):
    """Stars if a class color is missing from the full sheet."""

    def __init__(self, stars: int) -> None:
        super().__init__("class-color-missing")
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        full = hero.open_spaces() == 0
        return self.worth if full and min(color_counts(hero)) == 0 else 0


class GoalsMet(StarWord):
    """Stars if you meet at least so many Attribute Goals."""

    def __init__(self, goals: int, stars: int) -> None:
        super().__init__("goals-met")
        self.goals = goals
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return self.worth if goals_met(rules, hero) >= self.goals else 0


class HandsUsed(StarWord):
    """Stars if your Weapons use at least so many hands."""

    def __init__(self, hands: int, stars: int) -> None:
        super().__init__("hands-used")
        self.hands = hands
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        used = sum([rules.cards[card].hands for card in hero.weapons])
        return self.worth if used >= self.hands else 0


class PerKindWith(StarWord):
    """Stars for each kind of Market card of which you own at least so many."""

    def __init__(self, cards: int, stars: int) -> None:
        super().__init__("per-card-type-with")
        self.cards = cards
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        counts = [0] * len(KINDS)
        for card in hero.cards:
            counts[rules.cards[card].kind] += 1
        return len([count for count in counts if count >= self.cards]) * self.worth


class MarketCards(StarWord):
    """Stars if you own at least so many Market cards."""

    def __init__(self, cards: int, stars: int) -> None:
        super().__init__("market-cards")
        self.cards = cards
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return self.worth if len(hero.cards) >= self.cards else 0
