"""How many stars perfect foresight could reach in solitaire.

    python -m benchmarks.bots.bound --seeds 100 --tries 60 --jobs 2 [--expansion monsters-and-minions]

Every roll and deal of a seed is fixed by its place in the game, whatever is answered before. A search
plays the same future again and again: it keeps the best course, goes back to one of its turns, and
plays on from there with a blurred judgment. What it reaches is not a proven upper bound, but the
best we know how to find; no honest player can count on more.
"""

import argparse
import hashlib
import json
import random
from dataclasses import dataclass
from multiprocessing import get_context

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import network_for
from rollplayer.content import library_for
from rollplayer.engine.game import Game
from rollplayer.engine.scoring import final_stars
from rollplayer.engine.table import CHANCE
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.simulation import mean, mean_interval

BLUR = 1.0
"""Stars by which the first judgments of a try are blurred, so that it goes another way."""
BLURRED = 3
LATER = 0.15
"""How many these are, and by how much those after them are blurred."""
AFRESH = 8
"""One in this many tries starts from the beginning."""
LEARNED = 0.65


class Future:
    """Chance whose answers depend on the seed and on when they are asked, and on nothing else."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def answer(self, game: Game, asked: int) -> int:
        """The option at a fixed height of the weights; ``asked`` counts questions of the round."""
        moment = f"{self.seed} {game.round} {game.question()} {asked}"
        height = int.from_bytes(hashlib.sha256(moment.encode()).digest()[:8], "big") / 2**64
        options = game.options()
        weights = game.weights() or [1] * len(options)
        left = height * sum(weights)
        for option, weight in zip(options, weights, strict=True):
            left -= weight
            if left < 0:
                return option
        return options[-1]


@dataclass(frozen=True)
class Turn:
    """A point to go back to."""

    game: Game
    asked: dict[tuple[int, str], int]


@dataclass(frozen=True)
class Course:
    stars: int
    turns: list[Turn]


class Knowing:
    """Searches one future."""

    def __init__(self, seed: str, expansions: tuple[str, ...]) -> None:
        options = Options(players=1, expansions=expansions)
        self.start = new_game(options, compose(options, library_for(options).components))
        self.judge = Judge(self.start.rules, network_for(self.start.rules), LEARNED)
        self.future = Future(seed)
        self.dice = random.Random(seed)

    def play(self, turn: Turn, blur: float) -> Course:
        game, asked = turn.game.copy(), dict(turn.asked)
        turns: list[Turn] = []
        judged = 0
        while not game.over:
            seat = game.seat()
            if seat == CHANCE:
                key = (game.round, game.question())
                asked[key] = asked.get(key, 0) + 1
                game.apply_legal(self.future.answer(game, asked[key]))
                continue
            if game.question() in ("take", "arrange-dice", "choose-race"):
                turns.append(Turn(game.copy(), dict(asked)))
            options = game.options()
            if len(options) > 1:
                values = self.judge.options(game, seat)
                width = blur if judged < BLURRED else min(blur, LATER)
                judged += 1
                blurred = [value + self.dice.gauss(0, width) for value in values]
                game.apply_legal(options[blurred.index(max(blurred))])
            else:
                game.apply_legal(options[0])
        return Course(final_stars(game, 0), turns)

    def search(self, tries: int) -> tuple[int, int]:
        """The stars of the first, honest course, and of the best one found."""
        first = best = self.play(Turn(self.start, {}), 0.0)
        for number in range(1, tries):
            if number % AFRESH == 0:
                course = self.play(Turn(self.start, {}), BLUR)
                kept: list[Turn] = []
            else:
                at = self.dice.randrange(len(best.turns))
                course = self.play(best.turns[at], BLUR)
                kept = best.turns[:at]
            if course.stars >= best.stars:
                best = Course(course.stars, kept + course.turns)
        return first.stars, best.stars


def one(job: tuple[str, tuple[str, ...], int]) -> tuple[int, int]:
    seed, expansions, tries = job
    return Knowing(seed, expansions).search(tries)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--tries", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--expansion", action="append", choices=[*EXPANSIONS], default=[])
    arguments = parser.parse_args()
    expansions = tuple(arguments.expansion)
    jobs = [(f"bound {number}", expansions, arguments.tries) for number in range(arguments.seeds)]
    with get_context("spawn").Pool(arguments.jobs) as pool:
        games = pool.map(one, jobs, chunksize=1)
    figures: dict[str, object] = {"seeds": arguments.seeds, "tries": arguments.tries}
    figures |= {"expansions": expansions} if expansions else {}
    for name, column in (("unknowing", 0), ("knowing", 1)):
        stars = [game[column] for game in games]
        squares = sum(star * star for star in stars)
        figures[name] = mean(sum(stars), len(stars))
        figures[f"{name}_95"] = mean_interval(sum(stars), squares, len(stars))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
