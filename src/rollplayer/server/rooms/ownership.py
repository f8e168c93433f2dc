"""Which rooms this process owns, where several share a store: taken, renewed, given back, lost."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.queues import AGAIN_SECONDS
from rollplayer.server.storage.leases import HeldElsewhere, HeldUp, Leases, Node
from rollplayer.server.storage.store import Fence, NotSaved

logger = logging.getLogger(__name__)

HELD_UP_SECONDS: Final = 0.1
"""So long until a room is asked for again that its last owner is still writing for."""
LEFT_SECONDS: Final = 30.0
"""So long a room is left to another version without being looked at again: less than it takes to become idle there."""
RENEWALS: Final = 5
"""So often a lease is renewed in the time for which it holds."""
AGREED_SECONDS: Final = 1.0
"""Longer than leases hold: for so long another process says that it is ready without looking again."""


class Elsewhere(Refused):
    """Another process owns the room: what is wanted can be passed on to it."""

    def __init__(self, node: Node) -> None:
        super().__init__("moved")
        self.node = node


class OfAnotherVersion(Elsewhere):
    """Nobody owns the room, and this version cannot play the game, but another process may."""

    def __init__(self, game: str, node: Node) -> None:
        super().__init__(node)
        self.game = game


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
        self._left: dict[str, float] = {}
        """Games that this version cannot play, and until when whoever wants them is passed on unseen."""
        self.on_cut_off: Callable[[], None] | None = None
        """Called when others reach the store and have had time to take all rooms, and this process does not reach it."""
        self.is_ready: Callable[[Node], Awaitable[bool]] | None = None
        """Whether another process reaches the store, as it says itself."""
        self._renewed = 0.0
        """When the last renewal was begun that succeeded."""
        self._tasks: list[asyncio.Task[None]] = []

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

    def leave(self, game: str) -> None:
        """This version cannot play a game: raises OfAnotherVersion if there is anybody else who may.

        That is the process started last, as one is upgraded after the other. Nothing is passed on twice, so a game
        that nobody can play is not sent to and fro, but shown as what it is where it has come to.
        """
        node, now = self.leases.newest(), time.monotonic()
        if node is not None:
            self._left = {id: until for id, until in self._left.items() if until > now}
            self._left[game] = now + LEFT_SECONDS
            raise OfAnotherVersion(game, node)

    def heir(self, game: str) -> Node | None:
        """Who is to take a room that was left just now: taken here again, it would not be free for them."""
        return self.leases.newest() if self._left.get(game, 0.0) > time.monotonic() else None

    async def check_left(self, game: str) -> None:
        """Raises Elsewhere if a room was left just now, with whoever has it by now, or is to take it."""
        heir = self.heir(game)
        if heir is None:
            return
        try:
            owner = await self.owner(game)
        except NotSaved as error:
            raise Refused("not-saved", reason=str(error)) from error
        raise OfAnotherVersion(game, heir) if owner is None else Elsewhere(owner)

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
            self._renewed = time.monotonic()
            self._tasks = [
                asyncio.create_task(self._keep(), name="leases"),
                asyncio.create_task(self._watch(), name="leases that run out"),
            ]

    async def _keep(self) -> None:
        while True:
            begun = time.monotonic()
            try:
                for fence in await self.leases.renew(self.held):
                    self.lose(fence)
                self._renewed = begun
                if self.leases.is_to_drain and self.on_drain is not None:
                    self.on_drain()
            except NotSaved as error:
                logger.warning("leases not renewed", extra={"reason": str(error)})
            except Exception:
                # Whoever never renews again loses every room again and again, and nobody reads why.
                logger.exception("fault of the leases")
            await asyncio.sleep(self.leases.seconds / RENEWALS)

    async def _watch(self) -> None:
        """Leave all rooms when this process alone is cut off from the store: others have them, and play goes on there.

        If nobody reaches the store, whoever sits here would find nothing better elsewhere.
        """
        late = 0
        while True:
            await asyncio.sleep(self.leases.seconds / RENEWALS)
            # Whoever has stood still renews before the second look.
            late = late + 1 if self._has_run_out() else 0
            if late < 2:
                continue
            try:
                if await self._is_another_ready() and self._has_run_out() and self.on_cut_off:
                    self.on_cut_off()
            except Exception:
                # What goes wrong with one of them must not end this for good.
                logger.exception("fault while cut off")

    def _has_run_out(self) -> bool:
        return time.monotonic() - self._renewed > self.leases.seconds + AGREED_SECONDS

    async def _is_another_ready(self) -> bool:
        if self.is_ready is None:
            return False
        return any(await asyncio.gather(*map(self.is_ready, self.leases.others())))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
