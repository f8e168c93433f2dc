"""Spread games over workers of any kind."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from rollplayer.engine.plain import Plain
from rollplayer.runs.assignment import Assignment, Task, Work, Worker
from rollplayer.runs.processes import Processes
from rollplayer.runs.sharing import hand_out


def spread(
    worker: Callable[[Work], Worker[Task]],
    work: Work,
    games: Sequence[Task],
    jobs: int,
    chunk: int,
    *,
    time_left: Callable[[], bool] = lambda: True,
) -> Iterator[Plain]:
    """Play games in order, with one worker in each process; none is handed out without time left."""
    if not games:
        return
    assignment = Assignment(worker, work)
    tasks = takewhile(lambda _: time_left(), games)
    if jobs <= 1:
        alone = assignment.begin()
        for game in tasks:
            yield alone.play(game)
        return
    crew = Processes(assignment, min(jobs, len(games)))
    yield from hand_out(crew, tasks, chunk)


def chunk_for(games: int, jobs: int) -> int:
    """How many short games to send at once: few enough that all workers end at about the same time."""
    return max(1, min(MOST_AT_ONCE, games // (jobs * 4)))


MOST_AT_ONCE = 25
