"""What the box counts, and its line of the score sheet."""

from rollplayer.engine.formula import (
    BESIDE,
    OWN_COLOR,
    Formula,
    how_many,
    is_of_color,
    of_hero,
    reason,
)
from rollplayer.engine.game import Ruleset, ScoreLine
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import has_color
from rollplayer.engine.tally import Count

from .pieces import CRACKS, GLOW, KILN_SPOTS

GLOW_PER_STAR = 2


class Glow(Count):
    """Your glow."""

    def count(self, rules: Ruleset, hero: Hero) -> int:
        return hero.counts[GLOW]

    def formula(self) -> Formula:
        return of_hero("glow")


class GlassStars(ScoreLine):
    """A star for each die of the Class color in the Kiln and for every 2 glow; -1 for each Crack."""

    def __init__(self) -> None:
        super().__init__("glass")

    def stars(self, rules: Ruleset, hero: Hero) -> int:
        return sum([stars for _, _, stars in self.reasons(rules, hero)])

    def reasons(self, rules: Ruleset, hero: Hero) -> list[tuple[str, str, int]]:
        own = len([spot for spot in KILN_SPOTS if has_color(hero.sheet[spot], hero.color)])
        glow = hero.counts[GLOW]
        cracks = len(hero.piles[CRACKS])
        return [
            ("kiln", str(own), own),
            ("glow", str(glow), glow // GLOW_PER_STAR),
            ("cracks", str(cracks), -cracks),
        ]

    def formula(self, rules: Ruleset) -> Formula:
        is_in_kiln = ["=", ["get", "die", "space"], "kiln"]
        own = how_many("die", BESIDE, is_in_kiln, is_of_color(OWN_COLOR))
        glow = ["+", 0, of_hero("glow")]
        cracks = ["count", of_hero("cracks")]
        return [
            "list",
            reason("kiln", own, own),
            reason("glow", glow, ["//", glow, GLOW_PER_STAR]),
            reason("cracks", cracks, ["-", 0, cracks]),
        ]
