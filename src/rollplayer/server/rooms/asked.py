"""Who must be told that it is their turn: somebody who is asked and does not look at the table.

``Room.commit`` asks for every answer before it is written, and the notice goes to the disk together with that
answer. Whoever goes right after they were asked may not have seen it: a line can be dead before anybody notices.
"""

import logging
from dataclasses import replace
from typing import Final

from rollplayer.engine.table import CHANCE
from rollplayer.openings import OPENING
from rollplayer.server.common.tokens import Hashes, now
from rollplayer.server.rooms import orders
from rollplayer.server.rooms.recorded_match import ORDER_ACTOR, RecordedMatch
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.storage.store import Asked, Beside, NotSaved

logger = logging.getLogger(__name__)

GLANCE: Final = 30_000
"""Milliseconds in which one has surely seen what is asked; longer than a dead line is taken for a live one."""
BACK_SOON: Final = 5_000
"""Milliseconds after which somebody is back who has only loaded the page again: nothing is sent then."""


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


async def tell_who_went(room: RoomState, hashes: Hashes) -> None:
    """A window with these tokens was closed or hidden: tell its seat that it is asked, if it just was."""
    asked = newly_asked(room)
    if asked is None or asked.digest not in hashes or asked.at - room.asked_since > GLANCE:
        return
    later = replace(asked, at=asked.at + BACK_SOON)
    try:
        await room.services.store.append(room.row.id, [], None, Beside(later), room.fence)
    except NotSaved as error:
        logger.warning("notice not saved", extra={"game": room.row.id, "reason": str(error)})
        return
    room.told_to_return = later
    if room.services.on_asked is not None:
        room.services.on_asked()


async def tell_who_is_back(room: RoomState, hashes: Hashes) -> None:
    """Somebody with these tokens has the table before them again, in time to need no notice.

    It is taken back, because the process that delivers it may not be the one that sees who is there.
    """
    asked, outbox = room.told_to_return, room.services.outbox
    if asked is None or outbox is None or asked.digest not in hashes:
        return
    room.told_to_return = None
    if now() >= asked.at:
        return
    try:
        await outbox.take_back(room.row.id, asked)
    except NotSaved as error:
        logger.warning("notice not taken back", extra={"game": room.row.id, "reason": str(error)})
