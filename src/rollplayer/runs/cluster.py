"""Workers on the machines of a Ray cluster.

Ray starts processes on the nodes, carries batches and results, and notices what is lost; what is to be
done then is the same as for processes of this machine (``sharing.py``).
"""

import io
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stdout, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, Self, TextIO

from rollplayer.runs.assignment import Assignment, own_bots
from rollplayer.runs.identity import MISSING, identity
from rollplayer.runs.sharing import Done, Joined, Lost, Report, WorkersError

LOOK_EVERY: Final = 2.0
"""Seconds between two looks at how many processors the cluster has."""
PATIENCE: Final = 120.0
"""Seconds without any worker after which nobody waits longer."""
ANSWERS_WITHIN: Final = 5.0
"""Seconds until a machine that is there has answered."""

Ref = Any
"""What stands for a result that Ray is still to bring."""


@dataclass(frozen=True)
class RayCluster:
    """Where to find a cluster: ``HOST:PORT``, or ``auto`` for the one that runs on this machine."""

    address: str


@dataclass
class Hired:
    actor: Any
    begun: bool = False
    given: dict[Ref, int] = field(default_factory=dict)
    """The batches that are on their way."""


class RayWorkers:
    """A crew of one worker for each processor of the cluster, also of nodes that join later."""

    def __init__(self, assignment: Assignment[Any, Any], cluster: RayCluster, most: int) -> None:
        self.assignment = assignment.packed()
        self.files = assignment.all_files()
        self.expected = identity(self.files) | own_bots()
        self.address = cluster.address
        self.most = most
        self.numbers = count()
        self.hired: dict[int, Hired] = {}
        self.owner: dict[Ref, int] = {}
        """Whose result a reference stands for."""

    def __enter__(self) -> Self:
        self.ray = connected(self.address)
        self.ending = ExitStack()
        self.ending.callback(self.ray.shutdown)
        self.ending.enter_context(redirect_stdout(OwnThread(sys.stdout)))
        self.remote = self.ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(worker_class())
        self.last_seen = time.monotonic()
        self.look_again = 0.0
        return self

    def __exit__(self, *_: object) -> None:
        for hired in self.hired.values():
            self.dismiss(hired)
        self.ending.close()

    def dismiss(self, hired: Hired) -> None:
        # One that is gone already cannot be ended.
        with suppress(self.ray.exceptions.RayError):
            self.ray.kill(hired.actor)

    def give(self, worker: int, batch: int, tasks: bytes) -> None:
        hired = self.hired[worker]
        ref = hired.actor.play.remote(tasks)
        hired.given[ref] = batch
        self.owner[ref] = worker

    def reports(self) -> Sequence[Report]:
        self.look()
        if not self.owner:
            time.sleep(LOOK_EVERY)
            return ()
        some, _ = self.ray.wait(list(self.owner), num_returns=1, timeout=LOOK_EVERY)
        if not some:
            return ()
        ready, _ = self.ray.wait(list(self.owner), num_returns=len(self.owner), timeout=0)
        return [report for ref in ready if (report := self.heard(ref)) is not None]

    def look(self) -> None:
        """Hire as many workers as there are processors, and see whether anybody is at work."""
        now = time.monotonic()
        if now < self.look_again:
            return
        self.look_again = now + LOOK_EVERY
        processors = int(self.ray.cluster_resources().get("CPU", 0))
        for _ in range(min(processors, self.most) - len(self.hired)):
            self.hire()
        if any(hired.begun for hired in self.hired.values()):
            self.last_seen = now
        elif now - self.last_seen > PATIENCE:
            seconds = round(PATIENCE)
            raise WorkersError("ray-nobody", address=self.address, n=processors, seconds=seconds)

    def hire(self) -> None:
        number = next(self.numbers)
        actor = self.remote.remote()
        ref = actor.begin.remote(self.assignment, self.files)
        self.hired[number] = Hired(actor)
        self.owner[ref] = number

    def heard(self, ref: Ref) -> Report | None:
        worker = self.owner.pop(ref, None)
        if worker is None:
            return None  # Of a worker that was lost a moment ago.
        hired = self.hired[worker]
        try:
            told = self.ray.get(ref)
        except self.ray.exceptions.RayTaskError:
            raise  # Our bug: keep the traceback.
        except self.ray.exceptions.RayError:
            # Worker, node or result: all of it is played again elsewhere.
            for other in hired.given:
                self.owner.pop(other, None)
            self.dismiss(self.hired.pop(worker))
            return Lost(worker)
        if hired.begun:
            return Done(worker, hired.given.pop(ref), told)
        self.check(*told)
        hired.begun = True
        return Joined(worker)

    def check(self, host: str, found: dict[str, str], why: str) -> None:
        """Refuse a worker that would play otherwise, or not at all."""
        if not found:
            raise WorkersError("ray-no-rollplayer", host=host, why=why)
        for what, there in found.items():
            here = self.expected.get(what, MISSING)
            if there != here:
                raise WorkersError("ray-other", host=host, what=what, there=there, here=here)
        if why:
            raise WorkersError("ray-begin", host=host, why=why)


def worker_class() -> type:
    """The class of a worker on a node.

    Made in a function, Ray sends the class itself and not its name, so that a node without
    rollplayer can say so.
    """

    class RayWorker:
        worker: Any = None

        def begin(self, given: bytes, files: tuple[str, ...]) -> tuple[str, dict[str, str], str]:
            """The name of the machine, what is installed there, and why it cannot begin."""
            import platform

            host = platform.node()
            try:
                from rollplayer.runs.assignment import begun, own_bots
                from rollplayer.runs.identity import identity
            except Exception as error:
                # Another version there, or half of one, may fail in any way; the command names host and reason.
                return host, {}, f"{type(error).__name__}: {error}"
            found = identity(files)
            try:
                self.worker = begun(given)
            except Exception as error:
                # A bot of one's own may raise anything as it is made.
                return host, found, f"{type(error).__name__}: {error}"
            return host, found | own_bots(), ""

        def play(self, batch: bytes) -> bytes:
            from rollplayer.runs.sharing import played

            return played(self.worker, batch)

    return RayWorker


class OwnThread(io.TextIOBase):
    """A stream that takes only what the thread writes that made it.

    Threads of Ray report lost nodes on standard output, in the midst of the results.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.thread = threading.get_ident()

    def write(self, text: str, /) -> int:
        return self.stream.write(text) if threading.get_ident() == self.thread else len(text)

    def flush(self) -> None:
        self.stream.flush()

    def isatty(self) -> bool:
        return self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()


# -- the connection ---------------------------------------------------------------------------------


def connected(address: str) -> Any:
    """Ray, connected to a cluster."""
    # Ray would try for a quarter of an hour.
    os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "1")
    try:
        import ray
    except ImportError as error:
        raise WorkersError("ray-missing") from error
    try:
        answers(address)
        ray.init(
            address=address,
            configure_logging=True,
            logging_level=logging.CRITICAL,
            # What workers write would tear up the progress bar.
            log_to_driver=False,
        )
    except Exception as error:
        # Ray raises errors of all kinds, depending on what it meets at the address.
        why = str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
        raise WorkersError("ray-unreachable", address=address, why=why) from error
    return ray


def answers(address: str) -> None:
    """OSError if nobody listens there: Ray needs a minute to find that out."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), ANSWERS_WITHIN).close()
