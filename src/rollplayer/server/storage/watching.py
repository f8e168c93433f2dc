"""Who watches where, among processes that share a store, and what owners of rooms tell them beyond the log.

The log is in the store, but not who is there, whose vote is missing or who holds the game: that its owner knows. As
long as somebody watches elsewhere, the owner writes it down whenever it would have told a watcher.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rollplayer.server.storage.store import Fence, StoredGame


@dataclass(frozen=True)
class Stand:
    """How far the owner of a room has told."""

    owner: str | None
    """None if nobody owns the room, or its owner's lease has run out."""
    epoch: int
    n: int
    """0 if this owner has told nothing yet."""


@dataclass(frozen=True)
class News:
    """What there is to show of a room, all of one moment."""

    stand: Stand
    version: int
    told: str
    """As the owner has put it; empty if it has told nothing, or nobody watched until now."""
    stored: StoredGame
    """With the entries that follow those that are known, up to the version, and the latest chat."""


class Watching(Protocol):
    """What a process knows of watchers, its own and others'."""

    async def announce(self, watchers: Mapping[str, int | None]) -> None:
        """How many watch each of these games here. None: the game is no longer followed."""

    async def watched(self) -> dict[str, int]:
        """How many watch the games of this process elsewhere; only those that somebody does."""

    async def stands(self, games: Sequence[str]) -> dict[str, Stand]:
        """How far the owners of these games have told; without those that are gone."""

    async def news(self, game: str, since: int) -> News | None:
        """What there is to show after a version; None if the game is gone."""

    async def tell(self, version: int, what: str, fence: Fence) -> None:
        """Write down what those who watch elsewhere may know now. Raises Fenced if the room has another owner."""
