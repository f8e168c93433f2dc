"""How lucky draws were: what they left a seat with, compared with what they could have.

Draws for one purpose that follow each other are one deal: the dice of a round, the cards of a Market.
A deal counts as much as its value is above the mean over all deals it could have been. That mean is
exact for a single die; otherwise it is taken over other deals from the same bag and deck. So luck
is nothing on average, whatever the errors of the values, as long as they are a fixed function of what
can be known. Other deals take chances of their own, never those of the game.
"""

from dataclasses import dataclass
from math import fsum
from typing import Final

from rollplayer.analysis.worth import Worth
from rollplayer.chance import Chance
from rollplayer.engine.answers import DEAL, DRAW, verb_of
from rollplayer.engine.game import SETUP, Game
from rollplayer.engine.table import CHANCE

DICE_DEALS: Final = 4
CARD_DEALS: Final = 24
"""How many deals a real one is compared with. Those of cards need no search and cost little."""
MOST_EXACT: Final = 12
"""A single draw with up to this many outcomes is compared with all of them."""
OWN_ROLL: Final = "roll"


@dataclass(frozen=True)
class Dealt:
    """Some draws in a row."""

    before: Game
    draws: int
    last: int
    """The answer to the last of them."""
    after: Game

    @property
    def question(self) -> str:
        return self.before.question()

    @property
    def kind(self) -> str:
        """The line of the ledger."""
        if self.before.phase == SETUP:
            return "setup"
        return "market" if verb_of(self.last) == DEAL else "dice"

    def concerns(self, seat: int) -> bool:
        """Whether it may be luck of the seat: what another rolls for an action is not."""
        if self.question != OWN_ROLL or self.before.phase == SETUP:
            return True
        return any(frame.seat == seat for frame in self.before.agenda)


def goes_on(game: Game, question: str) -> bool:
    """Whether another draw of the same deal follows."""
    return not game.over and game.seat() == CHANCE and game.question() == question


def dealt_anew(before: Game, chance: Chance) -> Game:
    """The game after another deal from the same bag and deck."""
    game = before.copy()
    question = game.question()
    while goes_on(game, question):
        game.apply_legal(chance.choose(game.options(), game.weights()))
    return game


def outcomes(dealt: Dealt) -> list[Game]:
    """The games after each answer, if one draw was the whole deal and had to be; else none."""
    options = dealt.before.options()
    if dealt.draws > 1 or len(options) > MOST_EXACT:
        return []
    afters: list[Game] = []
    for option in options:
        after = dealt.before.copy()
        after.apply_legal(option)
        if goes_on(after, dealt.question):
            return []
        afters.append(after)
    return afters


def luck_of(worth: Worth, dealt: Dealt, seat: int, chance: Chance, deals: int = 0) -> float:
    """How much higher a deal's value was for a seat than the mean."""
    if not dealt.concerns(seat):
        return 0.0
    afters = outcomes(dealt)
    before = dealt.before
    if afters:
        values = worth.all(afters, seat)
        weights = before.weights() or [1] * len(values)
        mean = fsum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
        return values[before.options().index(dealt.last)] - mean
    many = deals or (DICE_DEALS if verb_of(dealt.last) == DRAW else CARD_DEALS)
    others = [dealt_anew(before, chance) for _ in range(many)]
    real, *values = worth.all([dealt.after, *others], seat)
    return real - fsum(values) / many
