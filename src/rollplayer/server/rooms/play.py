"""Apply answers: in memory, on disk, then to the clients. And the server's own part of a game.

Each running room has a driver: a task that lets bots answer, chance roll, and last calls run out.
"""

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import TypeAlias

from rollplayer.engine.answers import PASS_CODE, IllegalAnswer
from rollplayer.engine.table import CHANCE
from rollplayer.log import to_line
from rollplayer.openings import OPENING, possible_now
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now, steady
from rollplayer.server.rooms import holds, last_calls, orders, silences, timing, turn_ends
from rollplayer.server.rooms.recorded_match import BOT_ACTOR, ORDER_ACTOR, RecordedMatch
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.seats import change_seat
from rollplayer.server.rooms.services import NOBODY, PLAYER, WATCHER, Question, Thought

logger = logging.getLogger(__name__)

FAILED_BOT_PAUSE = 2.0


def go_on(room: Room, table: RecordedMatch) -> None:
    """Let chance answer until a seat is asked that wants to be, or somebody may still interrupt."""
    while not table.game.over and turn_ends.standing(room) is None:
        if silences.pass_unwanted(room, table):
            continue
        if table.game.seat() != CHANCE or last_calls.update(room) is not None:
            break
        table.roll(now())
    last_calls.update(room)


async def carry_out(
    room: Room, table: RecordedMatch, seat: int, answer: int, actor: str, command: str | None
) -> int:
    """One answer and what chance adds to it; returns the number of its entry once it is on disk."""
    since = table.version
    possible = None if room.is_bot(seat) else possible_now(table.game, seat)
    before = turn_ends.moment_of(table.game)
    table.act(seat, answer, now(), actor, command)
    turn_ends.note_answer(room, seat, before)
    orders.note_answer(room, seat, before, actor)
    room.openings.remember(seat, possible)
    room.vote = None
    last_calls.mark_passed(room, seat)
    holds.end(room, seat)
    go_on(room, table)
    await room.commit(since)
    return since + 1


# -- the driver -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wait:
    """Nothing to do until something changes, or these seconds have passed."""

    seconds: float | None = None


@dataclass(frozen=True)
class AskBot:
    seat: int
    version: int
    question: Question


@dataclass(frozen=True)
class Roll:
    version: int


@dataclass(frozen=True)
class EndTurn:
    """Somebody has had long enough to confirm a turn, or is gone."""

    version: int


@dataclass(frozen=True)
class PassFor:
    """Somebody has been silent at an opening for too long."""

    version: int


@dataclass(frozen=True)
class FollowOrder:
    """Somebody has left an order for this question."""

    version: int


@dataclass(frozen=True)
class StandIn:
    """Somebody's time is up."""

    seat: int
    version: int


@dataclass(frozen=True)
class WriteTimes:
    """The disk does not know yet whose time runs."""


def start_driver(room: Room) -> None:
    if room.driver is None and room.row.status == "running":
        room.driver = asyncio.create_task(drive(room), name=f"drive {room.row.id}")


async def stop_driver(room: Room) -> None:
    if room.driver is not None:
        room.driver.cancel()
        await asyncio.gather(room.driver, return_exceptions=True)
        room.driver = None


async def drive(room: Room) -> None:
    """The server's part of a game, until it is over."""
    while room.row.status == "running" and not room.reason:
        room.changed.clear()
        try:
            async with room.working():
                step = plan(room)
            match step:
                case AskBot():
                    await let_bot_answer(room, step)
                case Roll():
                    await roll(room, step)
                case PassFor():
                    await pass_for(room, step)
                case FollowOrder():
                    await follow_order(room, step)
                case EndTurn():
                    await end_turn(room, step)
                case StandIn():
                    await time_is_up(room, step)
                case WriteTimes():
                    await write_times(room)
                case Wait(seconds):
                    await wait(room, seconds)
        except Refused as refused:
            # The disk: the room says so to everyone who asks; here one tries again.
            logger.warning("waits", extra={"game": room.row.id, "code": refused.code})
            await asyncio.sleep(FAILED_BOT_PAUSE)
        except Exception:
            logger.exception("fault in the driver", extra={"game": room.row.id})
            await asyncio.sleep(FAILED_BOT_PAUSE)


async def wait(room: Room, seconds: float | None) -> None:
    try:
        await asyncio.wait_for(room.changed.wait(), seconds)
    except TimeoutError:
        return


Step: TypeAlias = Wait | AskBot | Roll | PassFor | FollowOrder | EndTurn | StandIn | WriteTimes


