"""What the server keeps: the rows, and the protocol that every store follows.

When a call returns, its changes are on disk; otherwise it raises NotSaved and has changed nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from rollplayer.ratings.table import Ending


class NotSaved(Exception):
    """The store could not write; nothing has changed."""


class AlreadyThere(NotSaved):
    """The entry, command or key is in the store already."""


class SaidBefore(AlreadyThere):
    """This very message of the chat is in the store already."""


class Fenced(NotSaved):
    """Another process owns the room by now, so nothing was written for it."""


class Gap(NotSaved):
    """The store has lost entries that it had, so nothing was written that follows them."""


class KeyUsed(NotSaved):
    """Something else was done with this Idempotency-Key."""


class Damaged(ValueError):
    """A row exists but cannot be read; says which part."""


class TooMuchWork(NotSaved):
    """A search was aborted because it took too long."""


@dataclass
class GameRow:
    """A game apart from its seats and its log."""

    id: str
    title: str
    status: str
    options: dict[str, Any]
    rules: str
    content: str
    seed: bytes = field(repr=False)
    host_hash: bytes = field(repr=False)
    listed: bool
    watch: bool
    pace: str
    language: str
    created: int
    header: dict[str, Any] | None = None
    started: int | None = None
    finished: int | None = None
    result: dict[str, Any] | None = None
    rematch: str | None = None
    settled: int = 0
    """The version at which somebody last left: earlier answers cannot be undone without them."""
    host_muted: bool = False
    time_limit: dict[str, Any] | None = None
    """What was agreed on the time for a turn."""
    times: dict[str, Any] | None = None
    """The time that each seat has left, once the game has begun."""
    orders: dict[str, Any] | None = field(default=None, repr=False)
    """What seats have ordered for their next turns. Nobody but its seat may know of one."""
    rated: bool = False
    """Whether its result changes ratings."""
    vote: dict[str, Any] | None = None
    """A vote on an undo, which holds at one version of the log only."""


@dataclass
class SeatRow:
    """Who holds a seat. Only the hash of its token is stored."""

    seat: int
    name: str = ""
    kind: str = "open"
    level: str | None = None
    stand_in: str | None = None
    token_hash: bytes | None = field(default=None, repr=False)
    entropy: str = ""
    """What its holder added to chance before the start."""
    muted: bool = False
    """Muted by an operator, whoever holds it: no chat, no new name."""


@dataclass(slots=True)
class EntryRow:
    """One line of a log. ``command`` is unique in its game; chance has none."""

    n: int
    at: int
    who: int
    actor: str
    command: str | None
    line: str


@dataclass(frozen=True)
class ChatRow:
    n: int
    at: int
    seat: int | None
    name: str
    text: str
    command: str | None


@dataclass
class StoredGame:
    """Everything the store has about one game."""

    game: GameRow
    seats: list[SeatRow]
    entries: list[EntryRow]
    chat: list[ChatRow]
    damage: str = ""
    """Why the game cannot be read. The other fields then hold what is left, and it is closed."""


@dataclass(frozen=True, slots=True)
class Fence:
    """The lease under which something is written: raises Fenced if the room has another owner since."""

    game: str
    epoch: int


@dataclass(frozen=True)
class KeptAnswer:
    """The sealed response to a request with an Idempotency-Key."""

    mark: bytes
    print_of: bytes
    at: int
    status: int
    sealed: bytes = field(repr=False)


@dataclass(frozen=True)
class TimeRow:
    """How far the counts of a server's time had come (``rooms.server_time``), at which time of day."""

    running: int
    passed: int
    at: int


@dataclass(frozen=True)
class Asked:
    """Somebody who is not at the table is asked: what a notice tells them, or the table's friends."""

    seat: int
    digest: bytes = field(repr=False)
    """The hash of the seat's token, by which persons have claimed it."""
    turn: str
    """The same until the seat has answered: until then it gets one notice."""
    version: int
    at: int


@dataclass(frozen=True)
class ProgressRow:
    """How far a game that goes on has come."""

    asked: int | None
    """The seat that it waits for; None while chance is asked."""
    since: int
    round: int
    rounds: int
    faces: list[dict[str, Any]]
    """By seat: race, side and class, as far as they are chosen."""


