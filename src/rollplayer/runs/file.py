"""The results file: a header, then one JSON line per game."""

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path

from rollplayer.engine.plain import Plain
from rollplayer.log import to_line

KnownBy = Callable[[Plain], Hashable]
"""What a game of a run is known by; any error says that it is none of this run."""


class UnusableResults(ValueError):
    """A results file cannot be continued: the reason, and the arguments of its message."""

    def __init__(self, reason: str, path: Path, **arguments: str | int) -> None:
        super().__init__(f"{path}: {reason} {arguments or ''}".rstrip())
        self.reason = reason
        self.arguments: dict[str, str | int] = {"path": str(path), **arguments}


class ResultsFile:
    """The results of each game. Existing lines are never overwritten.

    The head says what must be equal to continue; its first entry is the format.
    """

    def __init__(self, path: Path, head: Plain, known_by: KnownBy) -> None:
        self.path = path
        self.head = head
        self.games: list[Plain] = []
        kept = path.read_bytes() if path.exists() else b""
        # An incomplete last line was being written when the run stopped.
        whole = kept[: kept.rfind(b"\n") + 1]
        if whole:
            lines = whole.decode("utf-8", "replace").split("\n")[:-1]
            self.games = list(self.read(lines, known_by))
        elif kept:
            raise UnusableResults("no-results", path)
        if len(whole) < len(kept):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        if not whole:
            self.write(self.head)

    def read(self, lines: Sequence[str], known_by: KnownBy) -> Iterator[Plain]:
        try:
            head = self.parsed(1, lines[0])
        except UnusableResults as error:
            raise UnusableResults("no-results", self.path) from error
        kind = next(iter(self.head))
        if head.get(kind) != self.head[kind]:
            raise UnusableResults("no-results", self.path)
        for key, wanted in self.head.items():
            if head.get(key) != wanted:
                raise UnusableResults(
                    "other-tournament",
                    self.path,
                    what=key,
                    there=json.dumps(head.get(key)),
                    here=json.dumps(wanted),
                )
        seen: set[Hashable] = set()
        for number, line in enumerate(lines[1:], 2):
            game = self.parsed(number, line)
            try:
                task = known_by(game)
                if task in seen:
                    raise ValueError(f"{task} appears twice")
                seen.add(task)
            except (ArithmeticError, LookupError, TypeError, ValueError) as error:
                raise UnusableResults("no-result", self.path, line=number) from error
            yield game

    def parsed(self, number: int, line: str) -> Plain:
        try:
            plain = json.loads(line)
        except (ValueError, RecursionError):
            plain = None
        if not isinstance(plain, dict):
            raise UnusableResults("no-result", self.path, line=number)
        return plain

    def write(self, plain: Plain) -> None:
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(to_line(plain) + "\n")
