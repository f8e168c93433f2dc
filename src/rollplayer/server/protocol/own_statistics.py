"""What somebody has reached in the games they have finished."""

from msgspec import Struct

from rollplayer.server.protocol.own_games import OwnHero


class Tally(Struct, kw_only=True):
    """Some of one's heroes together: those of a class, a race, or against opponents of a level.

    ``contested`` are the games that had opponents: only they can be won.
    """

    key: str
    name: str
    games: int
    contested: int
    won: int
    mean: float
    best: int


class LineTally(Struct, kw_only=True):
    """A line of the score sheet: ``game`` is where the most stars came from it."""

    line: str
    games: int
    mean: float
    best: int
    game: str


class Month(Struct, kw_only=True):
    """A month in which games ended, such as ``2026-11``."""

    month: str
    games: int
    contested: int
    won: int
    mean: float


class Best(Struct, kw_only=True):
    """The most of something: ``stars`` of a hero, ``lead`` over the second. Leads to the replay."""

    what: str
    value: int
    game: str
    at: int
    name: str
    hero: OwnHero


class Opponent(Struct, kw_only=True):
    """Somebody one has played against, by the name at the table."""

    name: str
    games: int
    won: int


class OwnStatistics(Struct, kw_only=True):
    """``streak``: how many contested games were won one after another."""

    games: int
    contested: int
    won: int
    mean: float
    best: int
    streak: int
    classes: list[Tally]
    races: list[Tally]
    levels: list[Tally]
    boxes: list[str]
    lines: list[LineTally]
    months: list[Month]
    records: list[Best]
    opponents: list[Opponent]
