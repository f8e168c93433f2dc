"""The calls of a store, carried out with SQL: one thread writes, one reads for tables, one searches."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rollplayer.server.common.tokens import now
from rollplayer.server.storage import times
from rollplayer.server.storage.asked import put_asked
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.games import (
    answer_to,
    count_by_status,
    find_games,
    latest_finished,
    load_game,
    log_lengths,
    put_answer,
    put_changes,
    put_chat,
    put_game,
    put_seats,
    rows_of_entries,
    rows_of_progress,
)
from rollplayer.server.storage.leases import Alone, Leases
from rollplayer.server.storage.person_games import progress_of
from rollplayer.server.storage.rated import copy_seats, put_rated
from rollplayer.server.storage.reader import SEARCH_SECONDS, Reader, Walk
from rollplayer.server.storage.shared import InMemory, Shared
from rollplayer.server.storage.store import (
    NOTHING_BESIDE,
    Beside,
    ChatRow,
    EntryRow,
    Fence,
    Fenced,
    GameRow,
    KeptAnswer,
    NotSaved,
    ProgressRow,
    RatedNote,
    Search,
    SeatRow,
    StoredGame,
    TimeRow,
)
from rollplayer.server.storage.thinking import Thinking
from rollplayer.server.storage.watching import Watching
from rollplayer.server.storage.writer import (
    LEAST_APART,
    CheckFences,
    CheckRows,
    Observe,
    PutRows,
    Writer,
)

T = TypeVar("T")


def opened(part: T | None) -> T:
    if part is None:
        raise NotSaved("the store is closed")
    return part


class SqlStore(ABC):
    """A store in a database; which one it is, its children know."""

    def __init__(self, observe: Observe | None = None) -> None:
        self.observe = observe
        self.leases: Leases = Alone()
        self.shared: Shared = InMemory()
        self.watching: Watching | None = None
        """Who watches where; None where no other process could have watchers."""
        self.thinking: Thinking | None = None
        """The queue of what bots are asked; None where no other process could think for them."""
        self.check_fences: CheckFences | None = None
        """How writes for a game are fenced; None where this process has the store for itself."""
        self.put_rows: PutRows | None = None
        """How rows that need no other step are inserted in a single one; None where that would gain nothing."""
        self.check_rows: CheckRows | None = None
        """How entries are found missing that others are to follow; None where none can be."""
        self.on_doubt: Callable[[], None] | None = None
        """Called when what was written last may be lost: whoever remembers it must read it again."""
        self.least_apart = LEAST_APART
        self._writer: Writer | None = None
        self._tables: Reader | None = None
        self._searches: Reader | None = None
        self._walk = Walk()
        self.damage = ""
        """What was found to be wrong with the stored data."""

    @abstractmethod
    def connect(self) -> Database:
        """Another connection to the same games; blocks."""

    @property
    def writer(self) -> Writer:
        return opened(self._writer)

    @property
    def tables(self) -> Reader:
        return opened(self._tables)

    @property
    def searches(self) -> Reader:
        return opened(self._searches)

    @abstractmethod
    async def open(self) -> None: ...

    def begin_work(self, writing: Database, tables: Database, searches: Database) -> None:
        """Start the threads, each with a connection of its own."""
        self._tables = Reader(tables, "store-reader")
        self._searches = Reader(searches, "store-searcher", SEARCH_SECONDS)
        self._writer = Writer(
            writing,
            self.observe,
            self.check_fences,
            self.put_rows,
            self.least_apart,
            self.check_rows,
        )

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.stop()
            for reader in (self._tables, self._searches):
                if reader is not None:
                    # A search may still be running; it is aborted within a second.
                    await asyncio.to_thread(reader.close)
            # With SQLite the last connection to close removes the WAL.
            self._writer.connection.close()
            self._writer = None

    async def ready(self) -> None:
        def write(db: Database) -> None:
            db.execute(
                "INSERT INTO meta (key, value) VALUES ('ready', ?) "
                "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (now(),),
            )

        await self.writer.write(write)
        await self.tables.read(self._walk.go_on)
        for damage in (self.damage, self.tables.damage, self.searches.damage):
            if damage:
                raise NotSaved(damage)

    async def salt(self, name: str) -> bytes:
        """A secret of this store, made with it."""
        sql = "SELECT value FROM salts WHERE name = ?"
        row = await self.tables.read(lambda db: db.execute(sql, (name,)).fetchone())
        if row is None:
            raise NotSaved(f"the store has no salt for {name}")
        return bytes(row[0])

    # -- writing ------------------------------------------------------------------------------------

    async def write(self, run: Callable[[Database], T], fence: Fence | None) -> T:
        """Write for a game; raises Fenced if its room has another owner than when the fence was made."""
        self._must_hold(fence)
        return await self.writer.write(run, fence)

    def _must_hold(self, fence: Fence | None) -> None:
        """A write without a fence, where one is needed, is a mistake of ours and does not happen."""
        if self.check_fences is not None and fence is None:
            raise Fenced("nobody has taken this game")

    def put_lease(self, db: Database, game: str) -> Fence | None:
        """Within the transaction of a new game: this process owns its room."""
        return None

    async def create(
        self,
        game: GameRow,
        seats: Sequence[SeatRow],
        entries: Sequence[EntryRow] = (),
        kept: KeptAnswer | None = None,
        rematch_of: str | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> Fence | None:
        def run(db: Database) -> Fence | None:
            put_game(db, game)
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
            return self.put_lease(db, game.id)

        if rematch_of is None:
            return await self.writer.write(run)
        return await self.write(run, fence)

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        all_rows = (rows_of_entries(id, entries), *rows_of_progress(id, beside.progress))
        self._must_hold(fence)
        if not changes and beside.asked is None and not beside.rated:
            await self.writer.put(*all_rows, fence=fence)
            return
        more = changes or {}

        def run(db: Database) -> None:
            self.writer.insert(db, all_rows)
            put_changes(db, id, more)
            put_asked(db, id, beside.asked)
            put_rated(db, id, beside.rated)

        await self.writer.write(run, fence)

    async def change(
        self,
        id: str,
        changes: Mapping[str, Any],
        seats: Sequence[SeatRow] = (),
        kept: KeptAnswer | None = None,
        rated: Sequence[RatedNote] = (),
        fence: Fence | None = None,
    ) -> None:
        def run(db: Database) -> None:
            put_changes(db, id, changes)
            put_seats(db, id, seats)
            put_answer(db, kept)
            put_rated(db, id, rated)

        await self.write(run, fence)

    async def say(self, id: str, row: ChatRow, fence: Fence | None = None) -> None:
        await self.write(lambda db: put_chat(db, id, row), fence)

    # -- reading ------------------------------------------------------------------------------------

    async def load(self, id: str) -> StoredGame | None:
        return await self.tables.read(lambda db: load_game(db, id, log=True))

    async def glance(self, id: str) -> StoredGame | None:
        return await self.tables.read(lambda db: load_game(db, id, log=False))

    async def glances(self, ids: Sequence[str]) -> list[StoredGame]:
        def run(db: Database) -> list[StoredGame]:
            return [game for id in ids if (game := load_game(db, id, log=False)) is not None]

        return await self.searches.read(run)

    async def find(self, search: Search) -> list[StoredGame]:
        return await self.searches.read(lambda db: find_games(db, search))

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        return await self.searches.read(lambda db: log_lengths(db, ids))

    async def progress(self, ids: Sequence[str]) -> dict[str, ProgressRow]:
        return await self.searches.read(lambda db: progress_of(db, ids))

    async def answered(self, mark: bytes) -> KeptAnswer | None:
        return await self.tables.read(lambda db: answer_to(db, mark))

    async def counts(self) -> dict[str, int]:
        return await self.searches.read(count_by_status)

    async def finished(self, limit: int) -> list[GameRow]:
        return await self.searches.read(lambda db: latest_finished(db, limit))

    # -- the server's time --------------------------------------------------------------------------

    async def read_time(self) -> TimeRow | None:
        return await self.tables.read(times.read)

    async def heartbeat(self) -> TimeRow | None:
        return next(iter(await self.tables.read(times.heartbeats)), None)

    async def keep_time(self, row: TimeRow) -> None:
        await self.writer.write(lambda db: times.keep(db, row))

    async def timed_games(self) -> list[str]:
        return await self.tables.read(times.games)

    async def games_with_orders_due(self) -> list[str]:
        return await self.tables.read(times.games_with_orders_due)
