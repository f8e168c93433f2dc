"""Delivers what is in the outbox: soon, again if it did not arrive, and always with the same id.

A notice leaves the outbox after it has arrived. Should the server die in between, it is sent once more with
its id, by which a browser, a mailbox or a program knows that it is the same.
"""

import asyncio
import logging
import random
from collections.abc import Sequence
from typing import Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now
from rollplayer.server.notices.news import GameNews, Notice, is_still_asked, news_of
from rollplayer.server.notices.senders import Gone, Senders, TryAgain
from rollplayer.server.notices.times import end_of_quiet, next_digest
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.storage.outbox import Due, Outbox, OutboxRow
from rollplayer.server.storage.store import NotSaved

logger = logging.getLogger(__name__)

AT_ONCE: Final = 32
AT_ONCE_FOR_ONE: Final = 4
"""Somebody whose channels all answer slowly does not keep others waiting."""
LOOKED_AT: Final = 256
LOOK_SECONDS: Final = 30.0
AGAIN: Final = (5.0, 30.0, 120.0, 600.0, 3600.0, 3 * 3600.0, 6 * 3600.0, 12 * 3600.0)
"""Seconds until the next attempt, each a little different; then it is given up."""


class Deliverer:
    """One task that looks for what is due, and a few that deliver it."""

    def __init__(self, lobby: Lobby, outbox: Outbox, senders: Senders) -> None:
        self.lobby = lobby
        self.outbox = outbox
        self.senders = senders
        self.wake = asyncio.Event()
        self.busy: dict[str, str] = {}
        """Channels to which something is on its way, and whose they are."""
        self.tasks: set[asyncio.Task[None]] = set()

    async def work(self) -> None:
        """Run until the server stops."""
        try:
            while True:
                self.wake.clear()
                try:
                    seconds = await self.look()
                except NotSaved as error:
                    logger.warning("notices wait", extra={"reason": str(error)})
                    seconds = LOOK_SECONDS
                try:
                    await asyncio.wait_for(self.wake.wait(), seconds)
                except TimeoutError:
                    continue
        finally:
            # What has not arrived by now stays in the outbox.
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def look(self) -> float:
        """Begin to deliver what is due; returns how many seconds there is nothing more to do."""
        at = now()
        found = await self.outbox.due(at, LOOKED_AT + 8 * len(self.busy))
        for due in found:
            if len(self.busy) >= AT_ONCE:
                break
            whose = due.channel.person or due.channel.game or ""
            others = sum(each == whose for each in self.busy.values())
            if due.channel.id not in self.busy and others < AT_ONCE_FOR_ONE:
                self.busy[due.channel.id] = whose
                task = asyncio.create_task(self.deliver(due), name=f"notice {due.channel.id}")
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)
        if self.busy:
            # Whoever is done calls.
            return LOOK_SECONDS
        soonest = await self.outbox.next_time()
        if soonest is None:
            return LOOK_SECONDS
        return min(LOOK_SECONDS, max(0.05, (soonest - now()) / 1000))

    async def deliver(self, due: Due) -> None:
        """All that goes to one channel now, one message after another."""
        try:
            for rows in await self.messages(due):
                await self.deliver_one(due, rows)
        except NotSaved as error:
            logger.warning("notices wait", extra={"reason": str(error)})
            await asyncio.sleep(1)
        except Exception:
            # One that cannot even be worded is given up in the end, too.
            logger.exception("fault in a notice", extra={"channel": due.channel.id})
            for row in due.rows:
                await self.again(due, [row], "fault", None)
        finally:
            self.busy.pop(due.channel.id, None)
            self.wake.set()

    async def messages(self, due: Due) -> list[list[OutboxRow]]:
        """What goes in one message each; what is to wait is put off."""
        at, later, bundled = now(), [], []
        alone: list[list[OutboxRow]] = []
        batches: dict[str, list[OutboxRow]] = {}
        until = end_of_quiet(at, due.times)
        if due.channel.digest:
            until = next_digest(at, due.times)
        for row in due.rows:
            if row.game is None:
                alone.append([row])
            elif row.batch is not None:
                batches.setdefault(row.batch, []).append(row)
            elif row.held:
                bundled.append(row)
            elif until is not None:
                later.append(row.id)
            else:
                alone.append([row])
        if later and until is not None:
            await self.outbox.hold(later, until)
        if bundled:
            await self.outbox.bundle([row.id for row in bundled], bundled[0].id)
            batches[bundled[0].id] = bundled
        return [*alone, *batches.values()]

    async def deliver_one(self, due: Due, rows: Sequence[OutboxRow]) -> None:
        ids = [row.id for row in rows]
        try:
            if rows[0].game is None:
                await self.senders.ask(due.channel, rows[0].id, rows[0].at, due.language)
            else:
                news = await self.news(due, rows)
                if news:
                    await self.senders.send(due.channel, self.notice(due, rows, news))
                    self.count(due, "sent")
        except Gone as gone:
            self.count(due, "gone")
            logger.info("channel gone", extra={"kind": due.channel.kind, "reason": str(gone)})
            await self.outbox.remove(due.channel.id)
        except TryAgain as failed:
            await self.again(due, rows, str(failed), failed.seconds)
        except Refused as refused:
            await self.again(due, rows, refused.code, None)
        else:
            await self.outbox.done(ids)

    async def again(
        self, due: Due, rows: Sequence[OutboxRow], reason: str, seconds: float | None
    ) -> None:
        attempts, ids = rows[0].attempts, [row.id for row in rows]
        extra = {"kind": due.channel.kind, "reason": reason, "attempts": attempts + 1}
        if attempts >= len(AGAIN):
            self.count(due, "given-up")
            logger.warning("notice given up", extra=extra)
            await self.outbox.done(ids)
            return
        self.count(due, "again")
        logger.info("notice waits", extra=extra)
        pause = max(AGAIN[attempts], seconds or 0.0) * random.uniform(0.9, 1.1)
        await self.outbox.retry(ids, now() + round(pause * 1000))

    def count(self, due: Due, event: str) -> None:
        self.lobby.services.metrics.notices.labels(due.channel.kind, event).inc()

    def notice(self, due: Due, rows: Sequence[OutboxRow], news: Sequence[GameNews]) -> Notice:
        id = rows[0].batch or rows[0].id
        return Notice(id, rows[0].at, due.language, tuple(news), due.channel.person is None)

    async def news(self, due: Due, rows: Sequence[OutboxRow]) -> list[GameNews]:
        """Of those games that still wait for the same turn, each once."""
        told: dict[tuple[str, int], GameNews] = {}
        for row in rows:
            assert row.game is not None
            assert row.seat is not None
            assert row.turn is not None
            try:
                room = await self.lobby.get(row.game)
            except Refused as refused:
                if refused.code == "not-found":
                    continue
                raise
            async with room.working():
                if is_still_asked(room, row.seat, row.turn):
                    told[row.game, row.seat] = news_of(room, row.seat, due.language)
        return list(told.values())
