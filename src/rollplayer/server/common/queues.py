"""Limit the work in progress and waiting, with a fair share for each address."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from rollplayer.server.common.problems import Refused

AGAIN_SECONDS: Final = 2
"""When it is worth asking again."""

LONGEST_REST: Final = 1.0


class Queue:
    """A place where work is done. When it is full, newcomers are asked to try again."""

    def __init__(self, at_once: int, most: int, most_of_one: int, rest: float = 0.0) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self.here: Counter[str] = Counter()
        """By address: who is working or waiting."""
        self.working = asyncio.Semaphore(at_once)
        self.rest = rest
        """After each piece of work, pause for this multiple of its duration, so that others can run."""

    def enter(self, address: str) -> None:
        """Take a place; Refused if there is none. Who enters must leave."""
        if self.here.total() >= self.most or self.here[address] >= self.most_of_one:
            raise Refused("busy", seconds=AGAIN_SECONDS)
        self.here[address] += 1

    def leave(self, address: str) -> None:
        self.here[address] -= 1
        if not self.here[address]:
            del self.here[address]

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for one's turn, then work."""
        self.enter(address)
        try:
            await self.working.acquire()
            started = time.monotonic()
            try:
                yield
            finally:
                pause = min(self.rest * (time.monotonic() - started), LONGEST_REST)
                asyncio.get_running_loop().call_later(pause, self.working.release)
        finally:
            self.leave(address)
