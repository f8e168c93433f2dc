"""Playouts against the learned evaluation, in solitaire.

    python -m benchmarks.bots.playouts --seeds 30 --playouts 4 --jobs 2

Both players look through their turn in the same way. One takes the Initiative card with the best
evaluation; the other plays its best few cards on to the end of the game, by rules of thumb and with
the same luck for each, and takes the one that came out best (flat Monte Carlo).
"""

import argparse
import json
import time
from collections.abc import Callable
from multiprocessing import get_context

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import network_for
from rollplayer.chance import Chance
from rollplayer.content import library_for
from rollplayer.engine.game import Game
from rollplayer.engine.scoring import total_stars
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.search.tree import is_interruption
from rollplayer.simulation import mean, mean_interval

CARDS = 3
"""How many of the best answers are played on, if they are close."""
CLOSE = 1.5
QUICK_WIDTH = 3
QUICK_NODES = 200


def best(judge: Judge, game: Game) -> int:
    options = game.options()
    if len(options) == 1:
        return options[0]
    values = judge.options(game, 0)
    return options[values.index(max(values))]


def to_the_end(game: Game, chance: Chance, choose: Callable[[Game], int]) -> int:
    """The stars at the end of a game that is played on."""
    while not game.over:
        if game.seat() == CHANCE:
            game.apply_legal(chance.choose(game.options(), game.weights()))
        else:
            game.apply_legal(choose(game))
    return total_stars(game.rules, game.heroes[0])


class Player:
    def __init__(self, playouts: int) -> None:
        options = Options(players=1)
        self.start = new_game(options, compose(options, library_for(options).components))
        network = network_for(self.start.rules)
        self.judge = Judge(self.start.rules, network, network.trust)
        self.quick = Judge(self.start.rules, None, 0.0, QUICK_WIDTH, QUICK_NODES)
        self.playouts = playouts

    def choose(self, game: Game) -> int:
        world = View(game, 0).world
        if not self.playouts or world.question() != "take":
            return best(self.judge, world)
        options, values = world.options(), self.judge.options(world, 0)
        order = sorted(range(len(options)), key=lambda at: -values[at])[:CARDS]
        if is_interruption(world.rules, options[order[0]]):
            return options[order[0]]
        close = [at for at in order if values[at] > values[order[0]] - CLOSE]
        return options[max(close, key=lambda at: self.played_on(world, options[at]))]

    def played_on(self, world: Game, answer: int) -> float:
        total = 0
        for number in range(self.playouts):
            game = world.copy()
            game.apply_legal(answer)
            luck = Chance.from_text(f"{number} {world.round} {world.bag} {world.market}")
            total += to_the_end(game, luck, lambda now: best(self.quick, now))
        return total / self.playouts

    def play(self, seed: str) -> int:
        return to_the_end(self.start.copy(), Chance.from_text(seed), self.choose)


def one(job: tuple[str, int]) -> tuple[int, float]:
    seed, playouts = job
    before = time.process_time()
    return Player(playouts).play(seed), time.process_time() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--playouts", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    seeds = [f"playouts {number}" for number in range(arguments.seeds)]
    figures: dict[str, object] = {"seeds": arguments.seeds, "playouts": arguments.playouts}
    with get_context("spawn").Pool(arguments.jobs) as pool:
        for name, playouts in (("evaluation", 0), ("played_on", arguments.playouts)):
            games = pool.map(one, [(seed, playouts) for seed in seeds], chunksize=1)
            stars = [reached for reached, _ in games]
            squares = sum(star * star for star in stars)
            figures[name] = {
                "stars": mean(sum(stars), len(stars)),
                "stars_95": mean_interval(sum(stars), squares, len(stars)),
                "seconds_a_game": mean(sum(cost for _, cost in games), len(games)),
            }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
