"""Kindling in the Dice turn, and the Firing Phase."""

from rollplayer.engine import changes
from rollplayer.engine.answers import PASS_CODE, code, die_of, first_of, verb_of
from rollplayer.engine.game import Fields, Frame, Game, Placement, Step
from rollplayer.engine.table import CHANCE, EMPTY, face_of, kind_of, turned
from rollplayer.rules.starting_dice import draw_weights, draws
from rollplayer.words.choice import AtOnce
from rollplayer.words.dice import rolls
from rollplayer.words.hooks import fire

from .kilns import crack_mended, cracked, glowed, in_kiln, workshop
from .pieces import (
    CRACKS,
    DEAL_CRACK,
    FIRE,
    FOR_LEAK,
    KILN_SPOTS,
    KINDLE,
    MEND,
    MENDING,
    ON_GLOW,
)


class Kindle(Placement):
    """Put the die in hand on an open space of the Kiln and place one from the bag instead."""

    def __init__(self) -> None:
        super().__init__(KINDLE)

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        hero = game.heroes[seat]
        if hero.hand and sum(game.bag) > 0:
            options += [code(KINDLE, spot) for spot in KILN_SPOTS if hero.sheet[spot] == EMPTY]

    def place(self, game: Game, seat: int, answer: int) -> int:
        changes.die_placed(game, seat, game.heroes[seat].hand[0], first_of(answer))
        game.push(KINDLING.frame(seat))
        return 0


class Kindling(Step):
    """A die from the bag, rolled, for the one that went into the Kiln."""

    def __init__(self) -> None:
        super().__init__("kindling")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def options(self, game: Game, frame: Frame) -> list[int]:
        return draws(game)

    def weights(self, game: Game, frame: Frame) -> list[int] | None:
        return draw_weights(game)

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        game.pop()
        changes.die_drawn(game, frame.seat, die_of(answer))


KINDLING = Kindling()


class Firing(Step):
    """Mend Cracks, as many as one can pay for, and fire one die of the Kiln, or none."""

    def __init__(self) -> None:
        super().__init__("firing", interruptible=True)

    def advance(self, game: Game, frame: Frame) -> bool:
        if self.choices(game, frame.seat):
            return True
        game.pop()
        return False

    def choices(self, game: Game, seat: int) -> list[int]:
        hero = game.heroes[seat]
        choices = [code(FIRE, spot) for spot in in_kiln(hero)]
        if hero.gold >= hero.numbers[MENDING]:
            choices += [code(MEND, crack) for crack in hero.piles[CRACKS]]
        return choices

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [*self.choices(game, frame.seat), PASS_CODE]

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        if answer == PASS_CODE:
            game.pop()
        elif verb_of(answer) == MEND:
            crack_mended(game, frame.seat, first_of(answer))
        else:
            game.replace(HeatFrame(HEAT, frame.seat, first_of(answer)))


class HeatFrame(Frame):
    """The space of the Kiln whose die is rolled again."""

    def __init__(self, step: Step, seat: int, spot: int) -> None:
        self.step = step
        self.seat = seat
        self.spot = spot

    def fields(self) -> Fields:
        return {"spot": self.spot}


class Heat(Step):
    """Higher than before, the die glows; lower, its owner gets a Crack."""

    def __init__(self) -> None:
        super().__init__("heat")

    def asked(self, game: Game, frame: HeatFrame) -> int:
        return CHANCE

    def options(self, game: Game, frame: HeatFrame) -> list[int]:
        return rolls(kind_of(game.heroes[frame.seat].sheet[frame.spot]))

    def resolve(self, game: Game, frame: HeatFrame, answer: int) -> None:
        game.pop()
        seat = frame.seat
        die = game.heroes[seat].sheet[frame.spot]
        face = first_of(answer)
        if face == face_of(die):
            return
        changes.die_turned(game, seat, frame.spot, turned(die, face))
        if face < face_of(die):
            game.push(DEAL.frame(seat))
            return
        glowed(game, seat, frame.spot)
        fire(game, seat, ON_GLOW)


HEAT = Heat()


class DealCrack(Step):
    """One of the Cracks that nobody has, if there is one."""

    def __init__(self) -> None:
        super().__init__("deal-crack")

    def asked(self, game: Game, frame: Frame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: Frame) -> bool:
        if workshop(game).deck:
            return True
        game.pop()
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [code(DEAL_CRACK, crack) for crack in workshop(game).deck]

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        game.pop()
        cracked(game, frame.seat, first_of(answer))


DEAL = DealCrack()


class Leak(AtOnce):
    """Lose Gold, as far as you have any."""

    def __init__(self, gold: int = 1) -> None:
        super().__init__("leak")
        self.gold = gold

    def carry_out(self, game: Game, seat: int) -> None:
        gold = min(self.gold, game.heroes[seat].gold)
        changes.gold_paid(game, seat, gold, FOR_LEAK)
