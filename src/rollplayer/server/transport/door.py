"""Which connections are accepted: limits on descriptors, on each address and on all together."""

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
"""Descriptors reserved for the disk, the bots and the log."""
SLACK: Final = 64
"""How many connections beyond the limit are accepted, to tell them over HTTP that it is reached."""
QUIET_SECONDS: Final = 10.0
PAUSE: Final = 0.005
BACKLOG: Final = 2048
USED_UP: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def raise_descriptors() -> int | None:
    """Raise the limit on open files as far as allowed; returns it, if the system says."""
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
        # Some systems allow less than they report.
        logger.info("open files stay limited", extra={"most": soft, "reason": str(error)})
        return soft
    return wanted


class Seldom:
    """A log line that appears only now and then, however often it is triggered."""

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
    """A listening socket that still answers when descriptors have run out.

    asyncio would retry endlessly and log every attempt. Here one descriptor is held in reserve, so
    that connections can be accepted and closed.
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
        """Accept and close the connections that are waiting."""
        if self.spare is None:
            time.sleep(PAUSE)
        else:
            os.close(self.spare)
            self.spare = None
            # Linux needs a descriptor before it checks whether anybody is waiting.
            with contextlib.suppress(BlockingIOError):
                super().accept()[0].close()
        self.keep_spare()

    def close(self) -> None:
        if self.spare is not None:
            os.close(self.spare)
            self.spare = None
        super().close()


class Door:
    """Counts connections, and drops silent ones to make room for others."""

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
        """Connections without a request so far, and how to remove each from uvicorn's list.

        Oldest first.
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
        """Note that a request has arrived."""
        self.silent.pop(transport, None)

    def leave(self, transport: asyncio.Transport) -> None:
        self.silent.pop(transport, None)
        counted = self.inside.pop(transport, None)
        if counted is not None:
            self.by_address[counted] -= 1
            if not self.by_address[counted]:
                del self.by_address[counted]

    def make_room(self) -> None:
        """Drop the connection that has been silent for longest."""
        longest = next(iter(self.silent), None)
        if longest is not None:
            # It closes a moment later; its successor may be served before that.
            self.silent[longest]()
            self.leave(longest)
            longest.abort()
            self.turned_away("silent")

    def turned_away(self, reason: str) -> None:
        self.metrics.turned_away.labels(reason).inc()
        self.full.warn(reason=reason)

    def is_proxy(self, address: str) -> bool:
        """Whether this is the address of a proxy, whose connections come from anywhere."""
        return any(proxy == "*" or within(address, proxy) for proxy in self.proxies)


def as_seen(proxies: Iterable[str]) -> list[str]:
    """Proxies as configured, and IPv4 ones also as a dual-stack socket sees them.

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
    """Whether an address equals the given one or lies in the given network.

    >>> within("10.1.2.3", "10.0.0.0/8"), within("10.1.2.3", "10.1.2.4"), within("?", "?")
    (True, False, True)
    """
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(named, strict=False)
    except ValueError:
        return address == named
