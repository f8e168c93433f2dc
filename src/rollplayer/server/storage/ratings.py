"""Ratings in the store: a person's own, the table's, and the ladder. ``rated`` writes them."""

import math
from dataclasses import dataclass
from typing import Final

from rollplayer.ratings.glicko import DAY, Rating
from rollplayer.server.common.tokens import now
from rollplayer.server.storage.database import Database, optional_json, rows_of
from rollplayer.server.storage.rated import RatedSeatRow, RatingRow, put_rating, rating_row
from rollplayer.server.storage.sql_store import SqlStore

LEAVES_FORGOTTEN: Final = 7 * DAY
MOST_LEAVES: Final = 3
"""Whoever has left this many rated games in a week sits down at none until the first is forgotten."""
CHANGES_SHOWN: Final = 20
ON_THE_LADDER: Final = (
    "shown = 1 AND settled_until > ? AND NOT EXISTS (SELECT 1 FROM sanctions WHERE "
    "sanctions.person = ratings.person AND (hidden IS NOT NULL OR barred IS NOT NULL))"
)
"""Who wants to be seen, has a settled rating, and is not kept off by an operator."""


@dataclass(frozen=True)
class LadderRow:
    name: str
    portrait: dict[str, str] | None
    rating: float
    deviation: float
    games: int
    n: int


class Ratings:
    """The part of the store that knows ratings."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def get(self, person: str) -> RatingRow:
        return await self.store.tables.read(lambda db: rating_row(db, person))

    async def show(self, person: str, *, shown: bool) -> None:
        def run(db: Database) -> None:
            if rating_row(db, person).n == 0:
                put_rating(db, person, Rating(), 0, now())
            db.execute("UPDATE ratings SET shown = ? WHERE person = ?", (int(shown), person))

        await self.store.writer.write(run)

    async def seats(self, game: str) -> list[RatedSeatRow]:
        sql = "SELECT * FROM rated_seats WHERE game = ? ORDER BY seat"
        rows = await self.store.tables.read(lambda db: rows_of(db, sql, game))
        return [RatedSeatRow(**dict(row)) for row in rows]

    async def changes(self, person: str, limit: int) -> list[RatedSeatRow]:
        """What the latest rated games of a person have changed."""
        sql = "SELECT * FROM rated_seats WHERE person = ? ORDER BY ended DESC NULLS LAST, game LIMIT ?"
        rows = await self.store.tables.read(lambda db: rows_of(db, sql, person, limit))
        return [RatedSeatRow(**dict(row)) for row in rows]

    async def barred_until(self, person: str) -> int:
        """When somebody who has left too often may sit down again; 0 for all others."""
        sql = (
            "SELECT left_at FROM rated_seats WHERE person = ? AND left_at > ? "
            "ORDER BY left_at DESC LIMIT 1 OFFSET ?"
        )
        values = (person, now() - LEAVES_FORGOTTEN, MOST_LEAVES - 1)
        row = await self.store.tables.read(lambda db: db.execute(sql, values).fetchone())
        return 0 if row is None else int(row[0]) + LEAVES_FORGOTTEN

    async def ladder(self, after: tuple[float, int] | None, limit: int) -> list[LadderRow]:
        """Those who want to be seen and whose rating is settled, the strongest first."""
        rating, n = after or (math.inf, 0)
        sql = (
            "SELECT persons.name, persons.portrait, rating, deviation, games, n FROM ratings "  # noqa: S608
            f"JOIN persons ON persons.id = person WHERE {ON_THE_LADDER} "
            "AND rating <= ? AND (rating < ? OR n > ?) ORDER BY rating DESC, n LIMIT ?"
        )
        values = (now(), rating, rating, n, limit)
        rows = await self.store.searches.read(lambda db: db.execute(sql, values).fetchall())
        return [LadderRow(name, optional_json(portrait), *rest) for name, portrait, *rest in rows]

    async def place(self, row: RatingRow) -> int:
        """The place on the ladder that a rating has, or would have."""
        sql = (
            f"SELECT count(*) FROM ratings WHERE {ON_THE_LADDER} "  # noqa: S608
            "AND rating >= ? AND (rating > ? OR n < ?)"
        )
        mine = row.rating.rating
        values = (now(), mine, mine, row.n)
        found = await self.store.searches.read(lambda db: db.execute(sql, values).fetchone())
        return int(found[0]) + 1
