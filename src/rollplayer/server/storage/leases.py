"""Who owns the room of a game: one process at a time, whichever of those that share a store.

A lease has an epoch, which grows by one whenever the room changes hands. Every write for a game names the epoch under
which it was begun (``Fence``) and fails as a whole, in its own transaction, if the lease has another one by then.
What a process believes about its leases therefore never matters, only what the store says.
"""

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from rollplayer.server.common.tokens import now
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.store import Fence, NotSaved

CLOCK: Final = "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"
"""Milliseconds by the clock of PostgreSQL, the only store that several processes can share."""


@dataclass(frozen=True)
class Node:
    """A process that serves games of a store which it shares with others."""

    name: str
    address: str
    """Where the others reach it."""


class HeldElsewhere(NotSaved):
    """Another process owns the room."""

    def __init__(self, node: Node) -> None:
        super().__init__(f"{node.name} owns the room")
        self.node = node


class HeldUp(NotSaved):
    """The lease can be taken, but not yet: its last owner stands still in the middle of writing, or others take some."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} is being written")


class Leases(Protocol):
    """The leases of one process."""

    seconds: float
    """How long they hold without being renewed; 0 where nobody else could take them."""

    @property
    def keeps_house(self) -> bool:
        """Whether this process does what one does for all: notices, instructions, what is due."""

    @property
    def living(self) -> Collection[str]:
        """The names of all processes that serve these games, as of the last renewal; none if this one is alone."""

    @property
    def others_since(self) -> int | None:
        """Since when another process serves these games, by the clock of the store, as of the last renewal."""

    async def owner(self, game: str) -> Node | None:
        """Who else owns the room of a game; None if nobody does."""

    async def take(self, game: str, *, by_force: bool = False) -> Fence | None:
        """Own the room of a game; raises HeldElsewhere, by force never, and HeldUp if it must be tried again.

        None means that writes need no fence, or that there is no such game.
        """

    async def give_back(self, fence: Fence | None) -> None: ...

    async def renew(self, held: Callable[[], Mapping[str, Fence]]) -> list[Fence]:
        """Hold on to all leases; returns those of ``held`` that others have taken."""

    @property
    def is_to_drain(self) -> bool:
        """Whether an operator wants this process to hand its rooms over and end."""

    async def drain(self) -> None:
        """Tell the others that this process takes no more rooms, and that another one keeps house."""

    def successor(self, game: str) -> Node | None:
        """Who could take a room that this process does not want; None if there is nobody else."""

    def others(self) -> list[Node]:
        """The others that take rooms, as of the last renewal."""

    def newest(self) -> Node | None:
        """Who was started last of the others that take rooms; None if there is nobody else."""

    def owed(self) -> list[str]:
        """Games whose rooms were taken from another process while it was away, if that is back, as of the last renewal."""

    def time(self) -> int:
        """Milliseconds by the clock of the store, the same for all."""

    def proof(self, text: str) -> str:
        """What only the processes of this store can know of a text."""


class Alone:
    """The leases of a process that has its store for itself: they cost nothing and hold forever."""

    seconds = 0.0
    keeps_house = True
    living = ()
    others_since = None
    is_to_drain = False

    async def owner(self, game: str) -> Node | None:
        return None

    async def take(self, game: str, *, by_force: bool = False) -> Fence | None:
        return None

    async def give_back(self, fence: Fence | None) -> None: ...

    async def renew(self, held: Callable[[], Mapping[str, Fence]]) -> list[Fence]:
        return []

    async def drain(self) -> None: ...

    def successor(self, game: str) -> Node | None:
        return None

    def others(self) -> list[Node]:
        return []

    def newest(self) -> Node | None:
        return None

    def owed(self) -> list[str]:
        return []

    def time(self) -> int:
        return now()

    def proof(self, text: str) -> str:
        """Nobody passes anything on to a process that is alone, so nothing proves it."""
        return secrets.token_hex()


# -- for operators ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class NodeRow:
    """A process as the store knows it."""

    name: str
    address: str
    started: int
    seen: int
    lives: bool
    """Whether its leases still hold."""
    drains: bool
    """Whether it hands its rooms over and takes no more."""
    rooms: int

    @property
    def state(self) -> str:
        return "silent" if not self.lives else "drains" if self.drains else "lives"


@dataclass(frozen=True)
class LeaseRow:
    """Who owns a room, and how often it has changed hands."""

    game: str
    node: str
    epoch: int


def database_time(db: Database) -> int:
    return int(db.execute(f"SELECT {CLOCK}").fetchone()[0])


def nodes_of(db: Database) -> list[NodeRow]:
    """The processes that share a store, the oldest first; none where there can be only one."""
    if not db.columns("nodes"):
        return []
    sql = (
        f"SELECT name, address, started, seen, until > {CLOCK}, drains, "  # noqa: S608  ours
        "(SELECT count(*) FROM leases WHERE node = nodes.name) FROM nodes ORDER BY started, name"
    )
    return [NodeRow(*row) for row in db.execute(sql)]


def order_to_drain(db: Database, node: str) -> int | None:
    """Have a process hand its rooms over and end; returns when it was started, None if none of that name lives."""
    if not db.columns("nodes"):
        return None
    sql = f"UPDATE nodes SET drain = true WHERE name = ? AND until > {CLOCK} RETURNING started"  # noqa: S608
    row = db.execute(sql, (node,)).fetchone()
    return None if row is None else int(row[0])


def has_ended(db: Database, node: str, started: int) -> bool:
    """Whether a process is there no more; another one of its name may be."""
    sql = f"SELECT 1 FROM nodes WHERE name = ? AND started = ? AND until > {CLOCK}"  # noqa: S608
    return db.execute(sql, (node, started)).fetchone() is None


def leases_of(db: Database, node: str) -> list[LeaseRow]:
    if not db.columns("leases"):
        return []
    sql = "SELECT game, node, epoch FROM leases WHERE node = ? ORDER BY game"
    return [LeaseRow(*row) for row in db.execute(sql, (node,))]
