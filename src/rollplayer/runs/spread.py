"""Spread games over workers of any kind."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from rollplayer.engine.plain import Plain
from rollplayer.runs.assignment import Assignment, Task, Work, Worker
from rollplayer.runs.cluster import RayCluster, RayWorkers
from rollplayer.runs.processes import Processes
from rollplayer.runs.sharing import Crew, hand_out

Jobs = int | RayCluster
"""How many processes of this machine share the work, or which cluster does it."""


def spread(
    worker: Callable[[Work], Worker[Task]],
    work: Work,
    games: Sequence[Task],
    jobs: Jobs,
    chunk: int,
    *,
    files: Sequence[str] = (),
    time_left: Callable[[], bool] = lambda: True,
) -> Iterator[Plain]:
    """Play games in order, with one worker in each process; none is handed out without time left.

    Workers must find the same ``files`` wherever they run.
    """
    if not games:
        return
    assignment = Assignment(worker, work, tuple(files))
    tasks = takewhile(lambda _: time_left(), games)
    if isinstance(jobs, int) and jobs <= 1:
        alone = assignment.begin()
        for game in tasks:
            yield alone.play(game)
        return
    crew: Crew
    if isinstance(jobs, RayCluster):
        crew = RayWorkers(assignment, jobs, len(games))
    else:
        crew = Processes(assignment, min(jobs, len(games)))
    yield from hand_out(crew, tasks, chunk)


def chunk_for(games: int, jobs: Jobs) -> int:
    """How many short games to send at once: few enough that all workers end at about the same time."""
    return max(1, min(MOST_AT_ONCE, games // ((jobs if isinstance(jobs, int) else MANY) * 4)))


MOST_AT_ONCE = 25
MANY = 64
"""How many workers a cluster is taken to have."""
