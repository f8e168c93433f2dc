"""Backup, restore and check of the games on disk."""

import os
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Final

from rollplayer.log import LogError
from rollplayer.rules.options import RefusedOptions, read_options
from rollplayer.server.rooms.recorded_match import rebuild
from rollplayer.server.storage.database import Database, rows_of
from rollplayer.server.storage.games import from_row, seats_of
from rollplayer.server.storage.lock import locked
from rollplayer.server.storage.schema import migrate, migrations
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import connect, lenient, open_as_it_is
from rollplayer.server.storage.store import Damaged, EntryRow

OF_PERSONS: Final = (
    "claims",
    "devices",
    "passkeys",
    "friendships",
    "blocks",
    "invitations",
    "sanctions",
)
"""Tables that earlier files may not have."""


class NotAStore(ValueError):
    """A file that is not a store of games; says why."""


class Unsound(NotAStore):
    """A store of games that is damaged; says where."""


class GamesThere(ValueError):
    """The target of a restore already holds games."""


def back_up(folder: Path, target: Path) -> int:
    """Copy all games to one file, even while a server is writing; returns how many there are.

    The copy is complete or absent: it gets its name only when it is finished.
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
    """How many games a file holds; raises NotAStore if it is damaged or something else."""
    if not path.is_file():
        raise NotAStore("there is no such file")
    try:
        with closing(open_as_it_is(path)) as games:
            form = games.version()
            if not 0 < form <= migrations()[-1][0]:
                raise NotAStore(f"format {form} is unknown")
            (verdict,) = games.execute("PRAGMA integrity_check").fetchone()
            if verdict != "ok":
                raise Unsound(str(verdict))
            (count,) = games.execute("SELECT count(*) FROM games").fetchone()
            return int(count)
    except sqlite3.DatabaseError as error:
        malformed = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT
        raise (Unsound if malformed else NotAStore)(str(error)) from error


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
    """Check the file, then replay every log; returns the damaged games and why.

    Damage that concerns no single game has an empty id.
    """
    path = folder / FILE_NAME
    damaged: list[tuple[str, str]] = []
    try:
        count = count_games(path)
    except Unsound as error:
        damaged.append(("", str(error)))
        count = 0
    with closing(open_as_it_is(path)) as games:
        lenient(games)
        try:
            ids = [id for (id,) in games.execute("SELECT id FROM games ORDER BY created")]
            damaged += [("", reason) for reason in lonely_rows(games)]
        except sqlite3.Error as error:
            return count, [*damaged, ("", str(error))]
        for id in ids:
            try:
                reason = damage_of(games, id)
            except sqlite3.Error as error:
                reason = str(error)
            if reason:
                damaged.append((id, reason))
    return len(ids), damaged


def lonely_rows(games: Database) -> list[str]:
    """What belongs to a game or a person that is gone."""
    found: Counter[tuple[str, str]] = Counter()
    for table in OF_PERSONS:
        if games.columns(table):
            found.update((table, parent) for parent in games.lonely_rows(table))
    return [f"{table}: {n} without their {parent}" for (table, parent), n in found.items()]


def damage_of(games: Database, id: str) -> str:
    """What is wrong with a game; empty if nothing is."""
    try:
        (row,) = rows_of(games, "SELECT * FROM games WHERE id = ?", id)
        game = from_row(row)
        options = read_options(game.options)
    except (Damaged, RefusedOptions) as error:
        return str(error)
    except ValueError:
        return "its row cannot be found"
    seats = [seat.seat for seat in seats_of(games, [id])[id]]
    if seats != list(range(options.players)):
        return "its seats do not match its options"
    if game.header is None:
        return ""
    entries = games.execute(
        "SELECT n, at, who, actor, command, line FROM entries WHERE game = ? ORDER BY n", (id,)
    ).fetchall()
    try:
        table = rebuild(game.header, game.seed, [EntryRow(*entry) for entry in entries])
    except LogError as error:
        return str(error)
    end = None if game.result is None else game.result["end"]
    return "" if end == table.match.end() else "its result does not match its log"
