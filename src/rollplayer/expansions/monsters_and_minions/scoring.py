"""Score lines of the expansion."""

from rollplayer.engine.game import Ruleset, ScoreLine
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import ClassColor
from rollplayer.engine.table import has_color
from rollplayer.expansions.monsters_and_minions.registrations import (
    BOOST,
    BOOST_CLASS_COLOR,
    COMBAT,
    MONSTER_STARS,
)


class ClassColorWithBoost(ClassColor):
    """E3, E11: for the Elementalist Boost Dice count, too."""

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        stars = super().stars(rules, hero)
        if hero.numbers[BOOST_CLASS_COLOR] > 0:
            for die in hero.sheet:
                if has_color(die, BOOST):
                    stars += 1
        return stars


class MonsterStars(ScoreLine):
    """X11: what Monster Combat brought."""

    def __init__(self) -> None:
        super().__init__("monster")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[MONSTER_STARS]

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        return [("combat", str(hero.counts[COMBAT]), hero.counts[MONSTER_STARS])]
