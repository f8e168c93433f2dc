"""What a worker is to do, and how it begins in another process."""

import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from rollplayer.api.own import seat_bots, seated_bots, seated_sources
from rollplayer.engine.plain import Plain
from rollplayer.expansions import EXPANSIONS
from rollplayer.expansions.places import VARIABLE

THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""How many threads numpy may use, whichever library it was built with."""

Work = TypeVar("Work")
Task = TypeVar("Task")
Task_contra = TypeVar("Task_contra", contravariant=True)


class Worker(Protocol[Task_contra]):
    """Plays one game after another."""

    def play(self, game: Task_contra, /) -> Plain:
        """Play a game and return its result as plain data."""


@dataclass(frozen=True)
class Surroundings:
    """What a process has learned since it began and another one must be told."""

    folder: str = field(default_factory=os.getcwd)
    """What relative paths start from."""
    boxes: str = field(default_factory=lambda: os.environ.get(VARIABLE, ""))
    bots: tuple[str, ...] = field(default_factory=lambda: tuple(seated_bots()))

    def take_over(self) -> None:
        # A machine without the folder has none of the files in it either, and will miss them.
        with suppress(OSError):
            os.chdir(self.folder)
        if self.boxes:
            os.environ[VARIABLE] = self.boxes
        seat_bots(self.bots)


@dataclass(frozen=True)
class Assignment(Generic[Work, Task]):
    """What every worker is made of. Plain data only, because it is sent to other processes."""

    worker: Callable[[Work], Worker[Task]]
    work: Work
    files: tuple[str, ...] = ()
    """Files and folders of the user's that a worker reads."""

    def begin(self) -> Worker[Task]:
        return self.worker(self.work)

    def packed(self) -> bytes:
        """For ``begun``. The work is packed apart: to read it may need boxes, and import numpy."""
        return pickle.dumps((Surroundings(), pickle.dumps(self)))

    def all_files(self) -> tuple[str, ...]:
        """Whatever a worker reads that is not part of the package, with whole paths."""
        boxes = [folder for folder in EXPANSIONS.folders() if not EXPANSIONS.is_ours(folder)]
        return tuple(os.path.abspath(path) for path in (*self.files, *boxes))


def begun(packed: bytes) -> Worker[Any]:
    """The worker of a packed assignment, in a process of its own."""
    # The processes already use all cores; numpy's threads would only slow them down.
    for name in THREADS:
        os.environ.setdefault(name, "1")
    surroundings, inner = pickle.loads(packed)  # noqa: S301  written by the process that asks for it
    surroundings.take_over()
    assignment: Assignment[Any, Any] = pickle.loads(inner)  # noqa: S301  likewise
    return assignment.begin()


def own_bots() -> dict[str, str]:
    """The versions of the users' own bots in this process, for an identity."""
    return {f"bot {name}": source for name, source in seated_sources().items()}
