"""One game with the people around it. The log is the truth; this is what is in memory of it.

Everything that reads or changes the table happens under the room's lock, so nothing is ever seen
that is not on the disk: an answer is applied in memory, committed, and only then sent.
"""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NoReturn

from rollplayer.engine.table import CHANCE
from rollplayer.log import LogError
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import (
    last_calls,
    orders,
    own_games,
    rated,
    silences,
    timing,
    views,
    wording,
)
from rollplayer.server.rooms.asked import newly_asked
from rollplayer.server.rooms.picture import Picture
from rollplayer.server.rooms.progress import new_progress
from rollplayer.server.rooms.recorded_match import MANY, Record, rebuild
from rollplayer.server.rooms.room_state import Listener, RoomState
from rollplayer.server.rooms.updates import Updates
from rollplayer.server.rooms.waits import Vote
from rollplayer.server.storage.store import (
    Beside,
    Fenced,
    KeptAnswer,
    KeyUsed,
    NotSaved,
    RatedNote,
    StoredGame,
)

logger = logging.getLogger(__name__)


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


class Room(RoomState):
    """A game, its seats and its sockets: sent to those who listen, and written to the disk."""

    # -- memory and disk ----------------------------------------------------------------------------

    async def build(self, stored: StoredGame) -> None:
        """Rebuild the table from its log, a long one off the event loop. A game that cannot be says why."""
        self.table, self.reason, self.naming = None, stored.damage, object()
        self.pieces = wording.Pieces()
        if self.reason:
            logger.error("broken game", extra={"game": self.row.id, "reason": self.reason})
            return
        if stored.game.header is None:
            return
        started = time.perf_counter()
        header, seed = stored.game.header, stored.game.seed
        try:
            if len(stored.entries) > MANY:
                self.table = await asyncio.to_thread(rebuild, header, seed, stored.entries)
            else:
                # It takes less time than another thread would take from the tables.
                self.table = rebuild(header, seed, stored.entries)
        except LogError as error:
            self.reason = str(error)
            logger.error("broken game", extra={"game": self.row.id, "reason": self.reason})
            return
        self.on_disk = self.table.version
        self.services.metrics.rebuilt.observe(time.perf_counter() - started)
        self.count_time(self.table.records)
        count = self.services.time.count(downtime=False)
        self.vote = Vote.of(self.row.vote, self.version, count)
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
        if self.moved or (self.lost and self.told is not None):
            # Whoever comes back hears again what another process has told.
            raise Refused("moved")
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
        self.read_times()
        self.read_orders()
        self.call = self.vote = self.turn_end = None
        self.progress = None
        await self.build(stored)
        self.lost = False
        # Chance or a bot may be asked there, where in memory nobody was.
        self.touch()
        self.tell_all(self.version)
        self.tell_room()

    async def save(
        self,
        changes: Mapping[str, Any],
        *seats: int,
        kept: KeptAnswer | None = None,
        notes: Sequence[RatedNote] = (),
    ) -> None:
        """Write changed fields and seats; what is in memory already holds once this returns."""
        rows = [self.seats[seat] for seat in seats]
        try:
            await self.services.store.change(self.row.id, changes, rows, kept, notes, self.fence)
        except NotSaved as error:
            await self.forget(error)
        for name, value in changes.items():
            setattr(self.row, name, value)

    async def keep_vote(self) -> None:
        """Write the vote: what somebody has agreed to holds wherever the room goes on."""
        count = self.services.time.count(downtime=False)
        await self.save({"vote": self.vote and self.vote.kept(self.version, count)})

    async def commit(self, since: int, changes: Mapping[str, Any] | None = None) -> None:
        """Write the entries after a version, and the end of the game if it is over."""
        table = self.table
        assert table is not None
        changes = dict(changes or {})
        notes: list[RatedNote] = []
        end = table.match.end()
        if end is not None:
            notes = rated.ended(self, end)
            heroes = wording.public_view(table)["heroes"]
            changes |= {
                "status": "finished",
                "finished": now(),
                "result": {
                    "end": end,
                    "classes": [hero["class"] for hero in heroes],
                    "faces": [own_games.face(hero) for hero in heroes],
                },
            }
        timing.update(self)
        changes |= timing.to_write(self)
        orders.settle(self, since)
        changes |= orders.to_write(self)
        rows = [each.row() for each in table.records[since:]]
        beside = Beside(newly_asked(self), new_progress(self), notes)
        try:
            await self.services.store.append(self.row.id, rows, changes, beside, self.fence)
        except NotSaved as error:
            await self.forget(error)
        self.progress = beside.progress or self.progress
        for name, value in changes.items():
            setattr(self.row, name, value)
        # The votes so far were about other answers than would be undone now.
        self.vote = None
        self.is_written(since)
        if beside.asked is not None and self.services.on_asked is not None:
            self.services.on_asked()

    def is_written(self, since: int) -> None:
        """The entries after a version are on the disk, so they may now be sent."""
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

    async def forget(self, error: NotSaved) -> NoReturn:
        """It did not come to the disk: the memory is thrown away, and nothing was done."""
        self.lost = True
        if isinstance(error, Fenced):
            self.move_on()
            raise Refused("moved") from error
        logger.error("not saved", extra={"game": self.row.id, "reason": str(error)})
        try:
            await self.recover()
        except Refused:
            logger.error("no way back yet", extra={"game": self.row.id})
        if isinstance(error, KeyUsed):
            raise Refused("key-used") from error
        raise Refused("not-saved", reason=str(error)) from error

    def move_on(self) -> None:
        """Another process owns the room: whoever is here is sent there, and nothing more is done here."""
        self.lost = self.moved = True
        if self.services.on_moved is not None:
            self.services.on_moved(self.row.id)

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
        if self.vote is not None or self.hold is not None or self.turn_end is not None:
            return True
        if self.times is not None:
            return True
        if self.table.game.seat() == CHANCE:
            return True
        if silences.asked_person(self) is not None:
            return True
        if self.visit is not None or orders.is_due(self):
            return True
        call = self.call
        if call is not None and (call.bots or call.waiting or call.announced):
            return True
        return any(self.is_bot(each.seat) for each in self.seats)

    # -- telling ------------------------------------------------------------------------------------

    def new_picture(self) -> None:
        assert self.table is not None
        self.picture = Picture(self.table, self.pieces)

    def tell_all(self, since: int, reply: "Reply | None" = None) -> None:
        """The new state of the table, for each as it may see it; and who made it so is replied to."""
        self.update_waits()
        if self.call is not None:
            self.call.announced = self.call.waiting
        if self.silence is not None:
            self.silence.announced = True
        updates = Updates(self, since)
        for each in self.listeners:
            updates.tell(
                each, reply.payload if reply is not None and each is reply.client else None
            )

    def update_waits(self) -> None:
        """Determine whom the game waits for: before updates are sent, and when somebody arrives."""
        if self.told is not None:
            return
        last_calls.update(self)
        silences.update(self)
        timing.update(self)

    def tell_room(self, but: Listener | None = None) -> None:
        """Tell all, or all but one, who is here and what there is to know apart from the game."""
        if self.on_watchers is not None:
            # Its owner tells everybody, once it has counted them.
            self.on_watchers()
            return
        message = encode({"type": "room", "room": views.info(self)})
        for each in self.listeners:
            if each is not but:
                each.send(message)

    def renamed(self) -> None:
        """Word everything again, because names are part of sentences."""
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
        if self.room.lost:
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
    payload: dict[str, Any]


def replied(
    room: Room, client: Listener, message: m.Message, entry: int | None, *, duplicate: bool = False
) -> Reply:
    payload: dict[str, Any] = {
        "type": "ack",
        "command": message.command,
        "entry": entry,
        "version": room.version,
        "duplicate": duplicate,
    }
    return Reply(client, payload)


def acknowledge(
    room: Room, client: Listener, message: m.Message, entry: int | None, *, duplicate: bool = False
) -> None:
    client.send(encode(replied(room, client, message, entry, duplicate=duplicate).payload))
