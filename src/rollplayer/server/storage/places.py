"""Where games are kept: in a folder with an SQLite file, or in a PostgreSQL database."""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, Protocol

from rollplayer.server.common.settings import BadSetting, Settings, is_database, without_password
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.lock import locked
from rollplayer.server.storage.schema import migrate, migrations
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.sqlite import FILE_NAME, SqliteStore
from rollplayer.server.storage.sqlite_connection import (
    connect,
    connect_to_read,
    open_as_it_is,
    replace_invalid,
)
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.storage.writer import Observe

LOCK_SECONDS: Final = 0.5
"""How long to wait for the lock of a server that has just stopped."""


class NotAStore(ValueError):
    """Something that is not a store of games; says why."""


class Unsound(NotAStore):
    """A store of games that is damaged; says where."""


class InUse(Exception):
    """A server is using these games."""


class Place(Protocol):
    """A place for one store of games."""

    @property
    def name(self) -> str:
        """What a person reads: without a password."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What can go wrong with a connection."""

    def store(self, observe: Observe | None = None) -> SqlStore: ...

    def occupied(self) -> AbstractContextManager[None]:
        """Keep other servers out from before the store is opened; raises BadSetting."""

    def connect(self) -> Database:
        """A connection beside a server; raises FileNotFoundError if there are no games."""

    def connect_to_read(self) -> Database: ...

    def reading(self, *, lenient: bool = False) -> AbstractContextManager[Database]:
        """For looking, beside a server or not; raises FileNotFoundError if there are no games.

        Lenient: a name that is not valid text damages its game only.
        """

    def alone(self, *, create: bool = False) -> AbstractContextManager[Database]:
        """The current schema and nobody else; raises InUse, or FileNotFoundError if there are no games."""

    def check(self) -> None:
        """Look at it as a whole; raises NotAStore, or Unsound if it is damaged."""


class Folder:
    """A folder with the file of games and its lock."""

    errors: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = path / FILE_NAME

    @property
    def name(self) -> str:
        return str(self.path)

    def store(self, observe: Observe | None = None) -> SqlStore:
        return SqliteStore(self.path, observe)

    def occupied(self) -> AbstractContextManager[None]:
        return locked(self.path)

    def _must_exist(self) -> None:
        if not self.file.exists():
            raise FileNotFoundError(str(self.file))

    def connect(self) -> Database:
        self._must_exist()
        return connect(self.file)

    def connect_to_read(self) -> Database:
        return connect_to_read(self.file)

    @contextmanager
    def reading(self, *, lenient: bool = False) -> Iterator[Database]:
        self._must_exist()
        with closing(open_as_it_is(self.file)) as db:
            if lenient:
                replace_invalid(db)
            yield db

    @contextmanager
    def alone(self, *, create: bool = False) -> Iterator[Database]:
        if not create:
            self._must_exist()
        with self.taken():
            self.file.touch(0o600)
            with closing(connect(self.file)) as db:
                migrate(db)
                yield db

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Keep servers out; raises InUse."""
        with ExitStack() as stack:
            try:
                stack.enter_context(locked(self.path))
            except BadSetting as error:
                raise InUse(self.name) from error
            yield

    def check(self) -> None:
        check_file(self.file)


class DatabaseServer:
    """A database of PostgreSQL, by its address."""

    def __init__(self, address: str, node: Node | None = None, lease_seconds: float = 0.0) -> None:
        # Only here, since a table at home needs no driver.
        try:
            from rollplayer.server.storage import (
                postgres_connection,
                postgres_sessions,
                postgresql,
            )
        except ImportError as error:
            raise BadSetting(
                "store", without_password(address), "needs pip install 'rollplayer[cluster]'"
            ) from error
        self.address = address
        self.node = node
        """Which of the processes that share it this one is."""
        self.lease_seconds = lease_seconds
        self._module = postgresql
        self._connection = postgres_connection.PostgresConnection
        self.errors: tuple[type[Exception], ...] = (self._connection.Error,)
        self._in_use = postgres_connection.NotOurs
        self._reason_of = postgres_sessions.reason_of

    @property
    def name(self) -> str:
        return without_password(self.address)

    def store(self, observe: Observe | None = None) -> SqlStore:
        return self._module.PostgresStore(self.address, observe, self.node, self.lease_seconds)

    def occupied(self) -> AbstractContextManager[None]:
        # The connection that writes holds the lock.
        return nullcontext()

    def _connect(self, **how: Any) -> Database:
        try:
            return self._connection(self.address, **how)
        except self._in_use as error:
            raise InUse(self.name) from error
        except self._connection.Error as error:
            raise NotSaved(self._reason_of(error)) from error

    def connect(self) -> Database:
        return self._connect()

    def connect_to_read(self) -> Database:
        return self._connect(only_reads=True)

    @contextmanager
    def reading(self, *, lenient: bool = False) -> Iterator[Database]:
        # PostgreSQL has no text that is not valid.
        with closing(self.connect_to_read()) as db:
            if not db.version():
                raise FileNotFoundError(self.name)
            yield db

    @contextmanager
    def alone(self, *, create: bool = False) -> Iterator[Database]:
        with closing(self._connect(locks=True, patience=LOCK_SECONDS)) as db:
            if not create and not db.version():
                raise FileNotFoundError(self.name)
            migrate(db)
            yield db

    def check(self) -> None:
        with self.reading() as db:
            check_version(db)


def place_of(settings: Settings) -> Place:
    """Where the settings say that games are kept."""
    if not settings.store:
        return Folder(settings.folder)
    node = Node(settings.node, settings.address) if settings.node else None
    return DatabaseServer(settings.store, node, settings.lease_seconds)


def place_called(name: str) -> Place:
    """A folder, or the address of a database."""
    return DatabaseServer(name) if is_database(name) else Folder(Path(name))


def check_version(db: Database) -> None:
    form = db.version()
    if not 0 < form <= migrations()[-1][0]:
        raise NotAStore(f"format {form} is unknown")


def check_file(path: Path) -> None:
    """Read a whole SQLite file; raises NotAStore if it is damaged or something else."""
    if not path.is_file():
        raise NotAStore("there is no such file")
    try:
        with closing(open_as_it_is(path)) as db:
            check_version(db)
            (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
            if verdict != "ok":
                raise Unsound(str(verdict))
            db.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.DatabaseError as error:
        malformed = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT
        raise (Unsound if malformed else NotAStore)(str(error)) from error
