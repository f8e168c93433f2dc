"""The time limit at a table of the server: whose time runs, and what happens when it is up.

It runs for whoever the game waits for, connected or not. It stands still while that seat may not
answer (somebody else holds the game, or has a turn to confirm), while chance and bots go on, and
during breaks that everybody has agreed on.
"""

from dataclasses import replace
from typing import Any

from rollplayer.bots import all_names
from rollplayer.engine.table import CHANCE
from rollplayer.openings import OPENING
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now
from rollplayer.server.protocol import times as p
from rollplayer.server.rooms import holds, last_calls, turn_ends
from rollplayer.server.rooms.consent import must_agree
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.times import Times
from rollplayer.server.storage.store import SeatRow


def count_of(room: RoomState, times: Times) -> int:
    return room.services.time.count(downtime=times.limit["downtime"])


def waited_for(room: RoomState) -> int | None:
    """The person who alone keeps the game from going on."""
    table = room.table
    if table is None or room.row.status != "running" or room.reason or table.game.over:
        return None
    end = turn_ends.standing(room)
    if end is not None:
        return end.seat
    asked = table.game.seat()
    if asked == CHANCE or room.is_bot(asked) or holds.active(room) is not None:
        return None
    call = last_calls.standing(room)
    return None if call is not None and call.waiting else asked


def turn_of(room: RoomState, seat: int) -> tuple[int, str] | None:
    """The round, and which turn of it a seat has: all that it is asked in a phase.

    In setup each question is a turn, and so is an opening (K5). None while it confirms one.
    """
    table = room.table
    assert table is not None
    game = table.game
    if game.seat() != seat:
        return None
    phase, question = game.rules.vocabulary.phases[game.phase], game.question()
    is_own_turn = game.round and question != OPENING
    return game.round, phase if is_own_turn else f"{phase}:{question}"


def update(room: RoomState) -> None:
    """See whose time runs now, and charge whose time has run until now."""
    times = room.times
    if times is None:
        return
    count = count_of(room, times)
    if times.vote is not None and set(must_agree(room)) <= set(times.vote.agreed):
        # The last has agreed, or the only one who had not has left.
        times.agree(count)
    seat = waited_for(room)
    times.run(count, seat, None if seat is None else turn_of(room, seat))


def whose_time_is_up(room: RoomState) -> int | None:
    times = room.times
    if times is None or times.running is None:
        return None
    return times.running if times.is_up(times.running, count_of(room, times)) else None


def wakes_in(room: RoomState) -> float | None:
    """The seconds until something happens by itself."""
    times = room.times
    left = None if times is None else times.wakes_in(count_of(room, times))
    return None if left is None else left / 1000


def refuse_late(room: RoomState, seat: int) -> None:
    """An answer counts if it arrives in time. The stand-in comes when the lock is free."""
    update(room)
    if whose_time_is_up(room) == seat:
        raise Refused("time-up")


def refuse_without_time(room: RoomState, seat: int) -> None:
    """Nobody takes a seat back for a turn whose time is up: the next one is theirs again."""
    times, table = room.times, room.table
    if times is None or table is None or table.game.over or table.game.seat() != seat:
        return
    turn = turn_of(room, seat)
    mine = times.seats[seat]
    if turn is not None and turn[0] == mine.round and turn[1] in mine.turns:
        if mine.turns[turn[1]] + mine.bank <= 0:
            raise Refused("time-up")


def with_stand_in(room: RoomState, seat: int) -> SeatRow:
    """The seat with the bot that was agreed on; the one of the settings if that one is gone."""
    assert room.times is not None
    level = room.times.limit["stand_in"]
    room.times.note_overrun(seat, room.version, now())
    known = level if level in all_names() else room.services.stand_in()
    return replace(room.seats[seat], stand_in=known)


def to_write(room: RoomState) -> dict[str, Any]:
    """The times as a change of the game's row; with the server's time, should it crash now."""
    times = room.times
    if times is None:
        return {}
    times.is_written = room.services.time.is_used = True
    row = room.services.time.row()
    counts = {"running": row.running, "passed": row.passed, "at": row.at}
    return {"times": {**times.plain(), "time": counts}}


def payload(room: RoomState) -> p.Times | None:
    times = room.times
    return None if times is None else times.payload(count_of(room, times), must_agree(room))
