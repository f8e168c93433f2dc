"""Backup, restore, copy and check of a store."""

import os
import sqlite3
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Final

from rollplayer.log import LogError
from rollplayer.rules.options import RefusedOptions, read_options
from rollplayer.server.rooms.recorded_match import rebuild
from rollplayer.server.storage.copying import copy_all, is_empty
from rollplayer.server.storage.database import Database, rows_of
from rollplayer.server.storage.games import from_row, seats_of
from rollplayer.server.storage.places import Folder, NotAStore, Place, Unsound, check_file
from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import connect, open_as_it_is
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


class GamesThere(ValueError):
    """The target of a restore already holds games."""


def back_up(place: Place, target: Path) -> int:
    """Copy all games to one SQLite file, even while a server is writing; returns how many there are.

    The copy is complete or absent: it gets its name only when it is finished.
    """
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(0o600)
    if isinstance(place, Folder):
        copy_file(place.file, part)
    else:
        with place.reading() as games, closing(connect(part)) as copy:
            migrate(copy)
            copy_all(games, copy)
    with closing(sqlite3.connect(part)) as copy:
        # One file, without a log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
    count = count_games(part)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.rename(target)
    return count


def copy_file(source: Path, target: Path) -> None:
    if not source.exists():
        raise NotAStore(str(source))
    with closing(sqlite3.connect(source)) as games, closing(sqlite3.connect(target)) as copy:
        games.backup(copy)


def count_games(path: Path) -> int:
    """How many games a file holds; raises NotAStore if it is damaged or something else."""
    check_file(path)
    with closing(open_as_it_is(path)) as games:
        (count,) = games.execute("SELECT count(*) FROM games").fetchone()
    return int(count)


def put_back(source: Path, place: Place, beside: Path, *, force: bool) -> tuple[int, str | None]:
    """Put a backup in place; returns how many games, and the file beside that the old ones went to."""
    count = count_games(source)
    old = beside / f"{FILE_NAME}.{time.strftime('%Y%m%d-%H%M%S')}"
    if isinstance(place, Folder):
        return count, put_file_back(source, place, old, force=force)
    with (
        place.alone(create=True) as db,
        tempfile.TemporaryDirectory(prefix="rollplayer-") as folder,
    ):
        kept: str | None = None
        if not is_empty(db):
            if not force:
                raise GamesThere(place.name)
            beside.mkdir(mode=0o700, parents=True, exist_ok=True)
            back_up(place, old)
            kept = str(old)
        # A copy of the backup, because its form may be an older one.
        part = Path(folder) / FILE_NAME
        copy_file(source, part)
        with closing(connect(part)) as games:
            migrate(games)
            copy_all(games, db, replace=True)
    return count, kept


def put_file_back(source: Path, place: Folder, old: Path, *, force: bool) -> str | None:
    """Replace the file of games by a backup as a whole, whatever state it is in."""
    with place.taken():
        kept: str | None = None
        if place.file.exists():
            if not force:
                raise GamesThere(place.name)
            back_up(place, old)
            kept = str(old)
        part = place.file.with_name(place.file.name + ".part")
        part.unlink(missing_ok=True)
        part.touch(0o600)
        copy_file(source, part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        for beside in (f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"):
            (place.path / beside).unlink(missing_ok=True)
        part.replace(place.file)
        with closing(connect(place.file)) as games:
            migrate(games)
    return kept


def copy_to(source: Place, target: Place) -> int:
    """Copy all games to another place, where there are none yet; returns how many there are."""
    with source.alone() as games, target.alone(create=True) as copy:
        return copy_all(games, copy)


def look_over(place: Place) -> tuple[int, list[tuple[str, str]]]:
    """Check the store, then replay every log; returns the damaged games and why.

    Damage that concerns no single game has an empty id.
    """
    damaged: list[tuple[str, str]] = []
    try:
        place.check()
    except Unsound as error:
        damaged.append(("", str(error)))
    with place.reading(lenient=True) as games:
        try:
            ids = [id for (id,) in games.execute("SELECT id FROM games ORDER BY created")]
            damaged += [("", reason) for reason in lonely_rows(games)]
        except place.errors as error:
            return 0, [*damaged, ("", str(error))]
        for id in ids:
            try:
                reason = damage_of(games, id)
            except place.errors as error:
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
