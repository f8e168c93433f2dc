"""The bus between processes that share a store. It says "game G is at version N", and nothing else.

Nothing depends on it: what it says is in the store already, and whoever does not hear it finds it there at the next
look. So a message may be lost, come twice or come late, and anybody's lie on the bus causes one look too many.
"""

from collections.abc import Callable
from typing import Protocol

Heard = Callable[[str], None]
"""Called with a game of which there is news."""


class Bus(Protocol):
    """What one process has of the bus."""

    @property
    def is_connected(self) -> bool:
        """Whether a message would reach others now."""

    def start(self, heard: Heard) -> None: ...

    def tell(self, game: str, version: int) -> None:
        """Say that a game is at a version. Returns at once, and says nothing while the bus cannot be reached."""

    def listen(self, game: str) -> None:
        """Hear of a game from now on."""

    def ignore(self, game: str) -> None:
        """Hear of a game no longer."""

    async def close(self) -> None: ...


class NoBus:
    """Where there is none: everybody looks into the store now and then."""

    is_connected = False

    def start(self, heard: Heard) -> None: ...

    def tell(self, game: str, version: int) -> None: ...

    def listen(self, game: str) -> None: ...

    def ignore(self, game: str) -> None: ...

    async def close(self) -> None: ...
