"""Confirming a turn: whoever wants to looks it over before the game goes on.

Every answer is in the log at once and everybody sees it; only what comes after the turn waits, so
that the turn can still be undone. Nobody is kept waiting for long: where other people play, a live
game goes on after as many seconds as a pause may take, and at any pace whoever goes away has
confirmed. Nothing of it is stored; after a restart the turn counts as confirmed.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rollplayer.engine.game import Frame, Game
from rollplayer.openings import ALL_ARE_ASKED, OPENING
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now, steady
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.waits import TurnEnd


@dataclass(frozen=True)
class Moment:
    """What was pending when a seat answered or interrupted."""

    question: str
    asked: int
    agenda: list[Frame]


def moment_of(game: Game) -> Moment:
    return Moment(game.question(), game.seat(), game.agenda.copy())


def note_answer(room: RoomState, seat: int, before: Moment) -> None:
    """See whether the answer that a seat has just given ended its turn."""
    table, end = room.table, room.turn_end
    assert table is not None
    to_all = before.question in ALL_ARE_ASKED
    if end is not None and (end.seat != seat or to_all):
        # Somebody has gone on: the turn stands.
        room.turn_end = None
    if seat not in room.confirming or room.is_bot(seat) or to_all or before.asked != seat:
        return
    if has_ended(room, table.game, seat, before.agenda):
        begin(room, seat)


def has_ended(room: RoomState, game: Game, seat: int, before: Sequence[Frame]) -> bool:
    """Whether nothing more is asked of a seat before others or chance go on."""
    if game.over:
        return False
    top = game.agenda[-1]
    if any(top is frame for frame in before):
        # It had interrupted somebody (K5), who goes on.
        return False
    if game.seat() == seat:
        # An opening at which it is not asked, and passes by itself.
        return room.openings.passes(game, seat)
    # In a frame of its own chance rolls within the turn.
    return top.seat != seat


def begin(room: RoomState, seat: int) -> None:
    """Let the game wait until a seat has confirmed its turn."""
    seconds: float | None = None
    if room.row.pace == "live" and others(room, seat):
        seconds = room.services.settings.wait_seconds
    if seconds is not None and seconds <= 0:
        return
    until = None if seconds is None else now() + round(seconds * 1000)
    room.turn_end = TurnEnd(seat, time.monotonic(), seconds, until)


def others(room: RoomState, seat: int) -> list[int]:
    """The people who play at other screens."""
    return [
        other for other in room.humans() if other != seat and not room.at_one_screen(seat, other)
    ]


def standing(room: RoomState) -> TurnEnd | None:
    """The turn that the game waits for somebody to confirm."""
    end, table = room.turn_end, room.table
    if end is None or table is None or room.row.status != "running" or table.game.over:
        return None
    if room.is_bot(end.seat) or room.seats[end.seat].kind != "human":
        return None
    asked = table.game.seat() == end.seat and table.game.question() != OPENING
    return None if asked else end


def left(room: RoomState, end: TurnEnd) -> float | None:
    """The seconds until the game goes on by itself; None if it waits as long as it takes."""
    limits = [] if end.seconds is None else [end.began + end.seconds - time.monotonic()]
    if not room.connected(end.seat) and others(room, end.seat):
        away = (steady() - room.away_since.get(end.seat, 0)) / 1000
        limits.append(room.services.settings.last_call_seconds - away)
    return min(limits, default=None)


def refuse_others(room: RoomState, seat: int) -> None:
    """Nobody answers before a turn is confirmed."""
    end = standing(room)
    if end is not None and end.seat != seat:
        raise Refused("unconfirmed", name=room.seats[end.seat].name)
