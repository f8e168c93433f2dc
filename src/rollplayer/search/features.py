"""A hero as a list of small facts, each a number: what the evaluation looks at.

Every fact is one out of a block of possibilities ("the STR row has one open space and needs 5 more").
The blocks are laid out one after the other; ``Features`` knows where each begins. Cards, classes and
so on count by their ids, so that a pack's own cards are met as strangers and not as others.
"""

from typing import Final

from rollplayer.engine.components import Card
from rollplayer.engine.game import DICE_PHASE, MARKET_PHASE, SETUP, Game, Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import armor_counts, dice_total, row_score
from rollplayer.engine.table import EMPTY, SKILL, face_of, has_color
from rollplayer.rules.expansion import SPANS, STAGES, ExpansionEvaluator, expansions_of
from rollplayer.search.estimate import class_color_line, row_traits, spaces_of, to_come

PADDING: Final = 0
"""Means nothing, weighs nothing."""
NEEDS: Final = 27
LOWEST_NEED: Final = -7
ROW_KEYS: Final = 4 * NEEDS * 4
"""Open spaces, what the row still needs, and how wide its goal is."""
GOLD_STEPS: Final = 25
MOST_LEFT: Final = 19
BEFORE_DICE: Final = 0
BEFORE_MARKET: Final = 1
AFTER_MARKET: Final = 2
BEFORE_ALL: Final = 3
MOST_CARDS_OF_SET: Final = 7
KINDS: Final = 5
MOST_INITIATIVE: Final = 8
MOST_PLAYERS: Final = 6

SPAN_OF: Final[list[int]] = [0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6]


class Vocabulary:
    """The ids that have facts of their own; the others are described by their kind."""

    def __init__(
        self,
        cards: list[str],
        classes: list[str],
        races: list[str],
        alignments: list[str],
        expansions: list[str],
    ) -> None:
        self.cards = cards
        self.classes = classes
        self.races = races
        self.alignments = alignments
        self.expansions = expansions
        """Those whose own facts count, too."""


def place_of(words: list[str], word: str) -> int:
    """From 1; 0 for a stranger."""
    return words.index(word) + 1 if word in words else 0


def mended(sheet: list[int], spot: int, low: int, high: int, score: int) -> int:
    """Whether a full row meets its goal (4), or would by one die turned (1) or nudged (2)."""
    if low <= score <= high:
        return 4
    found = 0
    for at in range(spot, spot + 3):
        face = face_of(sheet[at])
        if low <= score + 7 - 2 * face <= high:
            found |= 1
        if (low <= score + 1 <= high and face < 6) or (low <= score - 1 <= high and face > 1):
            found |= 2
    return found


