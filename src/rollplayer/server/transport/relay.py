"""What belongs to a room that another process owns is passed on to it, and its replies are passed back.

The process at the door has checked the caller: address, Origin, Host, rates. It says so in a header with a proof that
only the processes of the same store can make; the same header from anybody else says nothing. Tokens travel as they are,
and the owner checks them.
"""

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import h11
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.outgoing import tls
from rollplayer.server.storage.leases import Leases, Node
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.transport.security import RELAYED, SAFE_METHODS
from rollplayer.server.transport.sockets import RESTARTS

logger = logging.getLogger(__name__)

HEADER: Final = "rollplayer-relay"
FRESH: Final = 30_000
"""Milliseconds for which a proof holds."""
CONNECT_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 0.1
REPLY_SECONDS: Final = 45.0
"""The slowest request, a replay, takes 30 seconds at most."""
SLOW_SECONDS: Final = 5.0
"""So long a message may take to a caller; the owner cannot see through two connections that nobody reads."""
MOST_READ: Final = 64 << 20
PIECE: Final = 1 << 16
IN_FRONT: Final = "/in-front/{game}/{seat}"
"""Where a process that sends notices asks the owner of a room whether somebody sits there."""
READY: Final = "/readyz"
YES: Final = b"true"
NO: Final = b"false"
NOT_SENT_ON: Final = (
    HEADER,
    "connection",
    "content-length",
    "date",
    "forwarded",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
)
"""Headers that concern one connection, or say who the caller is."""
SENDABLE: Final = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014)
OWN_CODES: Final = 3000
"""From here on codes mean what an application wants."""


class NoReply(Exception):
    """The owner does not answer. ``sent``: it may have done what was wanted."""

    def __init__(self, *, sent: bool) -> None:
        super().__init__()
        self.sent = sent


def statement(leases: Leases, node: str, caller: str, scope: Scope) -> str:
    """What the process at the door says to the owner: when, for whom, from whom, and that it may."""
    at = str(leases.time())
    return " ".join((at, node, caller, leases.proof(proven(at, node, caller, scope))))


def proven(at: str, node: str, caller: str, scope: Scope) -> str:
    what = (
        scope["type"],
        scope.get("method", ""),
        scope["path"],
        scope["query_string"].decode("latin-1"),
    )
    return "\n".join((at, node, caller, *what))


class Passed:
    """Takes what another process has passed on for what it was at the door."""

    def __init__(self, app: ASGIApp, node: str, leases: Callable[[], Leases]) -> None:
        self.app, self.node, self.leases = app, node, leases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and self.node:
            said = Headers(scope=scope).get(HEADER)
            caller = None if said is None else self.caller_of(said, scope)
            if caller is not None:
                scope[RELAYED] = True
                scope["client"] = (caller, 0)
        await self.app(scope, receive, send)

    def caller_of(self, said: str, scope: Scope) -> str | None:
        """The address of the caller; None if no process of this store has said this, or not now."""
        at, _, rest = said.partition(" ")
        node, _, rest = rest.partition(" ")
        caller, _, proof = rest.partition(" ")
        leases = self.leases()
        if not at.isdecimal() or len(at) > 15 or abs(leases.time() - int(at)) > FRESH:
            return None
        expected = leases.proof(proven(at, node, caller, scope))
        if node != self.node or not hmac.compare_digest(expected.encode(), proof.encode()):
            return None
        return caller


