"""How much one client may ask for."""

import ipaddress
import time
from collections import OrderedDict
from typing import Final

MOST_ADDRESSES: Final = 50_000


class Bucket:
    """A bucket of ``size`` drops that refills in ``seconds``; each request takes one."""

    __slots__ = ("drops", "filled", "rate", "size", "spent")

    def __init__(self, size: int, seconds: float) -> None:
        self.size = size
        self.rate = size / seconds
        self.drops = float(size)
        self.filled = time.monotonic()
        self.spent = 0.0
        """What was taken since others were last told of it, where there are others."""

    def take(self, cost: int = 1) -> bool:
        """Whether a request of this cost is allowed. A size of 0 means no limit."""
        if not self.size:
            return True
        now = time.monotonic()
        self.drops = min(float(self.size), self.drops + (now - self.filled) * self.rate)
        self.filled = now
        # A cost above the size takes the whole bucket.
        cost = min(cost, self.size)
        if self.drops < cost:
            return False
        self.drops -= cost
        self.spent += cost
        return True

    def give_back(self, cost: int = 1) -> None:
        """What was asked for was not even tried."""
        self.drops = min(float(self.size), self.drops + cost)
        self.spent -= cost

    def wait(self, cost: int = 1) -> int:
        """Whole seconds until a request of this cost is allowed."""
        missing = min(cost, self.size) - self.drops
        return seconds_to_wait(missing, self.rate) if self.size else 0

    def learn(self, drops: float) -> None:
        """Others have taken, too: so much was left after them when they were last told."""
        self.drops = min(self.drops, drops - self.spent)


def seconds_to_wait(missing: float, rate: float) -> int:
    """Whole seconds until the missing drops have come."""
    return max(1, round(missing / rate + 0.5))


def counted_as(address: str) -> str:
    """The key an address is counted under: for IPv6 its whole network, since everybody has one.

    >>> counted_as("2001:db8:1:2:3:4:5:6"), counted_as("::ffff:192.0.2.7"), counted_as("?")
    ('2001:db8:1:2::/64', '192.0.2.7', '?')
    """
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ipaddress.ip_network((int(read), 64), strict=False))


class Addresses:
    """One bucket per address; those unused for longest are forgotten."""

    def __init__(self, size: int, seconds: float) -> None:
        self.size = size
        self.seconds = seconds
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, address: str) -> Bucket:
        bucket = self.buckets.pop(address, None) or Bucket(self.size, self.seconds)
        self.buckets[address] = bucket
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket

    def take_spent(self, least: float) -> dict[str, float]:
        """By address: what was taken since the last time, where it was at least so much."""
        found = {
            address: bucket.spent
            for address, bucket in self.buckets.items()
            if bucket.spent >= least
        }
        for address in found:
            self.buckets[address].spent = 0.0
        return found
