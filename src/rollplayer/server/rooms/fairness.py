"""Keep one person's large requests from delaying others: turns, and entries that are sent again."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

LONGEST_REST: Final = 0.05
MOST_TOLD: Final = 16 * 1024 * 1024
KEY_BYTES: Final = 250
"""What keeping an entry costs beside its own bytes, about."""


class Turns:
    """Whole tables are sent one at a time, first come first served, half of the time at most.

    Answers wait for no turn: between two turns all that is ready happens.
    """

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.free_at = 0.0

    async def take(self) -> None:
        """Wait until it is one's turn."""
        async with self.lock:
            await asyncio.sleep(max(0.0, self.free_at - time.monotonic()))

    def note(self, seconds: float) -> None:
        """A turn has taken so long; for as long the others rest."""
        self.free_at = time.monotonic() + min(seconds, LONGEST_REST)


class EntryCache:
    """Encoded entries of all logs; those not asked for longest make room."""

    def __init__(self, most: int = MOST_TOLD) -> None:
        self.most = most
        self.size = 0
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def once(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """What is kept under a key, or what is made now and kept from here on."""
        found = self.find(key)
        return self.keep(key, make()) if found is None else found

    def find(self, key: Hashable) -> bytes | None:
        """What is kept under a key."""
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, made: bytes) -> bytes:
        """Keep something under a key that has nothing yet."""
        self.kept[key] = made
        self.size += len(made) + KEY_BYTES
        while self.size > self.most and self.kept:
            _, forgotten = self.kept.popitem(last=False)
            self.size -= len(forgotten) + KEY_BYTES
        return made
