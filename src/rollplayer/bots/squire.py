"""A friendly beginner that usually chooses the answer after which its hero looks best."""

from math import fsum

from rollplayer.bots.moment import own_chance
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import (
    AlignmentStars,
    ArmorStars,
    TraitStars,
    backstory_matches,
    final_stars,
    row_score,
)
from rollplayer.engine.table import ARMOR, SKILL
from rollplayer.engine.view import View
from rollplayer.match import Bot
from rollplayer.openings import OPENING
from rollplayer.search.estimate import Estimate, between, class_color_line, spaces_of

GOLD_WORTH = 0.25
CHARISMA_WORTH = 0.2
MATCH_WORTH = 0.7
ARMOR_PROMISE = 0.4
SKILL_WORTH = 0.9
NEAR_MISS = 0.35
"""The share of its stars that a goal missed by one is worth, because an action may still fix it."""

DREAMS = 8
"""One answer in this many is random, but it never wastes a turn."""


def goal_worth(rules: Ruleset, hero: Hero, row: int) -> float:
    """The stars of a goal times its apparent chance."""
    goal = rules.classes[hero.character_class]
    score = row_score(rules, hero, row)
    spaces = spaces_of(hero, row)
    met = between(spaces, goal.low[row] - score, goal.high[row] - score)
    near = between(spaces, goal.low[row] - score - 1, goal.high[row] - score + 1)
    return goal.stars[row] * (met + NEAR_MISS * (near - met))


_alignment = AlignmentStars()
_traits = TraitStars()
_armor = ArmorStars([])


def worth(rules: Ruleset, hero: Hero) -> float:
    """A hero's apparent worth in stars."""
    value = hero.gold * GOLD_WORTH + hero.charisma * CHARISMA_WORTH
    if hero.character_class >= 0:
        for row in range(6):
            value += goal_worth(rules, hero, row)
    value += class_color_line(rules).stars(rules, hero)
    value += backstory_matches(rules, hero) * MATCH_WORTH
    value += _alignment.stars(rules, hero) + _traits.stars(rules, hero)
    value += _armor.stars(rules, hero)
    for card in hero.cards:
        if rules.cards[card].kind == SKILL:
            value += SKILL_WORTH
        elif rules.cards[card].kind == ARMOR:
            value += ARMOR_PROMISE
    return value


class Squire(Bot):
    """Looks one answer ahead at its own sheet, and sometimes answers at random."""

    name = "squire"

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.estimate: Estimate | None = None

    def looks(self, game: Game, seat: int) -> float:
        """The apparent worth of its own hero, averaged over outcomes that are still open."""
        if game.over:
            return float(final_stars(game, seat))
        if self.estimate is None or self.estimate.rules is not game.rules:
            self.estimate = Estimate(game.rules)
        outcomes = self.estimate.outcomes(game, seat)
        if outcomes:
            total = fsum(outcome.weight * self.looks(outcome.game, seat) for outcome in outcomes)
            return total / sum(outcome.weight for outcome in outcomes)
        self.estimate.look(game, seat)
        own = worth(game.rules, game.heroes[seat])
        return own * self.estimate.survival + self.estimate.more

    def choose(self, view: View, options: list[int]) -> int:
        chance = own_chance(self.seed, view, options)
        if chance.below(DREAMS) == 0 and view.world.question() != OPENING:
            return chance.choose(options, None)
        best: list[int] = []
        best_worth = float("-inf")
        for option in options:
            world = view.world.copy()
            world.apply_legal(option)
            value = self.looks(world, view.seat)
            if value > best_worth + 1e-9:
                best, best_worth = [option], value
            elif value > best_worth - 1e-9:
                best.append(option)
        return chance.choose(best, None)
