"""Games that the store itself writes down, for somebody who watches what reaches the disk.

    python -m tests.proofs.torn_writer FOLDER APPENDS GAMES [WRONG]

Each game is appended to as quickly as the store allows, so that many share a transaction. What has been acknowledged
stands in the file `acks` in the order in which it was: the game and how many of its entries are safe.
"""

import asyncio
import os
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.storage.sqlite import SqliteStore
from rollplayer.server.storage.sqlite_connection import SqliteConnection
from rollplayer.server.storage.store import NOTHING_BESIDE, Beside, EntryRow, Fence, SeatRow
from tests.server.faulty import AcknowledgesEarly
from tests.server.prepared import NAMES, fresh, row_of, step

ACKS: Final = "acks"
PLAYERS: Final = 2
MOST_AT_ONCE: Final = 4
"""Entries of one append."""
BETWEEN_SESSIONS: Final = 3
"""How often the store is closed and opened again, with games that go on."""


class SyncsSeldom(SqliteStore):
    """Acknowledges what SQLite has not yet synced."""

    def connect(self) -> SqliteConnection:
        connection = super().connect()
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection


class NeverSyncs(SqliteStore):
    """Leaves all writing to the system."""

    def connect(self) -> SqliteConnection:
        connection = super().connect()
        connection.execute("PRAGMA synchronous = OFF")
        return connection


class Early(AcknowledgesEarly, SqliteStore):
    """Acknowledges before it commits."""

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        await super().append(id, entries, changes, beside, fence)
        # Whoever plays waits for nothing, and would never let the writing begin.
        await asyncio.sleep(0.005)


WRONG: Final[dict[str, type[SqliteStore]]] = {
    "normal": SyncsSeldom,
    "off": NeverSyncs,
    "early": Early,
}
"""Stores that must be caught."""


class Games:
    """All games of one recording and the file of acknowledgements."""

    def __init__(self, folder: Path, appends: int) -> None:
        self.folder = folder
        self.appends = appends
        self.acks = os.open(folder / ACKS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def acknowledged(self, id: str, entries: int) -> None:
        os.write(self.acks, f"{id} {entries}\n".encode())

    async def play(self, store: SqliteStore, number: int, until: int) -> None:
        """One game after another at one table, until so many appends have been begun by all."""
        dice = random.Random(f"{number} {until}")
        while self.appends > until:
            table = fresh(PLAYERS, f"torn {number} {self.appends}")
            row = row_of(table, "host")
            await store.create(row, [seat(n) for n in range(PLAYERS)])
            self.acknowledged(row.id, 0)
            # In every second game a change is written in the same transaction as the entries.
            await self.play_one(store, table, row.id, dice, until, changes=number % 2 == 0)

    async def play_one(
        self,
        store: SqliteStore,
        table: RecordedMatch,
        id: str,
        dice: random.Random,
        until: int,
        *,
        changes: bool,
    ) -> None:
        while self.appends > until and not table.game.over:
            self.appends -= 1
            before = table.version
            for _ in range(dice.randint(1, MOST_AT_ONCE)):
                if not table.game.over:
                    step(table, dice)
            rows = [record.row() for record in table.records[before:]]
            await store.append(id, rows, {"settled": table.version} if changes else None)
            self.acknowledged(id, table.version)


def seat(number: int) -> SeatRow:
    return SeatRow(number, NAMES[number], "human", None, None, os.urandom(32))


async def write(folder: Path, appends: int, games: int, sort: type[SqliteStore]) -> None:
    played = Games(folder, appends)
    for left in reversed(range(BETWEEN_SESSIONS)):
        store = sort(folder)
        await store.open()
        until = appends * left // BETWEEN_SESSIONS
        async with asyncio.TaskGroup() as group:
            for number in range(games):
                group.create_task(played.play(store, number, until))
        if isinstance(store, Early):
            await asyncio.gather(*getattr(store, "later", ()))
        await store.close()


def main() -> None:
    folder, appends, games, *wrong = sys.argv[1:]
    sort = WRONG[wrong[0]] if wrong else SqliteStore
    asyncio.run(write(Path(folder), int(appends), int(games), sort))


if __name__ == "__main__":
    main()
