"""uvicorn's two protocols, short with clients that dawdle, flood, or speak nonsense.

Whatever a client sends costs one line of the log at most, and never a traceback: those are for
faults of ours.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from struct import pack
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.streams import StreamReader

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiler where it was installed
    from websockets.utils import apply_mask

from rollplayer.server.common.limits import Bucket
from rollplayer.server.protocol.messages import FRAME_LIMIT
from rollplayer.server.transport.door import Door

logger = logging.getLogger(__name__)

SILENT_SECONDS: Final = 5.0
"""So long a client may say nothing at all."""
REQUEST_SECONDS: Final = 15.0
"""So long a client may take for a whole request. Its body alone is given less, and an answer."""
UNREAD_SECONDS: Final = 20.0
LEAST_READ: Final = 16 * 1024
"""How much of a response must be read in that time; the slowest lines manage that."""
HEAD_BYTES: Final = 16 * 1024
MOST_LINES: Final = 128
"""At most this many lines may wait for the last of them, as in the head of a websocket; browsers send twenty."""
MOST_PIECES: Final = 200
BYTES_A_PIECE: Final = 192
"""The most pieces a body may come in: a number of them, and one more for every few bytes."""
MOST_UNHEARD: Final = 64 * 1024
"""How much of a request that has had its response is still read, for the sake of the next one."""
BODY_PIECE: Final = 16 * 1024
PING_SECONDS: Final = 10.0
"""So often a websocket is asked whether its client is there, and so long it may take to answer."""
GOODBYE_SECONDS: Final = 2.0
GOODBYE_BYTES: Final = 16 * 1024
"""What may still come from a client that has been told goodbye."""
MOST_FRAGMENTS: Final = 64
MOST_WAITING: Final = 256
"""Messages of one client that may wait to be read by its table."""
PIECE: Final = 1024
"""How much is taken apart before looking whether it is worth going on."""
CONTROL_FRAMES: Final = 100
CONTROL_SECONDS: Final = 20.0
NO_TEXT: Final = 1007
WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole message of text."""
MASKED: Final = 0x80
"""Of the second byte: what clients send is masked."""
ABORT: Final = "rollplayer.abort"
IS_CLOSING: Final = "rollplayer.is-closing"
READ: Final = "rollplayer.read"
WRITE: Final = "rollplayer.write"
NO_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def text_frame(message: bytes) -> bytes:
    """A whole message as a server sends it: one frame without a mask (RFC 6455, 5.2)."""
    length = len(message)
    if length < 126:
        return pack("!BB", WHOLE_TEXT, length) + message
    if length < 1 << 16:
        return pack("!BBH", WHOLE_TEXT, 126, length) + message
    return pack("!BBQ", WHOLE_TEXT, 127, length) + message


def whole_text(data: bytes) -> str | None:
    """The message, if these bytes are one frame of a client with a whole text; None for all else."""
    size = len(data)
    if size < 6 or data[0] != WHOLE_TEXT or data[1] < MASKED:
        return None
    length, start = data[1] - MASKED, 6
    if length == 126 and size >= 8:
        length, start = int.from_bytes(data[2:4], "big"), 8
    elif length > 125:
        # 127: the length has eight bytes, which only frames over the limit need.
        return None
    if size != start + length or length > FRAME_LIMIT:
        return None
    try:
        return apply_mask(data[start:], data[start - 4 : start]).decode()
    except UnicodeDecodeError:
        return None


def is_between_frames(parser: Any) -> bool:
    """Whether a parser of websockets waits for the first byte of a frame, and not inside of one."""
    while (inner := parser.gi_yieldfrom) is not None:
        parser = inner
    return bool(parser.gi_code is StreamReader.at_eof.__code__)


class Inbox:
    """As much of ``asyncio.Queue`` as uvicorn uses, and quicker: one puts in, one takes out."""

    __slots__ = ("events", "loop", "waiting")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.events: deque[Any] = deque()
        self.waiting: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self.events

    def qsize(self) -> int:
        return len(self.events)

    def put_nowait(self, event: Any) -> None:
        self.events.append(event)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def get(self) -> Any:
        while not self.events:
            self.waiting = self.loop.create_future()
            try:
                await self.waiting
            finally:
                self.waiting = None
        return self.events.popleft()


