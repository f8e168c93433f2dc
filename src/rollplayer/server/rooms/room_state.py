"""What is in memory of one game and the people around it. ``room`` keeps it in step with the disk."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, cast

from rollplayer.chance import Chance
from rollplayer.content import library_for
from rollplayer.engine.plain import Plain
from rollplayer.openings import Openings
from rollplayer.rules.options import read_options
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, now, steady
from rollplayer.server.protocol.times import TimeLimit
from rollplayer.server.rooms import wording
from rollplayer.server.rooms.kept_orders import KeptOrders
from rollplayer.server.rooms.picture import Picture
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.services import Services
from rollplayer.server.rooms.times import Times
from rollplayer.server.rooms.waits import Call, Errand, Hold, Silence, TurnEnd, Visit, Vote
from rollplayer.server.storage.reports import Place
from rollplayer.server.storage.store import Asked, ChatRow, Fence, ProgressRow, StoredGame
from rollplayer.text import Texts

ROOM_BYTES = 64 << 10
ENTRY_BYTES = 1 << 10
"""As measured, rounded up."""


class Told:
    """What the owner of a room has told those who watch it from another process."""

    __slots__ = ("room", "table")

    def __init__(self, room: Plain, table: Plain) -> None:
        self.room = room
        """The room as it was sent (``messages.Room``)."""
        self.table = table
        """Those parts of the table that are not in the log."""


class Listener(Protocol):
    """A socket as a room sees it."""

    hashes: Hashes
    language: str
    differences: bool
    """Whether it wants only what has changed."""
    sent_table: Plain | None
    """The table as last sent; None if it does not want differences."""
    hidden: bool
    """Whether nobody can see it: another tab, or a screen that is off."""

    unheard: frozenset[Place]
    """Whose chat does not reach it, because its person has blocked them."""

    def send(self, message: bytes) -> None: ...

    def welcome(self, room: "RoomState") -> None:
        """Say which seats the socket holds now."""

    def dismiss(self, reason: Refused) -> None:
        """The game is gone, or the room is: say why and close."""


class RoomState:
    """A game, its seats, its sockets."""

    def __init__(self, services: Services, stored: StoredGame) -> None:
        self.services = services
        self.row = stored.game
        self.seats = stored.seats
        self.chat: list[ChatRow] = stored.chat
        self.table: RecordedMatch | None = None
        self.on_disk = 0
        """The version that has been written; the table is ahead of it during a commit."""
        self.reason = ""
        """Why a game that should run cannot: its rules or content are gone, or it is damaged."""
        self.damaged = bool(stored.damage)
        self.fence: Fence | None = None
        """The lease under which all is written for it; None where no other process could own it."""
        self.told: Told | None = None
        """In a room that another process owns, and that is only watched here: what that one has told."""
        self.on_watchers: Callable[[], None] | None = None
        """There, called when somebody comes or goes: its owner counts them."""
        self.watchers_elsewhere = 0
        """How many watch at other processes, besides the one listener who stands for them."""
        self.moved = False
        """Whether another process owns the room now: nothing here is true any more."""
        self.lost = False
        """Whether the memory may differ from the disk, after a commit that failed."""
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.listeners: set[Listener] = set()
        self.away_since: dict[int, int] = {each.seat: steady() for each in self.seats}
        self.told_to_return: Asked | None = None
        """The notice for whoever went right after being asked; they may be back before it is due."""
        self.call: Call | None = None
        self.vote: Vote | None = None
        self.hold: Hold | None = None
        self.openings = Openings()
        """How often each seat wants to be asked; after a restart nothing is known of it."""
        self.silence: Silence | None = None
        self.confirming: set[int] = set()
        """The seats that confirm their turns; clients say it whenever they connect."""
        self.turn_end: TurnEnd | None = None
        self.waits_used: dict[tuple[int, int], int] = {}
        """How often the game was held, by seat and round."""
        self.times: Times | None = None
        self.orders = KeptOrders()
        self.errand: Errand | None = None
        self.visit: Visit | None = None
        self.read_times()
        self.read_orders()
        self.used: list[int] = [0] * len(self.seats)
        self.asked_since = now()
        self.progress: ProgressRow | None = None
        """What was last written of how far the game has come; after a restart nothing is known of it."""
        self.touched = time.monotonic()
        self.picture: Picture | None = None
        self.pieces = wording.Pieces()
        self.driver: asyncio.Task[None] | None = None
        self.naming = object()
        """Identifies the log with the names in it; replaced when everything is worded again."""
        self._texts: dict[str, Texts] = {}
        self.commitment = Chance(self.row.seed).commitment

    def read_times(self) -> None:
        """The times as they are on the disk."""
        limit = cast("TimeLimit | None", self.row.time_limit)
        self.times = None if limit is None else Times.of(limit, self.row.times, len(self.seats))

    def token_on(self, seat: int | None) -> bytes | None:
        """The hash of the token that opens a seat; without one, of the host's."""
        return self.row.host_hash if seat is None else self.seats[seat].token_hash

    def read_orders(self) -> None:
        """The orders as they are on the disk."""
        self.orders = KeptOrders.of(self.row.orders)

    # -- what it is ---------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        return "broken" if self.reason else self.row.status

    @property
    def is_of_another_version(self) -> bool:
        """Whether another version may play the game, and this one cannot; what is damaged, none can."""
        return bool(self.reason) and not self.damaged

    @property
    def version(self) -> int:
        return self.table.version if self.table is not None else 0

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        return ROOM_BYTES + ENTRY_BYTES * self.version

    def playing(self) -> RecordedMatch:
        """The table of a running game; Refused otherwise."""
        if self.reason:
            raise Refused("broken-game", reason=self.reason)
        if self.row.status != "running" or self.table is None:
            raise Refused("not-running")
        return self.table

    def texts(self, language: str) -> Texts:
        """The texts with the names at this table."""
        found = self._texts.get(language)
        if found is None:
            table = self.table
            library = table.match.library if table else library_for(read_options(self.row.options))
            found = Texts(language, library, [each.name for each in self.seats])
            self._texts[language] = found
        return found

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays this seat now."""
        return self.level_of(seat) is not None

    def level_of(self, seat: int) -> str | None:
        each = self.seats[seat]
        return each.level if each.kind == "bot" else each.stand_in

    def connected(self, seat: int) -> bool:
        mine = self.seats[seat].token_hash
        return mine is not None and any(mine in each.hashes for each in self.listeners)

    def in_front(self, seat: int) -> bool:
        """Whether a seat's holder has the table before them, and needs no notice."""
        mine = self.seats[seat].token_hash
        return mine is not None and any(
            mine in each.hashes and not each.hidden for each in self.listeners
        )

    def at_one_screen(self, seat: int, other: int) -> bool:
        """Whether one socket holds both seats."""
        mine, others = self.seats[seat].token_hash, self.seats[other].token_hash
        return any(mine in each.hashes and others in each.hashes for each in self.listeners)

    def humans(self) -> list[int]:
        """The seats that people play now."""
        return [e.seat for e in self.seats if e.kind == "human" and e.stand_in is None]
