"""Time goes on in games that nobody looks at, and from one run of the server to the next."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, cast

from rollplayer.server.common.problems import Refused
from rollplayer.server.protocol.times import TimeLimit
from rollplayer.server.rooms.ownership import Elsewhere
from rollplayer.server.rooms.server_time import HEARTBEAT_SECONDS
from rollplayer.server.rooms.services import Services
from rollplayer.server.rooms.times import Times
from rollplayer.server.storage.store import GameRow, NotSaved, StoredGame

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
LOOK_UP_SECONDS: Final = 10.0
"""So often the store is asked what is due in games of other processes, where there are any."""


class Timekeeper:
    """Writes the server's time, and fetches the games in which something is due."""

    def __init__(self, services: Services, fetch: Callable[[str], Awaitable[object]]) -> None:
        self.services = services
        self.fetch = fetch
        self.due: dict[str, int] = {}
        """When the games that are not in memory must be fetched, by the count without downtime."""
        self.written = 0
        """Up to when the disk knows the server's time."""
        self.looked_up = 0
        """When the store was last asked for games in which something is due."""
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Go on where the last server ended; before any game is in memory."""
        store, leases, time = self.services.store, self.services.leases, self.services.time
        last = await store.read_time()
        if leases.seconds:
            # All processes count alike, by the one clock that they share.
            time.time_of_day = leases.time
        time.go_on(last, beside=leases.others_since)
        if leases.seconds:
            # Whoever starts next goes on from here, however long ago that is.
            await store.keep_time(time.row())
        await self.look_up()

    async def look_up(self) -> None:
        """Find the games in which something will be due."""
        store = self.services.store
        self.looked_up = self.services.time.count(downtime=False)
        for stored in await store.glances(await store.timed_games()):
            self.services.time.is_used = True
            self.note(stored.game, times_of(stored))
        # Where an order was about to answer nobody needs to come to the table for it.
        self.due |= dict.fromkeys(await store.games_with_orders_due(), 0)

    def note(self, game: GameRow, times: Times | None) -> None:
        """A game leaves the memory, or was never in it."""
        time = self.services.time
        if times is None or game.status != "running":
            return
        left = times.wakes_in(time.count(downtime=times.limit["downtime"]))
        if left is not None:
            self.due[game.id] = time.count(downtime=False) + left

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="timekeeper")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.write()

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except Exception:
                # A fault in one game must not stop the time of all others.
                logger.exception("fault in the timekeeper")

    async def look(self) -> None:
        """Fetch what is due; its driver does the rest."""
        count = self.services.time.count(downtime=False)
        leases = self.services.leases
        if leases.keeps_house:
            if leases.seconds and count - self.looked_up >= LOOK_UP_SECONDS * 1000:
                # Others have games of their own, and may be gone since.
                await self.look_up()
            await self.fetch_due(count)
        if count - self.written >= HEARTBEAT_SECONDS * 1000:
            if leases.seconds:
                # Before writing, which would hide from this process how far the others are.
                await self.catch_up()
            await self.write()

    async def catch_up(self) -> None:
        """Count on from where the others are: this machine may have been suspended."""
        try:
            row = await self.services.store.heartbeat()
        except NotSaved as error:
            logger.warning("time not compared", extra={"reason": str(error)})
            return
        missing = 0 if row is None else self.services.time.catch_up(row)
        if missing:
            logger.warning("time was missing", extra={"seconds": round(missing / 1000, 1)})

    async def fetch_due(self, count: int) -> None:
        for game in [game for game, due in self.due.items() if due <= count]:
            del self.due[game]
            try:
                await self.fetch(game)
            except Elsewhere:
                # Another process sees to it; this one looks again later.
                continue
            except Refused as refused:
                logger.warning("not fetched", extra={"game": game, "code": refused.code})
                if refused.code != "not-found":
                    self.due[game] = count + 1000 * round(HEARTBEAT_SECONDS)

    async def write(self) -> None:
        if not self.services.time.is_used and not self.services.leases.seconds:
            # Others would want to know.
            return
        row = self.services.time.row()
        try:
            await self.services.store.keep_time(row)
        except NotSaved as error:
            logger.warning("time not written", extra={"reason": str(error)})
            return
        self.written = row.running


def times_of(stored: StoredGame) -> Times | None:
    limit = cast("TimeLimit | None", stored.game.time_limit)
    return None if limit is None else Times.of(limit, stored.game.times, len(stored.seats))
