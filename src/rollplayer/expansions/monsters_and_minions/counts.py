"""What the expansion lets cards count besides."""

from rollplayer.engine.game import Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.tally import Count
from rollplayer.expansions.monsters_and_minions.registrations import (
    HONOR,
    INJURIES,
    TOKENS,
    TROPHIES,
)


class Honor(Count):
    """Your Honor tokens."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[HONOR]


class Injuries(Count):
    """Your Injury tokens."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[INJURIES]


class Trophies(Count):
    """Your Trophies."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return len(hero.piles[TROPHIES])


class AdventureTokens(Count):
    """Your Adventure tokens."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return len(hero.piles[TOKENS])
