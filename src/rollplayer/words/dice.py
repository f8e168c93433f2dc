"""Words about the dice on your own sheet and beside it."""

from typing import Final

from rollplayer.engine import changes
from rollplayer.engine.answers import (
    CHANGE_ZERO,
    FLIP,
    KEEP,
    NUDGE,
    PASS_CODE,
    REROLL,
    ROLL,
    SLIDE,
    SWAP,
    code,
    first_of,
    second_of,
)
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.table import (
    CHANCE,
    EMPTY,
    FACES_SHOWN,
    HIGHEST,
    KINDS_SHOWN,
    LOWEST,
    MOST_SPOTS,
    SPOT_COUNT,
    face_of,
    kind_of,
    opposite,
    turned,
)
from rollplayer.words.choice import Choice, Possible, Repeated, RepeatedFrame
from rollplayer.words.shared import filled_mask, spots_or_pass


class Flip(Repeated):
    """Turn a die to its opposite face (D5)."""

    def __init__(self, times: int = 1, number: int = -1, low_only: bool = False) -> None:
        super().__init__("flip", FLIP, times, number)
        self.low_only = low_only

    def spots(self, game: Game, frame: RepeatedFrame) -> int:
        sheet = game.heroes[frame.seat].sheet
        spots = filled_mask(sheet) & ~frame.spots_done
        if self.low_only:
            for spot in range(len(sheet)):
                kind = kind_of(sheet[spot])
                if 2 * face_of(sheet[spot]) > LOWEST[kind] + HIGHEST[kind]:
                    spots &= ~(1 << spot)
        return spots

    def choices(self, game: Game, frame: RepeatedFrame) -> list[int]:
        return self.options(game, frame)[:-1]

    def options(self, game: Game, frame: RepeatedFrame) -> list[int]:
        return spots_or_pass(FLIP, 0 if self.is_barred(game, frame) else self.spots(game, frame))

    def chosen(self, game: Game, frame: RepeatedFrame, answer: int) -> None:
        spot = first_of(answer)
        changes.die_turned(game, frame.seat, spot, opposite(game.heroes[frame.seat].sheet[spot]))
        self.done(game, frame, spot)


_swaps: Final[dict[int, list[int]]] = {}


def swaps(sheet: list[int]) -> list[int]:
    """All exchanges of two dice, and pass. Shared by all sheets filled alike."""
    filled = filled_mask(sheet)
    known = _swaps.get(filled)
    if known is None:
        known = [
            code(SWAP, one, other)
            for one in range(MOST_SPOTS)
            for other in range(one + 1, MOST_SPOTS)
            if filled >> one & 1 and filled >> other & 1
        ]
        known.append(PASS_CODE)
        _swaps[filled] = known
    return known


class Swap(Choice):
    """Swap the places of two dice; their values stay (D6). With `must` you have to, if you can (M27)."""

    def __init__(self, must: bool = False) -> None:
        super().__init__("swap", SWAP)
        self.must = must

    def question(self, game: Game, frame: Frame) -> str:
        return "must-swap" if self.must else "swap"

    def advance(self, game: Game, frame: Frame) -> bool:
        if self.must and len(swaps(game.heroes[frame.seat].sheet)) == 1:
            game.pop()
            return False
        return True

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return swaps(game.heroes[frame.seat].sheet)[:-1]

    def options(self, game: Game, frame: Frame) -> list[int]:
        known = swaps(game.heroes[frame.seat].sheet)
        return known[:-1] if self.must else known

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        changes.dice_swapped(game, frame.seat, first_of(answer), second_of(answer))
        game.pop()


UNCHANGED: Final[list[int]] = [code(NUDGE, spot, CHANGE_ZERO) for spot in range(MOST_SPOTS)]
"""By spot: a nudge by nothing, to which changes are added."""


class Nudge(Choice):
    """Turn a die up or down, never past its faces (D7)."""

    def __init__(self, by: int = 1, number: int = -1) -> None:
        super().__init__("nudge", NUDGE)
        self.by = by
        self.number = number

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        by = hero.numbers[self.number] if self.number >= 0 else self.by
        choices: list[int] = []
        sheet = hero.sheet
        for spot in range(len(sheet)):
            die = sheet[spot]
            if die != EMPTY:
                kind = KINDS_SHOWN[die]
                face = FACES_SHOWN[die]
                up = UNCHANGED[spot]
                for change in range(1, by + 1):
                    if face + change <= HIGHEST[kind]:
                        choices.append(up + change)
                    if face - change >= LOWEST[kind]:
                        choices.append(up - change)
        return choices

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        spot = first_of(answer)
        die = game.heroes[frame.seat].sheet[spot]
        changes.die_turned(game, frame.seat, spot, die + second_of(answer) - CHANGE_ZERO)
        game.pop()


