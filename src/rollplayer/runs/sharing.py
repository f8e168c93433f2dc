"""Hand out tasks to workers and yield the results in the order of the tasks.

What comes out depends neither on how many workers there are nor on where they run, nor on whether
some of them are lost on the way: their tasks are given out again.
"""

import heapq
import pickle
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Generic, Protocol, Self

from rollplayer.engine.plain import Plain
from rollplayer.runs.assignment import Task, Worker

AT_HAND: Final = 2
"""Batches that a worker holds: it begins the next one while the results of the last are on their way."""
MOST_WAITING: Final = 256 * 1024 * 1024
"""Bytes of results that may wait for earlier ones; beyond, nothing new is begun."""
MOST_LOSSES: Final = 5
"""A batch in whose midst this many workers were lost is to blame for it."""


class WorkersError(RuntimeError):
    """Workers cannot be had, or do not last; a text of the catalogue says why and what to do."""

    def __init__(self, problem: str, **arguments: str | int) -> None:
        super().__init__(f"{problem} {arguments}")
        self.problem = problem
        self.arguments = arguments


# -- what a worker does -----------------------------------------------------------------------------


def played(worker: Worker[Any], batch: bytes) -> bytes:
    """Play a batch of tasks, up to the first that fails: the results, then the error or None."""
    results: list[Plain] = []
    error: Exception | None = None
    try:
        for task in pickle.loads(batch):  # noqa: S301  written by the process that started this one
            results.append(worker.play(task))
    except Exception as raised:
        # Where it was raised is lost on the way.
        raised.add_note(traceback.format_exc())
        error = raised
    return sent(results, error)


def sent(results: list[Plain], error: Exception | None) -> bytes:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  written on the same line
    except Exception:
        # To write and read an error runs code of its class, which may be somebody's own and raise anything; one that
        # cannot travel is reported by its words.
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return pickle.dumps((results, error), pickle.HIGHEST_PROTOCOL)


# -- who hands out ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Joined:
    """A worker has begun and can be given batches."""

    worker: int


@dataclass(frozen=True)
class Done:
    """A worker has played a batch."""

    worker: int
    batch: int
    outcome: bytes


@dataclass(frozen=True)
class Lost:
    """A worker is gone, and so is whatever it held."""

    worker: int


Report = Joined | Done | Lost


class Crew(Protocol):
    """Workers of one kind. It replaces those that are lost; each has a number of its own."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def give(self, worker: int, batch: int, tasks: bytes) -> None:
        """Send a batch to a worker that has joined. If it is lost, a report says so."""

    def reports(self) -> Sequence[Report]:
        """Wait for news of the workers."""


class Desk(Generic[Task]):
    """Keeps the account of what is given to whom."""

    def __init__(self, crew: Crew, tasks: Iterable[Task], chunk: int) -> None:
        self.crew = crew
        self.batches = batches(tasks, chunk)
        self.exhausted = False
        self.count = 0
        self.open: dict[int, bytes] = {}
        """The batches that have no results yet."""
        self.to_give: list[int] = []
        """Those nobody holds, new or of a lost worker, as a heap: the earliest is waited for."""
        self.held: dict[int, list[int]] = {}
        """By worker, in the order in which it plays them."""
        self.outcomes: dict[int, bytes] = {}
        self.waiting = 0
        self.losses: Counter[int] = Counter()

    def results(self) -> Iterator[Plain]:
        number = 0
        self.give_out()
        while self.open or number in self.outcomes:
            while number not in self.outcomes:
                for report in self.crew.reports():
                    self.take(report)
                self.give_out()
            outcome = self.outcomes.pop(number)
            self.waiting -= len(outcome)
            number += 1
            results, error = pickle.loads(outcome)  # noqa: S301  written by one of our own workers
            yield from results
            if error is not None:
                raise error
            self.give_out()

    def take(self, report: Report) -> None:
        match report:
            case Joined(worker):
                self.held[worker] = []
            case Done(worker, batch, outcome):
                self.held[worker].remove(batch)
                del self.open[batch]
                self.outcomes[batch] = outcome
                self.waiting += len(outcome)
            case Lost(worker):
                # A worker can be lost before it joined.
                for at, batch in enumerate(self.held.pop(worker, ())):
                    heapq.heappush(self.to_give, batch)
                    if at == 0:
                        self.blame(batch)

    def blame(self, batch: int) -> None:
        self.losses[batch] += 1
        if self.losses[batch] == MOST_LOSSES:
            first, *_ = pickle.loads(self.open[batch])  # noqa: S301  written by this object
            raise WorkersError("workers-lost", n=MOST_LOSSES, task=repr(first))

    def give_out(self) -> None:
        """Give every worker what it can hold; nobody gets a second batch while one has none."""
        for most in range(AT_HAND):
            for worker, held in self.held.items():
                if len(held) <= most:
                    batch = self.next_batch()
                    if batch is None:
                        return
                    held.append(batch)
                    self.crew.give(worker, batch, self.open[batch])
        if not self.held:
            # Nobody is there yet; an open batch says that there is work.
            self.prepare()

    def next_batch(self) -> int | None:
        if not self.to_give:
            self.prepare()
        return heapq.heappop(self.to_give) if self.to_give else None

    def prepare(self) -> None:
        """Lay the next batch on the desk, if there is one and room for its results."""
        if self.exhausted or self.to_give or self.waiting > MOST_WAITING:
            return
        tasks = next(self.batches, None)
        if tasks is None:
            self.exhausted = True
            return
        self.open[self.count] = pickle.dumps(tasks, pickle.HIGHEST_PROTOCOL)
        heapq.heappush(self.to_give, self.count)
        self.count += 1


def batches(tasks: Iterable[Task], chunk: int) -> Iterator[list[Task]]:
    left = iter(tasks)
    while batch := list(islice(left, chunk)):
        yield batch


def hand_out(crew: Crew, tasks: Iterable[Task], chunk: int) -> Iterator[Plain]:
    """The results of all tasks, in their order. Tasks are asked for when somebody has time for them."""
    with crew:
        yield from Desk(crew, tasks, chunk).results()
