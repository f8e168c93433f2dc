"""The games of a person in the store: one compact row each, and how much of each they have seen.

Triggers keep the rows, and those of one person lie side by side. All of them are read in one step, as JSON:
filters, pages and statistics are plain work on a list, and how many games others have played does not
matter. No log is read.
"""

import logging
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from rollplayer.server.common.tokens import Hashes
from rollplayer.server.storage.database import Database, marks
from rollplayer.server.storage.store import ProgressRow

logger = logging.getLogger(__name__)

_named: set[str] = set()
"""Damaged games already named in the log."""

OWN_GAMES: Final = """
SELECT '[' || coalesce(group_concat(facts), '') || ']' FROM own_rows WHERE person = ?1
"""
NO_SEATS: Final = (-1,)
"""Stands for none where others are wanted: PostgreSQL knows no empty list."""


class SeatFacts(Struct, array_like=True, gc=False):
    """Who sat there; the level of the bot that played, or stood in at the end."""

    seat: int
    name: str
    kind: str
    level: str | None
    mine: int
    """Whether the person holds it."""


class HeroFacts(Struct, array_like=True, gc=False):
    """A hero at the end of its game."""

    race: str | None
    side: str
    cls: str | None
    total: int
    won: int
    lines: msgspec.Raw
    """Stars by line of the score sheet: read where they are counted."""


class GameFacts(Struct, array_like=True, gc=False):
    """One of a person's games, as far as lists and statistics need it."""

    id: str
    archived: int
    host: int
    seats: list[SeatFacts]
    title: str
    status: str
    created: int
    finished: int | None
    boxes: list[str]
    """Known once the game is finished."""
    heroes: list[HeroFacts]
    """By seat; empty until the game is finished."""

    @property
    def own(self) -> list[int]:
        """The seats that the person holds."""
        return [each.seat for each in self.seats if each.mine]


class Seen(Struct):
    """What has happened at a table since a person looked: moves of others, and lines of their chat."""

    version: int
    moves: int
    unread: int


def own_games(db: Database, person: str) -> list[GameFacts]:
    """All of them, in no order. Damaged ones are left out, and named in the log once."""
    (text,) = db.execute(OWN_GAMES, (person,)).fetchone()
    try:
        games = msgspec.json.decode(text, type=list[GameFacts])
    except msgspec.ValidationError:
        games = sound_ones(text)
    return [game for game in games if game.host or game.own]


def sound_ones(text: str) -> list[GameFacts]:
    games: list[GameFacts] = []
    for plain in msgspec.json.decode(text):
        try:
            games.append(msgspec.convert(plain, GameFacts))
        except msgspec.ValidationError as error:
            if plain[0] in _named:
                continue
            _named.add(plain[0])
            logger.error("damaged game", extra={"game": plain[0], "reason": str(error)})
    return games


# -- what somebody has seen -------------------------------------------------------------------------


def put_look(db: Database, devices: Hashes, game: str, version: int, chat: int, at: int) -> None:
    """The persons of these devices have seen so much. What was seen before is not unseen."""
    for digest in devices:
        db.execute(
            "INSERT INTO looks (person, game, version, chat, at) "
            "SELECT person, ?, ?, ?, ? FROM devices WHERE digest = ? AND EXISTS "
            "(SELECT 1 FROM claims WHERE claims.person = devices.person AND game = ?) "
            "ON CONFLICT (person, game) DO UPDATE SET "
            "version = CASE WHEN excluded.version > looks.version "
            "THEN excluded.version ELSE looks.version END, "
            "chat = CASE WHEN excluded.chat > looks.chat THEN excluded.chat ELSE looks.chat END, "
            "at = CASE WHEN excluded.at > looks.at THEN excluded.at ELSE looks.at END",
            (game, version, chat, at, digest, game),
        )


def look_at_all(db: Database, person: str, games: Sequence[str], at: int) -> None:
    """Whoever claims a game has played it until now."""
    db.executemany(
        "INSERT INTO looks (person, game, version, chat, at) VALUES (?1, ?2, "
        "(SELECT coalesce(max(n), 0) FROM entries WHERE game = ?2), "
        "(SELECT coalesce(max(n), 0) FROM chat WHERE game = ?2), ?3) ON CONFLICT DO NOTHING",
        [(person, game, at) for game in games],
    )


def seen(db: Database, person: str, games: Sequence[tuple[str, Sequence[int]]]) -> dict[str, Seen]:
    """By game, with the seats that are one's own: what others did and said since one looked."""
    found: dict[str, Seen] = {}
    for game, own in games:
        own = own or NO_SEATS
        sql = "SELECT version, chat FROM looks WHERE person = ? AND game = ?"
        version, chat = db.execute(sql, (person, game)).fetchone() or (0, 0)
        # Only the end of each is read, by its key. The marks are as many as there are seats.
        sql = (
            "SELECT (SELECT count(*) FROM entries WHERE game = ? AND n > ? AND who >= 0 "  # noqa: S608
            f"AND who NOT IN ({marks(own)})), (SELECT count(*) FROM chat WHERE game = ? AND n > ? "
            f"AND (seat IS NULL OR seat NOT IN ({marks(own)})))"
        )
        moves, unread = db.execute(sql, (game, version, *own, game, chat, *own)).fetchone()
        found[game] = Seen(version, moves, unread)
    return found


# -- how far a game has come ------------------------------------------------------------------------

PUT_PROGRESS: Final = (
    "INSERT INTO progress (game, asked, since, round, rounds, faces) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (game) DO UPDATE SET asked = excluded.asked, since = excluded.since, "
    "round = excluded.round, rounds = excluded.rounds, faces = excluded.faces"
)


def progress_values(game: str, row: ProgressRow) -> tuple[Any, ...]:
    faces = msgspec.json.encode(row.faces).decode()
    return (game, row.asked, row.since, row.round, row.rounds, faces)


def progress_of(db: Database, games: Sequence[str]) -> dict[str, ProgressRow]:
    """Of those of these games that have a row."""
    sql = (
        "SELECT game, asked, since, round, rounds, faces FROM progress "  # noqa: S608
        f"WHERE game IN ({marks(games)})"
    )
    found: dict[str, ProgressRow] = {}
    for game, asked, since, number, rounds, faces in db.execute(sql, tuple(games)):
        found[game] = ProgressRow(asked, since, number, rounds, msgspec.json.decode(faces))
    return found
