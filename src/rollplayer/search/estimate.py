"""A hero's evaluators by rules of thumb: quick, smooth, and the same for every card there may be.

The numbers are guesses of ours, each with a reason; what is learned stands beside them (``analysis``).
"""

from typing import Final

from rollplayer.engine.game import Game, Ruleset, ScoreLine
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import (
    BACKSTORY_STARS,
    armor_counts,
    armor_set_stars,
    dice_total,
    row_score,
    with_jokers,
)
from rollplayer.engine.table import EMPTY, STEP_TO, has_color
from rollplayer.engine.tally import AT_MOST, EVERY
from rollplayer.rules.expansion import LONGEST, ExpansionEvaluator, Outcome, expansions_of
from rollplayer.search.prospects import Prospects
from rollplayer.words.counts import RowTotal

MEND: Final = 2
"""Actions correct a row by this much about half of the time."""
TENDED: Final = 0.2
"""How often a row that would miss what a Trait wants is still brought there by whoever owns it."""
MATCH: Final = 0.25
"""How often a die of the wanted color ends on its Backstory spot."""
COLOR_A_DIE: Final = 0.15
STEP: Final = 0.4
"""How often one step to more stars on the Alignment grid is still made."""
GOLD: Final = 0.35
MOST_GOLD: Final = 15
ARMOR_BEGUN: Final = 0.3
MOVED: Final = 0.17
"""How much of the stars under the token is still open for each round to come: Traits move it."""
STAYS: Final = 0.25
"""How much of them counts however many rounds there are."""
USUAL_ALIGNMENT: Final = 2.0
EXHAUSTED: Final = 0.2
NO_LIMIT: Final = 99


def ways() -> list[list[float]]:
    """By number of dice and total: the chance to roll less than it."""
    below: list[list[float]] = []
    exact = [1.0]
    for _ in range(4):
        sums = [0.0]
        for chance in exact:
            sums.append(sums[-1] + chance)
        while len(sums) < 40:
            sums.append(1.0)
        below.append(sums)
        more = [0.0] * (len(exact) + 6)
        for total in range(len(exact)):
            for face in range(1, 7):
                more[total + face] += exact[total] / 6
        exact = more
    return below


BELOW: Final[list[list[float]]] = ways()


def between(dice: int, low: int, high: int) -> float:
    """The chance that these dice total between low and high."""
    if high < low or high < 0:
        return 0.0
    under = 0.0 if low <= 0 else BELOW[dice][min(39, low)]
    return BELOW[dice][high + 1 if high < 38 else 39] - under


def matches_to_come() -> list[list[float]]:
    """By matches and open spots: expected stars of the Backstory (E5)."""
    table: list[list[float]] = []
    for matches in range(7):
        row: list[float] = []
        for spots in range(7 - matches):
            chances = [1.0]
            for _ in range(spots):
                more = [0.0] * (len(chances) + 1)
                for hits in range(len(chances)):
                    more[hits] += chances[hits] * (1 - MATCH)
                    more[hits + 1] += chances[hits] * MATCH
                chances = more
            stars = 0.0
            for hits in range(len(chances)):
                stars += chances[hits] * BACKSTORY_STARS[matches + hits]
            row.append(stars)
        table.append(row)
    return table


STORY: Final[list[list[float]]] = matches_to_come()


def row_chance(spaces: int, low: int, high: int, left: int) -> float:
    """The chance that a row ends between what it still needs at least and at most."""
    if left == 0:
        return 1.0 if low <= 0 <= high else 0.0
    if spaces == 0:
        if low <= 0 <= high:
            return 1.0
        missing = low if low > 0 else -high
        chance = 0.4 if missing == 1 else 0.15 if missing == 2 else 0.03
        return chance * (min(4, left)) / 4
    return (between(spaces, low, high) + between(spaces, low - MEND, high + MEND)) / 2


class RowTrait:
    """A Trait about the dice of one row: its stars from this total on, or up to it."""

    def __init__(self, row: int, value: int, worth: int, at_most: bool) -> None:
        self.row = row
        self.value = value
        self.worth = worth
        self.at_most = at_most


def row_traits(rules: Ruleset) -> list[RowTrait | None]:
    """By card: what it wants of a row; None if it is not about a row."""
    found: list[RowTrait | None] = []
    for card in rules.cards:
        trait: RowTrait | None = None
        for tally in card.stars:
            counted, shape = tally.counted, tally.shape
            if isinstance(counted, RowTotal) and shape.kind != EVERY and tally.condition is None:
                at_most = shape.kind == AT_MOST
                trait = RowTrait(counted.row, shape.number, shape.amount, at_most)
        found.append(trait)
    return found


def class_color_line(rules: Ruleset) -> ScoreLine:
    """The line of E3 as these rules have it: an expansion may count other dice, too (E11)."""
    for line in rules.score_lines:
        if line.name == "class_color":
            return line
    raise ValueError("there is no line for the Class color")


