"""What it costs to let a worker elsewhere think about a bot's question, beside a process of the server's own.

    python -m benchmarks.server.far_thinking --questions 200 --level adventurer

The same questions, in the order of a game, one after another: first to a process of the server's own (`bot_workers`),
then to `rollplayer work` through a real PostgreSQL. Processor time is that of the server's side, of PostgreSQL and of
whoever thinks; the last differs by what it takes to read a question, the first two are the price of the way.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from typing import Any

from rollplayer.engine.table import CHANCE
from rollplayer.server.common.metrics import Metrics
from rollplayer.server.rooms.bot_queue import BotWorker, Line
from rollplayer.server.rooms.bot_workers import Thread, Worker
from rollplayer.server.rooms.far_thinkers import FarThinkers, FarWorker
from rollplayer.server.rooms.planning import question_for
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.services import Question
from rollplayer.server.storage.postgresql import PostgresStore
from tests.proofs.process import processor
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import ROOT
from tests.server.prepared import fresh, room_of, step
from tests.server.stores import new_database, postmaster, stop_postgresql


def goes_on(table: RecordedMatch) -> bool:
    return not table.game.over


def questions(number: int, level: str) -> list[Question]:
    """What bots of a level are asked in games that are played at random."""
    found: list[Question] = []
    choice, games = random.Random(level), 0
    while len(found) < number:
        games += 1
        table = fresh(2, f"far {games}")
        while len(found) < number and goes_on(table):
            step(table, choice)
            if goes_on(table) and table.game.seat() != CHANCE and len(table.game.options()) > 1:
                room = room_of(table, {0: "a", 1: "b"})
                room.row.id = f"game {games}"
                found.append(question_for(room, table, table.game.seat(), level))
    return found


async def measure(
    report: Report, name: str, thinker: BotWorker, asked: list[Question], pids: dict[str, list[int]]
) -> list[Any]:
    progress(name)
    await thinker.think(asked[0], asked[0].level)  # So that it has started.
    before = {part: processor(numbers) for part, numbers in pids.items()}
    own, seconds, answers = time.process_time(), [], []
    for each in asked:
        began = time.perf_counter()
        answers.append(await thinker.think(each, each.level))
        seconds.append(time.perf_counter() - began)
    own = time.process_time() - own
    report.figures[f"{name} p50 ms"] = milliseconds(percentile(seconds, 0.5))
    report.figures[f"{name} p99 ms"] = milliseconds(percentile(seconds, 0.99))
    report.figures[f"{name} server ms"] = round(1000 * own / len(asked), 2)
    for part, numbers in pids.items():
        spent = (processor(numbers) - before[part]) / len(asked)
        report.figures[f"{name} {part} ms"] = round(1000 * spent, 2)
    return answers


async def compare(report: Report, number: int, level: str) -> None:
    asked = questions(number, level)
    near = Worker()
    await near.think(asked[0], level)
    assert near.process is not None
    here = await measure(report, "here", near, asked, {"worker": [near.process.pid]})
    await near.close()
    address = new_database()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "rollplayer", "work", "--store", address, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=ROOT) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()
        store = PostgresStore(address)
        await store.open()
        assert store.thinking is not None
        line = Line([Thread()], 0.0, Metrics())
        far = FarThinkers(line, store.thinking, line.metrics)
        far.start()
        while not line.far:
            await asyncio.sleep(0.1)
        pids = {"postgresql": [postmaster()], "worker": [worker.pid]}
        there = await measure(report, "far", FarWorker(far), asked, pids)
        await far.stop()
        await store.close()
        worker.terminate()
    report.expect(here == there, "a worker elsewhere has answered otherwise")


def prove(number: int, level: str) -> Report:
    report = Report("far_thinking", {"questions": number, "level": level})
    asyncio.run(compare(report, number, level))
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--level", default="adventurer")
    chosen = parser.parse_args()
    try:
        report = prove(chosen.questions, chosen.level)
    finally:
        stop_postgresql()
    end([report], as_json=chosen.json)


if __name__ == "__main__":
    main()
