"""Apply answers: in memory, on disk, then to the clients. And the server's own part of a game.

Each running room has a driver: a task that lets bots answer, chance roll, and last calls run out, as
``planning`` says.
"""

import asyncio
import logging
import time

from rollplayer.engine.answers import PASS_CODE, IllegalAnswer
from rollplayer.engine.table import CHANCE
from rollplayer.openings import OPENING, possible_now
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now
from rollplayer.server.rooms import holds, last_calls, orders, silences, timing, turn_ends
from rollplayer.server.rooms.planning import (
    AskBot,
    EndTurn,
    FollowOrder,
    PassFor,
    Roll,
    StandIn,
    Wait,
    WriteTimes,
    plan,
)
from rollplayer.server.rooms.recorded_match import BOT_ACTOR, ORDER_ACTOR, RecordedMatch
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.seats import change_seat
from rollplayer.server.rooms.services import Thought

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


def undisturbed(room: Room, version: int) -> RecordedMatch | None:
    """The table, if nothing has happened since a version, and nobody holds it up."""
    table = room.table
    if table is None or table.version != version or room.vote is not None:
        return None
    if holds.active(room) is not None or turn_ends.standing(room) is not None:
        return None
    return table


def tell_since(room: Room, version: int) -> None:
    """Tell everybody what has happened, also who only looks at the room if that was the end."""
    room.tell_all(version)
    if room.row.status == "finished":
        room.tell_room()


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
        table = undisturbed(room, step.version)
        if table is None or room.level_of(step.seat) != step.question.level:
            return
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
        tell_since(room, step.version)


async def follow_order(room: Room, step: FollowOrder) -> None:
    async with room.working():
        table = undisturbed(room, step.version)
        seat = orders.asked_person(room)
        order = None if table is None or seat is None else orders.meant_for(room, seat)
        if table is None or seat is None or order is None:
            return
        found = orders.decision(room, seat, order)
        if found is None:
            return
        clause, answer = found
        command = orders.note_step(room, seat, order, clause)
        await carry_out(room, table, seat, answer, ORDER_ACTOR, command)
        orders.stay(room, seat)
        tell_since(room, step.version)


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
    tell_since(room, since)


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
        tell_since(room, step.version)
