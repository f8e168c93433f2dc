"""Requests of one address begin one after the other, with everybody else served in between."""

import asyncio
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Receive, Scope, Send

from rollplayer.server.common.limits import counted_as


@dataclass
class Line:
    """Who waits to begin, of one address."""

    first: asyncio.Lock = field(default_factory=asyncio.Lock)
    length: int = 0


class InTurn:
    """However many connections an address has, a round of the event loop begins one request of it.

    Otherwise each round would begin one on every connection, and all others would wait for them:
    refusing a request takes hardly less time than serving it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.lines: dict[str, Line] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            client = scope.get("client")
            await self.turn(counted_as(client[0]) if client else "")
        await self.app(scope, receive, send)

    async def turn(self, address: str) -> None:
        """Wait until all who came before have begun, and the others had their round."""
        line = self.lines.setdefault(address, Line())
        line.length += 1
        try:
            async with line.first:
                await asyncio.sleep(0)
        finally:
            line.length -= 1
            if not line.length:
                del self.lines[address]
