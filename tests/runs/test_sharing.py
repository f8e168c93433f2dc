"""Tasks are handed out to real processes; their results come in order, whatever happens to whom."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollplayer.api.bots import BotError
from rollplayer.runs import sharing
from rollplayer.runs.sharing import AT_HAND, MOST_LOSSES, WorkersError, batches
from rollplayer.runs.spread import spread
from tests.runs.workers import NeverReady, Stillborn, Trouble, Troubled, Untold

pytestmark = pytest.mark.once

TASKS = range(40)
RIGHT = [{"task": task, "square": task * task} for task in TASKS]


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (2, 1), (2, 7), (3, 100)])
def test_results_come_in_the_order_of_the_tasks(jobs: int, chunk: int) -> None:
    slow = Trouble(slow=(0, 1))
    assert list(spread(Troubled, slow, TASKS, jobs, chunk)) == RIGHT


def test_nothing_to_do_needs_nobody() -> None:
    assert list(spread(Stillborn, 3, [], 2, 1)) == []


@pytest.mark.parametrize("chunk", [1, 5])
def test_a_lost_worker_changes_nothing(tmp_path: Path, chunk: int) -> None:
    trouble = Trouble(str(tmp_path), deadly=(0, 9, 10, 39))
    assert list(spread(Troubled, trouble, TASKS, 2, chunk)) == RIGHT
    for task in trouble.deadly:
        first, again, *_ = (tmp_path / str(task)).read_text().split()
        assert first != again


def test_a_task_that_kills_everybody_is_named(tmp_path: Path) -> None:
    trouble = Trouble(str(tmp_path), always_deadly=(6,))
    got: list[Any] = []
    with pytest.raises(WorkersError, match="workers-lost") as error:
        got.extend(spread(Troubled, trouble, TASKS, 2, 3))
    assert error.value.arguments == {"n": MOST_LOSSES, "task": "6"}
    assert len((tmp_path / "6").read_text().split()) == MOST_LOSSES


def until_error(results: Iterator[Any]) -> tuple[list[Any], BotError]:
    got: list[Any] = []
    with pytest.raises(BotError) as error:
        got.extend(results)
    return got, error.value


@pytest.mark.parametrize("chunk", [1, 4, 100])
def test_an_error_comes_at_its_place_for_any_number_of_processes(chunk: int) -> None:
    trouble = Trouble(refused=(17, 30), slow=(17,))
    alone, raised = until_error(spread(Troubled, trouble, TASKS, 1, chunk))
    shared, told = until_error(spread(Troubled, trouble, TASKS, 2, chunk))
    assert alone == shared == RIGHT[:17]
    assert str(raised) == str(told) == "no 17"
    assert told.problem == "bot-illegal"


def test_whoever_cannot_begin_says_why_once() -> None:
    with pytest.raises(BotError, match="no such thing"):
        list(spread(NeverReady, "no such thing", TASKS, 2, 1))


def test_processes_that_end_before_they_begin_are_not_started_for_ever() -> None:
    with pytest.raises(WorkersError, match="workers-stillborn") as error:
        list(spread(Stillborn, 3, TASKS, 2, 1))
    assert error.value.arguments == {"code": "3"}


def test_an_error_that_cannot_travel_is_told_by_its_words() -> None:
    with pytest.raises(RuntimeError, match="CannotTravel: this and that"):
        list(spread(Untold, None, TASKS, 2, 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_is_handed_out_when_time_is_up(jobs: int) -> None:
    left = iter([True] * 8 + [False] * 1000)
    got = list(spread(Troubled, Trouble(), TASKS, jobs, 1, time_left=lambda: next(left)))
    assert got == RIGHT[:8]


@pytest.mark.parametrize("chunk", [1, 4])
def test_results_that_wait_are_bounded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chunk: int
) -> None:
    """While the first task takes long, others go on, but not for ever."""
    monkeypatch.setattr(sharing, "MOST_WAITING", 1)
    tasks = iter(spread(Troubled, Trouble(str(tmp_path), slow=(0,)), range(400), 2, chunk))
    assert next(tasks) == RIGHT[0]
    begun = len(list(tmp_path.iterdir()))
    assert begun <= (2 * AT_HAND + 1) * chunk
    assert [each["task"] for each in tasks] == list(range(1, 400))


def test_workers_end_with_whoever_has_started_them(tmp_path: Path) -> None:
    program = (
        "from rollplayer.runs.spread import spread\n"
        "from tests.runs.workers import Trouble, Troubled\n"
        "if __name__ == '__main__':\n"
        f"    for each in spread(Troubled, Trouble({str(tmp_path)!r}), range(10**6), 2, 1): pass\n"
    )
    (tmp_path / "program.py").write_text(program)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen([sys.executable, str(tmp_path / "program.py")], env=environment)

    def workers() -> set[int]:
        notes = [each.read_text() for each in tmp_path.iterdir() if each.name.isdigit()]
        return {int(pid) for note in notes for pid in note.split()}

    try:
        # Either may have begun long before the other.
        wait_for(lambda: len(workers()) == 2)
        assert parent.pid not in workers()
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    wait_for(lambda: not any(map(is_running, workers())))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that has ended but that nobody has asked about yet counts as ended.
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for(happens: Any, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_batches() -> None:
    assert list(batches(range(5), 2)) == [[0, 1], [2, 3], [4]]
    assert list(batches([], 2)) == []
