"""PostgreSQL is stopped and started, or a line to it is cut, while people play: nothing is wrong afterwards."""

import asyncio
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.common.problems import texts_of
from rollplayer.server.common.store_reasons import (
    FAILED,
    FULL,
    KEYS,
    OUT_OF_REACH,
    READ_ONLY,
    STOOD_STILL,
)
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.postgres_connection import PostgresConnection, StoodStill
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import NotSaved
from tests.server.harness import Client, Game, Server
from tests.server.own_postgresql import OwnPostgresql, PostgresqlLine, own_postgresql
from tests.server.stores import Kept, new_database
from tests.server.test_games import HUMANS
from tests.server.test_store import answer_once, entry, game_row, in_store

pytestmark = pytest.mark.once

LANGUAGES = ("en", "de", "fr")
AWAY_SECONDS = 3.0
BACK_SECONDS = 5.0
BOTS = [{"kind": "bot", "level": "squire"}, {"kind": "bot", "level": "squire"}]


def away(language: str) -> str:
    """What somebody reads while the database is away."""
    texts = texts_of(language)
    return texts.t("server.refused.not-saved", reason=texts.t(KEYS[OUT_OF_REACH]))


def answer_in_time(client: Client, seconds: float) -> None:
    """Try again until it is taken, as a person does."""
    end = time.monotonic() + seconds
    while True:
        answered = answer_once(client)
        if answered["type"] == "ack":
            return
        assert answered["code"] == "not-saved", answered
        assert time.monotonic() < end, f"not yet after {seconds} s"
        time.sleep(0.1)


class Newcomer(threading.Thread):
    """Somebody who opens a table while it cannot be read."""

    def __init__(self, game: Game) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.heard: list[dict[str, Any]] = []
        self.welcomed = 0.0

    def run(self) -> None:
        with self.game.sit(language="de") as client:
            self.welcomed = time.monotonic()
            self.heard = client.heard


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_play_goes_on_soon_after_postgresql_is_back(tmp_path: Path, how: str) -> None:
    with own_postgresql() as database:
        settings = {"ROLLPLAYER_STORE": database.address}
        with Server(tmp_path / "data", settings) as server:
            stop_and_start(server, database, how)
            log = server.log()
    assert "Traceback" not in log
    assert "database out of reach" in log
    assert "database reached again" in log


def stop_and_start(server: Server, database: OwnPostgresql, how: str) -> None:
    wish = {"options": {"players": 2}, "seats": HUMANS, "start": True}
    tables = {language: server.create(**wish) for language in LANGUAGES}
    unread = server.create(**wish)
    server.restart()  # So that nobody has opened the last one yet.
    players = {language: game.sit(0, 1, language=language) for language, game in tables.items()}
    for client in players.values():
        answer_once(client)
    bots = server.create(options={"players": 2}, seats=BOTS, start=True, listed=True)
    with bots.sit() as watcher:
        watcher.until("update")
        database.stop(how)
        stopped = time.monotonic()
        for language, client in players.items():
            refused = answer_once(client)
            assert (refused["code"], refused["text"]) == ("not-saved", away(language))
        for path in (f"/api/v1/games/{unread.id}", "/api/v1/finished", "/readyz"):
            status, problem, _ = server.request("GET", path, headers={"accept-language": "fr"})
            assert (status, problem["code"], problem["detail"]) == (503, "not-saved", away("fr"))
        status, problem, _ = server.request("POST", "/api/v1/games", wish)
        assert (status, problem["detail"]) == (503, away("en"))
        newcomer = Newcomer(unread)
        newcomer.start()
        watcher.quiet(max(0.1, AWAY_SECONDS - (time.monotonic() - stopped)))
        seen = watcher.version
        database.start()
        back = time.monotonic()
        for client in players.values():
            answer_in_time(client, BACK_SECONDS)
        watcher.until_true(lambda c: c.version > seen, timeout=BACK_SECONDS)
        newcomer.join(BACK_SECONDS)
        assert 0 < newcomer.welcomed - back < BACK_SECONDS
        assert newcomer.heard[0]["text"] == away("de")
    assert server.get("/readyz")["status"] == "ready"
    with server.opened() as db:
        for game, client in zip(tables.values(), players.values(), strict=True):
            sql = "SELECT count(*) FROM entries WHERE game = ?"
            assert db.execute(sql, (game.id,)).fetchone() == (client.version,)
            client.close()


# -- one connection ------------------------------------------------------------------------------------


