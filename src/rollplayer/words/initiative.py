"""Words about the dice on free Initiative cards, and how those are sorted (R1, R2, N3)."""

from rollplayer.engine import changes
from rollplayer.engine.answers import (
    CHANGE_ZERO,
    EXCHANGE,
    LAY,
    NUDGE_FREE,
    REROLL_FREE,
    code,
    first_of,
    second_of,
)
from rollplayer.engine.events import FOR_GOLD_DIE
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.numbers import GOLD_FOR_GOLD_DIE
from rollplayer.engine.table import (
    CHANCE,
    EMPTY,
    FACES_SHOWN,
    GOLD,
    HIGHEST,
    LOWEST,
    MOST_FACES,
    NOBODY,
    face_of,
    has_color,
    kind_of,
    turned,
)
from rollplayer.words.choice import Choice
from rollplayer.words.dice import rolls


class LayDice(Step):
    """Dice of the pool go on the free Initiative cards in ascending value; one seat orders ties."""

    def __init__(self) -> None:
        super().__init__("lay")

    def advance(self, game: Game, frame: Frame) -> bool:
        while game.pool:
            lowest = self.lowest(game)
            if len(lowest) > 1:
                return True
            changes.die_laid(game, self.next_card(game), lowest[0])
        game.pop()
        return False

    def lowest(self, game: Game) -> list[int]:
        """The different dice that show the lowest value of the pool."""
        value = MOST_FACES + 1
        lowest: list[int] = []
        for die in game.pool:
            face = FACES_SHOWN[die]
            if face < value:
                value = face
                lowest = [die]
            elif face == value and die not in lowest:
                lowest.append(die)
        lowest.sort()
        return lowest

    def next_card(self, game: Game) -> int:
        for number in range(len(game.dice)):
            if game.dice[number] == EMPTY and game.taken[number] == NOBODY:
                return number + 1
        raise AssertionError("more dice than free Initiative cards")

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [code(LAY, die) for die in self.lowest(game)]

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        changes.die_laid(game, self.next_card(game), first_of(answer))


LAY_DICE = LayDice()


def sort_again(game: Game, seat: int) -> None:
    """N3: the user of the Skill orders ties. D23: Gold stays on its card."""
    changes.free_dice_lifted(game)
    game.replace(LAY_DICE.frame(seat))


class NudgeFree(Choice):
    """Change a die on a free Initiative card, then sort (Climb)."""

    def __init__(self, by: int = 1) -> None:
        super().__init__("nudge-free", NUDGE_FREE)
        self.by = by

    def choices(self, game: Game, frame: Frame) -> list[int]:
        choices: list[int] = []
        for number in game.free_cards():
            die = game.dice[number - 1]
            kind = kind_of(die)
            for change in range(-self.by, self.by + 1):
                if change and LOWEST[kind] <= face_of(die) + change <= HIGHEST[kind]:
                    choices.append(code(NUDGE_FREE, number, CHANGE_ZERO + change))
        return choices

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        number = first_of(answer)
        die = game.dice[number - 1] + second_of(answer) - CHANGE_ZERO
        changes.free_die_turned(game, number, die)
        sort_again(game, frame.seat)


class RerollFreeFrame(Frame):
    """A mask of the Initiative numbers whose dice are still to be rolled."""

    def __init__(self, step: Step, seat: int, to_roll: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.to_roll = to_roll

    def fields(self) -> Fields:
        return {"to_roll": self.to_roll}


class RerollFree(Choice):
    """Reroll any number of dice on free Initiative cards, then sort (Intimidate)."""

    def __init__(self) -> None:
        super().__init__("reroll-free", REROLL_FREE)

    def new_frame(self, seat: int, about: int = 0) -> RerollFreeFrame:
        return RerollFreeFrame(self, seat)

    def asked(self, game: Game, frame: RerollFreeFrame) -> int:
        return CHANCE if frame.to_roll else frame.seat

    def question(self, game: Game, frame: RerollFreeFrame) -> str:
        return "roll" if frame.to_roll else self.name

    def choices(self, game: Game, frame: RerollFreeFrame) -> list[int]:
        masks = [0]
        for number in game.free_cards():
            masks += [mask | 1 << number for mask in masks]
        return [code(REROLL_FREE, mask) for mask in masks[1:]]

    def options(self, game: Game, frame: RerollFreeFrame) -> list[int]:
        if frame.to_roll:
            return rolls(kind_of(game.dice[self.number(frame) - 1]))
        return super().options(game, frame)

    def number(self, frame: RerollFreeFrame) -> int:
        """The lowest number still to roll."""
        number = 1
        while not frame.to_roll >> number & 1:
            number += 1
        return number

    def resolve(self, game: Game, frame: RerollFreeFrame, answer: int) -> None:
        if not frame.to_roll:
            super().resolve(game, frame, answer)
            return
        number = self.number(frame)
        die = game.dice[number - 1]
        changes.free_die_turned(game, number, turned(die, first_of(answer)))
        left = frame.to_roll & ~(1 << number)
        if left:
            game.replace(RerollFreeFrame(self, frame.seat, to_roll=left))
        else:
            sort_again(game, frame.seat)

    def chosen(self, game: Game, frame: RerollFreeFrame, answer: int) -> None:
        game.replace(RerollFreeFrame(self, frame.seat, to_roll=first_of(answer)))


class Exchange(Choice):
    """Exchange a die on your sheet with one on a free Initiative card, then sort (N7, D18)."""

    def __init__(self) -> None:
        super().__init__("exchange", EXCHANGE)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        free = game.free_cards()
        return [
            code(EXCHANGE, spot, number)
            for spot in game.heroes[frame.seat].filled()
            for number in free
        ]

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        number = second_of(answer)
        hero = game.heroes[frame.seat]
        taken = game.dice[number - 1]
        changes.dice_exchanged(game, frame.seat, first_of(answer), number)
        if has_color(taken, GOLD):
            changes.gold_gained(game, frame.seat, hero.numbers[GOLD_FOR_GOLD_DIE], FOR_GOLD_DIE)
        sort_again(game, frame.seat)
