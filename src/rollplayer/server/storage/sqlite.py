"""The store in one SQLite file."""

import asyncio
import logging
import sqlite3
import threading
from pathlib import Path
from typing import Final

from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.sqlite_connection import SqliteConnection, connect, connect_to_read
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.storage.writer import Observe

logger = logging.getLogger(__name__)

FILE_NAME: Final = "games.sqlite3"


class SqliteStore(SqlStore):
    """Games in one file."""

    def __init__(self, folder: Path, observe: Observe | None = None) -> None:
        super().__init__(observe)
        self.path = folder / FILE_NAME
        self._checking: SqliteConnection | None = None
        self._checker: threading.Thread | None = None

    def connect(self) -> SqliteConnection:
        return connect(self.path)

    async def open(self) -> None:
        try:
            # It contains seeds and token hashes; SQLite gives the files beside it the same mode.
            self.path.touch(0o600)
            connection = self.connect()
            migrate(connection)
            readers = connect_to_read(self.path), connect_to_read(self.path)
        except (sqlite3.Error, OSError) as error:
            raise NotSaved(f"{FILE_NAME}: {error}") from error
        self.begin_work(connection, *readers)
        self._checking = self.connect()
        self._checker = threading.Thread(
            target=self._look_over, args=(self._checking,), name="store-checker", daemon=True
        )
        self._checker.start()

    async def close(self) -> None:
        if self._checking is not None and self._checker is not None:
            self._checking.interrupt()
            await asyncio.to_thread(self._checker.join)
            self._checking.close()
            self._checking = None
        await super().close()

    def _look_over(self, db: SqliteConnection) -> None:
        """Read the whole file once in the background; /readyz reports any damage."""
        try:
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.Error as error:
            verdict = str(error) if db.is_damage(error) else "ok"
        if verdict != "ok":
            self.damage = str(verdict)
            logger.error("damaged", extra={"reason": self.damage})
