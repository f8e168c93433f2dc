"""Looking after the games on disk: backup, restore and check."""

import json
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from rollplayer.log import LogError
from rollplayer.server.run import locked
from rollplayer.server.sqlite import FILE_NAME, from_row, migrate, migrations
from rollplayer.server.store import EntryRow
from rollplayer.server.table import rebuild
from rollplayer.server.writer import connect


class NotAStore(ValueError):
    """A file that holds no games of ours; says why."""


class GamesThere(ValueError):
    """There are games where others should go."""


def back_up(folder: Path, target: Path) -> int:
    """Copy all games to one file, also while a server writes; returns how many there are.

    The copy is whole or not there at all: it gets its name when it is complete.
    """
    source = folder / FILE_NAME
    if not source.exists():
        raise NotAStore(str(source))
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(0o600)
    with closing(sqlite3.connect(source)) as games, closing(sqlite3.connect(part)) as copy:
        games.backup(copy)
        # One file, without a log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
    count = count_games(part)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.rename(target)
    return count


def count_games(path: Path) -> int:
    """How many games a file holds; NotAStore if it is damaged or something else."""
    if not path.is_file():
        raise NotAStore("there is no such file")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as games:
            (found,) = games.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise NotAStore(str(found))
            (form,) = games.execute("PRAGMA user_version").fetchone()
            if not 0 < form <= migrations()[-1][0]:
                raise NotAStore(f"form {form} is unknown")
            (count,) = games.execute("SELECT count(*) FROM games").fetchone()
            return int(count)
    except sqlite3.Error as error:
        raise NotAStore(str(error)) from error


def put_back(source: Path, folder: Path, *, force: bool) -> tuple[int, str | None]:
    """Put a backup in place; returns how many games, and where the old ones went."""
    count = count_games(source)
    with locked(folder):
        place = folder / FILE_NAME
        kept: str | None = None
        if place.exists():
            if not force:
                raise GamesThere(str(place))
            old = place.with_name(f"{place.name}.{time.strftime('%Y%m%d-%H%M%S')}")
            back_up(folder, old)
            kept = str(old)
        part = place.with_name(place.name + ".part")
        part.unlink(missing_ok=True)
        part.touch(0o600)
        with closing(sqlite3.connect(source)) as games, closing(sqlite3.connect(part)) as copy:
            games.backup(copy)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        for beside in (f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"):
            (folder / beside).unlink(missing_ok=True)
        part.replace(place)
        with closing(connect(place)) as games:
            migrate(games)
    return count, kept


def look_over(folder: Path) -> tuple[int, list[tuple[str, str]]]:
    """Check the file, then every log by its rules and its seed; returns what is damaged and why."""
    path = folder / FILE_NAME
    count = count_games(path)
    damaged: list[tuple[str, str]] = []
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as games:
        rows = games.execute("SELECT * FROM games ORDER BY created")
        rows.row_factory = sqlite3.Row
        for row in rows.fetchall():
            game = from_row(row)
            if game.header is None:
                continue
            entries = games.execute(
                "SELECT n, at, who, actor, command, line FROM entries WHERE game = ? ORDER BY n",
                (game.id,),
            ).fetchall()
            try:
                table = rebuild(game.header, game.seed, [EntryRow(*entry) for entry in entries])
            except (LogError, json.JSONDecodeError, KeyError) as error:
                damaged.append((game.id, str(error)))
                continue
            told = None if game.result is None else game.result["end"]
            if told != table.match.end():
                damaged.append((game.id, "its result is not the one of its log"))
    return count, damaged
