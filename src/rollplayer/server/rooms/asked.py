"""Who must be told that it is their turn: somebody who is asked and does not look at the table.

One small place: ``Room.commit`` calls it for every answer before it is written, and the notice goes to the
disk together with that answer.
"""

from rollplayer.engine.table import CHANCE
from rollplayer.openings import OPENING
from rollplayer.server.common.tokens import now
from rollplayer.server.rooms import orders
from rollplayer.server.rooms.recorded_match import ORDER_ACTOR, RecordedMatch
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.storage.store import Asked


def asked_seat(room: RoomState) -> int | None:
    """The person who is asked now, if anybody is."""
    table = room.table
    if table is None or table.game.over:
        return None
    seat = table.game.seat()
    return None if seat == CHANCE or room.is_bot(seat) else seat


def notified_turn(table: RecordedMatch, seat: int) -> str:
    """The same from one answer of a seat to its next: in between it gets one notice.

    Openings (K5) are apart, since somebody may pass for it there.
    """
    own = (record.n for record in reversed(table.records) if record.is_own(seat))
    aside = ":opening" if table.game.question() == OPENING else ""
    return f"{next(own, 0)}{aside}"


def last_to_answer(table: RecordedMatch) -> int | None:
    """Whoever has said something last knows what is asked next, unless an order has said it."""
    for record in reversed(table.records):
        if record.is_own(record.who) and record.who != CHANCE:
            return None if record.actor == ORDER_ACTOR else record.who
    return None


def newly_asked(room: RoomState) -> Asked | None:
    """Who is to be told that they are asked, by the answers that are about to be written."""
    outbox = room.services.outbox
    if outbox is None:
        return None
    seat = asked_seat(room)
    if seat is None:
        return None
    digest = room.seats[seat].token_hash
    if digest is None or not outbox.wants(room.row.id, digest):
        return None
    table = room.table
    assert table is not None
    if table.game.question() == OPENING and room.row.pace == "live":
        # Whoever is not there has passed after a few seconds.
        return None
    if room.in_front(seat) or last_to_answer(table) == seat or orders.is_due(room):
        return None
    return Asked(seat, digest, notified_turn(table, seat), table.version, now())
