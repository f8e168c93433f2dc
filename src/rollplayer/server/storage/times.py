"""The counts of milliseconds that times are counted by, and the games that go on by themselves."""

import sqlite3

from rollplayer.server.storage.store import TimeRow

GAMES = "SELECT id FROM games WHERE status = 'running' AND times IS NOT NULL"

WITH_ORDERS_DUE = (
    "SELECT id FROM games WHERE status = 'running' AND orders IS NOT NULL "
    "AND json_valid(orders) AND json_extract(orders, '$.due') = 1"
)


def read(db: sqlite3.Connection) -> TimeRow | None:
    """How far the counts had come when last written, by the heartbeat or together with a game."""
    rows = db.execute(
        "SELECT running, passed, at FROM server_time UNION ALL "
        "SELECT json_extract(times, '$.time.running'), json_extract(times, '$.time.passed'), "
        "json_extract(times, '$.time.at') FROM games "
        "WHERE status = 'running' AND times IS NOT NULL AND json_valid(times)"
    )
    known = [TimeRow(*row) for row in rows if all(isinstance(count, int) for count in row)]
    return max(known, key=lambda row: row.passed, default=None)


def keep(db: sqlite3.Connection, row: TimeRow) -> None:
    db.execute(
        "INSERT OR REPLACE INTO server_time (n, running, passed, at) VALUES (1, ?, ?, ?)",
        (row.running, row.passed, row.at),
    )


def games(db: sqlite3.Connection) -> list[str]:
    return [id for (id,) in db.execute(GAMES)]


def games_with_orders_due(db: sqlite3.Connection) -> list[str]:
    return [id for (id,) in db.execute(WITH_ORDERS_DUE)]
