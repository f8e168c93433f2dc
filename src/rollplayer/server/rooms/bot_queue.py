"""The line in front of the bots: whose question is thought about next, and with how much effort.

There is one line for all workers, and its order is by table: those where somebody waits come first,
the longest wait before all others. While more people wait than can be served in time, a bot answers
with the effort of a lower level (docs/bots.md, "When many wait").
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from rollplayer.bots import HURRIED, NAMES, all_levels, current_name
from rollplayer.server.common.metrics import Metrics
from rollplayer.server.rooms.services import NOBODY, PLAYER, WATCHER, Question, Thought

logger = logging.getLogger(__name__)

STEPS_BACK: Final = {PLAYER: 0.0, WATCHER: 2.0, NOBODY: 10.0}
"""Seconds by which others may come later and still go first, by who is at the table.

Bots among themselves thus wait longest, and yet not forever.
"""
ADVICE_BACK: Final = 10.0
"""The same for hints and odds. One can play without them, and somebody at fifty tables may ask at each."""
MOST_OF_A_TABLE: Final = 16
"""Hints and odds of one table in the line. A bot's question, of which it has one at a time, may always come."""
MEANS: Final = 10
"""A level's expected time is the mean over about this many of its latest answers."""
MOST_SECONDS: Final = 0.5
"""What is learned from one answer at most, or its level's promise where that is longer."""
PROMISE_TO_MEAN: Final = 10
"""Before anything was measured: how many times its mean a level promises to keep."""


FAR_SECONDS: Final = 0.01
"""What is expected to take less is not worth the way to another machine."""
LEAST: Final = "adventurer"
"""The lowest level whose effort stronger ones make do with; below it is only a hurried one."""
INTERRUPTION: Final = "interruption"
INTERRUPTION_AHEAD: Final = 5.0
"""Seconds by which a last call goes before others: nobody may answer until bots have had theirs."""


class TooMany(Exception):
    """A table has as many questions in the line as it may."""


class LeftAlone(Exception):
    """Nobody elsewhere has thought about a question: it comes back into the line."""


class BotWorker(Protocol):
    """Who thinks about one question at a time."""

    def knows(self, game_id: str) -> bool:
        """Whether this one is in step with the game, or nearly."""

    async def think(self, question: Question, level: str) -> Any:
        """A bot's answer at this level, or hints."""

    def forget(self, game_id: str) -> None: ...

    async def close(self) -> None: ...


class FarThinker(BotWorker, Protocol):
    """A worker on another machine, where a question takes longer to go than an easy one to think about."""

    took: float
    """The seconds of thinking for its last answer, without the way."""


@dataclass(eq=False)
class Ticket:
    """A question in the line, and who gets the answer."""

    question: Question
    came: float
    thought: "asyncio.Future[Thought]"
    efforts: tuple[str, ...] = ()
    """The levels it may be answered at, its own one first; none for a hint."""
    kind: str = ""
    """What is asked: some questions take a hundred times as long as others."""
    at_work: "asyncio.Task[None] | None" = None
    stays: bool = False
    """Whether it is thought about here, because nobody elsewhere has."""


@dataclass
class Waiting:
    """The questions of one table, in the order in which they were asked."""

    tickets: deque[Ticket] = field(default_factory=deque)
    served: float = 0.0
    """When its last question left the line: two questions do not wait twice."""

    @property
    def since(self) -> float:
        """From when the table counts as waiting; the earliest goes first."""
        first = self.tickets[0]
        since = max(first.came, self.served) + STEPS_BACK[first.question.audience]
        if first.question.advice is not None:
            return since + ADVICE_BACK
        return since - INTERRUPTION_AHEAD if first.question.interrupt else since

    @property
    def keeps_people_waiting(self) -> bool:
        """Whether people wait for a bot; advice comes later and hurries nobody."""
        first = self.tickets[0].question
        return first.advice is None and first.audience != NOBODY


def kind_of(question: Question) -> str:
    """What is asked, and of how many options, roughly: both tell how long it takes."""
    if question.interrupt:
        return INTERRUPTION
    return f"{question.game.question()} {len(question.game.options()).bit_length()}"