def plan(room: Room) -> Step:
    """What the server has to do now. Called under the lock."""
    step = next_step(room)
    stays = seconds_of_visit(room)
    if isinstance(step, Wait) and stays is not None:
        step = Wait(stays if step.seconds is None else min(stays, step.seconds))
    if room.times is None:
        return step
    timing.update(room)
    late = timing.whose_time_is_up(room)
    if late is not None:
        return StandIn(late, room.version)
    if not room.times.is_written and room.row.status == "running":
        return WriteTimes()
    if not isinstance(step, Wait):
        return step
    moments = [each for each in (step.seconds, timing.wakes_in(room)) if each is not None]
    return Wait(min(moments, default=None))


def next_step(room: Room) -> Step:
    """What there is to do apart from times."""
    table = room.table
    if table is None or room.row.status != "running" or table.game.over:
        return Wait()
    if room.vote is not None or holds.active(room) is not None:
        # Whoever is asked at an opening has all the time again afterwards.
        room.silence = None
    if room.vote is not None:
        left = seconds_until(room.vote.until)
        if left is None or left > 0:
            return Wait(left)
        room.vote = None
        room.tell_all(table.version)
    if room.turn_end is not None and room.is_bot(room.turn_end.seat):
        # Whoever lets a bot play has confirmed.
        room.turn_end = None
        room.tell_all(table.version)
    turn_end = turn_ends.standing(room)
    if turn_end is not None:
        seconds = turn_ends.left(room, turn_end)
        return EndTurn(table.version) if seconds is not None and seconds <= 0 else Wait(seconds)
    held = holds.active(room)
    if held is not None:
        return Wait(held.left)
    if room.hold is not None:
        holds.end(room)
        room.tell_all(table.version)
    call = last_calls.update(room)
    if call is not None and call.bots:
        return ask(room, table, call.bots[0], interrupt=True)
    if call is not None and call.waiting:
        left = seconds_until(call.until)
        if left is not None and left <= 0:
            last_calls.mark_passed(room, *call.calls.left)
    call = last_calls.update(room)
    if room.call is not None and room.call.announced != room.call.waiting:
        room.tell_all(table.version)
    if call is not None and call.waiting:
        return Wait(seconds_until(call.until))
    asked = table.game.seat()
    if asked == CHANCE:
        return Roll(table.version)
    silence = silences.update(room)
    if silence is not None:
        if silence.left <= 0:
            return PassFor(table.version)
        if not silence.announced:
            room.tell_all(table.version)
        return Wait(silence.left)
    if room.is_bot(asked):
        return ask(room, table, asked, interrupt=False)
    return next_of_order(room, table)


def next_of_order(room: Room, table: RecordedMatch) -> Step:
    """Let an order answer, once its owner could have come and answered."""
    going = orders.errand(room)
    if going is None:
        return Wait()
    if going.left <= 0:
        return FollowOrder(table.version)
    until_seen = orders.arrives_in(room, going)
    if until_seen > 0:
        return Wait(until_seen)
    orders.arrive(room, going.seat)
    room.tell_room()
    return Wait(going.left)


def seconds_of_visit(room: Room) -> float | None:
    """How long somebody for whom an order has answered is still seen at the table."""
    visit, going = room.visit, room.errand
    if visit is None or (going is not None and going.seat == visit.seat):
        return None
    if visit.left > 0:
        return visit.left
    orders.depart(room)
    room.tell_room()
    return None


def seconds_until(time_: int | None) -> float | None:
    return None if time_ is None else (time_ - steady()) / 1000


def ask(room: Room, table: RecordedMatch, seat: int, *, interrupt: bool) -> AskBot:
    level = room.level_of(seat)
    assert level is not None
    return AskBot(seat, table.version, question_for(room, table, seat, level, interrupt=interrupt))


def question_for(
    room: Room,
    table: RecordedMatch,
    seat: int,
    level: str,
    *,
    interrupt: bool = False,
    advice: tuple[str, tuple[str, ...], str] | None = None,
) -> Question:
    """Where the game stands, for whoever thinks about it off the event loop."""
    entries = table.match.entries
    return Question(
        room.row.id,
        seat,
        level,
        interrupt,
        table.game.copy(),
        to_line(table.match.header.plain()),
        tuple((entries[at].who, entries[at].answer) for at in table.match.standing()),
        advice,
        audience_of(room),
        room.row.rated,
    )


def audience_of(room: Room) -> str:
    """Who is there to wait for an answer."""
    if any(room.connected(seat) for seat in room.humans()):
        return PLAYER
    return WATCHER if room.listeners else NOBODY


