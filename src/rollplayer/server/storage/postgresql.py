"""The store in a PostgreSQL database."""

import asyncio
import time
from functools import partial
from typing import Final

import psycopg

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.postgres_connection import (
    LOCK_SECONDS,
    NotOurs,
    PostgresConnection,
)
from rollplayer.server.storage.postgres_leases import (
    WAIT,
    PostgresLeases,
    check_fences,
    put_lease,
)
from rollplayer.server.storage.postgres_rows import check_rows, put_rows
from rollplayer.server.storage.postgres_sessions import HURRY, reason_of
from rollplayer.server.storage.postgres_shared import PostgresShared
from rollplayer.server.storage.postgres_thinking import PostgresThinking
from rollplayer.server.storage.postgres_watching import PostgresWatching
from rollplayer.server.storage.schema import migrate, migrations
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import Fence, NotSaved
from rollplayer.server.storage.writer import LEAST_APART_SHARED, Observe

LEASE_SECONDS: Final = 5.0
PATIENCE: Final = 0.2
"""Seconds to wait for having the games alone before looking whether that is still needed."""


class PostgresStore(SqlStore):
    """Games in one database, which several processes share if each has a name."""

    def __init__(
        self,
        address: str,
        observe: Observe | None = None,
        node: Node | None = None,
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        super().__init__(observe)
        self.address = address
        self.node = node
        self.thinking = PostgresThinking(self)
        self.put_rows = partial(put_rows, node=node)
        self.check_rows = check_rows
        self._form = 0
        """The number of the last migration, once that is known."""
        self._own: PostgresLeases | None = None
        self._shared: PostgresShared | None = None
        if node is not None:
            self.leases = self._own = PostgresLeases(node, lease_seconds)
            self.shared = self._shared = PostgresShared(self._own, node.name)
            self.check_fences = partial(check_fences, node=node)
            self.least_apart = LEAST_APART_SHARED
            self.watching = PostgresWatching(self, node.name)

    def connect(self) -> PostgresConnection:
        return PostgresConnection(self.address, form=self._form)

    async def open(self) -> None:
        try:
            connections = await asyncio.to_thread(self._open)
        except psycopg.Error as error:
            raise NotSaved(reason_of(error)) from error
        # Heard before whoever wrote first on the new connection hears of it.
        connections[0].on_anew = partial(
            asyncio.get_running_loop().call_soon_threadsafe, self._doubt
        )
        self.begin_work(*connections)

    def _doubt(self) -> None:
        if self.on_doubt is not None:
            self.on_doubt()

    async def close(self) -> None:
        await super().close()
        if self._shared is not None:
            await self._shared.close()
        if self._own is not None:
            await self._own.close()

    def _open(self) -> list[PostgresConnection]:
        connections = [self._connect_to_write()]
        self._form = connections[0].form
        also = partial(PostgresConnection, self.address, form=self._form)
        try:
            connections += [PostgresConnection(self.address, only_reads=True) for _ in range(2)]
            if self._own is not None and self._shared is not None:
                leasing = [also(node=self._own.node.name)]
                try:
                    # A room that is taken need not be on the disk before something is written for it, and
                    # whatever is written later comes to the disk later. Waiting for it made takers of many
                    # rooms of a killed process wait for 4 ms each instead of 0.3.
                    leasing.append(also(settings=(WAIT, HURRY)))
                    leasing.append(also(settings=(HURRY,)))
                    *own, shared = leasing
                    self._own.begin(*own)
                    self._shared.begin(shared)
                except BaseException:
                    for connection in leasing:
                        connection.close()
                    raise
        except BaseException:
            for connection in connections:
                connection.close()
            raise
        return connections

    def _connect_to_write(self) -> PostgresConnection:
        """The one that writes holds the lock: whoever has lost it cannot write any more."""
        if self._own is None:
            return migrated(PostgresConnection(self.address, locks=True))
        # Whoever stands still in the middle of writing must not keep others from its rooms.
        idle = self._own.seconds
        end = time.monotonic() + LOCK_SECONDS
        while True:
            shared = PostgresConnection(self.address, locks=True, shares=True, idle_seconds=idle)
            if shared.version() >= migrations()[-1][0]:
                return migrated(shared)
            # Nobody may use the games while their form changes; another one that starts may be quicker.
            shared.close()
            try:
                migrated(PostgresConnection(self.address, locks=True, patience=PATIENCE)).close()
            except NotOurs:
                if time.monotonic() > end:
                    raise

    def put_lease(self, db: Database, game: str) -> Fence | None:
        return None if self.node is None else put_lease(db, game, self.node)


def migrated(connection: PostgresConnection) -> PostgresConnection:
    """The same connection, with the current schema; raises NotSaved and closes it if that cannot be."""
    try:
        reason = connection.check_fitness()
        if reason:
            raise NotSaved(reason)
        migrate(connection)
        connection.form = migrations()[-1][0]
    except BaseException:
        connection.close()
        raise
    return connection
