"""The counts of milliseconds that times are counted by, and the games that go on by themselves."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TypeVar

import msgspec
from msgspec import Struct

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.store import TimeRow

T = TypeVar("T")

GAMES = "SELECT id FROM games WHERE status = 'running' AND times IS NOT NULL"

WITH_ORDERS = "SELECT id, orders FROM games WHERE status = 'running' AND orders IS NOT NULL"
WITH_TIMES = "SELECT id, times FROM games WHERE status = 'running' AND times IS NOT NULL"


class Due(Struct):
    """The part of kept orders that says whether one is about to answer."""

    due: bool = False


class Count(Struct):
    running: int
    passed: int
    at: int


class Counted(Struct):
    """The part of a game's times that says how far the server's had come."""

    time: Count


def read_sound(rows: Iterable[tuple[str, str]], kind: type[T]) -> Iterator[tuple[str, T]]:
    """What some games have in a column, without the damaged ones."""
    for game, text in rows:
        with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
            yield game, msgspec.json.decode(text, type=kind)


def heartbeats(db: Database) -> list[TimeRow]:
    """What was last written by the heartbeat, if anything was."""
    return [TimeRow(*row) for row in db.execute("SELECT running, passed, at FROM server_time")]


def read(db: Database) -> TimeRow | None:
    """How far the counts had come when last written, by the heartbeat or together with a game."""
    known = heartbeats(db)
    for _, times in read_sound(db.execute(WITH_TIMES), Counted):
        known.append(TimeRow(times.time.running, times.time.passed, times.time.at))
    return max(known, key=lambda row: row.passed, default=None)


def keep(db: Database, row: TimeRow) -> None:
    db.execute(
        "INSERT INTO server_time (n, running, passed, at) VALUES (1, ?, ?, ?) ON CONFLICT (n) "
        "DO UPDATE SET running = excluded.running, passed = excluded.passed, at = excluded.at",
        (row.running, row.passed, row.at),
    )


def games(db: Database) -> list[str]:
    return [id for (id,) in db.execute(GAMES)]


def games_with_orders_due(db: Database) -> list[str]:
    return [id for id, orders in read_sound(db.execute(WITH_ORDERS), Due) if orders.due]
