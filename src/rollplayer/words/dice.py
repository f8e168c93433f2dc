"""Words about the dice on the own sheet."""

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
from rollplayer.engine.game import Frame, Game
from rollplayer.engine.table import (
    CHANCE,
    EMPTY,
    HIGHEST,
    LOWEST,
    face_of,
    kind_of,
    opposite,
    turned,
)
from rollplayer.words.choice import Choice, Possible, Repeated, number_index
from rollplayer.words.shared import filled_mask, spots_or_pass


class Flip(Repeated):
    """Turn a die to its opposite face (D5)."""

    def __init__(self, times: int = 1, number: str = "", low_only: bool = False) -> None:
        super().__init__("flip", FLIP, times, number_index(number))
        self.low_only = low_only

    def spots(self, game: Game, frame: Frame) -> int:
        sheet = game.heroes[frame.seat].sheet
        spots = filled_mask(sheet) & ~frame.a
        if self.low_only:
            for spot in range(18):
                kind = kind_of(sheet[spot])
                if 2 * face_of(sheet[spot]) > LOWEST[kind] + HIGHEST[kind]:
                    spots &= ~(1 << spot)
        return spots

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return self.options(game, frame)[:-1]

    def options(self, game: Game, frame: Frame) -> list[int]:
        return spots_or_pass(FLIP, self.spots(game, frame))

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
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
            for one in range(18)
            for other in range(one + 1, 18)
            if filled >> one & 1 and filled >> other & 1
        ]
        known.append(PASS_CODE)
        _swaps[filled] = known
    return known


class Swap(Choice):
    """Exchange the places of two dice; values stay (D6)."""

    def __init__(self) -> None:
        super().__init__("swap", SWAP)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return swaps(game.heroes[frame.seat].sheet)[:-1]

    def options(self, game: Game, frame: Frame) -> list[int]:
        return swaps(game.heroes[frame.seat].sheet)

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        changes.dice_swapped(game, frame.seat, first_of(answer), second_of(answer))
        game.pop()


class Nudge(Choice):
    """Change a die up or down, never past its faces (D7)."""

    def __init__(self, by: int = 1, number: str = "") -> None:
        super().__init__("nudge", NUDGE)
        self.by = by
        self.number = number_index(number)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        by = hero.numbers[self.number] if self.number >= 0 else self.by
        choices: list[int] = []
        sheet = hero.sheet
        for spot in range(18):
            die = sheet[spot]
            if die != EMPTY:
                kind = kind_of(die)
                face = face_of(die)
                up = code(NUDGE, spot, CHANGE_ZERO)
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


class Reroll(Repeated):
    """Roll a die again and keep the new or the old value (D8).

    Frame: a, b as Repeated; c = 0, or (spot + 1) << 4 | face rolled (0 before chance has rolled).
    """

    def __init__(self, times: int = 1, number: str = "") -> None:
        super().__init__("reroll", REROLL, times, number_index(number))

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE if frame.c and not frame.c & 15 else frame.seat

    def question(self, game: Game, frame: Frame) -> str:
        if not frame.c:
            return "reroll"
        return "keep" if frame.c & 15 else "roll"

    def choices(self, game: Game, frame: Frame) -> list[int]:
        return self.options(game, frame)[:-1]

    def options(self, game: Game, frame: Frame) -> list[int]:
        if not frame.c:
            return spots_or_pass(REROLL, filled_mask(game.heroes[frame.seat].sheet) & ~frame.a)
        die = game.heroes[frame.seat].sheet[(frame.c >> 4) - 1]
        face = frame.c & 15
        if not face:
            return rolls(kind_of(die))
        return [code(KEEP, face), code(KEEP, face_of(die))]

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        if answer == PASS_CODE:
            game.pop()
            return
        if not frame.c:
            self.chosen(game, frame, answer)
            return
        spot = (frame.c >> 4) - 1
        die = game.heroes[frame.seat].sheet[spot]
        face = first_of(answer)
        if not frame.c & 15:
            changes.die_rerolled(game, frame.seat, spot, face)
            if face == face_of(die):
                self.done(game, frame, spot)
            else:
                game.replace(Frame(self, frame.seat, frame.a, frame.b, frame.c | face))
            return
        if face != face_of(die):
            changes.die_turned(game, frame.seat, spot, turned(die, face))
        self.done(game, frame, spot)

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        spot = first_of(answer)
        game.replace(Frame(self, frame.seat, frame.a, frame.b, (spot + 1) << 4))


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
            for row in range(6)
            if row != spot // 3 and not hero.row_full(row)
        ]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        spot = first_of(answer)
        to = game.heroes[frame.seat].first_open(second_of(answer))
        changes.die_slid(game, frame.seat, spot, to)
        game.pop()
