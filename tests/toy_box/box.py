"""What the box changes in the plan of a game."""

from typing import Any

from rollplayer.engine import changes
from rollplayer.engine.components import Components, Part
from rollplayer.engine.game import MARKET_PHASE, Extension, Game, Ruleset
from rollplayer.rules.expansion import Expansion, Plan, ScoreField
from rollplayer.rules.flow import EachSeat
from rollplayer.words.registry import Word

from .kilns import Crack, Cracks, Workshop
from .pieces import CRACKS, DAWN, DICE_OF_EACH, DUSK, FIRING, GLOW, NAME, PIECES
from .scoring import GlassStars, Glow
from .steps import Firing, Kindle, Leak


class Glassworks(Expansion):
    def __init__(self) -> None:
        super().__init__(NAME, "Glassworks", PIECES)
        self.pieces.content_words("effects", {"leak": Word(Leak)})
        self.pieces.content_words("counts", {"glow": Word(Glow)})
        self.sections = ["crack"]
        self.score_line = "glass"
        self.hero_fields = [ScoreField("glow", "number"), ScoreField("cracks", "ids", "crack")]

    def read(self, entries: dict[str, list[Any]], components: Components) -> Part:
        part = Cracks()
        for entry in entries["crack"]:
            crack = Crack(len(part.cracks), entry.id)
            entry.common(crack)
            entry.close()
            part.cracks.append(crack)
        return part

    def amend(self, plan: Plan, components: Components) -> None:
        plan.add_dice(DUSK, DICE_OF_EACH)
        plan.add_dice(DAWN, DICE_OF_EACH)
        plan.placements.append(Kindle())
        plan.add_phase(FIRING, MARKET_PHASE, [EachSeat("firings", Firing())])
        plan.score_lines.append(GlassStars())

    def prepare(self, rules: Ruleset, components: Components, variants: tuple[str, ...]) -> None:
        part = components.parts[self.name]
        assert isinstance(part, Cracks)
        rules.parts[self.name] = part
        rules.give("crack", part.cracks)

    def lay_out(self, rules: Ruleset, variants: tuple[str, ...]) -> Extension:
        part = rules.parts[self.name]
        assert isinstance(part, Cracks)
        return Workshop(tuple(range(len(part.cracks))))

    def lay(self, game: Game, given: dict[str, Any]) -> Extension:
        owned = [crack for hero in game.heroes for crack in hero.piles[CRACKS]]
        part = game.rules.parts[self.name]
        assert isinstance(part, Cracks)
        return Workshop(tuple([crack.index for crack in part.cracks if crack.index not in owned]))

    def lay_score(self, game: Game, seat: int, hero: dict[str, Any], table: dict[str, Any]) -> None:
        changes.set_count(game.heroes[seat], GLOW, hero.get("glow", 0))
        changes.set_pile(game.heroes[seat], CRACKS, tuple(hero.get("cracks", ())))
