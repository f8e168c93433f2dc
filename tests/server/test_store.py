"""The truth on disk: group commit, failures, crashes, and the control that must fail."""

import asyncio
import json
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.storage.schema import StoreTooNew, migrate, migrations
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.sqlite_connection import connect
from rollplayer.server.storage.store import (
    AlreadyThere,
    ChatRow,
    EntryRow,
    GameRow,
    NotSaved,
    SaidBefore,
    Search,
    SeatRow,
)
from tests.server.harness import Client, Game, Server
from tests.server.prepared import fresh, row_of
from tests.server.stores import Kept, new_database
from tests.server.test_games import HUMANS

pytestmark = pytest.mark.once

FAULTY = ("-m", "tests.server.faulty")


def in_store(kept: Kept, use: Callable[[SqlStore], Coroutine[Any, Any, None]]) -> list[int]:
    """Use a store; returns how many jobs each transaction had."""
    together: list[int] = []

    async def run() -> None:
        store = kept.store(lambda _seconds, jobs: together.append(jobs))
        await store.open()
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())
    return together


def game_row(**fields: Any) -> GameRow:
    row = row_of(fresh(2, "row"), "host")
    for name, value in fields.items():
        setattr(row, name, value)
    return row


def entry(n: int, command: str | None = None) -> EntryRow:
    return EntryRow(n, 1000 + n, 0, "human", command, "{}")


def test_games_are_found_by_their_expansion(kept: Kept) -> None:
    before = game_row(listed=True, status="finished", finished=1)
    before.options.pop("expansions", None)  # as it was written when there were none
    without = game_row(listed=True, status="finished", finished=2)
    without.options |= {"expansions": []}
    boxed = game_row(listed=True, status="finished", finished=3)
    boxed.options |= {"expansions": ["caves", "dragons"]}

    async def use(store: SqlStore) -> None:
        for row in (before, without, boxed):
            await store.create(row, [])
        for wish, wanted in (
            ("", [boxed, without, before]),
            ("none", [without, before]),
            ("dragons", [boxed]),
            ("cave", []),
        ):
            games = await store.find(Search(("finished",), expansion=wish))
            assert [game.game.id for game in games] == [row.id for row in wanted], wish

    in_store(kept, use)


def test_only_the_same_message_is_a_duplicate(kept: Kept) -> None:
    """Another one with the same number is no duplicate: nobody has heard it."""
    row = game_row()
    line = ChatRow(1, 1, 0, "Ada", "hello", "0:hello")

    async def use(store: SqlStore) -> None:
        await store.create(row, [])
        await store.say(row.id, line)
        with pytest.raises(SaidBefore):
            await store.say(row.id, replace(line, n=2))
        with pytest.raises(AlreadyThere) as other:
            await store.say(row.id, replace(line, text="something else", command="0:other"))
        assert not isinstance(other.value, SaidBefore)

    in_store(kept, use)


def test_what_is_written_is_read_again(kept: Kept) -> None:
    row = game_row(listed=True, title="Evening")
    seats = [SeatRow(0, "Ada", "human", None, None, b"h" * 32), SeatRow(1, "b", "bot", "squire")]

    async def use(store: SqlStore) -> None:
        await store.create(row, seats)
        await store.append(row.id, [entry(1, "0:first"), entry(2)], {"status": "finished"})
        await store.change(row.id, {"finished": 5}, [SeatRow(1, "Cleo", "human")])
        stored = await store.load(row.id)
        assert stored is not None
        assert stored.game.status == "finished"
        assert stored.game.options == row.options
        assert stored.game.seed == row.seed
        assert [seat.name for seat in stored.seats] == ["Ada", "Cleo"]
        assert [each.n for each in stored.entries] == [1, 2]
        assert await store.load("nothing") is None
        assert await store.lengths([row.id, "nothing"]) == {row.id: 2, "nothing": 0}
        games = await store.find(Search(("finished",), query="EVEN"))
        assert [game.game.id for game in games] == [row.id]
        assert await store.find(Search(("finished",), query="%")) == []
        assert await store.counts() == {"finished": 1}

    in_store(kept, use)


