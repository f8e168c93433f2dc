"""Time limits, by a clock that the test turns: what runs, what stands still, and who has agreed to it."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rollplayer.engine.table import CHANCE
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import hashes_of, token_hash
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms import breaks, commands, planning, play, timing, views
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.seats import change_seat
from rollplayer.server.rooms.times import Times
from rollplayer.server.rooms.waits import Hold, TurnEnd
from rollplayer.server.storage.store import Left, RatedNote, SeatRow
from tests.server.clocks import LIMIT, SECOND, Clocks
from tests.server.prepared import grown, room_of

pytestmark = pytest.mark.once


# -- what is left -----------------------------------------------------------------------------------


def test_first_the_turn_then_the_bank() -> None:
    times = Times.begin(LIMIT, 2)
    times.run(0, 0, (1, "dice"))
    assert times.left(0, 59_000) == (1000, 100_000)
    assert times.left(0, 70_000) == (0, 90_000)
    assert times.wakes_in(70_000) == 90_000
    assert not times.is_up(0, 159_999)
    assert times.is_up(0, 160_000)
    times.run(70_000, 1, (1, "dice"))
    assert times.left(0, 200_000) == (0, 90_000), "it ran on"
    assert times.left(1, 80_000) == (50_000, 100_000)


def test_a_turn_has_its_time_once() -> None:
    times = Times.begin(LIMIT, 2)
    times.run(0, 0, (1, "dice"))
    times.run(20_000, 0, (1, "market"))
    assert times.left(0, 20_000) == (60_000, 100_000)
    # An undo leads back into the turn before, and on again.
    times.run(25_000, 0, (1, "dice"))
    assert times.left(0, 25_000) == (40_000, 100_000)
    times.run(35_000, 1, (1, "dice"))
    times.run(35_000, 0, (1, "market"))
    assert times.left(0, 35_000) == (55_000, 100_000)
    times.run(35_000, 0, (2, "dice"))
    assert times.left(0, 35_000) == (60_000, 100_000)


def test_what_is_written_is_read_again() -> None:
    times = Times.begin(LIMIT, 2)
    times.run(0, 1, (3, "dice"))
    times.settle(70_000)
    times.note_overrun(0, 12, 5)
    again = Times.read(LIMIT, times.plain())
    assert again.plain() == times.plain()
    assert again.left(1, 80_000) == (0, 80_000)


@pytest.mark.parametrize("damage", [{"seats": [3]}, {"breaks": [{"until": 4}]}, {"vote": 7}])
def test_times_that_cannot_be_read_are_given_anew(damage: dict[str, Any]) -> None:
    times = Times.begin(LIMIT, 2)
    times.run(0, 1, (3, "dice"))
    times.settle(70_000)
    assert Times.of(LIMIT, times.plain(), 2).left(1, 70_000) == (0, 90_000)
    again = Times.of(LIMIT, {**times.plain(), **damage}, 2)
    assert again.left(1, 70_000) == (0, 100_000)
    assert again.running is None


# -- at a table -------------------------------------------------------------------------------------


class Disk:
    """A store that keeps what it is told of one game."""

    def __init__(self) -> None:
        self.times: dict[str, Any] = {}
        self.stand_ins: list[str | None] = []
        self.rated: list[RatedNote] = []

    async def append(self, id: str, rows: Any, changes: dict[str, Any], *more: Any) -> None:
        self.times = changes.get("times", self.times)

    async def change(
        self, id: str, changes: Any, seats: Any, kept: Any, rated: Any, *more: Any
    ) -> None:
        self.rated += rated
        self.times = changes.get("times", self.times)
        self.stand_ins += [seat.stand_in for seat in seats]


class Table:
    """A room of two with a time limit, in the hand of a test."""

    def __init__(self, match: RecordedMatch, **limit: Any) -> None:
        self.clocks = Clocks()
        self.room: Room = room_of(match, {0: "ada", 1: "bo"})
        self.disk = Disk()
        # As much of a store as these tests write to.
        self.room.services.store = self.disk  # type: ignore[assignment]
        self.room.services.time = self.clocks.server()
        self.room.row.time_limit = {**LIMIT, **limit}
        self.room.read_times()
        timing.update(self.room)
        self.asked = match.game.seat()
        self.other = 1 - self.asked

    @property
    def times(self) -> Times:
        assert self.room.times is not None
        return self.room.times

    def left(self, seat: int) -> float:
        timing.update(self.room)
        return sum(self.times.left(seat, timing.count_of(self.room, self.times))) / SECOND

    def client(self, *names: str) -> Any:
        def send(_: bytes) -> None: ...

        return SimpleNamespace(
            hashes=hashes_of(list(names)),
            language="en",
            send=send,
            sent_table=None,
            unheard=frozenset(),
        )

    def name(self, seat: int) -> str:
        return ("ada", "bo")[seat]

    async def send(self, message: Any) -> None:
        await commands.handle(self.room, self.client(self.name(message.seat)), message)

    async def answer(self) -> None:
        table = self.room.playing()
        option = table.game.options()[0]
        seat, version = table.game.seat(), table.version
        await self.send(
            m.Answer(command="a" * 8 + str(version), version=version, seat=seat, option=option)
        )

    async def let_drive(self) -> planning.Step:
        """What the driver would do now, once."""
        step = planning.plan(self.room)
        if isinstance(step, planning.StandIn):
            await play.time_is_up(self.room, step)
        if isinstance(step, planning.WriteTimes):
            await play.write_times(self.room)
            return await self.let_drive()
        return step


def in_a_turn(table: RecordedMatch) -> bool:
    game = table.game
    return game.round > 1 and game.question() == "take"


@pytest.fixture
def table() -> Table:
    return Table(grown(in_a_turn))


def run(use: Coroutine[Any, Any, None]) -> None:
    asyncio.run(use)


def refused(use: Coroutine[Any, Any, None]) -> str:
    with pytest.raises(Refused) as problem:
        asyncio.run(use)
    assert problem.value.text("de")
    return problem.value.code


def test_it_runs_for_whoever_is_asked_connected_or_not(table: Table) -> None:
    table.room.away_since = {table.asked: 0}
    table.clocks.turn(15)
    assert table.left(table.asked) == 145
    assert table.left(table.other) == 100, "it has had no turn yet"
    run(table.answer())
    assert table.disk.times["seats"][table.asked]["bank"] == 100_000


def test_it_stands_still_while_another_keeps_the_game(table: Table) -> None:
    room, asked, other = table.room, table.asked, table.other
    room.hold = Hold(other, 1e12, 15.0, 0)
    assert table.left(asked) == 160
    table.clocks.turn(15)
    assert table.left(asked) == 160
    room.hold = None
    room.turn_end = TurnEnd(other, 0.0, None, None)
    timing.update(room)
    table.clocks.turn(30)
    assert table.left(asked) == 160
    assert table.left(other) == 70, "whoever does not confirm a turn pays for it"


def test_an_answer_in_the_last_moment_counts_and_one_after_it_does_not(table: Table) -> None:
    before = table.room.version
    table.clocks.turn(159.999)
    run(table.answer())
    assert table.room.version > before
    late = Table(grown(in_a_turn))
    late.clocks.turn(160)
    assert refused(late.answer()) == "time-up"
    assert late.room.version == before
    assert late.room.seats[late.asked].stand_in is None, "nothing has changed"


def test_when_time_is_up_the_bot_plays_that_was_agreed_on(table: Table) -> None:
    room, asked = table.room, table.asked
    table.clocks.turn(10)

    async def use() -> None:
        waits = await table.let_drive()
        assert isinstance(waits, planning.Wait)
        assert waits.seconds == 150
        table.clocks.turn(150)
        assert isinstance(await table.let_drive(), planning.StandIn)

    run(use())
    assert room.seats[asked].stand_in == "squire"
    assert table.disk.stand_ins == ["squire"]
    told = views.what_lies(room, [], "en")["clock"]["times"]
    (overrun,) = told["overruns"]
    assert (overrun["seat"], overrun["version"]) == (asked, room.version)
    assert told["running"] is None
    back = m.TakeBack(seat=asked)
    assert refused(table.send(back)) == "time-up"
    # In another turn the seat is theirs again.
    table.times.seats[asked].turns = {}
    run(table.send(back))
    assert room.seats[asked].stand_in is None
    assert table.left(asked) == 60


def test_at_a_rated_table_who_has_no_time_left_has_left(table: Table) -> None:
    table.room.row.rated = True
    table.clocks.turn(160)

    async def use() -> None:
        assert isinstance(await table.let_drive(), planning.StandIn)

    run(use())
    game = table.room.playing().game
    assert table.disk.rated == [Left(table.asked, game.round, 0)]
    # Nobody else puts a bot there: only time decides.
    taking = m.GiveToBot(seat=table.other)
    assert (
        refused(commands.handle(table.room, table.client(table.name(table.asked)), taking))
        == "rated"
    )


def test_an_undo_gives_no_time_back(table: Table) -> None:
    seat = table.asked
    table.clocks.turn(100)

    async def use() -> None:
        await table.answer()
        match = table.room.playing()
        assert match.game.seat() != CHANCE
        assert match.undoable(seat) is not None
        await table.send(m.Undo(command="undo-undo", version=match.version, seat=seat))

    run(use())
    assert table.left(seat) == 60


def test_nobody_takes_a_break_alone(table: Table) -> None:
    asked, other = table.asked, table.other
    run(table.send(m.BreakAsk(seat=asked, seconds=3600)))
    table.clocks.turn(20)
    assert table.left(asked) == 140, "it ran while the other had not agreed"
    assert refused(table.send(m.BreakAsk(seat=other, seconds=60))) == "vote-open"
    told = views.what_lies(table.room, [], "en")["clock"]["times"]["vote"]
    assert told == {"by": asked, "seconds": 3600, "vacation": False, "waiting": [other]}
    # It is on the disk, should nobody be here together.
    assert table.disk.times["vote"]["agreed"] == [asked]
    run(table.send(m.BreakVote(seat=other, agree=True)))
    table.clocks.turn(3599)
    assert table.left(asked) == 140
    table.clocks.turn(11)
    assert table.left(asked) == 140, "a break that has ended is seen when somebody looks"
    table.clocks.turn(10)
    assert table.left(asked) == 130


def test_one_no_is_enough_and_who_asked_may_withdraw(table: Table) -> None:
    for refuser in (table.other, table.asked):
        run(table.send(m.BreakAsk(seat=table.asked, seconds=3600)))
        run(table.send(m.BreakVote(seat=refuser, agree=False)))
        assert table.times.vote is None
        assert not table.times.breaks
    assert refused(table.send(m.BreakVote(seat=table.other, agree=True))) == "no-vote"


def test_of_two_who_vote_at_once_the_first_decides(table: Table) -> None:
    async def together(*messages: Any) -> list[str]:
        done = await asyncio.gather(*map(table.send, messages), return_exceptions=True)
        return [each.code if isinstance(each, Refused) else str(each) for each in done]

    wishes = [m.BreakAsk(seat=seat, seconds=60 + seat) for seat in (0, 1)]
    assert asyncio.run(together(*wishes)) == ["None", "vote-open"]
    yes, no = m.BreakVote(seat=1, agree=True), m.BreakVote(seat=0, agree=False)
    assert asyncio.run(together(yes, no)) == ["None", "no-vote"]
    assert table.times.breaks
    assert table.disk.times["vote"] is None


def test_a_stand_in_agrees_for_nobody(table: Table) -> None:
    table.room.seats[table.other].stand_in = "squire"
    run(table.send(m.BreakAsk(seat=table.asked, seconds=3600)))
    assert not table.times.breaks
    run(table.send(m.BreakVote(seat=table.other, agree=True)))
    assert table.times.breaks


def test_whoever_takes_a_seat_has_not_agreed(table: Table) -> None:
    def taken(seat: int) -> SeatRow:
        return replace(table.room.seats[seat], name="Cleo", token_hash=token_hash("cleo"))

    table.room.seats.append(SeatRow(2, "Dan", "human", token_hash=token_hash("dan")))
    run(table.send(m.BreakAsk(seat=table.asked, seconds=3600)))
    run(table.send(m.BreakVote(seat=table.other, agree=True)))
    vote = table.times.vote
    assert vote is not None
    assert vote.agreed == [table.asked, table.other], "Dan has not"
    run(change_seat(table.room, taken(table.other)))
    assert vote.agreed == [table.asked]
    run(change_seat(table.room, taken(table.asked)))
    assert table.times.vote is None


def test_whoever_leaves_is_not_waited_for(table: Table) -> None:
    run(table.send(m.BreakAsk(seat=table.asked, seconds=3600)))
    table.room.seats[table.other].kind = "open"
    timing.update(table.room)
    assert table.times.breaks
    assert not table.times.is_written, "nobody would write it"


def test_a_vacation_is_that_of_one_seat(table: Table) -> None:
    asked, other = table.asked, table.other

    async def use() -> None:
        await table.send(m.BreakAsk(seat=other, seconds=7 * 24 * 3600, vacation=True))
        await table.send(m.BreakVote(seat=asked, agree=True))

    run(use())
    table.clocks.turn(30)
    assert table.left(asked) == 130, "only the other is away"
    table.room.turn_end = TurnEnd(other, 0.0, None, None)
    timing.update(table.room)
    table.clocks.turn(3600)
    assert table.left(other) == 100
    # Back early, which needs nobody's consent, whatever else is asked.
    run(table.send(m.BreakAsk(seat=asked, seconds=60)))
    run(table.send(m.BreakAsk(seat=other, seconds=0, vacation=True)))
    assert not table.times.breaks
    table.clocks.turn(20)
    assert table.left(other) == 80


def test_a_break_ends_early_if_all_agree(table: Table) -> None:
    async def use() -> None:
        await table.send(m.BreakAsk(seat=table.asked, seconds=3600))
        await table.send(m.BreakVote(seat=table.other, agree=True))
        await table.send(m.BreakAsk(seat=table.other, seconds=0))
        assert table.times.breaks
        await table.send(m.BreakVote(seat=table.asked, agree=True))

    run(use())
    assert not table.times.breaks
    table.clocks.turn(10)
    assert table.left(table.asked) == 150


def test_a_table_without_a_time_limit_is_as_before() -> None:
    room = room_of(grown(in_a_turn), {0: "ada", 1: "bo"})
    assert "times" not in views.what_lies(room, [0], "en")["clock"]
    assert timing.to_write(room) == {}
    message = m.BreakAsk(seat=0, seconds=60)
    client: Any = SimpleNamespace(hashes=hashes_of(["ada"]), language="en")
    assert refused(breaks.ask(room, client, message)) == "no-time-limit"
