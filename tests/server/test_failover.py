"""A process whose connections are made again may come to another database than it left: nothing is written wrongly."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import psycopg
import pytest

from rollplayer.server.common.problems import texts_of
from rollplayer.server.common.settings import Settings
from rollplayer.server.common.store_reasons import LOST, READ_ONLY
from rollplayer.server.operation.work import Work
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage import postgres_connection
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.postgres_connection import NotOurs, OutOfReach, PostgresConnection
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.schema import migrations
from rollplayer.server.storage.store import Gap, NotSaved
from tests.server.harness import Server
from tests.server.own_postgresql import address_of, own_postgresql, replica_of
from tests.server.stores import new_database
from tests.server.test_games import HUMANS
from tests.server.test_postgresql import cut_off
from tests.server.test_store import answer_once, entry, game_row

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


def test_a_worker_takes_no_questions_of_another_version() -> None:
    address, newest = new_database(), migrations()[-1][0]
    place = Work(Settings(store=address), "carol").enter()
    try:
        with closing(PostgresConnection(address)) as other:
            other.apply("", newest + 1)
        cut_off(address)
        # It only learns now that it was cut off.
        with suppress(OutOfReach):
            place.come()
        with pytest.raises(NotOurs, match="start it again"):
            place.come()
        with closing(PostgresConnection(address)) as other:
            assert other.execute("SELECT count(*) FROM thinkers").fetchone() == (0,)
    finally:
        place.leave()


def test_one_that_has_no_say_any_more_can_still_be_stopped() -> None:
    """An operator does that to start it again in the other version."""

    async def use(store: PostgresStore) -> None:
        with closing(PostgresConnection(store.address)) as other:
            other.apply("", migrations()[-1][0] + 1)
        cut_off(store.address)

    in_one(ADA, use)


# -- the rooms of a process ------------------------------------------------------------------------------


def test_rooms_are_read_again_one_by_one() -> None:
    """There may be thousands: whoever answers in one of them is not to wait until all have been read."""

    class Woken(SimpleNamespace):
        def touch(self) -> None:
            woken.append(self.name)

    async def run() -> None:
        lobby = Lobby.__new__(Lobby)
        rooms = {name: Woken(name=name, lost=False, moved=False) for name in "abcd"}
        lobby.rooms = cast("dict[str, Room]", rooms)
        lobby.leaving = set()
        lobby.look_again()
        assert [room.lost for room in rooms.values()] == [True] * 4
        rooms["c"].lost = False  # Somebody has answered there, so it has been read.
        seen = []
        while lobby.leaving:
            seen.append(len(woken))
            await asyncio.sleep(0)
        assert set(seen) >= {1, 2}
        assert woken == ["a", "b", "d"]

    woken: list[str] = []
    asyncio.run(run())


# -- several hosts -------------------------------------------------------------------------------------


def test_of_several_hosts_the_one_that_can_be_written_to_is_used() -> None:
    """One that takes over without having had everything has lost that, but no game breaks."""
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
            second.be_cut_off()
            await store.append(row.id, [entry(2)], fence=fence)
            first.stop("immediate")
            second.take_over()
            with pytest.raises(NotSaved, match=LOST):
                await store.append(row.id, [entry(3)], fence=fence)
            stored = await store.load(row.id)
            assert stored is not None
            assert stored.entries == [entry(1)]
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
    doubts: list[str] = []

    async def use(store: PostgresStore) -> None:
        store.on_doubt = lambda: doubts.append("")
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
    # It was the same PostgreSQL all along, and has lost nothing: nobody reads all rooms again every five seconds.
    assert doubts == []


# -- lost answers --------------------------------------------------------------------------------------


def lose_last(address: str, game: str) -> None:
    """As a database that is restored, or whose replica takes over too early: it ends all sessions, too."""
    with closing(PostgresConnection(address)) as db:
        sql = (
            "DELETE FROM entries WHERE game = ? AND n = (SELECT max(n) FROM entries WHERE game = ?)"
        )
        assert db.execute(sql, (game, game)).rowcount == 1
    cut_off(address)


@KINDS
@pytest.mark.parametrize("changes", [None, {"settled": 1}], ids=["one step", "several steps"])
def test_nothing_follows_an_answer_that_is_lost(
    node: Node | None, changes: dict[str, Any] | None
) -> None:
    async def use(store: PostgresStore) -> None:
        rows = [game_row() for _ in range(3)]
        fences = [await store.create(row, []) for row in rows]
        doubts: list[str] = []
        store.on_doubt = lambda: doubts.append("")

        async def append(*numbers: int) -> list[Any]:
            """In all games at once, and what became of it."""
            answers = (
                store.append(row.id, [entry(n) for n in numbers], changes, fence=fence)
                for row, fence in zip(rows, fences, strict=True)
            )
            return list(await asyncio.gather(*answers, return_exceptions=True))

        async def logs() -> list[list[int]]:
            stored = [await store.load(row.id) for row in rows]
            return [[each.n for each in game.entries] for game in stored if game is not None]

        assert await append(1, 2) == [None] * 3
        assert await append(3) == [None] * 3
        lose_last(store.address, rows[1].id)
        if changes is None:
            # On a line that was cut, nothing can be written in one step.
            await store.ready()
        results = await append(4, 5)
        assert [type(each) for each in results] == [type(None), Gap, type(None)]
        assert str(results[1]) == LOST
        assert doubts == [""]
        assert await logs() == [[1, 2, 3, 4, 5], [1, 2], [1, 2, 3, 4, 5]]
        await store.append(rows[1].id, [entry(3)], changes, fence=fences[1])
        await store.append(rows[1].id, [entry(4), entry(5)], changes, fence=fences[1])
        assert await logs() == [[1, 2, 3, 4, 5]] * 3
        assert doubts == [""]

    in_one(node, use)


def test_a_table_goes_on_from_what_the_database_has_left(tmp_path: Path) -> None:
    address = new_database()
    settings = {"ROLLPLAYER_STORE": address}
    wish = {"options": {"players": 2}, "seats": HUMANS, "start": True}
    with Server(tmp_path / "data", settings) as server:
        first, second = server.create(**wish), server.create(**wish)
        with first.sit(0, 1, language="de") as ada, second.sit(0, 1) as bob:
            for client in (ada, bob):
                for _ in range(3):
                    assert answer_once(client)["type"] == "ack"
            known = {"ada": ada.version, "bob": bob.version}
            for game in (first, second):
                lose_last(address, game.id)
            texts = texts_of("de")
            refused = answer_once(ada)
            reason = texts.t("server.reason.lost")
            assert refused["text"] == texts.t("server.refused.not-saved", reason=reason)
            # Whoever answers at the other table need not be refused to learn of it.
            bob.ask("chat", seat=0, text="Still there?")
            bob.until_true(lambda c: c.version == known["bob"] - 1)
            assert ada.version == known["ada"] - 1
            for client in (ada, bob):
                # What was lost may have been what chance had answered; it does so again.
                client.until_true(lambda c: c.asked() is not None)
                for _ in range(3):
                    assert answer_once(client)["type"] == "ack"
            versions = [ada.version, bob.version]
        server.restart()
        for game, version in zip((first, second), versions, strict=True):
            with game.sit(0, 1) as client:
                assert client.version == version
                assert answer_once(client)["type"] == "ack"
