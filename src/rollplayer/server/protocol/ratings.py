"""What HTTP carries about the ratings of a table, and of the ladder."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol.own_rating import Points
from rollplayer.server.protocol.persons import Portrait

Cursor: TypeAlias = Annotated[str, Meta(max_length=60)]


class ShowRating(b.Body):
    """Whether a person wants to be seen on the ladder, by name and portrait."""

    shown: bool


class SeatRating(Struct, kw_only=True):
    """The rating of a seat at a rated table; ``after`` once the game is rated, null for bots and before."""

    seat: int
    rating: Points
    deviation: Points
    provisional: bool
    after: Points | None
    left: bool


class TableRatings(Struct, kw_only=True):
    seats: list[SeatRating]


class LadderEntry(Struct, kw_only=True):
    place: int
    name: str
    portrait: Portrait | None
    rating: Points
    deviation: Points
    games: int


class Ladder(Struct, kw_only=True):
    """``next`` leads to those below, null at the end."""

    entries: list[LadderEntry]
    next: Cursor | None
