"""Workers on this machine: a process each."""

import multiprocessing
import pickle
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, Self

from rollplayer.runs.assignment import Assignment, begun
from rollplayer.runs.sharing import (
    MOST_LOSSES,
    Done,
    Joined,
    Lost,
    Report,
    WorkersError,
    played,
    sent,
)


@dataclass
class Hired:
    process: BaseProcess
    line: "Connection[bytes, bytes]"
    given: list[int]


class Processes:
    """A crew of processes on this machine; one that is killed is replaced."""

    def __init__(self, assignment: Assignment[Any, Any], many: int) -> None:
        self.assignment = assignment.packed()
        self.many = many
        self.numbers = count()
        self.hired: dict[int, Hired] = {}
        self.stillborn = 0
        """Workers lost since one has begun."""

    def __enter__(self) -> Self:
        for _ in range(self.many):
            self.hire()
        return self

    def __exit__(self, *_: object) -> None:
        for hired in self.hired.values():
            hired.process.terminate()
        for hired in self.hired.values():
            hired.process.join()
            hired.line.close()

    def hire(self) -> None:
        # Each process starts a fresh interpreter on every system, so no state leaks into the games.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self.assignment), daemon=True)
        process.start()
        # Only the process has its end now, so that the line breaks when it is gone.
        theirs.close()
        self.hired[next(self.numbers)] = Hired(process, ours, [])

    def give(self, worker: int, batch: int, tasks: bytes) -> None:
        hired = self.hired[worker]
        hired.given.append(batch)
        # A broken line is noticed where it is listened to.
        with suppress(OSError):
            hired.line.send_bytes(tasks)

    def reports(self) -> Sequence[Report]:
        ready = wait([hired.line for hired in self.hired.values()])
        return [self.heard(number) for number, each in [*self.hired.items()] if each.line in ready]

    def heard(self, worker: int) -> Report:
        hired = self.hired[worker]
        try:
            told = hired.line.recv_bytes()
        except (EOFError, OSError):
            self.replace(worker)
            return Lost(worker)
        if told == BEGUN:
            self.stillborn = 0
            return Joined(worker)
        if not hired.given:
            _, error = pickle.loads(told)  # noqa: S301  written by the process we started
            raise error
        return Done(worker, hired.given.pop(0), told)

    def replace(self, worker: int) -> None:
        """Hire somebody for a lost worker, unless none so much as begins any more."""
        hired = self.hired.pop(worker)
        hired.process.join()
        hired.line.close()
        self.stillborn += 1
        if self.stillborn == MOST_LOSSES + self.many:
            raise WorkersError("workers-stillborn", code=str(hired.process.exitcode))
        self.hire()


BEGUN: Final = b""


def _work(line: "Connection[bytes, bytes]", given: bytes) -> None:
    """The life of a worker process."""
    # Only the parent process handles Ctrl-C; it ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whoever has started this process may be gone at any moment.
    with suppress(EOFError, OSError):
        try:
            worker = begun(given)
        except Exception as error:
            # A bot of one's own may raise anything as it is made; the command reports it.
            line.send_bytes(sent([], error))
            return
        line.send_bytes(BEGUN)
        while True:
            line.send_bytes(played(worker, line.recv_bytes()))