class Estimate:
    """Values heroes of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.row_traits = row_traits(rules)
        self.prospects = Prospects(rules)
        self.color = class_color_line(rules)
        self.evaluators: list[ExpansionEvaluator] = []
        """What the expansions of the game promise."""
        for box in expansions_of(rules.boxes):
            self.evaluators.append(box.evaluator(rules))
        self.shares = [1.0] * len(self.evaluators)
        """By evaluator: how much it counts beside what somebody has learned of its line."""

        self.survival = 1.0
        self.more = 0.0
        self.more_unlearned = 0.0

    def look(self, game: Game, seat: int) -> None:
        """Ask the expansions: ``more`` stars, and the chance that the game is not lost at once.

        At the end only those have more to tell whose line is not settled.
        """
        self.survival = 1.0
        self.more = 0.0
        self.more_unlearned = 0.0
        ending = len(self.evaluators) > 1 and self.is_ending(game)
        for at in range(len(self.evaluators)):
            evaluator = self.evaluators[at]
            evaluator.look(game, seat, to_come(game.heroes[seat]))
            self.survival *= evaluator.survival
            if not ending or evaluator.is_ending(game):
                self.more += evaluator.stars
                self.more_unlearned += self.shares[at] * evaluator.stars

    def is_ending(self, game: Game) -> bool:
        for evaluator in self.evaluators:
            if evaluator.is_ending(game):
                return True
        return False

    def outcomes(self, game: Game, seat: int) -> list[Outcome]:
        """Where something that has begun may end; nothing in most positions."""
        for evaluator in self.evaluators:
            found = evaluator.outcomes(game, seat)
            if found:
                return found
        return []

    def value(self, hero: Hero) -> float:
        """Expected stars by the base game's lines, the promise of Gold and cards included."""
        left = to_come(hero)
        value = self.class_color(hero, left) + self.alignment(hero, left)
        value += self.backstory(hero) + self.armor(hero, left)
        value += self.traits(hero, left) + self.promise(hero, left)
        return value + self.goals(hero, left)

    def goals(self, hero: Hero, left: int) -> float:
        """The stars of the goals; a Weapon that would spoil them is discarded in time (M4)."""
        if hero.character_class < 0:
            return 0.0
        value = self.goals_with(hero, left, True)
        for card in hero.weapons:
            if self.rules.cards[card].goal_bonuses:
                return max(value, self.goals_with(hero, left, False))
        return value

    def goals_with(self, hero: Hero, left: int, weapons: bool) -> float:
        value = 0.0
        stars = self.rules.classes[hero.character_class].stars
        for row in range(6):
            value += stars[row] * self.goal(hero, row, left, weapons)
        return value

    def goal(self, hero: Hero, row: int, left: int, weapons: bool = True) -> float:
        """The chance to meet the goal of a row."""
        goal = self.rules.classes[hero.character_class]
        score = row_score(self.rules, hero, row)
        if not weapons:
            for card in hero.weapons:
                for bonus in self.rules.cards[card].goal_bonuses:
                    score -= bonus.reward(hero, row)
        return row_chance(spaces_of(hero, row), goal.low[row] - score, goal.high[row] - score, left)

    def class_color(self, hero: Hero, left: int) -> float:
        return COLOR_A_DIE * left + self.color.stars(self.rules, hero)

    def alignment(self, hero: Hero, left: int) -> float:
        if hero.alignment < 0:
            return 0.0
        grid = self.rules.alignments[hero.alignment].grid
        now = grid[hero.token]
        best = now
        for arrow in range(4):
            space = STEP_TO[arrow][hero.token]
            if space >= 0 and grid[space] > best:
                best = grid[space]
        stars = now + (best - now) * STEP * (min(3, left)) / 3
        settled = max(STAYS, 1 - MOVED * left)
        return USUAL_ALIGNMENT + (stars - USUAL_ALIGNMENT) * settled

    def backstory(self, hero: Hero) -> float:
        if hero.backstory < 0:
            return 0.0
        story = self.rules.backstories[hero.backstory]
        matches = 0
        spots = 0
        for row in range(6):
            die = hero.sheet[story.spots[row]]
            if die == EMPTY:
                spots += 1
            elif has_color(die, story.colors[row]):
                matches += 1
        return STORY[matches][spots]

    def armor(self, hero: Hero, left: int) -> float:
        """What lies there, and a little for every card of a set that may grow."""
        value = 0.0
        counts = with_jokers(self.rules, hero)
        for at in range(len(counts)):
            value += armor_set_stars(self.rules, hero, at, counts[at])
        for many in armor_counts(self.rules, hero):
            value += ARMOR_BEGUN * many * (min(5, left)) / 5
        return value

    def traits(self, hero: Hero, left: int) -> float:
        """Traits as they may grow; those about a row by its chance."""
        value = 0.0
        for card in hero.cards:
            trait = self.row_traits[card]
            if trait is not None:
                wanted = trait.value - dice_total(hero, trait.row)
                low = -NO_LIMIT if trait.at_most else wanted
                high = wanted if trait.at_most else NO_LIMIT
                spaces = spaces_of(hero, trait.row)
                chance = row_chance(spaces, low, high, left)
                if spaces > 0:
                    chance += (1 - chance) * TENDED
                value += trait.worth * chance
            else:
                value += self.prospects.stars(hero, card, left)
        return value

    def promise(self, hero: Hero, left: int) -> float:
        """What Gold, Skills and other cards may still bring."""
        gold = min(MOST_GOLD, hero.gold)
        value = GOLD * gold * (left + 1 if left < 3 else 4) / 4
        for card in hero.cards:
            value += self.prospects.of(card, left)
        return value - EXHAUSTED * len(hero.exhausted) * (min(5, left)) / 5


def to_come(hero: Hero) -> int:
    """Dice that are still to be placed."""
    left = hero.open_spaces()
    return min(LONGEST, left)


def spaces_of(hero: Hero, row: int) -> int:
    sheet = hero.sheet
    spot = row * 3
    if sheet[spot + 2] != EMPTY:
        return 0
    if sheet[spot + 1] != EMPTY:
        return 1
    return 2 if sheet[spot] != EMPTY else 3
