"""A process whose connections are made again may come to another database than it left: nothing is written wrongly."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from typing import Any

import psycopg
import pytest

from rollplayer.server.common.store_reasons import READ_ONLY
from rollplayer.server.storage import postgres_connection
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.postgres_connection import PostgresConnection
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.schema import migrations
from rollplayer.server.storage.store import NotSaved
from tests.server.own_postgresql import address_of, own_postgresql, replica_of
from tests.server.stores import new_database
from tests.server.test_postgresql import cut_off
from tests.server.test_store import entry, game_row

pytestmark = pytest.mark.once

ADA = Node("ada", "http://ada")
KINDS = pytest.mark.parametrize("node", [None, ADA], ids=["alone", "one of several"])


def in_one(
    node: Node | None, use: Callable[[PostgresStore], Coroutine[Any, Any, None]], address: str = ""
) -> None:
    async def run() -> None:
        store = PostgresStore(address or new_database(), None, node, 30.0)
        await store.open()
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


# -- another version -----------------------------------------------------------------------------------


@KINDS
def test_whoever_comes_back_to_games_of_another_version_writes_nothing(node: Node | None) -> None:
    async def use(store: PostgresStore) -> None:
        row = game_row()
        fence = await store.create(row, [])
        newest = migrations()[-1][0]
        told = "SELECT name, seen, until FROM nodes"
        with closing(PostgresConnection(store.address)) as other:
            other.apply("", newest + 1)
            before = other.execute(told).fetchall()
        cut_off(store.address)
        said = rf"format {newest + 1} by now, .* format {newest}: start it again"
        for _ in range(2):
            with pytest.raises(NotSaved, match=said):
                await store.append(row.id, [entry(1)], fence=fence)
            with pytest.raises(NotSaved, match=said):
                await store.change(row.id, {"title": "old"}, fence=fence)
            if node is not None:
                with pytest.raises(NotSaved, match=said):
                    await store.leases.renew(dict)
                with pytest.raises(NotSaved, match=said):
                    await store.leases.take(row.id)
        with closing(PostgresConnection(store.address)) as other:
            assert other.execute("SELECT count(*) FROM entries").fetchone() == (0,)
            assert other.execute("SELECT title FROM games").fetchone() == (row.title,)
            assert other.execute(told).fetchall() == before
            other.execute("DELETE FROM migrations WHERE n > ?", (newest,))
        await store.append(row.id, [entry(1)], fence=fence)

    in_one(node, use)


def test_one_that_has_no_say_any_more_can_still_be_stopped() -> None:
    """An operator does that to start it again in the other version."""

    async def use(store: PostgresStore) -> None:
        with closing(PostgresConnection(store.address)) as other:
            other.apply("", migrations()[-1][0] + 1)
        cut_off(store.address)

    in_one(ADA, use)


# -- several hosts -------------------------------------------------------------------------------------


def test_of_several_hosts_the_one_that_can_be_written_to_is_used() -> None:
    with own_postgresql() as first, replica_of(first) as second:

        async def use(store: PostgresStore) -> None:
            row = game_row()
            fence = await store.create(row, [])
            await store.append(row.id, [entry(1)], fence=fence)
            with psycopg.connect(second.address, autocommit=True) as db:
                until(lambda: db.execute("SELECT count(*) FROM entries").fetchone() == (1,))
            with pytest.raises(psycopg.OperationalError, match="standby"):
                PostgresConnection(address_of(second))
            # What the address says holds.
            any_host = address_of(second) + "&target_session_attrs=any"
            with closing(PostgresConnection(any_host, only_reads=True)) as reading:
                assert reading.execute("SELECT count(*) FROM entries").fetchone() == (1,)
            second.take_over()
            first.stop("immediate")
            await store.append(row.id, [entry(2)], fence=fence)
            assert await store.lengths([row.id]) == {row.id: 2}

        in_one(ADA, use, address_of(second, first))


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_where_nothing_can_be_written_another_connection_is_tried_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its host may follow another one by now. As long as that is not so, nobody connects again at every answer."""
    made: list[int] = []

    async def use(store: PostgresStore) -> None:
        row = game_row()
        fence = await store.create(row, [])
        writing = store.writer.connection
        assert isinstance(writing, PostgresConnection)
        connect = writing._connect

        def noted() -> Any:
            raw = connect()
            made.append(raw.info.backend_pid)
            return raw

        monkeypatch.setattr(writing, "_connect", noted)

        def read_only(how: str) -> None:
            """For sessions that are there already, and for those that come."""
            with psycopg.connect(store.address, autocommit=True) as db:
                db.execute("SET default_transaction_read_only = off")
                db.execute(
                    f"ALTER DATABASE {db.info.dbname} SET default_transaction_read_only = {how}"
                )

        await store.writer.write(lambda db: db.execute("SET default_transaction_read_only = on"))
        for _ in range(20):
            with pytest.raises(NotSaved, match=READ_ONLY):
                await store.append(row.id, [entry(1)], fence=fence)
        assert made == []
        monkeypatch.setattr(postgres_connection, "READ_ONLY_SECONDS", 0.2)
        read_only("on")
        begun = time.monotonic()
        while time.monotonic() < begun + 1:
            with pytest.raises(NotSaved, match=READ_ONLY):
                await store.append(row.id, [entry(1)], fence=fence)
            await asyncio.sleep(0.01)
        assert 1 <= len(made) <= 6
        # The setting of the session alone would stay.
        read_only("off")
        await asyncio.sleep(0.2)
        with suppress(NotSaved):
            await store.append(row.id, [entry(1)], fence=fence)
        assert await store.lengths([row.id]) == {row.id: 1}

    in_one(ADA, use)
