"""The engine's speed beside an earlier commit's, in turns: medians, and by how much they differ.

    python -m benchmarks.beside --before ce8ac9e --runs 9

Each commit runs its own ``benchmarks/bench.py`` with its own source, compiled if this tree is. Now is
the commit that is checked out, in a folder like the other's: the same library is some percent faster
or slower from another folder.
Fails if a line has become slower by more than 3 %.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.server.earlier import checked_out
from rollplayer.build import kind

WORSE_BY = 0.03
LINES = ("driven", "playout", "copy")


def measured(root: Path, games: int) -> dict[str, float]:
    """One run of a commit: microseconds by line, those with an expansion under its name."""
    command = [
        sys.executable,
        str(root / "benchmarks" / "bench.py"),
        "--one",
        "--games",
        str(games),
    ]
    done = subprocess.run(
        command,
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root / 'src'}:{root}"},
        check=True,
        capture_output=True,
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    lines = {line: figures[line] for line in LINES}
    for name, more in figures["expansions"].items():
        lines |= {f"{line}, {name}": more[line] for line in LINES}
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default="HEAD~1")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--games", type=int, default=20)
    arguments = parser.parse_args()
    runs: list[tuple[dict[str, float], dict[str, float]]] = []
    with checked_out(arguments.before) as before, checked_out("HEAD") as now:
        for _ in range(arguments.runs):
            runs.append((measured(before, arguments.games), measured(now, arguments.games)))
    worse = False
    print(
        f"{kind()}, microseconds, median of {arguments.runs} runs in turns: {arguments.before}, now"
    )
    for line in runs[0][0]:
        old = median(run[0][line] for run in runs)
        new = median(run[1][line] for run in runs)
        print(f"  {line:<32}{old:8.3f}{new:8.3f}  {new / old - 1:+.1%}")
        worse = worse or new > old * (1 + WORSE_BY)
    sys.exit(worse)


if __name__ == "__main__":
    main()
