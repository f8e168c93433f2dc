"""How much longer a Ray cluster takes than processes, on the same processors of this machine.

    make bench-ray ARGS="--games 50000"
    python -m benchmarks.ray_cluster [--games 50000] [--players squire] [--rounds 1]

A cluster of one node with two processors is started before the clock. Each round plays the same games once
with ``--jobs 2`` and once with ``--ray``; times include the start of the command and of its workers, and
the results must be the same.
"""

import argparse
import hashlib
import json
import os
import subprocess
import time
from typing import Final

from rollplayer.build import kind
from tests.proofs.ray_nodes import PYTHON, SOURCE, RayNodes, environment, is_installed
from tests.server.harness import ROOT

PROCESSORS: Final = 2
GOAL: Final = 1.2


def play(players: str, games: int, *workers: str) -> tuple[float, str]:
    """Seconds, and the hash of everything printed."""
    command = [str(PYTHON), "-m", "rollplayer", "simulate", "--players", players]
    command += ["--games", str(games), "--seed", "ray", "--json", *workers]
    started = time.perf_counter()
    done = subprocess.run(
        command, cwd=ROOT, env=environment(SOURCE), check=False, capture_output=True
    )
    if done.returncode != 0:
        raise SystemExit(done.stderr.decode())
    return time.perf_counter() - started, hashlib.sha256(done.stdout).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--players", default="squire")
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    if not is_installed():
        parser.error("Ray is not installed: make bench-ray does that")
    jobs: list[float] = []
    ray: list[float] = []
    with RayNodes(PROCESSORS) as cluster:
        for _ in range(given.rounds):
            seconds, found = play(given.players, given.games, "--jobs", str(PROCESSORS))
            jobs.append(seconds)
            seconds, same = play(given.players, given.games, "--ray", cluster.address)
            ray.append(seconds)
            if same != found:
                raise SystemExit("the results differ")
            ratio = sum(ray) / sum(jobs)
            told = {"games": given.games, "players": given.players, "build": kind()}
            told |= {"jobs": round(jobs[-1], 1), "ray": round(ray[-1], 1), "ratio": round(ratio, 3)}
            print(json.dumps({**told, "load": round(os.getloadavg()[0], 1)}), flush=True)
    raise SystemExit(0 if ratio <= GOAL else f"more than {GOAL} times as long")


if __name__ == "__main__":
    main()
