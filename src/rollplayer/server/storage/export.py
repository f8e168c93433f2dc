"""List the games of a store and write them as game files, even while a server is writing."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rollplayer.log import to_line
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import open_as_it_is

NAMES = "SELECT name FROM seats WHERE game = ? AND name <> '' ORDER BY seat"


@dataclass(frozen=True)
class Listed:
    """What an operator sees of a game when searching."""

    id: str
    status: str
    created: int
    title: str
    names: tuple[str, ...]


@contextmanager
def reading(folder: Path) -> Iterator[Database]:
    path = folder / FILE_NAME
    if not path.exists():
        raise FileNotFoundError(str(path))
    with closing(open_as_it_is(path)) as db:
        yield db


def find(folder: Path, part: str = "") -> list[Listed]:
    """Games whose id, title or names contain a text, newest first; without a text, all of them."""
    with reading(folder) as db:
        rows = db.execute("SELECT id, status, created, title FROM games ORDER BY created DESC")
        games = [
            Listed(id, status, created, title, tuple(row[0] for row in db.execute(NAMES, (id,))))
            for id, status, created, title in rows.fetchall()
        ]
    wanted = part.casefold()
    return [
        game
        for game in games
        if any(wanted in text.casefold() for text in (game.id, game.title, *game.names))
    ]


def export(folder: Path, target: Path, games: Sequence[str]) -> list[str]:
    """Write the game files of games that have begun; returns their ids.

    A game still in progress has no end line and thus no seed, so its future stays secret.
    """
    target.mkdir(parents=True, exist_ok=True)
    written: list[str] = []
    with reading(folder) as db:
        for game in games:
            row = db.execute("SELECT header, result FROM games WHERE id = ?", (game,)).fetchone()
            if row is None or row[0] is None:
                continue
            lines = [to_line(json.loads(row[0]))]
            entries = db.execute("SELECT line FROM entries WHERE game = ? ORDER BY n", (game,))
            lines += [line for (line,) in entries]
            if row[1] is not None:
                lines.append(to_line({"end": json.loads(row[1])["end"]}))
            with (target / f"{game}.jsonl").open("x", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in lines)
            written.append(game)
    return written
