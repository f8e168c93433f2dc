"""Rated tables: who may sit there, what is not done there, and what is written of them.

All of it follows from the seats: a person takes one as themselves, and whoever lets a bot play has left.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rollplayer.engine.plain import Plain
from rollplayer.ratings.anchors import ANCHORS
from rollplayer.ratings.table import Ending
from rollplayer.rules.options import Options
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now
from rollplayer.server.protocol import bodies as b
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.services import needed
from rollplayer.server.storage.store import Ended, GotUp, Left, RatedNote, SatDown, SeatRow

if TYPE_CHECKING:
    from rollplayer.server.storage.ratings import Ratings

HOUR: Final = 3600 * 1000
FEWEST_SEATS: Final = 2


def refuse(room: RoomState) -> None:
    """For what would help or hurt somebody beside the game."""
    if room.row.rated:
        raise Refused("rated")


def check_wish(wish: b.CreateGame, options: Options, seats: Sequence[SeatRow]) -> SeatRow:
    """The seat of whoever creates a rated table; Refused if it cannot be rated."""
    usual = Options(options.players).plain()
    own = [each for each in seats if each.kind == "human"]
    if options.plain() != usual or options.players < FEWEST_SEATS:
        raise Refused("rated-options")
    if wish.time_limit is None:
        raise Refused("rated-time")
    if len(own) != 1:
        raise Refused("rated-seats")
    return own[0]


def check_bots(room: RoomState) -> None:
    """A bot without a rating is no opponent at a rated table."""
    if room.row.rated and any(e.kind == "bot" and e.level not in ANCHORS for e in room.seats):
        raise Refused("rated-seats")


async def check_persons(ratings: "Ratings | None", persons: Sequence[str]) -> "Ratings":
    """Refused for those who have left too often of late."""
    kept = needed(ratings, "ratings")
    for person in persons:
        until = await kept.barred_until(person)
        if until:
            raise Refused("left-too-often", hours=-(-(until - now()) // HOUR))
    return kept


# -- what is written --------------------------------------------------------------------------------


async def sits_down(room: RoomState, seat: int, person: str, digest: bytes) -> list[RatedNote]:
    """What is written when somebody takes a seat at a rated table; Refused if they may not."""
    if not room.row.rated:
        return []
    if room.row.status != "open":
        raise Refused("rated")
    ratings = await check_persons(room.services.ratings, [person])
    if any(each.person == person for each in await ratings.seats(room.row.id)):
        raise Refused("rated-seats")
    return [SatDown(seat, person, digest)]


def notes_of(room: RoomState, before: SeatRow, seat: SeatRow) -> list[RatedNote]:
    """What it means at a rated table that a seat changes."""
    if not room.row.rated or before.kind != "human":
        return []
    if room.row.status == "open":
        return [GotUp(seat.seat)] if seat.token_hash != before.token_hash else []
    if room.row.status == "running" and seat.stand_in is not None and before.stand_in is None:
        return [left(room, seat.seat)]
    return []


def left(room: RoomState, seat: int) -> Left:
    round_ = 0 if room.table is None else room.table.game.round
    return Left(seat, round_, len(bots(room)))


def bots(room: RoomState) -> dict[int, str]:
    return {each.seat: each.level for each in room.seats if each.kind == "bot" and each.level}


def ended(room: RoomState, end: Plain | None) -> list[RatedNote]:
    """A game is over; without an end it was given up."""
    if not room.row.rated or room.row.status != "running":
        return []
    ending = None
    if end is not None:
        ending = Ending(end["winners"], [hero["total"] for hero in end["heroes"]])
    return [Ended(ending, bots(room))]
