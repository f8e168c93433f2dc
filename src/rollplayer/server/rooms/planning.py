"""What the server has to do next at a table: let a bot answer or chance roll, pass for somebody, or wait."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import TypeAlias

from rollplayer.engine.table import CHANCE
from rollplayer.log import to_line
from rollplayer.server.common.tokens import steady
from rollplayer.server.rooms import holds, last_calls, orders, silences, timing, turn_ends
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.services import NOBODY, PLAYER, WATCHER, Question


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
        seed_of(room, seat),
        room.row.rated,
    )


def seed_of(room: Room, seat: int) -> str:
    """What the chance of a bot on this seat comes from. It tells nothing of the dice to come."""
    return hmac.new(room.row.seed, f"bot {seat}".encode(), hashlib.sha256).hexdigest()[:32]


def audience_of(room: Room) -> str:
    """Who is there to wait for an answer."""
    if any(room.connected(seat) for seat in room.humans()):
        return PLAYER
    return WATCHER if room.listeners else NOBODY
