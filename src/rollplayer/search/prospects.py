"""What cards promise for the rounds to come: those that work over rounds, and those that may grow.

A card is known by its words alone (``words/prospects.py``; other boxes bring theirs), so that cards of
packs are judged like ours.
"""

import math
from typing import Final

from rollplayer.engine.components import Card
from rollplayer.engine.game import Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import ON_BUY
from rollplayer.engine.table import KINDS, SKILL
from rollplayer.engine.tally import AT_LEAST, AT_MOST, Count, Shape, Tally
from rollplayer.rules.expansion import LONGEST
from rollplayer.words.counts import PATTERNS, Cards, Rows
from rollplayer.words.prospects import BORROWING

SOON: Final = 3
USUAL_SKILL: Final = (0.5, 0.7)
"""What Skills with words that nobody has measured are worth: as much as others."""
USUAL: Final = (0.2, 0.4)
NO_GROWTH: Final = -1.0


def words_of(card: Card, numbers: dict[int, str]) -> list[tuple[str, int]]:
    """What works for its owner as long as she has it, and how many times."""
    found: list[tuple[str, int]] = []
    for step in card.on_use:
        found.append((step.name, 1))
    if card.borrows:
        found.append((BORROWING, 1))
    for hook in range(len(card.hooks)):
        # What happens when it is bought is over by then.
        if hook != ON_BUY:
            for step in card.hooks[hook]:
                found.append((step.name, 1))
    for number, add in card.modifies:
        found.append((numbers[number], add))
    return found


def name_of(counted: Count, names: dict[type, str]) -> str:
    """The word of a count, with what makes it grow faster or slower."""
    name = names.get(type(counted), "")
    if isinstance(counted, Rows):
        return f"{name} {PATTERNS[counted.pattern]}"
    if isinstance(counted, Cards) and counted.kind >= 0:
        return f"{name} {KINDS[counted.kind]}"
    return name


def chance_of(more: float, spread: float) -> float:
    """The chance that something ends above 0 that is expected at ``more``: a logistic curve."""
    return 1 / (1 + math.exp(-1.7 * more / spread))


def expected(shape: Shape, count: int, growth: float, left: int) -> float:
    """The expected reward of a count that grows in each round to come."""
    reward = float(shape.reward(count))
    more = growth * left
    if more <= 0:
        return reward
    spread = math.sqrt(more)
    end = count + more
    if shape.kind == AT_MOST:
        if count > shape.number:
            return 0.0
        return shape.amount * chance_of(shape.number + 0.5 - end, spread)
    if shape.kind == AT_LEAST:
        if count >= shape.number:
            return reward
        return shape.amount * chance_of(end - shape.number + 0.5, spread)
    # What is left over brings nothing: half a step on average.
    times = end / shape.number - (shape.number - 1) / (2 * shape.number)
    found = max(reward, times * shape.amount)
    return min(found, float(shape.limit)) if shape.limit else found


class Prospects:
    """What every card of a ruleset promises."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        known = rules.vocabulary
        numbers = {number.index: number.name for number in known.numbers}
        names: dict[type, str] = {
            word.build: name for name, word in known.words.get("counts", {}).items()
        }
        self.soon: list[float] = []
        self.later: list[float] = []
        """By card."""
        self.growths: list[list[float]] = []
        """By card and tally: what its count grows by in a round; NO_GROWTH where nobody knows."""
        for card in rules.cards:
            usual = USUAL_SKILL if card.kind == SKILL else USUAL
            soon = 0.0
            later = 0.0
            for name, times in words_of(card, numbers):
                prospect = known.prospects.get(name, usual)
                soon += times * prospect[0]
                later += times * prospect[1]
            self.soon.append(soon)
            self.later.append(later)
            growths: list[float] = []
            for tally in card.stars:
                growths.append(known.growths.get(name_of(tally.counted, names), NO_GROWTH))
            self.growths.append(growths)

    def of(self, card: int, left: int) -> float:
        """The stars that a card's work over this many rounds brings."""
        soon = self.soon[card]
        if left <= SOON:
            return soon * left / SOON
        return soon + (self.later[card] - soon) * (left - SOON) / (LONGEST - SOON)

    def stars(self, hero: Hero, card: int, left: int) -> float:
        """A card's stars as they may grow."""
        rules = self.rules
        tallies: list[Tally] = rules.cards[card].stars
        growths = self.growths[card]
        found = 0.0
        for at in range(len(tallies)):
            tally = tallies[at]
            growth = growths[at]
            if growth < 0 or left == 0 or tally.condition is not None:
                found += tally.reward(rules, hero)
            else:
                count = tally.counted.count(rules, hero)
                found += expected(tally.shape, count, growth, left)
        return found
