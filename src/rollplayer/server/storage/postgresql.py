"""The store in a PostgreSQL database."""

import asyncio

import psycopg

from rollplayer.server.storage.postgres_connection import PostgresConnection
from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.storage.writer import Observe


class PostgresStore(SqlStore):
    """Games in one database."""

    def __init__(self, address: str, observe: Observe | None = None) -> None:
        super().__init__(observe)
        self.address = address

    def connect(self) -> PostgresConnection:
        return PostgresConnection(self.address)

    async def open(self) -> None:
        try:
            connections = await asyncio.to_thread(self._open)
        except psycopg.Error as error:
            raise NotSaved(reason_of(error)) from error
        self.begin_work(*connections)

    def _open(self) -> list[PostgresConnection]:
        # The one that writes holds the lock: whoever has lost it cannot write any more.
        connections = [PostgresConnection(self.address, locks=True)]
        try:
            reason = connections[0].check_fitness()
            if reason:
                raise NotSaved(reason)
            migrate(connections[0])
            connections += [PostgresConnection(self.address, only_reads=True) for _ in range(2)]
        except BaseException:
            for connection in connections:
                connection.close()
            raise
        return connections


def reason_of(error: Exception) -> str:
    """What PostgreSQL says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__
