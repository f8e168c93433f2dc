"""The notice of a turn, written in the transaction of the answer that has brought it."""

from typing import Final

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.store import Asked

NOTICE_ID: Final = "lower(hex(randomblob(10)))"
"""20 letters: short enough for the topic of a push message."""


def put_asked(db: Database, game: str, asked: Asked | None) -> None:
    """A notice for every channel that wants it, unless it has had one of this turn."""
    if asked is None:
        return
    db.execute(
        "INSERT INTO outbox (id, channel, game, seat, turn, version, at, next) "  # noqa: S608
        f"SELECT {NOTICE_ID}, channels.id, ?, ?, ?, ?, ?, ? FROM channels "
        "WHERE confirmed IS NOT NULL AND (channels.game = ? OR channels.person IN "
        "(SELECT person FROM claims WHERE game = ? AND digest = ? AND hidden = 0 AND told = 1)) ON CONFLICT DO NOTHING",
        (game, asked.seat, asked.turn, asked.version, asked.at, asked.at, game, game, asked.digest),
    )
