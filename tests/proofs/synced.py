"""What is acknowledged was synced before: watched from outside, call by call.

    python -m tests.proofs.synced --acks 10000
    python -m tests.proofs.synced --acks 10000 --store postgresql
    python -m tests.proofs.synced --acks 200 --control                      # must fail
    python -m tests.proofs.synced --acks 200 --control --store postgresql   # must fail

strace stops the server, and PostgreSQL, before and after each system call that writes, syncs or sends. For every
acknowledgement there must be a sync of the log ahead (`-wal`, `pg_wal`) that began after the commit was written to it
and ended before the acknowledgement was sent; one sync may serve several. The control is a server whose connection
commits without waiting for the disk: `synchronous = OFF`, `synchronous_commit = off`.
"""

import asyncio
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg

from rollplayer.build import kind
from tests.proofs.crash import World, play_table, settle
from tests.proofs.logs import check_logs
from tests.proofs.process import family, load_now, pid_of
from tests.proofs.report import Report, end, parser_of, progress, take_store
from tests.proofs.traced import CHANGES, Call, read_calls, watched
from tests.server.harness import Server
from tests.server.own_postgresql import OwnPostgresql, own_postgresql
from tests.server.stores import KINDS, VARIABLE, keep_at, opened, usual

CONTROL: Final = ("-m", "tests.server.faulty", "never-syncs")
LONGEST: Final = 1 << 17
"""Bytes of a call that are looked at."""
ACK: Final = re.compile(rb'\{"type":"ack","command":"([^"]+)"')
COMMAND: Final = re.compile(rb"table\d+-\d+-\d+-\d{6}")
"""What players call their commands; the log has the seat before it."""
FRAME_HEADER: Final = 24
WAL_HEADER: Final = 32
SEGMENT: Final = 16 << 20
COMMIT: Final = re.compile(
    r"tx: +(\d+), lsn: (\w+)/(\w+), .*desc: COMMIT [^;]*(?:.*subxacts: ([\d ]+))?"
)
LENGTHS: Final = re.compile(r"len \(rec/tot\): +\d+/ +(\d+)")

Committed = Iterator[tuple[str, int]]
"""Commands, and at which line the write of their commit has ended."""


@dataclass
class Order:
    """Which commands were written, synced and acknowledged, in the order of the calls."""

    commits_in: Callable[[Call], Iterable[str]]
    """The commands whose commit is complete with this write."""
    is_log: Callable[[Call], bool]
    waiting: dict[str, int] = field(default_factory=dict)
    """Commands whose commit is written and not synced, and when that had ended."""
    safe: dict[str, int] = field(default_factory=dict)
    """When the sync had ended that made a command safe."""
    acknowledged: set[str] = field(default_factory=set)
    unwritten: int = 0
    unsynced: int = 0
    syncs: int = 0
    failures: list[str] = field(default_factory=list)

    def happens(self, call: Call) -> None:
        if not call.worked:
            return
        if call.file.startswith("socket:"):
            for found in ACK.findall(call.data):
                self.is_acknowledged(found.decode(), call)
        elif self.is_log(call) and call.is_sync:
            self.syncs += 1
            for command in [each for each, written in self.waiting.items() if written < call.began]:
                del self.waiting[command]
                self.safe[command] = call.ended
        elif self.is_log(call) and call.is_write:
            for command in self.commits_in(call):
                self.waiting[command] = call.ended

    def is_acknowledged(self, command: str, call: Call) -> None:
        if command in self.acknowledged:
            return  # Sent again.
        self.acknowledged.add(command)
        if self.safe.get(command, call.began) < call.began:
            return
        written = command in self.waiting or command in self.safe
        self.unsynced += written
        self.unwritten += not written
        self.failures.append(
            f"{command} was acknowledged before its commit was {'synced' if written else 'written'}"
        )


# -- SQLite --------------------------------------------------------------------------------------------


class SqliteCommits:
    """Commits in a WAL: the header of a transaction's last frame says how large the file is then."""

    def __init__(self) -> None:
        self.known: set[str] = set()
        self.open_ones: list[str] = []
        self.is_last = False

    def __call__(self, call: Call) -> list[str]:
        if len(call.data) == FRAME_HEADER:
            self.is_last = call.data[4:8] != bytes(4)
            return []
        if len(call.data) == WAL_HEADER:
            return []
        for found in COMMAND.findall(call.data):
            command = found.decode()
            if command not in self.known:
                self.known.add(command)
                self.open_ones.append(command)
        if not self.is_last:
            return []
        done, self.open_ones = self.open_ones, []
        return done


# -- PostgreSQL ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Commit:
    """Where in the log a commit stands."""

    transaction: int
    at: int
    length: int
    commands: tuple[str, ...]


