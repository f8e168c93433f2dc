"""Steps made of steps: in order, for each seat, round after round."""

from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import CountingFrame, Fields, Frame, Game, Step
from rollplayer.engine.open_classes import mypyc_attr
from rollplayer.engine.table import NOBODY
from rollplayer.words.hooks import fire


class SequenceFrame(Frame):
    """How many steps of a sequence have begun."""

    def __init__(self, step: Step, seat: int, begun: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.begun = begun

    def fields(self) -> Fields:
        return {"begun": self.begun}


class Sequence(Step):
    """Steps one after the other."""

    def __init__(self, name: str, steps: list[Step]) -> None:
        super().__init__(name)
        self.steps = steps
        self.after = [SequenceFrame(self, NOBODY, at + 1) for at in range(len(steps))]
        """By step: this sequence once that step has begun, while it is nobody's."""

    def new_frame(self, seat: int, about: int = 0) -> SequenceFrame:
        return SequenceFrame(self, seat)

    def advance(self, game: Game, frame: SequenceFrame) -> bool:
        at = frame.begun
        seat = frame.seat
        if at == len(self.steps):
            game.pop()
        else:
            game.replace(self.after[at] if seat == NOBODY else SequenceFrame(self, seat, at + 1))
            game.push(self.steps[at].frame(seat))
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class InTurn(Step):
    """A step of one turn after the other."""

    def frame_after(self, done: int) -> Frame:
        """This step after this many turns."""
        raise NotImplementedError(self.name)

    def new_frame(self, seat: int, about: int = 0) -> Frame:
        return self.frame_after(0)


@mypyc_attr(allow_interpreted_subclasses=True)
class CountedTurns(InTurn):
    """A step that remembers nothing but how many turns are over."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.after: list[CountingFrame] = []
        """By turns that are over, as far as they were needed: copies of a game share them."""

    def frame_after(self, done: int) -> CountingFrame:
        while len(self.after) <= done:
            self.after.append(CountingFrame(self, NOBODY, len(self.after)))
        return self.after[done]


@mypyc_attr(allow_interpreted_subclasses=True)
class EachSeat(CountedTurns):
    """A step for each seat, clockwise from the Start Player."""

    def __init__(self, name: str, step: Step) -> None:
        super().__init__(name)
        self.step = step

    def seat_at(self, game: Game, place: int) -> int:
        return (game.start_player + place) % game.rules.players

    def advance(self, game: Game, frame: CountingFrame) -> bool:
        if frame.done == game.rules.players:
            game.pop()
        else:
            # Without a call where they have been made: this happens in every turn.
            done = frame.done + 1
            game.replace(self.after[done] if done < len(self.after) else self.frame_after(done))
            game.push(self.step.frame(self.seat_at(game, frame.done)))
        return False


class EachSeatReversed(EachSeat):
    """The same, the last player first and the Start Player last."""

    def seat_at(self, game: Game, place: int) -> int:
        players = game.rules.players
        return (game.start_player + players - 1 - place) % players


class OpeningFrame(Frame):
    """How many have passed in a row; ``seat`` is who is asked."""

    def __init__(self, step: Step, seat: int, passes: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.passes = passes

    def fields(self) -> Fields:
        return {"passes": self.passes}


@mypyc_attr(allow_interpreted_subclasses=True)
class Opening(Step):
    """Everybody who could do something is asked, clockwise from the Start Player until all pass in a row.

    K5: so ends the Dice Phase, and so do the Market turns.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name, interruptible=True)
        self.asking: list[list[OpeningFrame]] = []
        """By the seat that is asked and the passes in a row, once somebody is: copies share them."""

    def new_frame(self, seat: int, about: int = 0) -> OpeningFrame:
        return OpeningFrame(self, seat)

    def ask(self, game: Game, seat: int, passes: int) -> None:
        if not self.asking:
            players = game.rules.players
            self.asking = [
                [OpeningFrame(self, each, number) for number in range(players + 1)]
                for each in range(players)
            ]
        game.replace(self.asking[seat][passes])

    def open(self, game: Game) -> None:
        """What happens before the first is asked."""

    def advance(self, game: Game, frame: OpeningFrame) -> bool:
        if frame.seat == NOBODY:
            self.open(game)
            self.ask(game, game.start_player, 0)
            return False
        if frame.passes == game.rules.players:
            game.pop()
            return False
        # Who can do nothing has passed.
        if game.heroes[frame.seat].may_interrupt and game.interruptions(frame.seat):
            return True
        self.next(game, frame)
        return False

    def next(self, game: Game, frame: OpeningFrame) -> None:
        left = (frame.seat + 1) % game.rules.players
        if self.asking:
            game.replace(self.asking[left][frame.passes + 1])
        else:
            self.ask(game, left, frame.passes + 1)

    def question(self, game: Game, frame: OpeningFrame) -> str:
        return "opening"

    def options(self, game: Game, frame: OpeningFrame) -> list[int]:
        return [PASS_CODE]

    def resolve(self, game: Game, frame: OpeningFrame, answer: int) -> None:
        self.next(game, frame)

    def interrupted(self, game: Game, frame: OpeningFrame) -> None:
        """Whoever acts, all must pass in a row again."""
        self.ask(game, frame.seat, 0)


class Rounds(Step):
    """Rounds until all rows of all players are full (E1)."""

    def __init__(self, a_round: Step) -> None:
        super().__init__("rounds")
        self.a_round = a_round

    def advance(self, game: Game, frame: Frame) -> bool:
        if game.sheets_full():
            game.pop()
        else:
            game.push(self.a_round.frame(NOBODY))
        return False


class Hook(Step):
    """The moment at which classes and cards with this hook act, clockwise from the Start Player."""

    def __init__(self, name: str, hook: int) -> None:
        super().__init__(name)
        self.hook = hook

    def advance(self, game: Game, frame: Frame) -> bool:
        game.pop()
        players = game.rules.players
        for place in range(players - 1, -1, -1):
            fire(game, (game.start_player + place) % players, self.hook)
        return False
