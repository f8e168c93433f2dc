"""What people have reported to the operator, the chat that goes with it, and what was done about a person."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rollplayer.server.common.tokens import Hashes, now

if TYPE_CHECKING:
    from rollplayer.server.storage.database import Database
    from rollplayer.server.storage.sql_store import SqlStore

RESOLVED_KEPT: Final = 90 * 24 * 3600 * 1000
"""Milliseconds for which a report is kept after it was resolved."""
Place = tuple[int | None, bytes | None]
"""A seat, None for the host without one, and the hash of the token on it."""


@dataclass(frozen=True)
class Report:
    """What somebody at a table says about somebody else there."""

    game: str
    seat: int | None
    name: str
    digest: bytes | None
    """Of the token on the seat, by which its person is found, if it is one."""
    reporter: str | None
    reporter_seat: int | None
    reason: str
    text: str


@dataclass(frozen=True)
class Bearing:
    """How somebody stands to others at a table: whom they do not hear, and whether they may be there."""

    unheard: frozenset[Place] = frozenset()
    barred: bool = False


@dataclass(frozen=True)
class Sanction:
    """What an operator has done about a person."""

    warning: str | None = None
    muted: int | None = None
    barred: int | None = None


class Reports:
    """The part of the store that operators look into."""

    def __init__(self, store: "SqlStore") -> None:
        self.store = store

    async def add(self, report: Report) -> None:
        """Keep a report with the chat of its game. While one waits, the same is not added again."""
        at = now()

        def run(db: "Database") -> None:
            forget_resolved(db, at)
            sql = (
                "SELECT 1 FROM reports WHERE game = ? AND seat IS ? AND reporter_seat IS ? "
                "AND resolved IS NULL"
            )
            if db.execute(sql, (report.game, report.seat, report.reporter_seat)).fetchone():
                return
            sql = (
                "INSERT INTO reports (at, game, seat, name, about, reporter, reporter_seat, reason, "
                "text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING n"
            )
            (n,) = db.execute(
                sql,
                (
                    at,
                    report.game,
                    report.seat,
                    report.name,
                    claimant_of(db, report.game, report.digest),
                    report.reporter,
                    report.reporter_seat,
                    report.reason,
                    report.text,
                ),
            ).fetchone()
            db.execute(
                "INSERT INTO evidence (report, n, at, seat, name, text) "
                "SELECT ?, n, at, seat, name, text FROM chat WHERE game = ?",
                (n, report.game),
            )

        await self.store.writer.write(run)

    async def sanction(self, person: str) -> Sanction:
        sql = "SELECT warning, muted, barred FROM sanctions WHERE person = ?"
        row = await self.store.tables.read(lambda db: db.execute(sql, (person,)).fetchone())
        return Sanction() if row is None else Sanction(*row)

    async def has_read(self, person: str) -> None:
        """The warning has been read."""
        sql = "UPDATE sanctions SET warning = NULL WHERE person = ?"
        await self.store.writer.write(lambda db: db.execute(sql, (person,)).rowcount)

    async def claimant(self, game: str, digest: bytes) -> str | None:
        """The person who has claimed a token."""
        return await self.store.tables.read(lambda db: claimant_of(db, game, digest))


def claimant_of(db: "Database", game: str, digest: bytes | None) -> str | None:
    sql = "SELECT person FROM claims WHERE game = ? AND digest = ?"
    row = db.execute(sql, (game, digest)).fetchone()
    return None if row is None else str(row[0])


def forget_resolved(db: "Database", at: int) -> None:
    db.overwrite_deleted()
    db.execute("DELETE FROM reports WHERE resolved < ?", (at - RESOLVED_KEPT,))


def bearing_of(db: "Database", game: str, devices: Hashes) -> Bearing:
    """How the persons of these devices stand to others at a table."""
    unheard: set[Place] = set()
    barred = False
    for digest in devices:
        sql = (
            "SELECT 1 FROM sanctions JOIN devices ON devices.person = sanctions.person "
            "WHERE devices.digest = ? AND barred IS NOT NULL"
        )
        barred = barred or db.execute(sql, (digest,)).fetchone() is not None
        sql = (
            "SELECT seat, claims.digest FROM devices JOIN blocks ON blocks.person = devices.person "
            "JOIN claims ON claims.person = blocks.other WHERE devices.digest = ? AND game = ?"
        )
        for seat, held in db.execute(sql, (digest, game)):
            # What was said before somebody got up stays unheard, until another sits there.
            unheard |= {(seat, bytes(held)), (seat, None)}
    return Bearing(frozenset(unheard), barred)


def sanctioned(db: "Database", what: str) -> set[bytes]:
    """The hashes of tokens that muted, or barred, persons have claimed."""
    # The column is one of ours.
    sql = (
        "SELECT digest FROM claims JOIN sanctions ON sanctions.person = claims.person "  # noqa: S608
        f"WHERE sanctions.{what} IS NOT NULL"
    )
    return {bytes(row[0]) for row in db.execute(sql)}