class PostgresqlCommits:
    """Commits in `pg_wal`, by what PostgreSQL says itself of its log and of its rows."""

    def __init__(self, commits: Iterable[Commit]) -> None:
        self.by_segment: dict[int, list[Commit]] = {}
        for commit in commits:
            self.by_segment.setdefault(commit.at // SEGMENT, []).append(commit)
        self.begun: dict[Commit, bool] = {}

    def __call__(self, call: Call) -> list[str]:
        number = segment_number(call.file)
        start = number * SEGMENT + call.at
        end_at = start + len(call.data)
        done: list[str] = []
        for near in (number - 1, number):
            left: list[Commit] = []
            for commit in self.by_segment.get(near, []):
                if start <= commit.at < end_at:
                    # The page may have been written before this record was put on it.
                    there = call.data[commit.at - start + 4 : commit.at - start + 8]
                    self.begun[commit] = there == commit.transaction.to_bytes(4, "little")
                if self.begun.get(commit) and start < commit.at + commit.length <= end_at:
                    done += commit.commands
                else:
                    left.append(commit)
            self.by_segment[near] = left
        return done


def segment_number(path: str) -> int:
    name = Path(path).name
    return int(name[8:16], 16) * ((1 << 32) // SEGMENT) + int(name[16:24], 16)


def run(database: OwnPostgresql, sql: str) -> list[tuple[str, ...]]:
    with psycopg.connect(database.address, autocommit=True) as db:
        cursor = db.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


def commits_of(database: OwnPostgresql, first: str) -> list[Commit]:
    """All commits since a place in the log, with the commands that they made durable."""
    commands: dict[int, list[str]] = {}
    for transaction, command in run(database, "SELECT xmin::text, command FROM entries"):
        if command is not None:
            commands.setdefault(int(transaction), []).append(command.partition(":")[2])
    run(database, "SELECT pg_switch_wal()")
    folder = Path(database.server.pgdata) / "pg_wal"
    program = Path(database.server.bin_path) / "pg_waldump"
    dumped = subprocess.run(
        [program, "--path", folder, "--rmgr", "Transaction", "--start", first],
        capture_output=True,
        text=True,
        check=False,  # It ends with an error where the log does.
    )
    commits: list[Commit] = []
    for line in dumped.stdout.splitlines():
        found, length = COMMIT.search(line), LENGTHS.search(line)
        if found is None or length is None:
            continue
        transactions = [int(found[1]), *map(int, (found[4] or "").split())]
        named = tuple(each for one in transactions for each in commands.get(one, ()))
        at = int(found[2], 16) << 32 | int(found[3], 16)
        if named:
            commits.append(Commit(int(found[1]), at, int(length[1]), named))
    return commits


# -- the proof -----------------------------------------------------------------------------------------


async def play(world: World, acks: int, games: int) -> None:
    tables = [asyncio.create_task(play_table(world, number)) for number in range(games)]
    world.up.set()
    told = 0
    while len(world.acks) < acks:
        await asyncio.sleep(0.05)
        if len(world.acks) - told >= 1000:
            told = len(world.acks)
            progress(f"{told} answers acknowledged")
    await settle(world, tables)


def order_of(trace: Path, commits: list[Commit] | None) -> Order:
    """What happened, by what strace has written down."""
    if commits is None:
        order = Order(SqliteCommits(), lambda call: call.file.endswith("-wal"))
    else:
        order = Order(PostgresqlCommits(commits), lambda call: "/pg_wal/0" in call.file)
    with trace.open(encoding="latin-1") as lines:
        for call in read_calls(lines):
            order.happens(call)
    return order


def prove(acks: int, games: int, *, control: bool = False, seed: int = 1) -> Report:
    report = Report("synced (control)" if control else "synced")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rollplayer-")))
        data, trace = folder / "data", folder / "trace"
        database: OwnPostgresql | None = None
        first = ""
        if os.environ.get(VARIABLE, KINDS[0]) == "postgresql":
            database = stack.enter_context(own_postgresql())
            keep_at(data, database.address)
            data.mkdir()
            # The log is read at the end, so nothing of it may go.
            run(database, "ALTER SYSTEM SET wal_keep_size = '16GB'")
            run(database, "SELECT pg_reload_conf()")
            ((first,),) = run(database, "SELECT pg_current_wal_lsn()::text")
        server = stack.enter_context(Server(data, command=CONTROL) if control else Server(data))
        world = World(server, seed)
        pids = [pid_of(server)]
        if database is not None:
            lines = (Path(database.server.pgdata) / "postmaster.pid").read_text().splitlines()
            pids += family(int(lines[0]))
        with watched(pids, trace, CHANGES, LONGEST):
            asyncio.run(play(world, acks, games))
        server.end()
        checked = check_logs(usual(data), world.acks, world.refused, world.broadcast)
        with opened(data) as db:
            ((written,),) = db.execute("SELECT count(*) FROM entries WHERE command IS NOT NULL")
        order = order_of(trace, commits_of(database, first) if database is not None else None)
        size = trace.stat().st_size
    report.failures += world.failures + checked.failures + order.failures
    unseen = {ack.sent.command for ack in world.acks} - order.acknowledged
    report.expect(not unseen, f"{len(unseen)} acknowledgements were not seen being sent")
    report.expect(written >= len(world.acks), "more was acknowledged than written")
    report.figures = {
        "answers acknowledged": len(world.acks),
        "seen being sent": len(order.acknowledged),
        "before their commit was written": order.unwritten,
        "before it was synced": order.unsynced,
        "syncs of the log": order.syncs,
        "concurrent games": games,
        "lost": checked.lost,
        "megabytes of system calls": size >> 20,
        "load of the machine": load_now(),
        "engine": kind(),
    }
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--acks", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="a server that must fail")
    given = parser.parse_args()
    report = prove(given.acks, given.games, control=given.control, seed=given.seed)
    end([report], as_json=given.json)


if __name__ == "__main__":
    main()