def test_a_session_that_was_lost_keeps_no_lock(tmp_path: Path) -> None:
    """PostgreSQL does not know that the line was cut, and would keep the lock until it does."""
    row = game_row()
    with PostgresqlLine(new_database()) as line:

        async def use(store: SqlStore) -> None:
            await store.create(row, [])
            for n in range(1, 4):
                line.cut()
                await store.append(row.id, [entry(n)])
                assert await store.lengths([row.id]) == {row.id: n}

        in_store(Kept(tmp_path, line.address), use)


def test_nothing_is_committed_after_it_was_said_that_nothing_was(tmp_path: Path) -> None:
    row = game_row()
    with PostgresqlLine(new_database()) as line:

        async def use(store: SqlStore) -> None:
            await store.create(row, [])
            line.late_seconds = 0.3
            line.cut_before = b"COMMIT"
            with pytest.raises(NotSaved, match=OUT_OF_REACH):
                # More than rows, which takes more than one statement.
                await store.append(row.id, [entry(1)], {"title": "late"})
            found = await store.lengths([row.id])
            time.sleep(0.6)
            assert await store.lengths([row.id]) == found
            await store.append(row.id, [entry(found[row.id] + 1)])

        in_store(Kept(tmp_path, line.address), use)


def test_whoever_asks_again_at_once_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody answers at all, each attempt to connect takes seconds."""
    row = game_row()
    monkeypatch.setattr("rollplayer.server.storage.postgres_connection.AGAIN_SECONDS", 60.0)
    with PostgresqlLine(new_database()) as line:

        async def use(store: SqlStore) -> None:
            await store.create(row, [])
            line.hide()
            started = time.monotonic()
            for _ in range(100):
                with pytest.raises(NotSaved, match=OUT_OF_REACH):
                    await store.load(row.id)
            assert time.monotonic() - started < 2

        in_store(Kept(tmp_path, line.address), use)


@pytest.mark.parametrize("many", [False, True], ids=["one statement", "many rows"])
def test_who_stood_still_before_a_reply_was_read_is_told_so(
    monkeypatch: pytest.MonkeyPatch, *, many: bool
) -> None:
    """Of many rows that are sent at once nobody hears why PostgreSQL has ended the session."""
    with closing(PostgresConnection(new_database(), idle_seconds=1.0)) as db:
        db.begin()
        raw = db._raw
        execute = raw.execute

        def read_late(*statement: Any) -> Any:
            cursor = execute(*statement)
            time.sleep(3.0)
            return cursor

        with monkeypatch.context() as patched:
            patched.setattr(raw, "execute", read_late)
            db.execute("SELECT 1")
        sql = "INSERT INTO meta (key, value) VALUES (?, ?)"
        with pytest.raises(StoodStill):
            db.executemany(sql, [("a", 1), ("b", 2)]) if many else db.execute(sql, ("a", 1))
        db.begin()
        assert db.execute("SELECT count(*) FROM meta").fetchone() == (0,)


def test_a_transaction_in_which_the_server_stood_still_is_not_saved(tmp_path: Path) -> None:
    """PostgreSQL ends it, or nobody else could have the rooms; whoever waits for it reads why."""
    row = game_row()
    address = new_database()

    async def use() -> None:
        # A second is longer than a busy machine keeps the others waiting.
        store = PostgresStore(address, None, Node("ada", "http://ada"), 1.0)
        await store.open()
        try:
            fence = await store.create(row, [])

            def stand_still(db: Database) -> None:
                db.execute("UPDATE games SET title = 'late' WHERE id = ?", (row.id,))
                time.sleep(3.0)

            with pytest.raises(NotSaved, match=STOOD_STILL):
                await store.write(stand_still, fence)
            await store.append(row.id, [entry(1)], fence=fence)
            stored = await store.load(row.id)
            assert stored is not None
            assert (stored.game.title, len(stored.entries)) == (row.title, 1)
        finally:
            await store.close()

    asyncio.run(use())


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        ("disk_full", FULL),
        ("read_only_sql_transaction", READ_ONLY),
        ("io_error", FAILED),
    ],
)
def test_a_disk_that_fails_is_told_in_words(condition: str, reason: str) -> None:
    fails = f"RAISE EXCEPTION 'could not write base/5/16430' USING ERRCODE = '{condition}'"
    with closing(PostgresConnection(new_database())) as db:
        with pytest.raises(db.Error) as error:
            db.execute(f"DO $$ BEGIN {fails}; END $$")
        assert str(error.value) == reason
        assert db.execute("SELECT 1").fetchone()[0] == 1