async def let_bot_answer(room: Room, step: AskBot) -> None:
    """Ask the bot off the event loop; its answer counts if nothing has happened meanwhile."""
    services = room.services
    started = time.perf_counter()
    is_opening = step.question.game.question() == OPENING
    try:
        thought = await services.bot_workers.ask(step.question)
    except Exception:
        # A bot that fails must not stop the table: the others can put another one there.
        logger.exception("bot failed", extra={"game": room.row.id, "seat": step.seat})
        await asyncio.sleep(FAILED_BOT_PAUSE)
        if not step.question.interrupt:
            return
        thought = Thought(None, step.question.level)
    answer: int | None = thought.answer
    taken = time.perf_counter() - started
    services.metrics.thought.observe(taken)
    if answer is not None:
        # Who goes on at an opening does nothing that could be stopped, or is worth watching.
        goes_on = is_opening and answer == PASS_CODE
        least = holds.least_seconds(room, interrupt=step.question.interrupt)
        await asyncio.sleep(0.0 if goes_on else max(0.0, least - taken))
    async with room.working():
        table = room.table
        changed = table is None or table.version != step.version or room.vote is not None
        if changed or holds.active(room) is not None or turn_ends.standing(room) is not None:
            return
        if room.level_of(step.seat) != step.question.level:
            return
        assert table is not None
        if answer is None:
            last_calls.mark_passed(room, step.seat)
            room.touch()
            return
        actor = f"{BOT_ACTOR}{thought.level}"
        try:
            await carry_out(room, table, step.seat, answer, actor, None)
        except IllegalAnswer:
            last_calls.mark_passed(room, step.seat)
            logger.exception("bot answered wrongly", extra={"game": room.row.id})
            await asyncio.sleep(FAILED_BOT_PAUSE)
            return
        room.tell_all(step.version)
        if room.row.status == "finished":
            room.tell_room()


async def follow_order(room: Room, step: FollowOrder) -> None:
    async with room.working():
        table = room.table
        changed = table is None or table.version != step.version or room.vote is not None
        if changed or holds.active(room) is not None or turn_ends.standing(room) is not None:
            return
        assert table is not None
        seat = orders.asked_person(room)
        order = None if seat is None else orders.meant_for(room, seat)
        if seat is None or order is None:
            return
        found = orders.decision(room, seat, order)
        if found is None:
            return
        clause, answer = found
        command = orders.note_step(room, seat, order, clause)
        await carry_out(room, table, seat, answer, ORDER_ACTOR, command)
        orders.stay(room, seat)
        room.tell_all(step.version)
        if room.row.status == "finished":
            room.tell_room()


async def end_turn(room: Room, step: EndTurn) -> None:
    async with room.working():
        end = turn_ends.standing(room)
        if end is None or room.version != step.version:
            return
        seconds = turn_ends.left(room, end)
        if seconds is not None and seconds <= 0:
            await turn_confirmed(room)


async def turn_confirmed(room: Room) -> None:
    """Let the game go on after a turn. Called under the lock."""
    table = room.playing()
    since = table.version
    room.turn_end = None
    go_on(room, table)
    if table.version != since:
        await room.commit(since)
    room.touch()
    room.tell_all(since)
    if room.row.status == "finished":
        room.tell_room()


async def time_is_up(room: Room, step: StandIn) -> None:
    """A bot plays on for whoever has no time left; they may take the seat back after the turn."""
    async with room.working():
        timing.update(room)
        if timing.whose_time_is_up(room) != step.seat or room.version != step.version:
            return
        seat = timing.with_stand_in(room, step.seat)
        logger.info("time is up", extra={"game": room.row.id, "seat": step.seat})
        await change_seat(room, seat, timing.to_write(room))
        room.tell_all(room.version)
        room.tell_room()


async def write_times(room: Room) -> None:
    async with room.working():
        timing.update(room)
        await room.save(timing.to_write(room))
        # A break may have ended by itself.
        room.tell_all(room.version)


async def pass_for(room: Room, step: PassFor) -> None:
    async with room.working():
        table, silence = room.table, silences.update(room)
        if table is None or table.version != step.version or silence is None or silence.left > 0:
            return
        if room.vote is not None or holds.active(room) is not None:
            return
        table.pass_opening(now())
        go_on(room, table)
        await room.commit(step.version)
        room.tell_all(step.version)


async def roll(room: Room, step: Roll) -> None:
    async with room.working():
        table = room.table
        if table is None or table.version != step.version or table.game.seat() != CHANCE:
            return
        table.roll(now())
        go_on(room, table)
        await room.commit(step.version)
        room.tell_all(step.version)
        if room.row.status == "finished":
            room.tell_room()
