"""The server's time, by clocks that the test turns: what jumps, downtime and a kill do to it."""

from collections.abc import Callable
from typing import Any

import pytest

from rollplayer.server.rooms.server_time import HEARTBEAT_SECONDS, ServerTime
from rollplayer.server.rooms.times import Times
from rollplayer.server.storage.store import TimeRow
from tests.server.clocks import HOUR, LIMIT, SECOND, Clocks

pytestmark = pytest.mark.once


class ByTimeOfDay(ServerTime):
    """The fault that must not be: it believes the system clock."""

    def count(self, *, downtime: bool) -> int:
        return self.time_of_day()


class CountsDowntime(ServerTime):
    """The fault that must not be: nobody is asked whether downtime counts."""

    def count(self, *, downtime: bool) -> int:
        return super().count(downtime=True)


def check_jumps(kind: type[ServerTime]) -> None:
    """Summer time begins and ends, somebody sets the clock: only what has passed has passed."""
    for jump in (HOUR, -HOUR, 400 * 24 * HOUR, -9 * HOUR):
        clocks = Clocks()
        time = clocks.server(kind)
        for downtime in (False, True):
            before = time.count(downtime=downtime)
            clocks.of_day += jump
            clocks.turn(10)
            assert time.count(downtime=downtime) - before == 10 * SECOND, (jump, downtime)


def check_downtime(kind: type[ServerTime]) -> None:
    """Seven hours without a server count where it was agreed, and only there."""
    clocks = Clocks()
    time = clocks.server(kind)
    clocks.turn(30)
    before = {each: time.count(downtime=each) for each in (False, True)}
    later = clocks.restart(time.row(), 7 * 3600, kind)
    clocks.turn(5)
    assert later.count(downtime=False) - before[False] == 5 * SECOND
    assert later.count(downtime=True) - before[True] == 7 * HOUR + 5 * SECOND


def test_a_jumping_clock_is_no_time() -> None:
    check_jumps(ServerTime)


def test_whoever_starts_beside_another_counts_as_it_does() -> None:
    """However long ago the other one has last written how far it had come."""
    clocks = Clocks()
    began, first = clocks.of_day, clocks.server(ServerTime)
    clocks.turn(30)
    row = first.row()
    clocks.turn(7200)
    second = clocks.server(ServerTime)
    second.go_on(row, beside=began)
    clocks.turn(5)
    for downtime in (False, True):
        assert second.count(downtime=downtime) == first.count(downtime=downtime)


def test_whoever_starts_together_with_another_counts_no_downtime() -> None:
    """What was written last is from before the night, as long as the other one has not got so far."""
    clocks = Clocks()
    row = clocks.server().row()
    first = clocks.restart(row, 7 * 3600)
    second = clocks.server()
    second.go_on(row, beside=clocks.of_day)
    clocks.turn(5)
    for downtime in (False, True):
        assert second.count(downtime=downtime) == first.count(downtime=downtime)


def test_downtime_counts_where_it_was_agreed() -> None:
    check_downtime(ServerTime)


@pytest.mark.parametrize(
    ("check", "kind"), [(check_jumps, ByTimeOfDay), (check_downtime, CountsDowntime)]
)
def test_the_faults_are_found(check: Callable[[Any], None], kind: type[ServerTime]) -> None:
    with pytest.raises(AssertionError):
        check(kind)


def test_a_clock_that_was_set_back_while_nothing_ran_gives_no_time_back() -> None:
    clocks = Clocks()
    time = clocks.server()
    clocks.turn(30)
    row, before = time.row(), time.count(downtime=True)
    clocks.of_day -= 3 * HOUR
    assert clocks.restart(row, 60).count(downtime=True) == before


@pytest.mark.parametrize("since_heartbeat", [0.0, HEARTBEAT_SECONDS])
def test_a_kill_costs_nobody_anything(since_heartbeat: float) -> None:
    clocks = Clocks()
    time = clocks.server()
    times = Times.begin(LIMIT, 2)
    clocks.turn(50)
    row = time.row()
    clocks.turn(since_heartbeat)
    times.run(time.count(downtime=False), 0, (1, "dice"))
    later = clocks.restart(row, 500)
    kept = Times.read(LIMIT, times.plain())
    assert kept.left(0, later.count(downtime=False)) == (60 * SECOND, 100 * SECOND)
    charged = Times.read(LIMIT, times.plain())
    charged.settle(later.count(downtime=False))
    assert charged.seats[0].left == 160 * SECOND
    clocks.turn(20)
    of_turn, _ = kept.left(0, later.count(downtime=False))
    assert 0 <= of_turn - 40 * SECOND <= HEARTBEAT_SECONDS * SECOND


def test_only_what_is_missing_is_caught_up_with() -> None:
    clocks = Clocks()
    time = clocks.server()
    clocks.turn(50)
    counts = [time.count(downtime=downtime) for downtime in (False, True)]
    for ahead in (0.9, -600):
        running, passed = (count + round(ahead * SECOND) for count in counts)
        other = TimeRow(running, passed, 0)
        assert time.catch_up(other) == 0
        assert [time.count(downtime=downtime) for downtime in (False, True)] == counts
    # Each count by itself, whatever is between them.
    other = TimeRow(counts[0] + 600 * SECOND, counts[1] + HOUR, 0)
    assert time.catch_up(other) == 600 * SECOND
    assert (time.count(downtime=False), time.count(downtime=True)) == (other.running, other.passed)
