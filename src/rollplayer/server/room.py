"""One game with the people around it. The log is the truth; this is what is in memory of it.

Everything that reads or changes the table happens under the room's lock, so nothing is ever seen
that is not on the disk: an answer is carried out in memory, committed, and only then told.
"""

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

from rollplayer.chance import Chance
from rollplayer.content import library_for
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.log import LogError
from rollplayer.openings import Openings
from rollplayer.rules.options import read_options
from rollplayer.server import asking, showing, telling
from rollplayer.server import messages as m
from rollplayer.server.calls import Call, open_call
from rollplayer.server.holds import Hold
from rollplayer.server.problems import Refused
from rollplayer.server.services import Services
from rollplayer.server.store import AlreadyThere, ChatRow, KeptAnswer, KeyUsed, NotSaved, StoredGame
from rollplayer.server.table import Record, Table, rebuild
from rollplayer.server.tokens import Hashes, now, steady, wall_time
from rollplayer.server.updates import Updates
from rollplayer.text import Texts

logger = logging.getLogger(__name__)
encode = showing.encode

ROOM_BYTES = 64 << 10
ENTRY_BYTES = 1 << 10
"""As measured, rounded up."""


class Repeated(Exception):
    """The command has been carried out before; its entry."""

    def __init__(self, entry: int) -> None:
        super().__init__(entry)
        self.entry = entry


