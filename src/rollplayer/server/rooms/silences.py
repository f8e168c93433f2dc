"""Openings (K5) at a table of the server: who is asked, and how long a silent person is waited for.

In a live game with other people at the table an opening is like a last call: whoever says nothing
for so long has passed, and so has somebody who is not there. Otherwise it waits as any question does.
"""

from rollplayer.openings import OPENING
from rollplayer.server.common.tokens import now, steady
from rollplayer.server.rooms import turn_ends
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.waits import Silence, ends_in


def asked_person(room: RoomState) -> int | None:
    """The person who is asked at an opening now."""
    table = room.table
    if table is None or room.row.status != "running":
        return None
    game = table.game
    if game.over or game.question() != OPENING or turn_ends.standing(room) is not None:
        return None
    seat = game.seat()
    return None if room.is_bot(seat) else seat


def pass_unwanted(room: RoomState, table: RecordedMatch) -> bool:
    """Pass for a person who does not want to be asked now; whether somebody was."""
    seat = asked_person(room)
    if seat is None or not room.openings.passes(table.game, seat):
        return False
    table.pass_opening(now())
    return True


def standing(room: RoomState) -> Silence | None:
    """The time of whoever is asked at an opening and keeps others waiting, as it was last seen."""
    silence = room.silence
    if silence is None or (silence.version, silence.seat) != (room.version, asked_person(room)):
        return None
    return silence


def update(room: RoomState) -> Silence | None:
    """See who is asked at an opening and keeps others waiting, and how much time they have."""
    seat = asked_person(room)
    patience = room.services.settings.last_call_seconds
    if seat is None or room.row.pace != "live" or not others_wait(room, seat):
        room.silence = None
    elif not room.connected(seat):
        away = steady() - room.away_since.get(seat, 0)
        room.silence = begin(room, seat, max(0.0, patience - away / 1000))
    elif not patience:
        room.silence = None
    else:
        room.silence = begin(room, seat, patience)
    return room.silence


def begin(room: RoomState, seat: int, seconds: float) -> Silence:
    """Keep the current silence; start a new one for another question or another seat."""
    old = room.silence
    if old is not None and (old.version, old.seat) == (room.version, seat):
        return old
    return Silence(seat, *ends_in(seconds), room.version)


def others_wait(room: RoomState, seat: int) -> bool:
    """Whether there is another person at the table, and at another screen."""
    return any(
        room.connected(other) and not room.at_one_screen(seat, other)
        for other in room.humans()
        if other != seat
    )
