"""Starting dice: drawn, rolled and arranged (S11, S12, S14, V1)."""

from typing import Final

from rollplayer.engine import changes
from rollplayer.engine.answers import DRAW, code, die_of, first_of, second_of
from rollplayer.engine.events import FOR_FULL_ROW, FOR_GOLD_DIE
from rollplayer.engine.game import CountingFrame, Frame, Game, Step
from rollplayer.engine.numbers import GOLD_FOR_FULL_ROW, GOLD_FOR_GOLD_DIE
from rollplayer.engine.table import CHANCE, EMPTY, GOLD, HIGHEST, LOWEST, SPOT_COUNT, die, has_color
from rollplayer.words.dice import rolls
from rollplayer.words.shared import open_rows, places_of

_draws: Final[dict[int, list[int]]] = {}
MOST_DICE: Final = 32
_runs: Final[list[list[int]]] = [[count] * 6 for count in range(MOST_DICE)]
"""By number of dice of a kind: the weights of six faces."""


def draws(game: Game) -> list[int]:
    """Chance's answers when a die is drawn from the bag and rolled. Shared by bags alike."""
    present = 0
    bag = game.bag
    for kind in range(len(bag)):
        if bag[kind]:
            present |= 1 << kind
    known = _draws.get(present)
    if known is None:
        known = [
            code(DRAW, kind, face)
            for kind in range(len(bag))
            if bag[kind]
            for face in range(LOWEST[kind], HIGHEST[kind] + 1)
        ]
        _draws[present] = known
    return known


def draw_weights(game: Game) -> list[int]:
    """How likely each of ``draws`` is: as many as there are dice of the kind."""
    shares = game.rules.vocabulary.shares
    weights: list[int] = []
    for kind in range(len(game.bag)):
        count = game.bag[kind]
        if count:
            if shares:
                # A die of fewer faces shows each of them more often.
                weights.extend([count * shares[kind]] * (HIGHEST[kind] - LOWEST[kind] + 1))
            else:
                weights.extend(_runs[count])
    return weights


class DrawStartingDice(Step):
    """S11, S14: fixed dice first (V1), then random ones; all are rolled."""

    def __init__(self, fixed: list[int], drawn: int) -> None:
        super().__init__("draw-starting-dice")
        self.fixed = fixed
        self.drawn = drawn

    def new_frame(self, seat: int, about: int = 0) -> CountingFrame:
        return CountingFrame(self, seat)

    def asked(self, game: Game, frame: CountingFrame) -> int:
        return CHANCE

    def advance(self, game: Game, frame: CountingFrame) -> bool:
        if frame.done < len(self.fixed) + self.drawn:
            return True
        game.pop()
        return False

    def options(self, game: Game, frame: CountingFrame) -> list[int]:
        return rolls(self.fixed[frame.done]) if frame.done < len(self.fixed) else draws(game)

    def weights(self, game: Game, frame: CountingFrame) -> list[int] | None:
        return None if frame.done < len(self.fixed) else draw_weights(game)

    def draw(self, game: Game, frame: CountingFrame) -> str:
        return f"starting-die/{frame.seat}/{frame.done}"

    def resolve(self, game: Game, frame: CountingFrame, answer: int) -> None:
        if frame.done < len(self.fixed):
            drawn = die(self.fixed[frame.done], first_of(answer))
        else:
            drawn = die_of(answer)
        changes.die_drawn(game, frame.seat, drawn)
        game.replace(CountingFrame(self, frame.seat, frame.done + 1))


class ArrangeDice(Step):
    """S12, S14: a seat places all its starting dice as it likes; then comes their Gold."""

    def __init__(self) -> None:
        super().__init__("arrange-dice")

    def advance(self, game: Game, frame: Frame) -> bool:
        hero = game.heroes[frame.seat]
        if hero.hand:
            return True
        game.pop()
        rows = [row for row in range(6) if hero.row_full(row)]
        gold_dice = [
            a_die for a_die in hero.sheet[:SPOT_COUNT] if a_die != EMPTY and has_color(a_die, GOLD)
        ]
        changes.gold_gained(
            game, frame.seat, len(rows) * hero.numbers[GOLD_FOR_FULL_ROW], FOR_FULL_ROW
        )
        changes.gold_gained(
            game, frame.seat, len(gold_dice) * hero.numbers[GOLD_FOR_GOLD_DIE], FOR_GOLD_DIE
        )
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        rows = open_rows(hero)
        options: list[int] = []
        last = EMPTY
        for a_die in sorted(hero.hand):
            if a_die != last:
                options += places_of(a_die, rows)
                last = a_die
        return options

    def resolve(self, game: Game, frame: Frame, answer: int) -> None:
        spot = game.heroes[frame.seat].first_open(second_of(answer))
        changes.die_placed(game, frame.seat, first_of(answer), spot)
