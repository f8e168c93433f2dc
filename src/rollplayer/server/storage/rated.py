"""Rated tables in a transaction: who sits there, who leaves, and what a game changes.

A game is rated in the transaction that writes its end, from what the store says then. So it is rated once, whenever
the server dies, and two games of one person that end together are rated one after the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rollplayer.ratings.anchors import ANCHORS
from rollplayer.ratings.glicko import DAY, SCALE, Rating, rated, rested
from rollplayer.ratings.table import RatedSeat, pair_results
from rollplayer.server.common.tokens import now
from rollplayer.server.storage.database import Database, rows_of
from rollplayer.server.storage.store import Ended, GotUp, Left, RatedNote, SatDown

SETTLED: Final = 110.0
"""A rating with a larger deviation is provisional, and not on the ladder."""


@dataclass(frozen=True)
class RatingRow:
    rating: Rating
    games: int = 0
    at: int = 0
    shown: bool = False
    settled_until: int = 0
    n: int = 0

    def resting(self, at: int) -> Rating:
        return rested(self.rating, max(0, at - self.at) / DAY) if self.games else self.rating


@dataclass(frozen=True)
class RatedSeatRow:
    """A seat of a rated game, before or after it was rated."""

    game: str
    seat: int
    person: str
    left_in: int | None
    left_at: int | None
    ended: int | None
    rating_before: float | None
    deviation_before: float | None
    rating_after: float | None
    deviation_after: float | None


def put_rated(db: Database, game: str, notes: Sequence[RatedNote]) -> None:
    """Write what has happened at a rated table."""
    for note in notes:
        if isinstance(note, SatDown):
            sql = "INSERT INTO rated_seats (game, seat, person) VALUES (?, ?, ?)"
            db.execute(sql, (game, note.seat, note.person))
            # Whoever deletes themselves gets up here, too.
            sql = "INSERT INTO claims (person, game, digest, seat, at) VALUES (?, ?, ?, ?, ?)"
            db.execute(sql, (note.person, game, note.digest, note.seat, now()))
        elif isinstance(note, GotUp):
            db.execute("DELETE FROM rated_seats WHERE game = ? AND seat = ?", (game, note.seat))
        elif isinstance(note, Left):
            put_left(db, game, note)
        else:
            rate(db, game, note)


def copy_seats(db: Database, game: str, earlier: str) -> None:
    """Who stayed sits at the same table again, as their tokens do."""
    db.execute(
        "INSERT INTO rated_seats (game, seat, person) SELECT ?, seat, person FROM rated_seats "
        "JOIN seats USING (game, seat) WHERE game = ? AND kind = 'human'",
        (game, earlier),
    )


def put_left(db: Database, game: str, left: Left) -> None:
    """Note that somebody left; not if there was nobody left to play against."""
    sql = "SELECT count(*) FROM rated_seats WHERE game = ? AND seat <> ? AND left_in IS NULL"
    if left.bots + db.execute(sql, (game, left.seat)).fetchone()[0]:
        db.execute(
            "UPDATE rated_seats SET left_in = ?, left_at = ? "
            "WHERE game = ? AND seat = ? AND left_in IS NULL",
            (left.round, now(), game, left.seat),
        )


def rate(db: Database, game: str, ended: Ended) -> None:
    """Carry a game into the ratings of those who sat there, unless that has been done."""
    found = rows_of(db, "SELECT * FROM rated_seats WHERE game = ? ORDER BY seat", game)
    sat = {row["seat"]: RatedSeatRow(**dict(row)) for row in found}
    if has_been_rated(sat):
        return
    at = now()
    before = {seat: rating_row(db, each.person) for seat, each in sat.items()}
    seats = {
        seat: RatedSeat(before[seat].resting(at), left_in=each.left_in)
        for seat, each in sat.items()
    }
    for seat, level in ended.bots.items():
        # A level that is gone since the game began keeps no game from ending.
        if level in ANCHORS:
            seats[seat] = RatedSeat(ANCHORS[level], is_bot=True)
    results = pair_results(seats, ended.ending, meetings(db, sat, ended.bots, at))
    for seat, each in sat.items():
        row, resting = before[seat], seats[seat].rating
        after = resting
        if results[seat]:
            # The time since the last game is in the deviation already.
            after = rated(resting, results[seat], 0.0)
            put_rating(db, each.person, after, row.games + 1, at)
        changes = (resting.rating, resting.deviation, after.rating, after.deviation)
        db.execute(
            "UPDATE rated_seats SET ended = ?, rating_before = ?, deviation_before = ?, "
            "rating_after = ?, deviation_after = ? WHERE game = ? AND seat = ?",
            (at, *changes, game, seat),
        )


def has_been_rated(sat: Mapping[int, RatedSeatRow]) -> bool:
    return any(each.ended is not None for each in sat.values())


def meetings(
    db: Database, sat: Mapping[int, RatedSeatRow], bots: Mapping[int, str], at: int
) -> dict[tuple[int, int], int]:
    """How many rated games each person has ended in the last day with each of the others."""
    met: dict[tuple[int, int], int] = {}
    for seat, each in sat.items():
        for other, theirs in sat.items():
            if other != seat:
                sql = (
                    "SELECT count(*) FROM rated_seats AS mine JOIN rated_seats AS theirs "
                    "USING (game) WHERE mine.person = ? AND mine.ended > ? AND theirs.person = ?"
                )
                values = (each.person, at - DAY, theirs.person)
                met[seat, other] = db.execute(sql, values).fetchone()[0]
        for other, level in bots.items():
            sql = (
                "SELECT count(DISTINCT game) FROM rated_seats AS mine JOIN seats USING (game) "
                "WHERE mine.person = ? AND mine.ended > ? AND kind = 'bot' AND level = ?"
            )
            met[seat, other] = db.execute(sql, (each.person, at - DAY, level)).fetchone()[0]
    return met


def rating_row(db: Database, person: str) -> RatingRow:
    """The rating of a person; a newcomer's if there is none yet."""
    sql = (
        "SELECT rating, deviation, volatility, games, at, shown, settled_until, n "
        "FROM ratings WHERE person = ?"
    )
    row = db.execute(sql, (person,)).fetchone()
    if row is None:
        return RatingRow(Rating())
    rating, deviation, volatility, games, at, shown, until, n = row
    return RatingRow(Rating(rating, deviation, volatility), games, at, bool(shown), until, n)


def put_rating(db: Database, person: str, rating: Rating, games: int, at: int) -> None:
    values = (
        rating.rating,
        rating.deviation,
        rating.volatility,
        games,
        at,
        settled_until(rating, at),
    )
    db.execute(
        "INSERT INTO ratings (person, rating, deviation, volatility, games, at, settled_until) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person) DO UPDATE SET "
        "rating = excluded.rating, deviation = excluded.deviation, "
        "volatility = excluded.volatility, games = excluded.games, at = excluded.at, "
        "settled_until = excluded.settled_until",
        (person, *values),
    )


def settled_until(rating: Rating, at: int) -> int:
    """When the deviation will have grown too large for the ladder; 0 if it is."""
    if rating.deviation >= SETTLED:
        return 0
    grows = (rating.volatility * SCALE) ** 2
    return at + round((SETTLED**2 - rating.deviation**2) / grows * DAY)
