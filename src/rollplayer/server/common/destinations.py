"""Where a server may send what people ask it to send: to the public internet, and nowhere else.

Whoever may name an address could make the server knock on doors that only it can reach: a router, a database,
the metadata of a cloud. So an address must be https on its usual port, its name is looked up once, every
number that it stands for must be public, and the connection goes to that number. An operator may allow more.
"""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 2000
PORTS: Final = {"https": 443, "http": 80}
NAME: Final = re.compile(
    r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
)
NUMBER: Final = re.compile(r"(0x[0-9a-f]*|[0-9]+)")
"""The last part of a name that some systems read as a number: 0x7f000001, 2130706433, 127.1."""
PUBLIC_V6: Final = ipaddress.ip_network("2000::/3")
NOT_PUBLIC: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "100.64.0.0/10",  # behind a provider's router
        "168.63.129.16/32",  # a cloud's own services, at a number that looks public
        "192.0.0.0/24",  # for protocols; a cloud's metadata
        "192.88.99.0/24",  # the way into 6to4
        "2001::/23",  # Teredo, ORCHID and others: tunnels and tests
        "2002::/16",  # 6to4: an IPv4 address in disguise
        "2620:4f:8000::/48",  # a sink for questions about private addresses
        "3fff::/20",  # documentation
    )
)

Resolve = Callable[[str, int], Awaitable[list[str]]]
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class Forbidden(ValueError):
    """An address that this server does not connect to; says why."""


@dataclass(frozen=True)
class Destination:
    """An address that has been read: what to connect to, and what to ask for there."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def authority(self) -> str:
        """As in the Host of a request."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def read_destination(url: str, allowed: frozenset[str] = frozenset()) -> Destination:
    """Take an address apart; raises Forbidden unless it is plain https, or its origin is allowed."""
    if (
        len(url) > LONGEST
        or not url.isascii()
        or not url.isprintable()
        or set(url) & set(" \\<>\"'^`{|}")
    ):
        raise Forbidden("not an address that can be used here")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Forbidden(str(error)) from error
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    if scheme not in PORTS:
        raise Forbidden("an address begins with https://")
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise Forbidden("an address has no name and password in it")
    if not host or "%" in host or not (is_number(host) or NAME.fullmatch(host)):
        raise Forbidden("this is not the name of a server")
    if not is_number(host) and NUMBER.fullmatch(host.rpartition(".")[2]):
        raise Forbidden("a numeric address has four parts")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    destination = Destination(scheme, host, port or PORTS[scheme], path)
    if destination.origin in allowed:
        return destination
    if scheme != "https":
        raise Forbidden("an address begins with https://")
    if destination.port != PORTS["https"]:
        raise Forbidden("only the usual port, 443, is allowed")
    return destination


def is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_public(number: str) -> bool:
    """Whether a numeric address leads to the public internet.

    >>> is_public("93.184.216.34"), is_public("10.0.0.1"), is_public("::ffff:8.8.8.8")
    (True, False, False)
    """
    try:
        address: IpAddress = ipaddress.ip_address(number.partition("%")[0])
    except ValueError:
        return False
    if address.version == 6 and address not in PUBLIC_V6:
        # Also IPv4 in disguise (::ffff:0:0/96, 64:ff9b::/96), which the same server has without it.
        return False
    if any(address in network for network in NOT_PUBLIC if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def look_up(host: str, port: int) -> list[str]:
    """The numbers that a name stands for now."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


async def number_of(
    destination: Destination, allowed: frozenset[str], resolve: Resolve = look_up
) -> str:
    """The number to connect to, looked up once; raises Forbidden if any that was found is not public."""
    try:
        numbers = await resolve(destination.host, destination.port)
    except (OSError, UnicodeError) as error:
        raise OSError(f"{destination.host} cannot be found") from error
    if not numbers:
        raise OSError(f"{destination.host} cannot be found")
    if destination.origin not in allowed:
        for number in numbers:
            if not is_public(number):
                raise Forbidden("this address does not lead to the public internet")
    return numbers[0]
