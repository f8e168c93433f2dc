"""Invitations to a waiting room: who has invited whom, how often one may, and what was answered."""

from dataclasses import dataclass
from typing import Final

from rollplayer.server.common.tokens import now
from rollplayer.server.storage.asked import NOTICE_ID
from rollplayer.server.storage.database import Database, rows_of
from rollplayer.server.storage.friends import names_of
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import NotSaved

DAY: Final = 24 * 3600 * 1000
KEPT: Final = 30 * DAY
RECENTLY: Final = 90 * DAY
"""Whom one has played with since then may be invited without being a friend."""
MOST_A_DAY: Final = 30
"""How many invitations a person may write in a day."""
MOST_TO_ONE: Final = 5
"""How many of them may go to the same person."""
MOST_RECEIVED: Final = 20
"""How many a person receives in a day, whoever writes them."""
INVITED: Final = "invitation"
"""What stands in the outbox in place of a turn; with NO_SEAT, one notice a game for each channel."""
NO_SEAT: Final = -1


class TooManyInvitations(NotSaved):
    """This person has invited too often today."""


class NotAvailable(NotSaved):
    """The other gets no more invitations today."""


class NotWaiting(NotSaved):
    """The game has begun, or is gone."""


@dataclass(frozen=True)
class Invitation:
    """What somebody who was invited sees."""

    game: str
    person: str
    name: str
    """Whoever has invited them."""
    portrait: dict[str, str] | None
    at: int


class Invitations:
    """The part of the store that knows who is wanted where."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def invite(self, game: str, person: str, other: str) -> None:
        """Invite somebody once, with a notice for each of their channels.

        Whether the other has blocked this person changes neither the answer nor the work: only nobody
        sees the invitation, and it gives no notice.
        """
        at = now()

        def run(db: Database) -> None:
            db.execute("DELETE FROM invitations WHERE at < ?", (at - KEPT,))
            check_waits(db, game)
            if is_invited(db, game, person, other):
                return
            check_limits(db, person, other, at)
            put(db, game, person, other, at)

        await self.store.writer.write(run)

    async def invite_table(self, game: str, person: str) -> int:
        """Invite everybody who has a seat at a table that waits; returns how many there were."""
        at = now()

        def run(db: Database) -> int:
            sql = (
                "SELECT DISTINCT person FROM claims JOIN seats ON seats.game = claims.game "
                "AND seats.token_hash = claims.digest WHERE claims.game = ? AND person <> ?"
            )
            check_waits(db, game)
            invited = 0
            for (other,) in db.execute(sql, (game, person)).fetchall():
                try:
                    check_limits(db, person, other, at)
                except (TooManyInvitations, NotAvailable):
                    # The table waits for them all the same.
                    continue
                put(db, game, person, other, at)
                invited += 1
            return invited

        return await self.store.writer.write(run)

    async def received(self, person: str) -> list[Invitation]:
        """To tables that still wait for somebody's answer, each table once, the latest first."""
        return await self.store.tables.read(lambda db: received(db, person))

    async def written(self, game: str, person: str) -> dict[str, str]:
        """Whom a person has invited to a game, and what they have answered; 'open' until then."""
        sql = (
            "SELECT other, coalesce(answer, 'open') FROM invitations WHERE game = ? AND person = ?"
        )
        rows = await self.store.tables.read(lambda db: db.execute(sql, (game, person)).fetchall())
        return dict(rows)

    async def answer(self, game: str, person: str, answer: str | None) -> bool:
        """Answer an invitation, once; with None take an answer back. Whether there was one to answer."""
        was = "answer IS NULL" if answer is not None else "answer = 'accepted'"

        def run(db: Database) -> bool:
            sql = (
                f"UPDATE invitations SET answer = ? WHERE game = ? AND other = ? AND {was} "  # noqa: S608
                "AND person NOT IN (SELECT other FROM blocks WHERE person = ?)"
            )
            return db.execute(sql, (answer, game, person, person)).rowcount > 0

        return await self.store.writer.write(run)


def is_invited(db: Database, game: str, person: str, other: str) -> bool:
    sql = "SELECT 1 FROM invitations WHERE game = ? AND person = ? AND other = ?"
    return db.execute(sql, (game, person, other)).fetchone() is not None


def check_waits(db: Database, game: str) -> None:
    sql = "SELECT 1 FROM games WHERE id = ? AND status = 'open'"
    if db.execute(sql, (game,)).fetchone() is None:
        raise NotWaiting(game)


def check_limits(db: Database, person: str, other: str, at: int) -> None:
    since = at - DAY
    sql = (
        "SELECT count(*), count(*) FILTER (WHERE other = ?) FROM invitations "
        "WHERE person = ? AND at > ?"
    )
    written, to_one = db.execute(sql, (other, person, since)).fetchone()
    if written >= MOST_A_DAY or to_one >= MOST_TO_ONE:
        raise TooManyInvitations(person)
    # Those of blocked persons reach nobody, and use up nothing.
    sql = (
        "SELECT count(*) FROM invitations WHERE other = ?1 AND at > ?2 "
        "AND person NOT IN (SELECT other FROM blocks WHERE person = ?1)"
    )
    if db.execute(sql, (other, since)).fetchone()[0] >= MOST_RECEIVED:
        raise NotAvailable(other)


def put(db: Database, game: str, person: str, other: str, at: int) -> None:
    db.execute(
        "INSERT INTO invitations (game, person, other, at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        (game, person, other, at),
    )
    db.execute(
        "INSERT INTO outbox (id, channel, game, seat, turn, at, next) "  # noqa: S608
        f"SELECT {NOTICE_ID}, channels.id, ?, ?, ?, ?, ? FROM channels "
        "WHERE confirmed IS NOT NULL AND channels.person = ? "
        "AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = ? AND blocks.other = ?) "
        "ON CONFLICT DO NOTHING",
        (game, NO_SEAT, INVITED, at, at, other, other, person),
    )


def received(db: Database, person: str) -> list[Invitation]:
    sql = (
        "SELECT game, person, at FROM invitations JOIN games ON games.id = game "
        "WHERE other = ?1 AND answer IS NULL AND status = 'open' "
        "AND person NOT IN (SELECT other FROM blocks WHERE person = ?1) "
        # Whoever has sat down since has answered.
        "AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.person = ?1 AND claims.game = games.id "
        "AND claims.at > invitations.at) ORDER BY at DESC"
    )
    rows = rows_of(db, sql, person)
    named = names_of(db, {row["person"] for row in rows})
    by_game = {
        row["game"]: Invitation(row["game"], row["person"], *named[row["person"]], row["at"])
        for row in rows
    }
    return list(by_game.values())
