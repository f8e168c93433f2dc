"""Run the tests again and again: not one may fail, whatever else the machine has to do.

    python -m tests.proofs.steady                        # 3 whole runs, 10 beside busy programs
    python -m tests.proofs.steady --whole 0 --busy 1     # one run of the browser and the server, busy
    python -m tests.proofs.steady --workers 4 --busy-programs 4
    python -m tests.proofs.steady --beside "rollplayer tournament --solitaire --games 1000 --out build/one.jsonl"
    python -m tests.proofs.steady --afresh               # forget all runs before

A whole run is what `make test` selects. The others are the tests of the browser and the server, beside
programs that do nothing but keep a processor busy. There are two workers for each processor, as
`make test` has them, and one of these programs: four and two on two. ``--beside`` names a program with
something better to do, once for each; it is killed at the end of each run and begun again in the next. All
of this takes hours, so `make proofs` leaves it out. Each finished run is noted in steady.jsonl beside this file, with its commit, the
processors it had and the tests that took longest: begun again, it goes on with the next. What has been
committed in between does not matter, but a failure does: only the runs since the last failure count.
What fails is tried twice more by itself. If all of it fails each time, the commit is broken and no test
unsteady: such a run does not count, and takes nothing away from the others.
"""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.proofs.report import parser_of, progress

ROOT = Path(__file__).parents[2]
NOTES = Path(__file__).with_suffix(".jsonl")
REPORT = ROOT / "build" / "steady.xml"
"""What pytest has written of the last run: every test with its time."""
KINDS = {"whole": (), "busy": ("tests/browser", "tests/server")}
"""What each kind of run is about; a whole one is about all folders."""
SLOWEST = 50
"""Of so many tests the note says how long they took."""
KEEP_BUSY = "while True: pass"
PYTEST = (sys.executable, "-m", "pytest", "-q")
OF_THIS_CHECKOUT = {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
"""What is tested is what lies here, whatever the shell would have Python import."""
TRIES = 2
"""How often what failed is tried again."""


@dataclass(frozen=True)
class Load:
    """How much runs at the same time, and on how many processors."""

    workers: int
    busy_programs: int
    processors: int
    beside: tuple[str, ...] = ()
    """What the busy programs were, if they did something useful."""

    def programs(self) -> list[list[str]]:
        idle = [[sys.executable, "-c", KEEP_BUSY]] * (self.busy_programs - len(self.beside))
        return [shlex.split(each) for each in self.beside] + idle


@dataclass(frozen=True)
class Results:
    """What a report of pytest's says: which tests failed, and how long the slowest took."""

    tests: int = 0
    failed: list[str] = field(default_factory=list)
    always: bool = False
    """Whether all of these fail each time."""
    worker_seconds: float = 0
    slowest: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """One run to its end."""

    kind: str
    commit: str
    seconds: float
    load: Load
    results: Results

    @classmethod
    def read(cls, line: str) -> "Run":
        plain = json.loads(line)
        load = Load(**{**plain["load"], "beside": tuple(plain["load"].get("beside", ()))})
        return cls(**{**plain, "load": load, "results": Results(**plain["results"])})

    @property
    def counts(self) -> bool:
        return not self.results.failed

    @property
    def is_unsteady(self) -> bool:
        return bool(self.results.failed) and not self.results.always


Runner = Callable[[str, Load], Run]


@contextmanager
def busy_programs(commands: Sequence[Sequence[str]]) -> Iterator[None]:
    """Programs that want a processor each for as long as this lasts, with the processes that they start."""
    started = [
        subprocess.Popen(each, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
        for each in commands
    ]
    try:
        yield
        for each, program in zip(commands, started, strict=True):
            if program.poll() is not None:
                raise SystemExit(f"did not keep a processor busy to the end: {shlex.join(each)}")
    finally:
        for program in started:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()


def commit() -> str:
    """What is tested; a plus where something was changed since."""

    def git(*arguments: str) -> str:
        told = subprocess.run(
            ["git", *arguments], check=False, cwd=ROOT, capture_output=True, text=True
        )
        return told.stdout.strip()

    changed = git("status", "--porcelain", "--", ".", f":!{NOTES.relative_to(ROOT)}")
    return git("rev-parse", "--short", "HEAD") + ("+" if changed else "")


def results(report: Path) -> Results:
    """Each test once, however often the report mentions it."""
    times: dict[str, float] = {}
    failed = set()
    for case in ET.parse(report).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        times[name] = times.get(name, 0) + float(case.get("time", 0))
        if {"failure", "error"} & {part.tag for part in case}:
            failed.add(name)
    slowest = sorted(times, key=lambda name: -times[name])[:SLOWEST]
    return Results(
        len(times),
        sorted(failed),
        worker_seconds=round(sum(times.values()), 1),
        slowest={name: round(times[name], 1) for name in slowest},
    )


def run_tests(kind: str, load: Load) -> Run:
    """One run, now."""
    started = time.monotonic()
    of = commit()
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.unlink(missing_ok=True)
    command = [*PYTEST, "-n", str(load.workers), "--dist", "worksteal"]
    command += ["--selection", "usual", f"--junitxml={REPORT}"]
    with busy_programs(load.programs() if kind == "busy" else ()):
        code = run_here([*command, *KINDS[kind]])
    found = results(REPORT) if REPORT.exists() else Results()
    if code and not found.failed:
        found = replace(found, failed=[f"pytest itself, which ended with {code}"])
    elif code:
        found = replace(found, always=all(fails_again(len(found.failed)) for _ in range(TRIES)))
    return Run(kind, of, round(time.monotonic() - started, 1), load, found)


def run_here(command: Sequence[str]) -> int:
    environment = os.environ | OF_THIS_CHECKOUT
    return subprocess.run(
        command, check=False, cwd=ROOT, env=environment, stdout=sys.stderr
    ).returncode


def fails_again(tests: int) -> bool:
    """Whether all tests that failed last, which were this many, fail once more by themselves."""
    command = [*PYTEST, "--last-failed", "--selection", "usual", f"--junitxml={REPORT}"]
    run_here(command)
    return len(results(REPORT).failed) == tests


def noted(notes: Path) -> list[Run]:
    """The runs that have come to their end, of whichever commit."""
    if not notes.exists():
        return []
    return [Run.read(line) for line in notes.read_text(encoding="utf-8").splitlines()]


def since_last_failure(runs: Sequence[Run]) -> list[Run]:
    """The runs in which nothing failed, after the last in which something failed now and then."""
    failures = [number for number, run in enumerate(runs) if run.is_unsteady]
    return [run for run in runs[failures[-1] + 1 if failures else 0 :] if run.counts]


def note(notes: Path, run: Run) -> None:
    notes.parent.mkdir(parents=True, exist_ok=True)
    with notes.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(run)) + "\n")


