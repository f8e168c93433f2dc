"""The moment a scenario begins at: the game's agenda, advanced to that point."""

from typing import Final

from rollplayer.engine.game import (
    CLEANUP_PHASE,
    ROLL_PHASE,
    SETUP,
    Game,
    Ruleset,
    Step,
)
from rollplayer.engine.table import NOBODY, ROWS
from rollplayer.rules.cleanup import DiscardCharisma, Refreshing
from rollplayer.rules.flow import (
    EachSeat,
    EachSeatReversed,
    InTurn,
    Rounds,
    Sequence,
    SequenceFrame,
)
from rollplayer.rules.phases import TURN_ACTION, OpenPhase
from rollplayer.rules.solitaire import SetEnemyDieAside
from rollplayer.scenario.readers import Mistake, one_of
from rollplayer.words.actions import ALL_ROWS, ActionFrame

MOMENTS: Final = {
    "roll": "roll-phase",
    "take": "dice-turns",
    "place": "dice-turns",
    "action": "dice-turns",
    "market": "market-phase",
    "market-turn": "market-turns",
    "cleanup": "discard-charisma",
}
"""Short names of steps of the round."""


class Moment:
    """A step of setup, of the round or of the end, and its position in the sequence."""

    def __init__(self, rules: Ruleset, at: str) -> None:
        self.at = at
        game_steps, rounds, round_steps = parts(rules)
        self.game_steps = game_steps
        self.rounds = rounds
        self.round_steps = round_steps
        self.rounds_at = game_steps.steps.index(rounds)
        setup_names = [step.name for step in game_steps.steps if step is not rounds]
        round_names = [step.name for step in round_steps.steps]
        known = dict.fromkeys(["setup", *MOMENTS, *round_names, *setup_names])
        one_of(at, known, "given.at")
        self.in_round = at in MOMENTS or at in round_names
        steps = round_steps.steps if self.in_round else game_steps.steps
        name = MOMENTS.get(at, at)
        self.place = 0 if at == "setup" else [step.name for step in steps].index(name)
        self.step: Step = steps[self.place]

    def reached(self, name: str) -> bool:
        """Whether the game is past this step of setup, or has no such step."""
        names = [step.name for step in self.game_steps.steps]
        return name in names and (self.in_round or names.index(name) < self.place)

    @property
    def enemy_dice(self) -> int:
        """How many dice solitaire has set aside so far (L1)."""
        before = self.game_steps.steps if self.in_round else self.game_steps.steps[: self.place]
        return sum(step.dice for step in before if isinstance(step, SetEnemyDieAside))

    def past(self, name: str) -> bool:
        """Whether the game is past this step of the round."""
        names = [step.name for step in self.round_steps.steps]
        return self.in_round and names.index(name) < self.place

    @property
    def phase(self) -> int:
        if not self.in_round:
            return SETUP if self.place <= self.rounds_at else CLEANUP_PHASE
        phase = ROLL_PHASE
        # A step that itself opens a phase begins in the phase before.
        for step in self.round_steps.steps[: self.place]:
            if isinstance(step, OpenPhase):
                phase = step.phase
            elif isinstance(step, DiscardCharisma):
                phase = CLEANUP_PHASE
        return phase

    @property
    def takes_turn(self) -> bool:
        """Whether ``turn`` has a meaning here."""
        return isinstance(self.step, EachSeat | Refreshing) or self.at == "market-turn"


def parts(rules: Ruleset) -> tuple[Sequence, Rounds, Sequence]:
    """The sequence of the whole game, its rounds, and the sequence of one round."""
    start = rules.start
    assert isinstance(start, Sequence)
    (rounds,) = [step for step in start.steps if isinstance(step, Rounds)]
    assert isinstance(rounds.a_round, Sequence)
    return start, rounds, rounds.a_round


def put_forward(game: Game, moment: Moment, turn: int, row: str) -> None:
    """Set up the agenda so that the moment comes next and the rest of the game follows."""
    whole, sequence = moment.game_steps, moment.game_steps
    if moment.in_round:
        game.push(SequenceFrame(whole, NOBODY, moment.rounds_at + 1))
        game.push(moment.rounds.frame(NOBODY))
        sequence = moment.round_steps
    if not moment.takes_turn:
        game.push(SequenceFrame(sequence, NOBODY, moment.place))
        return
    game.push(SequenceFrame(sequence, NOBODY, moment.place + 1))
    turns = moment.step
    assert isinstance(turns, InTurn)
    if moment.at == "market-turn":
        game.push(turns.frame_after(game.taken.index(turn)))
        return
    before = seats_before(game, moment.step, turn)
    if moment.at == "place":
        game.push(turns.frame_after(before + 1))
        steps = game.rules.dice_turn
        place = [step.name for step in steps].index("place")
        for step in reversed(steps[place:]):
            game.push(step.frame(turn))
    elif moment.at == "action":
        if row not in (*ROWS, "any"):
            raise Mistake(f'given.row: at = "action" needs one of: {", ".join(ROWS)}, any')
        game.push(turns.frame_after(before + 1))
        rows = ALL_ROWS if row == "any" else 1 << ROWS.index(row)
        game.push(ActionFrame(TURN_ACTION, turn, rows))
    else:
        game.push(turns.frame_after(before))


def seats_before(game: Game, step: Step, turn: int) -> int:
    players = game.rules.players
    if isinstance(step, EachSeatReversed):
        return (game.start_player + players - 1 - turn) % players
    return (turn - game.start_player) % players
