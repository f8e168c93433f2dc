"""Play games of the bots against themselves and note positions with what came of them.

    python -m tools.learn.selfplay --games 4000 --out first.npz            # by rules of thumb
    python -m tools.learn.selfplay --games 4000 --network a.npz --out b.npz

``--expansion monsters-and-minions`` for those of an expansion, which has a network of its own. Players sometimes do anything at all, so that the fit meets more than its own habits.

Games are kept in ``OUT.games`` until all are played; the same command goes on where it stopped.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from rollplayer import __version__
from rollplayer.cli.common import Session
from rollplayer.cli.run import explain
from rollplayer.cli.runs import open_results, progress
from rollplayer.engine.plain import Plain
from rollplayer.rules.options import most_players
from rollplayer.runs.cluster import RayCluster
from rollplayer.runs.identity import file_hash
from rollplayer.runs.spread import Jobs, spread
from tools.learn.games import School, SchoolPlan, words

FORMAT: Final = "rollplayer-self-play/1"
MIX = ((1, 0.5), (2, 0.36), (3, 0.06), (4, 0.05), (5, 0.03))
"""How many players, and in which part of the games; as far as the box has seats."""

Task = tuple[int, int]


def tasks_of(plan: SchoolPlan, games: int) -> list[Task]:
    """Each game by its number, and how many play it."""
    seats = most_players(plan.expansions)
    mix = [(players, part) for players, part in MIX if players <= seats]
    dice = random.Random(plan.seed)
    counts = dice.choices([each for each, _ in mix], [part for _, part in mix], k=games)
    return list(enumerate(counts))


def head_of(plan: SchoolPlan) -> Plain:
    """What must be equal to go on; the number of games may grow."""
    network = file_hash(Path(plan.network)) if plan.network else None
    given = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(plan).items()
    }
    return {"self-play": FORMAT, "version": __version__, **given, "network": network}


class Samples:
    """The positions of all games, in the form the fit reads."""

    def __init__(self) -> None:
        self.games = 0
        self.facts: list[np.ndarray] = []
        self.results: list[list[float]] = []
        self.ends: list[list[float]] = []
        self.stars: dict[int, list[float]] = {}

    def add(self, game: Plain) -> None:
        self.games += 1
        self.stars.setdefault(game["players"], []).extend(game["stars"])
        for facts, expected, came_to in game["samples"]:
            self.facts.append(np.array(facts, np.int32))
            self.results.append(expected)
            self.ends.append(came_to)

    def save(self, path: str) -> None:
        np.savez(
            path,
            facts=np.concatenate(self.facts),
            lengths=np.array([len(facts) for facts in self.facts], np.int32),
            results=np.array(self.results, np.float32),
            ends=np.array(self.ends, np.float32),
        )

    def told(self) -> Plain:
        stars = sorted(self.stars.items())
        means = {players: round(float(np.mean(each)), 2) for players, each in stars}
        return {"games": self.games, "stars": means, "samples": len(self.facts)}


def play(plan: SchoolPlan, games: int, seconds: float, jobs: Jobs, out: str) -> Samples:
    """Play what ``out`` does not have yet, and write all of it there."""
    tasks = tasks_of(plan, games)
    unfinished = Path(f"{out}.games")
    kept = open_results(str(unfinished), plan.seed, head_of(plan), known_by(tasks))
    assert kept is not None
    samples = Samples()
    until = time.monotonic() + seconds
    with progress(Session().texts(), len(tasks)) as step:

        def take(played: Iterable[Plain], *, new: bool) -> None:
            for game in played:
                if new:
                    kept.write(game)
                samples.add(game)
                step.one_more()

        take(kept.games, new=False)
        left = tasks[len(kept.games) :]
        # A game takes about a second, so that nothing is gained by sending several at once.
        files = [plan.network] if plan.network else []
        new = spread(
            School, plan, left, jobs, 1, files=files, time_left=lambda: time.monotonic() < until
        )
        take(new, new=True)
    samples.save(out)
    unfinished.unlink()
    return samples


def known_by(tasks: list[Task]) -> Callable[[Plain], int]:
    """What says which game a line of the file has; an error if it is none of these."""

    def number_of(game: Plain) -> int:
        number = int(game["game"])
        if tasks[number] != (number, game["players"]):
            raise ValueError(f"game {number} is of another run")
        Samples().add(game)
        return number

    return number_of


def add_workers(parser: argparse.ArgumentParser) -> None:
    """The options that say who plays."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes here")
    either.add_argument("--ray", metavar="ADDRESS", help="all processors of a Ray cluster")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after that")
    parser.add_argument("--network")
    parser.add_argument(
        "--learned", type=float, default=0.5, help="how much it counts beside rules of thumb"
    )
    parser.add_argument("--expansion", action="append", default=[])
    parser.add_argument(
        "--often", action="append", default=[], help="a card that is given more often than others"
    )
    parser.add_argument("--out", required=True)
    parser.add_argument("--words", help="write the ids and the number of facts here, for the fit")
    add_workers(parser)
    parser.add_argument("--seed", default="learn")
    given = parser.parse_args()
    expansions = tuple(given.expansion)
    if given.words:
        Path(given.words).write_text(json.dumps(words(expansions)), encoding="utf-8")
    plan = SchoolPlan(given.network, given.learned, expansions, tuple(given.often), given.seed)
    started = time.perf_counter()
    try:
        jobs = RayCluster(given.ray) if given.ray else given.jobs
        samples = play(plan, given.games, given.seconds, jobs, given.out)
    except Exception as error:
        message = explain(Session(), error)
        if message is None:
            raise  # Our bug: keep the traceback.
        raise SystemExit(message) from error
    seconds = round(time.perf_counter() - started)
    print(json.dumps({**samples.told(), "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
