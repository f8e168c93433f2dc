"""Carry out all tasks that are not done yet."""

from collections.abc import Iterable, Iterator

from rollplayer.engine.plain import Plain
from rollplayer.lab.gifts import Lab
from rollplayer.lab.plan import LabPlan, Task
from rollplayer.lab.results import LabResults
from rollplayer.runs.spread import Jobs, spread


def work(plan: LabPlan, results: LabResults, jobs: Jobs, done: Iterable[Plain]) -> Iterator[Plain]:
    """Every line that is missing, in order; whoever asks adds each to the results."""
    known = {tuple(line["task"]) for line in done}
    yield from spread(Lab, plan, missing(plan.tasks(), known), jobs, 1, files=plan.packs)
    # Which pairs are to be given is known now.
    pairs = missing(plan.pair_tasks(results.likely_pairs()), known)
    yield from spread(Lab, plan, pairs, jobs, 1, files=plan.packs)


def missing(tasks: list[Task], known: set[Task]) -> list[Task]:
    return [task for task in tasks if task not in known]
