"""Steps made of steps: in order, for each seat, round after round."""

from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Frame, Game, Step
from rollplayer.engine.table import NOBODY
from rollplayer.words.hooks import fire


class Sequence(Step):
    """Steps one after the other. Frame: a = how many have begun."""

    def __init__(self, name: str, steps: list[Step]) -> None:
        super().__init__(name)
        self.steps = steps

    def begin(self, game: Game, frame: Frame) -> bool:
        at = frame.a
        if at == len(self.steps):
            game.pop()
        else:
            game.replace(Frame(self, frame.seat, at + 1))
            game.push(Frame(self.steps[at], frame.seat))
        return False


class EachSeat(Step):
    """A step for each seat, clockwise from the Start Player. Frame: a = seats done."""

    def __init__(self, name: str, step: Step) -> None:
        super().__init__(name)
        self.step = step

    def begin(self, game: Game, frame: Frame) -> bool:
        players = game.rules.players
        if frame.a == players:
            game.pop()
        else:
            game.replace(Frame(self, NOBODY, frame.a + 1))
            game.push(Frame(self.step, (game.start_player + frame.a) % players))
        return False


class EachSeatReversed(EachSeat):
    """The same, the last player first and the Start Player last."""

    def begin(self, game: Game, frame: Frame) -> bool:
        players = game.rules.players
        if frame.a == players:
            game.pop()
        else:
            game.replace(Frame(self, NOBODY, frame.a + 1))
            game.push(Frame(self.step, (game.start_player + players - 1 - frame.a) % players))
        return False


class Opening(Step):
    """Everybody who could do something is asked, clockwise from the Start Player until all pass in a row.

    K5: so ends the Dice Phase, and so do the Market turns. Frame: seat = who is asked, a = passes in
    a row.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name, interruptible=True)

    def open(self, game: Game) -> None:
        """What happens before the first is asked."""

    def begin(self, game: Game, frame: Frame) -> bool:
        if frame.seat == NOBODY:
            self.open(game)
            game.replace(Frame(self, game.start_player))
            return False
        if frame.a == game.rules.players:
            game.pop()
            return False
        # Who can do nothing has passed.
        if game.heroes[frame.seat].has_anytime and game.interjections(frame.seat):
            return True
        self.next(game, frame)
        return False

    def next(self, game: Game, frame: Frame) -> None:
        game.replace(Frame(self, (frame.seat + 1) % game.rules.players, frame.a + 1))

    def question(self, game: Game, frame: Frame) -> str:
        return "opening"

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [PASS_CODE]

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        self.next(game, frame)

    def interrupted(self, game: Game, frame: Frame) -> None:
        """Whoever acts, all must pass in a row again."""
        game.replace(Frame(self, frame.seat, 0))


class Rounds(Step):
    """Rounds until all rows of all players are full (E1)."""

    def __init__(self, a_round: Step) -> None:
        super().__init__("rounds")
        self.a_round = a_round

    def begin(self, game: Game, frame: Frame) -> bool:
        if game.sheets_full():
            game.pop()
        else:
            game.push(Frame(self.a_round, NOBODY))
        return False


class Hook(Step):
    """The moment at which classes and cards with this hook act, clockwise from the Start Player."""

    def __init__(self, name: str, hook: int) -> None:
        super().__init__(name)
        self.hook = hook

    def begin(self, game: Game, frame: Frame) -> bool:
        game.pop()
        players = game.rules.players
        for place in range(players - 1, -1, -1):
            fire(game, (game.start_player + place) % players, self.hook)
        return False
