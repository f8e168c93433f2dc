"""Openings (K5) at a table of the server: who is asked, and how long a silent person is waited for.

In a live game with other people at the table an opening is like a last call: whoever says nothing
for so long has passed, and so has somebody who is not there. Otherwise it waits as any question does.
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rollplayer.openings import OPENING
from rollplayer.server.table import Table
from rollplayer.server.tokens import now, steady

if TYPE_CHECKING:
    from rollplayer.server.room import Room


@dataclass
class Silence:
    """Somebody is asked at an opening: since when by the steady clock, and until when as told."""

    version: int
    seat: int
    began: float
    seconds: float
    until: int
    told: bool = False

    @property
    def left(self) -> float:
        return self.began + self.seconds - time.monotonic()

    def plain(self) -> dict[str, Any]:
        return {"seat": self.seat, "until": self.until}


def asked_person(room: "Room") -> int | None:
    """The person who is asked at an opening now."""
    table = room.table
    if table is None or room.row.status != "running":
        return None
    game = table.game
    if game.over or game.question() != OPENING:
        return None
    seat = game.seat()
    return None if room.is_bot(seat) else seat


def pass_unwanted(room: "Room", table: Table) -> bool:
    """Pass for a person who does not want to be asked now; whether somebody was."""
    seat = asked_person(room)
    if seat is None or not room.openings.passes(table.game, seat):
        return False
    table.pass_opening(now())
    return True


def silence(room: "Room") -> Silence | None:
    """The time of whoever is asked at an opening and keeps others waiting."""
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


def begin(room: "Room", seat: int, seconds: float) -> Silence:
    """What has begun goes on; for another question, or another who is asked, it begins anew."""
    old = room.silence
    if old is not None and (old.version, old.seat) == (room.version, seat):
        return old
    until = now() + round(seconds * 1000)
    return Silence(room.version, seat, time.monotonic(), seconds, until)


def others_wait(room: "Room", seat: int) -> bool:
    """Whether there is another person at the table, and at another screen."""
    return any(
        room.connected(other) and not room.at_one_screen(seat, other)
        for other in room.humans()
        if other != seat
    )