class RerollFrame(RepeatedFrame):
    """The spot whose die is being rolled again, and the face that chance has rolled."""

    def __init__(
        self,
        step: Step,
        seat: int,
        spots_done: int = 0,
        times_done: int = 0,
        spot: int = -1,
        face_rolled: int = 0,
    ) -> None:
        super().__init__(step, seat, spots_done, times_done)
        self.spot = spot
        """-1 until a die is chosen."""
        self.face_rolled = face_rolled
        """0 until chance has rolled."""

    def fields(self) -> Fields:
        return {**super().fields(), "spot": self.spot, "face_rolled": self.face_rolled}

    def numbers(self) -> list[int]:
        return [self.spots_done, self.times_done, (self.spot + 1) * 16 + self.face_rolled]

    def once_more(self, spot: int) -> "RerollFrame":
        return RerollFrame(self.step, self.seat, self.spots_done | 1 << spot, self.times_done + 1)

    def rolling(self, spot: int, face_rolled: int = 0) -> "RerollFrame":
        """The same with a die chosen, or with what it has shown."""
        return RerollFrame(
            self.step, self.seat, self.spots_done, self.times_done, spot, face_rolled
        )


class Reroll(Repeated):
    """Reroll a die and keep the new or the old value (D8)."""

    def __init__(self, times: int = 1, number: int = -1) -> None:
        super().__init__("reroll", REROLL, times, number)

    def new_frame(self, seat: int, about: int = 0) -> RerollFrame:
        return RerollFrame(self, seat)

    def asked(self, game: Game, frame: RerollFrame) -> int:
        return CHANCE if frame.spot >= 0 and not frame.face_rolled else frame.seat

    def question(self, game: Game, frame: RerollFrame) -> str:
        if frame.spot < 0:
            return "reroll"
        return "keep" if frame.face_rolled else "roll"

    def choices(self, game: Game, frame: RerollFrame) -> list[int]:
        return self.options(game, frame)[:-1]

    def options(self, game: Game, frame: RerollFrame) -> list[int]:
        sheet = game.heroes[frame.seat].sheet
        if frame.spot < 0:
            spots = 0 if self.is_barred(game, frame) else filled_mask(sheet) & ~frame.spots_done
            return spots_or_pass(REROLL, spots)
        old = sheet[frame.spot]
        if not frame.face_rolled:
            return rolls(kind_of(old))
        return [code(KEEP, frame.face_rolled), code(KEEP, face_of(old))]

    def resolve(self, game: Game, frame: RerollFrame, answer: int) -> None:
        if answer == PASS_CODE:
            game.pop()
            return
        if frame.spot < 0:
            self.chosen(game, frame, answer)
            return
        spot = frame.spot
        old = game.heroes[frame.seat].sheet[spot]
        face = first_of(answer)
        if not frame.face_rolled:
            changes.die_rerolled(game, frame.seat, spot, face)
            if face == face_of(old):
                self.done(game, frame, spot)
            else:
                game.replace(frame.rolling(spot, face))
            return
        if face != face_of(old):
            changes.die_turned(game, frame.seat, spot, turned(old, face))
        self.done(game, frame, spot)

    def chosen(self, game: Game, frame: RerollFrame, answer: int) -> None:
        game.replace(frame.rolling(spot=first_of(answer)))


_rolls: Final[dict[int, list[int]]] = {}


def rolls(kind: int) -> list[int]:
    """Chance's answers when a die of this kind is rolled."""
    known = _rolls.get(kind)
    if known is None:
        known = [code(ROLL, face) for face in range(LOWEST[kind], HIGHEST[kind] + 1)]
        _rolls[kind] = known
    return known


class Slide(Possible):
    """Move a die to the first open space of another row; no action, no Gold (N10, M26)."""

    def __init__(self) -> None:
        super().__init__("slide", SLIDE)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        return [
            code(SLIDE, spot, row)
            for spot in hero.filled()
            if spot < SPOT_COUNT
            for row in range(6)
            if row != spot // 3 and not hero.row_full(row)
        ]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        spot = first_of(answer)
        to = game.heroes[frame.seat].first_open(second_of(answer))
        changes.die_slid(game, frame.seat, spot, to)
        game.pop()
