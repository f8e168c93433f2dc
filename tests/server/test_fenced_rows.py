"""Rows of many answers in one statement: it compares the leases itself, and keeps them until it is on the disk."""

import asyncio
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.leases import HeldUp
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.store import (
    AlreadyThere,
    Beside,
    Fence,
    Fenced,
    NotSaved,
    ProgressRow,
)
from tests.server.own_postgresql import PostgresqlLine
from tests.server.stores import Kept, new_database
from tests.server.test_leases import store_of, with_two
from tests.server.test_store import entry, game_row, in_store

pytestmark = pytest.mark.once


def begun(monkeypatch: pytest.MonkeyPatch, *stores: Any) -> list[Database]:
    """The connections on which a transaction of several steps is begun from here on."""
    found: list[Database] = []
    for store in stores:
        connection = store.writer.connection
        begin = connection.begin

        def noted(connection: Database = connection, begin: Any = begin) -> None:
            found.append(connection)
            begin()

        monkeypatch.setattr(connection, "begin", noted)
    return found


def asked(n: int) -> Beside:
    return Beside(progress=ProgressRow(asked=0, since=n, round=1, rounds=12, faces=[]))


async def lengths(store: PostgresStore, *games: str) -> list[int]:
    found = await store.lengths(games)
    return [found[game] for game in games]


def test_answers_of_many_games_need_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(ada: PostgresStore, _: PostgresStore) -> None:
        rows = [game_row() for _ in range(9)]
        fences = [await ada.create(row, []) for row in rows]
        steps = begun(monkeypatch, ada)
        for n in (1, 2):
            answers = (
                ada.append(row.id, [entry(2 * n - 1), entry(2 * n)], None, asked(n), fence)
                for row, fence in zip(rows, fences, strict=True)
            )
            await asyncio.gather(*answers)
        assert steps == []
        assert await lengths(ada, *(row.id for row in rows)) == [4] * 9
        progress = await ada.progress([row.id for row in rows])
        assert [progress[row.id].since for row in rows] == [2] * 9
        stored = await ada.load(rows[3].id)
        assert stored is not None
        assert stored.entries == [entry(n) for n in range(1, 5)]

    with_two(use)


def test_of_answers_together_only_those_of_former_owners_are_refused() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        rows = [game_row() for _ in range(4)]
        fences = [await ada.create(row, []) for row in rows]
        taken, given_back = rows[1], rows[2]
        await bob.leases.take(taken.id, by_force=True)
        await ada.leases.give_back(fences[2])
        results = await asyncio.gather(
            *(
                ada.append(row.id, [entry(1)], None, asked(1), fence)
                for row, fence in zip(rows, fences, strict=True)
            ),
            return_exceptions=True,
        )
        assert [type(each) for each in results] == [type(None), Fenced, Fenced, type(None)]
        assert await lengths(ada, *(row.id for row in rows)) == [1, 0, 0, 1]
        assert set(await ada.progress([row.id for row in rows])) == {rows[0].id, rows[3].id}
        # Under an epoch that was its own before, and under one that nobody ever had.
        own = await ada.leases.take(rows[0].id)
        assert own == Fence(rows[0].id, 2)
        for wrong in (fences[0], Fence(rows[0].id, 3)):
            with pytest.raises(Fenced):
                await ada.append(rows[0].id, [entry(2)], fence=wrong)
        assert await lengths(ada, taken.id, given_back.id, rows[0].id) == [0, 0, 1]

    with_two(use)


def test_whoever_is_just_taking_a_room_is_waited_for_and_counts() -> None:
    """The statement has begun before the other one has the room, and sees that it has."""

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        fence = await ada.create(row, [])
        with closing(bob.connect()) as taking:
            taking.begin()
            taking.execute("UPDATE leases SET node = 'bob', epoch = epoch + 1")
            writing = asyncio.create_task(ada.append(row.id, [entry(1)], fence=fence))
            await asyncio.sleep(0.3)
            assert not writing.done()
            taking.execute("COMMIT")
        with pytest.raises(Fenced):
            await writing
        assert await lengths(ada, row.id) == [0]

    with_two(use)


