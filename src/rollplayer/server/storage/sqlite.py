"""The store in one SQLite file."""

import asyncio
import json
import logging
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec

from rollplayer.rules.options import Options
from rollplayer.server.common.tokens import now
from rollplayer.server.storage import times
from rollplayer.server.storage.asked import put_asked
from rollplayer.server.storage.person_games import PUT_PROGRESS, progress_of, progress_values
from rollplayer.server.storage.rated import copy_seats, put_rated
from rollplayer.server.storage.reader import (
    SEARCH_SECONDS,
    Reader,
    Walk,
    finished_query,
    is_damage,
    lobby_query,
    rows_of,
)
from rollplayer.server.storage.store import (
    NOTHING_BESIDE,
    Beside,
    ChatRow,
    Damaged,
    EntryRow,
    GameRow,
    KeptAnswer,
    KeyUsed,
    NotSaved,
    ProgressRow,
    RatedNote,
    Search,
    SeatRow,
    StoredGame,
    TimeRow,
)
from rollplayer.server.storage.writer import Observe, Rows, Writer, connect

logger = logging.getLogger(__name__)

FILE_NAME: Final = "games.sqlite3"
CHAT_KEPT_AT_HAND: Final = 50
CHAT_KEPT: Final = 200
ANSWERS_KEPT: Final = 24 * 3600 * 1000
"""Milliseconds for which a request with an Idempotency-Key may be sent again."""
JSON_FIELDS: Final = ("options", "header", "result", "time_limit", "times", "orders")
FLAGS: Final = ("listed", "watch", "host_muted", "rated")
NEEDED: Final[dict[str, list[tuple[str, str, type]]]] = {
    "options": [("", "players", int), ("", "edition", str)],
    "header": [("", "options", dict), ("", "seats", list)],
    "result": [("", "classes", list), ("end", "heroes", list), ("end", "winners", list)],
    "time_limit": [("", "turn_seconds", int), ("", "bank_seconds", int)],
    "times": [("", "seats", list), ("", "time", dict), ("", "since", int)],
    "orders": [("", "seats", dict)],
}
"""By field: which key must be in it, within which object, and of which type."""
GAME_FIELDS: Final = tuple(column.name for column in fields(GameRow))
SEAT_FIELDS: Final = tuple(column.name for column in fields(SeatRow))

T = TypeVar("T")

_named: set[str] = set()
"""Damaged games already named in the log."""


class StoreTooNew(NotSaved):
    """The file was written by a newer version of this program."""