class Wiring(uvicorn.Config):
    """uvicorn's settings, and the door that all connections come through."""

    def __init__(self, door: Door, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.door = door


class Parser(h11.Connection):
    """h11 that takes no body in crumbs: each takes as long as a line of a head, or longer."""

    pieces = 0
    size = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.pieces = self.size = 0
        elif isinstance(event, h11.Data):
            self.pieces += 1
            self.size += len(event.data)
            if self.pieces > MOST_PIECES + self.size // BYTES_A_PIECE:
                raise h11.RemoteProtocolError("too many pieces")
        return event


class Http(H11Protocol):
    """HTTP that does not wait forever for a request; uvicorn only watches idle connections."""

    config: Wiring
    deadline: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None
    is_websocket = False
    is_silent = True
    unheard = 0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn = Parser(h11.SERVER, HEAD_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.config.door.enter(transport, address, lambda: self.connections.discard(self)):
            transport.abort()
            return
        self.deadline = self.loop.call_later(SILENT_SECONDS, transport.abort)

    def data_received(self, data: bytes) -> None:
        if self.is_silent:
            self.is_silent = False
            self.rest()
        self.take_apart(data)
        if self.is_websocket or self.cycle is not None:
            self.config.door.spoke(self.transport)
        self.watch()

    def take_apart(self, data: bytes) -> None:
        """Let h11 read as much at a time as does not keep others waiting.

        It reads all lines of a head, or of what follows a body, at once when the last has come, and
        limits only those that are not complete: ten thousand lines may come in one packet.
        """
        at = 0
        while at < len(data) and not self.is_websocket and not self.transport.is_closing():
            in_body = self.conn.their_state is h11.SEND_BODY
            is_answered = in_body and self.cycle.response_complete
            has_no_lines = in_body and not is_answered and not self.is_chunked()
            piece = data[at : at + (BODY_PIECE if has_no_lines else PIECE)]
            at += len(piece)
            self.unheard = self.unheard + len(piece) if is_answered else 0
            if self.unheard > MOST_UNHEARD:
                # Nobody reads on; its time will run out.
                return
            super().data_received(piece)
            if self.conn.trailing_data[0].count(b"\n") > MOST_LINES:
                self.send_400_response("Too many lines.")

    def is_chunked(self) -> bool:
        """Whether the body that is being read comes in lines that say how long its parts are."""
        return any(name == b"transfer-encoding" for name, _ in self.headers)

    def send_400_response(self, msg: str) -> None:
        if self.transport.is_closing():
            return
        if self.conn.our_state is not h11.IDLE and self.conn.our_state is not h11.SEND_RESPONSE:
            # The response has begun: there is no place for another.
            self.transport.abort()
            return
        super().send_400_response(msg)
        if self.cycle is not None:
            # Whoever is still at work on the request would send another one after all.
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.is_websocket = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self.rest()
        self.config.door.leave(self.transport)
        if self.unread is not None:
            self.unread.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.look_again()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def look_again(self) -> None:
        """An answer waits to be read. Whoever reads nothing for a while is dropped."""
        left = self.transport.get_write_buffer_size()
        self.unread = self.loop.call_later(UNREAD_SECONDS, self.is_read_since, left)

    def is_read_since(self, left: int) -> None:
        if left - self.transport.get_write_buffer_size() < LEAST_READ:
            logger.info("dropped", extra={"reason": "unread"})
            self.transport.abort()
        else:
            self.look_again()

    def watch(self) -> None:
        """Start the clock when a request begins, and stop it when all of it is here."""
        if self.is_websocket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.rest()
        elif self.deadline is None:
            self.deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def rest(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


class Protocol(WebSocketsSansIOProtocol):
    """A websocket whose client can be dropped, and that counts what never reaches a room."""

    config: Wiring

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = cast(Any, Inbox(self.loop))
        self.controls = Bucket(CONTROL_FRAMES, CONTROL_SECONDS)
        self.is_read_here = False
        """Whether a socket reads from here, and not through all of ASGI."""
        self.is_between_frames = False
        self.after_goodbye = 0

    def data_received(self, data: bytes) -> None:
        # Nearly all that comes is one frame with a whole message; websockets is for the rest.
        text = whole_text(data) if self.is_between_frames else None
        if text is None or self.conn.state is not State.OPEN or self.conn.current_size is not None:
            self.take_apart(data)
            self.is_between_frames = self.is_read_here and is_between_frames(self.conn.parser)
        elif not self.close_sent:
            if not self.read_paused and not self.queue.empty():
                self.read_paused = True
                self.transport.pause_reading()
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

    def take_apart(self, data: bytes) -> None:
        """Read frames of any kind, as long as their client is not flooding.

        One packet holds 40,000 frames of six bytes. Taken apart in one go, they would keep
        everybody waiting for half a second before the first of them could be refused.
        """
        for start in range(0, len(data), PIECE):
            if self.close_sent:
                self.after_goodbye += PIECE
            super().data_received(data[start : start + PIECE])
            if self.transport.is_closing():
                return
            if self.queue.qsize() > MOST_WAITING or self.after_goodbye > GOODBYE_BYTES:
                self.drop("messages")
                return

    def read_here(self) -> Callable[[], Awaitable[Any]]:
        """How to receive what comes from now on, without everything that lies between."""
        self.is_read_here = True
        return self.receive

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            # Closing politely would wait until that client has read everything, perhaps forever.
            scope["extensions"][ABORT] = self.transport.abort
            scope["extensions"][IS_CLOSING] = self.transport.is_closing
            scope["extensions"][READ] = self.read_here
            scope["extensions"][WRITE] = self.write_text

    def write_text(self, message: bytes) -> bool:
        """Send a message at once; False if it has to wait, because earlier ones do or none may go."""
        ready = self.handshake_complete and not self.close_sent and self.writable.is_set()
        if not ready or self.transport.is_closing() or self.conn.state is not State.OPEN:
            return False
        self.transport.write(text_frame(message))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.door.leave(self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_timer is not None:
            # Whoever is not there any more says no goodbye; what waits for them waits for nobody.
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        # Closing would first send what waits, perhaps for as long as the system tries.
        self.drop("silence")

    def handle_ping(self) -> None:
        if self.controls.take():
            super().handle_ping()
        else:
            self.drop("pings")

    def handle_pong(self, event: Any) -> None:
        if self.controls.take():
            super().handle_pong(event)
        else:
            self.drop("pongs")

    def handle_cont(self, event: Any) -> None:
        # Empty ones never reach the limit of a message's size.
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.drop("fragments")

    def drop(self, reason: str) -> None:
        if not self.transport.is_closing():
            logger.info("dropped", extra={"reason": reason})
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            # The handshake cannot be read, so there is no websocket yet that could be closed.
            self.transport.write(NO_HANDSHAKE)
            self.transport.close()
            return
        logger.info("bad frame", extra={"code": self.conn.close_sent.code})
        super().handle_parser_exception()
