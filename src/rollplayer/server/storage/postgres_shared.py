"""What several processes share for a while, in their PostgreSQL database; all times are the database's own."""

# ruff: noqa: S608  The texts of queries are ours alone.

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from rollplayer.server.common.limits import Addresses, seconds_to_wait
from rollplayer.server.common.passkeys import Site
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import new_token, token_hash
from rollplayer.server.storage.challenges import (
    CHALLENGE_BYTES,
    CHALLENGE_SECONDS,
    MOST_CHALLENGES,
)
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.device_links import LINK_SECONDS, Link, new_number
from rollplayer.server.storage.leases import CLOCK, Leases
from rollplayer.server.storage.postgres_connection import PostgresConnection
from rollplayer.server.storage.reader import Reader
from rollplayer.server.storage.shared import EVERYBODY, Look, Rate
from rollplayer.server.storage.store import AlreadyThere, NotSaved

logger = logging.getLogger(__name__)

T = TypeVar("T")

TELL_SECONDS: Final = 0.5
"""So often processes tell each other how much their callers have asked for."""
PART_TOLD: Final = 50
"""Whoever has asked for less than this part of what they may is not worth a word yet."""
SWEEP_SECONDS: Final = 60.0
HEARD_SECONDS: Final = 30.0
"""So long an announcement is there. Whoever has not listened for longer looks at everything."""

LEVEL: Final = "least(:size, rates.drops + greatest(0, excluded.filled - rates.filled) * :rate)"
"""How much is left now, in a statement that meets an earlier row."""
TAKE: Final = (
    "INSERT INTO rates (name, key, drops, filled, until) "
    f"VALUES (:name, :key, :size - 1, {CLOCK}, {CLOCK} + :lasts) "
    f"ON CONFLICT (name, key) DO UPDATE SET drops = {LEVEL} - 1, "
    "filled = greatest(rates.filled, excluded.filled), until = excluded.until "
    f"WHERE {LEVEL} >= 1 RETURNING drops"
)
LEFT: Final = (
    f"SELECT least(:size, drops + greatest(0, {CLOCK} - filled) * :rate) FROM rates "
    "WHERE name = :name AND key = :key"
)
GIVE_BACK: Final = (
    "UPDATE rates SET drops = least(:size, drops + 1) WHERE name = :name AND key = :key"
)
TELL: Final = (
    "INSERT INTO rates (name, key, drops, filled, until) "
    f"SELECT :name, key, :size - spent, {CLOCK}, {CLOCK} + :lasts "
    "FROM unnest(CAST(:keys AS text[]), CAST(:spent AS float8[])) AS told (key, spent) "
    f"ON CONFLICT (name, key) DO UPDATE SET drops = greatest(-:most_owed, {LEVEL} - (:size - excluded.drops)), "
    "filled = greatest(rates.filled, excluded.filled), until = excluded.until "
    "RETURNING key, drops"
)


