"""Train a network by self-play, generation by generation; the same command goes on where it stopped.

    python -m tools.learn.train FOLDER --generations 12 --seconds 60 [--expansion monsters-and-minions]

While a generation plays, the network is fitted to the ones before it, so that neither the cores nor the
graphics card wait. FOLDER keeps the positions of each generation (``g1.npz`` …), the network fitted up
to it (``n1.npz`` …) and one line of figures for each in ``history.jsonl``. To go on after the last
one, ask for more generations.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rollplayer.analysis.network import network_file
from tools.learn.selfplay import add_workers

MOST_GAMES = 8
"""A generation may have this many games for each second and process; none are that fast."""
MOST_WORKERS = 1024
"""As many as a cluster may have."""


class Training:
    """A folder with what has been played and fitted so far."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.folder = Path(given.folder)
        self.start = Path(given.start or network_file(tuple(given.expansion)))
        self.words = self.folder / "words.json"
        self.history = self.folder / "history.jsonl"

    def games(self, number: int) -> Path:
        return self.folder / f"g{number}.npz"

    def network(self, number: int) -> Path:
        """The one fitted up to a generation."""
        return self.folder / f"n{number}.npz" if number > 0 else self.start

    def playing(self, number: int) -> "subprocess.Popen[str]":
        command = self.command(number)
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603  our own

    def command(self, number: int) -> list[str]:
        """What plays a generation, by the newest network there is."""
        given = self.given
        newest = next(n for n in range(number - 1, -1, -1) if self.network(n).exists())
        workers = MOST_WORKERS if given.ray else given.jobs
        games = int(given.seconds * workers * MOST_GAMES)
        command = [sys.executable, "-m", "tools.learn.selfplay", "--games", str(games)]
        command += ["--seconds", str(given.seconds)]
        command += ["--ray", given.ray] if given.ray else ["--jobs", str(given.jobs)]
        command += ["--seed", f"{given.seed} {number}", "--learned", str(given.learned)]
        command += ["--network", str(self.network(newest)), "--out", str(self.part(number))]
        command += ["--words", str(self.words)]
        for name in given.expansion:
            command += ["--expansion", name]
        for card in given.often:
            command += ["--often", card]
        return command

    def part(self, number: int) -> Path:
        """Where a generation is written until it is complete."""
        return self.folder / f"part{number}.npz"

    def played(self, number: int, player: "subprocess.Popen[str]") -> None:
        told, _ = player.communicate()
        if player.returncode:
            raise SystemExit(f"generation {number} could not be played")
        line = json.dumps({"generation": number, **json.loads(told)})
        with self.history.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        print(line, flush=True)
        self.part(number).replace(self.games(number))

    def fit(self, number: int) -> None:
        """Fit the network to the last generations up to this one."""
        given = self.given
        first = max(1, number - given.last + 1)
        data = [str(self.games(each)) for each in range(first, number + 1)]
        part = self.folder / "fitting.npz"
        command = [given.python, "-m", "tools.learn.fit", *data, "--words", str(self.words)]
        command += ["--start", str(self.network(number - 1)), "--out", str(part)]
        command += ["--epochs", str(given.epochs), "--rate", str(given.rate), "--batch", "2048"]
        command += ["--decay", "0.1", "--trust", str(given.learned)]
        subprocess.run(command, check=True)  # noqa: S603  our own, by an interpreter of the user's
        part.replace(self.network(number))

    def run(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        last = self.given.generations
        for number in range(1, last + 2):
            player = None
            if number <= last and not self.games(number).exists():
                player = self.playing(number)
            if number > 1 and not self.network(number - 1).exists():
                self.fit(number - 1)
            if player is not None:
                self.played(number, player)


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60, help="how long each one plays")
    parser.add_argument("--expansion", action="append", default=[])
    parser.add_argument(
        "--often", action="append", default=[], help="a card that is given more often than others"
    )
    parser.add_argument("--start", help="the first network; the shipped one otherwise")
    parser.add_argument("--learned", type=float, default=0.8, help="weight against rules of thumb")
    parser.add_argument("--last", type=int, default=6, help="how many generations are fitted")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=0.001)
    add_workers(parser)
    parser.add_argument("--seed", default="learn")
    parser.add_argument(
        "--python", default=sys.executable, help="one that has PyTorch, for the fits"
    )
    return parser.parse_args(given)


def main() -> None:
    Training(arguments()).run()


if __name__ == "__main__":
    main()
