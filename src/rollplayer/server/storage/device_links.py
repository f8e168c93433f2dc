"""Links that bring another device to a person: one use, a few minutes, confirmed where they were made.

Here they live in memory alone: a restart ends them, and nothing of them comes to the disk. Nothing here waits
for anything, so of two who come with one link at the same moment one is first.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import new_token, now, token_hash

LINK_SECONDS: Final = 300.0


@dataclass
class Link:
    """One link. ``secret`` is the hash of the device that has come with it."""

    person: str
    expires: int
    secret: bytes | None = field(default=None, repr=False)
    device: str = ""
    number: str = ""
    until: float = 0.0
    """In memory: by a clock that cannot be set."""


def new_number() -> str:
    """What both devices show."""
    return f"{secrets.randbelow(10_000):04}"


class DeviceLinks:
    """The open links, at most one for each person."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.links: dict[bytes, Link] = {}
        """By the hash of their code."""

    def forget_old(self) -> None:
        for code in [code for code, link in self.links.items() if link.until <= self.clock()]:
            del self.links[code]

    async def make(self, person: str) -> tuple[str, Link]:
        """A new link; the one before opens nothing any more."""
        await self.forget(person)
        code = new_token()
        expires = now() + round(LINK_SECONDS * 1000)
        link = Link(person, expires, until=self.clock() + LINK_SECONDS)
        self.links[token_hash(code)] = link
        return code, link

    async def of(self, person: str) -> Link | None:
        self.forget_old()
        return next((link for link in self.links.values() if link.person == person), None)

    async def forget(self, person: str) -> None:
        self.forget_old()
        for code in [code for code, link in self.links.items() if link.person == person]:
            del self.links[code]

    async def redeem(self, code: str, secret: bytes, device: str) -> Link:
        """A device has come with a code. Whether there never was one, or no longer, is not told."""
        self.forget_old()
        link = self.links.get(token_hash(code))
        # Resent by the device that has come: it did not hear the answer.
        if link is not None and link.secret == secret:
            return link
        if link is None or link.secret is not None:
            raise Refused("spent-link")
        link.secret, link.device = secret, device
        link.number = new_number()
        return link

    async def confirm(self, person: str, number: str) -> Link:
        """Take the link that a device waits with; Refused unless it is the one that was shown."""
        link = await self.of(person)
        if link is None or link.secret is None or link.number != number:
            raise Refused("no-link")
        await self.forget(person)
        return link
