"""The websocket of one client: what it may send, what waits to be sent, and when it is cut off."""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from rollplayer.engine.plain import Plain
from rollplayer.server.common.limits import Bucket
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, hashes_of, steady
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms import commands, notes, permissions
from rollplayer.server.rooms.asked import tell_who_is_back, tell_who_went
from rollplayer.server.rooms.following import NotFollowed
from rollplayer.server.rooms.keyrings import NOTHING, keyring_of
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.ownership import OfAnotherVersion
from rollplayer.server.rooms.room import Closing, Repeated, Room, acknowledge
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.services import Services
from rollplayer.server.rooms.updates import send_state
from rollplayer.server.storage.reports import Place
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.transport.uvicorn_protocols import ABORT, IS_CLOSING, READ, WRITE

logger = logging.getLogger(__name__)

BAD_FRAME: Final = 1003
TOO_MANY_MALFORMED: Final = 4400
WRONG_TOKEN: Final = 4401
NO_SUCH_GAME: Final = 4404
NO_HELLO: Final = 4408
TOO_FAST: Final = 4429
RESTARTS: Final = 1012
MOST_MALFORMED: Final = 50
AGAIN_SECONDS: Final = 1.0
MOST_TOO_FAST: Final = 50
CLOSING_SECONDS: Final = 1.0
READS: Final = (m.Hello, m.ChangeLanguage, m.AskEntries, m.AskHint, m.AskOdds, m.AskPreview, m.Ping)
"""Messages that change nothing: a client that has gone needs no reply."""
ANSWERS: Final = (m.Answer, m.Interrupt)
"""Messages that wait for the disk unless refused."""
WHOLE: Final = (m.Hello, m.ChangeLanguage, m.AskEntries)
TELLS_ALL: Final = (
    m.Rename,
    m.ChangeSeat,
    m.GiveToBot,
    m.TakeBack,
    m.UndoAsk,
    m.UndoVote,
    m.BreakAsk,
    m.BreakVote,
)
WHOLE_COST: Final = 5
"""How many messages of an address a reply with the whole table, or advice, counts as."""
OPTIONS_A_MESSAGE: Final = 8
"""Looking ahead at this many options costs about as much as one answer."""


def cost_of(message: m.FromClient) -> int:
    """How many messages of its address a message counts as."""
    if isinstance(message, m.AskPreview):
        return 1 + len(message.options) // OPTIONS_A_MESSAGE
    return WHOLE_COST if isinstance(message, (*TELLS_ALL, m.AskHint, m.AskOdds)) else 1


