"""What an answer costs the server: nothing is done twice, and nobody is woken for nothing."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest

from rollplayer.last_calls import LastCalls
from rollplayer.log import to_line
from rollplayer.server.common.settings import Settings
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.services import Services
from rollplayer.server.rooms.waits import Call, Vote
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.sqlite_connection import connect
from rollplayer.server.storage.store import AlreadyThere
from rollplayer.server.storage.writer import Rows, Writer
from rollplayer.server.transport.sockets import Socket
from rollplayer.server.transport.uvicorn_protocols import WRITE
from tests.server.prepared import grown, room_of


@pytest.fixture
def room() -> Room:
    table = grown(lambda t: t.game.round == 2 and t.game.question() == "place")
    room = room_of(table, {0: "token of Ada", 1: "token of Bo"})
    room.changed.clear()
    return room


def test_people_among_themselves_do_not_wake_the_driver(room: Room) -> None:
    room.touch()
    assert not room.changed.is_set()
    # A last call that nobody is waited for any more is none.
    room.call = Call(LastCalls())
    room.touch()
    assert not room.changed.is_set()


def test_a_bot_a_vote_and_the_end_wake_the_driver(room: Room) -> None:
    def wakes(change: Any, back: Any) -> bool:
        change()
        room.changed.clear()
        room.touch()
        back()
        return room.changed.is_set()

    seat = room.seats[1]
    assert wakes(
        lambda: setattr(seat, "stand_in", "squire"), lambda: setattr(seat, "stand_in", None)
    )
    vote = Vote(0, "0:command", 1, 1, [0], [1], None)
    assert wakes(lambda: setattr(room, "vote", vote), lambda: setattr(room, "vote", None))
    call = Call(LastCalls(), waiting=[1])
    assert wakes(lambda: setattr(room, "call", call), lambda: setattr(room, "call", None))
    assert wakes(lambda: setattr(room.row, "status", "closed"), lambda: None)


def test_lines_on_the_disk_are_those_of_a_game_file() -> None:
    for expansions in ((), ("monsters-and-minions",)):
        table = grown(lambda t: t.game.round == 3, 2, expansions=expansions)
        for record in table.records:
            assert record.line == to_line(json.loads(record.line))


def writing(path: Path, jobs: list[Any]) -> tuple[list[Any], list[int]]:
    """Hand jobs to a writer in one round of the event loop; their results, and the transactions."""
    together: list[int] = []

    async def work() -> list[Any]:
        writer = Writer(connect(path), lambda seconds, count: together.append(count))

        async def do(job: Any) -> Any:
            return await (writer.put(job) if isinstance(job, Rows) else writer.write(job))

        try:
            return await asyncio.gather(*map(do, jobs), return_exceptions=True)
        finally:
            await writer.stop()
            writer.connection.close()

    return asyncio.run(work()), together


def test_what_comes_in_one_round_of_the_loop_is_one_transaction(tmp_path: Path) -> None:
    def insert(number: int) -> Any:
        def run(db: Database) -> int:
            db.execute("CREATE TABLE IF NOT EXISTS kept (n INTEGER PRIMARY KEY)")
            db.execute("INSERT INTO kept VALUES (?)", (number,))
            return number

        return run

    path = tmp_path / "kept.sqlite3"
    assert writing(path, [insert(number) for number in range(5)]) == ([0, 1, 2, 3, 4], [5])
    # One that cannot be done is refused, and the others of its transaction are kept.
    results, together = writing(path, [insert(7), insert(3), insert(8), lambda db: 1 // 0])
    assert results[0] == 7
    assert isinstance(results[1], AlreadyThere)
    assert results[2] == 8
    assert isinstance(results[3], ZeroDivisionError)
    assert together == [4]
    with sqlite3.connect(path) as db:
        assert [n for (n,) in db.execute("SELECT n FROM kept ORDER BY n")] == [0, 1, 2, 3, 4, 7, 8]
    db.close()


def test_what_comes_soon_after_a_transaction_shares_the_next_one(tmp_path: Path) -> None:
    together: list[int] = []

    async def work() -> None:
        loop = asyncio.get_running_loop()
        writer = Writer(connect(tmp_path / "kept.sqlite3"), lambda _, jobs: together.append(jobs))

        async def hand_in() -> "asyncio.Task[None]":
            """A job, with more rounds of the loop than one needs that does not have to wait."""
            job = asyncio.create_task(writer.write(lambda db: None))
            for _ in range(3):
                await asyncio.sleep(0)
            return job

        writer.handed_over = loop.time() + 0.5
        jobs = [await hand_in() for _ in range(3)]
        assert len(writer.collected) == 3
        await asyncio.gather(*jobs)
        for _ in range(3):
            # Long after the last one, nothing is waited for.
            writer.handed_over = loop.time() - 1
            job = await hand_in()
            assert writer.collected == []
            await job
        await writer.stop()
        writer.connection.close()

    asyncio.run(work())
    assert together == [3, 1, 1, 1]


def test_rows_of_many_jobs_go_in_together_and_a_bad_one_alone_is_refused(tmp_path: Path) -> None:
    def rows(*numbers: int) -> Rows:
        return Rows("INSERT INTO line VALUES (?, 1)", [(number,) for number in numbers])

    def table(db: Database) -> None:
        db.execute("CREATE TABLE game (n INTEGER PRIMARY KEY)")
        db.execute("INSERT INTO game VALUES (1)")
        db.execute("CREATE TABLE line (n INTEGER PRIMARY KEY, game REFERENCES game)")

    path = tmp_path / "kept.sqlite3"
    # What they belong to is made in the same transaction.
    assert writing(path, [rows(1, 2), rows(3), table]) == ([None, None, None], [3])
    results, together = writing(path, [rows(4, 5), rows(6, 3), rows(7), lambda db: 8])
    assert results[0] is None
    assert isinstance(results[1], AlreadyThere)
    assert results[2:] == [None, 8]
    assert together == [4]
    with sqlite3.connect(path) as db:
        assert [n for (n,) in db.execute("SELECT n FROM line ORDER BY n")] == [1, 2, 3, 4, 5, 7]
    db.close()


def test_messages_keep_their_order_when_some_have_to_wait(tmp_path: Path) -> None:
    """A client that reads slowly, then quickly: what waits goes first."""
    sent: list[str] = []

    class Slow:
        """A websocket whose line is blocked until it is opened."""

        def __init__(self) -> None:
            self.is_open = asyncio.Event()
            self.scope = {"extensions": {WRITE: self.write_now}}

        def write_now(self, message: bytes) -> bool:
            if self.is_open.is_set():
                sent.append(message.decode())
            return self.is_open.is_set()

        async def send(self, message: dict[str, str]) -> None:
            await self.is_open.wait()
            sent.append(message["text"])

    async def talk() -> None:
        line: Any = Slow()
        services = Services(Settings(data=str(tmp_path)), *[cast(Any, None)] * 3)
        socket = Socket(line, cast(Any, None), services)
        writing = asyncio.create_task(socket.write())
        for text in (b"1", b"2"):
            socket.send(text)
        await asyncio.sleep(0)
        line.is_open.set()
        # The line is open, but nobody has run yet who waited for that.
        socket.send(b"3")
        while len(sent) < 3:
            await asyncio.sleep(0)
        socket.send(b"4")
        assert sent == ["1", "2", "3", "4"]
        assert (len(socket.outbox), socket.waiting_bytes) == (0, 0)
        writing.cancel()

    asyncio.run(talk())
