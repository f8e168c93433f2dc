"""A process goes on renewing its leases, whatever happens to one renewal."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rollplayer.server.rooms.ownership import Ownership
from rollplayer.server.storage.leases import Alone
from rollplayer.server.storage.postgres_leases import PostgresLeases
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.store import Fence
from tests.server.stores import new_database
from tests.server.test_leases import store_of

pytestmark = pytest.mark.once


class Faulty(Alone):
    """Leases whose first renewal fails by a fault of ours."""

    seconds = 0.05

    def __init__(self) -> None:
        self.renewals = 0
        self.goes_on = asyncio.Event()

    async def renew(self, held: Callable[[], Mapping[str, Fence]]) -> list[Fence]:
        self.renewals += 1
        if self.renewals == 1:
            raise IndexError("list index out of range")
        self.goes_on.set()
        return [Fence("taken", 1)]


def test_a_fault_in_one_renewal_is_logged_and_the_next_one_comes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lost: list[Fence] = []

    async def run() -> None:
        leases = Faulty()
        ownership = Ownership(leases, dict, lost.append)
        ownership.start()
        await asyncio.wait_for(leases.goes_on.wait(), 5)
        await asyncio.sleep(0)
        await ownership.stop()

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    assert lost[:1] == [Fence("taken", 1)]
    (said,) = [each for each in caplog.records if each.message == "fault of the leases"]
    assert said.exc_info is not None


def test_one_that_stood_still_in_the_middle_of_a_renewal_renews_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its own lease has run out by the time at which it looks who is there; alone, it would find nobody."""

    async def run() -> None:
        ada: PostgresStore = store_of(new_database(), "ada")
        await ada.open()
        try:
            leases = ada.leases
            assert isinstance(leases, PostgresLeases)
            connection = leases._connection
            assert connection is not None
            execute = connection.execute
            stood_still: list[str] = []

            def stand_still(sql: str, values: Any = (), /) -> Any:
                cursor = execute(sql, values)
                if sql.startswith("UPDATE nodes SET seen") and not stood_still:
                    stood_still.append(sql)
                    execute("UPDATE nodes SET until = until - 60000 WHERE name = 'ada'")
                return cursor

            monkeypatch.setattr(connection, "execute", stand_still)
            assert await leases.renew(dict) == []
            assert len(stood_still) == 1
            assert leases.living == ["ada"]
            assert leases.keeps_house
        finally:
            await ada.close()

    asyncio.run(run())
