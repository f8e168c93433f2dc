"""How fast random four-player games run, beside catanatron's, on one core in one run.

``make bench`` installs what it needs and runs it. Chance's answers count as decisions. Times are
the best of several repetitions, because other programs can only make a run slower.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from typing import Any

REPETITIONS = 5
SEED_STEP = 7919
MIDDLE = 250


def game_of_four(*expansions: str) -> Any:
    from rollplayer.content import library_for
    from rollplayer.rules.compose import compose, new_game
    from rollplayer.rules.options import Options

    options = Options(players=4, expansions=expansions)
    return new_game(options, compose(options, library_for(options).components))


def drive(game: Any, seed: int) -> int:
    """Answer at random from Python, as a bot's driver would; how many decisions."""
    draw = random.Random(seed).random
    decisions = 0
    while not game.over:
        options = game.options()
        weights = game.weights()
        if weights is None:
            answer = options[int(draw() * len(options))]
        else:
            at = int(draw() * sum(weights))
            index = 0
            while at >= weights[index]:
                at -= weights[index]
                index += 1
            answer = options[index]
        game.apply_legal(answer)
        decisions += 1
    return decisions


def best_rate(run: Any, games: int) -> float:
    """Seconds a decision, the best of several repetitions."""
    best = float("inf")
    for repetition in range(REPETITIONS):
        started = time.perf_counter()
        decisions = sum(run(repetition * games + number) for number in range(games))
        best = min(best, (time.perf_counter() - started) / decisions)
    return best


def copy_cost(start: Any, copies: int = 20_000) -> float:
    game = start.copy()
    draw = random.Random(3)
    for _ in range(MIDDLE):
        game.apply_legal(draw.choice(game.options()))
    best = float("inf")
    for _ in range(REPETITIONS):
        started = time.perf_counter()
        for _ in range(copies // REPETITIONS):
            game.copy()
        best = min(best, (time.perf_counter() - started) / (copies // REPETITIONS))
    return best


def state_size(start: Any) -> int:
    """Bytes of what a copy does not share with its original, lists and tuples included."""
    game = start.copy()
    draw = random.Random(3)
    for _ in range(MIDDLE):
        game.apply_legal(draw.choice(game.options()))
    fields = ("agenda", "bag", "aside", "pool", "dice", "card_gold", "taken", "market", "deck")
    piles = ("discard_pile", "trash")
    size = sys.getsizeof(game) + sys.getsizeof(game.heroes)
    size += sum(sys.getsizeof(getattr(game, name)) for name in (*fields, *piles))
    size += sum(sys.getsizeof(pile) for pile in game.deck)
    size += sum(sys.getsizeof(frame) for frame in game.agenda)
    own = ("sheet", "hand", "cards", "exhausted", "counts", "piles", "numbers", "skills", "weapons")
    for hero in game.heroes:
        size += sys.getsizeof(hero) + sum(sys.getsizeof(getattr(hero, name)) for name in own)
    return size


def measure(games: int) -> dict[str, Any]:
    """The figures of the build that runs in this process."""
    from rollplayer import build
    from rollplayer.expansions import EXPANSIONS

    return {
        "build": build.kind(),
        **rates(game_of_four(), games),
        "expansions": {name: rates(game_of_four(name), games) for name in EXPANSIONS},
    }


def rates(start: Any, games: int) -> dict[str, float]:
    """Microseconds a decision and a copy, and the size of a state."""
    from rollplayer.engine.playout import playout

    return {
        "driven": best_rate(lambda seed: drive(start.copy(), seed), games) * 1e6,
        "playout": best_rate(lambda seed: playout(start.copy(), seed * SEED_STEP + 1), games) * 1e6,
        "copy": copy_cost(start) * 1e6,
        "state": state_size(start),
    }


def in_a_process(games: int, pure: bool) -> dict[str, Any]:
    """The same in a fresh process, with the build chosen by the environment."""
    environment = {**os.environ, "ROLLPLAYER_PURE": "1" if pure else "0"}
    done = subprocess.run(
        [sys.executable, __file__, "--one", "--games", str(games)],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games in each repetition")
    parser.add_argument("--seconds", type=float, default=10.0, help="for catanatron")
    parser.add_argument("--one", action="store_true", help="this process alone, as JSON")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure(arguments.games)))
        return
    from benchmarks.catanatron_rate import measure as catanatron

    builds = [
        in_a_process(arguments.games // 2, pure=True),
        in_a_process(arguments.games, pure=False),
    ]
    decisions, spent, _ = catanatron(arguments.seconds)
    yardstick = spent / decisions * 1e6
    if arguments.json:
        print(json.dumps({"catanatron": yardstick, "builds": builds}))
        return
    print("random four-player games to the end, one core, microseconds a decision")
    print(f"  catanatron, driven from Python     {yardstick:8.2f}")
    for figures in builds:
        rate = yardstick / figures["driven"]
        print(f"{figures['build']}:")
        print(f"  driven from Python                 {figures['driven']:8.2f}   {rate:5.1f} x")
        rate = yardstick / figures["playout"]
        print(f"  playout loop                       {figures['playout']:8.2f}   {rate:5.1f} x")
        print(f"  a copy                             {figures['copy']:8.2f}")
        print(f"  a state, bytes                     {figures['state']:8d}")
        for name, more in figures["expansions"].items():
            print(f"  with {name}, beside the base game alone")
            for what in ("driven", "playout", "copy"):
                times = more[what] / figures[what]
                print(f"    {what:<33}{more[what]:8.2f}   {times:5.2f} x")


if __name__ == "__main__":
    main()
