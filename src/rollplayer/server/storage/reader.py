"""Reading from SQLite: one thread for tables, one for searches, and the searches' queries.

Players must never wait for searches, so the two share neither thread nor connection.
"""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, TypeVar

from rollplayer.server.storage.store import NO_EXPANSION, GameRow, NotSaved, Search, TooMuchWork
from rollplayer.server.storage.writer import connect

SEARCH_SECONDS: Final = 1.0
"""Searches that take longer are aborted."""
STEPS_BETWEEN_LOOKS: Final = 20_000
"""How many SQLite instructions run between two looks at the clock."""
SHORTEST_PART: Final = 3
"""The index finds parts of words from this length on; shorter texts match only at word starts."""
WORD_BEGINS: Final = "^^"
GAMES_A_MILLISECOND: Final = 65536
"""Times are multiplied by this, to leave room for games that ended at the same time."""

ROWS_A_LOOK: Final = 100
WALKED: Final = {
    "games": "id, created",
    "seats": "game, seat",
    "entries": "game, n",
    "chat": "game, n",
}
"""By table: its order."""

LISTED: Final = ", ".join(
    "NULL AS header" if column.name == "header" else f"games.{column.name}"
    for column in fields(GameRow)
)
"""The columns of lists, without the header, which is long and not shown there."""

T = TypeVar("T")


def reading_connection(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    # One name that is not valid text must not make the others unreadable.
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


class Reader:
    """One connection and the thread that reads with it."""

    def __init__(self, path: Path, name: str, seconds: float = 0.0) -> None:
        self.connection = reading_connection(path)
        self.damage = ""
        """What is wrong with the file, once a read has failed."""
        self.seconds = seconds
        self.until = 0.0
        self.thread = ThreadPoolExecutor(1, name)
        if seconds:
            self.connection.set_progress_handler(self._is_late, STEPS_BETWEEN_LOOKS)

    def _is_late(self) -> bool:
        return time.monotonic() > self.until

    async def read(self, run: Callable[[sqlite3.Connection], T]) -> T:
        """Run a read in the thread; raises NotSaved with the reason if it fails."""

        def timed() -> T:
            self.until = time.monotonic() + self.seconds
            return run(self.connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, timed)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                raise TooMuchWork(str(error)) from error
            raise NotSaved(str(error)) from error
        except sqlite3.Error as error:
            if is_damage(error):
                self.damage = str(error)
            raise NotSaved(str(error)) from error

    def close(self) -> None:
        self.thread.shutdown(wait=True)
        self.connection.close()


def optional_json(text: str | None) -> Any:
    """What a column holds that may be empty."""
    return None if text is None else json.loads(text)


def rows_of(db: sqlite3.Connection, sql: str, *parameters: Any) -> list[sqlite3.Row]:
    cursor = db.execute(sql, parameters)
    cursor.row_factory = sqlite3.Row
    return cursor.fetchall()


class Walk:
    """Reads all tables, a few rows at a time, to find damage before a player does."""

    def __init__(self) -> None:
        self.at: dict[str, tuple[str, int]] = {}
        """By table: how far it has been read."""

    def go_on(self, db: sqlite3.Connection) -> None:
        for table, key in WALKED.items():
            seen = self.at.get(table, ("", -1))
            # The names are our own.
            sql = f"SELECT * FROM {table} WHERE ({key}) > (?, ?) ORDER BY {key} LIMIT ?"  # noqa: S608
            rows = rows_of(db, sql, *seen, ROWS_A_LOOK)
            keys = [part.strip() for part in key.split(",")]
            if len(rows) < ROWS_A_LOOK:
                self.at.pop(table, None)
            else:
                self.at[table] = (rows[-1][keys[0]], rows[-1][keys[1]])


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is damaged, and not only busy or full."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


# All values below are parameters; only our own text is concatenated.


def lobby_query(search: Search) -> tuple[str, list[Any]]:
    """Open and running games, newest first: each status in the order of its index."""
    parts: list[str] = []
    parameters: list[Any] = []
    for status in search.statuses:
        parts.append(
            f"SELECT * FROM (SELECT {LISTED} FROM games WHERE listed = 1 AND status = ? "  # noqa: S608
            "ORDER BY created DESC LIMIT ?)"
        )
        parameters += [status, search.limit]
    union = " UNION ALL ".join(parts)
    return f"{union} ORDER BY created DESC LIMIT ?", [*parameters, search.limit]


def finished_query(search: Search) -> tuple[str, list[Any]]:
    """Finished games, newest first; parts of names and titles are looked up in the text index."""
    conditions: list[str] = []
    parameters: list[Any] = []
    sources = "finished_games"
    if search.query:
        # CROSS JOIN: search the texts first, in the order in which the games ended.
        sources = "finished_texts CROSS JOIN finished_games ON n = finished_texts.rowid"
        conditions.append("finished_texts MATCH ?")
        parameters.append(phrase(search.query))
    if search.before is not None:
        conditions.append("finished_texts.rowid < ?" if search.query else "n < ?")
        parameters.append(min(search.before * GAMES_A_MILLISECOND, (1 << 63) - 1))
    if search.players is not None:
        conditions.append("players = ?")
        parameters.append(search.players)
    if search.edition:
        conditions.append("edition = ?")
        parameters.append(search.edition)
    if search.expansion == NO_EXPANSION:
        conditions.append("expansions = ''")
    elif search.expansion:
        conditions.append("instr(expansions, ?)")
        parameters.append(f" {search.expansion} ")
    where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
    order = "finished_texts.rowid" if search.query else "n"
    sql = (
        f"SELECT {LISTED} FROM {sources} CROSS JOIN games ON id = game {where}"  # noqa: S608
        f"ORDER BY {order} DESC LIMIT ?"
    )
    return sql, [*parameters, search.limit]


def phrase(query: str) -> str:
    """Translate a search into the query language of the text index."""
    words = query.replace(" ", f" {WORD_BEGINS}")
    if len(query) < SHORTEST_PART:
        words = WORD_BEGINS + words
    return '"' + words.replace('"', '""') + '"'