def test_nobody_takes_a_room_while_its_answer_is_written() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        fence = await ada.create(row, [])
        with closing(bob.connect()) as other:
            # In the way of the answer, after its lease was compared.
            other.begin()
            other.execute("SELECT 1 FROM games WHERE id = ? FOR UPDATE", (row.id,))
            writing = asyncio.create_task(ada.append(row.id, [entry(1)], fence=fence))
            await asyncio.sleep(0.3)
            with pytest.raises(HeldUp):
                await bob.leases.take(row.id, by_force=True)
            assert not writing.done()
            other.execute("ROLLBACK")
        await writing
        assert await bob.leases.take(row.id, by_force=True) == Fence(row.id, 2)
        assert await lengths(bob, row.id) == [1]

    with_two(use)


def test_two_answers_of_one_game_in_one_transaction_come_one_after_the_other() -> None:
    """Whoever asked for the first may be gone; what was begun is written, and the later row of progress holds."""

    async def use(ada: PostgresStore, _: PostgresStore) -> None:
        row = game_row()
        fence = await ada.create(row, [])
        answers = (ada.append(row.id, [entry(n)], None, asked(n), fence) for n in (1, 2))
        await asyncio.gather(*answers)
        assert await lengths(ada, row.id) == [2]
        assert (await ada.progress([row.id]))[row.id].since == 2

    with_two(use)


def test_what_is_there_already_harms_no_other_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(ada: PostgresStore, _: PostgresStore) -> None:
        rows = [game_row() for _ in range(3)]
        fences = [await ada.create(row, []) for row in rows]
        await ada.append(rows[1].id, [entry(1)], fence=fences[1])
        results = await asyncio.gather(
            *(
                ada.append(row.id, [entry(1)], fence=fence)
                for row, fence in zip(rows, fences, strict=True)
            ),
            return_exceptions=True,
        )
        assert [type(each) for each in results] == [type(None), AlreadyThere, type(None)]
        assert await lengths(ada, *(row.id for row in rows)) == [1, 1, 1]

    with_two(use)


def test_what_cannot_even_be_said_harms_no_other_answer() -> None:
    """Nobody can send such a thing, but a mistake must not end the thread that writes for all."""

    async def use(ada: PostgresStore, _: PostgresStore) -> None:
        rows = [game_row() for _ in range(3)]
        fences = [await ada.create(row, []) for row in rows]
        for wrong in ("half of \ud83c", "nothing\0"):
            entries = [entry(1), replace(entry(1), line=wrong), entry(1)]
            results = await asyncio.gather(
                *(
                    ada.append(row.id, [each], fence=fence)
                    for row, each, fence in zip(rows, entries, fences, strict=True)
                ),
                return_exceptions=True,
            )
            assert [isinstance(each, Exception) for each in results] == [False, True, False]
            assert await lengths(ada, *(row.id for row in rows)) == [1, 0, 1]
            with closing(ada.connect()) as db:
                db.execute("DELETE FROM entries")

    with_two(use)


def test_an_answer_whose_line_is_cut_is_on_the_disk_or_refused() -> None:
    """PostgreSQL may carry it out late: by then it is decided what whoever asks is told."""
    row = game_row()

    async def use() -> None:
        ada = store_of(line.address, "ada")
        await ada.open()
        try:
            fence = await ada.create(row, [])
            for n in (1, 2, 3):
                line.late_seconds = 0.3
                line.cut_before = b"put_a"
                try:
                    await ada.append(row.id, [entry(n)], fence=fence)
                except NotSaved:
                    found = await lengths(ada, row.id)
                    await asyncio.sleep(0.6)
                    assert await lengths(ada, row.id) == found
                else:
                    assert await lengths(ada, row.id) == [n]
                line.cut_before = b""
                if await lengths(ada, row.id) == [n - 1]:
                    await ada.append(row.id, [entry(n)], fence=fence)
        finally:
            await ada.close()

    with PostgresqlLine(new_database()) as line:
        asyncio.run(use())


def test_one_alone_writes_answers_in_one_step_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    address = new_database()

    async def use(store: Any) -> None:
        rows = [game_row() for _ in range(3)]
        for row in rows:
            await store.create(row, [])
        steps = begun(monkeypatch, store)
        await asyncio.gather(*(store.append(row.id, [entry(1)], None, asked(1)) for row in rows))
        assert steps == []
        assert await lengths(store, *(row.id for row in rows)) == [1, 1, 1]

    in_store(Kept(tmp_path, address), use)
