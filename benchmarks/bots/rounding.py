"""What it costs the bots that the weights of their networks are kept rounded.

    python -m benchmarks.bots.rounding --before 414aa7a --games 20 [--expansion monsters-and-minions] [--out FILE]

Champions play solitaire with the networks of today. At every question the network of the earlier
commit is asked, too: how often it would have answered the same, and how many stars, by its own
judgment, the answer of today gives away.
"""

import argparse
import json
import subprocess
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import Network, network_file, network_for
from rollplayer.chance import Chance
from rollplayer.content import library_for
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.table import CHANCE
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.runs.identity import network_hash
from rollplayer.search.features import Vocabulary

ROOT = Path(__file__).parents[2]


def file_of(commit: str, expansions: tuple[str, ...]) -> bytes:
    path = network_file(expansions).resolve().relative_to(ROOT)
    return subprocess.run(
        ["git", "show", f"{commit}:{path}"], cwd=ROOT, capture_output=True, check=True
    ).stdout


def network_of(commit: str, expansions: tuple[str, ...]) -> Network:
    """The network as that commit had it, with weights of half precision."""
    with np.load(BytesIO(file_of(commit, expansions)), allow_pickle=False) as arrays:
        words = ("cards", "classes", "races", "alignments", "expansions")
        weights = ("facts", "start", "second", "second_start", "third", "third_start")
        return Network(
            Vocabulary(*([str(word) for word in arrays[key]] for key in words)),
            tuple(str(line) for line in arrays["lines"]),
            float(arrays["trust"]),
            *(arrays[key].astype(np.float32) for key in weights),
        )


def champion(rules: Ruleset, network: Network) -> Judge:
    return Judge(rules, network, network.trust**2 / 2, 8, 4000)


def lost_in_a_game(start: Game, seed: str, before: Network) -> list[float]:
    """For each question with a choice: what the answer of today gives away by the earlier judgment."""
    chance = Chance.from_text(seed)
    game, rules = start.copy(), start.rules
    now, then = champion(rules, network_for(rules)), champion(rules, before)
    lost: list[float] = []
    while not game.over:
        seat, answers = game.seat(), game.options()
        if seat == CHANCE:
            game.apply_legal(chance.choose(answers, game.weights()))
            continue
        values = now.options(game, seat) if len(answers) > 1 else [0.0]
        chosen = values.index(max(values))
        if len(answers) > 1:
            judged = then.options(game, seat)
            lost.append(max(judged) - judged[chosen])
        game.apply_legal(answers[chosen])
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", default="414aa7a")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--expansion", action="append", default=[])
    parser.add_argument("--out", default="")
    arguments = parser.parse_args()
    options = Options(players=1, expansions=tuple(arguments.expansion))
    start = new_game(options, compose(options, library_for(options).components))
    expansions = tuple(start.rules.parts)
    before = network_of(arguments.before, expansions)
    lost = [
        each
        for number in range(arguments.games)
        for each in lost_in_a_game(start, f"rounding {number}", before)
    ]
    figures = {
        "rounding": {
            "options": {"expansions": arguments.expansion} if arguments.expansion else {},
            "before": sha256(file_of(arguments.before, expansions)).hexdigest()[:16],
            "network": network_hash(expansions),
            "games": arguments.games,
            "choices": len(lost),
            "same": sum(each == 0 for each in lost) / len(lost),
            "most": max(lost),
            "a_game": sum(lost) / arguments.games,
        }
    }
    print(json.dumps(figures, indent=2))
    if arguments.out:
        Path(arguments.out).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
