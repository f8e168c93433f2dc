"""Sessions of PostgreSQL: what each begins with, the locks that it holds, and its end."""

import time
from collections.abc import Sequence
from typing import Any, Final

import psycopg
from psycopg import pq
from psycopg.adapt import Dumper
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from rollplayer.server.storage.dialects import query_for_postgresql

HURRY: Final = "SET synchronous_commit = off"
"""For what need not be on the disk before somebody goes on; what others commit later comes there later."""
CONNECT_SECONDS: Final = 5
SILENT_SECONDS: Final = 10
"""How long a machine may be silent before its connection is taken for lost."""
LOCK: Final = 0x726F6C6C
"""The first half of the key of the lock that one server holds; the second is its schema."""
NODE_KEY: Final = "1919905380, hashtext(current_schema() || '/' || ?)"
"""The key of the lock that a process holds for its name; the first half says ``rond``."""
SESSION: Final = (
    # When a commit returns, it is on the disk, whatever is usual elsewhere.
    "SET synchronous_commit = on",
    "SET jit = off",
    # A machine that has vanished must not keep its lock for hours.
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)
OWN_SESSION: Final = (
    "SELECT pid, backend_start, datid, pg_postmaster_start_time() FROM pg_stat_activity "
    "WHERE pid = pg_backend_pid()"
)
"""Which session this is, and of which database."""
KNOWS_PRIMARY: Final = 14_00_00
"""The version of libpq from which on it knows a primary."""
END_MILLISECONDS: Final = 2000
"""How long a session may take to end."""


class FlagDumper(Dumper):
    """Flags are whole numbers, as in SQLite, which has no others."""

    oid = psycopg.adapters.types["int8"].oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


def speak_as_sqlite(raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
    """Send values as those types that columns have here as there."""
    raw.adapters.register_dumper(bool, FlagDumper)
    raw.adapters.register_dumper(int, Int8Dumper)
    raw.adapters.register_dumper(str, StrDumper)


def with_defaults(address: str) -> str:
    """The address with what we want where it does not say otherwise."""
    given = conninfo_to_dict(address)
    usual: dict[str, int | str] = {
        "connect_timeout": CONNECT_SECONDS,
        "application_name": "rollplayer",
        "keepalives_idle": SILENT_SECONDS // 2,
        "keepalives_interval": 1,
        "keepalives_count": SILENT_SECONDS // 2,
        "tcp_user_timeout": SILENT_SECONDS * 1000,
        # Of several hosts the one that others follow. Not "read-write", which leaves out one that is set to read only
        # for a while, too: players can still read there, and read why nothing is saved.
        "target_session_attrs": "primary" if pq.version() >= KNOWS_PRIMARY else "read-write",
    }
    return make_conninfo(address, **{k: v for k, v in usual.items() if k not in given})


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f}"


def reason_of(error: Exception) -> str:
    """What PostgreSQL says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def end_session(
    raw: "psycopg.Connection[tuple[Any, ...]]", session: tuple[Any, ...] | None
) -> None:
    """End a session of ours whose connection was lost, and wait for that.

    PostgreSQL may not have noticed: it would keep the lock, and could still commit. Raises OperationalError if the
    session does not end, so that nobody goes on beside it.
    """
    if session is not None:
        sql = (
            "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity "
            "WHERE pid = %s AND backend_start = %s"
        )
        row = raw.execute(sql, (END_MILLISECONDS, *session[:2])).fetchone()
        if row is not None and not row[0]:
            raise psycopg.OperationalError("the session that was lost has not ended")


def take_lock(
    raw: "psycopg.Connection[tuple[Any, ...]]", patience: float, *, shared: bool = False
) -> bool:
    """Lock these games as long as the connection lives, alone or with others that share them."""
    how = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    sql = f"SELECT {how}(%s::int, hashtext(current_schema()))"
    return wait_for(raw, patience, sql, (LOCK,))


def take_name(raw: "psycopg.Connection[tuple[Any, ...]]", patience: float, name: str) -> bool:
    """Keep a name among the processes that share these games, as long as the connection lives."""
    sql = f"SELECT pg_try_advisory_lock({NODE_KEY})"
    return wait_for(raw, patience, query_for_postgresql(sql), (name,))


def form_of(raw: "psycopg.Connection[tuple[Any, ...]]") -> int:
    """The number of the last migration; 0 where there are no games."""
    try:
        row = raw.execute("SELECT max(n) FROM migrations").fetchone()
    except psycopg.errors.UndefinedTable:
        return 0
    return 0 if row is None else row[0] or 0


def wait_for(
    raw: "psycopg.Connection[tuple[Any, ...]]",
    patience: float,
    sql: str,
    parameters: Sequence[Any],
) -> bool:
    end = time.monotonic() + patience
    while True:
        row = raw.execute(sql, parameters).fetchone()
        if row is not None and row[0]:
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(0.05)
