"""One thread that writes to SQLite, many jobs in one transaction.

Every job is awaited until its transaction is on the disk. Jobs that arrive while the disk is busy
share the next transaction (group commit), each in a savepoint of its own.
"""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from rollplayer.server.store import AlreadyThere, NotSaved

MOST_IN_ONE: Final = 512
BUSY_SECONDS: Final = 5.0

T = TypeVar("T")
Observe = Callable[[float, int], None]


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


@dataclass
class Job:
    """Something to write, and who waits for it."""

    run: Callable[[sqlite3.Connection], Any]
    waiting: "asyncio.Future[Any]"
    result: Any = None
    error: Exception | None = field(default=None)


class Writer:
    """The thread and its queue."""

    def __init__(self, connection: sqlite3.Connection, observe: Observe | None = None) -> None:
        self.connection = connection
        self.observe = observe
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self.thread.start()

    async def write(self, run: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job in the next transaction; returns when that is on the disk."""
        if not self.thread.is_alive():
            raise NotSaved("the store is closed")
        waiting: asyncio.Future[T] = self.loop.create_future()
        self.jobs.put(Job(run, waiting))
        # Whoever waits may be gone, such as a closed socket; what was begun is carried out.
        return await asyncio.shield(waiting)

    async def stop(self) -> None:
        """Write what is queued, then end."""
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)

    # -- in the thread ------------------------------------------------------------------------------

    def _work(self) -> None:
        stopping = False
        while not stopping:
            taken = [self.jobs.get()]
            while len(taken) < MOST_IN_ONE and not self.jobs.empty():
                taken.append(self.jobs.get())
            stopping = None in taken
            batch = [job for job in taken if job is not None]
            if batch:
                started = time.perf_counter()
                self._transact(batch)
                if self.observe is not None:
                    self.observe(time.perf_counter() - started, len(batch))
                self.loop.call_soon_threadsafe(_tell, batch)

    def _transact(self, batch: list[Job]) -> None:
        connection = self.connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                self._run(job)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            # The whole transaction is lost: no space, no disk, no right to write.
            for job in batch:
                job.error = NotSaved(str(error))
            if connection.in_transaction:
                try:
                    connection.execute("ROLLBACK")
                except sqlite3.Error as second:
                    for job in batch:
                        job.error = NotSaved(f"{error}; {second}")

    def _run(self, job: Job) -> None:
        connection = self.connection
        connection.execute("SAVEPOINT job")
        try:
            job.result = job.run(connection)
        except sqlite3.IntegrityError as error:
            job.error = AlreadyThere(str(error))
        except sqlite3.Error:
            raise
        except Exception as error:
            job.error = error
        if job.error is not None:
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")


def _tell(batch: list[Job]) -> None:
    for job in batch:
        if job.waiting.done():
            continue
        if job.error is not None:
            job.waiting.set_exception(job.error)
        else:
            job.waiting.set_result(job.result)
