"""Leases in a PostgreSQL database that several processes share; all times are the database's own."""

import asyncio
import hashlib
import hmac
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from psycopg import errors

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.leases import CLOCK, HeldElsewhere, HeldUp, Node
from rollplayer.server.storage.postgres_connection import OutOfReach, PostgresConnection
from rollplayer.server.storage.postgres_sessions import NODE_KEY
from rollplayer.server.storage.reader import Reader
from rollplayer.server.storage.store import Fence, Fenced, NotSaved

logger = logging.getLogger(__name__)

T = TypeVar("T")

SALT: Final = "nodes"
WAIT: Final = "SET lock_timeout = 50"
"""Milliseconds to wait for whoever is just writing for a game before others have their turn: they want rooms, too."""

SETTLED: Final = 2
"""How many leases long whatever sends callers to a process may take to notice that it is back."""
DOUBTED_SECONDS: Final = 30.0
"""Longer than a game takes to be loaded."""

LEASE: Final = (
    "SELECT epoch, node, address, CASE "  # noqa: S608  ours
    f"WHEN node IS NULL OR node = :self OR coalesce(until <= {CLOCK}, true) THEN false "
    f"ELSE NOT pg_try_advisory_xact_lock_shared({NODE_KEY.replace('?', 'node')}) END AS lives, was "
    "FROM leases LEFT JOIN nodes ON nodes.name = node WHERE game = :game"
)
"""The lease of a room, and whether another process that lives has it: one that has gone keeps its name no more."""
TAKE: Final = (
    f"WITH lease AS ({LEASE}), taken AS ("  # noqa: S608  ours
    "UPDATE leases SET node = :self, epoch = leases.epoch + 1 FROM lease "
    "WHERE game = :game AND leases.epoch = lease.epoch AND (:by_force = 1 OR NOT lives) "
    "RETURNING leases.epoch), "
    "counted AS (UPDATE nodes SET lost = lost + 1 FROM lease, taken "
    "WHERE name = lease.node AND name <> :self) "
    f"SELECT lease.node, lease.address, lives, taken.epoch, coalesce(lease.node, was), {CLOCK} "
    "FROM lease LEFT JOIN taken ON true"
)
"""In one statement: a process that dies has hundreds of rooms, which all are asked for at once, and whoever waits for a
thread between two statements would keep the others from the row of that process."""
GIVE_BACK: Final = "UPDATE leases SET node = NULL, was = node WHERE node = ?"
FIRST: Final = (
    "INSERT INTO leases (game, node, epoch) SELECT id, ?, 1 FROM games WHERE id = ? "
    "ON CONFLICT DO NOTHING RETURNING epoch"
)


def check_fences(db: Database, fences: Sequence[Fence], node: Node) -> None:
    """Raises Fenced if a room has another owner by now; until the transaction ends nobody can become it.

    An epoch alone does not tell: a lease need not be on the disk yet when PostgreSQL loses its power, and whoever
    takes the room afterwards gets the same epoch again. They may have given it back since, so a room that nobody has
    is not ours either.
    """
    sql = "SELECT game, epoch FROM leases WHERE game = ANY(?) AND node = ? ORDER BY game FOR SHARE"
    games = [each.game for each in fences]
    epochs = dict(db.execute(sql, (games, node.name)).fetchall()) if games else {}
    for each in fences:
        if epochs.get(each.game) != each.epoch:
            raise Fenced(f"another process owns the room of {each.game}")


def put_lease(db: Database, game: str, node: Node) -> Fence:
    """The lease of a new game, in its transaction."""
    sql = "INSERT INTO leases (game, node, epoch) VALUES (?, ?, 1)"
    db.execute(sql, (game, node.name))
    return Fence(game, 1)


@dataclass(frozen=True)
class Former:
    """The process that had a room before this one, if any, and when it was taken."""

    node: str | None
    taken: int


@dataclass(frozen=True)
class Living:
    """A process whose leases hold."""

    node: Node
    drains: bool
    started: int
    seen: int


@dataclass(frozen=True)
class Renewed:
    """What a process learns when it renews its leases."""

    lost: int
    is_to_drain: bool
    living: list[Living]
    """All processes; who keeps house is the first."""
    clock: int


