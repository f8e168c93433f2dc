"""Delivers what is in the outbox: soon, again if it did not arrive, and always with the same id.

A notice leaves the outbox after it has arrived. Should the server die in between, it is sent once more with
its id, by which a browser, a mailbox or a program knows that it is the same.
"""

import asyncio
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import new_id, now
from rollplayer.server.notices.news import (
    GameNews,
    Notice,
    invitation_to,
    is_still_asked,
    news_of,
)
from rollplayer.server.notices.senders import EMAIL, Gone, Senders, TryAgain
from rollplayer.server.notices.times import end_of_quiet, next_digest
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.storage.invitations import INVITED
from rollplayer.server.storage.outbox import Due, Outbox, OutboxRow
from rollplayer.server.storage.store import NotSaved

logger = logging.getLogger(__name__)

AT_ONCE: Final = 32
AT_ONCE_FOR_ONE: Final = 4
"""Somebody with many channels does not keep others waiting."""
SLOW_SECONDS: Final = 1.0
SLOW_AT_ONCE: Final = 8
"""Nor do many whose channels all answer slowly: they share these places, and leave the others free."""
MOST_AT_ONCE: Final = 128
"""Those included that turn out to be slow after they have begun."""
SLOW_REMEMBERED: Final = 10_000
LOOK_SECONDS: Final = 30.0
ELSEWHERE_SECONDS: Final = 1.0
"""How soon to look again where other processes write notices, too, and one of them may deliver."""
FINISH_SECONDS: Final = 12.0
"""Longer than an address may take to answer."""
AGAIN: Final = (5.0, 30.0, 120.0, 600.0, 3600.0, 3 * 3600.0, 6 * 3600.0, 12 * 3600.0)
"""Seconds until the next attempt, each a little different; then it is given up."""


@dataclass(frozen=True)
class Delivery:
    """What is on its way to a channel: whose it is, and since when, by a clock that cannot be set."""

    whose: str
    since: float


