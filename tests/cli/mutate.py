"""Thousands of spoilt packs, game files, score files, scenarios and answers.

Each must be refused by a message of ours and exit code 2, unless it is still valid; nothing else
may happen, and no file may change. ``python -m tests.cli.mutate --count 10000``
"""

import argparse
import json
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final
from unittest.mock import patch

from rollplayer.chance import Chance
from rollplayer.content import library
from rollplayer.content.files import Table, read_folder
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import read_answer
from rollplayer.match import Match
from rollplayer.rules.options import Options
from rollplayer.simulation import SimulationPlan, play_games
from tests.cli.mutations import WORDS, spoil_json, spoil_text
from tests.cli.runner import Ran, cli
from tests.cli.test_score import EXAMPLE

SCENARIOS: Final = Path(__file__).parent.parent / "scenarios"
REFUSED, VALID, DIFFERENT = "refused", "valid", "different"
ANSWERED: Final = {0: VALID, 1: DIFFERENT, 2: REFUSED}


class Failure(Exception):
    """Bad input did something it must not."""


class Bench:
    """What is spoilt, and a folder to do it in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games = self._games()
        self.positions = list(self._positions())
        self.blocks = [
            block
            for path in sorted((library.HOME / "base").glob("*.toml"))
            for block in path.read_text(encoding="utf-8").split("\n\n")
            if block.startswith("[")
        ]
        self.scenarios = [
            text
            for path in sorted(SCENARIOS.rglob("*.toml"))
            for text in alone(path.read_text(encoding="utf-8"))
        ]

    def _games(self) -> list[str]:
        texts = []
        for bots in (("random", "random"), ("random",)):
            log = self.folder / f"games-{len(bots)}"
            log.mkdir()
            options = {"players": len(bots), "variants": ["short-game"]}
            plan = SimulationPlan(bots, options, 1, "spoil", log=str(log))
            list(play_games(plan, 1))
            text = plan.file_of(1).read_text(encoding="utf-8")
            lines = text.splitlines(keepends=True)
            # Most are short, because it takes a while to derive a long one again.
            texts += [text, *("".join(lines[:size]) for size in (5, 20, 35, 50, 65, 80))]
        return texts

    def _positions(self) -> list[Game]:
        positions = []
        match = Match.new(Options(players=2), chance=Chance.from_text("spoil"))
        pick = Chance.from_text("pick")
        while not match.game.over:
            if match.game.seat() == CHANCE:
                match.roll()
                continue
            positions.append(match.game.copy())
            match.act(match.game.seat(), pick.choose(match.game.options(), None))
        return positions

    # -- one spoilt thing each ----------------------------------------------------------------------

    def score(self, rng: random.Random) -> str:
        if rng.random() < 0.5:
            table = json.loads(EXAMPLE)
            for _ in range(rng.choice((1, 1, 2, 3))):
                table = spoil_json(table, rng)
            raw = json.dumps(table).encode()
        else:
            raw = spoil_text(EXAMPLE, rng)
        path = self._file("table.json", raw)
        options = ["--json"] if rng.random() < 0.5 else []
        return self._run(raw, path, "score", str(path), *options)

    def game(self, rng: random.Random) -> str:
        text = rng.choice(self.games)
        if rng.random() < 0.5:
            lines = text.splitlines()
            at = rng.choice((0, len(lines) - 1, rng.randrange(len(lines))))
            lines[at] = json.dumps(spoil_json(json.loads(lines[at]), rng))
            raw = "\n".join([*lines, ""]).encode()
        else:
            raw = spoil_text(text, rng)
        path = self._file("game.jsonl", raw)
        command = rng.choice(
            (["verify"], ["verify"], ["replay"], ["replay", "--json"], ["replay", "--at", "9"])
        )
        return self._run(raw, path, *command, str(path))

    def scenario(self, rng: random.Random) -> str:
        raw = spoil_text(rng.choice(self.scenarios), rng)
        path = self._file("scenario.toml", raw)
        return self._run(raw, path, "scenario", str(path))

    def pack(self, rng: random.Random) -> str:
        text = "\n\n".join(rng.sample(self.blocks, rng.choice((1, 2, 4))))
        raw = spoil_text(text, rng)
        path = self._file("pack/cards.toml", raw)
        folder = str(path.parent)
        answered = self._run(raw, path, "cards", "check", folder)
        if answered == VALID and rng.random() < 0.3:
            # What is called playable must be.
            game = ("simulate", "--games", "1", "--players", "random,random", "--seed", "1")
            if self._run(raw, path, *game, "--pack", folder) != VALID:
                raise Failure("a pack that passed the check cannot be played with")
        return answered

    def answer(self, rng: random.Random) -> str:
        """Not a file: what somebody types at the prompt."""
        game = rng.choice(self.positions)
        names = game.rules.names
        typed = names.write(rng.choice(game.options()))
        if rng.random() < 0.5:
            words = typed.split()
            words[rng.randrange(len(words))] = rng.choice(WORDS)
            typed = " ".join(words)
        else:
            typed = spoil_text(typed, rng).decode("utf-8", "surrogateescape")
        who = rng.choice((game.seat(), 0, 1))
        before = state_hash(game)
        options = game.options() if who == game.seat() else game.interruptions(who)
        try:
            if read_answer(game, who, typed) not in options:
                raise Failure(f"{typed!r} was read as an answer that is not legal")
            answered = VALID
        except IllegalAnswer as refused:
            if len(str(refused)) < len("''"):
                raise Failure(f"{typed!r} was refused without a word") from refused
            answered = REFUSED
        if state_hash(game) != before:
            raise Failure(f"{typed!r} changed the game")
        return answered

    # -- helpers ------------------------------------------------------------------------------------

    def _file(self, name: str, raw: bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(raw)
        return path

    def _run(self, raw: bytes, path: Path, *arguments: str) -> str:
        around = sorted(path.parent.iterdir())
        ran = cli(*arguments)
        if path.read_bytes() != raw or sorted(path.parent.iterdir()) != around:
            raise Failure("files were changed")
        return judge(ran, arguments[0])


def alone(text: str) -> list[str]:
    """The scenarios of a file one by one, because a long file takes long to run."""
    first, *others = text.split("[[scenario]]")
    return ["[[scenario]]" + other for other in others] or [first]


@contextmanager
def content_read_once() -> Iterator[None]:
    """Packs are laid over our own content, which need not be read anew for each."""
    ours = cache(read_folder)

    def read_ours_once(folder: Path) -> tuple[dict[str, Table], dict[str, Table]]:
        return ours(folder) if folder.is_relative_to(library.HOME) else read_folder(folder)

    with patch.object(library, "read_folder", read_ours_once):
        yield


def judge(ran: Ran, command: str) -> str:
    if ran.code not in ANSWERED:
        raise Failure(f"exit code {ran.code}")
    if ran.code == 1 and command not in ("verify", "scenario"):
        raise Failure("exit code 1 is for verify and scenario")
    lines = ran.err.splitlines()
    if ran.code == 2 and (not lines or not lines[-1].startswith("error: ") or len(lines[-1]) < 20):
        raise Failure(f"refused without a message: {ran.err!r}")
    if ran.code == 2 and len(lines) > 1 and not all("warning: " in line for line in lines[:-1]):
        raise Failure(f"more than one line: {ran.err!r}")
    return ANSWERED[ran.code]


KINDS: Final[dict[str, Callable[[Bench, random.Random], str]]] = {
    "score files": Bench.score,
    "game files": Bench.game,
    "scenarios": Bench.scenario,
    "packs": Bench.pack,
    "answers": Bench.answer,
}


def spoil(bench: Bench, seed: str) -> tuple[str, str]:
    """One spoilt thing: its kind, and how it was answered. Failure says what is wrong."""
    rng = random.Random(seed)
    kind = rng.choice(list(KINDS))
    try:
        return kind, KINDS[kind](bench, rng)
    except Failure as failure:
        raise Failure(f"{kind}, seed {seed!r}: {failure}") from failure
    except Exception as error:
        trace = traceback.format_exc()
        raise Failure(f"{kind}, seed {seed!r}: {type(error).__name__} escaped\n{trace}") from error


def spoil_many(count: int, seed: str) -> tuple[Counter[tuple[str, str]], list[str]]:
    """How the spoilt things were answered, and all that went wrong."""
    answered: Counter[tuple[str, str]] = Counter()
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder, content_read_once():
        bench = Bench(Path(folder))
        for number in range(count):
            try:
                answered[spoil(bench, f"{seed}/{number}")] += 1
            except Failure as failure:
                failures.append(str(failure))
    return answered, failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    answered, failures = spoil_many(given.count, given.seed)
    for kind in KINDS:
        counts = ", ".join(f"{answered[kind, how]} {how}" for how in ANSWERED.values())
        print(f"{kind}: {counts}")
    for failure in failures[:20]:
        print(failure)
    print(f"{given.count} spoilt inputs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
