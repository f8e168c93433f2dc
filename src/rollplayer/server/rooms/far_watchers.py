"""Those who watch a room of ours from other processes, as one more listener at the table.

Whatever a watcher here would be sent makes it write down what watchers may know and is not in the log; the bus says
that there is something new. So nobody elsewhere is shown anything that a watcher here would not be.
"""

import asyncio
import logging
import secrets
from typing import Final

from rollplayer.engine.plain import Plain
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import views
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.storage.bus import Bus
from rollplayer.server.storage.reports import Place
from rollplayer.server.storage.store import Fenced, NotSaved
from rollplayer.server.storage.watching import Watching

logger = logging.getLogger(__name__)

STATE: Final = b'{"type":"state"'
AGAIN_SECONDS: Final = 0.5
NOBODY: Final = ""


class FarWatchers:
    """The listener that stands for all who watch a room elsewhere."""

    def __init__(self, room: Room, watching: Watching, bus: Bus) -> None:
        self.room = room
        self.watching = watching
        self.bus = bus
        self.hashes: Hashes = frozenset()
        self.language = room.row.language
        self.differences = False
        self.sent_table: Plain | None = None
        self.hidden = False
        self.unheard: frozenset[Place] = frozenset()
        self.whole = secrets.randbits(32)
        """Another number whenever everything is to be shown again: chat and names may have changed in any way."""
        self.table: Plain | None = None
        self.is_known = False
        """Whether the others at the table know how many they are."""
        self.told: tuple[int, str] | None = None
        """What is still to be written, and of which version."""
        self.wake = asyncio.Event()
        self.writing = asyncio.create_task(self._write(), name=f"far watchers {room.row.id}")
        room.listeners.add(self)

    def welcome(self, room: RoomState) -> None:
        """Who holds no seat need not know which ones."""

    def dismiss(self, reason: Refused) -> None:
        """They find out by themselves: the lease tells who owns the room."""

    def send(self, message: bytes) -> None:
        """A watcher is sent something now."""
        self.whole += message.startswith(STATE)
        if self.table is None or self.room.version == self.room.on_disk:
            # While an answer is being written, only who is there may be told; the rest follows.
            self.table = views.beyond_the_log(self.room)
        told = {
            "room": views.info(self.room),
            "table": self.table,
            "whole": self.whole,
            "at": self.room.services.leases.time(),
        }
        self.told = self.room.on_disk, encode(told).decode()
        self.wake.set()

    def count(self, watchers: int) -> None:
        """How many they are now; everybody hears of it."""
        others = watchers - 1
        if not self.is_known or others != self.room.watchers_elsewhere:
            self.is_known = True
            self.room.watchers_elsewhere = others
            self.room.tell_room()

    async def leave(self) -> None:
        """Nobody watches elsewhere any more."""
        self.room.listeners.discard(self)
        self.room.watchers_elsewhere = 0
        self.room.tell_room()
        self.stop()
        await asyncio.gather(self.writing, return_exceptions=True)
        try:
            await self._put(0, NOBODY)
        except NotSaved as error:
            logger.warning("not told", extra={"game": self.room.row.id, "reason": str(error)})

    def stop(self) -> None:
        self.writing.cancel()

    async def _write(self) -> None:
        """Write the latest; what comes while the disk is busy takes the place of what was to come before."""
        while not self.room.moved:
            await self.wake.wait()
            self.wake.clear()
            told = self.told
            if told is None:
                continue
            try:
                await self._put(*told)
            except Fenced:
                self.room.move_on()
            except NotSaved as error:
                logger.warning("not told", extra={"game": self.room.row.id, "reason": str(error)})
                await asyncio.sleep(AGAIN_SECONDS)
                self.wake.set()

    async def _put(self, version: int, what: str) -> None:
        fence = self.room.fence
        assert fence is not None, "only rooms that others could own are watched elsewhere"
        await self.watching.tell(version, what, fence)
        self.bus.tell(self.room.row.id, version)
