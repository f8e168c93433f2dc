"""Requests that this server makes itself: small, to addresses that were checked, and soon given up."""

import asyncio
import ssl
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import urljoin

import h11

from rollplayer import __version__
from rollplayer.server.common.destinations import (
    Destination,
    Forbidden,
    Resolve,
    look_up,
    number_of,
    read_destination,
)

SECONDS: Final = 10.0
MOST_READ: Final = 64 * 1024
MOST_REDIRECTS: Final = 3
REDIRECTS: Final = (301, 302, 307, 308)


class Unreachable(OSError):
    """Nothing came back that could be read as an answer."""


@dataclass(frozen=True)
class Response:
    """What a server has answered; of its body nobody wants to know anything."""

    status: int
    headers: dict[str, str]

    def seconds(self) -> float | None:
        """How long it asks to be left alone."""
        text = self.headers.get("retry-after", "")
        return float(text) if text.isdecimal() and len(text) < 8 else None


@cache
def tls() -> ssl.SSLContext:
    return ssl.create_default_context()


@dataclass(frozen=True)
class Outgoing:
    """What posts to the addresses of others; ``allowed`` are origins that an operator trusts."""

    allowed: frozenset[str] = frozenset()
    resolve: Resolve = look_up

    def check(self, url: str) -> None:
        """Raises Forbidden for what can be seen from the address alone."""
        read_destination(url, self.allowed)

    async def post(
        self, url: str, body: bytes, headers: dict[str, str], *, redirects: bool = True
    ) -> Response:
        """Raises Forbidden, or Unreachable. A redirect leads only where the first address might."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._post(url, body, headers, MOST_REDIRECTS if redirects else 0)
        except TimeoutError as error:
            raise Unreachable("no answer in time") from error
        except Forbidden:
            raise
        except (OSError, h11.ProtocolError, ssl.SSLError) as error:
            raise Unreachable(str(error)) from error

    async def _post(
        self, url: str, body: bytes, headers: dict[str, str], redirects: int
    ) -> Response:
        destination = read_destination(url, self.allowed)
        number = await number_of(destination, self.allowed, self.resolve)
        response = await exchange(destination, number, body, headers)
        location = response.headers.get("location")
        if response.status in REDIRECTS and location and redirects:
            return await self._post(urljoin(url, location), body, headers, redirects - 1)
        return response


async def exchange(
    destination: Destination, number: str, body: bytes, headers: dict[str, str]
) -> Response:
    """One request to this number, whatever the name stands for by now."""
    secure = destination.scheme == "https"
    reader, writer = await asyncio.open_connection(
        number,
        destination.port,
        ssl=tls() if secure else None,
        server_hostname=destination.host if secure else None,
    )
    try:
        connection = h11.Connection(h11.CLIENT)
        request = h11.Request(
            method="POST",
            target=destination.path,
            headers=[
                ("Host", destination.authority),
                ("User-Agent", f"rollplayer/{__version__}"),
                ("Content-Length", str(len(body))),
                ("Connection", "close"),
                *headers.items(),
            ],
        )
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(connection.send(event) or b"")
        await writer.drain()
        return await read_response(reader, connection)
    finally:
        writer.close()


async def read_response(reader: asyncio.StreamReader, connection: h11.Connection) -> Response:
    """The head of the answer; its body is left to itself."""
    size = 0
    while True:
        event = connection.next_event()
        if isinstance(event, h11.Response):
            plain = {key.decode().lower(): value.decode("latin-1") for key, value in event.headers}
            return Response(event.status_code, plain)
        if isinstance(event, h11.ConnectionClosed):
            raise Unreachable("the connection was closed")
        if event is h11.NEED_DATA:
            data = await reader.read(MOST_READ)
            size += len(data)
            if size > MOST_READ:
                raise Unreachable("the answer is too long")
            connection.receive_data(data)
