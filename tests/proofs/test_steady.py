"""The proof of steadiness notes each run, goes on where it stopped, and hides no failure."""

from pathlib import Path

import pytest

from tests.proofs.steady import Run, busy_programs, forget, go_on, noted, results, table

pytestmark = pytest.mark.once

REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="good"/>
<testcase classname="tests.a" name="left out"><skipped/></testcase>
<testcase classname="tests.a" name="bad"><failure/></testcase>
<testcase classname="tests.a" name="bad"><error/></testcase>
</testsuite></testsuites>"""


class Runs:
    """Stands in for pytest; ends the proof at the run that it is told."""

    def __init__(self, stops_at: int = 0) -> None:
        self.stops_at = stops_at
        self.kinds: list[str] = []

    def __call__(self, kind: str, workers: int) -> Run:
        self.kinds.append(kind)
        if len(self.kinds) == self.stops_at:
            raise KeyboardInterrupt
        return Run(kind, "now", 60.0, 5, ["tests.a::bad"] if kind == "busy" else [])


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    notes, wanted = tmp_path / "build" / "steady.jsonl", {"whole": 2, "busy": 2}
    with pytest.raises(KeyboardInterrupt):
        go_on(wanted, notes, "now", 2, Runs(stops_at=3))
    again = Runs()
    runs = go_on(wanted, notes, "now", 2, again)
    assert again.kinds == ["busy", "busy"]
    assert [run.kind for run in runs] == ["whole", "whole", "busy", "busy"]
    assert [run.failed for run in runs] == [[], [], ["tests.a::bad"], ["tests.a::bad"]]
    assert table(runs).splitlines()[-1].split() == ["busy", "5", "1", "1.0"]


def test_runs_of_another_commit_do_not_count(tmp_path: Path) -> None:
    notes = tmp_path / "steady.jsonl"
    go_on({"whole": 1}, notes, "now", 2, Runs())
    assert noted(notes, "later") == []
    forget(notes, "later")
    assert len(noted(notes, "now")) == 1
    forget(notes, "now")
    assert noted(notes, "now") == []


def test_a_report_says_what_failed(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT, encoding="utf-8")
    assert results(report) == (4, ["tests.a::bad"])


def test_busy_programs_end_with_what_they_are_beside() -> None:
    with busy_programs(1), pytest.raises(ZeroDivisionError), busy_programs(1):
        raise ZeroDivisionError
