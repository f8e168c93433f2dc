"""Several processes, one store: each room has one owner, and what a former owner writes fails as a whole."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rollplayer.server.common.settings import BadSetting, Settings
from rollplayer.server.rooms.server_time import HEARTBEAT_SECONDS, ServerTime
from rollplayer.server.rooms.timekeeper import Timekeeper
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.leases import HeldElsewhere, HeldUp, Node
from rollplayer.server.storage.postgres_leases import PostgresLeases, put_lease
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.store import (
    ChatRow,
    Fence,
    Fenced,
    GameRow,
    NotSaved,
    SeatRow,
    TimeRow,
)
from tests.server.clocks import HOUR, SECOND, Clocks
from tests.server.stores import Kept, new_database
from tests.server.test_postgresql import cut_off
from tests.server.test_store import entry, game_row, in_store

pytestmark = pytest.mark.once

Use = Callable[[PostgresStore, PostgresStore], Coroutine[Any, Any, None]]


def store_of(address: str, name: str) -> PostgresStore:
    return PostgresStore(address, None, Node(name, f"http://{name}"), 30.0)


def with_two(use: Use) -> str:
    """Use a database as two processes; returns its address."""
    address = new_database()

    async def run() -> None:
        both = [store_of(address, name) for name in ("ada", "bob")]
        for each in both:
            await each.open()
        try:
            await use(*both)
        finally:
            for each in both:
                await each.close()

    asyncio.run(run())
    return address


def with_its_last_word_long_ago(store: PostgresStore) -> None:
    """As if a process had stood still for longer than its leases hold."""
    with closing(store.connect()) as db:
        db.execute("UPDATE nodes SET until = until - 60000 WHERE name = 'ada'")


def keep_house(*stores: PostgresStore) -> list[bool]:
    return [store.leases.keeps_house for store in stores]


def said(n: int, text: str = "hello") -> ChatRow:
    return ChatRow(n, 1, 0, "Ada", text, f"0:{text}-{n}")


def test_a_room_has_one_owner_at_a_time() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        first = await ada.create(row, [])
        assert first == Fence(row.id, 1)
        assert await bob.leases.owner(row.id) == Node("ada", "http://ada")
        assert await ada.leases.owner(row.id) is None
        with pytest.raises(HeldElsewhere) as held:
            await bob.leases.take(row.id)
        assert held.value.node.name == "ada"
        await ada.leases.give_back(first)
        assert await bob.leases.take(row.id) == Fence(row.id, 2)
        # Given back late, it is not taken away from whoever has it by now.
        await ada.leases.give_back(first)
        with pytest.raises(HeldElsewhere):
            await ada.leases.take(row.id)
        # Its own room, once more: what was begun before counts no longer.
        assert await bob.leases.take(row.id) == Fence(row.id, 3)
        assert await bob.leases.take("no-such-game") is None

    with_two(use)


def test_nothing_of_a_former_owner_is_written() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row, other = game_row(), game_row()
        old, good = (
            await ada.create(row, [SeatRow(0, "Ada"), SeatRow(1)]),
            await ada.create(other, []),
        )
        new = await bob.leases.take(row.id, by_force=True)
        again = replace(game_row(), id="rematch1")
        late = [
            ada.append(row.id, [entry(1)], fence=old),
            ada.append(row.id, [entry(1)], {"title": "late"}, fence=old),
            ada.change(row.id, {"title": "late"}, [SeatRow(0, "late")], fence=old),
            ada.say(row.id, said(1), old),
            ada.create(again, [], rematch_of=row.id, fence=old),
            # In the same transaction, and none the worse for it.
            ada.append(other.id, [entry(1)], fence=good),
        ]
        results = await asyncio.gather(*late, return_exceptions=True)
        assert [type(each) for each in results] == [Fenced] * 5 + [type(None)]
        await bob.append(row.id, [entry(1)], {"title": "new"}, fence=new)
        stored = await ada.load(row.id)
        assert stored is not None
        assert (stored.game.title, stored.game.rematch) == ("new", None)
        assert (len(stored.entries), stored.chat, stored.seats[0].name) == (1, [], "Ada")
        assert await ada.load(again.id) is None
        assert await ada.lengths([other.id]) == {other.id: 1}

    with_two(use)


async def leased_twice(
    ada: PostgresStore, bob: PostgresStore
) -> tuple[GameRow, Fence | None, Fence | None]:
    """A game, and the leases of both: alike, as when PostgreSQL loses its power before the first is on the disk."""
    row = game_row()
    first = await ada.create(row, [])
    assert first is not None
    lost = await ada.leases.take(row.id)
    with closing(ada.connect()) as db:
        db.execute("UPDATE leases SET epoch = ?, node = NULL", (first.epoch,))
    kept = await bob.leases.take(row.id)
    assert lost == kept
    return row, lost, kept


def test_an_epoch_given_twice_is_the_lease_of_the_later_owner() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row, lost, kept = await leased_twice(ada, bob)
        with pytest.raises(Fenced):
            await ada.change(row.id, {"title": "lost"}, fence=lost)
        await bob.change(row.id, {"title": "kept"}, fence=kept)
        stored = await ada.load(row.id)
        assert stored is not None
        assert stored.game.title == "kept"

    with_two(use)


def test_what_a_later_owner_gave_back_is_not_the_former_ones_again() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row, lost, kept = await leased_twice(ada, bob)
        await bob.change(row.id, {"title": "kept"}, fence=kept)
        await bob.leases.give_back(kept)
        with pytest.raises(Fenced):
            await ada.change(row.id, {"title": "lost"}, fence=lost)
        stored = await ada.load(row.id)
        assert stored is not None
        assert stored.game.title == "kept"

    with_two(use)


def test_nothing_is_written_without_a_lease() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        await ada.create(row, [])
        for write in (
            ada.append(row.id, [entry(1)]),
            ada.change(row.id, {"title": "x"}),
            ada.say(row.id, said(1)),
        ):
            with pytest.raises(Fenced):
                await write

    with_two(use)


def test_the_rooms_of_one_that_stands_still_are_taken_when_its_lease_has_run_out() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row, kept = game_row(), game_row()
        old, other = await ada.create(row, []), await ada.create(kept, [])
        assert old is not None
        assert other is not None
        held = {row.id: old, kept.id: other}
        assert keep_house(ada, bob) == [True, False]
        with_its_last_word_long_ago(ada)
        assert await bob.leases.take(row.id) == Fence(row.id, 2)
        await bob.leases.renew(dict)
        assert keep_house(bob) == [True]
        # Awake again, it learns what it has lost, and keeps the rest.
        assert await ada.leases.renew(lambda: held) == [old]
        assert await ada.leases.renew(lambda: {kept.id: other}) == []
        await ada.append(kept.id, [entry(1)], fence=other)
        # What it has kept, nobody else has meanwhile.
        with pytest.raises(HeldElsewhere):
            await bob.leases.take(kept.id)

    with_two(use)


def test_the_rooms_of_one_that_is_gone_are_taken_at_once() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        old = await ada.create(row, [])
        assert cut_off(ada.address) == 12
        # Whoever was cut off as well goes on at once; the other one has not said anything since.
        new = await bob.leases.take(row.id)
        assert new == Fence(row.id, 2)
        with pytest.raises(Fenced):
            await ada.append(row.id, [entry(1)], fence=old)
        assert await ada.leases.renew(lambda: {row.id: Fence(row.id, 1)}) == [old]

    with_two(use)


def test_a_lease_that_postgresql_has_lost_with_its_power_is_missed_at_once() -> None:
    """It need not have been on the disk. Others may have the room, and who sits here would wait for them forever."""

    async def use(ada: PostgresStore, _: PostgresStore) -> None:
        kept, lost, late = [await ada.create(game_row(), []) for _ in range(3)]
        assert kept is not None
        assert lost is not None
        assert late is not None
        held = {kept.game: kept, lost.game: lost}
        with closing(ada.connect()) as db:
            sql = "UPDATE leases SET epoch = epoch - 1, node = NULL WHERE game IN (?, ?)"
            db.execute(sql, (lost.game, late.game))
        # As long as nothing has happened to PostgreSQL, nobody need compare thousands of them.
        assert await ada.leases.renew(lambda: held) == []
        cut_off(ada.address)
        assert await ada.leases.renew(lambda: held) == [lost]
        # One that was still being loaded then, too.
        assert await ada.leases.renew(lambda: {kept.game: kept, late.game: late}) == [late]

    with_two(use)


def test_nobody_who_asks_for_rooms_delays_a_renewal() -> None:
    """Anybody can ask for games: a process that could not renew meanwhile would lose all its rooms."""

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        await ada.create(row, [])
        with_its_last_word_long_ago(ada)
        with closing(ada.connect()) as writing:
            writing.begin()
            writing.execute("SELECT 1 FROM leases WHERE game = ? FOR UPDATE", (row.id,))
            asking = [asyncio.create_task(bob.leases.take(row.id)) for _ in range(40)]
            await asyncio.sleep(0.1)
            started = time.monotonic()
            await bob.leases.renew(dict)
            renewed = time.monotonic() - started
            refused = await asyncio.gather(*asking, return_exceptions=True)
            writing.execute("ROLLBACK")
        assert [type(each) for each in refused] == [HeldUp] * 40
        # Each of them has waited for 50 milliseconds.
        assert renewed < 0.4

    with_two(use)


def test_whoever_takes_from_the_same_process_is_waited_for() -> None:
    """Both note in its row that it has lost something."""

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        await ada.create(row, [])
        with_its_last_word_long_ago(ada)
        with closing(ada.connect()) as taking:
            taking.begin()
            taking.execute("UPDATE nodes SET lost = lost + 1 WHERE name = 'ada'")
            with pytest.raises(HeldUp):
                await bob.leases.take(row.id)
            taking.execute("COMMIT")
        assert await bob.leases.take(row.id) == Fence(row.id, 2)

    with_two(use)


def test_of_two_who_ask_for_a_room_that_nobody_ever_had_one_gets_it() -> None:
    """As after a move from a file: games that were copied have no lease yet, and everybody comes back at once."""

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        await ada.create(row, [])
        # Without a limit to how long it waits, so that it surely meets the other one.
        with closing(ada.connect()) as late, closing(bob.connect()) as quicker:
            quicker.execute("DELETE FROM leases")
            quicker.begin()
            kept = put_lease(quicker, row.id, Node("bob", "http://bob"))
            leases = PostgresLeases(Node("ada", "http://ada"), 30.0)
            asking = asyncio.create_task(
                asyncio.to_thread(leases._take, late, row.id, by_force=False)
            )
            await asyncio.sleep(0.5)
            quicker.execute("COMMIT")
            with pytest.raises(HeldElsewhere):
                await asking
        await bob.change(row.id, {"title": "kept"}, fence=kept)

    with_two(use)


def test_what_one_leaves_behind_is_free() -> None:
    address = new_database()
    row = game_row()

    async def run() -> None:
        ada = store_of(address, "ada")
        await ada.open()
        await ada.create(row, [])
        await ada.close()
        bob = store_of(address, "bob")
        await bob.open()
        assert await bob.leases.take(row.id) == Fence(row.id, 2)
        assert bob.leases.living == ["bob"]
        await bob.close()

    asyncio.run(run())


def test_two_that_start_together_count_no_time_in_which_nobody_ran() -> None:
    """The one that started second may be ready first, when the other has not yet written how far it has come."""

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        await ada.keep_time(TimeRow(SECOND, SECOND, ada.leases.time() - 7 * HOUR))
        counted: list[ServerTime] = []
        for store in (bob, ada):
            services: Any = SimpleNamespace(store=store, leases=store.leases, time=ServerTime())
            await Timekeeper(services, lambda _: asyncio.sleep(0)).begin()
            counted.append(services.time)
        for time_of_one in counted:
            assert time_of_one.count(downtime=False) < 60 * SECOND
            assert 7 * HOUR < time_of_one.count(downtime=True) < 7 * HOUR + 60 * SECOND

    with_two(use)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_process_that_was_suspended_counts_on_from_where_the_others_are(
    *, is_first: bool
) -> None:
    """Its monotonic clock stood still, and a table that changes its owner would be given or charged that time."""

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        clocks, keepers = (Clocks(), Clocks()), []
        for store, clock in zip((ada, bob), clocks, strict=True):
            time_of_one = ServerTime(partial(getattr, clock, "steady"))
            services: Any = SimpleNamespace(store=store, leases=store.leases, time=time_of_one)
            keepers.append(Timekeeper(services, lambda _: asyncio.sleep(0)))
            await keepers[-1].begin()

        async def go_on(*order: Timekeeper) -> None:
            for clock in clocks:
                clock.turn(HEARTBEAT_SECONDS + 0.1)
            for each in order:
                await each.look()

        def counts(*, downtime: bool) -> list[int]:
            return [each.services.time.count(downtime=downtime) for each in keepers]

        order = keepers if is_first else keepers[::-1]
        await go_on(*order)
        before = counts(downtime=False)
        clocks[1].turn(600)
        # Whoever comes first may read what itself has written.
        await go_on(*order)
        await go_on(*order)
        for downtime in (False, True):
            late, ahead = counts(downtime=downtime)
            assert 0 <= ahead - late <= (HEARTBEAT_SECONDS + 1.1) * SECOND
        assert counts(downtime=False)[1] - before[1] == 600 * SECOND + 2 * (
            (HEARTBEAT_SECONDS + 0.1) * SECOND
        )

    with_two(use)


def test_a_room_is_owed_to_whoever_had_it_and_was_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        later = ada.leases.time() + 100 * SECOND

        async def owed() -> list[str]:
            await bob.leases.renew(dict)
            return bob.leases.owed()

        def change(change: str) -> None:
            with closing(ada.connect()) as db:
                db.execute(f"UPDATE nodes SET {change} WHERE name = 'ada'")

        first = await ada.create(row, [])
        await ada.leases.give_back(first)
        taken = await bob.leases.take(row.id)
        # It has only just been started, so some are still sent to others.
        await ada.leases.renew(dict)
        assert await owed() == []
        monkeypatch.setattr(bob.leases, "time", lambda: later)
        assert await owed() == [row.id]
        # Not heard of since: the lease of one that was killed holds for a while.
        change("seen = seen - 1000000")
        assert await owed() == []
        await ada.leases.renew(dict)
        assert await owed() == [row.id]
        # While the store is out of reach, nobody knows who is there.
        known = bob.leases.seconds
        clock = time.monotonic()
        with monkeypatch.context() as later_by_the_clock:
            later_by_the_clock.setattr(time, "monotonic", lambda: clock + known + 1)
            assert bob.leases.owed() == []
        # Here all along.
        change(f"started = started - {100 * SECOND}")
        assert await owed() == []
        change(f"started = started + {100 * SECOND}, drains = true")
        assert await owed() == []
        change("drains = false")
        assert await owed() == [row.id]
        await bob.leases.give_back(taken)
        assert await owed() == []
        # By now it was bob's own.
        monkeypatch.undo()
        await bob.leases.take(row.id)
        monkeypatch.setattr(bob.leases, "time", lambda: later)
        assert await owed() == []

    with_two(use)


def test_a_name_belongs_to_one_and_all_or_one_have_the_games(
    monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr("rollplayer.server.storage.postgres_connection.LOCK_SECONDS", 0.1)

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        with pytest.raises(NotSaved, match="another server is called ada"):
            await store_of(ada.address, "ada").open()
        # Without a name, a server wants to have them for itself.
        with pytest.raises(NotSaved, match="another server is using"):
            await Kept(tmp_path, ada.address).store().open()

    address = with_two(use)

    async def alone(store: Any) -> None:
        with pytest.raises(NotSaved, match="another server is using"):
            await store_of(address, "ada").open()
        assert await store.create(game_row(), []) is None

    in_store(Kept(tmp_path, address), alone)


def test_the_first_of_several_makes_the_tables() -> None:
    address = new_database("template1")

    async def run() -> None:
        both = [store_of(address, name) for name in ("ada", "bob")]
        await asyncio.gather(*(each.open() for each in both))
        row = game_row()
        await both[0].create(row, [])
        for each in both:
            assert await each.counts() == {row.status: 1}
            await each.close()

    asyncio.run(run())


def test_two_that_wait_for_each_other_both_have_their_way() -> None:
    """PostgreSQL ends one of two transactions that wait for each other; it is tried again."""

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        rows = [game_row(), game_row()]
        for row in rows:
            await ada.create(row, [])

        def slowly(first: int) -> Callable[[Any], None]:
            def run(db: Any) -> None:
                sql = "UPDATE games SET settled = settled + 1 WHERE id = ?"
                db.execute(sql, (rows[first].id,))
                db.execute("SELECT pg_sleep(0.1)")
                db.execute(sql, (rows[1 - first].id,))

            return run

        await asyncio.gather(ada.writer.write(slowly(0)), bob.writer.write(slowly(1)))
        for stored in await ada.glances([row.id for row in rows]):
            assert stored.game.settled == 2

    with_two(use)


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"node": "ada"}, "node"),
        ({"node": "ada bob", "store": "postgresql:///games"}, "node"),
        ({"address": "http://10.0.0.5:80", "store": "postgresql:///games"}, "address"),
        ({"node": "ada", "address": "10.0.0.5", "store": "postgresql:///games"}, "address"),
        ({"node": "ada", "host": "0.0.0.0", "store": "postgresql:///games"}, "address"),
        ({"node": "ada", "lease_seconds": 0.1, "store": "postgresql:///games"}, "lease_seconds"),
    ],
    ids=str,
)
def test_settings_of_one_among_several(wrong: dict[str, Any], name: str) -> None:
    with pytest.raises(BadSetting) as error:
        Settings(**wrong)
    assert error.value.name == name


def test_only_leases_are_taken_without_waiting_for_the_disk() -> None:
    """What is acknowledged is on the disk; with it comes every lease that was taken before."""

    def waits(db: Database) -> str:
        return str(db.execute("SHOW synchronous_commit").fetchone()[0])

    async def use(ada: PostgresStore, _: PostgresStore) -> None:
        leases = ada.leases
        assert isinstance(leases, PostgresLeases)
        assert await leases._ask(waits) == "off"
        assert await ada.writer.write(waits) == "on"

    with_two(use)
