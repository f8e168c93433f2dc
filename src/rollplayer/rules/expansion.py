"""What an expansion is to the rules: it amends the plan of a game before the game is composed."""

from collections.abc import Sequence
from typing import Any, Final

from rollplayer.engine.components import Components, Part
from rollplayer.engine.formula import Formula
from rollplayer.engine.game import (
    CLEANUP_PHASE,
    SETUP,
    Extension,
    Game,
    Interruption,
    Placement,
    Ruleset,
    ScoreLine,
    Step,
    TurnOption,
)
from rollplayer.engine.open_classes import mypyc_attr
from rollplayer.engine.pieces import BASE_PIECES, BoxFault, Pieces
from rollplayer.engine.vocabulary import Box, Vocabulary
from rollplayer.rules.versions import RulesVersion
from rollplayer.words.registry import BASE_WORDS


class RoundPhase:
    """A phase of every round, and the phase that it follows."""

    def __init__(self, phase: int, after: int, steps: list[Step]) -> None:
        self.phase = phase
        self.after = after
        self.steps = steps


class Plan:
    """What ``compose`` is about to put together, as the base game has it."""

    def __init__(
        self, players: int, variants: tuple[str, ...], dice: list[int], version: RulesVersion
    ) -> None:
        self.players = players
        self.version = version
        self.table = max(players, 2)
        """L1: solitaire is set up as for two."""
        self.solitaire = players == 1
        self.variants = variants
        self.dice = dice
        self.market_size = self.table + 1
        self.starting_dice = self.table + 4
        self.removed_per_pile = 0
        """S7."""
        self.bonus_gold = [0, 0, 1, 2]
        """S3, by place in order."""
        self.enemy_dice = 1
        self.enemy_turn: list[Step] = []
        """What the solitaire enemy does at the end of the Dice Phase, in order (L3)."""
        self.dice_turn: list[Step] = []
        """What follows the taking of an Initiative card, in order (D2)."""
        self.placements: list[Placement] = []
        """What may be done with the drafted die besides laying it into a row."""
        self.phases: list[RoundPhase] = []
        self.interruptions: list[Interruption] = []
        self.turn_options: list[TurnOption] = []
        """What a Market turn may be spent on besides buying and discarding."""
        self.last_setup: list[Step] = []
        """What follows the base game's setup."""
        self.ending: list[Step] = []
        """What follows the last chance (K6)."""
        self.score_lines: list[ScoreLine] = []
        self.ranks: list[tuple[int, str]] = []
        self.round_counts: list[int] = []
        self.spendable: list[int] = []
        self.turn_discounts: list[int] = []
        self.lost: list[int] = []

        self._replaced: dict[str, str] = {}

    def replace_step(self, steps: list[Step], by: Step, box: str) -> None:
        """Replace the step of the same name. Two boxes cannot replace the same step."""
        other = self._replaced.setdefault(by.name, box)
        if other != box:
            raise BoxFault(f"{box} and {other} both replace the step {by.name!r}")
        steps[[step.name for step in steps].index(by.name)] = by

    def add_phase(self, phase: int, after: int, steps: list[Step]) -> None:
        """A phase of every round, after another one: of the base game, or of a box.

        Where two boxes add a phase after the same one, they come in the order of the boxes.
        """
        if after in (SETUP, CLEANUP_PHASE):
            raise BoxFault("a phase of a round follows the Roll Phase or a later one")
        self.phases.append(RoundPhase(phase, after, steps))

    def add_dice(self, kind: int, count: int) -> None:
        """Add dice of a kind to the bag."""
        self.dice = self.dice + [0] * (kind + 1 - len(self.dice))
        self.dice[kind] += count


class ScoreField:
    """What a score file may tell about a hero, or about the table, besides the base game's."""

    def __init__(self, name: str, sort: str, kind: str = "", low: int = 0, high: int = 99) -> None:
        self.name = name
        self.sort = sort
        """``number``, ``flag``, ``id`` of a kind, ``ids`` or how many, ``cards`` of a kind.

        Spaces for dice beside the sheet are fields by themselves, of the sort ``dice``.
        """
        self.kind = kind
        self.low = low
        self.high = high


LONGEST: Final = 12
"""More dice to come than this change nothing any more for those who judge positions."""
SPANS: Final = 7
"""Coarse steps of the dice still to come, for facts."""
STAGES: Final = 4
"""How far a seat's round has come, for facts."""


class Outcome:
    """Where something that has begun may end, and how likely beside the others."""

    def __init__(self, weight: float, game: Game) -> None:
        self.weight = weight
        self.game = game


