"""People one has played with, friends, and those one wants to hear nothing of.

Nobody gets the id of another person. A **handle** stands for one person in the eyes of one other: it is made
from both ids and a secret of the store, so it is worth nothing to whoever steals or guesses it.
"""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from rollplayer.server.common.tokens import now
from rollplayer.server.storage.database import Database, marks, optional_json
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import NotSaved

HANDLE_BYTES: Final = 15
MOST_FRIENDS: Final = 200
"""Friends and requests that wait, together."""
MOST_LISTED: Final = 50
"""How many of those whom one has only played with are listed, the latest first."""

MOST_AT_ONCE: Final = 500
"""How many persons are looked up by one query."""

FRIEND: Final = "friend"
ASKED: Final = "asked"
ASKS: Final = "asks"
BLOCKED: Final = "blocked"
PLAYED: Final = "played"


class TooManyFriends(NotSaved):
    """A person has as many friends as one may have."""


class NoRequest(NotSaved):
    """Nobody has asked, or no longer does."""


class UnblockFirst(NotSaved):
    """One cannot ask somebody whom one has blocked."""


@dataclass(frozen=True)
class Acquaintance:
    """Another person in the eyes of one."""

    id: str
    handle: str
    name: str
    portrait: dict[str, str] | None
    relation: str
    played: int | None
    """When the last game with both began."""
    games: int


