"""The queue of what bots are asked, in a PostgreSQL database."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.leases import CLOCK
from rollplayer.server.storage.postgres_connection import PostgresConnection
from rollplayer.server.storage.postgres_sessions import NODE_KEY
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.thinking import Thought

SILENT: Final = 15_000
"""Milliseconds without a word after which a worker is not counted any more; a thought takes less."""
LONG: Final = 200
"""Milliseconds after which it is worth a look whether a worker still thinks."""
OLD: Final = 60_000
"""Milliseconds after which a question is thrown away whose owner is gone."""
PREFIX: Final = "worker/"
"""Before the name of a worker, where it stands among those of all processes."""

# All values are parameters; only our own text is put together.
PUT: Final = f"INSERT INTO thoughts (code, question, until) VALUES (?, ?, {CLOCK} + ?) RETURNING n"  # noqa: S608
LOOK: Final = (
    f"SELECT n, thinker, coalesce({CLOCK} - taken, 0), answer FROM thoughts "  # noqa: S608
    "WHERE n = ANY(?)"
)
TAKE: Final = (
    f"UPDATE thoughts SET thinker = ?, taken = {CLOCK} WHERE n = (SELECT n FROM thoughts "  # noqa: S608
    f"WHERE thinker IS NULL AND code = ? AND until > {CLOCK} ORDER BY n LIMIT 1 "
    "FOR UPDATE SKIP LOCKED) RETURNING n, question"
)
COME: Final = (
    f"INSERT INTO thinkers (name, code, seen) VALUES (?, ?, {CLOCK}) ON CONFLICT (name) DO UPDATE "  # noqa: S608
    "SET code = excluded.code, seen = excluded.seen"
)


class PostgresThinking:
    """For a process that asks."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def put(self, code: str, question: str, seconds: float) -> int:
        values = (code, question, round(seconds * 1000))
        number: int = await self.store.writer.write(
            lambda db: db.execute(PUT, values).fetchone()[0]
        )
        return number

    async def look(self, numbers: Sequence[int], seconds: float) -> dict[int, Thought]:
        def run(db: Database) -> dict[int, Thought]:
            rows = db.execute(LOOK, (list(numbers),)).fetchall()
            slow = {who for _, who, had, answer in rows if answer is None and had > LONG}
            gone = {who for who in slow if is_gone(db, who)}
            return {
                n: Thought(who is not None, who in gone or had > seconds * 1000, answer)
                for n, who, had, answer in rows
            }

        return await self.store.tables.read(run)

    async def forget(self, numbers: Sequence[int]) -> None:
        sql = "DELETE FROM thoughts WHERE n = ANY(?)"
        await self.store.writer.write(lambda db: db.execute(sql, (list(numbers),)).rowcount)

    async def thinkers(self) -> dict[str, int]:
        sql = f"SELECT name, code FROM thinkers WHERE seen > {CLOCK} - ?"  # noqa: S608

        def run(db: Database) -> dict[str, int]:
            rows = db.execute(sql, (SILENT,)).fetchall()
            return dict(Counter(code for name, code in rows if not is_gone(db, name)))

        return await self.store.tables.read(run)


def is_gone(db: Database, name: str) -> bool:
    """Whether nobody keeps the name of a worker any more: the connection of its process has ended."""
    sql = f"SELECT pg_try_advisory_xact_lock_shared({NODE_KEY})"
    return bool(db.execute(sql, (PREFIX + name,)).fetchone()[0])


class WorkersPlace:
    """For a worker: takes questions and answers them, on a connection that keeps its name."""

    def __init__(self, address: str, name: str, code: str) -> None:
        self.name, self.code = name, code
        self.db = PostgresConnection(address, node=PREFIX + name)

    def come(self) -> None:
        """Say that it is there; and throw away what nobody waits for."""
        self.db.execute(COME, (self.name, self.code))
        self.db.execute(f"DELETE FROM thoughts WHERE until < {CLOCK} - ?", (OLD,))  # noqa: S608

    def take(self) -> tuple[int, str] | None:
        found = self.db.execute(TAKE, (self.name, self.code)).fetchone()
        return None if found is None else (found[0], found[1])

    def answer(self, number: int, answer: str) -> None:
        """Whoever asked may have taken it back meanwhile; then nobody needs it."""
        sql = "UPDATE thoughts SET answer = ? WHERE n = ? AND thinker = ?"
        self.db.execute(sql, (answer, number, self.name))

    def leave(self) -> None:
        with suppress(self.db.Error):
            # Others see by its connection that it has gone, if this cannot be written.
            self.db.execute("DELETE FROM thinkers WHERE name = ?", (self.name,))
        self.db.close()
