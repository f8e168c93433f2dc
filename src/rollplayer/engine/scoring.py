"""The score sheet, line by line, with reasons (section E)."""

from rollplayer.engine.components import Card
from rollplayer.engine.formula import (
    CARDS,
    DICE,
    OWN_COLOR,
    Formula,
    how_many,
    is_of_color,
    number,
    of_hero,
    reason,
    reasons,
    some,
)
from rollplayer.engine.game import Game, Ruleset, ScoreLine
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import ARMOR_JOKERS, NUMBER_NAMES
from rollplayer.engine.table import ARMOR, ROWS, SPOT_COUNT, face_of, has_color

LOWEST_RANK = "npc"
BACKSTORY_STARS = (0, 0, 1, 1, 3, 3, 6)
"""E5: stars by number of matches."""


def dice_total(hero: Hero, row: int) -> int:
    """The dice of a row alone: what Traits look at (E9)."""
    sheet = hero.sheet
    spot = row * 3
    return face_of(sheet[spot]) + face_of(sheet[spot + 1]) + face_of(sheet[spot + 2])


def row_score(rules: Ruleset, hero: Hero, row: int) -> int:
    """E2: dice, race and Weapons."""
    score = dice_total(hero, row)
    if hero.race >= 0:
        score += rules.races[hero.race].modifiers[row]
    for card in hero.weapons:
        for bonus in rules.cards[card].goal_bonuses:
            score += bonus.reward(hero, row)
    return score


def goal_met(rules: Ruleset, hero: Hero, row: int) -> bool:
    if hero.character_class < 0:
        return False
    goal = rules.classes[hero.character_class]
    return goal.low[row] <= row_score(rules, hero, row) <= goal.high[row]


def goals_met(rules: Ruleset, hero: Hero) -> int:
    met = 0
    for row in range(6):
        if goal_met(rules, hero, row):
            met += 1
    return met


class Goals(ScoreLine):
    """E2: Attribute Goals."""

    def __init__(self) -> None:
        super().__init__("goals")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        if hero.character_class < 0:
            return 0
        worth = rules.classes[hero.character_class].stars
        stars = 0
        for row in range(6):
            if goal_met(rules, hero, row):
                stars += worth[row]
        return stars

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        if hero.character_class < 0:
            return []
        worth = rules.classes[hero.character_class].stars
        return [
            ("row", ROWS[row], worth[row] if goal_met(rules, hero, row) else 0) for row in range(6)
        ]

    def formula(self, rules: Ruleset) -> Formula:
        stars = ["if", ["get", "goal", "met"], ["get", "goal", "stars"], 0]
        rows = reasons("goal", ["get", "goals"], "row", ["get", "goal", "row"], stars)
        return ["if", of_hero("class"), rows, ["list"]]


def own_color_dice(hero: Hero) -> int:
    """Dice of the Class color on the sheet; not beside it."""
    dice = 0
    sheet = hero.sheet
    for spot in range(SPOT_COUNT):
        if has_color(sheet[spot], hero.color):
            dice += 1
    return dice


class ClassColor(ScoreLine):
    """E3: one star for each die of the Class color."""

    def __init__(self) -> None:
        super().__init__("class_color")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return own_color_dice(hero)

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        return [("dice", "class-color", self.stars(rules, hero))]

    def formula(self, rules: Ruleset) -> Formula:
        return ["list", reason("dice", "class-color", self.dice_formula())]

    def dice_formula(self) -> Formula:
        return how_many("die", DICE, is_of_color(OWN_COLOR))


def stars_under_token(rules: Ruleset, hero: Hero) -> int:
    return rules.alignments[hero.alignment].grid[hero.token] if hero.alignment >= 0 else 0


class AlignmentStars(ScoreLine):
    """E4: the stars under the token."""

    def __init__(self) -> None:
        super().__init__("alignment")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return stars_under_token(rules, hero)

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        if hero.alignment < 0:
            return []
        return [("alignment", rules.alignments[hero.alignment].id, self.stars(rules, hero))]

    def formula(self, rules: Ruleset) -> Formula:
        alignment = of_hero("alignment")
        line = ["list", reason("alignment", alignment, ["get", "alignment_stars"])]
        return ["if", alignment, line, ["list"]]


