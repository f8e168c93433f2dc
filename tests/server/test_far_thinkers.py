"""Workers on other machines think for the bots: the same answers, and play goes on whatever becomes of a worker."""

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest

from rollplayer.engine.table import CHANCE
from rollplayer.server.common.metrics import Metrics
from rollplayer.server.rooms import far_thinkers
from rollplayer.server.rooms.bot_queue import LeftAlone, Line
from rollplayer.server.rooms.bot_workers import Thread
from rollplayer.server.rooms.far_thinkers import FarThinkers, FarWorker, code_of_bots
from rollplayer.server.rooms.planning import question_for
from rollplayer.server.rooms.services import Question
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.postgres_connection import PostgresConnection
from rollplayer.server.storage.postgres_thinking import WorkersPlace
from rollplayer.server.storage.postgresql import PostgresStore
from tests import forking
from tests.server.harness import ROOT, Server
from tests.server.prepared import fresh, room_of, step
from tests.server.stores import new_database
from tests.server.test_line import NO_GAME, Slow, settle
from tests.server.test_nodes import meter

pytestmark = pytest.mark.once

SOON = 20.0
BOTS = [{"kind": "bot", "level": "legend"}] * 2


@contextmanager
def worker(store: str, name: str = "") -> Iterator[Any]:
    """``rollplayer work``, until it is killed."""
    options = ["--name", name] if name else []
    process = forking.start(
        "rollplayer", ["work", "--store", store, "--json", *options], dict(os.environ), cwd=ROOT
    )
    assert process.stdout is not None
    try:
        assert json.loads(process.stdout.readline())["worker"] == name or not name
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        process.stdout.close()


Use = Callable[[FarThinkers, Line], Awaitable[None]]


def asking(store: str, use: Use, near: Any = None) -> None:
    """As a server that shares a database with workers."""

    async def run() -> None:
        opened = PostgresStore(store)
        await opened.open()
        line = Line([near or Thread()], 0.0, Metrics())
        assert opened.thinking is not None
        far = FarThinkers(line, opened.thinking, line.metrics)
        far.start()
        try:
            async with asyncio.timeout(3 * SOON):
                await use(far, line)
        finally:
            await far.stop()
            await line.close()
            await opened.close()

    asyncio.run(run())


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not holds():
            await asyncio.sleep(0.01)


def questions(level: str, versions: range) -> list[Question]:
    """What a bot is asked in the course of a game that is played at random."""
    table, choice, found = fresh(2, f"far {level}"), random.Random(level), []
    while table.version < versions.stop and not table.game.over:
        step(table, choice)
        room = room_of(table, {0: "a", 1: "b"})
        seat = table.game.seat()
        if table.version >= versions.start and seat != CHANCE and len(table.game.options()) > 1:
            found.append(question_for(room, table, seat, level))
    return found[:: versions.step]


def test_a_worker_answers_as_the_server_itself_would() -> None:
    store = new_database()

    async def use(far: FarThinkers, line: Line) -> None:
        await until(lambda: len(line.far) == 1)
        here, there = Thread(), FarWorker(far)
        for level, versions in (
            ("random", range(10, 90, 9)),
            ("squire", range(10, 70, 12)),
            ("adventurer", range(10, 60, 16)),
            ("legend", range(30, 60, 12)),
        ):
            asked = questions(level, versions)
            assert len(asked) >= 2
            for each in asked:
                assert await there.think(each, level) == await here.think(each, level)
        # Hints as well, in the language of whoever asks.
        asked = questions("hint", range(40, 60, 10))
        hint = replace(asked[0], advice=("second", (), "de"))
        assert await there.think(hint, "hint") == await here.think(hint, "hint")
        assert metric(line, "rollplayer_bot_elsewhere_total", outcome="left") == 0

    with worker(store):
        asking(store, use)


def metric(line: Line, name: str, **labels: str) -> float:
    return line.metrics.registry.get_sample_value(name, labels) or 0.0


def test_a_bot_has_the_same_chance_wherever_it_thinks() -> None:
    """The control: with another seed, it answers otherwise somewhere."""
    asked = questions("random", range(10, 90))

    async def run() -> None:
        one, two, three = Thread(), Thread(), Thread()
        answers = [
            [await each.think(question, "random") for question in asked] for each in (one, two)
        ]
        assert answers[0] == answers[1]
        others = [await three.think(replace(each, seed="another"), "random") for each in asked]
        assert others != answers[0]

    asyncio.run(run())
    assert len({each.seed for each in asked}) == 2, "one for each seat"


