"""The store in one SQLite file."""

import asyncio
import json
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from rollplayer.server.store import (
    NO_EXPANSION,
    ChatRow,
    EntryRow,
    GameRow,
    NotSaved,
    Search,
    SeatRow,
    StoredGame,
)
from rollplayer.server.tokens import now
from rollplayer.server.writer import Observe, Writer, connect

FILE_NAME: Final = "games.sqlite3"
CHAT_KEPT_AT_HAND: Final = 50
CHAT_KEPT: Final = 200
JSON_FIELDS: Final = ("options", "header", "result")
FLAGS: Final = ("listed", "watch")
GAME_FIELDS: Final = tuple(each.name for each in fields(GameRow))


class StoreTooNew(NotSaved):
    """The file was written by a newer version of this program."""


def migrations() -> list[tuple[int, str]]:
    """The numbered SQL files, in order."""
    folder = files("rollplayer.server") / "migrations"
    found = [
        (int(each.name.split("_")[0]), each.read_text(encoding="utf-8"))
        for each in folder.iterdir()
        if each.name.endswith(".sql")
    ]
    return sorted(found)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to the newest form; every step is one transaction."""
    known = migrations()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > known[-1][0]:
        raise StoreTooNew(
            f"the games were written by a newer version (form {version}, this one knows "
            f"{known[-1][0]})"
        )
    for number, script in known:
        if number > version:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
            )


class SqliteStore:
    """Games in one file: one thread writes, another reads."""

    def __init__(self, folder: Path, observe: Observe | None = None) -> None:
        self.path = folder / FILE_NAME
        self.observe = observe
        self._writer: Writer | None = None
        self._reader: sqlite3.Connection | None = None
        self._reading = ThreadPoolExecutor(1, "store-reader")

    @property
    def writer(self) -> Writer:
        if self._writer is None:
            raise NotSaved("the store is closed")
        return self._writer

    async def open(self) -> None:
        try:
            # Seeds and hashes of tokens are in it; what SQLite puts beside it gets the same mode.
            self.path.touch(0o600)
            connection = connect(self.path)
            migrate(connection)
            self._reader = connect(self.path)
        except (sqlite3.Error, OSError) as error:
            raise NotSaved(f"{FILE_NAME}: {error}") from error
        self._writer = Writer(connection, self.observe)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.stop()
            self._reading.shutdown(wait=True)
            if self._reader is not None:
                self._reader.close()
            # The last connection to close tidies the WAL away.
            self._writer.connection.close()
            self._writer = None

    async def ready(self) -> None:
        def run(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('ready', ?)", (now(),))

        await self.writer.write(run)

    async def _read(self, sql: str, *parameters: Any) -> list[sqlite3.Row]:
        def run() -> list[sqlite3.Row]:
            assert self._reader is not None
            cursor = self._reader.execute(sql, parameters)
            cursor.row_factory = sqlite3.Row
            return cursor.fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, run)
        except sqlite3.Error as error:
            raise NotSaved(str(error)) from error

    # -- writing ------------------------------------------------------------------------------------

    async def create(
        self, game: GameRow, seats: Sequence[SeatRow], entries: Sequence[EntryRow] = ()
    ) -> None:
        def run(db: sqlite3.Connection) -> None:
            row = to_row({name: getattr(game, name) for name in GAME_FIELDS})
            names, marks = ", ".join(row), ", ".join("?" * len(row))
            # The names are those of a dataclass, never a client's.
            sql = f"INSERT INTO games ({names}) VALUES ({marks})"  # noqa: S608
            db.execute(sql, tuple(row.values()))
            put_seats(db, game.id, seats)
            put_entries(db, game.id, entries)

        await self.writer.write(run)

    async def append(
        self, id: str, entries: Sequence[EntryRow], changes: Mapping[str, Any] | None = None
    ) -> None:
        def run(db: sqlite3.Connection) -> None:
            put_entries(db, id, entries)
            put_changes(db, id, changes or {})

        await self.writer.write(run)

    async def change(
        self, id: str, changes: Mapping[str, Any], seats: Sequence[SeatRow] = ()
    ) -> None:
        def run(db: sqlite3.Connection) -> None:
            put_changes(db, id, changes)
            put_seats(db, id, seats)

        await self.writer.write(run)

    async def say(self, id: str, row: ChatRow) -> None:
        def run(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO chat (game, n, at, seat, name, text, command) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (id, row.n, row.at, row.seat, row.name, row.text, row.command),
            )
            # Nobody is ever told more than the latest; talk must not fill the disk.
            db.execute("DELETE FROM chat WHERE game = ? AND n <= ?", (id, row.n - CHAT_KEPT))

        await self.writer.write(run)

    # -- reading ------------------------------------------------------------------------------------

    async def load(self, id: str) -> StoredGame | None:
        games = await self._read("SELECT * FROM games WHERE id = ?", id)
        if not games:
            return None
        entries = await self._read(
            "SELECT n, at, who, actor, command, line FROM entries WHERE game = ? ORDER BY n", id
        )
        chat = await self._read(
            "SELECT n, at, seat, name, text, command FROM chat WHERE game = ? "
            "ORDER BY n DESC LIMIT ?",
            id,
            CHAT_KEPT_AT_HAND,
        )
        return StoredGame(
            from_row(games[0]),
            await self._seats(id),
            [EntryRow(*row) for row in entries],
            [ChatRow(*row) for row in reversed(chat)],
        )

    async def _seats(self, id: str) -> list[SeatRow]:
        rows = await self._read(
            "SELECT seat, name, kind, level, stand_in, token_hash FROM seats "
            "WHERE game = ? ORDER BY seat",
            id,
        )
        return [SeatRow(*row) for row in rows]

    async def find(self, search: Search) -> list[StoredGame]:
        order = "finished" if search.statuses == ("finished",) else "created"
        conditions = ["listed = 1", f"status IN ({', '.join('?' * len(search.statuses))})"]
        parameters: list[Any] = [*search.statuses]
        if search.query:
            escaped = search.query.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            conditions.append(
                "(title LIKE ? ESCAPE '\\' OR EXISTS (SELECT 1 FROM seats WHERE game = games.id "
                "AND name LIKE ? ESCAPE '\\'))"
            )
            parameters += [f"%{escaped}%"] * 2
        if search.players is not None:
            conditions.append("json_extract(options, '$.players') = ?")
            parameters.append(search.players)
        if search.edition:
            conditions.append("json_extract(options, '$.edition') = ?")
            parameters.append(search.edition)
        if search.expansion == NO_EXPANSION:
            conditions.append("coalesce(json_array_length(options, '$.expansions'), 0) = 0")
        elif search.expansion:
            conditions.append(
                "EXISTS (SELECT 1 FROM json_each(options, '$.expansions') WHERE value = ?)"
            )
            parameters.append(search.expansion)
        if search.before is not None:
            conditions.append(f"{order} < ?")
            parameters.append(search.before)
        where = " AND ".join(conditions)
        # All values are parameters; what is put together here is our own text.
        sql = f"SELECT * FROM games WHERE {where} ORDER BY {order} DESC, id LIMIT ?"  # noqa: S608
        rows = await self._read(sql, *parameters, search.limit)
        return [StoredGame(from_row(row), await self._seats(row["id"]), [], []) for row in rows]

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        sql = f"SELECT game, max(n) FROM entries WHERE game IN ({', '.join('?' * len(ids))}) GROUP BY game"  # noqa: S608
        found = {row[0]: row[1] for row in await self._read(sql, *ids)}
        return {id: found.get(id, 0) for id in ids}

    async def created_with(self, key: bytes) -> str | None:
        rows = await self._read("SELECT id FROM games WHERE create_key = ?", key)
        return str(rows[0][0]) if rows else None

    async def counts(self) -> dict[str, int]:
        rows = await self._read("SELECT status, count(*) FROM games GROUP BY status")
        return {row[0]: row[1] for row in rows}

    async def finished(self, limit: int) -> list[GameRow]:
        rows = await self._read(
            "SELECT * FROM games WHERE finished IS NOT NULL AND status = 'finished' "
            "ORDER BY finished DESC LIMIT ?",
            limit,
        )
        return await asyncio.to_thread(lambda: [from_row(row) for row in rows])


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
    plain = {name: row[name] for name in GAME_FIELDS}
    for name in JSON_FIELDS:
        if plain[name] is not None:
            plain[name] = json.loads(plain[name])
    for name in FLAGS:
        plain[name] = bool(plain[name])
    return GameRow(**plain)


def put_changes(db: sqlite3.Connection, id: str, changes: Mapping[str, Any]) -> None:
    for name, value in to_row(changes).items():
        if name not in GAME_FIELDS:
            raise ValueError(f"a game has no field {name!r}")
        # The name is one of ours, as the line above sees to.
        db.execute(f"UPDATE games SET {name} = ? WHERE id = ?", (value, id))  # noqa: S608


def put_seats(db: sqlite3.Connection, id: str, seats: Sequence[SeatRow]) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO seats (game, seat, name, kind, level, stand_in, token_hash) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(id, s.seat, s.name, s.kind, s.level, s.stand_in, s.token_hash) for s in seats],
    )


def put_entries(db: sqlite3.Connection, id: str, entries: Sequence[EntryRow]) -> None:
    db.executemany(
        "INSERT INTO entries (game, n, at, who, actor, command, line) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(id, e.n, e.at, e.who, e.actor, e.command, e.line) for e in entries],
    )