class Friends:
    """The part of the store that knows who knows whom."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self._secret: bytes | None = None

    async def secret(self) -> bytes:
        if self._secret is None:
            self._secret = await self.store.salt("handles")
        return self._secret

    async def people(self, person: str) -> list[Acquaintance]:
        """Everybody a person may name, friends first, then the latest played with."""
        secret = await self.secret()

        def run(db: Database) -> list[Acquaintance]:
            played = played_with(db, person)
            relations = relations_of(db, person)
            named = names_of(db, {*played, *relations})
            return [
                Acquaintance(
                    id,
                    handle_of(secret, person, id),
                    name,
                    portrait,
                    relations.get(id, PLAYED),
                    *played.get(id, (None, 0)),
                )
                for id, (name, portrait) in named.items()
            ]

        people = await self.store.tables.read(run)
        order = (ASKS, FRIEND, ASKED, PLAYED, BLOCKED)
        return sorted(people, key=lambda each: (order.index(each.relation), -(each.played or 0)))

    async def find(self, person: str, handle: str) -> Acquaintance | None:
        """Whoever this person knows by a handle. All are compared, whichever it is."""
        found = None
        for each in await self.people(person):
            if hmac.compare_digest(each.handle.encode(), handle.encode()):
                found = each
        return found

    # -- friends ------------------------------------------------------------------------------------

    async def ask(self, person: str, other: str) -> None:
        """Ask somebody to be friends; if they have asked, too, both are.

        The same is written whether or not the other has blocked this person, who cannot tell.
        """
        at = now()

        def run(db: Database) -> None:
            relation = relations_of(db, person, other).get(other, PLAYED)
            if relation == BLOCKED:
                raise UnblockFirst(other)
            if relation == FRIEND:
                return
            if count_friends(db, person) >= MOST_FRIENDS:
                raise TooManyFriends(person)
            db.execute(
                "INSERT INTO friendships (person, other, asked, declined) VALUES (:person, :other, :at, "
                "(SELECT :at FROM blocks WHERE person = :other AND other = :person)) "
                "ON CONFLICT (person, other) DO UPDATE SET asked = :at",
                {"person": person, "other": other, "at": at},
            )
            # Both have asked, so both agree.
            db.execute(
                "UPDATE friendships SET agreed = :at, declined = NULL WHERE person = :other "
                "AND other = :person AND asked IS NOT NULL",
                {"person": person, "other": other, "at": at},
            )

        await self.store.writer.write(run)

    async def answer(self, person: str, other: str, *, accept: bool) -> None:
        at = now()
        # What was written meanwhile decides: a request that was withdrawn cannot be accepted.
        sql = (
            f"UPDATE friendships SET {'agreed' if accept else 'declined'} = ? "  # noqa: S608
            "WHERE person = ? AND other = ? "
            "AND asked IS NOT NULL AND agreed IS NULL AND declined IS NULL"
        )

        def run(db: Database) -> None:
            if accept and count_friends(db, person) >= MOST_FRIENDS:
                raise TooManyFriends(person)
            if not db.execute(sql, (at, other, person)).rowcount:
                raise NoRequest(other)

        await self.store.writer.write(run)

    async def remove(self, person: str, other: str) -> None:
        """End a friendship, or withdraw a request. One that was declined stays so."""
        await self.store.writer.write(lambda db: part(db, person, other))

    async def block(self, person: str, other: str, *, blocked: bool) -> None:
        """Hear nothing of somebody any more, or again. What there was between both ends."""
        at = now()

        def run(db: Database) -> None:
            if not blocked:
                db.execute("DELETE FROM blocks WHERE person = ? AND other = ?", (person, other))
                return
            db.execute(
                "INSERT INTO blocks (person, other, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (person, other, at),
            )
            part(db, person, other)
            sql = "UPDATE friendships SET declined = coalesce(declined, ?) WHERE person = ? AND other = ?"
            db.execute(sql, (at, other, person))
            sql = (
                "UPDATE invitations SET answer = 'withdrawn' "
                "WHERE person = ? AND other = ? AND answer IS NULL"
            )
            db.execute(sql, (person, other))

        await self.store.writer.write(run)

    async def is_unwelcome(self, person: str, game: str, host_hash: bytes) -> bool:
        """Whether the host of a game has blocked somebody."""
        sql = (
            "SELECT EXISTS (SELECT 1 FROM claims JOIN blocks ON blocks.person = claims.person "
            "WHERE claims.game = ? AND claims.digest = ? AND blocks.other = ?)"
        )
        row = await self.store.tables.read(
            lambda db: db.execute(sql, (game, host_hash, person)).fetchone()
        )
        return bool(row[0])


def handle_of(secret: bytes, person: str, other: str) -> str:
    """What one person calls another.

    >>> handle_of(b"secret", "ada", "bo"), handle_of(b"secret", "bo", "ada")
    ('eAnZnYKpvuTNfPyFXHMR', 'bwU2sVvJVvaXDmK2Zdkn')
    """
    mark = hmac.digest(secret, f"{person} {other}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(mark[:HANDLE_BYTES]).decode()


def played_with(db: Database, person: str) -> dict[str, tuple[int, int]]:
    """Who was at a begun game with somebody: when the last one began, and how many there were.

    Two who hold the same token share a seat; that alone makes nobody known to the other.
    """
    sql = (
        "SELECT theirs.person, max(mine.started) AS last, count(DISTINCT mine.game) "
        "FROM players AS mine JOIN players AS theirs ON theirs.game = mine.game "
        "AND theirs.person <> mine.person AND theirs.digest <> mine.digest "
        "WHERE mine.person = ? GROUP BY theirs.person ORDER BY last DESC"
    )
    return {other: (last, games) for other, last, games in db.execute(sql, (person,))}


def relations_of(db: Database, person: str, other: str | None = None) -> dict[str, str]:
    """What others are to somebody, apart from having played together."""
    relations: dict[str, str] = {}
    sql = (
        "SELECT other, agreed, 0, asked, NULL FROM friendships WHERE person = :me "
        "AND :other IN (other, '') UNION ALL "
        "SELECT person, agreed, 1, asked, declined FROM friendships WHERE other = :me "
        "AND :other IN (person, '')"
    )
    for id, agreed, incoming, asked, declined in db.execute(
        sql, {"me": person, "other": other or ""}
    ):
        if agreed is not None:
            relations[id] = FRIEND
        elif asked is not None and not incoming:
            relations.setdefault(id, ASKED)
        elif asked is not None and declined is None and relations.get(id) != FRIEND:
            relations[id] = ASKS
    for (id,) in db.execute("SELECT other FROM blocks WHERE person = ?", (person,)):
        if other in (None, id):
            relations[id] = BLOCKED
    return relations


def names_of(db: Database, ids: set[str]) -> dict[str, tuple[str, dict[str, str] | None]]:
    wanted = sorted(ids)
    named: dict[str, tuple[str, dict[str, str] | None]] = {}
    for first in range(0, len(wanted), MOST_AT_ONCE):
        some = wanted[first : first + MOST_AT_ONCE]
        # Nothing but question marks.
        sql = f"SELECT id, name, portrait FROM persons WHERE id IN ({marks(some)})"  # noqa: S608
        for id, name, portrait in db.execute(sql, some):
            named[id] = name, optional_json(portrait)
    return named


def count_friends(db: Database, person: str) -> int:
    """Friends, and those who were asked."""
    sql = (
        "SELECT (SELECT count(*) FROM friendships WHERE person = :me AND asked IS NOT NULL) + "
        "(SELECT count(*) FROM friendships WHERE other = :me AND agreed IS NOT NULL)"
    )
    (count,) = db.execute(sql, {"me": person}).fetchone()
    return int(count)


def part(db: Database, person: str, other: str) -> None:
    """They are friends no more, either may ask again, and what this person has asked is withdrawn."""
    sql = (
        "DELETE FROM friendships WHERE agreed IS NOT NULL "
        "AND ((person = :one AND other = :two) OR (person = :two AND other = :one))"
    )
    if db.execute(sql, {"one": person, "two": other}).rowcount:
        # If both had asked, one of the two rows was agreed to: the other one has done its duty.
        sql = (
            "DELETE FROM friendships WHERE (person = ? AND other = ?) OR (person = ? AND other = ?)"
        )
        db.execute(sql, (person, other, other, person))
    db.execute(
        "UPDATE friendships SET asked = NULL WHERE person = ? AND other = ?", (person, other)
    )
