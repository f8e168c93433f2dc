"""Run the tests again and again: not one may fail, whatever else the machine has to do.

    python -m tests.proofs.steady                        # 3 whole runs, 10 beside two busy programs
    python -m tests.proofs.steady --whole 0 --busy 1     # one run of the browser and the server, busy
    python -m tests.proofs.steady --afresh               # forget the runs of this commit

A whole run is what `make test` selects. The others are the tests of the browser and the server, with a
program on each of two processors that does nothing but keep it busy. It takes hours, so `make proofs`
leaves it out. Each finished run is noted in build/steady.jsonl: begun again, it goes on with the next.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree as ET

from tests.proofs.report import parser_of, progress

ROOT = Path(__file__).parents[2]
NOTES = ROOT / "build" / "steady.jsonl"
KINDS = {"whole": (), "busy": ("tests/browser", "tests/server")}
"""What each kind of run is about; a whole one is about all folders."""
BUSY_PROGRAMS = 2
KEEP_BUSY = "while True: pass"


@dataclass(frozen=True)
class Run:
    """One run to its end: how many tests there were, and which of them failed."""

    kind: str
    commit: str
    seconds: float
    tests: int
    failed: list[str] = field(default_factory=list)


Runner = Callable[[str, int], Run]


@contextmanager
def busy_programs(count: int) -> Iterator[None]:
    """Programs that want a processor each for as long as this lasts."""
    started = [subprocess.Popen([sys.executable, "-c", KEEP_BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for each in started:
            each.kill()
            each.wait()


def commit() -> str:
    """What is tested; a plus where something was changed since."""

    def git(*arguments: str) -> str:
        told = subprocess.run(
            ["git", *arguments], check=False, cwd=ROOT, capture_output=True, text=True
        )
        return told.stdout.strip()

    return git("rev-parse", "--short", "HEAD") + ("+" if git("status", "--porcelain") else "")


def results(report: Path) -> tuple[int, list[str]]:
    """The number of tests in a report of pytest's, and the names of those that failed."""
    cases = list(ET.parse(report).iter("testcase"))
    bad = [each for each in cases if {"failure", "error"} & {part.tag for part in each}]
    names = [f"{each.get('classname')}::{each.get('name')}" for each in bad]
    return len(cases), sorted(set(names))


def run_tests(kind: str, workers: int) -> Run:
    """One run, now."""
    started = time.monotonic()
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", str(workers), "--dist", "worksteal"]
        command += ["--selection", "usual", f"--junitxml={report}", *KINDS[kind]]
        with busy_programs(BUSY_PROGRAMS if kind == "busy" else 0):
            code = subprocess.run(command, check=False, cwd=ROOT, stdout=sys.stderr).returncode
        tests, failed = results(report) if report.exists() else (0, [])
    if code and not failed:
        failed = [f"pytest itself, which ended with {code}"]
    return Run(kind, commit(), round(time.monotonic() - started, 1), tests, failed)


def noted(notes: Path, of: str) -> list[Run]:
    """The runs of a commit that have come to their end."""
    if not notes.exists():
        return []
    lines = notes.read_text(encoding="utf-8").splitlines()
    return [run for run in (Run(**json.loads(line)) for line in lines) if run.commit == of]


def note(notes: Path, run: Run) -> None:
    notes.parent.mkdir(parents=True, exist_ok=True)
    with notes.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(run)) + "\n")


def forget(notes: Path, of: str) -> None:
    if notes.exists():
        lines = notes.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if json.loads(line)["commit"] != of]
        notes.write_text("".join(kept), encoding="utf-8")


def go_on(wanted: dict[str, int], notes: Path, of: str, workers: int, runner: Runner) -> list[Run]:
    """Run what is still missing, and note each run at its end; all runs that were wanted."""
    for kind, count in wanted.items():
        done = sum(run.kind == kind for run in noted(notes, of))
        for number in range(done, count):
            progress(f"{kind} run {number + 1} of {count}")
            note(notes, runner(kind, workers))
    return noted(notes, of)


def table(runs: Sequence[Run]) -> str:
    lines = ["run    tests  failed  minutes"]
    lines += [
        f"{run.kind:5} {run.tests:6} {len(run.failed):7} {run.seconds / 60:8.1f}" for run in runs
    ]
    return "\n".join(lines)


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--whole", type=int, default=3, help="whole runs")
    parser.add_argument("--busy", type=int, default=10, help="runs beside two busy programs")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--afresh", action="store_true", help="forget the runs of this commit")
    chosen = parser.parse_args()
    of = commit()
    if chosen.afresh:
        forget(NOTES, of)
    wanted = {"whole": chosen.whole, "busy": chosen.busy}
    runs = go_on(wanted, NOTES, of, chosen.workers, run_tests)
    failed = [f"{run.kind}: {name}" for run in runs for name in run.failed]
    if chosen.json:
        print(json.dumps({"name": "steady", "passed": not failed, "runs": list(map(asdict, runs))}))
    else:
        print(table(runs))
        # All of them, since each is a test to be mended.
        print("\n".join(["FAILED", *failed]) if failed else "passed: not one test failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
