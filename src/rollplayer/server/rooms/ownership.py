"""Which rooms this process owns, where several share a store: taken, renewed, given back, lost."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.queues import AGAIN_SECONDS
from rollplayer.server.storage.leases import HeldElsewhere, HeldUp, Leases, Node
from rollplayer.server.storage.store import Fence, NotSaved

logger = logging.getLogger(__name__)

HELD_UP_SECONDS: Final = 0.1
"""So long until a room is asked for again that its last owner is still writing for."""
RENEWALS: Final = 5
"""So often a lease is renewed in the time for which it holds."""


class Elsewhere(Refused):
    """Another process owns the room: what is wanted can be passed on to it."""

    def __init__(self, node: Node) -> None:
        super().__init__("moved")
        self.node = node


class Ownership:
    """The leases of this process."""

    def __init__(
        self,
        leases: Leases,
        held: Callable[[], Mapping[str, Fence]],
        lose: Callable[[Fence], None],
    ) -> None:
        self.leases = leases
        self.held = held
        self.lose = lose
        self.on_drain: Callable[[], None] | None = None
        """Called when an operator wants this process to hand its rooms over and end."""
        self._task: asyncio.Task[None] | None = None

    async def owner(self, game: str) -> Node | None:
        """Who else owns a room."""
        return await self.leases.owner(game)

    async def take(self, game: str, *, by_force: bool = False) -> Fence | None:
        """Own the room of a game; Refused if another process does."""
        # Whoever stands still in the middle of writing loses that as soon as its leases have run out.
        end = time.monotonic() + 2 * self.leases.seconds
        while True:
            try:
                return await self.leases.take(game, by_force=by_force)
            except HeldElsewhere as error:
                raise Elsewhere(error.node) from error
            except HeldUp as error:
                if time.monotonic() > end:
                    raise Refused("busy", seconds=AGAIN_SECONDS) from error
            except NotSaved as error:
                raise Refused("not-saved", reason=str(error)) from error
            await asyncio.sleep(HELD_UP_SECONDS)

    async def give_back(self, fence: Fence | None) -> None:
        try:
            await self.leases.give_back(fence)
        except NotSaved as error:
            # It runs out when this process ends, or is taken from it.
            logger.warning("lease not given back", extra={"reason": str(error)})

    @asynccontextmanager
    async def holding(self, game: str) -> AsyncIterator[Fence | None]:
        """Own a room for a moment without building it, whoever has owned it."""
        fence = await self.take(game, by_force=True)
        try:
            yield fence
        finally:
            await self.give_back(fence)

    def start(self) -> None:
        if self.leases.seconds:
            self._task = asyncio.create_task(self._keep(), name="leases")

    async def _keep(self) -> None:
        while True:
            try:
                for fence in await self.leases.renew(self.held):
                    self.lose(fence)
                if self.leases.is_to_drain and self.on_drain is not None:
                    self.on_drain()
            except NotSaved as error:
                logger.warning("leases not renewed", extra={"reason": str(error)})
            except Exception:
                # Whoever never renews again loses every room again and again, and nobody reads why.
                logger.exception("fault of the leases")
            await asyncio.sleep(self.leases.seconds / RENEWALS)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
