"""What the commands share that let bots play for long: workers, results that are kept, progress."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from rollplayer.cli.common import Problem, whole
from rollplayer.cli.guard import unguarded
from rollplayer.engine.plain import Plain
from rollplayer.runs.cluster import RayCluster
from rollplayer.runs.file import KnownBy, ResultsFile, UnusableResults
from rollplayer.runs.spread import Jobs
from rollplayer.text import Texts

MOST_GAMES: Final = 10_000_000
MOST_JOBS: Final = 256
SEED_BYTES: Final = 4


def read_jobs(jobs: str, ray: str) -> Jobs:
    """Who shares the work: processes of this machine, or a cluster."""
    processes = whole("--jobs", jobs, 1, MOST_JOBS)
    if not ray:
        return processes
    if processes > 1:
        raise Problem("jobs-or-ray")
    return RayCluster(ray)


def open_results(out: str, seed: str, head: Plain, known_by: KnownBy) -> ResultsFile | None:
    """The file of ``--out``, from which a stopped run goes on."""
    if not out:
        return None
    if not seed:
        # A random seed would differ when the run continues.
        raise Problem("seed-for-out")
    try:
        return ResultsFile(Path(out), head, known_by)
    except UnusableResults as error:
        raise Problem(error.reason, **error.arguments) from error


class ProgressBar(Protocol):
    def one_more(self) -> None:
        """Advance by one game."""


class NoProgress:
    def one_more(self) -> None:
        """Do nothing, because nobody is watching."""


@contextmanager
def progress(texts: Texts, many: int, what: str = "simulate.progress") -> Iterator[ProgressBar]:
    """Show a progress bar on standard error if it is a terminal."""
    if not sys.stderr.isatty():
        yield NoProgress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=unguarded(sys.stderr)),
        transient=True,
    )
    task = bar.add_task(texts.t(what), total=many)

    class Advance:
        def one_more(self) -> None:
            bar.advance(task)

    with bar:
        yield Advance()
