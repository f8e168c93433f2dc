"""Ways in which the store of a running server fails, and their repair."""

import os
import resource
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from rollplayer.server.storage.sqlite import FILE_NAME
from tests.proofs.process import family, pid_of
from tests.proofs.report import until
from tests.proofs.traced import Watch, failing, is_traced
from tests.server.harness import Server
from tests.server.own_postgresql import OwnPostgresql

MOST_WAIT = 60.0
LONGEST_FILE = 128 << 10
"""Bytes of a file beyond those of the log, while the disk is full."""
WRITES: Final = ("pwrite64", "pwritev", "ftruncate")
SYNCS: Final = ("fdatasync", "fsync")


@dataclass(frozen=True)
class Fault:
    """A way in which a store fails, and its repair."""

    name: str
    begin: Callable[[], object]
    repair: Callable[[], object]
    refuses: bool = True
    """Whether answers must be refused meanwhile; what PostgreSQL survives by itself may be over before."""
    of_disk: bool = False
    """Whether it is the disk that fails, and not a process or a line."""
    has_room: bool = False
    """Whether a little may still be saved: SQLite writes its log from the start again."""


class Injected:
    """Calls of some processes that fail with an error of the system, as if the disk had said so."""

    def __init__(
        self,
        error: str,
        calls: Sequence[str],
        files: Callable[[], Sequence[Path]],
        pids: Callable[[], Sequence[int]],
    ) -> None:
        self.error, self.calls, self.files, self.pids = error, calls, files, pids
        self.watch: Watch | None = None

    def begin(self) -> None:
        pids = self.pids()
        self.watch = failing(self.error, self.calls, self.files(), pids)
        if not until(lambda: all(map(is_traced_or_gone, pids)), MOST_WAIT):
            raise RuntimeError(f"strace does not reach {pids}: {self.watch.end()}")

    def repair(self) -> None:
        assert self.watch is not None
        self.watch.end()
        self.watch = None


def is_traced_or_gone(pid: int) -> bool:
    """PostgreSQL ends whoever cannot write its log."""
    try:
        return is_traced(pid)
    except (FileNotFoundError, ProcessLookupError):
        return True


def faults_of_file(server: Server) -> list[Fault]:
    """The system refuses to make files longer, as a full disk does."""

    def allow(size: int) -> None:
        _, hard = resource.prlimit(pid_of(server), resource.RLIMIT_FSIZE)
        resource.prlimit(pid_of(server), resource.RLIMIT_FSIZE, (size, hard))

    def fill() -> None:
        allow(server.log_path.stat().st_size + LONGEST_FILE)

    def injected(name: str, error: str, calls: Sequence[str]) -> Fault:
        store = server.data / FILE_NAME
        files = (store, store.with_name(f"{FILE_NAME}-wal"))
        by_system = Injected(error, calls, lambda: files, lambda: [pid_of(server)])
        return Fault(name, by_system.begin, by_system.repair, of_disk=True)

    return [
        Fault("no space", fill, lambda: allow(resource.RLIM_INFINITY), of_disk=True, has_room=True),
        injected("ENOSPC", "ENOSPC", WRITES),
        injected("EROFS", "EROFS", WRITES),
        injected("EIO", "EIO", WRITES),
        injected("EIO when synced", "EIO", SYNCS),
    ]


def faults_of(database: OwnPostgresql) -> list[Fault]:
    def run(*statements: str) -> list[tuple[int]]:
        options = "-c default_transaction_read_only=off"
        with psycopg.connect(database.address, autocommit=True, options=options) as db:
            for sql in statements[:-1]:
                db.execute(sql)
            cursor = db.execute(statements[-1])
            return cursor.fetchall() if cursor.description else []

    def sessions(what: str) -> list[int]:
        sql = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        return [pid for (pid,) in run(f"SELECT {what} {sql}")]

    def be_killed() -> None:
        for pid in sessions("pid")[:1]:
            os.kill(pid, signal.SIGKILL)

    def until_back() -> None:
        for _ in range(round(MOST_WAIT / 0.05)):
            try:
                run("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("PostgreSQL did not come back")

    def be_read_only(how: str) -> None:
        run(f"ALTER SYSTEM SET default_transaction_read_only = {how}", "SELECT pg_reload_conf()")

    def refuse_rows(error: str) -> None:
        run(
            "CREATE FUNCTION no_rows() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION 'no rows' USING ERRCODE = '{error}'; END $$",
            *(
                f"CREATE TRIGGER no_rows BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION no_rows()"
                for table in ("entries", "games")
            ),
        )

    def take_rows() -> None:
        run("DROP FUNCTION no_rows() CASCADE")

    folder = Path(database.server.pgdata)

    def segments() -> list[Path]:
        return list((folder / "pg_wal").glob("0*"))

    def writers() -> list[int]:
        """Whoever writes the log, but not the process that starts them again."""
        first = int((folder / "postmaster.pid").read_text().splitlines()[0])
        return family(first)[1:]

    # An error when the log is written or synced makes PostgreSQL end all sessions and recover by itself.
    log = Injected("EIO", (*WRITES, *SYNCS), segments, writers)

    def mend_log() -> None:
        log.repair()
        until_back()

    return [
        Fault("cut off", lambda: sessions("pg_terminate_backend(pid)::int"), until_back, False),
        Fault("killed", be_killed, until_back, False),
        Fault("stopped", database.stop, database.start),
        Fault("without power", lambda: database.stop("immediate"), database.start),
        Fault("read only", lambda: be_read_only("on"), lambda: be_read_only("off"), of_disk=True),
        Fault("no space", lambda: refuse_rows("disk_full"), take_rows, of_disk=True),
        Fault("EIO", lambda: refuse_rows("io_error"), take_rows, of_disk=True),
        Fault("EIO in the log", log.begin, mend_log, False, of_disk=True),
    ]