def backstory_matches(rules: Ruleset, hero: Hero) -> int:
    if hero.backstory < 0:
        return 0
    story = rules.backstories[hero.backstory]
    matches = 0
    for at in range(6):
        die = hero.sheet[story.spots[at]]
        if has_color(die, story.colors[at]):
            matches += 1
    return matches


class BackstoryStars(ScoreLine):
    """E5: matches in color and place."""

    def __init__(self) -> None:
        super().__init__("backstory")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return BACKSTORY_STARS[backstory_matches(rules, hero)]

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        if hero.backstory < 0:
            return []
        return [("matches", str(backstory_matches(rules, hero)), self.stars(rules, hero))]

    def formula(self, rules: Ruleset) -> Formula:
        here = ["=", ["get", "die", "spot"], ["get", "wanted", "spot"]]
        match = some("die", DICE, here, is_of_color(["get", "wanted", "color"]))
        matches = how_many("wanted", ["get", "backstory"], match)
        stars = ["of", ["list", *BACKSTORY_STARS], ["get", "matches"]]
        line = ["list", reason("matches", ["get", "matches"], stars)]
        return ["if", of_hero("backstory"), ["let", "matches", matches, line], ["list"]]


def armor_counts(rules: Ruleset, hero: Hero) -> list[int]:
    counts = [0] * len(rules.armor_stars)
    for index in hero.cards:
        card: Card = rules.cards[index]
        if card.kind == ARMOR:
            counts[card.armor_set] += 1
    return counts


def armor_set_stars(rules: Ruleset, hero: Hero, armor_set: int, count: int) -> int:
    """E6: stars by number of cards, one more for a matching Class color."""
    if count <= 0:
        return 0
    stars = rules.armor_stars[armor_set][count - 1]
    return stars + 1 if hero.color in rules.armor_colors[armor_set] else stars


def with_jokers(rules: Ruleset, hero: Hero) -> list[int]:
    """N11, E10: each Tower Shield joins the begun, incomplete set it is worth most in."""
    counts = armor_counts(rules, hero)
    begun = [count > 0 for count in counts]
    for _ in range(hero.numbers[ARMOR_JOKERS]):
        best = -1
        gain = 0
        for armor_set in range(len(counts)):
            count = counts[armor_set]
            if begun[armor_set] and count < len(rules.armor_stars[armor_set]):
                more = armor_set_stars(rules, hero, armor_set, count + 1) - armor_set_stars(
                    rules, hero, armor_set, count
                )
                if best < 0 or more > gain:
                    best = armor_set
                    gain = more
        if best < 0:
            break
        counts[best] += 1
    return counts


class ArmorStars(ScoreLine):
    """E6: Armor sets."""

    def __init__(self, names: list[str]) -> None:
        super().__init__("armor")
        self.names = names

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        stars = 0
        counts = with_jokers(rules, hero)
        for armor_set in range(len(counts)):
            stars += armor_set_stars(rules, hero, armor_set, counts[armor_set])
        return stars

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        counts = with_jokers(rules, hero)
        return [
            ("armor", self.names[at], armor_set_stars(rules, hero, at, counts[at]))
            for at in range(len(counts))
            if counts[at]
        ]

    def formula(self, rules: Ruleset) -> Formula:
        """Sets are records of ``id``, ``cards`` and ``worth``: the stars by number of cards."""
        cards = ["get", "set", "cards"]
        owned = how_many("card", CARDS, ["=", ["get", "card", "armor_set"], ["get", "set", "id"]])
        worth = ["each", "stars", ["get", "set", "stars"], ["+", ["get", "stars"], ["get", "more"]]]
        more = ["if", ["in", OWN_COLOR, ["get", "set", "colors"]], 1, 0]
        begun = self.set_formula(owned, ["let", "more", more, ["flat", ["list", 0, worth]]])
        sets = ["each", "set", ["get", "armor_sets"], begun]
        # N11, E10, as ``with_jokers``: 0 cards are worth 0, and are no set that was begun.
        may_grow = ["<=", 1, cards, ["-", ["count", ["get", "set", "worth"]], 2]]
        gain = ["-", ["get", "set", "worth", ["+", cards, 1]], ["get", "set", "worth", cards]]
        best = ["best", "set", ["where", "set", ["get", "sets"], may_grow], gain]
        is_best = ["=", ["get", "set", "id"], ["get", "best", "id"]]
        grown = self.set_formula(["+", cards, ["if", is_best, 1, 0]], ["get", "set", "worth"])
        joined = ["let", "best", best, ["each", "set", ["get", "sets"], grown]]
        jokers = number(NUMBER_NAMES[ARMOR_JOKERS], 0)
        final = ["where", "set", ["repeat", jokers, "sets", sets, joined], cards]
        stars = ["get", "set", "worth", cards]
        return reasons("set", final, "armor", ["get", "set", "id"], stars)

    def set_formula(self, cards: Formula, worth: Formula) -> Formula:
        return ["record", "id", ["get", "set", "id"], "cards", cards, "worth", worth]


