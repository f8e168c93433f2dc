"""Servers with a defect on purpose, so that tests can show that they would notice it.

    python -m tests.server.faulty DEFECT --port N --data FOLDER --json

The store is the defect. It lives here and is handed over in Python: `rollplayer serve` has no option,
variable or setting that leads to it.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.settings import Settings, read_settings
from rollplayer.server.operation.run import serve
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.sqlite import SqliteStore
from rollplayer.server.storage.store import (
    NOTHING_BESIDE,
    Beside,
    EntryRow,
    Fence,
    GameRow,
    KeptAnswer,
    NotSaved,
    SeatRow,
)

LATE_SECONDS = 0.3


class Defect(SqlStore):
    """What is wrong with a store, whichever kind it is."""

    folder: Path
    """Where a test puts files that switch the defect on."""


class AcknowledgesEarly(Defect):
    """Says that entries are on the disk before they are: the mistake that costs acknowledged answers."""

    later: set["asyncio.Task[None]"]

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        if not hasattr(self, "later"):
            self.later = set()

        async def write() -> None:
            await asyncio.sleep(LATE_SECONDS)
            await super(AcknowledgesEarly, self).append(id, entries, changes, beside, fence)

        task = asyncio.create_task(write())
        self.later.add(task)
        task.add_done_callback(self.later.discard)


class FailsOnDemand(Defect):
    """Cannot write, and cannot be read, while a file called FULL lies in the data folder.

    With one called BROKEN, creating a game meets a fault that nobody has thought of.
    """

    def _check(self) -> None:
        if (self.folder / "FULL").exists():
            raise NotSaved("database or disk is full")

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        self._check()
        await super().append(id, entries, changes, beside, fence)

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
        self._check()
        if (self.folder / "BROKEN").exists():
            raise RuntimeError("a fault of ours")
        return await super().create(game, seats, entries, kept, rematch_of, beside, fence)

    async def load(self, id: str) -> Any:
        self._check()
        return await super().load(id)


class FailsAfterCommit(Defect):
    """Writes, and then says that it could not, while a file called CUT lies in the data folder."""

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        await super().append(id, entries, changes, beside, fence)
        if (self.folder / "CUT").exists():
            raise NotSaved("nobody knows")


class WritesSlowly(Defect):
    """Takes a second for every answer, so that one can look at a game meanwhile."""

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        await asyncio.sleep(1)
        await super().append(id, entries, changes, beside, fence)


class NeverSyncs(Defect):
    """Commits, and does not wait for the disk."""

    def begin_work(self, writing: Database, tables: Database, searches: Database) -> None:
        in_postgresql = isinstance(self, PostgresStore)
        writing.execute(
            "SET synchronous_commit = off" if in_postgresql else "PRAGMA synchronous = OFF"
        )
        super().begin_work(writing, tables, searches)


DEFECTS = {
    "never-syncs": NeverSyncs,
    "writes-slowly": WritesSlowly,
    "acknowledges-early": AcknowledgesEarly,
    "fails-on-demand": FailsOnDemand,
    "fails-after-commit": FailsAfterCommit,
}


def main() -> None:
    defect, *arguments = sys.argv[1:]
    flags = dict(zip(arguments[::2], arguments[1::2], strict=False))
    settings = read_settings({"port": flags["--port"], "data": flags["--data"]}, dict(os.environ))

    def make_store(settings: Settings, metrics: Metrics) -> SqlStore:
        kind: Any = PostgresStore if settings.store else SqliteStore
        place: Any = settings.store or settings.folder
        store: Defect = type(defect, (DEFECTS[defect], kind), {})(place, metrics.observe_commit)
        store.folder = settings.folder
        return store

    def on_ready(address: str) -> None:
        print(json.dumps({"address": address}), flush=True)

    serve(settings, on_ready, make_store)


if __name__ == "__main__":
    main()