def migrations() -> list[tuple[int, str]]:
    """The numbered SQL files, in order."""
    folder = files("rollplayer.server.storage") / "migrations"
    scripts = [
        (int(file.name.split("_")[0]), file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    ]
    return sorted(scripts)


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a file to the current schema, one transaction per step."""
    known = migrations()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > known[-1][0]:
        raise StoreTooNew(
            f"the games were written by a newer version (format {version}, this one knows "
            f"{known[-1][0]})"
        )
    for number, script in known:
        if number > version:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
            )


def opened(part: T | None) -> T:
    if part is None:
        raise NotSaved("the store is closed")
    return part


class SqliteStore:
    """Games in one file: one thread writes, one reads for tables, one searches."""

    def __init__(self, folder: Path, observe: Observe | None = None) -> None:
        self.path = folder / FILE_NAME
        self.observe = observe
        self._writer: Writer | None = None
        self._tables: Reader | None = None
        self._damage = ""
        self._walk = Walk()
        self._checking: sqlite3.Connection | None = None
        self._checker: threading.Thread | None = None
        self._searches: Reader | None = None

    @property
    def writer(self) -> Writer:
        return opened(self._writer)

    @property
    def tables(self) -> Reader:
        return opened(self._tables)

    @property
    def searches(self) -> Reader:
        return opened(self._searches)

    async def open(self) -> None:
        try:
            # It contains seeds and token hashes; SQLite gives the files beside it the same mode.
            self.path.touch(0o600)
            connection = connect(self.path)
            migrate(connection)
            self._tables = Reader(self.path, "store-reader")
            self._searches = Reader(self.path, "store-searcher", SEARCH_SECONDS)
        except (sqlite3.Error, OSError) as error:
            raise NotSaved(f"{FILE_NAME}: {error}") from error
        self._writer = Writer(connection, self.observe)
        self._checking = connect(self.path)
        self._checker = threading.Thread(
            target=self._look_over, args=(self._checking,), name="store-checker", daemon=True
        )
        self._checker.start()

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.stop()
            if self._checking is not None and self._checker is not None:
                self._checking.interrupt()
                await asyncio.to_thread(self._checker.join)
                self._checking.close()
            for reader in (self._tables, self._searches):
                if reader is not None:
                    # A search may still be running; it is aborted within a second.
                    await asyncio.to_thread(reader.close)
            # The last connection to close removes the WAL.
            self._writer.connection.close()
            self._writer = None

    async def ready(self) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('ready', ?)", (now(),))

        await self.writer.write(write)
        await self.tables.read(self._walk.go_on)
        for damage in (self._damage, self.tables.damage, self.searches.damage):
            if damage:
                raise NotSaved(damage)

    def _look_over(self, db: sqlite3.Connection) -> None:
        """Read the whole file once in the background; /readyz reports any damage."""
        try:
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.Error as error:
            verdict = str(error) if is_damage(error) else "ok"
        if verdict != "ok":
            self._damage = str(verdict)
            logger.error("damaged", extra={"reason": self._damage})

    # -- writing ------------------------------------------------------------------------------------

    async def create(
        self,
        game: GameRow,
        seats: Sequence[SeatRow],
        entries: Sequence[EntryRow] = (),
        kept: KeptAnswer | None = None,
        rematch_of: str | None = None,
        beside: Beside = NOTHING_BESIDE,
    ) -> None:
        def run(db: sqlite3.Connection) -> None:
            row = to_row({name: getattr(game, name) for name in GAME_FIELDS})
            names, marks = ", ".join(row), ", ".join("?" * len(row))
            # The names are those of a dataclass, never a client's.
            sql = f"INSERT INTO games ({names}) VALUES ({marks})"  # noqa: S608
            db.execute(sql, tuple(row.values()))
            put_seats(db, game.id, seats)
            rows_of_entries(game.id, entries).put(db)
            for rows in rows_of_progress(game.id, beside.progress):
                rows.put(db)
            put_answer(db, kept)
            if rematch_of is not None:
                put_changes(db, rematch_of, {"rematch": game.id})
                # It has the same tokens, so whoever has claimed one holds it here as well.
                db.execute(
                    "INSERT INTO claims (person, game, digest, seat, at) "
                    "SELECT person, ?, digest, seat, ? FROM claims WHERE game = ?",
                    (game.id, game.created, rematch_of),
                )
                copy_seats(db, game.id, rematch_of)
            put_asked(db, game.id, beside.asked)
            put_rated(db, game.id, beside.rated)

        await self.writer.write(run)

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
    ) -> None:
        all_rows = (rows_of_entries(id, entries), *rows_of_progress(id, beside.progress))
        if not changes and beside.asked is None and not beside.rated:
            await self.writer.put(*all_rows)
            return
        more = changes or {}

        def run(db: sqlite3.Connection) -> None:
            for rows in all_rows:
                rows.put(db)
            put_changes(db, id, more)
            put_asked(db, id, beside.asked)
            put_rated(db, id, beside.rated)

        await self.writer.write(run)

    async def change(
        self,
        id: str,
        changes: Mapping[str, Any],
        seats: Sequence[SeatRow] = (),
        kept: KeptAnswer | None = None,
        rated: Sequence[RatedNote] = (),
    ) -> None:
        def run(db: sqlite3.Connection) -> None:
            put_changes(db, id, changes)
            put_seats(db, id, seats)
            put_answer(db, kept)
            put_rated(db, id, rated)

        await self.writer.write(run)

    async def say(self, id: str, row: ChatRow) -> None:
        def run(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO chat (game, n, at, seat, name, text, command) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (id, row.n, row.at, row.seat, row.name, row.text, row.command),
            )
            # Only the latest are ever sent; chat must not fill the disk.
            db.execute("DELETE FROM chat WHERE game = ? AND n <= ?", (id, row.n - CHAT_KEPT))

        await self.writer.write(run)

    # -- reading ------------------------------------------------------------------------------------

    async def load(self, id: str) -> StoredGame | None:
        return await self.tables.read(lambda db: load_game(db, id, log=True))

    async def glance(self, id: str) -> StoredGame | None:
        return await self.tables.read(lambda db: load_game(db, id, log=False))

    async def glances(self, ids: Sequence[str]) -> list[StoredGame]:
        def run(db: sqlite3.Connection) -> list[StoredGame]:
            return [game for id in ids if (game := load_game(db, id, log=False)) is not None]

        return await self.searches.read(run)

    async def find(self, search: Search) -> list[StoredGame]:
        return await self.searches.read(lambda db: find_games(db, search))

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        return await self.searches.read(lambda db: log_lengths(db, ids))

    async def progress(self, ids: Sequence[str]) -> dict[str, ProgressRow]:
        return await self.searches.read(lambda db: progress_of(db, ids))

    async def answered(self, mark: bytes) -> KeptAnswer | None:
        def run(db: sqlite3.Connection) -> KeptAnswer | None:
            sql = "SELECT mark, print, at, status, sealed FROM answers WHERE mark = ? AND at > ?"
            row = db.execute(sql, (mark, now() - ANSWERS_KEPT)).fetchone()
            return None if row is None else KeptAnswer(*row)

        return await self.tables.read(run)

    async def counts(self) -> dict[str, int]:
        return await self.searches.read(count_by_status)

    async def finished(self, limit: int) -> list[GameRow]:
        return await self.searches.read(lambda db: latest_finished(db, limit))

    # -- the server's time --------------------------------------------------------------------------

    async def read_time(self) -> TimeRow | None:
        return await self.tables.read(times.read)

    async def keep_time(self, row: TimeRow) -> None:
        await self.writer.write(lambda db: times.keep(db, row))

    async def timed_games(self) -> list[str]:
        return await self.tables.read(times.games)

    async def games_with_orders_due(self) -> list[str]:
        return await self.tables.read(times.games_with_orders_due)


# -- reading with a connection ----------------------------------------------------------------------


def load_game(db: sqlite3.Connection, id: str, *, log: bool) -> StoredGame | None:
    games = rows_of(db, "SELECT * FROM games WHERE id = ?", id)
    if not games:
        return None
    entries = db.execute(
        "SELECT n, at, who, actor, command, line FROM entries WHERE game = ? ORDER BY n LIMIT ?",
        (id, -1 if log else 0),
    )
    chat = db.execute(
        "SELECT n, at, seat, name, text, command FROM chat WHERE game = ? ORDER BY n DESC LIMIT ?",
        (id, CHAT_KEPT_AT_HAND if log else 0),
    )
    game, damage = what_is_left(games[0])
    seats = seats_of(db, [id])[id]
    if not damage and [seat.seat for seat in seats] != list(range(game.options["players"])):
        damage, game.status = "its seats do not match its options", "closed"
    return StoredGame(
        game,
        seats,
        [EntryRow(*row) for row in entries],
        [ChatRow(*row) for row in reversed(chat.fetchall())],
        damage,
    )


def find_games(db: sqlite3.Connection, search: Search) -> list[StoredGame]:
    wanted = finished_query if search.statuses == ("finished",) else lobby_query
    sql, parameters = wanted(search)
    games = sound(rows_of(db, sql, *parameters))
    seats = seats_of(db, [game.id for game in games])
    return [StoredGame(game, seats[game.id], [], []) for game in games]


def log_lengths(db: sqlite3.Connection, ids: Sequence[str]) -> dict[str, int]:
    """One lookup per game: the number of the last entry is the length of the log."""
    sql = "SELECT coalesce(max(n), 0) FROM entries WHERE game = ?"
    return {id: db.execute(sql, (id,)).fetchone()[0] for id in ids}


def count_by_status(db: sqlite3.Connection) -> dict[str, int]:
    return dict(db.execute("SELECT status, count(*) FROM games GROUP BY status").fetchall())


def latest_finished(db: sqlite3.Connection, limit: int) -> list[GameRow]:
    sql = "SELECT * FROM games WHERE status = 'finished' ORDER BY finished DESC LIMIT ?"
    return sound(rows_of(db, sql, limit))


def sound(rows: Sequence[sqlite3.Row]) -> list[GameRow]:
    """The games of some rows. Damaged ones are left out and named in the log once."""
    games: list[GameRow] = []
    for row in rows:
        try:
            games.append(from_row(row))
        except Damaged as error:
            if row["id"] not in _named:
                _named.add(row["id"])
                logger.error("damaged game", extra={"game": row["id"], "reason": str(error)})
    return games


def seats_of(db: sqlite3.Connection, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    """The seats of some games, in order, by game."""
    seats: dict[str, list[SeatRow]] = {id: [] for id in ids}
    marks = ", ".join("?" * len(ids))
    sql = (
        f"SELECT game, {', '.join(SEAT_FIELDS)} FROM seats "  # noqa: S608
        f"WHERE game IN ({marks}) ORDER BY game, seat"
    )
    for game, *seat in db.execute(sql, tuple(ids)):
        seats[game].append(SeatRow(*seat))
    return seats


def to_row(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a game as columns."""
    return {
        name: json.dumps(value, ensure_ascii=False)
        if name in JSON_FIELDS and value is not None
        else int(value)
        if name in FLAGS
        else value
        for name, value in plain.items()
    }


def from_row(row: sqlite3.Row) -> GameRow:
    """The game of a row; raises Damaged if the row is not valid."""
    columns = (
        row.keys()
    )  # fewer in a file that an older version wrote and no server has opened since
    plain = {name: row[name] for name in GAME_FIELDS if name in columns}
    for name in JSON_FIELDS:
        if plain.get(name) is not None:
            plain[name] = read_json(name, plain[name])
    for name in FLAGS:
        plain[name] = bool(plain.get(name))
    return GameRow(**plain)


def read_json(name: str, text: str) -> dict[str, Any]:
    """Read a field that must be an object with the keys everybody relies on."""
    try:
        plain: Any = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Damaged(f"its {name} cannot be read: {error}") from error
    for outer, key, kind in NEEDED[name]:
        inside = plain.get(outer) if outer and isinstance(plain, dict) else plain
        if not isinstance(inside, dict) or type(inside.get(key)) is not kind:
            raise Damaged(f"its {name} has no {key}")
    assert isinstance(plain, dict)
    return plain


def what_is_left(row: sqlite3.Row) -> tuple[GameRow, str]:
    """The game of a row and what is wrong with it; unreadable fields stay empty."""
    try:
        return from_row(row), ""
    except Damaged as error:
        left = {**dict(row), "header": None, "result": None, "status": "closed"}
        left |= {"time_limit": None, "times": None, "orders": None}
        try:
            read_json("options", left["options"])
        except Damaged:
            left["options"] = json.dumps(Options().plain())
        return from_row(cast(sqlite3.Row, left)), str(error)


def put_changes(db: sqlite3.Connection, id: str, changes: Mapping[str, Any]) -> None:
    for name, value in to_row(changes).items():
        if name not in GAME_FIELDS:
            raise ValueError(f"a game has no field {name!r}")
        # The line above ensures that the name is one of ours.
        db.execute(f"UPDATE games SET {name} = ? WHERE id = ?", (value, id))  # noqa: S608


def put_seats(db: sqlite3.Connection, id: str, seats: Sequence[SeatRow]) -> None:
    db.executemany(
        # The names are those of a dataclass, never a client's.
        f"INSERT OR REPLACE INTO seats (game, {', '.join(SEAT_FIELDS)}) "  # noqa: S608
        f"VALUES (?{', ?' * len(SEAT_FIELDS)})",
        [(id, *(getattr(seat, name) for name in SEAT_FIELDS)) for seat in seats],
    )


def rows_of_entries(id: str, entries: Sequence[EntryRow]) -> Rows:
    return Rows(
        "INSERT INTO entries (game, n, at, who, actor, command, line) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(id, e.n, e.at, e.who, e.actor, e.command, e.line) for e in entries],
    )


def rows_of_progress(id: str, row: ProgressRow | None) -> tuple[Rows, ...]:
    return () if row is None else (Rows(PUT_PROGRESS, [progress_values(id, row)]),)


def put_answer(db: sqlite3.Connection, kept: KeptAnswer | None) -> None:
    if kept is None:
        return
    db.execute("DELETE FROM answers WHERE at <= ?", (kept.at - ANSWERS_KEPT,))
    try:
        db.execute(
            "INSERT INTO answers (mark, print, at, status, sealed) VALUES (?, ?, ?, ?, ?)",
            (kept.mark, kept.print_of, kept.at, kept.status, kept.sealed),
        )
    except sqlite3.IntegrityError as error:
        raise KeyUsed(str(error)) from error