class Deliverer:
    """One task that looks for what is due, and a few that deliver it."""

    def __init__(self, lobby: Lobby, outbox: Outbox, senders: Senders) -> None:
        self.lobby = lobby
        self.outbox = outbox
        self.senders = senders
        self.wake = asyncio.Event()
        self.busy: dict[str, Delivery] = {}
        """By channel."""
        self.slow: OrderedDict[str, None] = OrderedDict()
        """Persons and games whose channels took long to answer the last time."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_ending = False
        """Whether nothing more is begun, because another process is about to."""
        self.in_front_elsewhere: Callable[[str, int], Awaitable[bool]] | None = None
        """Whether a seat's holder has the table before them at the process that owns its room."""

    async def work(self) -> None:
        """Run until the server stops."""
        try:
            while True:
                self.wake.clear()
                try:
                    leases = self.lobby.services.leases
                    seconds = await self.look() if leases.keeps_house else LOOK_SECONDS
                    if leases.seconds:
                        seconds = min(seconds, ELSEWHERE_SECONDS)
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

    async def finish(self) -> None:
        """Begin nothing more, and wait for what is on its way: whoever looks next would send that once more."""
        self.is_ending = True
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=FINISH_SECONDS)

    async def look(self) -> float:
        """Begin to deliver what is due; returns how many seconds there is nothing more to do."""
        # What is on its way now may arrive while the outbox is read, which then still has it. Whoever is
        # done calls for another look.
        on_their_way = set(self.busy)
        for due in await self.outbox.due(now(), AT_ONCE_FOR_ONE):
            whose = owner_of(due)
            if self.is_ending:
                break
            if due.channel.id not in on_their_way and self.has_place(whose):
                self.busy[due.channel.id] = Delivery(whose, time.monotonic())
                task = asyncio.create_task(self.deliver(due), name=f"notice {due.channel.id}")
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)
        if self.busy:
            # Whoever is done calls; whoever is slow by then makes room.
            return SLOW_SECONDS
        soonest = await self.outbox.next_time()
        if soonest is None:
            return LOOK_SECONDS
        return min(LOOK_SECONDS, max(0.05, (soonest - now()) / 1000))

    def has_place(self, whose: str) -> bool:
        """Whether something of theirs may begin now."""
        running = list(self.busy.values())
        if len(running) >= MOST_AT_ONCE:
            return False
        if sum(each.whose == whose for each in running) >= AT_ONCE_FOR_ONE:
            return False
        late = time.monotonic() - SLOW_SECONDS
        slow = sum(each.whose in self.slow or each.since < late for each in running)
        return slow < SLOW_AT_ONCE if whose in self.slow else len(running) - slow < AT_ONCE

    def note_pace(self, due: Due, seconds: float) -> None:
        if due.channel.kind == EMAIL:
            # How long the operator's own server takes is nobody's fault.
            return
        self.slow.pop(owner_of(due), None)
        if seconds > SLOW_SECONDS:
            self.slow[owner_of(due)] = None
        while len(self.slow) > SLOW_REMEMBERED:
            self.slow.popitem(last=False)

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
        try:
            if rows[0].game is None:
                await self.senders.ask(due.channel, rows[0].id, rows[0].at, due.language)
            else:
                news, untold = await self.news(due, rows)
                if untold:
                    rows = await self.put_off(due, rows, untold)
                if news:
                    began = time.monotonic()
                    try:
                        await self.senders.send(due.channel, self.notice(due, rows, news))
                    finally:
                        self.note_pace(due, time.monotonic() - began)
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
            await self.outbox.done([row.id for row in rows])

    async def put_off(
        self, due: Due, rows: Sequence[OutboxRow], untold: Sequence[OutboxRow]
    ) -> list[OutboxRow]:
        """Try some later, by themselves; returns the others, which need not wait for them."""
        others = [row for row in rows if row not in untold]
        if others:
            # Later it is another message, and whoever has had the first must not take it for the same.
            await self.outbox.bundle([row.id for row in untold], new_id())
        await self.again(due, untold, "broken-game", None)
        return others

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

    async def invited_by(self, due: Due, game: str) -> str:
        """Who wants the person of a channel at a table; nobody once that was answered."""
        invitations, person = self.lobby.services.invitations, due.channel.person
        if invitations is None or person is None:
            return ""
        received = await invitations.received(person)
        return next((each.name for each in received if each.game == game), "")

    async def news(
        self, due: Due, rows: Sequence[OutboxRow]
    ) -> tuple[list[GameNews], list[OutboxRow]]:
        """Of those games that still wait for the same turn, or for the reader to come, each once.

        And which rows nobody here can tell of, as while processes of two versions take turns at the same games.
        """
        told: dict[tuple[str, int], GameNews] = {}
        untold: list[OutboxRow] = []
        for row in rows:
            assert row.game is not None
            assert row.seat is not None
            assert row.turn is not None
            try:
                room = await self.lobby.look_at(row.game)
            except Refused as refused:
                if refused.code == "not-found":
                    continue
                raise
            if room.row.status == "running" and room.is_of_another_version:
                untold.append(row)
                continue
            if row.turn == INVITED:
                name = await self.invited_by(due, row.game)
                if name:
                    async with room.working():
                        told[row.game, row.seat] = invitation_to(room, name, due.language)
                continue
            if room.fence is None and await self.sits_elsewhere(row.game, row.seat):
                continue
            async with room.working():
                if is_still_asked(room, row.seat, row.turn):
                    told[row.game, row.seat] = news_of(room, row.seat, due.language)
        return list(told.values()), untold

    async def sits_elsewhere(self, game: str, seat: int) -> bool:
        """Who sits at a table, its owner knows alone."""
        return self.in_front_elsewhere is not None and await self.in_front_elsewhere(game, seat)


def owner_of(due: Due) -> str:
    """Whose channel it is: a person's or a game's."""
    return due.channel.person or due.channel.game or ""
