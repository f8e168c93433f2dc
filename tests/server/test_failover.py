"""A process whose connections are made again may come to another database than it left: nothing is written wrongly."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from typing import Any

import pytest

from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.postgres_connection import PostgresConnection
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.schema import migrations
from rollplayer.server.storage.store import NotSaved
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
