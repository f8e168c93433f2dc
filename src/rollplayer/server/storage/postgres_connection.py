"""PostgreSQL as a database of games."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from rollplayer.server.common.store_reasons import (
    FAILED,
    FULL,
    OUT_OF_REACH,
    READ_ONLY,
    STOOD_STILL,
)
from rollplayer.server.storage.database import Cursor, Parameters, TextSearch, marked
from rollplayer.server.storage.dialects import (
    migration_for_postgresql,
    parameters_for_postgresql,
    query_for_postgresql,
    rows_together,
    with_rows,
)
from rollplayer.server.storage.postgres_sessions import (
    OWN_SESSION,
    SESSION,
    end_session,
    form_of,
    milliseconds,
    reason_of,
    speak_as_sqlite,
    take_lock,
    take_name,
    with_defaults,
)

logger = logging.getLogger(__name__)

OLDEST: Final = 14
"""The oldest version of PostgreSQL that has all we need."""
AGAIN_SECONDS: Final = 0.5
"""After a failed attempt to connect, whoever asks within this time is refused at once."""
READ_ONLY_SECONDS: Final = 5.0
"""Where nothing can be written, the connection is made again at most so often: by now another host may be the one."""
LOCK_SECONDS: Final = 5.0
"""How long PostgreSQL may take to notice that the server before has gone."""
SET_LIMIT: Final = "SELECT set_config('statement_timeout', ?, false)"
ROWS_AT_ONCE: Final = 2000
ENDS: Final = ("COMMIT", "ROLLBACK")


class NotOurs(psycopg.OperationalError):
    """Another server uses these games, or one of another version did."""


class OutOfReach(psycopg.OperationalError):
    """PostgreSQL does not answer; what it would say to an operator is in the log."""

    def __init__(self) -> None:
        super().__init__(OUT_OF_REACH)


class StoodStill(errors.IdleInTransactionSessionTimeout):
    """PostgreSQL has ended a transaction in the middle of which this process did nothing for too long."""

    def __init__(self) -> None:
        super().__init__(STOOD_STILL)


class PostgresConnection:
    """A connection that is made again after it was lost, but never within a transaction."""

    Error = psycopg.Error
    IntegrityError = psycopg.IntegrityError
    DataError = psycopg.DataError

    def __init__(
        self,
        address: str,
        *,
        only_reads: bool = False,
        locks: bool = False,
        shares: bool = False,
        node: str = "",
        settings: Sequence[str] = (),
        idle_seconds: float = 0.0,
        patience: float | None = None,
        form: int = 0,
    ) -> None:
        self.address = address
        self.only_reads = only_reads
        self.locks = locks
        """Whether it holds the lock of the one server that may write, as long as it lives."""
        self.shares = shares
        """Whether other servers that share the games may hold the lock, too."""
        self.node = node
        """The name that it keeps for its process: nobody else has it as long as the connection lives."""
        self.settings = settings
        self.idle_seconds = idle_seconds
        """How long it may stand still within a transaction: PostgreSQL ends it then, and others can go on."""
        self.form = form
        """The number of the last migration, without which it is not made: whoever was cut off may come back to games that
        another version has migrated meanwhile. 0 where any will do."""
        self._used = 0.0
        """When the last statement began: its reply may have been there long before it was read."""
        self.seconds = 0.0
        self.is_closed = False
        self._is_begun = False
        self._is_away = False
        """Whether the last attempt to connect failed."""
        self._next_attempt = 0.0
        self._made = 0.0
        self._is_refused = False
        """Whether nothing could be written on it."""
        self.session: tuple[Any, ...] | None = None
        """Which session of PostgreSQL this is, where it matters that it ends."""
        self.on_anew: Callable[[], object] | None = None
        """Called when it was made again and the database may have lost what was written last."""
        self._database: tuple[Any, ...] = ()
        """Which one it leads to, and since when its PostgreSQL has run."""
        self._raw = self._connect(LOCK_SECONDS if patience is None else patience)

    def _connect(self, patience: float = 0.0) -> "psycopg.Connection[tuple[Any, ...]]":
        raw = psycopg.connect(with_defaults(self.address), autocommit=True)
        try:
            speak_as_sqlite(raw)
            for setting in (*SESSION, *self.settings):
                raw.execute(setting)
            if self.idle_seconds:
                limit = milliseconds(self.idle_seconds)
                raw.execute(f"SET idle_in_transaction_session_timeout = {limit}")
            if self.only_reads:
                raw.execute("SET default_transaction_read_only = on")
            else:
                end_session(raw, self.session)
                self.session = raw.execute(OWN_SESSION).fetchone()
            if self.seconds:
                raw.execute(query_for_postgresql(SET_LIMIT), (milliseconds(self.seconds),))
            if self.locks and not take_lock(raw, patience, shared=self.shares):
                raise NotOurs("another server is using these games")
            if self.node and not take_name(raw, patience, self.node):
                raise NotOurs(f"another server is called {self.node}")
            # With the lock, without which nobody migrates.
            if self.form and (found := form_of(raw)) != self.form:
                raise NotOurs(
                    f"the games have format {found} by now, and this process writes format {self.form}: "
                    "start it again in the version of the other servers"
                )
        except BaseException:
            raw.close()
            raise
        self._made, self._is_refused = time.monotonic(), False
        self._database = (self.session or ())[2:]
        return raw

    @property
    def in_transaction(self) -> bool:
        status = self._raw.info.transaction_status
        return status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    def _live(self) -> "psycopg.Connection[tuple[Any, ...]]":
        """The connection, made again if it was lost, or of no use, while nothing depended on it."""
        is_old = time.monotonic() - self._made >= READ_ONLY_SECONDS
        if self._is_refused and is_old and not self._is_begun:
            self._raw.close()
        if self._raw.closed and not self.is_closed and not self._is_begun:
            self._raw = self._connect_again()
        return self._raw

    def _connect_again(self) -> "psycopg.Connection[tuple[Any, ...]]":
        if time.monotonic() < self._next_attempt:
            raise OutOfReach
        was_cut, before = not self._is_refused, self._database
        try:
            raw = self._connect()
        except NotOurs:
            raise
        except psycopg.OperationalError as error:
            self._next_attempt = time.monotonic() + AGAIN_SECONDS
            if not self._is_away:
                logger.warning("database out of reach", extra={"reason": reason_of(error)})
            self._is_away = True
            raise OutOfReach from error
        if self._is_away:
            logger.warning("database reached again")
        self._is_away = False
        # Where nothing could be written it was given up by itself: then a database that has run on has lost nothing.
        if self.on_anew is not None and (was_cut or self._database != before):
            self.on_anew()
        return raw

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """What is no fault of a statement is said as SQLite says it."""
        was_begun, began = self._is_begun, time.monotonic()
        try:
            yield
            self._used = began
        except errors.DiskFull as error:
            raise errors.DiskFull(FULL) from error
        except errors.ReadOnlySqlTransaction as error:
            self._is_refused = not self.only_reads
            raise errors.ReadOnlySqlTransaction(READ_ONLY) from error
        except errors.IoError as error:
            # It names files of the database.
            logger.warning("disk of the database failed", extra={"reason": reason_of(error)})
            raise errors.IoError(FAILED) from error
        except errors.IdleInTransactionSessionTimeout as error:
            raise StoodStill from error
        except NotOurs:
            raise
        except psycopg.OperationalError as error:
            is_lost = isinstance(error, OutOfReach) or self._has_lost(error)
            if self.is_closed or not is_lost:
                raise
            # Why PostgreSQL has ended a session is not always heard.
            idle = time.monotonic() - self._used
            if was_begun and 0 < self.idle_seconds <= idle:
                raise StoodStill from error
            raise OutOfReach from error

    def execute(self, sql: str, parameters: Parameters = (), /) -> Cursor:
        with self._in_words():
            if sql in ENDS:
                return self._end(sql)
            translated = query_for_postgresql(sql)
            values = parameters_for_postgresql(translated, parameters)
            try:
                return self._live().execute(translated, values)
            except psycopg.OperationalError as error:
                if not self._has_lost(error) or self._is_begun or not self.only_reads:
                    raise
                # It was lost since it was last used; what only reads may be done again.
                return self._live().execute(translated, values)

    def _has_lost(self, error: psycopg.OperationalError) -> bool:
        """Whether the connection is lost; what PostgreSQL says as it shuts down comes before its end."""
        if isinstance(error, errors.AdminShutdown | errors.CrashShutdown):
            self._raw.close()
        return self._raw.closed

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> None:
        """Rows to insert share statements: one of six rows costs about half of six that psycopg sends together."""
        rows = list(parameters)
        together = rows_together(sql) or 1
        if together == 1 < len(rows):
            translated = query_for_postgresql(sql)
            all_values = [parameters_for_postgresql(translated, each) for each in rows]
            with self._in_words():
                self._live().cursor().executemany(translated, all_values)
            return
        for first in range(0, len(rows), together):
            part = rows[first : first + together]
            values = part[0] if len(part) == 1 else [value for row in part for value in row]
            self.execute(with_rows(sql, len(part)), values)

    def close(self) -> None:
        self.is_closed = True
        self._raw.close()

    def interrupt(self) -> None:
        self._raw.cancel_safe()

    def begin(self) -> None:
        # Whatever was begun before has ended, if only because the connection was lost.
        self._is_begun = False
        with self._in_words():
            try:
                self._live().execute("BEGIN")
            except psycopg.OperationalError as error:
                if not self._has_lost(error):
                    raise
                # It was lost since it was last used, and nothing has been done yet.
                self._live().execute("BEGIN")
        self._is_begun = True

    def _end(self, sql: str) -> Cursor:
        """End a transaction. One in which a statement has failed cannot be committed."""
        self._is_begun = False
        try:
            cursor = self._raw.execute(sql)
        except psycopg.OperationalError as error:
            if not self._has_lost(error):
                raise
            # Whether it was committed is decided once that session has ended; who reads after that reads what holds.
            with suppress(psycopg.OperationalError):
                self._live()
            raise OutOfReach from error
        if cursor.statusmessage != sql:
            raise psycopg.OperationalError("the transaction had failed before")
        return cursor

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        self.execute("SELECT 1")  # So that a lost connection is made again before.
        self._raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        self._is_begun = True
        try:
            yield
        finally:
            self._is_begun = False
            with suppress(psycopg.OperationalError):
                self._raw.execute("ROLLBACK")

    def limit(self, seconds: float) -> None:
        if seconds != self.seconds:
            self.seconds = seconds
            self.execute(SET_LIMIT, (milliseconds(seconds),))

    def was_too_long(self, error: Exception) -> bool:
        return isinstance(error, errors.QueryCanceled)

    def is_conflict(self, error: Exception) -> bool:
        return isinstance(error, errors.DeadlockDetected | errors.SerializationFailure)

    def is_damage(self, error: Exception) -> bool:
        return isinstance(error, errors.DataCorrupted | errors.IndexCorrupted)

    def overwrite_deleted(self) -> None:
        """PostgreSQL overwrites what was deleted when it is vacuumed (docs/deploy.md)."""

    def columns(self, table: str) -> list[str]:
        sql = (
            "SELECT column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position"
        )
        return [str(name) for (name,) in self.execute(sql, (table,))]

    def lonely_rows(self, table: str) -> list[str]:
        """PostgreSQL lets nobody write such rows."""
        return []

    def version(self) -> int:
        if not self.columns("migrations"):
            return 0
        (number,) = self.execute("SELECT coalesce(max(n), 0) FROM migrations").fetchone()
        return int(number)

    def apply(self, script: str, number: int) -> None:
        self.begin()
        try:
            # Without parameters, so that a script may have many statements.
            self._raw.execute(migration_for_postgresql(script))
            self._raw.execute("CREATE TABLE IF NOT EXISTS migrations (n BIGINT PRIMARY KEY)")
            self._raw.execute("INSERT INTO migrations (n) VALUES (%s)", (number,))
        except BaseException:
            self._is_begun = False
            with suppress(psycopg.OperationalError):
                self._raw.execute("ROLLBACK")
            raise
        self.execute("COMMIT")

    def text_search(self, query: str) -> TextSearch:
        escaped = marked(query).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        return TextSearch(
            "finished_games", "folded(text) LIKE folded(?)", f"%{escaped}%", "finished_games.n"
        )

    def stream(self, sql: str) -> Iterator[Any]:
        with self._raw.cursor(name="all_rows") as cursor:
            cursor.itersize = ROWS_AT_ONCE
            yield from cursor.execute(query_for_postgresql(sql))

    def insert_all(self, table: str, columns: Sequence[str], rows: Iterable[Any]) -> None:
        copied = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
        with self._raw.cursor() as cursor, cursor.copy(copied) as copy:
            for row in rows:
                copy.write_row(row)
        if "n" in columns:
            self._count_on(table)

    def _count_on(self, table: str) -> None:
        """The next number that is given follows the last one that was copied."""
        (sequence,) = self.execute("SELECT pg_get_serial_sequence(?, 'n')", (table,)).fetchone()
        if sequence is None:
            return
        (last,) = self.execute(f"SELECT max(n) FROM {table}").fetchone()  # noqa: S608  ours
        if last is not None:
            self._raw.execute("SELECT setval(%s::text::regclass, %s)", (sequence, last))

    @contextmanager
    def without_triggers(self) -> Iterator[None]:
        sql = "SELECT DISTINCT event_object_table FROM information_schema.triggers WHERE trigger_schema = current_schema()"
        tables = [name for (name,) in self.execute(sql).fetchall()]
        for table in tables:
            self.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        for table in tables:
            self.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")

    def check_fitness(self) -> str:
        """Why games cannot be kept in this database; empty if they can."""
        if self._raw.info.server_version < OLDEST * 10_000:
            return f"PostgreSQL {OLDEST} or newer is needed"
        (encoding,) = self.execute("SHOW server_encoding").fetchone()
        if encoding != "UTF8":
            return f"its encoding is {encoding}; create it with ENCODING 'UTF8' TEMPLATE template0"
        return ""
