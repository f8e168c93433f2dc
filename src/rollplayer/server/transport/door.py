"""Who may come in, before a word is said: descriptors, connections by address, connections in all."""

import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from rollplayer.server.common.limits import counted_as
from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.settings import Settings

logger = logging.getLogger(__name__)

MOST_DESCRIPTORS: Final = 1 << 20
RESERVED: Final = 128
"""Descriptors for the disk, the bots and the log."""
SLACK: Final = 64
"""How many connections beyond the limit are accepted, to answer over HTTP that all is full."""
QUIET_SECONDS: Final = 10.0
PAUSE: Final = 0.005
BACKLOG: Final = 2048
USED_UP: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def raise_descriptors() -> int | None:
    """Open as many files as the system allows this process to; how many, where it says."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return None if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:
        # Some systems allow less than they say.
        logger.info("open files stay limited", extra={"most": soft, "reason": str(error)})
        return soft
    return wanted


class Seldom:
    """A line of the log that comes now and then, however often there is reason for it."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.times = 0
        self.last = -QUIET_SECONDS

    def warn(self, **fields: object) -> None:
        self.times += 1
        if time.monotonic() - self.last >= QUIET_SECONDS:
            self.last = time.monotonic()
            logger.warning(self.message, extra={**fields, "times": self.times})
            self.times = 0


class Entrance(socket.socket):
    """A listening socket at which nobody is left standing when descriptors have run out.

    asyncio would look at them again and again, with a line of the log each time. Here one
    descriptor is kept back, so that they can be let in and shown out.
    """

    spare: int | None = None
    full: Seldom

    def listen(self, backlog: int = BACKLOG, /) -> None:
        self.full = Seldom("out of descriptors")
        self.keep_spare()
        super().listen(backlog)

    def keep_spare(self) -> None:
        if self.spare is None:
            try:
                self.spare = os.open(os.devnull, os.O_RDONLY)
            except OSError as error:
                self.full.warn(reason=str(error))

    def accept(self) -> tuple[socket.socket, Any]:
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in USED_UP:
                raise
            self.full.warn(reason=str(error))
            self.show_out()
            raise BlockingIOError from error

    def show_out(self) -> None:
        """Hang up on whoever waits."""
        if self.spare is None:
            time.sleep(PAUSE)
        else:
            os.close(self.spare)
            self.spare = None
            # Linux asks for a descriptor before it looks whether anybody is there.
            with contextlib.suppress(BlockingIOError):
                super().accept()[0].close()
        self.keep_spare()

    def close(self) -> None:
        if self.spare is not None:
            os.close(self.spare)
            self.spare = None
        super().close()


class Door:
    """Counts connections, and makes room for those who speak by those who never did."""

    def __init__(self, settings: Settings, metrics: Metrics, descriptors: int | None) -> None:
        self.metrics = metrics
        self.most_by_address = settings.connections_per_address
        self.most = settings.most_connections
        if descriptors is not None:
            affordable = max(RESERVED, descriptors - RESERVED)
            self.most = min(self.most or affordable, affordable)
        self.proxies = as_seen(settings.proxies)
        self.inside: dict[asyncio.BaseTransport, str] = {}
        self.by_address: dict[str, int] = {}
        self.silent: dict[asyncio.Transport, Callable[[], None]] = {}
        """Those who have not sent a request yet, and how to strike one off uvicorn's list.

        The ones who came first come first.
        """
        self.full = Seldom("turned away")

    def enter(
        self, transport: asyncio.Transport, address: str, strike_off: Callable[[], None]
    ) -> bool:
        """Whether this connection may stay."""
        counted = counted_as(address)
        if (
            self.most_by_address
            and self.by_address.get(counted, 0) >= self.most_by_address
            and not self.is_proxy(address)
        ):
            self.turned_away("address")
            return False
        if self.most and len(self.inside) >= self.most:
            self.make_room()
            if len(self.inside) >= self.most + min(SLACK, RESERVED // 2):
                self.turned_away("full")
                return False
        self.inside[transport] = counted
        self.by_address[counted] = self.by_address.get(counted, 0) + 1
        self.silent[transport] = strike_off
        return True

    def spoke(self, transport: asyncio.Transport) -> None:
        """A request has come."""
        self.silent.pop(transport, None)

    def leave(self, transport: asyncio.Transport) -> None:
        self.silent.pop(transport, None)
        counted = self.inside.pop(transport, None)
        if counted is not None:
            self.by_address[counted] -= 1
            if not self.by_address[counted]:
                del self.by_address[counted]

    def make_room(self) -> None:
        """Hang up on whoever has said nothing for longest."""
        longest = next(iter(self.silent), None)
        if longest is not None:
            # It hangs up a moment later. Who comes in its place may be heard before that.
            self.silent[longest]()
            self.leave(longest)
            longest.abort()
            self.turned_away("silent")

    def turned_away(self, reason: str) -> None:
        self.metrics.turned_away.labels(reason).inc()
        self.full.warn(reason=reason)

    def is_proxy(self, address: str) -> bool:
        """Whether all that this address sends may come from anywhere."""
        return any(each == "*" or within(address, each) for each in self.proxies)


def as_seen(proxies: Iterable[str]) -> list[str]:
    """Proxies as they are named, and as a socket for IPv6 and IPv4 alike sees those with IPv4.

    >>> as_seen(["10.0.0.0/8", "10.1.2.3", "::1", "*"])
    ['10.0.0.0/8', '::ffff:10.0.0.0/104', '10.1.2.3', '::ffff:10.1.2.3/128', '::1', '*']
    """
    seen: list[str] = []
    for named in proxies:
        seen.append(named)
        with contextlib.suppress(ValueError):
            network = ipaddress.IPv4Network(named, strict=False)
            seen.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return seen


def within(address: str, named: str) -> bool:
    """Whether an address is the one that is named, or one of the network that is.

    >>> within("10.1.2.3", "10.0.0.0/8"), within("10.1.2.3", "10.1.2.4"), within("?", "?")
    (True, False, True)
    """
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(named, strict=False)
    except ValueError:
        return address == named
