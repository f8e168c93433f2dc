"""Operators delete, rename, mute, export and let old games go, on a server that runs or not."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rollplayer.cli.files import read_game_file
from rollplayer.server.operation.instructions import NoAnswer, give
from rollplayer.server.operation.moderation import DAY, BadInstruction, rename
from rollplayer.server.storage.sqlite import FILE_NAME
from tests.cli.runner import cli
from tests.server.harness import Game, Server, bearer, play_on
from tests.server.stores import opened, usual
from tests.server.test_admin import admin
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once


def with_some_talk(server: Server, **wish: Any) -> Game:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True, listed=True, **wish)
    with game.sit(0, 1) as both:
        assert both.ask("chat", seat=1, text="something unkind")["type"] == "ack"
        assert both.ask("chat", seat=0, text="hello")["type"] == "ack"
        play_on([both], at_random(51), most=8)
    return game


def rows(data: Path, sql: str, *values: Any) -> list[Any]:
    with opened(data) as db:
        return db.execute(sql, values).fetchall()


def age(data: Path, game: Game, days: float) -> None:
    """As if a game had been played so many days ago. The server must not have it in memory."""
    back = round(days * DAY)
    with opened(data) as db:
        for table, column in (("entries", "at"), ("chat", "at")):
            sql = f"UPDATE {table} SET {column} = {column} - ? WHERE game = ?"
            db.execute(sql, (back, game.id))
        sql = "UPDATE games SET created = created - ?, finished = finished - ? WHERE id = ?"
        db.execute(sql, (back, back, game.id))


@pytest.mark.parametrize("running", [True, False], ids=["running", "stopped"])
def test_a_game_is_deleted_for_good(running: bool, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        game, other = with_some_talk(server), with_some_talk(server)
        if not running:
            server.end()
        assert admin("delete", game.id, *usual(data).flags) == (0, {"games": 1})
        for table in ("entries", "seats", "chat"):
            assert rows(data, f"SELECT 1 FROM {table} WHERE game = ?", game.id) == []
        assert admin("delete", game.id, *usual(data).flags)[0] == 2
        if not running:
            server.start()
            other.server = server
        assert server.request("GET", game.path)[0] == 404
        assert [each["id"] for each in server.get("/api/v1/games")["games"]] == [other.id]
        with other.sit(0, 1) as both:
            play_on([both], at_random(52), most=5)
    assert admin("check", *usual(data).flags) == (0, {"games": 1, "damaged": []})


def test_who_plays_a_deleted_game_is_told_so(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        game = with_some_talk(server)
        with game.sit(0) as ada, game.sit(1) as bo:
            assert admin("delete", game.id, *usual(data).flags)[0] == 0
            for client in (ada, bo):
                assert client.until("refused")["code"] == "not-found"
                with pytest.raises(ConnectionClosed) as closed:
                    client.quiet(2)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4404
        assert server.faults() == []
        fresh = with_some_talk(server)
        assert fresh.room()["status"] == "running"


@pytest.mark.parametrize("running", [True, False], ids=["running", "stopped"])
def test_a_name_is_replaced_wherever_it_stands(running: bool, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        first, second = with_some_talk(server), with_some_talk(server)
        with first.sit(0, 1) as both:
            if running:
                output = admin(
                    "rename", "Guest", "--game", first.id, "--seat", "2", *usual(data).flags
                )
                assert output == (0, {"games": 1})
                both.until_true(lambda c: c.room["seats"][1]["name"] == "Guest")
                state = both.until("state")
                assert [line["name"] for line in state["chat"]] == ["Guest", "Ada"]
                play_on([both], at_random(53), most=4)
        if not running:
            server.end()
            arguments = ("--game", first.id, "--seat", "2", *usual(data).flags)
            assert admin("rename", "Guest", *arguments) == (0, {"games": 1})
        output = admin("rename", "Somebody", "--player", "Ada", *usual(data).flags)
        assert output == (0, {"games": 2})
        if not running:
            server.start()
            first.server = second.server = server
        for game in (first, second):
            with game.sit(0, 1) as both:
                play_on([both], at_random(54))
            names = [seat["name"] for seat in game.room()["seats"]]
            assert names == ["Somebody", "Guest" if game is first else "Bo"]
            _, body, _ = server.request("GET", game.path + "/file")
            path = tmp_path / f"{game.id}.jsonl"
            path.write_bytes(body)
            assert [seat["name"] for seat in read_game_file(str(path)).header.seats] == names
            assert json.loads(cli("verify", str(path), "--json").out)["seed"] == "checked"
            assert b"Ada" not in body


def test_a_muted_seat_says_nothing_whoever_sits_there(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        game = with_some_talk(server)
        with game.sit(0) as ada, game.sit(1) as bo:
            output = admin("mute", game.id, "2", "--erase", *usual(data).flags)
            assert output == (0, {"games": 1})
            state = ada.until("state")
            assert [line["text"] for line in state["chat"]] == ["hello"]
            assert bo.ask("chat", seat=1, text="more")["code"] == "muted"
            assert bo.ask("rename", seat=1, name="Something unkind")["code"] == "muted"
            assert ada.ask("chat", seat=0, text="fine")["type"] == "ack"
            assert bo.ask("leave", seat=1)["type"] == "ack"
        game.join("Bo again", seat=1)
        server.restart()
        with game.sit(1) as bo:
            assert bo.ask("chat", seat=1, text="more")["code"] == "muted"
            assert admin("mute", game.id, "2", "--off", *usual(data).flags)[0] == 0
            assert bo.ask("chat", seat=1, text="sorry")["type"] == "ack"
        with game.sit(host=True) as host:
            assert admin("mute", game.id, "host", *usual(data).flags)[0] == 0
            assert host.ask("chat", text="as the host")["code"] == "muted"
        assert admin("mute", game.id, "3", *usual(data).flags)[0] == 2
        assert admin("title", game.id, "A  \u202etable", *usual(data).flags)[0] == 0
        assert game.room()["title"] == "A table"


def test_a_muted_seat_has_no_other_way_to_write(tmp_path: Path) -> None:
    """Neither what it adds to the dice nor the name of whoever it hands the seat to."""
    data = tmp_path / "data"
    with Server(data) as server:
        game = server.create(options={"players": 2}, seats=HUMANS)
        with game.sit(1) as bo:
            assert bo.ask("entropy", seat=1, text="something unkind")["type"] == "ack"
            assert admin("mute", game.id, "2", "--erase", *usual(data).flags)[0] == 0
            assert game.room()["seats"][1]["entropy"] == ""
            assert bo.ask("entropy", seat=1, text="something unkind")["code"] == "muted"
            assert bo.ask("entropy", seat=1, text="")["type"] == "ack"
        path, token = f"{game.path}/seats/1/give", bearer(game.tokens[1])
        status, reply, _ = server.request("POST", path, {"name": "Something unkind"}, token)
        assert (status, reply["code"]) == (403, "muted")
        assert server.request("POST", path, {}, token)[0] == 200


def test_after_a_deleted_rematch_there_is_another(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        game = server.create(options={"players": 2}, seats=HUMANS)
        server.post(f"{game.path}/close", {}, game.host)
        first = server.post(f"{game.path}/rematch", {}, game.host)["game"]["id"]
        assert admin("delete", first, *usual(data).flags)[0] == 0
        second = server.post(f"{game.path}/rematch", {}, game.host)["game"]["id"]
        assert second != first
        assert server.get(f"/api/v1/games/{second}")["status"] == "open"


def test_old_games_go_and_others_stay(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        games = [with_some_talk(server) for _ in range(5)]
        old, young, idle, busy, watched = games
        for game in (old, young):
            with game.sit(0, 1) as both:
                play_on([both], at_random(55))
        server.end()
        age(data, old, 400)
        age(data, young, 10)
        for game in (idle, watched):
            age(data, game, 100)
        server.settings["ROLLPLAYER_KEEP_FINISHED_DAYS"] = "365"
        server.start()
        for game in games:
            game.server = server
        with watched.sit(0):
            until = time.monotonic() + 20
            while server.request("GET", old.path)[0] != 404:
                assert time.monotonic() < until, "the server keeps no house"
                time.sleep(0.1)
            code, output = admin("prune", "--abandoned-days", "90", *usual(data).flags)
            assert (code, output) == (0, {"games": 1})
        assert server.request("GET", idle.path)[0] == 404
        for game in (young, busy, watched):
            assert server.request("GET", game.path)[0] == 200
        assert admin("prune", *usual(data).flags)[0] == 2, "how long is not said"


def test_games_are_found_and_exported(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "copies"
    with Server(data) as server:
        done, going = with_some_talk(server), with_some_talk(server, title="Friday")
        waiting = server.create(options={"players": 2}, seats=[HUMANS[0], {"kind": "open"}])
        with done.sit(0, 1) as both:
            play_on([both], at_random(56))
        lines = cli("admin", "games", "friday", *usual(data).flags, "--json").out.splitlines()
        assert [json.loads(line)["id"] for line in lines] == [going.id]
        assert waiting.id in cli("admin", "games", *usual(data).flags).out
        assert admin("export", str(target), *usual(data).flags)[1]["games"] == 2
        assert admin("export", str(target), *usual(data).flags)[0] == 2, "nothing is written over"
        some = tmp_path / "some"
        output = admin("export", str(some), "--player", "Nobody", *usual(data).flags)
        assert output[1]["games"] == 0
    verdict = json.loads(cli("verify", str(target / f"{done.id}.jsonl"), "--json").out)
    assert (verdict["holds"], verdict["seed"]) == (True, "checked")
    verdict = json.loads(cli("verify", str(target / f"{going.id}.jsonl"), "--json").out)
    assert (verdict["holds"], verdict["over"], verdict["seed"]) == (True, False, "hidden")


def test_an_instruction_nobody_answers_is_withdrawn(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        game = with_some_talk(server)
    place = server.place
    with place.alone(), pytest.raises(NoAnswer):
        give(place, {"do": "delete", "game": game.id}, patience=0.3)
    assert rows(data, "SELECT * FROM orders") == []
    assert rows(data, "SELECT 1 FROM games") == [(1,)]


def test_a_damaged_file_is_told_in_one_line(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / FILE_NAME).write_bytes(b"no database at all" * 100)
    for arguments in (("delete", "k7w3m5xq2v9t4b8n"), ("games",), ("export", str(tmp_path / "c"))):
        ran = cli("admin", *arguments, "--data", str(data))
        assert (ran.code, ran.out) == (2, ""), arguments
        assert ran.err.count("\n") == 1


def test_what_cannot_be_done_says_why(tmp_path: Path) -> None:
    with pytest.raises(BadInstruction):
        rename("\u3164", player="Ada")
    data = str(tmp_path / "none")
    for arguments in (
        ("delete", "k7w3m5xq2v9t4b8n"),
        ("games",),
        ("export", str(tmp_path / "copies")),
        ("rename", "Guest"),
        ("rename", "Guest", "--game", "x"),
        ("rename", "Guest", "--player", "Ada", "--game", "x", "--seat", "1"),
        ("rename", "\u200b", "--player", "Ada"),
    ):
        ran = cli("admin", *arguments, "--data", data)
        assert (ran.code, ran.out) == (2, ""), arguments
        assert ran.err.count("\n") == 1
