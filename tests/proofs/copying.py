"""Copy many games from a file to PostgreSQL and back: no byte of them may differ.

    python -m tests.proofs.copying --games 10000
    python -m tests.proofs.copying --games 100 --control   # must fail

Games, logs and all that follows from them are compared row by row. The control changes one letter of one line of
a log on the way.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rollplayer.server.storage.copying import TABLES
from tests.proofs.archive import fill
from tests.proofs.report import Report, end, parser_of
from tests.server.harness import ROOT
from tests.server.stores import Kept, new_database

COPY = (sys.executable, "-m", "rollplayer", "admin", "copy")
Sums = dict[str, tuple[int, str]]


def sums(kept: Kept) -> Sums:
    """By table: how many rows, and the sum of their hashes, in whatever order they come."""
    found: Sums = {}
    with kept.opened() as db, db.one_moment():
        for table in TABLES:
            columns = ", ".join(sorted(db.columns(table)))
            rows = total = 0
            for row in db.stream(f"SELECT {columns} FROM {table}"):
                total += int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest(), "big")
                rows += 1
            found[table] = rows, f"{total:x}"
    return found


def copy(source: Kept, target: str) -> tuple[int, float]:
    """How many games ``rollplayer admin copy`` says it has copied, and in how many seconds."""
    store = ["--store", source.address] if source.address else []
    started = time.perf_counter()
    done = subprocess.run(
        [*COPY, target, "--data", str(source.data), *store, "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)["games"], round(time.perf_counter() - started, 1)


def spoil(kept: Kept) -> None:
    with kept.opened() as db:
        game, n, line = db.execute("SELECT game, n, line FROM entries LIMIT 1").fetchone()
        changed = line.replace('"', "'", 1)
        db.execute("UPDATE entries SET line = ? WHERE game = ? AND n = ?", (changed, game, n))


def prove(games: int, *, control: bool = False) -> Report:
    report = Report("copying (control)" if control else "copying")
    with tempfile.TemporaryDirectory() as folder:
        file, back = Kept(Path(folder) / "file"), Kept(Path(folder) / "back")
        database = Kept(Path(folder), new_database("template1"))
        fill(file.data, games, entries=0)
        there, there_seconds = copy(file, database.address)
        if control:
            spoil(database)
        again, again_seconds = copy(database, str(back.data))
        before = sums(file)
        for name, kept in (("the database", database), ("the file at the end", back)):
            after = sums(kept)
            differ = [table for table in TABLES if after[table] != before[table]]
            report.expect(not differ, f"{name} differs in {', '.join(differ)}")
    report.expect(there == again == games, f"{there} and {again} games were copied")
    report.figures = {
        "games": games,
        "lines of logs": before["entries"][0],
        "seconds to PostgreSQL": there_seconds,
        "seconds back": again_seconds,
        "stores that differ": len(report.failures),
    }
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--control", action="store_true", help="with a defect; must fail")
    arguments = parser.parse_args()
    end([prove(arguments.games, control=arguments.control)], as_json=arguments.json)


if __name__ == "__main__":
    main()
