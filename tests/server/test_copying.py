"""Games go from a file to PostgreSQL and back, and nothing differs."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.storage.copying import TABLES
from rollplayer.server.storage.sqlite import FILE_NAME
from tests.server.earlier.record import FOLDER
from tests.server.harness import Server, play_on
from tests.server.person import Somebody
from tests.server.stores import KINDS, Kept, all_rows, kept_in, new_database
from tests.server.test_admin import admin
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

OF_PROCESSES = {
    *("nodes", "leases", "watching", "told", "thinkers", "thoughts"),
    *("rates", "device_links", "passkey_challenges", "announcements"),
}
"""What concerns the processes that share a database, and is of no use elsewhere."""


def target(kept: Kept) -> str:
    return kept.address or str(kept.data)


def rows_in(kept: Kept) -> dict[str, list[Any]]:
    with kept.opened() as db:
        return all_rows(db)


@pytest.fixture
def lively(tmp_path: Path) -> Kept:
    """A file with earlier games, and with persons, chat, a claim, a game that goes on and one that has ended."""
    data = tmp_path / "lively"
    data.mkdir()
    shutil.copy(min(FOLDER.glob("*.sqlite3")), data / FILE_NAME)
    with Server(data, Kept(data).settings) as server:
        ada = Somebody.new(server)
        for most in (10_000, 15):
            wish = {"options": {"players": 2}, "seats": HUMANS, "start": True, "listed": True}
            game = server.create(**wish, title="Ævening “x”")
            ada.claim(game, game.tokens[0])
            with game.sit(0, 1) as both:
                both.ask("chat", seat=0, text="Grüße, ça va?")
                play_on([both], at_random(1), most=most)
        server.end()
    return Kept(data)


def test_a_copy_of_a_copy_is_the_first(lively: Kept, tmp_path: Path) -> None:
    database, back = Kept(tmp_path, new_database("template1")), Kept(tmp_path / "back")
    before = rows_in(lively)
    games = len(before["games"])
    assert games == 18
    for table in ("entries", "chat", "claims", "own_rows", "summaries", "finished_games", "salts"):
        assert before[table], table
    code, output = admin("copy", target(database), *lively.flags)
    assert (code, output["games"]) == (0, games), output
    assert rows_in(database) == before
    code, output = admin("copy", target(back), *database.flags)
    assert (code, output["games"]) == (0, games), output
    assert rows_in(back) == before
    for kept in (database, back):
        assert admin("check", *kept.flags) == (0, {"games": games, "damaged": []})
    # What is worked out from them is the same, too, and goes on following.
    for kept in (lively, database, back):
        with Server(kept.data, kept.settings) as server:
            found = server.get("/api/v1/finished?query=%C3%86VEN")["games"]
            assert [game["title"] for game in found] == ["Ævening “x”"]
            new = server.create(options={"players": 2}, seats=HUMANS, start=True)
            with new.sit(0, 1) as both:
                assert play_on([both], at_random(2), most=5) == 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_goes_only_where_nothing_is(lively: Kept, tmp_path: Path, kind: str) -> None:
    full = kept_in(kind, tmp_path / "full")
    with Server(full.data, full.settings) as server:
        server.create()
        code, said = admin("copy", target(full), *lively.flags)
        assert code == 2
        assert "a server is using it" in said
    before = rows_in(full)
    code, said = admin("copy", target(full), *lively.flags)
    assert code == 2
    assert "already contains games" in said
    assert rows_in(full) == before
    code, said = admin("copy", target(full), "--data", str(tmp_path / "nothing"))
    assert code == 2
    assert "contains no games" in said


def test_numbers_go_on_after_a_copy(lively: Kept, tmp_path: Path) -> None:
    with lively.opened() as db:
        db.execute("INSERT INTO orders (n, at, what) VALUES (41, 0, '{}')")
    database = Kept(tmp_path, new_database("template1"))
    assert admin("copy", target(database), *lively.flags)[0] == 0
    with database.opened() as db:
        sql = "INSERT INTO orders (at, what) VALUES (0, '{}') RETURNING n"
        assert db.execute(sql).fetchone() == (42,)


def test_every_table_is_copied(kept: Kept) -> None:
    with Server(kept.data, kept.settings) as server:
        server.end()
    sql = (
        "SELECT table_name FROM information_schema.tables "
        "WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
        if kept.address
        else "SELECT name FROM sqlite_master WHERE type = 'table'"
    )
    with kept.opened() as db:
        there = {name for (name,) in db.execute(sql)}
    own = {name for name in there if not name.startswith(("sqlite_", "finished_texts"))}
    # Who owns which room is not for keeping: it ends with the processes.
    assert own - {"migrations", *OF_PROCESSES} == set(TABLES)
