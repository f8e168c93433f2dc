"""Workers on other machines (``rollplayer work``), as the line in front of the bots sees them.

There is a place in the line for each worker that lives. A question that is given to one goes into the queue of the
store; if nobody takes it, or whoever has taken it is gone, it comes back into the line and is thought about elsewhere.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.rooms.bot_queue import LeftAlone, Line
from rollplayer.server.rooms.bot_workers import request_of
from rollplayer.server.rooms.services import Question
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.storage.thinking import Thinking, Thought

logger = logging.getLogger(__name__)

COUNT_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 0.03
"""So often it is looked for answers: less than a person notices, and than a bot waits anyway (``bot_delay``)."""
TAKE_SECONDS: Final = 0.5
"""A question that nobody has taken after so long is thought about here."""
THINK_SECONDS: Final = 10.0
"""A worker that has a question for longer stands still."""
NONSENSE: Final = "its worker answers nonsense"


def code_of_bots() -> str:
    """The same for all whose bots answer alike: version, code, content, networks; compiled or not."""
    # Only here: it imports numpy, which a server needs only where there are workers.
    from rollplayer.runs.identity import identity

    return json.dumps({name: part for name, part in identity().items() if name != "build"})


class FarWorker:
    """A place in the line for one worker, whichever takes the question."""

    def __init__(self, far: "FarThinkers") -> None:
        self.far = far
        self.took = 0.0

    def knows(self, game_id: str) -> bool:
        return False

    async def think(self, question: Question, level: str) -> Any:
        reply = await self.far.ask(json.dumps(request_of(question, level)))
        if "error" in reply:
            # It may lack a box of the operator's; a fault of the bot is found here as well.
            raise LeftAlone(str(reply["error"]))
        answer, took = reply.get("answer"), reply.get("seconds")
        if not is_answer(question, answer) or not isinstance(took, int | float):
            raise LeftAlone(NONSENSE)
        self.took = took
        return answer

    def forget(self, game_id: str) -> None: ...

    async def close(self) -> None: ...


class FarThinkers:
    """What this process has asked workers elsewhere, and how many there are."""

    def __init__(
        self,
        line: Line,
        thinking: Thinking,
        metrics: Metrics,
        find_code: Callable[[], str] = code_of_bots,
    ) -> None:
        self.line = line
        self.thinking = thinking
        self.metrics = metrics
        self.find_code = find_code
        self.code = ""
        """Known once there is a worker."""
        self.asked: dict[int, tuple[float, asyncio.Future[str]]] = {}
        """By number: when it was asked, and who waits."""
        self.done: list[int] = []
        """Questions that nobody waits for, to be deleted together."""
        self.wake = asyncio.Event()
        self.counted = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="far thinkers")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        # What is left in the queue, a worker throws away.

    async def ask(self, question: str) -> dict[str, Any]:
        """What a worker replies; raises LeftAlone if none does."""
        number: int | None = None
        try:
            number = await self.thinking.put(self.code, question, TAKE_SECONDS)
            waiting: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            self.asked[number] = time.monotonic(), waiting
            self.wake.set()
            reply = read(await waiting)
        except (LeftAlone, NotSaved) as error:
            self.metrics.far_thoughts.labels("left").inc()
            raise LeftAlone(str(error)) from error
        finally:
            if number is not None:
                self.asked.pop(number, None)
                # Nobody needs it any more, whatever becomes of it.
                self.done.append(number)
        self.metrics.far_thoughts.labels("done").inc()
        return reply

    async def _work(self) -> None:
        while True:
            if not self.asked:
                with suppress(TimeoutError):
                    async with asyncio.timeout(COUNT_SECONDS):
                        await self.wake.wait()
            self.wake.clear()
            if self.asked:
                await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._count()
                await self._look()
            except NotSaved as error:
                logger.warning("workers not asked", extra={"reason": str(error)})
                self._leave_all(str(error))
            except Exception:
                # Whatever it is, no table waits for it: the server thinks for itself.
                logger.exception("fault among far thinkers")
                self._leave_all("a fault of ours")

    async def _count(self) -> None:
        if time.monotonic() - self.counted < COUNT_SECONDS:
            return
        self.counted = time.monotonic()
        if self.done:
            done, self.done = self.done, []
            await self.thinking.forget(done)
        by_code = await self.thinking.thinkers()
        if by_code and not self.code:
            self.code = await asyncio.to_thread(self.find_code)
        there = by_code.get(self.code, 0)
        self.metrics.far_thinkers.set(there)
        self.line.hire([FarWorker(self) for _ in range(there - len(self.line.far))])
        self.line.dismiss(len(self.line.far) - there)

    async def _look(self) -> None:
        if not self.asked:
            return
        found = await self.thinking.look(list(self.asked), THINK_SECONDS)
        for number, (since, waiting) in list(self.asked.items()):
            if not waiting.done():
                settle(waiting, found.get(number), time.monotonic() - since)

    def _leave_all(self, reason: str) -> None:
        for _, waiting in self.asked.values():
            if not waiting.done():
                waiting.set_exception(LeftAlone(reason))


def read(text: str) -> dict[str, Any]:
    try:
        reply = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LeftAlone(NONSENSE) from error
    if not isinstance(reply, dict):
        raise LeftAlone(NONSENSE)
    return reply


def is_answer(question: Question, answer: Any) -> bool:
    """Whether a worker, of which nothing is known but that it has the password, may have answered this."""
    if question.advice is not None:
        return isinstance(answer, list | dict)
    if question.interrupt and answer is None:
        return True
    game = question.game
    options = game.interruptions(question.seat) if question.interrupt else game.options()
    return type(answer) is int and answer in options


def settle(waiting: "asyncio.Future[str]", thought: Thought | None, seconds: float) -> None:
    """See what has become of a question, this many seconds after it was asked."""
    if thought is None:
        waiting.set_exception(LeftAlone("the queue has lost it"))
    elif thought.answer is not None:
        waiting.set_result(thought.answer)
    elif thought.is_left:
        waiting.set_exception(LeftAlone("its worker is gone"))
    elif not thought.is_taken and seconds > TAKE_SECONDS:
        waiting.set_exception(LeftAlone("nobody has taken it"))
