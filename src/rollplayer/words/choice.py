"""The shape most words have: choices, and the right to leave it at that."""

from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Fields, Frame, Game, OwnFrame, Step
from rollplayer.engine.open_classes import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Step):
    """A word that offers choices. Its effect is optional (D4, K1), so passing is always one."""

    def __init__(self, name: str, verb: int) -> None:
        super().__init__(name)
        self.verb = verb

    def choices(self, game: Game, frame: OwnFrame) -> list[int]:
        """Every way to carry the word out. The list belongs to the caller."""
        raise NotImplementedError(self.name)

    def options(self, game: Game, frame: OwnFrame) -> list[int]:
        options = self.choices(game, frame)
        options.append(PASS_CODE)
        return options

    def resolve(self, game: Game, frame: OwnFrame, answer: int) -> None:
        if answer == PASS_CODE:
            game.pop()
        else:
            self.chosen(game, frame, answer)

    def chosen(self, game: Game, frame: OwnFrame, answer: int) -> None:
        """What each word does with the answer."""
        raise NotImplementedError(self.name)


@mypyc_attr(allow_interpreted_subclasses=True)
class Possible(Choice):
    """A word that is over at once where there is nothing to choose (D19, M15, M24, M26)."""

    def advance(self, game: Game, frame: OwnFrame) -> bool:
        if self.choices(game, frame):
            return True
        game.pop()
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class AtOnce(Step):
    """A word that asks nothing: it leaves the agenda and happens."""

    def advance(self, game: Game, frame: Frame) -> bool:
        game.pop()
        self.carry_out(game, frame.seat)
        return False

    def carry_out(self, game: Game, seat: int) -> None:
        """What each word does."""
        raise NotImplementedError(self.name)


class RepeatedFrame(Frame):
    """How often a word was carried out, and a mask of the spots it was carried out on."""

    def __init__(self, step: Step, seat: int, spots_done: int = 0, times_done: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.spots_done = spots_done
        self.times_done = times_done

    def fields(self) -> Fields:
        return {"spots_done": self.spots_done, "times_done": self.times_done}

    def once_more(self, spot: int) -> "RepeatedFrame":
        """The same after one more time."""
        return RepeatedFrame(self.step, self.seat, self.spots_done | 1 << spot, self.times_done + 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class Repeated(Choice):
    """A word carried out several times, on different dice if it is about dice (D16).

    How often is a number of the hero's (``number``), or fixed (``times``) where that is -1.
    """

    def __init__(self, name: str, verb: int, times: int, number: int) -> None:
        super().__init__(name, verb)
        self.times = times
        self.number = number

    def new_frame(self, seat: int, about: int = 0) -> RepeatedFrame:
        return RepeatedFrame(self, seat)

    def limit(self, game: Game, frame: RepeatedFrame) -> int:
        if self.number >= 0:
            return game.heroes[frame.seat].numbers[self.number]
        return self.times

    def is_barred(self, game: Game, frame: RepeatedFrame) -> bool:
        """Whether what the hero owns has taken even the one time away."""
        return self.number >= 0 and game.heroes[frame.seat].numbers[self.number] <= 0

    def done(self, game: Game, frame: RepeatedFrame, spot: int) -> None:
        """One time is over: ask for the next, or leave."""
        if frame.times_done + 1 < self.limit(game, frame):
            game.replace(frame.once_more(spot))
        else:
            game.pop()
