"""Reading: one thread for tables, one for searches, and the searches' queries.

Players must never wait for searches, so the two share neither thread nor connection.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import Any, Final, TypeVar

from rollplayer.server.storage.database import Database, rows_of
from rollplayer.server.storage.store import NO_EXPANSION, GameRow, NotSaved, Search, TooMuchWork

SEARCH_SECONDS: Final = 1.0
"""Searches that take longer are aborted."""
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


class Reader:
    """One connection and the thread that reads with it."""

    def __init__(self, connection: Database, name: str, seconds: float = 0.0) -> None:
        self.connection = connection
        self.damage = ""
        """What is wrong with the stored data, once a read has failed."""
        self.seconds = seconds
        self.thread = ThreadPoolExecutor(1, name)

    async def read(self, run: Callable[[Database], T]) -> T:
        """Run a read in the thread; raises NotSaved with the reason if it fails."""
        connection = self.connection

        def timed() -> T:
            if self.seconds:
                connection.limit(self.seconds)
            return run(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, timed)
        except connection.Error as error:
            if connection.was_too_long(error):
                raise TooMuchWork(str(error)) from error
            if connection.is_damage(error):
                self.damage = str(error)
            raise NotSaved(str(error)) from error

    def close(self) -> None:
        self.thread.shutdown(wait=True)
        self.connection.close()


class Walk:
    """Reads all tables, a few rows at a time, to find damage before a player does."""

    def __init__(self) -> None:
        self.at: dict[str, tuple[str, int]] = {}
        """By table: how far it has been read."""

    def go_on(self, db: Database) -> None:
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


# All values below are parameters; only our own text is concatenated.


def lobby_query(_: Database, search: Search) -> tuple[str, list[Any]]:
    """Open and running games, newest first: each status in the order of its index."""
    parts: list[str] = []
    parameters: list[Any] = []
    for status in search.statuses:
        parts.append(
            f"SELECT * FROM (SELECT {LISTED} FROM games WHERE listed = 1 AND status = ? "  # noqa: S608
            "ORDER BY created DESC LIMIT ?) AS latest"
        )
        parameters += [status, search.limit]
    union = " UNION ALL ".join(parts)
    return f"{union} ORDER BY created DESC LIMIT ?", [*parameters, search.limit]


def finished_query(db: Database, search: Search) -> tuple[str, list[Any]]:
    """Finished games, newest first; parts of names and titles are looked up in the text index."""
    conditions: list[str] = []
    parameters: list[Any] = []
    sources, number = "finished_games", "n"
    if search.query:
        # The texts are searched first.
        texts = db.text_search(search.query)
        sources, number = texts.sources, texts.number
        conditions.append(texts.condition)
        parameters.append(texts.pattern)
    if search.before is not None:
        conditions.append(f"{number} < ?")
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
        conditions.append("instr(expansions, ?) > 0")
        parameters.append(f" {search.expansion} ")
    where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
    sql = (
        f"SELECT {LISTED} FROM {sources} CROSS JOIN games ON id = game {where}"  # noqa: S608
        f"ORDER BY {number} DESC LIMIT ?"
    )
    return sql, [*parameters, search.limit]
