"""Measure what docs/capacity.md tells: the points of its model, and others that it has to predict.

    python -m benchmarks.server.capacity                     # all, about twenty minutes on a quiet machine
    python -m benchmarks.server.capacity --only points held  # some; what else was recorded stays

Every part is recorded in ``results/capacity.json`` when it is done, with the load of the machine; `make renew` makes
the page of it.
"""

import asyncio
import json
import os
import subprocess
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import psycopg

from benchmarks.server import held, processes, watching
from benchmarks.server.held import serving
from benchmarks.server.model import Point
from benchmarks.server.pace import Tables
from rollplayer.build import kind
from tests.proofs.process import allow_many_files, load_now
from tests.proofs.report import Report, end, parser_of, progress
from tests.server.harness import ROOT
from tests.server.stores import new_database, stop_postgresql

FILE: Final = Path(__file__).parent / "results" / "capacity.json"
TABLES: Final = 60
SECONDS: Final = 15.0
FITS: Final = (
    Point("SQLite", 1, 20),
    Point("SQLite", 1, 300),
    Point("SQLite", 1, 20, seats=2),
    Point("SQLite", 1, 20, watchers=8),
    Point("one", 1, 20),
    Point("one", 1, 300),
    Point("several", 3, 30),
    Point("several", 3, 300),
)
"""What the model is fitted to: tables of two, with one socket or more."""
PREDICTED: Final = (
    Point("SQLite", 1, 100, seats=4, watchers=4),
    Point("one", 1, 100, seats=2, watchers=4),
    Point("several", 3, 150, seats=4),
)
"""What it has to say without having seen it."""
CONNECTIONS: Final = 16
COMMITS_SECONDS: Final = 5.0

Plain = dict[str, Any]


async def measure(point: Point, servers: held.Held, tables: int, seconds: float) -> Plain:
    everything = Tables(servers.servers, servers.store)
    await everything.create(tables, max(2, point.seats))
    await everything.sit(apart=point.seats > 1, watchers=point.watchers)
    await everything.spend(seconds / 5, point.rate)  # So that all is loaded before the measuring.
    idle = await everything.spend(seconds / 2)
    busy = await everything.spend(seconds, point.rate)
    lost = everything.lost
    await everything.close()
    if lost:
        raise RuntimeError(f"{len(lost)} things went wrong, the first: {lost[0]}")
    answers = len(busy.waits)

    def cost(spent: float, while_idle: float) -> float:
        return round(1e6 * (spent - while_idle / idle.seconds * busy.seconds) / answers, 1)

    return {
        **vars(point),
        "apart": point.seconds_apart,
        "asked_rate": point.rate,
        "rate": round(answers / busy.seconds, 1),
        "servers_us": cost(busy.servers, idle.servers),
        "postgresql_us": cost(busy.postgresql, idle.postgresql),
        "load": load_now(),
    }


def points(report: Report, scale: float) -> list[Plain]:
    found = []
    for at, point in enumerate((*FITS, *PREDICTED)):
        store = "sqlite" if point.store == "SQLite" else "postgresql"
        with serving(store, point.processes, alone=point.store == "one") as servers:
            tables, seconds = max(6, round(TABLES * scale)), SECONDS * scale
            told = asyncio.run(measure(point, servers, tables, seconds))
        progress(f"{told}")
        found.append({**told, "fits": at < len(FITS)})
        report.expect(told["servers_us"] > 0, f"{point}: an answer costs nothing")
    return found


def commits(report: Report, scale: float) -> Plain:
    """How many transactions of one small row PostgreSQL writes in a second, one after the other on each connection."""
    address = new_database()
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("CREATE TABLE committed (n BIGINT)")
    counts = [0] * CONNECTIONS
    ends = time.perf_counter() + COMMITS_SECONDS * scale

    def write(number: int) -> None:
        with psycopg.connect(address, autocommit=True) as db:
            while time.perf_counter() < ends:
                db.execute("INSERT INTO committed VALUES (%s)", (number,))
                counts[number] += 1

    writers = [threading.Thread(target=write, args=(n,)) for n in range(CONNECTIONS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    report.expect(min(counts) > 0, "a connection has written nothing")
    return {
        "connections": CONNECTIONS,
        "per_second": round(sum(counts) / (COMMITS_SECONDS * scale)),
    }


def figures_of(part: Report, report: Report) -> Plain:
    report.failures += part.failures
    return dict(part.figures)


PARTS: Final[dict[str, Callable[[Report, float], Any]]] = {
    "points": points,
    "processes": lambda report, scale: figures_of(
        processes.prove(18, 5 * scale, max(1, round(5 * scale))), report
    ),
    "held": lambda report, scale: {
        store: figures_of(
            held.prove(store, max(9, round(5000 * scale)), 50, 60 * scale, quiet=20 * scale), report
        )
        for store in held.NODES
    },
    "watching": lambda report, scale: figures_of(
        watching.prove(max(12, round(150 * scale))), report
    ),
    "commits": commits,
}


def record(file: Path, name: str, found: Any) -> None:
    """Beside what other parts have found."""
    whole = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    git = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, cwd=ROOT, check=True).stdout
    whole[name] = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit.strip(),
        "engine": kind(),
        "load": load_now(),
        "cores": os.cpu_count(),
        "found": found,
    }
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


def prove(names: list[str], file: Path, scale: float = 1.0) -> Report:
    report = Report("capacity")
    allow_many_files()
    for name in names:
        progress(f"{name}, load {load_now()}")
        record(file, name, PARTS[name](report, scale))
        report.figures[name] = "recorded"
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--out", type=Path, default=FILE, help="where to record it")
    parser.add_argument(
        "--scale", type=float, default=1.0, help="parts of the usual tables and seconds"
    )
    chosen = parser.parse_args()
    try:
        report = prove(chosen.only, chosen.out, chosen.scale)
    finally:
        stop_postgresql()
    end([report], as_json=chosen.json)


if __name__ == "__main__":
    main()