class PostgresShared:
    """On a connection of its own: no write of a game waits for it, and it for none."""

    def __init__(self, leases: Leases, node: str) -> None:
        self.leases = leases
        self.node = node
        self.links = PostgresLinks(self)
        self.challenges = PostgresChallenges(self)
        self._line: Reader | None = None
        self._told: list[Telling] = []
        self._looks: dict[str, list[Look]] = {}
        self._heard: set[int] = set()
        """The numbers of announcements that were listened to and are still there."""
        self._listened = 0.0
        self._unsaid: set[tuple[str, str]] = set()
        """What could not be announced: the database was out of reach."""

    def begin(self, connection: PostgresConnection) -> None:
        self._line = Reader(connection, "store-shared")
        self._listened = time.monotonic()

    async def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await asyncio.to_thread(line.close)

    async def run(self, run: Callable[[Database], T]) -> T:
        if self._line is None:
            raise NotSaved("the store is closed")
        return await self._line.read(run)

    def rate(self, name: str, size: int, seconds: float) -> Rate:
        return PostgresRate(self, name, size, seconds)

    def addresses(self, name: str, size: int, seconds: float) -> Addresses:
        counted = Addresses(size, seconds)
        if size:
            self._told.append(Telling(counted, Counting(self, name, size, seconds)))
        return counted

    async def announce(self, kind: str, about: str = EVERYBODY) -> None:
        sql = f"INSERT INTO announcements (node, kind, about, until) VALUES (?, ?, ?, {CLOCK} + ?)"
        values = (self.node, kind, about, round(HEARD_SECONDS * 1000))
        try:
            await self.run(lambda db: db.execute(sql, values).rowcount)
        except NotSaved as error:
            # What it is about has happened, so it is said as soon as that can be.
            self._unsaid.add((kind, about))
            logger.warning("not announced yet", extra={"kind": kind, "reason": str(error)})

    def on_announced(self, kind: str, look: Look) -> None:
        self._looks.setdefault(kind, []).append(look)

    async def listen(self) -> None:
        """Look at what others have announced. Numbers are given before they are seen, so one may come late."""
        sql = f"SELECT n, kind, about FROM announcements WHERE node <> ? AND until > {CLOCK} ORDER BY n"
        begun = time.monotonic()
        rows = await self.run(lambda db: db.execute(sql, (self.node,)).fetchall())
        new = {(kind, about) for n, kind, about in rows if n not in self._heard}
        self._heard = {n for n, _, _ in rows}
        if begun - self._listened >= HEARD_SECONDS:
            new |= {(kind, EVERYBODY) for kind in self._looks}
        self._listened = begun
        for kind, about in sorted(new):
            for look in self._looks.get(kind, ()):
                await look(about)

    async def work(self) -> None:
        loop = asyncio.get_running_loop()
        swept = loop.time()
        is_cut_off = False
        while True:
            await asyncio.sleep(TELL_SECONDS)
            try:
                for kind, about in [self._unsaid.pop() for _ in range(len(self._unsaid))]:
                    await self.announce(kind, about)
                await self.listen()
                for each in self._told:
                    await each.tell()
                if self.leases.keeps_house and loop.time() - swept >= SWEEP_SECONDS:
                    swept = loop.time()
                    await self.run(sweep)
                is_cut_off = False
            except NotSaved as error:
                if not is_cut_off:
                    logger.warning("nothing heard from others", extra={"reason": str(error)})
                is_cut_off = True
            except Exception:
                # What one announcement leads to must not end all others.
                logger.exception("fault among processes")


def sweep(db: Database) -> None:
    """Delete what nobody needs any more."""
    for table in ("rates", "device_links", "passkey_challenges", "announcements"):
        db.execute(f"DELETE FROM {table} WHERE until <= {CLOCK}")
    sql = (
        "DELETE FROM passkey_challenges WHERE challenge IN "
        "(SELECT challenge FROM passkey_challenges ORDER BY until DESC OFFSET ?)"
    )
    db.execute(sql, (MOST_CHALLENGES,))


# -- rates ------------------------------------------------------------------------------------------


class Counting:
    """A bucket for each key, in rows that do not tell whose they are."""

    def __init__(self, shared: PostgresShared, name: str, size: int, seconds: float) -> None:
        self.shared = shared
        self.name = name
        self.numbers: dict[str, Any] = {
            "name": name,
            "size": float(size),
            "rate": size / seconds / 1000,
            "lasts": round(seconds * 1000),
        }

    def key_of(self, key: str) -> str:
        return self.shared.leases.proof(f"rate {self.name} {key}")

    def about(self, key: str) -> Mapping[str, Any]:
        return {**self.numbers, "key": self.key_of(key)}


class PostgresRate(Counting):
    """Each is counted by all processes together, at once."""

    def __init__(self, shared: PostgresShared, name: str, size: int, seconds: float) -> None:
        super().__init__(shared, name, size, seconds)
        self.size = size
        self.seconds = seconds

    async def take(self, key: str, code: str) -> None:
        if not self.size:
            return
        about = self.about(key)

        def run(db: Database) -> float | None:
            """What is missing, if anything is."""
            if db.execute(TAKE, about).fetchone() is not None:
                return None
            row = db.execute(LEFT, about).fetchone()
            return 1.0 if row is None else 1.0 - row[0]

        missing = await self.shared.run(run)
        if missing is not None:
            raise Refused(code, seconds=seconds_to_wait(missing, self.size / self.seconds))

    async def give_back(self, key: str) -> None:
        about = self.about(key)
        await self.shared.run(lambda db: db.execute(GIVE_BACK, about).rowcount)