@mypyc_attr(allow_interpreted_subclasses=True)
class ExpansionEvaluator:
    """What a hero may still expect of an expansion's part of the game: for those who judge positions.

    ``look`` leaves its answer in the fields, so that nothing is allocated for each position.
    """

    def __init__(self, line: str, facts: int) -> None:
        self.line = line
        """The score line it is about."""
        self.facts = facts
        """How many facts there are for what is learned (``add_facts``)."""
        self.stars = 0.0
        self.survival = 1.0
        """The chance that a solitaire game is not lost at once."""

    def look(self, game: Game, seat: int, left: int) -> None:
        """Set the fields for a hero with this many dice still to place; otherwise they stay as they are."""

    def is_ending(self, game: Game) -> bool:
        """Whether all lines but this one are settled."""
        return False

    def outcomes(self, game: Game, seat: int) -> list[Outcome]:
        """In the middle of something that had better be judged by where it may end: all of these."""
        return []

    def add_facts(
        self, game: Game, seat: int, left: int, span: int, stage: int, at: int, facts: list[int]
    ) -> None:
        """Add what is true of a hero, numbered from ``at`` on, by span (``SPANS``) and stage."""


class StarsSoFar(ExpansionEvaluator):
    """Promises what a score line brings as a hero stands, and knows no facts."""

    def __init__(self, rules: Ruleset, line: str) -> None:
        super().__init__(line, facts=0)
        self.lines = [each for each in rules.score_lines if each.name == line]

    def look(self, game: Game, seat: int, left: int) -> None:
        self.stars = 0.0
        for line in self.lines:
            self.stars += line.stars(game.rules, game.heroes[seat])


@mypyc_attr(allow_interpreted_subclasses=True)
class Expansion(Box):
    """A box that is added to the base game. The package of its folder holds one as ``BOX``."""

    def __init__(self, name: str, title: str, pieces: Pieces) -> None:
        super().__init__(name, title, pieces)
        self.short = name
        """Its option on the command line."""
        self.order = 50
        """Where several boxes change one thing, those with lower numbers come first, whatever order
        they were named or imported in."""
        self.most_players = 4
        self.variants: list[str] = []
        """Variants that need it."""
        self.editions: list[str] = ["second"]
        """Editions it can be added to."""
        self.sections: list[str] = []
        """Sections of the content that it reads itself."""
        self.hero_fields: list[ScoreField] = []
        self.table_fields: list[ScoreField] = []
        self.score_line = ""
        """The score line that it adds, if any."""
        self.given_keys: list[str] = []
        """Parts of the table that a scenario may give."""

    def read(self, entries: dict[str, list[Any]], components: Components) -> Part:
        """Its sections of the content, entry by entry (``content.build.EntryReader``)."""
        return Part()

    def amend(self, plan: Plan, components: Components) -> None:
        """Change the plan of a game that is played with it."""

    def prepare(self, rules: Ruleset, components: Components, variants: tuple[str, ...]) -> None:
        """Add to the finished rules what the plan has no place for."""

    def lay_out(self, rules: Ruleset, variants: tuple[str, ...]) -> Extension:
        """What it adds to the table before anything has happened."""
        return Extension()

    def lay(self, game: Game, given: dict[str, Any]) -> Extension:
        """The same as a scenario gives it, by ``given_keys``; ValueError says what is wrong."""
        return game.extensions[game.rules.boxes.index(self)]

    def forecast(self, game: Game, seat: int) -> dict[str, Any]:
        """What a seat can expect before it answers, as plain data for a client."""
        return {}

    def evaluator(self, rules: Ruleset) -> ExpansionEvaluator:
        """Judges its part of positions under these rules: here by the stars as they stand."""
        return StarsSoFar(rules, self.score_line)

    def lay_score(
        self, game: Game, seat: int, fields: dict[str, Any], table: dict[str, Any]
    ) -> None:
        """A hero of a score file: numbers, flags and indices by field; missing fields are absent."""

    def score_formulas(self, rules: Ruleset) -> dict[str, Formula]:
        """``lay_score`` for a client: counts of a hero by name, made of the fields of a score file."""
        return {}

    def doubt_score(self, game: Game, seat: int) -> list[tuple[str, str]]:
        """What no game leads to though it can be scored: keys of warnings, and an id for each."""
        return []


def vocabulary_of(boxes: Sequence[Box]) -> Vocabulary:
    """All pieces of a game with these boxes."""
    return Vocabulary([BASE_PIECES, BASE_WORDS, *[box.pieces for box in boxes]])


def expansions_of(boxes: Sequence[Box]) -> list[Expansion]:
    """The boxes of a ruleset as what they are to the rules."""
    found: list[Expansion] = []
    for box in boxes:
        assert isinstance(box, Expansion)
        found.append(box)
    return found
