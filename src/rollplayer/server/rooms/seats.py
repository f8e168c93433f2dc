"""Who sits on a seat, or plays for whom: on disk, then in memory."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import steady
from rollplayer.server.rooms import orders, rated
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.store import KeptAnswer, RatedNote, SeatRow


async def change_seat(
    room: Room,
    seat: SeatRow,
    changes: Mapping[str, Any] | None = None,
    kept: Callable[[], KeptAnswer] | None = None,
    notes: Sequence[RatedNote] = (),
) -> None:
    """Another row for a seat: on disk, then in memory. With it comes the answer to whoever asked."""
    before = room.seats[seat.seat]
    notes = [*rated.notes_of(room, before, seat), *notes]
    seat.muted = before.muted  # Who leaves and comes back is as silent as before.
    room.seats[seat.seat] = seat
    if seat.stand_in is not None or seat.token_hash != before.token_hash:
        room.orders.drop(seat.seat)
    # Other people have to agree now.
    void = {} if room.vote is None else {"vote": None}
    try:
        await room.save(
            {**(changes or {}), **orders.to_write(room), **void},
            seat.seat,
            kept=None if kept is None else kept(),
            notes=notes,
        )
    except Refused:
        if room.lost:
            room.seats[seat.seat] = before
        raise
    if seat.token_hash is not None and room.connected(seat.seat):
        room.away_since.pop(seat.seat, None)
    elif seat.seat not in room.away_since:
        room.away_since[seat.seat] = steady()
    if seat.token_hash != before.token_hash:
        # Somebody else has wishes of their own.
        room.openings.chosen.pop(seat.seat, None)
        room.confirming.discard(seat.seat)
        room.openings.forget(seat.seat)
        if room.times is not None:
            room.times.forget_vote_of(seat.seat)
    if room.vote is not None:
        room.vote = None
        room.tell_all(room.version)
    room.renamed()
    room.touch()
