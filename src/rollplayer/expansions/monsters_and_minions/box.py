"""What the expansion changes in the plan of a game (X1)."""

from typing import Any

from rollplayer.engine.components import Components, Part
from rollplayer.engine.formula import Formula
from rollplayer.engine.game import Extension, Game, Ruleset
from rollplayer.engine.table import BASE_KINDS
from rollplayer.expansions.monsters_and_minions import combat, experience, forecast, solitaire
from rollplayer.expansions.monsters_and_minions import registrations as mm
from rollplayer.expansions.monsters_and_minions.backpack import Store, Unpack
from rollplayer.expansions.monsters_and_minions.changes import score_laid
from rollplayer.expansions.monsters_and_minions.components import Box
from rollplayer.expansions.monsters_and_minions.evaluator import MonsterEvaluator
from rollplayer.expansions.monsters_and_minions.hunt import Hunt
from rollplayer.expansions.monsters_and_minions.loader import SECTIONS, read_box
from rollplayer.expansions.monsters_and_minions.monster_table import (
    GIVEN_KEYS,
    MonsterTable,
    lay_monsters,
    monsters_of,
)
from rollplayer.expansions.monsters_and_minions.prospects import GROWTHS, PROSPECTS
from rollplayer.expansions.monsters_and_minions.scoring import (
    ClassColorWithBoost,
    MonsterStars,
    fields_formulas,
)
from rollplayer.expansions.monsters_and_minions.setup import (
    TURN_UP_MINION,
    ChooseMonster,
    TurnUpAdventure,
)
from rollplayer.expansions.monsters_and_minions.vocabulary import COUNTS, EFFECTS
from rollplayer.rules.expansion import Expansion, ExpansionEvaluator, Plan, ScoreField
from rollplayer.rules.flow import EachSeat, Hook

BOOST_DICE = 11
MOST_STARTING_DICE = 8
REMOVED_PER_PILE = {2: 14, 3: 10, 4: 8, 5: 3}
"""S7."""
OPEN_ADVENTURE = "open-adventure"
DIFFICULT_MONSTERS = "difficult-monsters"


