"""Queues that cannot pile up: limits on running work, on waiting work, and on each address."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from rollplayer.server.common.problems import Refused

AGAIN_SECONDS: Final = 2
"""After how many seconds it is worth asking again."""

LONGEST_REST: Final = 1.0


class Queue:
    """A bounded queue for work. When it is full, newcomers are asked to try again later."""

    def __init__(self, at_once: int, most: int, most_of_one: int, rest: float = 0.0) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self.here: Counter[str] = Counter()
        """By address: how many are working or waiting."""
        self.working = asyncio.Semaphore(at_once)
        self.rest = rest
        """After each piece of work comes a pause this many times as long, for everybody else."""

    def enter(self, address: str) -> None:
        """Take a place, or raise Refused if there is none. Every enter needs a leave."""
        if self.here.total() >= self.most or self.here[address] >= self.most_of_one:
            raise Refused("busy", seconds=AGAIN_SECONDS)
        self.here[address] += 1

    def leave(self, address: str) -> None:
        self.here[address] -= 1
        if not self.here[address]:
            del self.here[address]

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, then work."""
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
