"""Holding the game: a person who could interrupt stops bots and others for a moment.

A hold is limited in seconds and in number per seat and round, and only in live games. While it
lasts no bot answers, no last call runs out and nobody else answers; it ends when its holder goes on
or acts, or when its time is over.
"""

import time
from collections.abc import Mapping
from typing import Any

from rollplayer.engine.answers import USE, verb_of
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import interruptions
from rollplayer.server.common.problems import Refused
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.waits import Hold, ends_in


def active(room: RoomState) -> Hold | None:
    """The hold that stands now, if any."""
    hold, table = room.hold, room.table
    if hold is None or table is None or room.row.status != "running" or table.game.over:
        return None
    is_over = hold.left <= 0 or room.is_bot(hold.seat) or room.seats[hold.seat].kind != "human"
    return None if is_over or table.game.seat() == hold.seat else hold


def why_not(room: RoomState, seat: int) -> str:
    """What keeps a seat from holding the game, apart from having nothing to do; empty if nothing."""
    table, settings = room.table, room.services.settings
    if table is None or room.row.status != "running" or table.game.over:
        return "over"
    if room.row.pace != "live" or not settings.wait_seconds or not settings.waits_per_round:
        return "never"
    asked = table.game.seat()
    if room.is_bot(seat) or asked in (seat, CHANCE) or room.at_one_screen(seat, asked):
        return "asked"
    if active(room) is not None or room.vote is not None:
        return "already"
    return "" if waits_left(room, seat) > 0 else "used"


def waits_left(room: RoomState, seat: int) -> int:
    """How often a seat may still hold the game in this round."""
    table = room.table
    assert table is not None
    used = room.waits_used.get((seat, table.game.round), 0)
    return room.services.settings.waits_per_round - used


def begin(room: RoomState, seat: int) -> None:
    """Hold the game for a seat; Refused says why not."""
    table = room.playing()
    if room.seats[seat].stand_in is not None:
        raise Refused("stand-in")
    reason = why_not(room, seat)
    if not reason and not interruptions(table.game, seat):
        reason = "nothing"
    if reason:
        raise Refused("cannot-wait", reason=reason)
    room.hold = Hold(seat, *ends_in(room.services.settings.wait_seconds))
    moment = (seat, table.game.round)
    # Also after an undo: what was used in a round stays used.
    room.waits_used[moment] = room.waits_used.get(moment, 0) + 1


def is_by(room: RoomState, seat: int) -> bool:
    """Whether it is this seat that holds the game."""
    return room.hold is not None and room.hold.seat == seat


def end(room: RoomState, seat: int | None = None) -> None:
    """The game goes on; if a seat is named, only if that one holds it."""
    hold = room.hold
    if hold is None or seat not in (None, hold.seat):
        return
    room.hold = None
    if room.call is not None and room.call.until is not None:
        # Whoever else may interrupt has as long for it as before.
        room.call.until += round(1000 * min(hold.seconds, time.monotonic() - hold.began))


def refuse_others(room: RoomState, seat: int) -> None:
    """Nobody answers while somebody else holds the game."""
    hold = active(room)
    if hold is not None and hold.seat != seat:
        raise Refused("held")


def payload(room: RoomState, seats: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What an update says of it: who holds the game, and which of these seats could how often."""
    hold = active(room)
    return {
        "hold": hold.plain() if hold is not None else None,
        "waits": {
            seat: waits_left(room, int(seat))
            for seat, part in seats.items()
            if part["interruptions"] and not why_not(room, int(seat))
        },
    }


def least_seconds(room: RoomState, *, interrupt: bool) -> float:
    """How long the table must have stood as it is before a bot may change it."""
    settings = room.services.settings
    usual = 0.0 if interrupt or is_arranging(room) else settings.bot_delay
    return max(usual, settings.interrupt_seconds) if could_be_stopped(room) else usual


def is_arranging(room: RoomState) -> bool:
    """Whether starting dice are placed: many answers that are one thing to look at."""
    return room.table is not None and room.table.game.question() == "arrange-dice"


def could_be_stopped(room: RoomState) -> bool:
    """Whether a person who is there could use something now, and so wants to see what happens.

    Dropping a Weapon, which is possible nearly always, does not slow the bots down.
    """
    if room.table is None:
        return False
    game = room.table.game
    return any(
        room.connected(seat) and any(verb_of(each) == USE for each in interruptions(game, seat))
        for seat in room.humans()
    )
