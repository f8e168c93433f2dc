"""The caretaker ends without closing a connection that is still read from."""

import asyncio
import sqlite3
import threading
from types import SimpleNamespace
from typing import Any, cast

from rollplayer.server.operation.caretaker import Caretaker
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.storage.leases import Alone
from rollplayer.server.storage.sql_store import SqlStore


class SlowConnection:
    """Reads until it may go on, and notes whether it was closed meanwhile."""

    Error = sqlite3.Error

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.is_closed = False
        self.closed_while_read: bool | None = None

    def execute(self, _: str) -> Any:
        self.begun.set()
        assert self.may_end.wait(60)
        self.closed_while_read = self.is_closed
        return SimpleNamespace(fetchall=list)

    def close(self) -> None:
        self.is_closed = True


def test_a_caretaker_that_is_stopped_while_it_reads_waits_for_the_end() -> None:
    """SQLite reads through the closed connection otherwise, and the whole process dies."""
    connection = SlowConnection()
    services = SimpleNamespace(leases=Alone(), persons=None)
    lobby = cast(Lobby, SimpleNamespace(services=services))
    store = cast(SqlStore, SimpleNamespace(connect=lambda: connection))

    async def stopped() -> None:
        working = asyncio.create_task(Caretaker(lobby, store).work())
        await asyncio.to_thread(connection.begun.wait, 60)
        working.cancel()
        # As long as it takes for whoever does not wait to close the connection.
        await asyncio.wait([working], timeout=0.2)
        connection.may_end.set()
        await asyncio.gather(working, return_exceptions=True)
        assert connection.is_closed

    asyncio.run(stopped())
    assert connection.closed_while_read is False