class PassOn(Exception):
    """Another process is to serve this socket, from this message on."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Socket:
    """One client at one game."""

    def __init__(
        self,
        websocket: WebSocket,
        lobby: Lobby,
        services: Services,
        address: str = "",
        *,
        watches: bool = False,
        may_go_on: bool = False,
    ) -> None:
        self.websocket = websocket
        self.lobby = lobby
        self.services = services
        self.watches = watches
        """Whether it watches a room that another process owns, as long as it wants nothing else."""
        self.may_go_on = may_go_on
        """Whether another process may serve it, if this version cannot play the game."""
        self.passes_on = ""
        """What it has said last, if another process is to hear it, and everything from there on."""
        self.hashes: Hashes = frozenset()
        self.devices: Hashes = NOTHING
        """Of persons who sit here without a token of the table."""
        self.unheard: frozenset[Place] = frozenset()
        self.language = "en"
        self.differences = False
        self.sent_table: Plain | None = None
        self.hidden = False
        self.room: Room | None = None
        self.outbox: deque[bytes] = deque()
        self.waiting_bytes = 0
        self.filled = asyncio.Event()
        self.write_now: Callable[[bytes], bool] | None = websocket.scope["extensions"].get(WRITE)
        self.read: Callable[[], Awaitable[Any]] = self.from_websocket
        self.is_cut = False
        self.leaving: asyncio.Task[None] | None = None
        self.writer: asyncio.Task[None] | None = None
        self.close_code = 1000
        self.bucket = Bucket(services.settings.messages_per_20_seconds, 20.0)
        self.address = address
        self.malformed = 0
        self.too_fast = 0

    # -- out ----------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Send a message, or queue it. A client that lets too many pile up is cut off."""
        if self.is_cut:
            return
        if not self.outbox and self.write_now is not None and self.write_now(message):
            return
        settings = self.services.settings
        self.outbox.append(message)
        self.waiting_bytes += len(message)
        if (
            len(self.outbox) > settings.outbox_messages
            or self.waiting_bytes > settings.outbox_bytes
        ):
            self.cut()
        self.filled.set()

    def cut(self) -> None:
        self.is_cut = True
        self.outbox.clear()
        self.waiting_bytes = 0
        self.services.metrics.cut.inc()
        logger.info("cut off", extra={"game": self.room.row.id if self.room else ""})
        abort = self.websocket.scope["extensions"].get(ABORT)
        if abort is not None:
            abort()

    async def write(self) -> None:
        """Send what is queued, in order."""
        while not self.is_cut:
            await self.filled.wait()
            self.filled.clear()
            while self.outbox:
                # It stays in the queue until it is sent, or a later one could be sent at once.
                message = self.outbox[0]
                await self.websocket.send({"type": "websocket.send", "text": message.decode()})
                if self.outbox:
                    self.outbox.popleft()
                    self.waiting_bytes -= len(message)

    def welcome(self, room: RoomState) -> None:
        self.send(notes.welcome(room, self.hashes, self.language))

    def dismiss(self, reason: Refused) -> None:
        if self.leaving is None:
            self.refuse("", reason)
            code = NO_SUCH_GAME if reason.code == "not-found" else RESTARTS
            self.leaving = asyncio.create_task(self.say_goodbye(code))

    def sign_out(self) -> None:
        """What this device could open it opens no more; nothing of the table reaches it from here on."""
        room = self.room
        if room is not None:
            self.forget(room)
        self.hashes = self.devices = NOTHING
        if self.leaving is None:
            self.refuse("", Refused("not-signed-in"))
            self.leaving = asyncio.create_task(self.say_goodbye(WRONG_TOKEN))

    async def say_goodbye(self, code: int) -> None:
        """Send what is queued first, for at most a second."""
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(CLOSING_SECONDS):
                while self.outbox:
                    await asyncio.sleep(0.01)
            await self.websocket.close(code)

    def refuse(self, command: str, refused: Refused) -> None:
        self.services.metrics.refused.labels(refused.code).inc()
        self.send(notes.refusal(command, refused, self.language))

    # -- in -----------------------------------------------------------------------------------------

    async def run(self, game_id: str, first: str = "") -> None:
        """From the handshake, or its first message, until one of both goes; ``leave`` must follow."""
        try:
            if not first:
                await self.websocket.accept()
        except WebSocketDisconnect:
            # Gone before it began.
            return
        read_here = self.websocket.scope["extensions"].get(READ)
        if read_here is not None:
            self.read = read_here()
        self.services.metrics.opened()
        self.writer = asyncio.create_task(self.write())
        try:
            # A task of its own, because each message would pass through all that led up to here.
            await asyncio.create_task(self.listen(game_id, first))
        except Closing as closed:
            self.close_code = closed.code
        except PassOn as on:
            self.passes_on = on.text
        except WebSocketDisconnect:
            pass

    async def leave(self) -> None:
        """What follows ``run``, however that ended.

        Not in a ``finally`` there: one that awaits, in a compiled coroutine, raises at its end whatever
        another coroutine is handling at that moment.
        """
        if self.writer is None:
            return
        self.services.metrics.closed()
        if self.room is not None:
            await asyncio.shield(asyncio.create_task(self.go(self.room)))
        await self.finish(self.writer, self.close_code)

    async def finish(self, writer: asyncio.Task[None], code: int) -> None:
        """Send what is left and close, for at most a second; one that is passed on stays open."""
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(CLOSING_SECONDS):
                while self.outbox and not writer.done():
                    await asyncio.sleep(0.01)
                if not self.passes_on:
                    await self.websocket.close(code)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)

    async def listen(self, game_id: str, first: str = "") -> None:
        try:
            async with asyncio.timeout(self.services.settings.hello_seconds):
                if first:
                    await self.take(first, game_id)
                while self.room is None:
                    await self.take(await self.receive(), game_id)
                    await asyncio.sleep(0)
        except TimeoutError as error:
            raise Closing(NO_HELLO) from error
        while True:
            if not await self.take(await self.receive(), game_id):
                # What else this socket has sent waits until everybody else was served.
                await asyncio.sleep(0)

    async def from_websocket(self) -> Any:
        return await self.websocket.receive()

    async def receive(self) -> str:
        if self.is_cut:
            raise WebSocketDisconnect(1006)
        event = await self.read()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        text = event.get("text")
        if text is None:
            raise Closing(BAD_FRAME)
        assert isinstance(text, str)
        return text

    async def take(self, text: str, game_id: str) -> bool:
        """One message: read, let through the gate, carried out, answered.

        Whether it had to wait for the disk, and others were served meanwhile.
        """
        started = time.perf_counter()
        if not self.bucket.take():
            self.too_fast += 1
            if self.too_fast > MOST_TOO_FAST:
                raise Closing(TOO_FAST)
            self.refuse("", Refused("too-fast", seconds=self.bucket.wait()))
            return False
        try:
            message = m.read_message(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.malformed += 1
            self.refuse("", Refused("malformed", reason=str(error)[:200]))
            if self.malformed > MOST_MALFORMED:
                raise Closing(TOO_MANY_MALFORMED) from error
            return False
        if isinstance(message, READS) and self.is_gone():
            return False
        waited = isinstance(message, ANSWERS)
        try:
            await self.serve(message, game_id)
        except Refused as refused:
            waited = False
            self.refuse(message.command, refused)
            if refused.code in ("stopping", "moved"):
                raise Closing(RESTARTS) from refused
            if refused.code == "too-fast" and self.room is None:
                raise Closing(TOO_FAST) from refused
        except NotFollowed as error:
            raise PassOn(text) from error
        except (Closing, WebSocketDisconnect):
            raise
        except Exception:
            # A fault of ours is ours to mend; the client and its table go on.
            waited = False
            logger.exception("fault", extra={"message_type": type(message).__name__})
            self.refuse(message.command, Refused("fault"))
        self.services.metrics.served(time.perf_counter() - started)
        return waited

    async def serve(self, message: m.FromClient, game_id: str) -> None:
        if isinstance(message, m.Ping) and self.room is not None:
            if message.hidden and not self.hidden:
                await self.note_look(self.room)
            # Whether the line is dead does not depend on what the table waits for.
            await commands.ping(self.room, self, message)
        elif isinstance(message, m.Hello):
            await self.be_greeted(message, game_id)
        elif self.room is None:
            raise Refused("hello-first")
        elif isinstance(message, WHOLE):
            async with self.turn(WHOLE_COST):
                await self.carry_out(self.room, message)
        else:
            self.pay(cost_of(message))
            await self.carry_out(self.room, message)

    async def be_greeted(self, message: m.Hello, game_id: str) -> None:
        """Say hello; while games cannot be read, once a second, until that takes too long for a hello."""
        cost = WHOLE_COST
        while True:
            try:
                async with self.turn(cost):
                    await self.hello(message, game_id)
                return
            except Refused as refused:
                if refused.code != "not-saved" or self.room is not None:
                    raise
                if cost:
                    self.refuse(message.command, refused)
            cost = 0
            await asyncio.sleep(AGAIN_SECONDS)

    def pay(self, cost: int) -> None:
        """Count for the address; raises Refused if its sockets together exceed the limit."""
        bucket = self.services.work.bucket(self.address)
        if bucket.take(cost):
            return
        self.too_fast += 1
        if self.too_fast > MOST_TOO_FAST:
            raise Closing(TOO_FAST)
        raise Refused("too-fast", seconds=bucket.wait(cost))

    def turn(self, cost: int) -> "Turn":
        """Tell the whole table: it is paid for, and one waits for one's turn."""
        return Turn(self, cost)

    def is_gone(self) -> bool:
        closing = self.websocket.scope["extensions"].get(IS_CLOSING)
        return self.is_cut or (closing is not None and closing())

    async def carry_out(self, room: Room, message: m.Message) -> None:
        # Nobody but the end of the server breaks this off, and then the room forgets what is not
        # on the disk: an answer is carried out to its end, even if the client goes meanwhile.
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
        async with self.turn(WHOLE_COST), room.working():
            send_state(room, self, since)

    # -- coming and going ---------------------------------------------------------------------------

    async def hello(self, message: m.Hello, game_id: str) -> None:
        """Sit down, watch, or catch up. Nobody hears anything before their tokens are checked."""
        try:
            if self.watches:
                room = self.room or await self.lobby.following.watch(game_id)
            else:
                room = self.room or await self.lobby.get(game_id, as_it_is=not self.may_go_on)
        except OfAnotherVersion as error:
            raise NotFollowed from error
        except Refused as refused:
            self.language = message.language
            if refused.code == "not-saved":
                raise
            self.refuse(message.command, refused)
            raise Closing(NO_SUCH_GAME if refused.code == "not-found" else RESTARTS) from refused
        if self.watches and message.tokens:
            await self.lobby.following.look_up(room)
        keyring = await keyring_of(self.services.persons, room, hashes_of(message.tokens))
        if self.watches and keyring.hashes(room):
            # Whoever has a token wants more than to watch; if it is wrong, the owner says so.
            raise NotFollowed
        async with room.working():
            hashes = keyring.hashes(room)
            if self.services.persons is not None and hashes & self.services.persons.barred:
                # Since they were looked up.
                raise Refused("barred")
            self.language = message.language
            allowed = permissions.opens_all(room, hashes)
            # Signed out since they were looked up.
            allowed = allowed and not self.lobby.signed_out.holds_any(keyring.devices)
            if not allowed or not permissions.has(room, hashes, permissions.WATCHER, None):
                self.forget(room)
                self.refuse(message.command, Refused("unauthorised"))
                raise Closing(WRONG_TOKEN if not allowed else NO_SUCH_GAME)
            is_news = self not in room.listeners or self.hashes != hashes
            self.forget(room)
            self.room = room
            self.hashes = hashes
            self.devices = keyring.devices
            self.unheard = keyring.bearing.unheard
            room.listeners.add(self)
            for seat in permissions.held_seats(room, hashes):
                room.away_since.pop(seat, None)
            self.welcome(room)
            self.differences = message.differences
            room.update_waits()
            send_state(room, self, message.since)
            room.touch()
            if is_news:
                room.tell_room(but=self)
            if not self.hidden:
                await tell_who_is_back(room, hashes)

    def forget(self, room: Room) -> None:
        """Listen no longer, with the tokens so far."""
        room.listeners.discard(self)
        self.note_absence(room)

    def note_absence(self, room: Room) -> None:
        for seat in permissions.held_seats(room, self.hashes):
            if not room.connected(seat) and seat not in room.away_since:
                room.away_since[seat] = steady()

    async def note_look(self, room: Room) -> None:
        """Whoever is known again finds in their list what has happened since."""
        persons = self.services.persons
        if persons is None or not self.devices or self.hidden:
            return
        last = room.chat[-1].n if room.chat else 0
        try:
            await persons.note_look(self.devices, room.row.id, room.on_disk, last)
        except NotSaved as error:
            # The list then tells of more than is new.
            logger.warning("look not saved", extra={"reason": str(error)})

    async def go(self, room: Room) -> None:
        await self.note_look(room)
        async with room.lock:
            self.forget(room)
            room.touch()
            if not self.lobby.stopping and not room.moved:
                await tell_who_went(room, self.hashes)
            room.tell_room()


class Turn:
    """What ``Socket.turn`` is."""

    def __init__(self, socket: Socket, cost: int) -> None:
        self.socket = socket
        self.cost = cost
        self.started = 0.0

    async def __aenter__(self) -> None:
        self.socket.pay(self.cost)
        await self.socket.services.turns.take()
        if self.socket.is_gone():
            raise WebSocketDisconnect(1006)
        self.started = time.perf_counter()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.services.turns.note(time.perf_counter() - self.started)
