"""The proof of steadiness notes each run, goes on where it stopped, and hides no failure."""

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.proofs.steady import (
    ROOT,
    SLOWEST,
    Load,
    Results,
    Run,
    busy_programs,
    go_on,
    noted,
    results,
    run_here,
    since_last_failure,
    table,
)

pytestmark = pytest.mark.once

ON_TWO = Load(workers=2, busy_programs=2, processors=2)
REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="good" time="0.25"/>
<testcase classname="tests.a" name="left out" time="0"><skipped/></testcase>
<testcase classname="tests.a" name="bad" time="1.5"><failure/></testcase>
<testcase classname="tests.a" name="bad" time="0.5"><error/></testcase>
</testsuite></testsuites>"""


class Runs:
    """Stands in for pytest: stops at one run, as if somebody had ended it, or fails in one."""

    def __init__(self, stops_at: int = 0, fails_at: int = 0) -> None:
        self.stops_at = stops_at
        self.fails_at = fails_at
        self.always = False
        self.kinds: list[str] = []

    def __call__(self, kind: str, load: Load) -> Run:
        self.kinds.append(kind)
        if len(self.kinds) == self.stops_at:
            raise KeyboardInterrupt
        failed = ["tests.a::bad"] if len(self.kinds) == self.fails_at else []
        return Run(
            kind,
            "1a2b3c4",
            60.0,
            load,
            Results(5, failed, self.always, 90.0, {"tests.a::slow": 4.5}),
        )


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    notes, wanted = tmp_path / "kept" / "steady.jsonl", {"whole": 2, "busy": 2}
    with pytest.raises(KeyboardInterrupt):
        go_on(wanted, notes, ON_TWO, Runs(stops_at=4))
    again = Runs()
    runs = go_on(wanted, notes, ON_TWO, again)
    assert again.kinds == ["busy"]
    assert [run.kind for run in runs] == ["whole", "whole", "busy", "busy"]
    assert {run.load for run in runs} == {ON_TWO}
    assert table(runs).splitlines()[-1].split() == [
        *("busy", "1a2b3c4", "5", "0", "1.0"),
        *("2", "2", "4.5", "s", "tests.a::slow"),
    ]


def test_after_a_failure_the_count_begins_anew(tmp_path: Path) -> None:
    notes, wanted = tmp_path / "steady.jsonl", {"whole": 2, "busy": 2}
    failing = Runs(fails_at=3)
    assert [run.results.failed for run in go_on(wanted, notes, ON_TWO, failing)][-1] == [
        "tests.a::bad"
    ]
    assert failing.kinds == ["whole", "whole", "busy"]
    assert since_last_failure(noted(notes)) == []
    again = Runs()
    assert not any(run.results.failed for run in go_on(wanted, notes, ON_TWO, again))
    assert again.kinds == ["whole", "whole", "busy", "busy"]
    assert len(noted(notes)) == 7


def test_what_fails_each_time_is_broken_and_not_unsteady(tmp_path: Path) -> None:
    """Such a run does not count, and neither do those before it begin anew."""
    notes, wanted = tmp_path / "steady.jsonl", {"whole": 2, "busy": 1}
    broken = Runs(fails_at=3)
    broken.always = True
    assert not go_on(wanted, notes, ON_TWO, broken)[-1].counts
    assert [run.kind for run in since_last_failure(noted(notes))] == ["whole", "whole"]
    again = Runs()
    go_on(wanted, notes, ON_TWO, again)
    assert again.kinds == ["busy"]


def test_a_report_says_what_failed_and_what_took_longest(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT, encoding="utf-8")
    found = results(report)
    assert (found.tests, found.failed, found.worker_seconds) == (3, ["tests.a::bad"], 2.2)
    assert list(found.slowest.items())[:2] == [("tests.a::bad", 2.0), ("tests.a::good", 0.2)]
    many = "".join(f'<testcase classname="a" name="{n}" time="{n}"/>' for n in range(SLOWEST + 9))
    report.write_text(f"<testsuites>{many}</testsuites>", encoding="utf-8")
    assert len(results(report).slowest) == SLOWEST


def test_busy_programs_end_with_what_they_are_beside(tmp_path: Path) -> None:
    """And so do the processes that they have started."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = f"import time; to = open({str(pipe)!r}, 'w'); time.sleep(60); to.write('lived on')"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    with (
        suppress(ZeroDivisionError),
        busy_programs([[sys.executable, "-c", parent]]),
    ):
        told = pipe.open()  # Waits for the child.
        raise ZeroDivisionError
    with told:
        assert told.read() == ""


def test_a_run_beside_programs_that_have_ended_does_not_count(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    program = f"import os; print(os.getpid(), file=open({str(pipe)!r}, 'w'))"
    with (
        pytest.raises(SystemExit, match="did not keep a processor busy"),
        busy_programs([[sys.executable, "-c", program]]),
    ):
        os.waitid(os.P_PID, int(pipe.read_text(encoding="utf-8")), os.WEXITED | os.WNOWAIT)


def test_useful_programs_take_the_place_of_idle_ones() -> None:
    load = Load(4, 2, 2, ("rollplayer tournament --solitaire",))
    assert [each[:2] for each in load.programs()] == [
        ["rollplayer", "tournament"],
        [sys.executable, "-c"],
    ]
    run = Run("busy", "1a2b3c4", 60.0, load, Results(5, []))
    assert Run.read(json.dumps(asdict(run))) == run


def test_what_is_tested_lies_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rollplayer.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    code = f"import rollplayer; raise SystemExit(not rollplayer.__file__.startswith({str(ROOT)!r}))"
    assert run_here([sys.executable, "-c", code]) == 0
