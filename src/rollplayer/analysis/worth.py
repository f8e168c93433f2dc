"""What a position is worth to a seat: one fixed function of what that seat can know.

The network knows positions between turns. In the middle of a turn, a position is worth what the best
way on leads to; while dice lie there that the seat has yet to choose from, those before it choose
first, by a quick rule. Hidden cards are not looked at, and nothing is drawn.
"""

import math
from hashlib import sha256
from typing import Final

from rollplayer.analysis.judge import Judge, placed
from rollplayer.analysis.network import Network, network_file, network_for
from rollplayer.analysis.prices import Prices, prices_for
from rollplayer.analysis.second_look import FORESIGHT, NEAR
from rollplayer.analysis.second_look import WIDTH as SECOND_WIDTH
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import DICE_PHASE, ROLL_PHASE, Game, Ruleset
from rollplayer.engine.scoring import final_stars
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.search.tree import is_interruption

WIDTH: Final = 4
NODES: Final = 600
BEAM: Final = 3
"""How far it looks through a turn: many offers are compared, so each look must be quick."""
LEARNED: Final = 1.0
"""The network estimates final scores; rules of thumb only compare answers."""
MOST_STEPS: Final = 60


class Worth:
    """Values positions of one ruleset, always alike."""

    def __init__(self, rules: Ruleset, network: Network, prices: Prices, name: str = "") -> None:
        self.rules = rules
        self.judge = Judge(rules, network, LEARNED, WIDTH, NODES)
        self.judge.beam = BEAM
        self.prices = prices
        self.name = name
        """A hash of network, parameters and prices, known before a game is looked at. The cards are named by
        the game, and rules of thumb come with the version."""

    def of(self, game: Game, seat: int) -> float:
        return self.all([game], seat)[0]

    def all(self, games: list[Game], seat: int) -> list[float]:
        """The value of each position; those at rest are looked at together."""
        worth = [0.0] * len(games)
        resting: list[Game] = []
        places: list[int] = []
        for at, game in enumerate(games):
            world = self.ahead(View(game, seat).world, seat)
            if world.over:
                worth[at] = float(final_stars(world, seat))
            elif world.seat() == seat:
                worth[at] = self.best(world, seat)
            else:
                resting.append(at_rest(world))
                places.append(at)
        if resting:
            for at, value in zip(places, self.judge.values(resting, seat), strict=True):
                worth[at] = value
        return worth

    def best(self, world: Game, seat: int) -> float:
        """The value of the best answer; Skills and the like are left to the network."""
        values = self.judge.options(world, seat)
        return max(
            value
            for option, value in zip(world.options(), values, strict=True)
            if math.isfinite(value) and not is_interruption(world.rules, option)
        )

    def at_table(self, games: list[Game], seat: int) -> list[float]:
        """The values while others act, without a look into the seat's own turn."""
        worth = [float(final_stars(game, seat)) for game in games]
        going = [at for at, game in enumerate(games) if not game.over]
        if going:
            worlds = [at_rest(View(games[at], seat).world) for at in going]
            for at, value in zip(going, self.judge.values(worlds, seat), strict=True):
                worth[at] = value
        return worth

    def ahead(self, world: Game, seat: int) -> Game:
        """The world at the seat's next choice, if nothing has to be drawn before."""
        for _ in range(MOST_STEPS):
            if world.over:
                break
            asked = world.seat()
            if asked == seat:
                if len(world.options()) > 1:
                    break
                world.apply_legal(world.options()[0])
            elif asked != CHANCE and waits(world, seat):
                world.apply_legal(self.quick_answer(world, asked))
            else:
                break
        return world

    def quick_answer(self, game: Game, seat: int) -> int:
        """What another seat is thought to do: the best card with its row, without an action."""
        options = game.options()
        question = game.question()
        if question not in ("take", "place"):
            return PASS_CODE if PASS_CODE in options else options[0]
        ends: list[Game] = []
        firsts: list[int] = []
        for option in options:
            if is_interruption(game.rules, option):
                continue
            after = game.copy()
            after.apply_legal(option)
            rows = placed(after) if question == "take" else [after]
            ends += rows
            firsts += [option] * len(rows)
        values = self.judge.values(ends, seat)
        return firsts[values.index(max(values))]


def worth_of(rules: Ruleset) -> Worth:
    """The one for games under these rules, with its name."""
    expansions = tuple(rules.parts)
    prices = prices_for(expansions)
    parameters = f"{WIDTH} {NODES} {BEAM} {LEARNED} {MOST_STEPS} {SECOND_WIDTH} {NEAR} {FORESIGHT}"
    told = sha256(network_file(expansions).read_bytes())
    told.update(f"{parameters} {prices.hash}".encode())
    return Worth(rules, network_for(rules), prices, told.hexdigest()[:16])


def waits(world: Game, seat: int) -> bool:
    """Whether the seat is still to choose from what lies there, after others."""
    if world.phase == DICE_PHASE:
        return seat not in world.taken
    return not world.over and world.question() == "arrange-dice" and bool(world.heroes[seat].hand)


def at_rest(world: Game) -> Game:
    """Before its dice are rolled, a round is what it is once they lie there and nobody has looked."""
    if world.phase == ROLL_PHASE:
        world.phase = DICE_PHASE
    return world