class PostgresLeases:
    """The leases of one process, on two connections of their own.

    One keeps its name and renews. A process that is killed loses it, and with it the name: whoever finds that out may
    take its rooms at once. One that stands still keeps the name, and its leases run out. The other one asks for rooms:
    anybody can make it wait, by asking for games that are just written or do not exist, but not the renewals.
    """

    def __init__(self, node: Node, seconds: float) -> None:
        self.node = node
        self.seconds = seconds
        self._keeping: Reader | None = None
        self._taking: Reader | None = None
        self._lost = 0
        self._connection: PostgresConnection | None = None
        """The one that keeps and renews."""
        self._session: object = None
        """Which one it was at the last renewal."""
        self._doubted_until = 0.0
        """Whoever has lost the connection that renews compares all leases for a while: PostgreSQL may have lost its
        power, and with it leases that were not on the disk. A game that was being loaded is held a moment later."""
        self.living: list[str] = []
        self.others_since: int | None = None
        self._takers: list[Living] = []
        """The others that take rooms."""
        self._former: dict[str, Former] = {}
        """Whose the rooms were that this process has."""
        self.is_to_drain = False
        self._house_until = 0.0
        self._known_until = 0.0
        """Until then what the last renewal found holds: later, who was there may be gone."""
        self._key = b""
        self._time = 0
        self._time_at = 0.0
        """What the clock of the store said, and when that was by the clock of this process."""

    @property
    def keeps_house(self) -> bool:
        return time.monotonic() < self._house_until

    def begin(self, keeping: PostgresConnection, taking: PostgresConnection) -> None:
        """Be known to the others; blocks. What an earlier process of this name has left is free."""
        with_transaction(keeping, self._enter)
        begun = time.monotonic()
        self._note(with_transaction(keeping, self._renew), begun)
        self._connection, self._session = keeping, keeping.session
        sql = "SELECT value FROM salts WHERE name = ?"
        self._key = bytes(keeping.execute(sql, (SALT,)).fetchone()[0])
        self._keeping = Reader(keeping, "store-leases")
        self._taking = Reader(taking, "store-rooms")

    def _enter(self, db: Database) -> None:
        db.execute(GIVE_BACK, (self.node.name,))
        db.execute("DELETE FROM watching WHERE node = ?", (self.node.name,))
        db.execute(
            f"INSERT INTO nodes (name, address, started, seen, until) SELECT ?, ?, {CLOCK}, {CLOCK}, "
            f"{CLOCK} + ? ON CONFLICT (name) DO UPDATE SET address = excluded.address, "
            "started = excluded.started, seen = excluded.seen, until = excluded.until, lost = 0, "
            "drain = false, drains = false",
            (self.node.name, self.node.address, self._milliseconds),
        )
        db.execute(
            "INSERT INTO salts (name, value) VALUES (?, randomblob(32)) ON CONFLICT DO NOTHING",
            (SALT,),
        )

    async def close(self) -> None:
        """Give everything back: whoever is asked next takes it at once."""
        keeping, self._keeping = self._keeping, None
        taking, self._taking = self._taking, None
        if keeping is None or taking is None:
            return

        def leave(db: Database) -> None:
            db.execute(GIVE_BACK, (self.node.name,))
            db.execute("DELETE FROM nodes WHERE name = ?", (self.node.name,))

        try:
            await keeping.read(lambda db: with_transaction(db, leave))
        except NotSaved as error:
            # They run out by themselves.
            logger.warning("leases not given back", extra={"reason": str(error)})
        finally:
            await asyncio.to_thread(taking.close)
            await asyncio.to_thread(keeping.close)

    @property
    def _milliseconds(self) -> int:
        return round(self.seconds * 1000)

    async def _run(self, run: Callable[[Database], T]) -> T:
        assert self._keeping is not None, "the store is closed"
        return await self._keeping.read(lambda db: with_transaction(db, run))

    # -- one room -----------------------------------------------------------------------------------

    async def owner(self, game: str) -> Node | None:
        def run(db: Database) -> Node | None:
            row = db.execute(LEASE, {"self": self.node.name, "game": game}).fetchone()
            return Node(row[1], row[2]) if row is not None and row[3] else None

        return await self._ask(run)

    async def take(self, game: str, *, by_force: bool = False) -> Fence | None:
        def run(db: Database) -> tuple[Fence, Former] | None:
            try:
                return self._take(db, game, by_force=by_force)
            except errors.LockNotAvailable as error:
                raise HeldUp(game) from error

        taken = await self._ask(run)
        if taken is None:
            return None
        fence, self._former[game] = taken
        return fence

    def _take(self, db: Database, game: str, *, by_force: bool) -> tuple[Fence, Former] | None:
        """The room of a game, and whose it was."""
        wish = {"self": self.node.name, "game": game, "by_force": by_force}
        while True:
            row = db.execute(TAKE, wish).fetchone()
            if row is None:
                # Nobody ever had it.
                found = db.execute(FIRST, (self.node.name, game)).fetchone()
                if found is not None:
                    return Fence(game, found[0]), Former(None, 0)
                if db.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is None:
                    return None
                continue
            name, address, lives, epoch, *former = row
            if epoch is not None:
                return Fence(game, epoch), Former(*former)
            if lives and not by_force:
                raise HeldElsewhere(Node(name, address))
            # Somebody was quicker, and is the owner now, or the game is gone.

    async def give_back(self, fence: Fence | None) -> None:
        if fence is None or self._taking is None:
            return
        self._former.pop(fence.game, None)
        sql = GIVE_BACK + " AND game = ? AND epoch = ?"
        values = (self.node.name, fence.game, fence.epoch)
        await self._ask(lambda db: db.execute(sql, values).rowcount)

    async def _ask(self, run: Callable[[Database], T]) -> T:
        """Single statements, which need no transaction and can be repeated."""

        def again(db: Database) -> T:
            try:
                return run(db)
            except OutOfReach:
                # Lost since it was last used, perhaps; now it is made again.
                return run(db)

        assert self._taking is not None, "the store is closed"
        return await self._taking.read(again)

    # -- all rooms ----------------------------------------------------------------------------------

    async def renew(self, held: Callable[[], Mapping[str, Fence]]) -> list[Fence]:
        begun = time.monotonic()
        renewed = await self._run(self._renew)
        self._note(renewed, begun)
        assert self._connection is not None
        if self._connection.session != self._session:
            self._session = self._connection.session
            self._doubted_until = time.monotonic() + DOUBTED_SECONDS
        if renewed.lost == self._lost and time.monotonic() >= self._doubted_until:
            return []
        # Before asking: what is taken from here on is in the answer.
        mine = dict(held())
        sql = "SELECT game, epoch FROM leases WHERE node = ?"
        name = (self.node.name,)
        rows = await self._run(lambda db: db.execute(sql, name).fetchall())
        self._lost = renewed.lost
        epochs = dict(rows)
        return [fence for fence in mine.values() if epochs.get(fence.game) != fence.epoch]

    def _note(self, renewed: "Renewed", begun: float) -> None:
        """What a renewal that was begun at this time has found."""
        self._time, self._time_at = renewed.clock, begun
        self.living = [each.node.name for each in renewed.living]
        own = self.node.name
        others = [each for each in renewed.living if each.node.name != own]
        self._takers = [each for each in others if not each.drains]
        self.others_since = min((each.started for each in others), default=None)
        self.is_to_drain = renewed.is_to_drain
        self._known_until = begun + self.seconds
        self._house_until = self._known_until if self.living[0] == own else 0.0

    def _renew(self, db: Database) -> "Renewed":
        update = f"UPDATE nodes SET seen = {CLOCK}, until = {CLOCK} + ? WHERE name = ? RETURNING lost, drain"  # noqa: S608
        select = (
            f"SELECT name, address, drains, started, seen, {CLOCK} FROM nodes WHERE until > {CLOCK} "  # noqa: S608
            "ORDER BY drains, started, name"
        )
        while True:
            row = db.execute(update, (self._milliseconds, self.node.name)).fetchone()
            if row is None:
                # Somebody has deleted it by hand.
                self._enter(db)
                row = (0, False)
            rows = db.execute(select).fetchall()
            living = [Living(Node(name, address), *rest) for name, address, *rest, _ in rows]
            if any(each.node.name == self.node.name for each in living):
                return Renewed(row[0], row[1], living, rows[-1][-1])
            # This process stood still between the two, for as long as its leases hold.

    # -- going --------------------------------------------------------------------------------------

    async def drain(self) -> None:
        # Before anybody else begins to.
        self._house_until = 0.0

        def say(db: Database) -> Renewed:
            db.execute("UPDATE nodes SET drains = true WHERE name = ?", (self.node.name,))
            return self._renew(db)

        begun = time.monotonic()
        self._note(await self._run(say), begun)

    def successor(self, game: str) -> Node | None:
        def rank(node: Node) -> bytes:
            return hashlib.sha256(f"{game} {node.name}".encode()).digest()

        return max((each.node for each in self._takers), key=rank, default=None)

    def others(self) -> list[Node]:
        return [each.node for each in self._takers]

    def newest(self) -> Node | None:
        newest = max(self._takers, key=lambda each: (each.started, each.node.name), default=None)
        return None if newest is None else newest.node

    def owed(self) -> list[str]:
        if time.monotonic() >= self._known_until:
            return []
        others: dict[str | None, Living] = {each.node.name: each for each in self._takers}
        return [
            game
            for game, former in self._former.items()
            if former.node in others and self._is_back(others[former.node], former.taken)
        ]

    def _is_back(self, other: Living, taken: int) -> bool:
        """Whether a process was started again, and has been heard of, since a room of it was taken."""
        # Whoever came before that may have been sent here because nobody knew yet that it was back.
        settled = other.started + SETTLED * self._milliseconds
        return taken < settled <= self.time() and taken < other.seen

    # -- among processes ----------------------------------------------------------------------------

    def time(self) -> int:
        return self._time + round((time.monotonic() - self._time_at) * 1000)

    def proof(self, text: str) -> str:
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()


def with_transaction(db: Database, run: Callable[[Database], T]) -> T:
    db.begin()
    try:
        result = run(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result
