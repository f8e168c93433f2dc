"""SQLite as a database of games."""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rollplayer.server.storage.database import TextSearch, marked, marks
from rollplayer.server.storage.dialects import migration_for_sqlite

BUSY_SECONDS: Final = 5.0
STEPS_BETWEEN_LOOKS: Final = 20_000
"""How many SQLite instructions run between two looks at the clock."""


class SqliteConnection(sqlite3.Connection):
    """A connection to one file."""

    seconds = 0.0
    until = 0.0

    def begin(self) -> None:
        # At once, so that nobody else writes between what is read here and what is written.
        self.execute("BEGIN IMMEDIATE")

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.execute("COMMIT")

    def limit(self, seconds: float) -> None:
        if not self.seconds:
            self.set_progress_handler(self._is_late, STEPS_BETWEEN_LOOKS)
        self.seconds = seconds
        self.until = time.monotonic() + seconds

    def _is_late(self) -> bool:
        return time.monotonic() > self.until

    def was_too_long(self, error: Exception) -> bool:
        return code_of(error) == sqlite3.SQLITE_INTERRUPT

    def is_conflict(self, error: Exception) -> bool:
        """Nobody else writes to the file."""
        return False

    def is_damage(self, error: Exception) -> bool:
        return code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

    def overwrite_deleted(self) -> None:
        self.execute("PRAGMA secure_delete = ON")

    def columns(self, table: str) -> list[str]:
        return [row[1] for row in self.execute(f"PRAGMA table_info({table})")]

    def lonely_rows(self, table: str) -> list[str]:
        return [row[2] for row in self.execute(f"PRAGMA foreign_key_check({table})")]

    def version(self) -> int:
        (number,) = self.execute("PRAGMA user_version").fetchone()
        return int(number)

    def apply(self, script: str, number: int) -> None:
        script = migration_for_sqlite(script)
        self.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")

    def text_search(self, query: str) -> TextSearch:
        """By the index of texts, in the order in which the games ended."""
        return TextSearch(
            "finished_texts CROSS JOIN finished_games ON n = finished_texts.rowid",
            "finished_texts MATCH ?",
            phrase(query),
            "finished_texts.rowid",
        )

    def stream(self, sql: str) -> Iterator[Any]:
        return iter(self.execute(sql))

    def insert_all(self, table: str, columns: Sequence[str], rows: Iterable[Any]) -> None:
        # The names are those of the schema.
        self.executemany(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)})",  # noqa: S608
            rows,
        )

    @contextmanager
    def without_triggers(self) -> Iterator[None]:
        triggers = self.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            self.execute(f"DROP TRIGGER {name}")
        yield
        # The index of texts follows from triggers, too.
        self.execute("INSERT INTO finished_texts (finished_texts) VALUES ('rebuild')")
        for _, sql in triggers:
            self.execute(sql)


def code_of(error: Exception) -> int:
    """Why a statement failed, by the primary code of SQLite."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def phrase(query: str) -> str:
    """Translate a search into the query language of the text index."""
    return '"' + marked(query).replace('"', '""') + '"'


def connect(path: Path) -> SqliteConnection:
    """A connection whose commits have reached the disk when they return."""
    connection = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=SqliteConnection,
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def connect_to_read(path: Path) -> SqliteConnection:
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    replace_invalid(connection)
    return connection


def open_as_it_is(path: Path) -> SqliteConnection:
    """To look into a file that may be an older one, or another server's, and must not change."""
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True, factory=SqliteConnection)


def replace_invalid(connection: sqlite3.Connection) -> None:
    """One name that is not valid text must not make the others unreadable."""
    connection.text_factory = lambda text: text.decode(errors="replace")
