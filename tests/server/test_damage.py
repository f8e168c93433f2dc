"""One damaged row is one damaged game, and a damaged file is said to be one."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rollplayer.server.storage.sqlite import FILE_NAME
from tests.server.harness import Game, Server, play_on
from tests.server.stores import KINDS, kept_in
from tests.server.test_admin import admin
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

DAMAGES = {
    "options are no JSON": "UPDATE games SET options = '{\"players' WHERE id = :id",
    "options are a list": "UPDATE games SET options = '[1]' WHERE id = :id",
    "options without players": 'UPDATE games SET options = \'{"edition": "second"}\' WHERE id = :id',
    "header is no JSON": "UPDATE games SET header = substr(header, 9) WHERE id = :id",
    "header is a number": "UPDATE games SET header = '5' WHERE id = :id",
    "line is no JSON": "UPDATE entries SET line = '{\"who' WHERE game = :id AND n = 2",
    "line is a list": "UPDATE entries SET line = '[]' WHERE game = :id AND n = 2",
    "line says too little": "UPDATE entries SET line = '{\"who\": 0}' WHERE game = :id AND n = 3",
    "seat that is not there": "UPDATE entries SET who = 7 WHERE game = :id AND n = 2",
    "seat is gone": "DELETE FROM seats WHERE game = :id AND seat = 1",
}
NO_TEXT = {
    "title is no text": "UPDATE games SET title = CAST(x'ff41fe' AS TEXT), header = 'x' WHERE id = :id",
}
"""What PostgreSQL cannot keep."""


@pytest.fixture(scope="module", params=KINDS)
def damaged(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, dict[str, Game], Game]]:
    """A server with a game for each damage, and one that is sound."""
    data = tmp_path_factory.mktemp("damaged") / "data"
    kept = kept_in(request.param, data)
    damages = DAMAGES if kept.address else DAMAGES | NO_TEXT
    with Server(data, {"ROLLPLAYER_STORE": kept.address}) as server:
        wish = {"options": {"players": 2}, "seats": HUMANS, "start": True, "listed": True}
        games = {damage: server.create(**wish) for damage in damages}
        sound = server.create(**wish, title="Sound")
        for game in (*games.values(), sound):
            with game.sit(0, 1) as both:
                play_on([both], at_random(5), most=3)
        server.end()
        with server.opened() as db:
            for damage, sql in damages.items():
                assert db.execute(sql, {"id": games[damage].id}).rowcount == 1
        server.start()
        yield server, games, sound


def test_a_damaged_game_is_broken(damaged: tuple[Server, dict[str, Game], Game]) -> None:
    for damage, game in damaged[1].items():
        room = game.room()
        assert room["status"] == "broken", damage
        assert room["reason"], damage
        with game.sit(0) as ada:
            assert ada.table["view"] is None, damage
            assert ada.answer(0, "pass", version=0)["code"] == "broken-game", damage
        status, reply, _ = damaged[0].request("GET", f"/api/v1/games/{game.id}/file")
        assert (status, reply["code"]) == (409, "broken-game"), damage


def test_the_others_go_on(damaged: tuple[Server, dict[str, Game], Game]) -> None:
    server, games, sound = damaged
    listed = {game["id"] for game in server.get("/api/v1/games")["games"]}
    assert sound.id in listed
    assert server.get("/api/v1/stats")["games"]["running"] == len(games) + 1
    assert server.get("/api/v1/finished")["games"] == []
    with sound.sit(0, 1) as both:
        play_on([both], at_random(6), most=3)
    assert server.get("/readyz")["status"] == "ready"
    for _ in range(3):
        server.get("/api/v1/games")
    named = [line for line in server.log().splitlines() if '"damaged game"' in line]
    assert 0 < len(named) <= len(games), "each is named once"
    assert "Traceback" not in server.log()


def test_a_damaged_result_is_left_out(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        wish = {"options": {"players": 1}, "seats": HUMANS[:1], "start": True, "listed": True}
        games = [server.create(**wish) for _ in range(2)]
        for game in games:
            with game.sit(0) as ada:
                play_on([ada], at_random(7))
        bad, good = games
        server.end()
        with server.opened() as db:
            db.execute("UPDATE games SET result = '{\"end\": 5}' WHERE id = ?", (bad.id,))
        server.start()
        assert [each["id"] for each in server.get("/api/v1/finished")["games"]] == [good.id]
        (counted,) = server.get("/api/v1/stats")["finished"]
        assert counted["games"] == 1
        assert bad.room()["status"] == "broken"


def test_check_names_every_damaged_game(damaged: tuple[Server, dict[str, Game], Game]) -> None:
    server, games, _ = damaged
    code, output = admin("check", *server.kept.flags)
    assert code == 1
    assert output["games"] == len(games) + 1
    reasons = {each["game"]: each["reason"] for each in output["damaged"]}
    assert set(reasons) == {game.id for game in games.values()}
    assert all(reasons.values())


@pytest.mark.sqlite
def test_a_damaged_file_is_not_ready(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0, 1) as both:
            play_on([both], at_random(8), most=60)
        assert server.get("/readyz")["status"] == "ready"
        server.end()
        path = server.data / FILE_NAME
        with closing(sqlite3.connect(path)) as db:
            (size,) = db.execute("PRAGMA page_size").fetchone()
            (root,) = db.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = 'entries'"
            ).fetchone()
        with path.open("rb+") as file:
            file.seek((root - 1) * size)
            file.write(b"\x00" * size)
        server.start()
        end = time.monotonic() + 10
        status = 200
        while status == 200 and time.monotonic() < end:
            status, reply, _ = server.request("GET", "/readyz")
            time.sleep(0.2)
        assert status == 503, "it said that it was ready"
        assert reply["code"] == "not-saved"
        assert reply["detail"]
        assert server.get("/healthz")
        code, checked = admin("check", *server.kept.flags)
        assert code == 1
        assert checked["damaged"][0]["game"] is None
        assert checked["damaged"][0]["reason"]
