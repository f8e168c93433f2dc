"""Games in PostgreSQL: what differs from a file, and what happens when the database goes away."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from rollplayer.server import storage
from rollplayer.server.common.settings import BadSetting, Settings
from rollplayer.server.reference.backroom import Backroom
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.dialects import migration_for_postgresql, migration_for_sqlite
from rollplayer.server.storage.places import place_of
from rollplayer.server.storage.postgres_connection import OutOfReach, PostgresConnection
from rollplayer.server.storage.schema import migrations
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import NotSaved
from tests import forking
from tests.server.stores import Kept, new_database
from tests.server.test_store import entry, game_row, in_store

pytestmark = pytest.mark.once


def in_database(
    address: str, use: Callable[[SqlStore], Coroutine[Any, Any, None]], folder: Path
) -> None:
    in_store(Kept(folder, address), use)


def cut_off(address: str) -> int:
    """End all connections to a database, as a restart of PostgreSQL does; how many there were."""
    with psycopg.connect(address, autocommit=True) as db:
        ended = db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    return len(ended)


def test_a_store_goes_on_when_the_database_comes_back(tmp_path: Path) -> None:
    address, row = new_database(), game_row()

    async def use(store: SqlStore) -> None:
        await store.create(row, [])
        for n in range(1, 4):
            assert cut_off(address) == 3
            await store.append(row.id, [entry(n)])
            stored = await store.load(row.id)
            assert stored is not None
            assert len(stored.entries) == n
            assert await store.counts() == {row.status: 1}

    in_database(address, use, tmp_path)


def test_what_was_cut_off_in_the_middle_did_not_happen(tmp_path: Path) -> None:
    address, row = new_database(), game_row()

    async def use(store: SqlStore) -> None:
        await store.create(row, [])

        def half(db: Database) -> None:
            db.execute("UPDATE games SET title = 'half' WHERE id = ?", (row.id,))
            cut_off(address)
            # Not on a new connection, which would write this half alone.
            db.execute("UPDATE games SET language = 'de' WHERE id = ?", (row.id,))

        with pytest.raises(NotSaved):
            await store.writer.write(half)
        stored = await store.load(row.id)
        assert stored is not None
        assert (stored.game.title, stored.game.language) == (row.title, row.language)
        await store.change(row.id, {"title": "whole"})

    in_database(address, use, tmp_path)


def test_a_failed_transaction_is_never_taken_for_a_commit() -> None:
    with closing(PostgresConnection(new_database())) as db:
        db.begin()
        with pytest.raises(db.Error):
            db.execute("SELECT 1 / 0")
        with pytest.raises(db.Error, match="had failed"):
            db.execute("COMMIT")
        assert not db.in_transaction


def test_nobody_goes_on_beside_a_session_that_does_not_end() -> None:
    """It could still commit what it had begun."""
    address = new_database()
    with closing(PostgresConnection(address, locks=True, shares=True)) as db:
        (session,) = db.execute("SELECT pg_backend_pid()").fetchone()
        os.kill(session, signal.SIGSTOP)
        try:
            # Nobody here hears of it any more.
            db._raw.close()
            with pytest.raises(OutOfReach):
                db.execute("SELECT 1")
        finally:
            os.kill(session, signal.SIGCONT)
        end = time.monotonic() + 20
        while True:
            try:
                (other,) = db.execute("SELECT pg_backend_pid()").fetchone()
                break
            except OutOfReach:
                assert time.monotonic() < end
                time.sleep(0.1)
        assert other != session


def test_one_server_has_a_database_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = new_database()

    async def use(store: SqlStore) -> None:
        monkeypatch.setattr("rollplayer.server.storage.postgres_connection.LOCK_SECONDS", 0.1)
        with pytest.raises(NotSaved, match="another server"):
            await Kept(tmp_path, address).store().open()
        # Whoever has lost the lock to another cannot write any more.
        cut_off(address)
        with closing(PostgresConnection(address, locks=True)):
            with pytest.raises(NotSaved, match="another server"):
                await store.create(game_row(), [])
            assert await store.counts() == {}
        # The database takes a moment to notice that the other is gone.
        monkeypatch.undo()
        await store.create(game_row(), [])

    in_database(address, use, tmp_path)


@pytest.mark.parametrize(("end", "statements"), [("", 3), (" ON CONFLICT (key) DO NOTHING", 0)])
def test_rows_share_statements(
    end: str, statements: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """All rows are there, in as few statements as psycopg knows by heart, and a conflict is one of the whole."""
    sent: list[str] = []

    async def use(store: SqlStore) -> None:
        with closing(PostgresConnection(address)) as db:
            execute = db.execute

            def noted(sql: str, values: Any = ()) -> Any:
                sent.append(sql)
                return execute(sql, values)

            sql = "INSERT INTO meta (key, value) VALUES (?, ?)" + end
            rows = [(f"row{n:02}", n) for n in range(60)]
            with monkeypatch.context() as patched:
                patched.setattr(db, "execute", noted)
                db.executemany(sql, rows)
            assert len(sent) == statements
            db.executemany(sql, [])
            found = "SELECT key, value FROM meta WHERE key LIKE 'row%' ORDER BY key"
            assert execute(found).fetchall() == rows
            if not end:
                db.begin()
                with pytest.raises(psycopg.IntegrityError):
                    db.executemany(sql, [("new", 1), rows[0]])
                db.execute("ROLLBACK")
            db.executemany(sql, [("lone", 1)])
            assert execute("SELECT count(*) FROM meta WHERE key = 'new'").fetchone() == (0,)
            assert execute("SELECT count(*) FROM meta WHERE key = 'lone'").fetchone() == (1,)

    address = new_database()
    in_database(address, use, tmp_path)


def test_what_cannot_be_stored_harms_no_other(kept: Kept) -> None:
    """PostgreSQL takes no null characters; nobody can send any, but a mistake must stay small."""
    row = game_row()

    async def use(store: SqlStore) -> None:
        await store.create(row, [])
        results = await asyncio.gather(
            store.append(row.id, [entry(1)]),
            store.change(row.id, {"title": "nothing\0"}),
            store.append(row.id, [entry(2)]),
            return_exceptions=True,
        )
        refused = [NotSaved] if kept.address else [type(None)]
        assert [type(each) for each in results] == [type(None), *refused, type(None)]
        assert await store.lengths([row.id]) == {row.id: 2}

    in_store(kept, use)


def test_every_migration_is_for_both(tmp_path: Path) -> None:
    def columns(kept: Kept) -> dict[str, list[str]]:
        async def use(store: SqlStore) -> None: ...

        in_store(kept, use)
        with kept.opened() as db:
            return {table: db.columns(table) for table in tables}

    scripts = [script for _, script in migrations()]
    tables = {
        line.split()[2]
        for script in scripts
        for line in migration_for_sqlite(script).splitlines()
        if line.startswith("CREATE TABLE")
    }
    assert len(tables) > 25
    assert columns(Kept(tmp_path)) == columns(Kept(tmp_path, new_database("template1")))
    for script in scripts:
        assert "STRICT" not in migration_for_postgresql(script)


# -- what an operator reads ----------------------------------------------------------------------------


def said(*arguments: str) -> str:
    """The one line that a command ends with which cannot use its store."""
    done = forking.run("rollplayer", [*arguments])
    assert done.returncode == 2, done
    (line,) = done.stderr.splitlines()
    assert "secret" not in line
    return line


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("admin", "check")], ids=" ".join)
def test_a_database_that_cannot_be_used_is_told_in_one_line(command: tuple[str, ...]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        nobody = f"postgresql://ada:secret@127.0.0.1:{taken.getsockname()[1]}/games"
        taken.close()
        line = said(*command, "--store", nobody)
        assert "Connection refused" in line
        assert "postgresql://ada@127.0.0.1" in line
    there = new_database()
    line = said(*command, "--store", there.replace("/games_", "/no_such_games_"))
    assert "does not exist" in line
    line = said(*command, "--store", "mysql://ada:secret@localhost/games")
    assert "postgresql://user@host/database" in line
    assert "mysql://ada@localhost" in line


def test_a_database_in_use_or_from_a_newer_version_is_told_in_one_line(tmp_path: Path) -> None:
    address = new_database()
    with closing(PostgresConnection(address, locks=True)):
        line = said("serve", "--port", "0", "--store", address)
        assert "another server" in line
    with closing(PostgresConnection(address)) as db:
        db.apply("", 99)
    assert "newer version" in said("serve", "--port", "0", "--store", address)


def test_without_the_driver_one_reads_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rollplayer.server.storage.postgresql", None)
    monkeypatch.delattr(storage, "postgresql")
    with pytest.raises(BadSetting, match=r"pip install 'rollplayer\[cluster\]'"):
        place_of(Settings(store="postgresql://localhost/games"))


def test_a_password_is_shown_nowhere(tmp_path: Path) -> None:
    settings = Settings(store="postgresql://ada:secret@localhost/games?password=secret")
    assert "secret" not in repr(settings)
    assert "secret" not in place_of(settings).name
    assert not any("secret" in argument for argument in Backroom(settings).arguments)