def test_a_game_and_its_first_entries_come_together_or_not_at_all(kept: Kept) -> None:
    async def use(store: SqlStore) -> None:
        good, bad = game_row(id="good"), game_row(id="bad")
        await store.create(good, [SeatRow(0)], [entry(1), entry(2)])
        with pytest.raises(AlreadyThere):
            await store.create(bad, [SeatRow(0)], [entry(1), entry(1)])
        stored = await store.load("good")
        assert stored is not None
        assert [each.n for each in stored.entries] == [1, 2]
        assert await store.load("bad") is None

    in_store(kept, use)


def test_talk_does_not_fill_the_disk(kept: Kept) -> None:
    row = game_row()

    async def use(store: SqlStore) -> None:
        await store.create(row, [SeatRow(0)])
        for n in range(1, 400):
            await store.say(row.id, ChatRow(n, n, 0, "Ada", f"line {n}", f"0:{n}"))
        stored = await store.load(row.id)
        assert stored is not None
        assert [each.n for each in stored.chat] == list(range(350, 400))

    in_store(kept, use)
    with kept.opened() as db:
        assert db.execute("SELECT min(n), max(n) FROM chat").fetchone() == (200, 399)


def test_writing_waits_for_the_disk(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "a")) as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with Kept(tmp_path, new_database()).opened() as db:
        assert db.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_many_games_share_a_transaction(kept: Kept) -> None:
    rows = [game_row() for _ in range(60)]

    async def use(store: SqlStore) -> None:
        await asyncio.gather(*(store.create(row, []) for row in rows))
        await asyncio.gather(*(store.append(row.id, [entry(1)]) for row in rows))

    together = in_store(kept, use)
    assert sum(together) == 120
    assert len(together) < 60


def test_a_number_or_command_is_written_once_and_others_are_not_harmed(kept: Kept) -> None:
    row = game_row()

    async def use(store: SqlStore) -> None:
        await store.create(row, [])
        await store.append(row.id, [entry(1, "0:one")])
        results = await asyncio.gather(
            store.append(row.id, [entry(1)]),
            store.append(row.id, [entry(2, "0:two")]),
            store.append(row.id, [entry(3, "0:one")]),
            store.append("unknown", [entry(1)]),
            store.append(row.id, [entry(3, "1:one")]),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [
            AlreadyThere,
            type(None),
            AlreadyThere,
            AlreadyThere,
            type(None),
        ]
        stored = await store.load(row.id)
        assert stored is not None
        assert [each.n for each in stored.entries] == [1, 2, 3]

    in_store(kept, use)


def test_a_full_disk_loses_nothing_that_was_promised(tmp_path: Path) -> None:
    row = game_row()

    async def use(store: SqlStore) -> None:
        await store.create(row, [])
        (pages,) = store.writer.connection.execute("PRAGMA page_count").fetchone()
        store.writer.connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        long = "x" * 1000
        written = 0
        refusal = ""
        while not refusal and written < 1000:
            try:
                await store.append(row.id, [EntryRow(written + 1, 0, 0, "human", None, long)])
                written += 1
            except NotSaved as error:
                refusal = str(error)
        assert "full" in refusal
        store.writer.connection.execute("PRAGMA max_page_count = 1000000")
        stored = await store.load(row.id)
        assert stored is not None
        assert len(stored.entries) == written > 0
        await store.append(row.id, [entry(written + 1)])

    in_store(Kept(tmp_path), use)


def test_a_newer_form_is_not_touched(kept: Kept) -> None:
    newest = migrations()[-1][0]
    with kept.opened() as db:
        migrate(db)
        migrate(db)
        assert db.version() == newest
        db.apply("", newest + 1)
        with pytest.raises(StoreTooNew):
            migrate(db)


# -- over the wire ----------------------------------------------------------------------------------


def new_folder(kept: Kept) -> Path:
    data = kept.data / "data"
    data.mkdir()
    return data


def answer_once(client: Client) -> dict[str, Any]:
    """The first option of whoever is asked."""
    seat = client.asked()
    assert seat is not None
    answered = client.answer(seat, client.options(seat)[0]["notation"])
    if answered["type"] == "ack":
        client.until_true(lambda c: c.version >= answered["entry"])
    return answered


def test_what_the_disk_does_not_take_did_not_happen(kept: Kept) -> None:
    data = new_folder(kept)
    with Server(data, kept.settings, (*FAULTY, "fails-on-demand")) as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0, 1) as client:
            for _ in range(4):
                assert answer_once(client)["type"] == "ack"
            before = client.table
            (data / "FULL").touch()
            for _ in range(2):
                assert answer_once(client)["code"] == "not-saved"
            (data / "FULL").unlink()
            client.send({"type": "hello", "protocol": 1, "tokens": list(game.tokens.values())})
            client.until("state")
            for key in ("version", "view", "pending", "seats"):
                assert client.table[key] == before[key]
            assert answer_once(client)["type"] == "ack"
            assert client.version > before["version"]