def go_on(wanted: dict[str, int], notes: Path, load: Load, runner: Runner) -> list[Run]:
    """Run what is still missing, and note each run at its end; stop at a failure.

    What counts: the runs since the last failure, or those up to it if it is the last.
    """
    counted = since_last_failure(noted(notes))
    for kind, count in wanted.items():
        done = sum(run.kind == kind for run in counted)
        for number in range(done, count):
            progress(f"{kind} run {number + 1} of {count}")
            counted.append(runner(kind, load))
            note(notes, counted[-1])
            if counted[-1].results.failed:
                return counted
    return counted


def table(runs: Sequence[Run]) -> str:
    lines = ["run    commit     tests  failed  minutes  workers  processors  slowest"]
    for run in runs:
        name, seconds = next(iter(run.results.slowest.items()), ("none", 0))
        lines.append(
            f"{run.kind:5}  {run.commit:9} {run.results.tests:6} {len(run.results.failed):7} {run.seconds / 60:8.1f}"
            f" {run.load.workers:8} {run.load.processors:11}  {seconds} s {name}"
        )
    return "\n".join(lines)


def main() -> None:
    processors = len(os.sched_getaffinity(0))
    parser = parser_of(__doc__)
    parser.add_argument("--whole", type=int, default=3, help="whole runs")
    parser.add_argument("--busy", type=int, default=10, help="runs beside busy programs")
    parser.add_argument(
        "--workers", type=int, default=2 * processors, help="two for each processor"
    )
    parser.add_argument(
        "--busy-programs", type=int, default=processors, help="one for each processor"
    )
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        help="a busy program that can be killed and begun again",
    )
    parser.add_argument("--afresh", action="store_true", help="forget all runs before")
    chosen = parser.parse_args()
    if chosen.afresh:
        NOTES.unlink(missing_ok=True)
    wanted = {"whole": chosen.whole, "busy": chosen.busy}
    beside = tuple(chosen.beside)
    load = Load(chosen.workers, max(chosen.busy_programs, len(beside)), processors, beside)
    runs = go_on(wanted, NOTES, load, run_tests)
    failed = [f"{run.kind}: {name}" for run in runs for name in run.results.failed]
    if chosen.json:
        print(json.dumps({"name": "steady", "passed": not failed, "runs": list(map(asdict, runs))}))
    else:
        print(table(runs))
        # All of them, since each is a test to be mended.
        print("\n".join(["FAILED", *failed]) if failed else "passed: not one test failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
