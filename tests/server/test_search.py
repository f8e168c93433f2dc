"""Lists of games: found by an index, read apart from the tables, and never more than can be served."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.queues import Queue
from rollplayer.server.storage import reader
from rollplayer.server.storage.reader import finished_query, lobby_query
from rollplayer.server.storage.schema import migrate, migrations
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import connect, phrase
from rollplayer.server.storage.store import Search, SeatRow, TooMuchWork
from tests.server.harness import Server
from tests.server.stores import Kept
from tests.server.test_store import game_row, in_store

pytestmark = pytest.mark.once


def ended(at: int, title: str = "", **fields: Any) -> Any:
    return game_row(listed=True, status="finished", finished=at, title=title, **fields)


async def ids(store: SqlStore, **wish: Any) -> list[str]:
    return [each.game.id for each in await store.find(Search(("finished",), **wish))]


def test_a_part_of_a_name_or_title_is_found(kept: Kept) -> None:
    async def use(store: SqlStore) -> None:
        await store.create(
            ended(1, "Évening at “Zoë’s”", id="old"), [SeatRow(0, "Adalbert O'Hara")]
        )
        await store.create(
            ended(2, "quiet", id="mid"), [SeatRow(0, "Bo"), SeatRow(1, "Ada Lovelace")]
        )
        await store.create(ended(2, '^ % _ "x"', id="new"), [SeatRow(0, "Bob Ada")])
        for query, wanted in (
            ("ada", {"old", "mid", "new"}),
            ("dalb", {"old"}),
            ("ÉVEN", {"old"}),
            ("at “z", {"old"}),
            ("o'h", {"old"}),
            ("bo", {"mid", "new"}),
            ("b", {"mid", "new"}),
            ("a l", {"mid"}),
            ("lovelace ada", set()),
            ('"x"', {"new"}),
            ("%", {"new"}),
            ("* OR ada", set()),
            ("bert", {"old"}),
        ):
            assert set(await ids(store, query=query)) == wanted, query
        assert (await ids(store, query="ada"))[-1] == "old"
        assert await ids(store, query="ada", before=2) == ["old"]
        assert await ids(store, query="ada", limit=1) != ["old"]
        # Names change, games come off the list; what is found follows.
        await store.change("mid", {}, [SeatRow(1, "Grace")])
        assert await ids(store, query="lovelace") == []
        assert await ids(store, query="grace") == ["mid"]
        await store.change("mid", {"listed": False})
        assert await ids(store, query="grace") == []
        await store.change("mid", {"listed": True, "title": "loud"})
        assert await ids(store, query="loud") == await ids(store, query="grace") == ["mid"]

    in_store(kept, use)


def test_games_from_before_are_found(tmp_path: Path) -> None:
    """Also when one of them is damaged: a form that cannot be reached keeps a server from starting."""
    with closing(connect(tmp_path / FILE_NAME)) as db:
        db.executescript(migrations()[0][1] + ";PRAGMA user_version = 1;")
        for at, (id, options) in enumerate((("good", '{"players": 2}'), ("bad", '{"players'))):
            db.execute(
                "INSERT INTO games (id, title, status, options, rules, content, seed, host_hash, "
                "listed, watch, pace, language, created, finished) VALUES "
                "(?, 'Evening', 'finished', ?, '', '', x'00', x'00', 1, 1, 'live', 'en', 1, ?)",
                (id, options, 7),
            )
            db.execute(
                "INSERT INTO seats VALUES (?, 0, ?, 'human', NULL, NULL, NULL)", (id, f"P{at}")
            )
        migrate(db)
        assert db.execute("SELECT game, players FROM finished_games ORDER BY game").fetchall() == [
            ("bad", None),
            ("good", 2),
        ]
        query = "SELECT game FROM finished_texts JOIN finished_games ON n = finished_texts.rowid WHERE finished_texts MATCH ?"
        assert db.execute(query, (phrase("p0"),)).fetchall() == [("good",)]
        db.execute("DELETE FROM seats WHERE game = 'good'")
        db.execute("DELETE FROM games WHERE id = 'good'")
        assert db.execute(query, (phrase("evening"),)).fetchall() == [("bad",)]
        db.execute("INSERT INTO finished_texts (finished_texts) VALUES ('integrity-check')")


def plan_of(db: sqlite3.Connection, sql: str, parameters: list[Any]) -> list[str]:
    return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)]


def test_lists_are_read_from_an_index(tmp_path: Path) -> None:
    with closing(connect(tmp_path / FILE_NAME)) as db:
        migrate(db)
        for wish in ({}, {"before": 5}, {"players": 2, "edition": "first", "expansion": "none"}):
            for query in ("ada", "a"):
                plan = plan_of(db, *finished_query(db, Search(("finished",), query, **wish)))
                assert "VIRTUAL TABLE INDEX" in plan[0], plan
                assert "SEARCH finished_games USING INTEGER PRIMARY KEY" in plan[1], plan
                assert "SEARCH games USING INDEX" in plan[2], plan
                assert len(plan) == 3, plan
            plan = plan_of(db, *finished_query(db, Search(("finished",), **wish)))
            # In the order in which they ended, so that reading stops at the limit.
            assert "SEARCH games USING INDEX" in plan[1], plan
            assert not any("TEMP B-TREE" in step for step in plan), plan
        plan = plan_of(db, *lobby_query(db, Search(("open", "running"))))
        looked_up = [step for step in plan if "games_by_status (listed=? AND status=?)" in step]
        assert len(looked_up) == 2, plan
        latest = "SELECT * FROM games WHERE status = 'finished' ORDER BY finished DESC NULLS LAST LIMIT 5"
        assert plan_of(db, latest, []) == ["SCAN games USING INDEX games_by_end"]


def test_a_search_keeps_no_table_waiting(kept: Kept) -> None:
    async def use(store: SqlStore) -> None:
        await store.create(game_row(id="mine"), [SeatRow(0)])
        endless = (
            "WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) "
            "SELECT max(n) FROM more"
        )
        searching = asyncio.create_task(
            store.searches.read(lambda db: db.execute(endless).fetchall())
        )
        await asyncio.sleep(0.1)
        started = time.perf_counter()
        assert await store.load("mine") is not None
        await store.change("mine", {"title": "quick"})
        assert not searching.done()
        assert time.perf_counter() - started < reader.SEARCH_SECONDS
        with pytest.raises(TooMuchWork):
            await searching
        assert await store.find(Search(("open",))) == []

    in_store(kept, use)


def test_who_finds_no_place_is_told_to_come_again() -> None:
    async def use() -> None:
        queue = Queue(at_once=1, most=3, most_of_one=2)
        order: list[str] = []

        async def work(address: str) -> None:
            async with queue.turn(address):
                order.append(address)
                await asyncio.sleep(0.01)

        done = await asyncio.gather(*map(work, "aaabbb"), return_exceptions=True)
        assert order == ["a", "a", "b"]
        refused = [each for each in done if each is not None]
        assert [each.code for each in refused if isinstance(each, Refused)] == ["busy"] * 3
        assert not queue.here
        await work("b")

    asyncio.run(use())


def test_many_searches_at_once(tmp_path: Path) -> None:
    """Those that are served are served; the others are told so, with a time to come again."""
    with Server(tmp_path / "data") as server:

        async def ask() -> bytes:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(
                b"GET /api/v1/finished?query=ada HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            )
            response = await reader.read()
            writer.close()
            await writer.wait_closed()
            return response

        async def use() -> list[bytes]:
            return await asyncio.gather(*(ask() for _ in range(60)))

        answers = asyncio.run(use())
        for answer in answers:
            if not answer.startswith(b"HTTP/1.1 200"):
                assert answer.startswith(b"HTTP/1.1 503"), answer
                assert b"retry-after: 2" in answer
                assert b'"busy"' in answer
        assert any(each.startswith(b"HTTP/1.1 200") for each in answers)
