"""What the expansion lets cards count besides."""

from rollplayer.engine.formula import Formula, of_hero
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

    def formula(self) -> Formula:
        return of_hero("honor")


class Injuries(Count):
    """Your Injury tokens."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[INJURIES]

    def formula(self) -> Formula:
        return of_hero("injuries")


class Trophies(Count):
    """Your Trophies."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return len(hero.piles[TROPHIES])

    def formula(self) -> Formula:
        return ["count", of_hero("trophies")]


class AdventureTokens(Count):
    """Your Adventure tokens."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return len(hero.piles[TOKENS])

    def formula(self) -> Formula:
        return ["count", of_hero("tokens")]
