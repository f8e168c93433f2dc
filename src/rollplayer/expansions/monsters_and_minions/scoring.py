"""Score lines of the expansion."""

from rollplayer.engine.formula import (
    DICE,
    Formula,
    how_many,
    is_of_color,
    number,
    of_hero,
    of_table,
    reason,
)
from rollplayer.engine.game import Ruleset, ScoreLine
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import ClassColor
from rollplayer.engine.table import COLORS, SPOT_COUNT, has_color
from rollplayer.expansions.monsters_and_minions.components import Box
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
            for spot in range(SPOT_COUNT):
                if has_color(hero.sheet[spot], BOOST):
                    stars += 1
        return stars

    def dice_formula(self) -> Formula:
        boosts = how_many("die", DICE, is_of_color(COLORS[BOOST]))
        counts = ["<=", 1, number("boost-class-color", 0)]
        return ["+", super().dice_formula(), ["if", counts, boosts, 0]]


class MonsterStars(ScoreLine):
    """X11: what Monster Combat brought."""

    def __init__(self) -> None:
        super().__init__("monster")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[MONSTER_STARS]

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        return [("combat", str(hero.counts[COMBAT]), hero.counts[MONSTER_STARS])]

    def formula(self, rules: Ruleset) -> Formula:
        return ["list", reason("combat", of_hero("combat"), of_hero("monster_stars"))]


def fields_formulas(box: Box) -> dict[str, Formula]:
    """``changes.score_laid`` for a client: what the fields of a score file say about a hero."""
    monsters = {
        monster.id: {
            "strength": monster.strength,
            "strength_1p": monster.strength_1p,
            "every": monster.every,
            "least": monster.least_stars,
            "most": monster.most_stars,
        }
        for monster in box.monsters
    }

    def of_monster(key: Formula) -> Formula:
        return ["of", monsters, of_table("monster"), key]

    is_hard = ["or", of_table("solitaire"), of_table("difficult_monsters")]
    strength = of_monster(["if", is_hard, "strength_1p", "strength"])
    total = of_hero("combat")
    fought = ["and", of_table("monster"), ["not", ["=", total, None]]]
    falls_short = ["not", ["<=", strength, total]]
    over = ["//", ["-", total, strength], of_monster("every")]
    stars = ["min", of_monster("most"), ["max", of_monster("least"), over]]
    return {
        "monster_stars": ["if", fought, ["if", falls_short, 0, stars], 0],
        "dead": ["if", ["and", fought, of_table("solitaire"), falls_short], 1, 0],
        "combat": ["if", fought, total, 0],
    }