def test_nobody_learns_of_an_answer_that_is_still_being_written(kept: Kept) -> None:
    with Server(new_folder(kept), kept.settings, (*FAULTY, "writes-slowly")) as server:
        wish = {"options": {"players": 2}, "seats": HUMANS, "start": True, "listed": True}
        game = server.create(**wish)
        with game.sit(0, 1) as client, game.sit() as watcher:
            before, seat = game.room()["version"], client.asked()
            assert seat is not None
            message = {"type": "answer", "seat": seat, "version": before, "command": "slow-one"}
            client.send({**message, "answer": client.options(seat)[0]["notation"]})
            for _ in range(5):
                time.sleep(0.1)
                assert game.room()["version"] == before
                (listed,) = server.get("/api/v1/games")["games"]
                assert listed["version"] == before
            assert [each for each in watcher.heard if each["type"] == "update"] == []
            assert client.until("ack")["version"] > before
            assert game.room()["version"] > before


def test_what_was_written_after_all_is_found_again(kept: Kept) -> None:
    data = new_folder(kept)
    with Server(data, kept.settings, (*FAULTY, "fails-after-commit")) as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0, 1) as client:
            (data / "CUT").touch()
            seat, version = client.asked(), client.version
            assert seat is not None
            notation = client.options(seat)[0]["notation"]
            again = {"version": version, "command": "is-it-there"}
            assert client.answer(seat, notation, **again)["code"] == "not-saved"
            (data / "CUT").unlink()
            # The client sends it again, as it should: it is there already, and has one effect.
            repeated = client.answer(seat, notation, **again)
            assert (repeated["type"], repeated["duplicate"]) == ("ack", True)
            assert client.until("state")["version"] == repeated["version"] > version


def lost_after_kills(server: Server, games: list[Game], kills: int) -> int:
    """How many acknowledged answers are gone after so many kills."""
    lost = 0
    for _ in range(kills):
        acknowledged = {}
        for game in games:
            with game.sit(0, 1) as client:
                for _ in range(3):
                    acknowledged[game.id] = answer_once(client)["entry"]
        server.restart(signal.SIGKILL)
        for game in games:
            there = game.room()["version"]
            lost += max(0, acknowledged[game.id] - there)
    return lost


@pytest.mark.parametrize(
    ("command", "loses"),
    [(("-m", "rollplayer", "serve"), False), ((*FAULTY, "acknowledges-early"), True)],
    ids=["the server", "the control"],
)
def test_a_kill_loses_nothing_that_was_acknowledged(
    kept: Kept, command: tuple[str, ...], loses: bool
) -> None:
    with Server(new_folder(kept), kept.settings, command) as server:
        wish = {"options": {"players": 2}, "seats": HUMANS, "start": True}
        games = [server.create(**wish) for _ in range(3)]
        # The control writes late, but it writes: only what comes right before a kill is at stake.
        time.sleep(0.8)
        lost = lost_after_kills(server, games, 2)
    assert (lost > 0) == loses, lost


def test_a_game_whose_rules_are_gone_says_so(kept: Kept) -> None:
    data = new_folder(kept)
    with Server(data, kept.settings) as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        other = server.create(options={"players": 2}, seats=HUMANS, start=True)
        server.end()
        with replace(kept, data=data).opened() as db:
            for id, changes in ((game.id, {"rules": "base/0"}), (other.id, {"content": "f00"})):
                (header,) = db.execute("SELECT header FROM games WHERE id = ?", (id,)).fetchone()
                changed = json.dumps({**json.loads(header), **changes})
                db.execute("UPDATE games SET header = ? WHERE id = ?", (changed, id))
        server.start()
        for each, word in ((game, "base/0"), (other, "f00")):
            assert each.room()["status"] == "broken"
            assert word in each.room()["reason"]
            with each.sit(0) as ada:
                assert ada.table["view"] is None
                assert ada.answer(0, "pass", version=0)["code"] == "broken-game"
        assert server.get("/healthz")
        fine = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with fine.sit(0, 1) as both:
            assert answer_once(both)["type"] == "ack"