@contextmanager
def looking(store: str) -> Iterator[Database]:
    with closing(PostgresConnection(store)) as db:
        yield db


def test_play_goes_on_when_a_worker_is_killed_in_the_middle_of_a_thought(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    store = new_database()
    settings = {"ROLLPLAYER_STORE": store, "ROLLPLAYER_BOT_PATIENCE": "0"}
    done = 'rollplayer_bot_elsewhere_total{outcome="done"}'
    left = 'rollplayer_bot_elsewhere_total{outcome="left"}'
    with (
        Server(tmp_path_factory.mktemp("far") / "data", settings) as server,
        looking(store) as db,
        worker(store, "first") as first,
    ):
        wait_until(lambda: meter(server, "rollplayer_bot_workers_elsewhere") == 1)
        game = server.create(options={"players": 2}, seats=BOTS, start=True)
        wait_until(lambda: meter(server, done) >= 2)
        # Stopped, so that it is surely not done before it is killed.
        sql = "SELECT count(*) FROM thoughts WHERE thinker = 'first' AND answer IS NULL"

        def is_thinking() -> bool:
            first.send_signal(signal.SIGSTOP)
            if db.execute(sql).fetchone()[0]:
                return True
            first.send_signal(signal.SIGCONT)
            return False

        wait_until(is_thinking)
        first.send_signal(signal.SIGKILL)
        first.wait(10)
        wait_until(lambda: meter(server, left) == 1)
        before = game.room()["version"]
        wait_until(lambda: game.room()["version"] > before)
        wait_until(lambda: meter(server, "rollplayer_bot_workers_elsewhere") == 0)
        # Another one takes over.
        with worker(store, "second"):
            thought = meter(server, done)
            wait_until(lambda: meter(server, done) > thought)
        assert server.faults() == []
        assert game.room()["status"] == "running"


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_what_nobody_takes_is_thought_about_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(far_thinkers, "TAKE_SECONDS", 0.1)
    store = new_database()

    async def use(far: FarThinkers, line: Line) -> None:
        await until(lambda: len(line.far) == 1)
        asked = questions("legend", range(30, 50, 10))
        assert (await line.ask(asked[0])).level == "legend"
        assert metric(line, "rollplayer_bot_elsewhere_total", outcome="left") == 1
        # Nothing of it stays in the queue.
        with looking(store) as db:
            sql = "SELECT count(*) FROM thoughts"
            await until(lambda: db.execute(sql).fetchone()[0] == 0)

    # It is there, and does nothing.
    idle = WorkersPlace(store, "idle", code_of_bots())
    idle.come()
    try:
        asking(store, use)
    finally:
        idle.leave()


def test_a_worker_that_is_gone_or_stands_still_loses_its_question() -> None:
    store = new_database()

    async def use(far: FarThinkers, line: Line) -> None:
        for late in (False, True):
            place = WorkersPlace(store, "weak", code_of_bots())
            place.come()
            await until(lambda: len(line.far) == 1)
            asked = asyncio.create_task(far.ask('{"game": "x"}'))
            async with asyncio.timeout(SOON):
                while place.take() is None:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert not asked.done()
            if late:
                place.db.execute("UPDATE thoughts SET taken = taken - 11000")
            else:
                place.db.close()
            with pytest.raises(LeftAlone, match="its worker is gone"):
                await asked
            if late:
                # What it says now nobody hears.
                place.answer(1, "{}")
                place.leave()
        await until(lambda: not line.far)

    asking(store, use)


NONSENSE = (
    "x",
    "[" * 100_000,
    "[]",
    "{}",
    '{"answer": null, "seconds": 0.1}',
    '{"answer": -1, "seconds": 0.1}',
    '{"answer": "1", "seconds": 0.1}',
    '{"answer": true, "seconds": 0.1}',
    '{"answer": [], "seconds": 0.1}',
    '{"error": ["x"]}',
)


def test_a_worker_that_answers_nonsense_holds_up_no_table() -> None:
    """It knows the password of the database and nothing else is known of it."""
    store = new_database()

    async def use(far: FarThinkers, line: Line) -> None:
        place = WorkersPlace(store, "odd", code_of_bots())
        place.come()
        await until(lambda: len(line.far) == 1)
        question = questions("legend", range(30, 50, 10))[0]
        right = await Thread().think(question, "legend")
        legal = json.dumps({"answer": right, "seconds": "soon"})
        for nonsense in (*NONSENSE, legal):
            asked = asyncio.create_task(FarWorker(far).think(question, "legend"))
            taken = None
            while taken is None:
                await asyncio.sleep(0.01)
                taken = place.take()
            place.answer(taken[0], nonsense)
            with pytest.raises(LeftAlone):
                await asked
        place.leave()

    asking(store, use)


def test_workers_of_another_version_are_not_asked() -> None:
    store = new_database()
    other = WorkersPlace(store, "other", "another version")
    other.come()

    async def use(far: FarThinkers, line: Line) -> None:
        await until(lambda: far.code != "")
        await asyncio.sleep(0.2)
        assert line.far == []

    try:
        asking(store, use)
        with looking(store) as db:
            sql = "INSERT INTO thoughts (code, question, until) VALUES (?, '{}', 99999999999999)"
            db.execute(sql, (code_of_bots(),))
        assert other.take() is None
        mine = WorkersPlace(store, "mine", code_of_bots())
        taken = mine.take()
        assert taken is not None
        assert mine.take() is None
        mine.leave()
    finally:
        other.leave()


def test_a_worker_needs_a_database_that_is_ready() -> None:
    for arguments, complaint in (
        ([], "postgresql://user@host/database"),
        (["--store", "postgresql://nobody@127.0.0.1:1/none"], "refused"),
        (["--store", "games"], "postgresql://user@host/database"),
    ):
        done = forking.run("rollplayer", ["work", *arguments])
        assert done.returncode == 2, done
        assert complaint in done.stderr
    store = new_database()
    with worker(store, "ada"):
        done = forking.run("rollplayer", ["work", "--store", store, "--name", "ada"])
        assert done.returncode == 2
        assert "ada" in done.stderr
    with looking(store) as db:
        db.execute("DELETE FROM migrations WHERE n = (SELECT max(n) FROM migrations)")
    assert "format" in forking.run("rollplayer", ["work", "--store", store]).stderr


def test_a_worker_that_is_stopped_leaves() -> None:
    store = new_database()
    with worker(store, "ada") as process, looking(store) as db:
        wait_until(lambda: db.execute("SELECT count(*) FROM thinkers").fetchone()[0] == 1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert db.execute("SELECT count(*) FROM thinkers").fetchone()[0] == 0


# -- the line ---------------------------------------------------------------------------------------


class Far(Slow):
    """A worker elsewhere that thinks when it may, or leaves."""

    took = 0.02
    leaves = False

    async def think(self, question: Question, level: str) -> Any:
        answer = await super().think(question, level)
        if self.leaves:
            raise LeftAlone("gone")
        return answer


def test_only_what_is_worth_the_way_goes_far() -> None:
    async def story() -> None:
        near, far = Slow(), Far()
        line = Line([near], 0.0, Metrics())
        line.hire([far])
        for game, level, interrupt in (
            ("hard", "legend", False),
            ("easy", "random", False),
            ("last call", "legend", True),
            ("own bot", "goblin", False),
        ):
            question = Question(game, 0, level, interrupt, NO_GAME, "", ())
            asked = asyncio.create_task(line.ask(question))
            await settle()
            for each in (near, far):
                each.go.release()
            await asked
        assert far.order == ["hard"]
        assert near.order == ["easy", "last call", "own bot"]

    asyncio.run(story())


def test_a_question_that_comes_back_is_answered_here_once() -> None:
    async def story() -> None:
        near, far = Slow(), Far()
        far.leaves = True
        line = Line([near], 0.0, Metrics())
        line.hire([far])
        question = Question("game", 0, "legend", False, NO_GAME, "", ())
        asked = [asyncio.create_task(line.ask(question)) for _ in range(2)]
        await settle()
        for _ in range(4):
            near.go.release()
            far.go.release()
            await settle()
        async with asyncio.timeout(SOON):
            await asyncio.gather(*asked)
        assert len(near.order) == 2
        assert len(line) == 0
        # Dismissed while it thinks, it does not come back.
        line.dismiss(1)
        assert line.far == line.far_idle == []

    asyncio.run(story())
