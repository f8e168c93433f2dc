"""A browser's own games: the keys it shows, and the games they open."""

from typing import Annotated, Final, TypedDict

from msgspec import Meta, Struct

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m

MOST_GAMES: Final = 50
MOST_KEYS: Final = 8


class GameKeys(b.Body):
    """The tokens a browser holds for one game."""

    id: Annotated[str, Meta(min_length=1, max_length=20)]
    tokens: Annotated[list[m.Token], Meta(min_length=1, max_length=MOST_KEYS)]


class AskOwnGames(b.Body):
    games: Annotated[list[GameKeys], Meta(max_length=MOST_GAMES)]


HeroFace = TypedDict("HeroFace", {"race": str | None, "side": str, "class": str | None})
"""What a portrait is drawn from."""

OwnHero = TypedDict(
    "OwnHero",
    {"race": str | None, "side": str, "class": str | None, "race_name": str, "class_name": str},
)
"""A face, and what its race and class are called in the reader's language."""


class OwnGame(Struct, kw_only=True):
    """A game as those who hold these seats find it.

    ``asked`` is the seat the game waits for, null while it waits for none or has not been opened, ``since``
    when, and ``left`` the milliseconds of its time. ``heroes`` has a face for each seat once the heroes are
    made. What others did and said since one looked is in ``moves`` and ``unread``: null for guests, and in
    a game that is over.
    """

    game: m.Room
    seats: list[int]
    host: bool
    asked: int | None
    since: int | None = None
    left: int | None = None
    round: int | None
    rounds: int | None
    heroes: list[OwnHero]
    moves: int | None = None
    unread: int | None = None
    archived: bool = False


class OwnGames(Struct, kw_only=True):
    """``unknown`` are the games that these tokens do not open, or that are no longer here."""

    games: list[OwnGame]
    unknown: list[str]
