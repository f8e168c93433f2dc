"""What all processes that serve the same games must see, and nobody keeps for long.

How much each address and each person may ask for, links that bring another device to a person, and what passkeys are
asked to sign. A process that is alone has all of it in memory; several have it in the database that they share. What
belongs to one room is in the memory of the process that owns the room, and not here.
"""

from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeAlias

from rollplayer.server.common.limits import Addresses
from rollplayer.server.common.passkeys import Site
from rollplayer.server.common.problems import take_from
from rollplayer.server.storage.challenges import Challenges
from rollplayer.server.storage.device_links import DeviceLinks, Link

Look: TypeAlias = Callable[[str], Awaitable[None]]

HEARING: Final = "hearing"
"""Announced with a person who wants to hear others than before."""
SIGNED_OUT: Final = "signed-out"
"""Announced when devices were signed out, or somebody was barred."""
EVERYBODY: Final = ""
"""What an announcement is about that is about nobody in particular."""


class Rate(Protocol):
    """How often each may do something that is rare and costs a lot: nobody gets one more, wherever they ask."""

    async def take(self, key: str, code: str) -> None:
        """Count something; Refused beyond the limit, with the seconds to wait."""

    async def give_back(self, key: str) -> None:
        """What was asked for was not even tried."""


class Links(Protocol):
    """The open links for devices, at most one for each person."""

    async def make(self, person: str) -> tuple[str, Link]:
        """A new link with its code; the one before opens nothing any more."""

    async def of(self, person: str) -> Link | None: ...

    async def forget(self, person: str) -> None: ...

    async def redeem(self, code: str, secret: bytes, device: str) -> Link:
        """A device has come with a code. Whether there never was one, or no longer, is not told."""

    async def confirm(self, person: str, number: str) -> Link:
        """Take the link that a device waits with; Refused unless it is the one that was shown."""


class OpenChallenges(Protocol):
    """What passkeys are asked to sign."""

    async def make(self, site: Site, person: str | None = None) -> bytes: ...

    async def take(self, challenge: bytes, person: str | None = None) -> Site:
        """Where it was asked. Nobody is asked the same twice, whatever becomes of the answer."""


class Shared(Protocol):
    """All of it."""

    @property
    def links(self) -> Links: ...

    @property
    def challenges(self) -> OpenChallenges: ...

    def rate(self, name: str, size: int, seconds: float) -> Rate: ...

    def addresses(self, name: str, size: int, seconds: float) -> Addresses:
        """For what is asked so often that nobody can wait for another process: they tell each other soon after."""

    async def announce(self, kind: str, about: str = EVERYBODY) -> None:
        """Let all other processes look at something that this one has changed, in a moment."""

    def on_announced(self, kind: str, look: Look) -> None:
        """What to do when another process announces something, or may have, while it could not be heard."""

    async def work(self) -> None:
        """Tell the others what was asked for here, and learn it from them, until the server stops."""


class MemoryRate:
    """Counted by this process alone."""

    def __init__(self, size: int, seconds: float) -> None:
        self.addresses = Addresses(size, seconds)

    async def take(self, key: str, code: str) -> None:
        take_from(self.addresses.bucket(key), code)

    async def give_back(self, key: str) -> None:
        self.addresses.bucket(key).give_back()


class InMemory:
    """For a process that has its store for itself; a restart ends it all."""

    def __init__(self) -> None:
        self.links = DeviceLinks()
        self.challenges = Challenges()

    def rate(self, name: str, size: int, seconds: float) -> Rate:
        return MemoryRate(size, seconds)

    def addresses(self, name: str, size: int, seconds: float) -> Addresses:
        return Addresses(size, seconds)

    async def announce(self, kind: str, about: str = EVERYBODY) -> None:
        """There is nobody to tell."""

    def on_announced(self, kind: str, look: Look) -> None: ...

    async def work(self) -> None: ...
