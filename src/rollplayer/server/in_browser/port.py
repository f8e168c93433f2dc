"""A client at one game, reached by messages within a page instead of a socket.

What a socket has besides is missing because nobody else is here: limits, devices of persons, and
other processes that may own the room.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from rollplayer.engine.plain import Plain
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, hashes_of
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms import commands, notes, permissions
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.room import Closing, Repeated, Room, acknowledge
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.updates import send_state
from rollplayer.server.storage.reports import Place

logger = logging.getLogger(__name__)

WRONG_TOKEN: Final = 4401
NO_SUCH_GAME: Final = 4404
RESTARTS: Final = 1012


class Port:
    """Hears what a client says, and tells it what happens."""

    def __init__(
        self, lobby: Lobby, game_id: str, tell: Callable[[str], None], end: Callable[[int], None]
    ) -> None:
        self.lobby = lobby
        self.game_id = game_id
        self.tell = tell
        self.end = end
        """Called once, with the code a socket would be closed with."""
        self.room: Room | None = None
        self.hashes: Hashes = frozenset()
        self.unheard: frozenset[Place] = frozenset()
        self.language = "en"
        self.differences = False
        self.sent_table: Plain | None = None
        self.hidden = False
        self.in_turn = asyncio.Lock()
        """One message after another."""

    def send(self, message: bytes) -> None:
        self.tell(message.decode())

    def welcome(self, room: RoomState) -> None:
        self.send(notes.welcome(room, self.hashes, self.language))

    def refuse(self, command: str, refused: Refused) -> None:
        self.send(notes.refusal(command, refused, self.language))

    def dismiss(self, reason: Refused) -> None:
        self.refuse("", reason)
        self.end(NO_SUCH_GAME if reason.code == "not-found" else RESTARTS)

    async def hear(self, text: str) -> None:
        async with self.in_turn:
            try:
                message = m.read_message(text)
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                self.refuse("", Refused("malformed", reason=str(error)[:300]))
                return
            try:
                if isinstance(message, m.Hello):
                    await self.hello(message)
                elif self.room is None:
                    raise Refused("hello-first")
                elif isinstance(message, m.Ping):
                    self.hidden = message.hidden
                    await commands.ping(self.room, self, message)
                else:
                    await self.carry_out(self.room, message)
            except Refused as refused:
                self.refuse(message.command, refused)
                self.hang_up_on(message)
            except Closing as closed:
                self.end(closed.code)
            except Exception:
                # A fault of ours must not end the table: it is logged, and whoever asked reads of it.
                logger.exception("fault", extra={"message_type": type(message).__name__})
                self.refuse(message.command, Refused("fault"))
                self.hang_up_on(message)

    def hang_up_on(self, message: m.FromClient) -> None:
        """Who was not let in calls again, ever more seldom: what was in the way may pass."""
        if self.room is None and isinstance(message, m.Hello):
            self.end(RESTARTS)

    async def hello(self, message: m.Hello) -> None:
        """Sit down, watch, or catch up."""
        self.language = message.language
        try:
            room = self.room or await self.lobby.get(self.game_id)
        except Refused as refused:
            if refused.code != "not-found":
                raise
            self.refuse(message.command, refused)
            raise Closing(NO_SUCH_GAME) from refused
        async with room.working():
            hashes = hashes_of(message.tokens)
            if not permissions.opens_all(room, hashes):
                self.refuse(message.command, Refused("unauthorised"))
                raise Closing(WRONG_TOKEN)
            if not permissions.has(room, hashes, permissions.WATCHER, None):
                self.refuse(message.command, Refused("unauthorised"))
                raise Closing(NO_SUCH_GAME)
            self.room, self.hashes = room, hashes
            room.listeners.add(self)
            for seat in permissions.held_seats(room, hashes):
                room.away_since.pop(seat, None)
            self.welcome(room)
            self.differences = message.differences
            room.update_waits()
            send_state(room, self, message.since)
            room.touch()

    async def carry_out(self, room: Room, message: m.Message) -> None:
        try:
            await commands.handle(room, self, message)
        except Repeated as repeated:
            async with room.working():
                acknowledge(room, self, message, repeated.entry, duplicate=True)
            await self.show(room, message)
        except Refused as refused:
            if refused.code != "stale":
                raise
            self.refuse(message.command, refused)
            await self.show(room, message)

    async def show(self, room: Room, message: m.Message) -> None:
        since: int | None = getattr(message, "version", None)
        async with room.working():
            send_state(room, self, since)

    async def hang_up(self) -> None:
        room, self.room = self.room, None
        if room is None:
            return
        async with room.lock:
            room.listeners.discard(self)
            room.touch()
            room.tell_room()
