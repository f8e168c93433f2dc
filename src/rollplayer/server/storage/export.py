"""List the games of a store and write them as game files, even while a server is writing."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rollplayer.log import to_line
from rollplayer.server.storage.places import Place

NAMES = "SELECT name FROM seats WHERE game = ? AND name <> '' ORDER BY seat"


@dataclass(frozen=True)
class Listed:
    """What an operator sees of a game when searching."""

    id: str
    status: str
    created: int
    title: str
    names: tuple[str, ...]


def find(place: Place, part: str = "") -> list[Listed]:
    """Games whose id, title or names contain a text, newest first; without a text, all of them."""
    with place.reading() as db:
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


def export(place: Place, target: Path, games: Sequence[str]) -> list[str]:
    """Write the game files of games that have begun; returns their ids.

    A game still in progress has no end line and thus no seed, so its future stays secret.
    """
    target.mkdir(parents=True, exist_ok=True)
    written: list[str] = []
    with place.reading() as db:
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
