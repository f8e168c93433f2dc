"""Requests at a table: to sit down, for another token, to get up, and to close it.

As in ``commands``, the gate has been passed.
"""

from dataclasses import replace

from rollplayer.names import clean
from rollplayer.server.common.problems import Refused, texts_of
from rollplayer.server.common.tokens import Hashes, new_token, token_hash
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms import people, rated, views
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.seats import change_seat
from rollplayer.server.storage.idempotency import Keeper
from rollplayer.server.storage.store import GameRow, SeatRow


async def join(
    room: Room,
    wish: b.JoinGame,
    keeper: Keeper | None = None,
    person: str = "",
    *,
    welcome: bool = True,
) -> b.Joined:
    """Take an open seat; in a running game one that was left. At a rated table as a person.

    Whoever is not welcome, because the host has blocked them, finds every seat taken.
    """
    name = clean(wish.name, m.NAME_LIMIT)
    if not name:
        raise Refused("bad-name")
    async with room.working():
        if room.status not in ("open", "running"):
            raise Refused("not-running")
        open_seats = [each.seat for each in room.seats if each.kind == "open" and welcome]
        if wish.seat is not None and wish.seat >= len(room.seats):
            raise Refused("not-found", what=f"seat {wish.seat}")
        if wish.seat is not None and wish.seat not in open_seats:
            raise Refused("seat-taken", seat=wish.seat + 1)
        if not open_seats:
            raise Refused("no-open-seat")
        seat = open_seats[0] if wish.seat is None else wish.seat
        token = new_token()
        row = SeatRow(seat, name, "human", None, None, token_hash(token))
        notes = await rated.sits_down(room, seat, person, token_hash(token))

        def answer() -> b.Joined:
            return b.Joined(game=views.info(room), seat=seat, token=token)

        kept = None if keeper is None else lambda: keeper.kept(answer(), 201)
        await change_seat(room, row, kept=kept, notes=notes)
        room.tell_room()
        return answer()


async def give(room: Room, seat: int, wish: b.GiveSeat, keeper: Keeper | None = None) -> b.Given:
    """A new token for a seat; the old one opens nothing any more. Called under the lock."""
    rated.refuse(room)
    before = room.seats[seat]
    wished = clean(wish.name, m.NAME_LIMIT)
    if before.muted and before.kind == "human" and wished not in ("", before.name):
        raise Refused("muted")
    name = wished or before.name or default_name(room.row, seat)
    token = new_token()
    row = replace(before, name=name, kind="human", token_hash=token_hash(token), entropy="")
    if before.kind == "open":
        row.stand_in = None
    answer = b.Given(seat=seat, token=token)
    kept = None if keeper is None else lambda: keeper.kept(answer)
    await people.replace_holder(room, row, kept=kept)
    room.tell_room()
    return answer


async def close(room: Room) -> b.OneGame:
    """Give a game up. Called under the lock."""
    if room.row.status not in ("open", "running"):
        raise Refused("not-running")
    if room.row.status == "running":
        # Whoever does not want to go on leaves, and that counts.
        rated.refuse(room)
    await people.give_up(room)
    return b.OneGame(game=views.info(room))


async def leave(room: Room, hashes: Hashes) -> b.OneGame:
    """Get up from a table for good. Called under the lock."""
    await people.leave_table(room, hashes)
    return b.OneGame(game=views.info(room))


def default_name(row: GameRow, seat: int) -> str:
    return texts_of(row.language).t("hero.name", number=seat + 1)
