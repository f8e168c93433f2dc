"""One thread that writes, many jobs per transaction.

Every job is awaited until its transaction is on the disk. Jobs that arrive while the disk is busy
share the next transaction (group commit); a failing job does not affect the others.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.store import AlreadyThere, Fence, NotSaved

MOST_IN_ONE: Final = 512
LEAST_APART: Final = 0.005
"""The fewest seconds between two transactions: jobs that arrive meanwhile share the next one. A job that
arrives after a pause does not wait."""

LEAST_APART_SHARED: Final = 0.015
"""The same where several processes share a store: each has a part of the answers, and would otherwise ask PostgreSQL
for more and smaller transactions."""

MOST_TRIES: Final = 5
"""How often a transaction is begun that another process was in the way of."""

T = TypeVar("T")
Observe = Callable[[float, int], None]
CheckFences = Callable[[Database, Sequence[Fence]], None]
"""Raises Fenced if one of the leases has gone to somebody else; nobody can take one until the transaction ends."""
PutRows = Callable[[Database, Mapping[str, Sequence[tuple[Any, ...]]], Sequence[Fence]], bool]
"""Inserts rows, by statement, in a transaction of its own that compares the fences, too. False if it cannot: then
nothing has happened, or what has happened shows when it is done step by step."""
CheckRows = Callable[[Database, Mapping[str, Sequence[tuple[Any, ...]]]], None]
"""Raises NotSaved if rows, by statement, would follow what is not there."""


@dataclass(slots=True)
class Rows:
    """A job that only inserts rows into a table; rows of many jobs are inserted together."""

    sql: str
    values: list[tuple[Any, ...]]

    def put(self, connection: Database) -> None:
        connection.executemany(self.sql, self.values)


@dataclass(slots=True)
class Job:
    """Something to write, and who waits for it."""

    run: Callable[[Database], Any]
    waiting: "asyncio.Future[Any]"
    rows: tuple[Rows, ...] = ()
    fence: Fence | None = None
    result: Any = None
    error: Exception | None = field(default=None)


class Writer:
    """The thread and its queue."""

    def __init__(
        self,
        connection: Database,
        observe: Observe | None = None,
        check_fences: CheckFences | None = None,
        put_rows: PutRows | None = None,
        least_apart: float = LEAST_APART,
        check_rows: CheckRows | None = None,
    ) -> None:
        self.connection = connection
        self.check_fences = check_fences
        """None where this process has the store for itself."""
        self.put_rows = put_rows
        """None where each step of a transaction costs hardly anything."""
        self.least_apart = least_apart
        self.check_rows = check_rows
        """None where nothing that was written can be missing."""
        self.own_fault = (connection.IntegrityError, connection.DataError)
        """Errors that are the fault of a job; all others are the disk's."""
        self.observe = observe
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.collected: list[Job] = []
        """Jobs of this round of the event loop; the thread is woken once for all of them."""
        self.handed_over = 0.0
        """When the thread was last woken, by the clock of the event loop."""
        self.is_closed = False
        self.loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self.thread.start()

    async def write(self, run: Callable[[Database], T], fence: Fence | None = None) -> T:
        """Run a job in the next transaction; returns when that is on the disk."""
        waiting: asyncio.Future[T] = self.loop.create_future()
        self._collect(Job(run, waiting, (), fence))
        # The caller may be gone, such as a closed socket; what was begun is still carried out.
        return await waiting

    def put(self, *rows: Rows, fence: Fence | None = None) -> "asyncio.Future[None]":
        """The same for a job that only inserts rows; done when they are on disk."""
        waiting: asyncio.Future[None] = self.loop.create_future()

        def run(connection: Database) -> None:
            self.insert(connection, rows)

        self._collect(Job(run, waiting, rows, fence))
        return waiting

    def insert(self, connection: Database, rows: Iterable[Rows]) -> None:
        """Insert rows within a job; those of a table together."""
        together = by_statement(rows)
        if self.check_rows is not None:
            self.check_rows(connection, together)
        for sql, values in together.items():
            connection.executemany(sql, values)

    def _collect(self, job: Job) -> None:
        if self.is_closed:
            raise NotSaved("the store is closed")
        if not self.collected:
            soonest = self.handed_over + self.least_apart
            if self.loop.time() < soonest:
                self.loop.call_at(soonest, self._hand_over)
            else:
                self.loop.call_soon(self._hand_over)
        self.collected.append(job)

    def _hand_over(self) -> None:
        if self.collected:
            self.handed_over = self.loop.time()
            self.jobs.put(self.collected)
            self.collected = []

    async def stop(self) -> None:
        """Write what is queued, then end."""
        self._hand_over()
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)

    def _tell(self, batch: list[Job], seconds: float) -> None:
        if self.observe is not None:
            self.observe(seconds, len(batch))
        for job in batch:
            if job.waiting.done():
                continue
            if job.error is not None:
                job.waiting.set_exception(job.error)
            else:
                job.waiting.set_result(job.result)

    # -- in the thread ------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            self._write_until_stopped()
        finally:
            self.is_closed = True

    def _write_until_stopped(self) -> None:
        stopping = False
        while not stopping:
            taken = [self.jobs.get()]
            while not self.jobs.empty():
                taken.append(self.jobs.get())
            stopping = None in taken
            jobs = [job for together in taken if together is not None for job in together]
            for first in range(0, len(jobs), MOST_IN_ONE):
                batch = jobs[first : first + MOST_IN_ONE]
                started = time.perf_counter()
                self._transact(batch)
                taken_seconds = time.perf_counter() - started
                self.loop.call_soon_threadsafe(self._tell, batch, taken_seconds)

    def _transact(self, batch: list[Job]) -> None:
        """Run all jobs in one transaction; if one fails, run each in its own savepoint."""
        db = self.connection
        for left in reversed(range(MOST_TRIES)):
            try:
                self._try(batch)
                return
            except db.Error as error:
                if left and db.is_conflict(error):
                    # Nothing has happened: two processes waited for each other, and this one gave way.
                    continue
                # The whole transaction failed: no space, no disk, no permission.
                for job in batch:
                    job.error = NotSaved(str(error))
                return

    def _try(self, batch: list[Job]) -> None:
        db = self.connection
        for job in batch:
            job.error = None
        try:
            if not self._is_put(batch):
                self._commit(batch, self._run_together)
        except Exception as error:
            if isinstance(error, db.Error) and not isinstance(error, self.own_fault):
                raise
            self._commit(batch, self._run_each_apart)

    def _is_put(self, batch: list[Job]) -> bool:
        """Whether the batch is on the disk already, because there was nothing to do but to insert rows."""
        if self.put_rows is None or not all(job.rows for job in batch):
            return False
        return self.put_rows(self.connection, by_statement(rows_in(batch)), fences_of(batch))

    def _commit(self, batch: list[Job], run: Callable[[list[Job]], None]) -> None:
        connection = self.connection
        try:
            connection.begin()
            run(batch)
            connection.execute("COMMIT")
        except BaseException as error:
            if connection.in_transaction:
                try:
                    connection.execute("ROLLBACK")
                except connection.Error as second:
                    raise connection.Error(f"{error}; {second}") from error
            raise

    def _run_together(self, batch: list[Job]) -> None:
        """Insert rows last: another job of the batch may create what they refer to."""
        if self.check_fences is not None:
            self.check_fences(self.connection, fences_of(batch))
        for job in batch:
            if not job.rows:
                job.result = job.run(self.connection)
        self.insert(self.connection, rows_in(batch))

    def _run_each_apart(self, batch: list[Job]) -> None:
        for job in batch:
            self._run_apart(job)

    def _run_apart(self, job: Job) -> None:
        """In a savepoint, so that only a failing job is rolled back."""
        connection = self.connection
        connection.execute("SAVEPOINT job")
        try:
            if self.check_fences is not None and job.fence is not None:
                self.check_fences(connection, [job.fence])
            job.result = job.run(connection)
        except connection.IntegrityError as error:
            job.error = AlreadyThere(str(error))
        except connection.DataError as error:
            job.error = NotSaved(str(error))
        except connection.Error:
            raise
        except Exception as error:
            job.error = error
        if job.error is not None:
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")


def fences_of(batch: list[Job]) -> list[Fence]:
    return list({job.fence for job in batch if job.fence is not None})


def rows_in(batch: list[Job]) -> list[Rows]:
    return [each for job in batch for each in job.rows]


def by_statement(rows: Iterable[Rows]) -> dict[str, list[tuple[Any, ...]]]:
    """All rows, by statement."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for each in rows:
        found.setdefault(each.sql, []).extend(each.values)
    return found