class TraitStars(ScoreLine):
    """E7: what the Traits (or any card with stars of its own) are worth."""

    def __init__(self) -> None:
        super().__init__("traits")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        stars = 0
        for index in hero.cards:
            for tally in rules.cards[index].stars:
                stars += tally.reward(rules, hero)
        return stars

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        return [
            (
                "card",
                rules.cards[index].id,
                sum([tally.reward(rules, hero) for tally in rules.cards[index].stars]),
            )
            for index in hero.cards
            if rules.cards[index].stars
        ]

    def formula(self, rules: Ruleset) -> Formula:
        id = ["get", "card", "id"]
        scoring = ["where", "card", CARDS, ["get", "card", "scores"]]
        return reasons("card", scoring, "card", id, ["call", "stars", id])


class GoldStars(ScoreLine):
    """L6: in solitaire one star for every 8 Gold."""

    def __init__(self, each: int) -> None:
        super().__init__("gold")
        self.each = each

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return hero.gold // self.each

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        return [("gold", str(hero.gold), self.stars(rules, hero))]

    def formula(self, rules: Ruleset) -> Formula:
        gold = of_hero("gold")
        return ["list", reason("gold", gold, ["//", gold, self.each])]


def score_lines(rules: Ruleset, hero: Hero) -> dict[str, int]:
    return {line.name: line.stars(rules, hero) for line in rules.score_lines}


def total_stars(rules: Ruleset, hero: Hero) -> int:
    total = 0
    for line in rules.score_lines:
        total += line.stars(rules, hero)
    return total


def ranking_key(rules: Ruleset, hero: Hero) -> tuple[int, int, int]:
    """E8: most stars, then most Gold, then fewest dice of the hero's Class color."""
    return (total_stars(rules, hero), hero.gold, -own_color_dice(hero))


def is_lost(game: Game) -> bool:
    """Whether a solitaire game is lost at once, whatever the stars."""
    if game.rules.solitaire:
        for count in game.rules.lost:
            if game.heroes[0].counts[count] > 0:
                return True
    return False


def final_stars(game: Game, seat: int) -> int:
    """What a game that is over has brought; nothing if it is lost."""
    return 0 if is_lost(game) else total_stars(game.rules, game.heroes[seat])


LOST_RANK = "dead"


def rank(game: Game) -> str | None:
    """The title a solitaire hero earns (L7); None at a table."""
    rules = game.rules
    if not rules.solitaire:
        return None
    if is_lost(game):
        return LOST_RANK
    stars = total_stars(rules, game.heroes[0])
    for least, title in rules.ranks:
        if stars >= least:
            return title
    return LOWEST_RANK


def winners(game: Game) -> list[int]:
    """The seats that win; more than one share the victory (E8). Nobody wins a lost game."""
    if is_lost(game):
        return []
    keys = [ranking_key(game.rules, hero) for hero in game.heroes]
    best = max(keys)
    return [seat for seat in range(len(keys)) if keys[seat] == best]