class Relay:
    """Passes sockets and requests on."""

    def __init__(self, leases: Leases, metrics: Metrics) -> None:
        self.leases = leases
        self.metrics = metrics

    @property
    def patience(self) -> float:
        """The seconds after which the lease of an owner that does not answer has run out."""
        return self.leases.seconds + 2 * CONNECT_SECONDS

    def count(self, kind: str, outcome: str) -> None:
        self.metrics.passed_on.labels(kind, outcome).inc()

    def headers(self, raw: HTTPConnection, node: Node) -> list[tuple[str, str]]:
        caller = raw.client.host if raw.client is not None else ""
        kept = [
            (name, value)
            for name, value in raw.headers.items()
            if name not in NOT_SENT_ON and not name.startswith(("x-forwarded-", "sec-websocket-"))
        ]
        return [*kept, (HEADER, statement(self.leases, node.name, caller, raw.scope))]

    # -- requests -----------------------------------------------------------------------------------

    async def request(self, raw: Request, body: bytes, node: Node) -> Response:
        """The owner's response; raises NoReply."""
        sent = False

        async def ask() -> Response:
            nonlocal sent
            async with asyncio.timeout(CONNECT_SECONDS):
                reader, writer = await open_connection(node)
            try:
                sent = True
                for part in request_of(raw, self.headers(raw, node), body):
                    writer.write(part)
                await writer.drain()
                return await read_response(reader, raw.method)
            finally:
                writer.close()

        asking = asyncio.create_task(ask())
        gone = asyncio.create_task(self.until_gone(node))
        try:
            await asyncio.wait(
                (asking, gone), timeout=REPLY_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if not asking.done():
                raise TimeoutError
            response = asking.result()
        except (OSError, TimeoutError, h11.ProtocolError) as error:
            self.count("request", "failed")
            raise NoReply(sent=sent and raw.method not in SAFE_METHODS) from error
        finally:
            asking.cancel()
            gone.cancel()
        self.count("request", "done")
        return response

    async def in_front(self, game: str, seat: int) -> bool:
        """Whether a seat's holder has the table before them at another process; no if nobody there says so."""
        node = await self.leases.owner(game)
        if node is None:
            return False
        response = await self.ask(node, IN_FRONT.format(game=game, seat=seat))
        self.count("request", "failed" if response is None else "done")
        return response is not None and response.body == YES

    async def is_ready(self, node: Node) -> bool:
        """Whether another process reaches the store and takes rooms."""
        response = await self.ask(node, READY)
        return response is not None and response.status_code == HTTPStatus.OK

    async def ask(self, node: Node, path: str) -> Response | None:
        """What another process replies to a question of this one's own; None if it does not."""
        scope: Scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
        headers = [
            ("Host", urlsplit(node.address).netloc),
            (HEADER, statement(self.leases, node.name, "", scope)),
            ("Connection", "close"),
        ]
        request = h11.Request(method="GET", target=path, headers=headers)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                reader, writer = await open_connection(node)
                try:
                    writer.write(h11.Connection(h11.CLIENT).send(request) or b"")
                    response = await read_response(reader, "GET")
                finally:
                    writer.close()
        except (OSError, TimeoutError, h11.ProtocolError):
            return None
        return response

    # -- sockets ------------------------------------------------------------------------------------

    async def socket(
        self, websocket: WebSocket, owner: Callable[[], Awaitable[Node | None]], first: str
    ) -> bool:
        """Pass a socket on until one of both ends, from a first message on that was read already.

        False if nobody else owns its room, or does not answer.
        """
        end = time.monotonic() + self.patience
        while True:
            try:
                node = await owner()
            except NotSaved:
                # Whoever says hello here reads why.
                return False
            if node is None or time.monotonic() > end:
                return False
            try:
                line = await self.open(websocket, node)
            except (OSError, TimeoutError, InvalidHandshake, InvalidURI):
                self.count("socket", "failed")
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            self.count("socket", "done")
            await self.join(websocket, line, node, first)
            return True

    async def open(self, websocket: WebSocket, node: Node) -> ClientConnection:
        scope = websocket.scope
        query = scope["query_string"].decode("latin-1")
        address = node.address.rstrip("/").replace("http", "ws", 1)
        url = address + scope["path"] + (f"?{query}" if query else "")
        headers = [each for each in self.headers(websocket, node) if each[0] != "host"]
        return await connect(
            url,
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=CONNECT_SECONDS,
            close_timeout=CONNECT_SECONDS,
            # Whether the other process lives, its lease says.
            ping_interval=None,
            proxy=None,
            user_agent_header=None,
        )

    async def join(
        self, websocket: WebSocket, line: ClientConnection, node: Node, first: str
    ) -> None:
        """Carry what comes from one to the other."""
        self.metrics.opened()
        tasks: list[asyncio.Task[None]] = []
        try:
            carriers = (
                to_owner(websocket, line, first),
                to_caller(line, websocket),
                self.until_gone(node),
            )
            tasks += [asyncio.create_task(each) for each in carriers]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if not tasks[0].done():
                # Whoever does not read does not say goodbye either.
                with suppress(TimeoutError):
                    async with asyncio.timeout(CONNECT_SECONDS):
                        await websocket.close(code_of(line.close_code))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await line.close()
            self.metrics.closed()

    async def until_gone(self, node: Node) -> None:
        """Wait as long as another process renews its leases."""
        # One that has just started is in the next renewal.
        await asyncio.sleep(self.leases.seconds / 2)
        while node.name in self.leases.living:
            await asyncio.sleep(self.leases.seconds / 10)


async def to_owner(websocket: WebSocket, line: ClientConnection, first: str) -> None:
    message: str | bytes = first
    while True:
        try:
            await line.send(message)
        except ConnectionClosed:
            # The other direction says why.
            await asyncio.Event().wait()
        event = await websocket.receive()
        if event["type"] == "websocket.disconnect":
            return
        message = event["text"] if event.get("text") is not None else event["bytes"]


async def to_caller(line: ClientConnection, websocket: WebSocket) -> None:
    try:
        async for message in line:
            if isinstance(message, str):
                async with asyncio.timeout(SLOW_SECONDS):
                    await websocket.send_text(message)
    except (ConnectionClosed, TimeoutError):
        return


def code_of(code: int | None) -> int:
    """How a socket is closed whose owner has closed it so; one that has vanished may be back at once."""
    return code if code is not None and (code in SENDABLE or code >= OWN_CODES) else RESTARTS


# -- HTTP between processes -------------------------------------------------------------------------


async def open_connection(node: Node) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(node.address)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    return await asyncio.open_connection(parts.hostname, port, ssl=tls() if secure else None)


def request_of(raw: Request, headers: Iterable[tuple[str, str]], body: bytes) -> list[bytes]:
    connection = h11.Connection(h11.CLIENT)
    query = raw.scope["query_string"]
    target = raw.scope["raw_path"] + (b"?" + query if query else b"")
    request = h11.Request(
        method=raw.method,
        target=target,
        headers=[*headers, ("Content-Length", str(len(body))), ("Connection", "close")],
    )
    events = (request, h11.Data(data=body), h11.EndOfMessage())
    return [connection.send(event) or b"" for event in events]


async def read_response(reader: asyncio.StreamReader, method: str) -> Response:
    connection = h11.Connection(h11.CLIENT)
    # Only so that it knows what it reads the response to.
    connection.send(h11.Request(method=method, target="/", headers=[("Host", "-")]))
    connection.send(h11.EndOfMessage())
    head: h11.Response | None = None
    body = bytearray()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(PIECE))
        elif isinstance(event, h11.Response):
            head = event
        elif isinstance(event, h11.Data):
            body += event.data
            if len(body) > MOST_READ:
                raise h11.RemoteProtocolError("the response is too long")
        elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
            break
    if head is None:
        raise h11.RemoteProtocolError("there was no response")
    response = Response(bytes(body), head.status_code)
    kept = [(name, value) for name, value in head.headers if name.decode() not in NOT_SENT_ON]
    length = [] if method == "HEAD" else [(b"content-length", str(len(body)).encode())]
    response.raw_headers = [*kept, *length]
    return response