class Features:
    """Lists the facts of heroes under one ruleset."""

    def __init__(self, rules: Ruleset, words: Vocabulary) -> None:
        self.rules = rules
        self.color = class_color_line(rules)
        cards = len(words.cards) + 1 + KINDS
        self.at_left = 1
        self.at_players = self.at_left + MOST_LEFT * STAGES
        self.at_initiative = self.at_players + MOST_PLAYERS * STAGES
        self.at_class = self.at_initiative + MOST_INITIATIVE * MOST_PLAYERS
        self.at_race = self.at_class + len(words.classes) + 1
        self.at_gold = self.at_race + len(words.races) + 1
        self.at_gold_span = self.at_gold + GOLD_STEPS * STAGES
        self.at_charisma = self.at_gold_span + GOLD_STEPS * SPANS
        self.at_color = self.at_charisma + 4 * 2
        self.at_color_bag = self.at_color + 19
        self.at_row = self.at_color_bag + 16 * SPANS
        self.at_row_own = self.at_row + ROW_KEYS
        self.at_row_span = self.at_row_own + ROW_KEYS * 6
        self.at_mend = self.at_row_span + ROW_KEYS * SPANS * 6
        self.at_story = self.at_mend + 6 * 5 * SPANS
        self.at_story_row = self.at_story + 49 * SPANS
        self.at_token = self.at_story_row + 6 * 5 * 4
        self.at_token_span = self.at_token + (len(words.alignments) + 1) * 9
        self.at_stars_here = self.at_token_span + 49 * SPANS
        self.at_arrows = self.at_stars_here + 9 * STAGES
        self.at_card = self.at_arrows + 4 * 4
        self.at_card_span = self.at_card + cards * 2
        self.at_stars = self.at_card_span + cards * 2 * SPANS
        self.at_trait_row = self.at_stars + cards * 8
        self.at_armor = self.at_trait_row + 2 * 4 * NEEDS
        self.at_armor_span = self.at_armor + 3 * MOST_CARDS_OF_SET * 2
        self.at_hands = self.at_armor_span + 3 * MOST_CARDS_OF_SET * SPANS
        self.at_offer = self.at_hands + 3
        self.count = self.at_offer + cards * 3
        self.evaluators: list[ExpansionEvaluator] = []
        self.at_evaluators: list[int] = []
        boxes = {box.name: box for box in expansions_of(rules.boxes)}
        for name in words.expansions:
            evaluator = boxes[name].evaluator(rules)
            self.evaluators.append(evaluator)
            self.at_evaluators.append(self.count)
            self.count += evaluator.facts
        # What the content says, by index.
        self.card_words: list[int] = []
        for card in rules.cards:
            known = place_of(words.cards, card.id)
            kind = card.kind if card.kind < KINDS else KINDS - 1
            self.card_words.append(known or len(words.cards) + 1 + kind)
        self.class_words = [place_of(words.classes, each.id) for each in rules.classes]
        self.race_words = [place_of(words.races, each.id) for each in rules.races]
        self.alignment_words = [place_of(words.alignments, each.id) for each in rules.alignments]
        self.row_traits = row_traits(rules)

    def of(self, game: Game, seat: int) -> list[int]:
        """The facts about one hero, and about the table as far as it concerns her."""
        hero = game.heroes[seat]
        rules = self.rules
        left = hero.open_spaces()
        span = SPAN_OF[left]
        stage, initiative = self.stage(game, seat)
        players = rules.players
        found: list[int] = [
            self.at_left + stage * MOST_LEFT + left,
            self.at_players + stage * MOST_PLAYERS + players,
            self.at_initiative + players * MOST_INITIATIVE + initiative,
        ]
        gold = hero.gold if hero.gold < GOLD_STEPS else GOLD_STEPS - 1
        found.append(self.at_gold + stage * GOLD_STEPS + gold)
        found.append(self.at_gold_span + span * GOLD_STEPS + gold)
        if hero.charisma:
            found.append(self.at_charisma + min(hero.charisma, 3) * 2 + (1 if stage == 1 else 0))
        if hero.race >= 0:
            found.append(self.at_race + self.race_words[hero.race])
        if hero.character_class >= 0:
            found.append(self.at_class + self.class_words[hero.character_class])
            self.add_rows(hero, span, found)
            found.append(self.at_color + self.color.stars(rules, hero))
            in_bag = game.bag[hero.color]
            found.append(self.at_color_bag + span * 16 + (in_bag if in_bag < 16 else 15))
        if hero.backstory >= 0:
            self.add_story(hero, game, span, found)
        if hero.alignment >= 0:
            self.add_alignment(hero, stage, span, found)
        self.add_cards(hero, span, found)
        if stage != AFTER_MARKET:
            for card in game.market:
                if card >= 0:
                    short = rules.cards[card].cost - hero.gold - hero.charisma
                    reach = 0 if short <= 0 else 1 if short <= 2 else 2
                    found.append(self.at_offer + self.card_words[card] * 3 + reach)
        for at in range(len(self.evaluators)):
            begin = self.at_evaluators[at]
            self.evaluators[at].add_facts(game, seat, to_come(hero), span, stage, begin, found)
        return found

    def stage(self, game: Game, seat: int) -> tuple[int, int]:
        """How far the seat's round has come, and the number of its Initiative card."""
        phase = game.phase
        if phase == SETUP:
            return BEFORE_ALL, 0
        if phase in (DICE_PHASE, MARKET_PHASE):
            if seat in game.taken:
                number = game.taken.index(seat) + 1
                return BEFORE_MARKET, number if number < MOST_INITIATIVE else 0
            if phase == DICE_PHASE:
                return BEFORE_DICE, 0
        return AFTER_MARKET, 0

    def add_rows(self, hero: Hero, span: int, found: list[int]) -> None:
        goal = self.rules.classes[hero.character_class]
        sheet = hero.sheet
        for row in range(6):
            spot = row * 3
            spaces = spaces_of(hero, row)
            low = goal.low[row]
            high = goal.high[row]
            width = 3 if high >= 90 else 0 if high == low else 1 if high - low <= 1 else 2
            score = row_score(self.rules, hero, row)
            need = low - score - LOWEST_NEED
            need = 0 if need < 0 else NEEDS - 1 if need >= NEEDS else need
            key = (spaces * NEEDS + need) * 4 + width
            found.append(self.at_row + key)
            found.append(self.at_row_own + row * ROW_KEYS + key)
            found.append(self.at_row_span + (row * SPANS + span) * ROW_KEYS + key)
            if spaces == 0:
                found.append(
                    self.at_mend + (row * 5 + mended(sheet, spot, low, high, score)) * SPANS + span
                )

    def add_story(self, hero: Hero, game: Game, span: int, found: list[int]) -> None:
        story = self.rules.backstories[hero.backstory]
        sheet = hero.sheet
        matches = 0
        spots = 0
        for row in range(6):
            spot = story.spots[row]
            die = sheet[spot]
            color = story.colors[row]
            if die == EMPTY:
                spots += 1
                state = 2 + spot - hero.first_open(spot // 3)
            elif has_color(die, color):
                matches += 1
                state = 0
            else:
                state = 1
            bag = game.bag[color]
            plenty = 0 if bag == 0 else 1 if bag < 3 else 2 if bag < 6 else 3
            found.append(self.at_story_row + (spot // 3 * 5 + state) * 4 + plenty)
        found.append(self.at_story + (matches * 7 + spots) * SPANS + span)

    def add_alignment(self, hero: Hero, stage: int, span: int, found: list[int]) -> None:
        grid = self.rules.alignments[hero.alignment].grid
        word = self.alignment_words[hero.alignment]
        found.append(self.at_token + word * 9 + hero.token)
        here = grid[hero.token]
        here = -3 if here < -3 else min(here, 5)
        found.append(self.at_stars_here + (here + 3) * STAGES + stage)
        best = here
        line = hero.token // 3
        column = hero.token % 3
        for space in range(9):
            away = abs(space // 3 - line) + abs(space % 3 - column)
            if away == 1 and grid[space] > best:
                best = grid[space]
        most = 0
        for stars in grid:
            if stars > most:
                most = stars
        near = best - here
        far = most - here
        near = min(near, 6)
        far = 6 if far > 6 else max(far, 0)
        found.append(self.at_token_span + (near * 7 + far) * SPANS + span)

    def add_cards(self, hero: Hero, span: int, found: list[int]) -> None:
        rules = self.rules
        arrows = [0, 0, 0, 0]
        hands = 0
        for index in hero.cards:
            card: Card = rules.cards[index]
            word = self.card_words[index]
            turned = 0
            if card.kind == SKILL:
                if index in hero.exhausted:
                    turned = 1
                elif 0 <= card.arrow < 4:
                    arrows[card.arrow] += 1
            hands += card.hands
            found.append(self.at_card + word * 2 + turned)
            found.append(self.at_card_span + (word * 2 + turned) * SPANS + span)
            if card.stars:
                stars = 0
                for tally in card.stars:
                    stars += tally.reward(rules, hero)
                stars = 7 if stars > 7 else max(stars, 0)
                found.append(self.at_stars + word * 8 + stars)
                trait = self.row_traits[index]
                if trait is not None:
                    spaces = spaces_of(hero, trait.row)
                    need = trait.value - dice_total(hero, trait.row) - LOWEST_NEED
                    need = 0 if need < 0 else NEEDS - 1 if need >= NEEDS else need
                    side = 1 if trait.at_most else 0
                    found.append(self.at_trait_row + (side * 4 + spaces) * NEEDS + need)
        for arrow in range(4):
            many = arrows[arrow]
            if many:
                found.append(self.at_arrows + arrow * 4 + (min(3, many)))
        if hands:
            found.append(self.at_hands + (min(2, hands)))
        counts = armor_counts(rules, hero)
        for at in range(min(3, len(counts))):
            many = counts[at]
            if many:
                many = many if many < MOST_CARDS_OF_SET else MOST_CARDS_OF_SET - 1
                fits = 1 if hero.color in rules.armor_colors[at] else 0
                found.append(self.at_armor + (at * MOST_CARDS_OF_SET + many) * 2 + fits)
                found.append(self.at_armor_span + (at * MOST_CARDS_OF_SET + many) * SPANS + span)
