"""Waiting is measured by a clock that nobody sets; what is told is the time of day."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from rollplayer.last_calls import LastCalls
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import hashes_of, now, steady, wall_time
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms import commands, last_calls, people, planning, views
from rollplayer.server.rooms.waits import Call, Vote
from tests.server.prepared import fresh, room_of

pytestmark = pytest.mark.once

HOUR = 3_600_000


@pytest.fixture(params=[-HOUR, HOUR], ids=["back", "forth"])
def step(request: pytest.FixtureRequest) -> int:
    hour: int = request.param
    return hour


def set_clock(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + step * 1_000_000)


def test_the_steady_clock_is_not_set(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    before = steady()
    assert abs(now() - before) < 1000
    set_clock(monkeypatch, step)
    assert 0 <= steady() - before < 1000
    assert abs(wall_time(before) - (before + step)) < 1000


def test_deadlines_and_absences_do_not_follow_it(
    monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    room = room_of(fresh(2, "clock"), {0: "ada", 1: "bo"})
    call = Call(LastCalls(), waiting=[1])
    call.until = last_calls.deadline(room, 0)
    vote = Vote(0, "0:x", 3, 1, [0], [1], steady() + commands.VOTE_SECONDS * 1000)
    set_clock(monkeypatch, step)
    for until, seconds in ((call.until, 6.0), (vote.until, 60.0)):
        left = planning.seconds_until(until)
        assert left is not None
        assert seconds - 2 < left <= seconds
    # A browser counts down to it by the server's time of day.
    for told, least, most in ((call.plain(), 4_000, 6_100), (vote.plain(), 58_000, 60_100)):
        until = told["until"]
        assert until is not None
        assert least < until - now() <= most


def test_nobody_is_away_because_the_clock_was_set(
    monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    async def use() -> None:
        room = room_of(fresh(2, "clock"), {0: "ada", 1: "bo"})
        room.away_since = {1: steady()}
        set_clock(monkeypatch, step)
        client: Any = SimpleNamespace(hashes=hashes_of(["ada"]), language="en")
        with pytest.raises(Refused) as refused:
            await people.give_to_bot(room, client, m.GiveToBot(command="give-to-bot", seat=1))
        assert refused.value.code == "not-away"
        told = views.info(room).seats[1].away_since
        assert told is not None
        assert abs(told - now()) < 2000

    asyncio.run(use())
