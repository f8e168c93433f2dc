"""Very many tables held open, with a trickle of answers: memory, processor time and how long people wait.

    python -m benchmarks.server.held --tables 5000 --seconds 60

Every table has a socket that holds both seats; all tables are open at once. First all only sit there, then answers are
given at an even pace at tables chosen by chance. Once for one process with an SQLite file, once for three processes of
one PostgreSQL, over which the tables are spread, each client at the owner of its table.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.server.load import mebibytes
from benchmarks.server.pace import Tables
from rollplayer.build import kind
from tests.proofs.owners import name_of
from tests.proofs.process import (
    allow_many_files,
    family,
    load_now,
    pid_of,
    proportional_bytes,
    resident_bytes,
)
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import Server
from tests.server.stores import KINDS, kept_in, postmaster, stop_postgresql

NODES = {"sqlite": 1, "postgresql": 3}
GOAL_MS = 150.0
FILES_KEPT = 500
"""Descriptors that the clients need for everything else."""


@dataclass
class Held:
    """The processes of one store."""

    servers: Sequence[Server]
    store: str

    def memory(self) -> list[int]:
        return [resident_bytes(pid_of(server)) for server in self.servers]

    def memory_of_store(self) -> int:
        return proportional_bytes(family(postmaster())) if self.store else 0


@contextmanager
def serving(store: str, processes: int, *, alone: bool = False) -> Iterator[Held]:
    """Processes of one store; whoever has it alone, as a file always is, has no name."""
    with tempfile.TemporaryDirectory() as folder:
        kept = kept_in(store, Path(folder) / "data")
        servers = []
        for number in range(processes):
            name = name_of(number)
            own = {} if alone or not kept.address else {"ROLLPLAYER_NODE": name}
            servers.append(Server(Path(folder) / name, {**kept.settings, **own}))
        with ExitStack() as stack:
            for server in servers:
                stack.enter_context(server)
            yield Held(servers, kept.address)


async def hold(
    held: Held, tables: int, rate: float, seconds: float, quiet: float
) -> tuple[dict[str, float | str], list[str]]:
    """The figures, and what went wrong."""
    everything = Tables(held.servers, held.store)
    await everything.create(len(held.servers) * 2)  # So that all is loaded before the measuring.
    first = len(everything.tables)
    empty, store_empty = held.memory(), held.memory_of_store()
    started = time.perf_counter()
    await everything.create(tables)
    created = time.perf_counter() - started
    with_tables = held.memory()
    progress(f"{tables} tables are there, load {load_now()}")
    started = time.perf_counter()
    await everything.sit()
    sat = time.perf_counter() - started
    with_sockets = held.memory()
    progress(f"{everything.sockets} sockets are open, load {load_now()}")
    idle = await everything.spend(quiet)
    busy = await everything.spend(seconds, rate)
    figures: dict[str, float | str] = {
        "processes": len(held.servers),
        "tables": tables + first,
        "sockets": everything.sockets,
        "until all tables were there s": round(created, 1),
        "until all sockets were open s": round(sat, 1),
        "MiB of each process, empty": each_of(empty),
        "MiB of each process, with tables": each_of(with_tables),
        "MiB of each process, with sockets": each_of(with_sockets),
        "MiB of each process, at the end": each_of(held.memory()),
        "KiB a table": round((sum(with_tables) - sum(empty)) / 1024 / tables, 1),
        "KiB a socket": round(
            (sum(with_sockets) - sum(with_tables)) / 1024 / everything.sockets, 1
        ),
        "PostgreSQL MiB empty": mebibytes(store_empty),
        "PostgreSQL MiB at the end": mebibytes(held.memory_of_store()),
        "us a second for an idle socket": round(
            1e6 * idle.servers / idle.seconds / everything.sockets, 1
        ),
        "PostgreSQL ms a second, idle": round(1000 * idle.postgresql / idle.seconds, 2),
        "answers": len(busy.waits),
        "answers per s": round(len(busy.waits) / busy.seconds, 1),
        "processor of the servers %": round(100 * busy.servers / busy.seconds, 1),
        "processor of PostgreSQL %": round(100 * busy.postgresql / busy.seconds, 1),
        "answer p50 ms": milliseconds(percentile(busy.waits, 0.5)),
        "answer p99 ms": milliseconds(percentile(busy.waits, 0.99)),
        "answer worst ms": milliseconds(max(busy.waits, default=0.0)),
    }
    lost = everything.lost
    await everything.close()
    return figures, lost


def each_of(sizes: Sequence[int]) -> str:
    return " ".join(str(mebibytes(size)) for size in sizes)


def prove(
    store: str,
    tables: int,
    rate: float,
    seconds: float,
    *,
    quiet: float = 10.0,
    goal: bool = False,
) -> Report:
    report = Report(f"held in {store}")
    most = allow_many_files() - FILES_KEPT
    if tables > most:
        report.expect(False, f"this machine lets a process have {most} sockets")
        return report
    with serving(store, NODES[store]) as held:
        figures, lost = asyncio.run(hold(held, tables, rate, seconds, quiet))
        faults = [fault for server in held.servers for fault in server.faults()]
    report.figures = {**figures, "load of the machine": load_now(), "engine": kind()}
    report.failures += lost
    report.expect_no_faults(faults)
    report.expect(int(figures["answers"]) > 0, "nothing was answered")
    slow = float(figures["answer p99 ms"]) > GOAL_MS
    report.expect(not (goal and slow), f"answers take over {GOAL_MS:.0f} ms at p99")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--rate", type=float, default=50.0, help="answers a second at all tables")
    parser.add_argument("--seconds", type=float, default=60.0, help="for which answers are given")
    parser.add_argument("--quiet", type=float, default=20.0, help="seconds in which all only sit")
    parser.add_argument("--store", choices=KINDS, help="only this one")
    parser.add_argument("--goal", action="store_true", help=f"fail if p99 is over {GOAL_MS:.0f} ms")
    chosen = parser.parse_args()
    try:
        reports = [
            prove(
                store,
                chosen.tables,
                chosen.rate,
                chosen.seconds,
                quiet=chosen.quiet,
                goal=chosen.goal,
            )
            for store in ([chosen.store] if chosen.store else KINDS)
        ]
    finally:
        stop_postgresql()
    end(reports, as_json=chosen.json)


if __name__ == "__main__":
    main()
