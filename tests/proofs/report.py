"""What a proof says at its end: figures, failures, and an exit code."""

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.server.stores import KINDS, VARIABLE

Figure = int | float | str

MOST_FAILURES_SHOWN = 10


@dataclass
class Report:
    """The result of one proof. It has passed if nothing failed."""

    name: str
    figures: dict[str, Figure] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.perf_counter)

    def expect(self, holds: bool, failure: str) -> None:
        if not holds:
            self.failures.append(failure)

    def expect_no_faults(self, faults: Sequence[object]) -> None:
        """No fault of the server's own is in its log."""
        self.expect(not faults, f"{len(faults)} faults in the log: {faults[:1]}")

    @property
    def passed(self) -> bool:
        return not self.failures

    def line(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.figures.items())
        seconds = time.perf_counter() - self.started
        return f"{self.name}: {'passed' if self.passed else 'FAILED'} in {seconds:.0f} s: {figures}"

    def show(self, *, as_json: bool) -> None:
        if as_json:
            result = {"name": self.name, "passed": self.passed, "figures": self.figures}
            print(json.dumps({**result, "failures": self.failures}))
            return
        print(self.line())
        for failure in self.failures[:MOST_FAILURES_SHOWN]:
            print(f"  {failure}")
        if len(self.failures) > MOST_FAILURES_SHOWN:
            print(f"  and {len(self.failures) - MOST_FAILURES_SHOWN} more")


def parser_of(about: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    return parser


class _UseStore(argparse.Action):
    """Every server of the proof keeps its games there."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        os.environ[VARIABLE] = str(values)


def take_store(parser: argparse.ArgumentParser) -> None:
    """For proofs of what a store must do, whichever kind it is."""
    text = f"where servers keep their games; {KINDS[0]} unless {VARIABLE} says otherwise"
    parser.add_argument("--store", action=_UseStore, choices=KINDS, help=text)


def end(reports: Sequence[Report], *, as_json: bool) -> None:
    """Show all and leave: 1 if one of them failed."""
    for report in reports:
        report.show(as_json=as_json)
    sys.exit(0 if all(report.passed for report in reports) else 1)


def run_all(
    package: str,
    names: Sequence[str],
    must_fail: Sequence[Sequence[str]] = (),
    by_name_only: Sequence[str] = (),
    of_store: Sequence[str] = (),
) -> None:
    """Run the commands of a package one after another, or the one named on the command line.

    Those about the store run for each kind of it.
    """

    def run(name: str, *arguments: str) -> int:
        print(name, *arguments, flush=True)
        command = [sys.executable, "-m", f"{package}.{name}", *arguments]
        return subprocess.run(command, check=False).returncode

    if sys.argv[1:]:
        known = (*names, *by_name_only)
        if sys.argv[1] not in known:
            sys.exit(f"unknown: {sys.argv[1]}; known: {', '.join(known)}")
        sys.exit(run(*sys.argv[1:]))
    failed = [name for name in names if run(name)]
    failed += [f"control of {control[0]}" for control in must_fail if not run(*control)]
    for store in KINDS[1:]:
        there = ("--store", store)
        failed += [f"{name} in {store}" for name in of_store if run(name, *there)]
        for control in must_fail:
            if control[0] in of_store and not run(*control, *there):
                failed.append(f"control of {control[0]} in {store}")
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that at least this part of all values do not exceed."""
    if not values:
        return math.nan
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 1)


def until(holds: Callable[[], bool], seconds: float, pause: float = 0.005) -> bool:
    """Wait until something holds, for so long at most; whether it does."""
    end_at = time.perf_counter() + seconds
    while not holds():
        if time.perf_counter() > end_at:
            return False
        time.sleep(pause)
    return True