class Closing(Exception):
    """The server closes a socket, and why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Listener(Protocol):
    """A socket as a room sees it."""

    hashes: Hashes
    language: str
    differences: bool
    """Whether it wants to be told only what has changed."""
    told: Plain | None
    """The table as it was told last; None where differences are not wanted."""

    def send(self, message: bytes) -> None: ...

    def welcome(self, room: "Room") -> None:
        """Say which seats the socket holds now."""

    def dismiss(self) -> None:
        """The game is gone."""


@dataclass
class Vote:
    """All are asked whether to take back more than the rules of taking back allow."""

    by: int
    command: str
    entry: int
    answers: int
    agreed: list[int]
    waiting: list[int]
    until: int | None

    def plain(self) -> dict[str, Any]:
        return {
            "by": self.by,
            "entry": self.entry,
            "answers": self.answers,
            "agreed": list(self.agreed),
            "waiting": list(self.waiting),
            "until": None if self.until is None else wall_time(self.until),
        }


class Room:
    """A game, its seats, its sockets."""

    def __init__(self, services: Services, stored: StoredGame) -> None:
        self.services = services
        self.row = stored.game
        self.seats = stored.seats
        self.chat: list[ChatRow] = stored.chat
        self.table: Table | None = None
        self.on_disk = 0
        """The version that has been written; the table is ahead of it during a commit."""
        self.reason = ""
        """Why a game that should run cannot: its rules or content are gone, or it is damaged."""
        self.damaged = bool(stored.damage)
        self.lost = False
        """Whether the memory may differ from the disk, after a commit that failed."""
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.listeners: set[Listener] = set()
        self.away_since: dict[int, int] = {each.seat: steady() for each in self.seats}
        self.call: Call | None = None
        self.vote: Vote | None = None
        self.hold: Hold | None = None
        self.openings = Openings()
        """How often each seat wants to be asked; after a restart nothing is known of it."""
        self.silence: asking.Silence | None = None
        self.waits_used: dict[tuple[int, int], int] = {}
        """How often the game was held, by seat and round."""
        self.used: list[int] = [0] * len(self.seats)
        self.asked_since = now()
        self.touched = time.monotonic()
        self.picture: showing.Picture | None = None
        self.pieces = telling.Pieces()
        self.driver: asyncio.Task[None] | None = None
        self.naming = object()
        """Stands for the log with the names in it: another one when what was told is told anew."""
        self._texts: dict[str, Texts] = {}
        self.commitment = Chance(self.row.seed).commitment

    # -- what it is ---------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        return "broken" if self.reason else self.row.status

    @property
    def version(self) -> int:
        return self.table.version if self.table is not None else 0

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        return ROOM_BYTES + ENTRY_BYTES * self.version

    def playing(self) -> Table:
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

    def at_one_screen(self, seat: int, other: int) -> bool:
        """Whether one socket holds both seats."""
        mine, others = self.seats[seat].token_hash, self.seats[other].token_hash
        return any(mine in each.hashes and others in each.hashes for each in self.listeners)

    def humans(self) -> list[int]:
        """The seats that people play now."""
        return [e.seat for e in self.seats if e.kind == "human" and e.stand_in is None]

    # -- memory and disk ----------------------------------------------------------------------------

    async def build(self, stored: StoredGame) -> None:
        """Rebuild the table from its log, off the event loop. A game that cannot be says why."""
        self.table, self.reason, self.naming = None, stored.damage, object()
        self.pieces = telling.Pieces()
        if self.reason:
            logger.error("broken game", extra={"game": self.row.id, "reason": self.reason})
            return
        if stored.game.header is None:
            return
        started = time.perf_counter()
        header, seed = stored.game.header, stored.game.seed
        try:
            self.table = await asyncio.to_thread(rebuild, header, seed, stored.entries)
        except LogError as error:
            self.reason = str(error)
            logger.error("broken game", extra={"game": self.row.id, "reason": self.reason})
            return
        self.on_disk = self.table.version
        self.services.metrics.rebuilt.observe(time.perf_counter() - started)
        self.count_time(self.table.records)
        self.new_picture()

    def count_time(self, records: list[Record]) -> None:
        self.used = [0] * len(self.seats)
        last = self.row.started or 0
        for record in records:
            if record.who != CHANCE:
                self.used[record.who] += max(0, record.at - last)
            last = record.at
        self.asked_since = now()

    async def recover(self) -> None:
        """After a failed commit: what the disk says holds. Refused as long as it says nothing."""
        if not self.lost:
            return
        try:
            stored = await self.services.store.load(self.row.id)
        except NotSaved as error:
            raise Refused("not-saved", reason=str(error)) from error
        if stored is None:
            raise Refused("not-found", what=self.row.id)
        self.row, self.seats, self.chat = stored.game, stored.seats, stored.chat
        self._texts.clear()
        self.call = self.vote = None
        await self.build(stored)
        self.lost = False
        self.tell_all(self.version)
        self.tell_room()

    async def save(
        self, changes: Mapping[str, Any], *seats: int, kept: KeptAnswer | None = None
    ) -> None:
        """Write changed fields and seats; what is in memory already holds once this returns."""
        rows = [self.seats[seat] for seat in seats]
        await self._written(self.services.store.change(self.row.id, changes, rows, kept))
        for name, value in changes.items():
            setattr(self.row, name, value)

    async def commit(self, since: int, changes: Mapping[str, Any] | None = None) -> None:
        """Write the entries after a version, and the end of the game if it is over."""
        table = self.table
        assert table is not None
        changes = dict(changes or {})
        end = table.match.end()
        if end is not None:
            classes = [hero["class"] for hero in telling.public_view(table)["heroes"]]
            changes |= {
                "status": "finished",
                "finished": now(),
                "result": {"end": end, "classes": classes},
            }
        new = table.records[since:]
        await self._written(
            self.services.store.append(self.row.id, [each.row() for each in new], changes)
        )
        for name, value in changes.items():
            setattr(self.row, name, value)
        # Whoever has agreed so far has agreed to other answers than would be taken back now.
        self.vote = None
        self.is_written(since)

    def is_written(self, since: int) -> None:
        """The entries after a version are on the disk: from here on they may be told."""
        table = self.table
        assert table is not None
        self.on_disk = table.version
        for record in table.records[since:]:
            self.services.metrics.answered(record.actor.partition(":")[0])
            if record.who != CHANCE:
                self.used[record.who] += max(0, record.at - self.asked_since)
                self.asked_since = record.at
        if self.row.status == "finished":
            self.services.metrics.games.labels("finished").inc()
            logger.info("game finished", extra={"game": self.row.id, "version": self.version})
        self.touch()
        self.new_picture()

    async def _written(self, writing: Any) -> None:
        """Until it is on the disk. Otherwise the memory is thrown away, and nothing was done."""
        try:
            await writing
        except (NotSaved, AlreadyThere) as error:
            self.lost = True
            logger.error("not saved", extra={"game": self.row.id, "reason": str(error)})
            try:
                await self.recover()
            except Refused:
                logger.error("no way back yet", extra={"game": self.row.id})
            if isinstance(error, KeyUsed):
                raise Refused("key-used") from error
            raise Refused("not-saved", reason=str(error)) from error

    def working(self) -> "Working":
        """Hold the lock, with memory and disk in step. A fault of ours throws the memory away."""
        return Working(self)

    def touch(self) -> None:
        self.touched = time.monotonic()
        if self.needs_driver():
            self.changed.set()

    def needs_driver(self) -> bool:
        """Whether the server itself may have something to do, other than waiting for people."""
        if self.row.status != "running" or self.table is None or self.table.game.over:
            return True
        if self.vote is not None or self.hold is not None or self.table.game.seat() == CHANCE:
            return True
        if asking.asked_person(self) is not None:
            return True
        call = self.call
        if call is not None and (call.bots or call.waiting or call.told != call.waiting):
            return True
        return any(self.is_bot(each.seat) for each in self.seats)

    # -- telling ------------------------------------------------------------------------------------

    def new_picture(self) -> None:
        assert self.table is not None
        self.picture = showing.Picture(self.table, self.pieces)

    def tell_all(self, since: int, reply: "Reply | None" = None) -> None:
        """The new state of the table, for each as it may see it; and who made it so is replied to."""
        open_call(self)
        if self.call is not None:
            self.call.told = self.call.waiting
        if asking.silence(self) is not None and self.silence is not None:
            self.silence.told = True
        updates = Updates(self, since)
        for each in self.listeners:
            updates.tell(each, reply.told if reply is not None and each is reply.client else None)

    def tell_room(self) -> None:
        message = encode({"type": "room", "room": showing.info(self)})
        for each in self.listeners:
            each.send(message)

    def renamed(self) -> None:
        """Names are part of sentences: all are told anew from now on."""
        self._texts.clear()
        self.naming = object()
        if self.table is not None:
            self.new_picture()


class Working:
    """What ``Room.working`` is: a class of its own, because every message passes through it."""

    __slots__ = ("room",)

    def __init__(self, room: Room) -> None:
        self.room = room

    async def __aenter__(self) -> None:
        await self.room.lock.acquire()
        try:
            await self.room.recover()
        except BaseException:
            self.room.lock.release()
            raise

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None and not isinstance(error, (Refused, Repeated, Closing)):
            self.room.lost = True
        self.room.lock.release()


@dataclass(slots=True)
class Reply:
    """The acknowledgement of a message, and who waits for it."""

    client: Listener
    told: dict[str, Any]


def replied(
    room: Room, client: Listener, message: m.Message, entry: int | None, *, duplicate: bool = False
) -> Reply:
    told: dict[str, Any] = {
        "type": "ack",
        "command": message.command,
        "entry": entry,
        "version": room.version,
        "duplicate": duplicate,
    }
    return Reply(client, told)


def acknowledge(
    room: Room, client: Listener, message: m.Message, entry: int | None, *, duplicate: bool = False
) -> None:
    client.send(encode(replied(room, client, message, entry, duplicate=duplicate).told))