@dataclass(frozen=True)
class SatDown:
    """A person takes a seat at a rated table, and holds it from the beginning by its token's hash."""

    seat: int
    person: str
    digest: bytes = field(repr=False)


@dataclass(frozen=True)
class GotUp:
    """A seat is free again, before the game."""

    seat: int


@dataclass(frozen=True)
class Left:
    """A person leaves a game, or has no time left. Bots are opponents, too."""

    seat: int
    round: int
    bots: int


@dataclass(frozen=True)
class Ended:
    """A game is over; without an ending it was given up."""

    ending: Ending | None
    bots: Mapping[int, str]
    """Levels by seat."""


RatedNote: TypeAlias = SatDown | GotUp | Left | Ended
"""What is written about a rated table, together with what happened there."""


@dataclass(frozen=True)
class Beside:
    """What follows from an answer and is written in its transaction."""

    asked: Asked | None = None
    """Who must be told that it is their turn."""
    progress: ProgressRow | None = None
    """How far the game has come, if that has changed."""
    rated: Sequence[RatedNote] = ()
    """What happened at a rated table."""


NOTHING_BESIDE: Final = Beside()

NO_EXPANSION: Final = "none"
"""Stands for the base game alone in a search."""


@dataclass(frozen=True)
class Search:
    """Which games are wanted. Only listed ones are ever found."""

    statuses: tuple[str, ...]
    query: str = ""
    players: int | None = None
    edition: str = ""
    expansion: str = ""
    before: int | None = None
    limit: int = 50


class GameStore(Protocol):
    """A place for games; SQLite is the one that comes with the server."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def ready(self) -> None:
        """Raise NotSaved if nothing could be written or read now, or if something is damaged."""

    async def create(
        self,
        game: GameRow,
        seats: Sequence[SeatRow],
        entries: Sequence[EntryRow] = (),
        kept: KeptAnswer | None = None,
        rematch_of: str | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> Fence | None:
        """A new game and, if it begins at once, its first entries, in one transaction.

        ``kept`` is the response to the request; ``rematch_of`` is the game that this one follows, and ``fence`` its
        room's. Returns the fence of the new room, which this process owns.
        """

    async def load(self, id: str) -> StoredGame | None: ...

    async def glance(self, id: str) -> StoredGame | None:
        """A game without its log and its chat."""

    async def glances(self, ids: Sequence[str]) -> list[StoredGame]:
        """Those of these games that there are, without their logs and chats, in this order."""

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        """More lines of the log and, in the same transaction, changed fields of the game."""

    async def change(
        self,
        id: str,
        changes: Mapping[str, Any],
        seats: Sequence[SeatRow] = (),
        kept: KeptAnswer | None = None,
        rated: Sequence[RatedNote] = (),
        fence: Fence | None = None,
    ) -> None:
        """Changed fields of the game, changed seats and the kept response, in one transaction."""

    async def say(self, id: str, row: ChatRow, fence: Fence | None = None) -> None: ...

    async def progress(self, ids: Sequence[str]) -> dict[str, ProgressRow]:
        """How far those of these games have come of which that was written."""

    async def find(self, search: Search) -> list[StoredGame]:
        """Games without their logs and chats, newest first. Damaged ones are left out."""

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        """How many entries each game has."""

    async def answered(self, mark: bytes) -> KeptAnswer | None:
        """The kept response to a request with an Idempotency-Key."""

    async def counts(self) -> dict[str, int]:
        """How many games there are, by status."""

    async def finished(self, limit: int) -> list[GameRow]:
        """The latest finished games, listed or not, without damaged ones: for statistics."""

    async def read_time(self) -> TimeRow | None:
        """How far the server's time had come; None if nobody has counted it."""

    async def heartbeat(self) -> TimeRow | None:
        """How far it had come when it was last kept by itself, which is quickly read."""

    async def keep_time(self, row: TimeRow) -> None: ...

    async def timed_games(self) -> list[str]:
        """The games that run with a time limit."""

    async def games_with_orders_due(self) -> list[str]:
        """The games that run and in which an order was about to answer."""