class Telling:
    """Addresses are counted here at once, and by all processes together soon after.

    Who comes to several processes in the same moment may get from each what all of them would give; the rest of the
    time they wait for it: so much may be owed. More may not, such as what processes have given that could not tell each
    other for long.
    """

    def __init__(self, counted: Addresses, counting: Counting) -> None:
        self.counted = counted
        self.counting = counting

    async def tell(self) -> None:
        """Say what was asked for here, and learn what is left after all others."""
        spent = self.counted.take_spent(max(1.0, self.counted.size / PART_TOLD))
        if not spent:
            return
        # In one order for all, so that no two processes wait for each other.
        by_key = dict(sorted((self.counting.key_of(address), address) for address in spent))
        others = max(1, len(self.counting.shared.leases.living) - 1)
        about = {
            **self.counting.numbers,
            "most_owed": self.counting.numbers["size"] * others,
            "lasts": self.counting.numbers["lasts"] * (others + 1),
            "keys": list(by_key),
            "spent": [spent[address] for address in by_key.values()],
        }
        try:
            rows = await self.counting.shared.run(lambda db: db.execute(TELL, about).fetchall())
        except NotSaved:
            for address, amount in spent.items():
                self.counted.bucket(address).spent += amount
            raise
        for key, drops in rows:
            self.counted.bucket(by_key[key]).learn(drops)


# -- links for devices ------------------------------------------------------------------------------

LINK: Final = "person, until, secret, device, number"


def link_of(row: Any) -> Link:
    person, until, secret, device, number = row
    return Link(person, until, None if secret is None else bytes(secret), device, number)


class PostgresLinks:
    """Each call is one statement, so of two who come with one link at the same moment one is first."""

    def __init__(self, shared: PostgresShared) -> None:
        self.shared = shared

    async def _one(self, sql: str, *values: Any) -> Link | None:
        def run(db: Database) -> Any:
            try:
                return db.execute(sql, values).fetchone()
            except db.IntegrityError as error:
                # The person has gone since.
                raise AlreadyThere(str(error)) from error

        row = await self.shared.run(run)
        return None if row is None else link_of(row)

    async def make(self, person: str) -> tuple[str, Link]:
        code = new_token()
        sql = (
            f"INSERT INTO device_links (code, person, until) VALUES (?, ?, {CLOCK} + ?) "
            "ON CONFLICT (person) DO UPDATE SET code = excluded.code, until = excluded.until, "
            f"secret = NULL, device = '', number = '' RETURNING {LINK}"
        )
        link = await self._one(sql, token_hash(code), person, round(LINK_SECONDS * 1000))
        assert link is not None
        return code, link

    async def of(self, person: str) -> Link | None:
        sql = f"SELECT {LINK} FROM device_links WHERE person = ? AND until > {CLOCK}"
        return await self._one(sql, person)

    async def forget(self, person: str) -> None:
        sql = "DELETE FROM device_links WHERE person = ?"
        await self.shared.run(lambda db: db.execute(sql, (person,)).rowcount)

    async def redeem(self, code: str, secret: bytes, device: str) -> Link:
        digest = token_hash(code)
        # Resent by the device that has come, it stays as it is: that one did not hear the answer.
        sql = (
            "UPDATE device_links SET secret = ?, "
            "device = CASE WHEN secret IS NULL THEN ? ELSE device END, "
            "number = CASE WHEN secret IS NULL THEN ? ELSE number END "
            f"WHERE code = ? AND until > {CLOCK} AND (secret IS NULL OR secret = ?) RETURNING {LINK}"
        )
        link = await self._one(sql, secret, device, new_number(), digest, secret)
        if link is None:
            raise Refused("spent-link")
        return link

    async def confirm(self, person: str, number: str) -> Link:
        sql = (
            "DELETE FROM device_links WHERE person = ? AND number = ? AND secret IS NOT NULL "
            f"AND until > {CLOCK} RETURNING {LINK}"
        )
        link = await self._one(sql, person, number)
        if link is None:
            raise Refused("no-link")
        return link


# -- challenges for passkeys ------------------------------------------------------------------------


class PostgresChallenges:
    """Taken by deleting it: nobody else has it then."""

    def __init__(self, shared: PostgresShared) -> None:
        self.shared = shared

    async def make(self, site: Site, person: str | None = None) -> bytes:
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        sql = (
            "INSERT INTO passkey_challenges (challenge, origin, site, person, until) "
            f"VALUES (?, ?, ?, ?, {CLOCK} + ?)"
        )
        values = (challenge, site.origin, site.name, person, round(CHALLENGE_SECONDS * 1000))
        await self.shared.run(lambda db: db.execute(sql, values).rowcount)
        return challenge

    async def take(self, challenge: bytes, person: str | None = None) -> Site:
        sql = (
            "DELETE FROM passkey_challenges WHERE challenge = ? AND person IS ? "
            f"AND until > {CLOCK} RETURNING origin, site"
        )
        row = await self.shared.run(lambda db: db.execute(sql, (challenge, person)).fetchone())
        if row is None:
            raise Refused("spent-challenge")
        return Site(*row)
