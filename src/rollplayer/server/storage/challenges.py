"""What passkeys are asked to sign: each once, for a few minutes, for one purpose and one site.

Like links for devices they live in memory alone, here.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rollplayer.server.common.passkeys import Site
from rollplayer.server.common.problems import Refused

CHALLENGE_SECONDS: Final = 300.0
CHALLENGE_BYTES: Final = 32
MOST_CHALLENGES: Final = 10_000


@dataclass(frozen=True)
class Challenge:
    """One question. ``person`` is whose passkey is to be made; None if somebody wants to come in."""

    site: Site
    person: str | None
    until: float
    """By a clock that cannot be set."""


class Challenges:
    """The open ones, the oldest first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.open: OrderedDict[bytes, Challenge] = OrderedDict()

    async def make(self, site: Site, person: str | None = None) -> bytes:
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        self.open[challenge] = Challenge(site, person, self.clock() + CHALLENGE_SECONDS)
        while len(self.open) > MOST_CHALLENGES:
            self.open.popitem(last=False)
        return challenge

    async def take(self, challenge: bytes, person: str | None = None) -> Site:
        """Where it was asked. Nobody is asked the same twice, whatever becomes of the answer."""
        asked = self.open.get(challenge)
        # Whoever brings what another was asked takes nothing away from them.
        if asked is None or asked.person != person:
            raise Refused("spent-challenge")
        del self.open[challenge]
        if asked.until <= self.clock():
            raise Refused("spent-challenge")
        return asked.site