class MonstersAndMinions(Expansion):
    """The box, with its five seats and its two variants."""

    def __init__(self) -> None:
        super().__init__(mm.NAME, "Monsters & Minions", mm.PIECES)
        self.pieces.content_words("effects", EFFECTS)
        self.pieces.content_words("counts", COUNTS)
        for name, (soon, later) in PROSPECTS.items():
            self.pieces.prospect(name, soon, later)
        for name, by_round in GROWTHS.items():
            self.pieces.growth(name, by_round)
        self.short = "mm"
        self.order = 10
        self.most_players = 5
        self.variants = [OPEN_ADVENTURE, DIFFICULT_MONSTERS]
        self.sections = list(SECTIONS)
        self.given_keys = list(GIVEN_KEYS)
        self.table_fields = [
            ScoreField("monster", "id", "monster"),
            ScoreField("difficult_monsters", "flag"),
        ]
        self.hero_fields = [
            ScoreField("xp", "number"),
            ScoreField("honor", "number"),
            ScoreField("injuries", "number"),
            ScoreField("trophies", "ids", "minion"),
            ScoreField("monster", "id", "monster"),
            ScoreField("combat", "number", low=-99, high=999),
            ScoreField("scrolls", "cards", "scroll"),
        ]

    def read(self, entries: dict[str, list[Any]], components: Components) -> Part:
        return read_box(entries, components)

    def amend(self, plan: Plan, components: Components) -> None:
        # C2: one die more of each color, and the Boost Dice.
        for kind in BASE_KINDS:
            plan.add_dice(kind, 1)
        plan.add_dice(mm.BOOST, BOOST_DICE)
        plan.market_size = plan.table + 2
        plan.starting_dice = min(plan.starting_dice, MOST_STARTING_DICE)
        plan.removed_per_pile = REMOVED_PER_PILE[plan.table]
        if plan.table == self.most_players:
            plan.bonus_gold = [0] * plan.table
        plan.placements += [Store(), Unpack()]
        plan.interruptions += [experience.Heal(), experience.BuyAction(), experience.UseAbility()]
        plan.turn_options.append(Hunt())
        plan.round_counts.append(mm.ABILITY_USED)
        plan.spendable.append(mm.XP)
        plan.turn_discounts.append(mm.HAGGLE)
        plan.score_lines = [
            ClassColorWithBoost() if line.name == "class_color" else line
            for line in plan.score_lines
        ]
        plan.score_lines.append(MonsterStars())
        self.amend_course(plan)
        if plan.solitaire:
            plan.enemy_dice = solitaire.ENEMY_DICE
            enemy = solitaire.EnemyRolls(not plan.version.phases_end_open)
            plan.replace_step(plan.enemy_turn, enemy, self.name)
            plan.ranks = list(solitaire.CHART)
            plan.lost.append(mm.DEAD)

    def amend_course(self, plan: Plan) -> None:
        """What follows setup, and what follows character creation."""
        plan.last_setup.append(ChooseMonster())
        if OPEN_ADVENTURE in plan.variants:
            for kind, name in enumerate(mm.ADVENTURE_KINDS):
                plan.last_setup.append(TurnUpAdventure(f"lay-{name}", kind))
        plan.last_setup += [Hook("monster-abilities", mm.ON_MONSTER_CHOSEN), TURN_UP_MINION]
        plan.ending.append(combat.CreatePools())
        for kind, name in enumerate(mm.ADVENTURE_KINDS):
            plan.ending.append(combat.ResolveAdventure(f"turn-up-{name}", kind))
        plan.ending += [
            EachSeat("monster-hires", combat.MonsterHire()),
            EachSeat("monster-combats", combat.MonsterRoll()),
        ]

    def prepare(self, rules: Ruleset, components: Components, variants: tuple[str, ...]) -> None:
        box = components.parts[self.name]
        assert isinstance(box, Box)
        rules.parts[self.name] = box
        rules.names.give("monster", [each.id for each in box.monsters])
        rules.names.give("minion", [each.id for each in box.minions])
        rules.names.give("adventure", [each.id for each in box.adventures])

    def lay_out(self, rules: Ruleset, variants: tuple[str, ...]) -> Extension:
        box = rules.parts[self.name]
        assert isinstance(box, Box)
        hard = rules.solitaire or DIFFICULT_MONSTERS in variants
        laid = MonsterTable(box, OPEN_ADVENTURE in variants, hard)
        laid.unseen = [
            [minion.index for minion in box.minions if minion.dots == dots] for dots in (1, 2)
        ]
        return laid

    def forecast(self, game: Game, seat: int) -> dict[str, Any]:
        return forecast.forecast(game, seat)

    def evaluator(self, rules: Ruleset) -> ExpansionEvaluator:
        return MonsterEvaluator(rules)

    def lay_score(
        self, game: Game, seat: int, fields: dict[str, Any], table: dict[str, Any]
    ) -> None:
        score_laid(game, seat, fields, table)

    def score_formulas(self, rules: Ruleset) -> dict[str, Formula]:
        box = rules.parts[self.name]
        assert isinstance(box, Box)
        return fields_formulas(box)

    def doubt_score(self, game: Game, seat: int) -> list[tuple[str, str]]:
        # X2: Monsters of a player's Class color are out.
        if (
            monsters_of(game).monster < 0
            or game.heroes[seat].color != monsters_of(game).the_monster().color
        ):
            return []
        return [("monster-of-class-color", monsters_of(game).the_monster().id)]

    def lay(self, game: Game, given: dict[str, Any]) -> Extension:
        for extension in game.extensions:
            if isinstance(extension, MonsterTable):
                return lay_monsters(game, extension, given)
        raise AssertionError("Monsters & Minions is laid out before a scenario is")
