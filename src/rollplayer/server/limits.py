"""How much one client may ask for."""

import time
from collections import OrderedDict
from typing import Final

MOST_ADDRESSES: Final = 50_000


class Bucket:
    """Holds so many drops and refills in so many seconds; each request takes one."""

    __slots__ = ("drops", "filled", "rate", "size")

    def __init__(self, size: int, seconds: float) -> None:
        self.size = size
        self.rate = size / seconds
        self.drops = float(size)
        self.filled = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed. A size of 0 means no limit."""
        if not self.size:
            return True
        now = time.monotonic()
        self.drops = min(float(self.size), self.drops + (now - self.filled) * self.rate)
        self.filled = now
        if self.drops < 1:
            return False
        self.drops -= 1
        return True

    def wait(self) -> int:
        """Whole seconds until the next one is allowed."""
        return max(1, round((1 - self.drops) / self.rate + 0.5)) if self.size else 0


class Addresses:
    """A bucket for each address; the ones not seen for longest are forgotten."""

    def __init__(self, size: int, seconds: float) -> None:
        self.size = size
        self.seconds = seconds
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, address: str) -> Bucket:
        found = self.buckets.pop(address, None) or Bucket(self.size, self.seconds)
        self.buckets[address] = found
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return found
