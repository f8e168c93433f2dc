"""A data folder with many finished games, written directly into the store's file."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from rollplayer.server.common.tokens import new_id
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.wording import public_view
from rollplayer.server.storage.games import GAME_FIELDS, to_row
from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import connect
from tests.server.prepared import STARTED, fresh, row_of, step

BATCH = 5_000
SYLLABLES = [
    "an",
    "bel",
    "cor",
    "da",
    "el",
    "fi",
    "gra",
    "ho",
    "is",
    "ja",
    "ka",
    "lu",
    "mo",
    "ne",
    "or",
    "pe",
    "qui",
    "ro",
    "sa",
    "tu",
    "vi",
    "wa",
    "xe",
    "yl",
    "zo",
]
TABLES = ((2, "second"), (3, "second"), (4, "second"), (2, "first"))
"""Players and edition of the games."""


def name(dice: random.Random) -> str:
    words = ("".join(dice.choices(SYLLABLES, k=dice.randint(1, 3))) for _ in range(2))
    return " ".join(word.capitalize() for word in words)


def whole(players: int, edition: str) -> RecordedMatch:
    """A finished game."""
    table = fresh(players, f"archive {players} {edition}", edition=edition)
    dice = random.Random(players)
    while not table.game.over:
        step(table, dice)
    return table


def template(players: int, edition: str) -> tuple[dict[str, Any], RecordedMatch]:
    """The row of a finished game, and the game."""
    table = whole(players, edition)
    row = row_of(table, "host")
    row.status, row.listed = "finished", True
    classes = [hero["class"] for hero in public_view(table)["heroes"]]
    row.result = {"end": table.match.end(), "classes": classes}
    return to_row({field: getattr(row, field) for field in GAME_FIELDS}), table


def fill(folder: Path, games: int, entries: int = 3) -> list[str]:
    """Write finished games whose rows are as long as real ones; returns their ids.

    Only the last ``entries`` of each log are written: lists read no others, and the whole logs of so
    large an archive would fill the disk. With 0, logs are complete.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ids: list[str] = []
    templates = [template(*each) for each in TABLES]
    with closing(connect(folder / FILE_NAME)) as db:
        migrate(db)
        db.execute("PRAGMA synchronous = OFF")
        columns = ", ".join(GAME_FIELDS)
        insert = f"INSERT INTO games ({columns}) VALUES ({', '.join('?' * len(GAME_FIELDS))})"
        # Insert seats before their game, so that its texts are indexed only once.
        db.execute("PRAGMA foreign_keys = OFF")
        for first in range(0, games, BATCH):
            rows: list[tuple[object, ...]] = []
            seats: list[tuple[object, ...]] = []
            log: list[tuple[object, ...]] = []
            for number in range(first, min(first + BATCH, games)):
                dice = random.Random(number)
                plain, table = templates[number % len(templates)]
                ended = STARTED + number * 1000
                row = {**plain, "id": new_id(), "title": name(dice), "finished": ended}
                ids.append(row["id"])
                rows.append(tuple(row.values()))
                players = table.match.header.options.players
                seats += [(row["id"], seat, name(dice), "human") for seat in range(players)]
                log += [(row["id"], *line) for line in lines(table, entries)]
            db.execute("BEGIN")
            db.executemany("INSERT INTO seats (game, seat, name, kind) VALUES (?, ?, ?, ?)", seats)
            db.executemany(insert, rows)
            db.executemany(
                "INSERT INTO entries (game, n, at, who, actor, command, line) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                log,
            )
            db.execute("COMMIT")
    return ids


def lines(table: RecordedMatch, entries: int) -> Iterator[tuple[object, ...]]:
    for record in table.records[-entries:]:
        row = record.row()
        yield row.n, row.at, row.who, row.actor, row.command, row.line
