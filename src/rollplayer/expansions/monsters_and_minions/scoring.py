"""Score lines and Traits of the expansion."""

from rollplayer.engine.components import StarWord
from rollplayer.engine.game import Ruleset, ScoreLine
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import ClassColor
from rollplayer.expansions.monsters_and_minions.counting import count_color
from rollplayer.expansions.monsters_and_minions.things import (
    BOOST,
    BOOST_CLASS_COLOR,
    COMBAT,
    HONOR,
    INJURIES,
    MONSTER_STARS,
    TROPHIES,
)


class ClassColorWithBoost(ClassColor):
    """E3, E11: for the Elementalist Boost Dice count, too."""

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        stars = super().stars(rules, hero)
        if hero.numbers[BOOST_CLASS_COLOR] > 0:
            stars += count_color(hero, BOOST)
        return stars


class MonsterStars(ScoreLine):
    """X11: what Monster Combat brought."""

    def __init__(self) -> None:
        super().__init__("monster")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[MONSTER_STARS]

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        return [("combat", str(hero.counts[COMBAT]), hero.counts[MONSTER_STARS])]


class PerHonor(StarWord):
    """Stars for each of your Honor tokens, up to a limit."""

    def __init__(self, stars: int, max: int) -> None:
        super().__init__("per-honor")
        self.worth = stars
        self.most = max

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return min(hero.counts[HONOR] * self.worth, self.most)


class PerTrophy(StarWord):
    """Stars for each of your Trophies, up to a limit."""

    def __init__(self, stars: int, max: int) -> None:
        super().__init__("per-trophy")
        self.worth = stars
        self.most = max

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return min(len(hero.piles[TROPHIES]) * self.worth, self.most)


class NoWeapons(StarWord):
    """Stars if you own no Weapon card."""

    def __init__(self, stars: int) -> None:
        super().__init__("no-weapons")
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return 0 if hero.weapons else self.worth


class TrophiesWithoutInjury(StarWord):
    """Stars if you have at least so many Trophies and no Injury token."""

    def __init__(self, trophies: int, stars: int) -> None:
        super().__init__("trophies-without-injury")
        self.trophies = trophies
        self.worth = stars

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        unhurt = hero.counts[INJURIES] == 0
        return self.worth if unhurt and len(hero.piles[TROPHIES]) >= self.trophies else 0