class Pace:
    """How long each level has taken lately for each kind of question, in seconds."""

    def __init__(self) -> None:
        self.promised = {
            level.name: level.milliseconds / 1000 for level in (*all_levels(), HURRIED)
        }
        self.means: dict[tuple[str, str], float] = {}

    def expect(self, level: str, kind: str) -> float:
        promised = self.promised.get(level, MOST_SECONDS)
        return self.means.get((level, kind), promised / PROMISE_TO_MEAN)

    def learn(self, level: str, kind: str, seconds: float) -> None:
        # Starting a worker takes longer than any answer; that says little about the next one.
        seconds = min(seconds, max(MOST_SECONDS, self.promised.get(level, 0.0)))
        mean = self.expect(level, kind)
        self.means[level, kind] = mean + (seconds - mean) / MEANS


def efforts(level: str) -> tuple[str, ...]:
    """The level itself, and the lower ones whose effort it may make do with."""
    if current_name(level) not in NAMES:
        return (level,)  # A bot of the operator's own has no lower level.
    own, least = NAMES.index(current_name(level)), NAMES.index(LEAST)
    if own < least:
        return (NAMES[own],)
    return (*reversed(NAMES[least : own + 1]), HURRIED.name)


class Line:
    """All who think, and all who wait for them."""

    def __init__(self, bot_workers: Sequence[BotWorker], patience: float, metrics: Metrics) -> None:
        self.bot_workers = list(bot_workers)
        self.idle = list(bot_workers)
        self.far: list[FarThinker] = []
        """Workers on other machines, and those of them that have nothing to do."""
        self.far_idle: list[FarThinker] = []
        self.patience = patience
        self.metrics = metrics
        self.pace = Pace()
        self.tables: dict[str, Waiting] = {}
        """Only those with a question in the line."""
        self.unanswered: set[Ticket] = set()
        """Also those that are thought about."""

    # -- workers on other machines ------------------------------------------------------------------

    def hire(self, workers: Sequence[FarThinker]) -> None:
        self.far += workers
        self.far_idle += workers
        self._serve_next()

    def dismiss(self, number: int) -> None:
        """This many are gone; what they were asked comes back by itself."""
        for _ in range(number):
            gone = (self.far_idle or self.far)[0]
            self.far.remove(gone)
            if gone in self.far_idle:
                self.far_idle.remove(gone)

    def goes_far(self, ticket: Ticket) -> bool:
        """Whether it is worth the way. Bots of the operator's own may keep in mind what they have seen."""
        question = ticket.question
        if ticket.stays or question.interrupt:
            return False
        if question.advice is not None:
            return True
        is_ours = current_name(question.level) in NAMES
        return is_ours and self.pace.expect(question.level, ticket.kind) >= FAR_SECONDS

    # -- for whoever asks ---------------------------------------------------------------------------

    async def ask(self, question: Question) -> Thought:
        """A bot's answer, once it is its turn."""
        return await self._stand_in_line(question)

    async def advise(self, question: Question) -> Any:
        return (await self._stand_in_line(question)).answer

    def forget(self, game_id: str) -> None:
        for each in self.bot_workers:
            each.forget(game_id)

    async def close(self) -> None:
        for ticket in self.unanswered:
            # Nobody is there any more to hear the answer, or that there is none.
            ticket.thought.cancel()
        for each in self.bot_workers:
            await each.close()

    async def _stand_in_line(self, question: Question) -> Thought:
        ticket = Ticket(question, time.monotonic(), asyncio.get_running_loop().create_future())
        if question.advice is None:
            ticket.efforts = (question.level,) if question.is_rated else efforts(question.level)
            ticket.kind = kind_of(question)
        table = self.tables.setdefault(question.game_id, Waiting())
        if question.advice is None:
            # All at the table wait for it; advice is for one of them.
            table.tickets.appendleft(ticket)
        elif len(table.tickets) >= MOST_OF_A_TABLE:
            raise TooMany(f"{MOST_OF_A_TABLE} questions of this table are waiting")
        else:
            table.tickets.append(ticket)
        self.unanswered.add(ticket)
        self._serve_next()
        try:
            return await ticket.thought
        finally:
            self.unanswered.discard(ticket)
            if ticket.at_work is not None:
                ticket.at_work.cancel()
            else:
                self._leave(ticket)

    # -- the order ----------------------------------------------------------------------------------

    def _leave(self, ticket: Ticket) -> None:
        """Take a question out of the line, if it is still there."""
        game_id = ticket.question.game_id
        table = self.tables.get(game_id)
        if table is not None and ticket in table.tickets:
            table.tickets.remove(ticket)
            table.served = time.monotonic()
            if not table.tickets:
                del self.tables[game_id]
        self.metrics.line.set(len(self))

    def __len__(self) -> int:
        return sum(len(table.tickets) for table in self.tables.values())

    def _serve_next(self) -> None:
        """Give whoever has nothing to do the question that has waited longest."""
        while (ticket := self._next()) is not None:
            self._leave(ticket)
            level = self.effort_for(ticket)
            if self.far_idle and self.goes_far(ticket):
                far = self.far_idle.pop()
                ticket.at_work = asyncio.create_task(self._serve_far(far, ticket, level))
                continue
            game_id = ticket.question.game_id
            chosen = next((each for each in self.idle if each.knows(game_id)), self.idle[0])
            self.idle.remove(chosen)
            ticket.at_work = asyncio.create_task(self._serve_here(chosen, ticket, level))
        self.metrics.line.set(len(self))

    def _next(self) -> Ticket | None:
        """The question that has waited longest, of those that somebody with nothing to do can take."""
        waiting: Iterable[Waiting] = self.tables.values()
        if not self.idle:
            if not self.far_idle:
                return None
            waiting = [table for table in waiting if self.goes_far(table.tickets[0])]
        first = min(waiting, key=lambda table: table.since, default=None)
        return None if first is None else first.tickets[0]

    def effort_for(self, ticket: Ticket) -> str:
        """The level at which it is answered: its own, unless those behind would wait too long."""
        behind = [table.tickets[0] for table in self.tables.values() if table.keeps_people_waiting]
        if not ticket.efforts or not behind or not self.patience:
            return ticket.question.level
        may_take = self.patience * (len(self.bot_workers) + len(self.far))
        for step, level in enumerate(ticket.efforts[:-1]):
            if sum(self.expected(each, step) for each in (ticket, *behind)) <= may_take:
                return level
        return ticket.efforts[-1]

    def expected(self, ticket: Ticket, step: int) -> float:
        """The expected seconds, this many levels below its own."""
        level = ticket.efforts[min(step, len(ticket.efforts) - 1)]
        return self.pace.expect(level, ticket.kind)

    async def _serve_here(self, thinker: BotWorker, ticket: Ticket, level: str) -> None:
        try:
            await self._serve(thinker, ticket, level, lambda seconds: seconds)
        finally:
            self.idle.append(thinker)
            self._serve_next()

    async def _serve_far(self, thinker: FarThinker, ticket: Ticket, level: str) -> None:
        try:
            await self._serve(thinker, ticket, level, lambda _: thinker.took)
        except LeftAlone as left:
            logger.info("question comes back", extra={"reason": str(left)})
            ticket.stays, ticket.at_work = True, None
            if not ticket.thought.done():
                table = self.tables.setdefault(ticket.question.game_id, Waiting())
                table.tickets.appendleft(ticket)
        finally:
            if thinker in self.far:
                self.far_idle.append(thinker)
            self._serve_next()

    async def _serve(
        self,
        thinker: BotWorker,
        ticket: Ticket,
        level: str,
        thinking: Callable[[float], float],
    ) -> None:
        """``thinking`` tells how much of the time that has passed was thinking."""
        question, began = ticket.question, time.monotonic()
        self.metrics.in_line.observe(began - ticket.came)
        try:
            answer = await thinker.think(question, level)
        except LeftAlone:
            raise
        except Exception as error:
            if not ticket.thought.done():
                ticket.thought.set_exception(error)
        except BaseException:
            ticket.thought.cancel()
            raise
        else:
            if ticket.efforts:
                self.pace.learn(level, ticket.kind, thinking(time.monotonic() - began))
                if level != question.level:
                    self.metrics.quicker.labels(question.level, level).inc()
            if not ticket.thought.done():
                ticket.thought.set_result(Thought(answer, level))
