"""Around one table: restarts, sent twice, leavers, spectators, chat."""

import json
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Client, Server, play_on
from tests.server.test_games import HUMANS, at_random, play_through_calls, verified

OPEN_SEAT = [HUMANS[0], {"kind": "open"}]


# -- truth on disk ----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_restart_in_the_middle(tmp_path: Path, how: int) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0, 1) as before:
            play_on([before], at_random(1), most=30)
            left = before.table
        started = time.monotonic()
        server.restart(how)
        with game.sit(0, 1, since=left["version"] - 5) as after:
            assert time.monotonic() - started < 8
            for key in ("version", "view", "pending", "seats"):
                assert after.table[key] == left[key], key
            numbers = [entry["n"] for entry in after.table["entries"]]
            assert numbers == list(range(left["version"] - 4, left["version"] + 1))
            play_on([after], at_random(2))
        assert verified(server, game, tmp_path)["over"]


def test_sigterm_says_goodbye_and_ends_quickly(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(seats=OPEN_SEAT)
        with game.sit(0) as ada:
            started = time.monotonic()
            assert server.end() == 0
            assert time.monotonic() - started < 5
            with pytest.raises(Exception, match="1012"):
                ada.until("never")


def test_a_command_sent_again_has_one_effect_also_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0, 1) as client:
            seat, version = client.asked(), client.version
            assert seat is not None
            answer = client.options(seat)[0]["notation"]
            again = {"version": version, "command": "the-very-same"}
            first = client.answer(seat, answer, **again)
            for _ in range(5):
                repeated = client.answer(seat, answer, **again)
                assert repeated == {**first, "duplicate": True}
                assert client.until("state")["version"] == first["version"]
        server.restart(signal.SIGKILL)
        with game.sit(0, 1) as client:
            repeated = client.answer(seat, answer, **again)
            assert (repeated["duplicate"], repeated["entry"]) == (True, first["entry"])
            # The same words of another seat are another command.
            other = client.answer(1 - seat, answer, **again)
            assert other["code"] == "stale"
            assert client.until("state")["version"] == first["version"]


def race(client: Client, version: int, results: list[dict[str, Any]]) -> None:
    answer = random.choice(client.options(0))["notation"]
    results.append(client.answer(0, answer, version=version))
    client.until_true(lambda c: c.version > version)


def test_a_race_on_one_version_has_one_winner(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
    clients = [game.sit(0) for _ in range(8)]
    for _ in range(3):
        version = clients[0].version
        results: list[dict[str, Any]] = []

        threads = [
            threading.Thread(target=race, args=(client, version, results)) for client in clients
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        kinds = [result["type"] for result in results]
        assert kinds.count("ack") == 1, results
        assert {result["code"] for result in results if result["type"] == "refused"} == {"stale"}
        for client in clients:
            client.quiet(0.1)
        assert len({client.version for client in clients}) == 1
    for client in clients:
        client.close()


def test_who_answers_a_finished_game_too_late_is_told_where_it_stands(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
    with game.sit(0) as ada:
        play_through_calls(ada, at_random(20))
        end = ada.version
        late: tuple[tuple[str, dict[str, Any]], ...] = (
            ("answer", {"answer": "pass"}),
            ("interrupt", {"answer": "pass"}),
            ("undo", {}),
            ("undo-ask", {}),
            ("pass-call", {}),
        )
        for kind, fields in late:
            refused = ada.ask(kind, seat=0, version=end - 1, **fields)
            assert (refused["code"], refused["version"]) == ("stale", end), kind
            state = ada.until("state")
            assert (state["version"], state["over"]) == (end, True), kind
            # Whoever knows that it is over, and answers all the same, is told just that.
            assert ada.ask(kind, seat=0, version=end, **fields)["code"] == "not-running", kind
    assert game.room()["version"] == end


# -- coming and going -------------------------------------------------------------------------------


def test_a_leaver_is_played_by_a_bot_and_comes_back(tmp_path: Path) -> None:
    with Server(tmp_path / "data", {"ROLLPLAYER_AWAY_SECONDS": "0.3"}) as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        with game.sit(0) as ada:
            bo = game.sit(1)
            play_on([ada, bo], at_random(8), most=6)
            early = ada.ask("give-to-bot", seat=1)
            assert early["code"] == "not-away"
            bo.close()
            ada.until_true(lambda c: not c.room["seats"][1]["connected"])
            assert ada.room["seats"][1]["away_since"]
            time.sleep(0.4)
            assert ada.ask("give-to-bot", seat=1, level="random")["type"] == "ack"
            ada.until_true(lambda c: c.room["seats"][1]["stand_in"] == "random")
            # The bot plays on: sooner or later Ada is asked in every turn.
            for _ in range(12):
                ada.until_true(lambda c: c.asked() == 0)
                play_on([ada], at_random(9), most=1)
            ada.until_true(lambda c: c.asked() == 0)
            with game.sit(1) as back:
                assert back.answer(1, "pass")["code"] in ("not-asked", "stand-in")
                assert back.ask("take-back", seat=1)["type"] == "ack"
                assert back.ask("take-back", seat=1)["code"] == "no-stand-in"
                back.until_true(lambda c: c.room["seats"][1]["stand_in"] is None)
                play_on([ada, back], at_random(10))
                assert ada.table["over"]


def test_who_leaves_a_game_opens_the_seat_and_loses_the_token(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0) as ada, game.sit(1) as bo:
        assert bo.ask("leave", seat=1)["type"] == "ack"
        assert [m["seats"] for m in bo.heard if m["type"] == "welcome"][-1] == []
        refused = bo.ask("rename", seat=1, name="Bo again")
        assert refused["code"] == "unauthorised"
        ada.until_true(lambda c: c.room["seats"][1]["kind"] == "open")
        assert ada.room["seats"][1]["stand_in"]
        old = game.tokens[1]
        assert game.join("Cleo") == 1
        assert game.tokens[1] != old
        ada.until_true(lambda c: c.room["seats"][1]["name"] == "Cleo")
    with pytest.raises(Exception, match="4401"):
        Client(server, game.id, [old])
    with game.sit(1) as cleo:
        assert cleo.welcome["seats"] == [1]


def test_a_seat_is_given_to_somebody_else(server: Server) -> None:
    game = server.create(seats=OPEN_SEAT)
    reserved = server.post(game.path + "/seats/1/give", {"name": "Cleo"}, game.host)
    assert game.room()["seats"][1] | {"name": "Cleo", "kind": "human"} == game.room()["seats"][1]
    given = server.post(game.path + "/seats/1/give", {}, reserved["token"])
    for token, status in ((reserved["token"], 401), (game.tokens[0], 403), (game.host, 403)):
        path = game.path + "/seats/1/give"
        headers = {"authorization": f"Bearer {token}"}
        assert server.request("POST", path, {}, headers)[0] == status
    game.tokens[1] = given["token"]
    with game.sit(1) as holder:
        assert holder.welcome["seats"] == [1]


def test_the_host_arranges_seats_and_fills_them_with_bots(server: Server) -> None:
    game = server.create(options={"players": 3}, seats=[HUMANS[0], *[{"kind": "open"}] * 2])
    game.join("Bo")
    with game.sit(0, host=True) as ada, game.sit(1) as bo:
        assert ada.ask("seat", seat=2, kind="bot", level="nobody")["code"] == "unknown-level"
        assert ada.ask("seat", seat=2, kind="bot", level="squire")["type"] == "ack"
        ada.until_true(lambda c: c.room["seats"][2]["level"] == "squire")
        assert ada.ask("seat", seat=1, kind="open")["type"] == "ack"
        bo.until_true(lambda c: c.heard[-1]["type"] == "welcome")
        assert bo.heard[-1]["seats"] == []
        assert ada.ask("start")["code"] == "not-full"
        assert ada.ask("start", fill="random")["type"] == "ack"
        ada.until("update")
        assert ada.room["status"] == "running" or ada.until("room")["room"]["status"] == "running"
        assert [seat["level"] for seat in ada.room["seats"]] == [None, "random", "squire"]
        assert ada.ask("seat", seat=1, kind="open")["code"] == "not-open"


def test_names_and_chat_are_cleaned_and_kept(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS)
    evil = "<img src=x onerror=alert(1)>"
    with game.sit(0) as ada, game.sit(1) as bo:
        assert ada.ask("rename", seat=0, name="A\u202eda\x07\n\x1b[31m" + evil)["type"] == "ack"
        bo.until_true(lambda c: c.room["seats"][0]["name"] != "Ada")
        name = bo.room["seats"][0]["name"]
        assert name == ("Ada [31m" + evil)[:40]
        assert ada.ask("rename", seat=0, name="\u200b\u202e")["code"] == "bad-name"
        said = ada.ask("chat", seat=0, text="Hi\u0000 there, " + evil, command="chat-once")
        assert said["type"] == "ack"
        assert ada.ask("chat", seat=0, text="twice", command="chat-once")["duplicate"]
        assert bo.until("chat")["text"] == "Hi there, " + evil
        assert ada.ask("chat", seat=1, text="not me")["code"] == "forbidden"
        assert ada.ask("chat", seat=0, text="x" * 700)["code"] == "malformed"
    with game.sit() as watcher:
        assert [line["text"] for line in watcher.table["chat"]] == ["Hi there, " + evil]
        assert watcher.ask("chat", text="hello")["code"] == "unauthorised"


def test_a_spectator_sees_the_table_and_does_nothing(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0, 1) as both, game.sit(language="fr") as watcher:
        both.until_true(lambda c: c.room["watchers"] == 1)
        play_on([both], at_random(11), most=5)
        watcher.until_true(lambda c: c.version == both.version)
        assert watcher.table["view"] == both.table["view"]
        assert watcher.table["seats"] == {}
        assert "options" not in json.dumps(watcher.table["pending"])
        messages: tuple[dict[str, Any], ...] = (
            {"type": "answer", "seat": both.asked(), "answer": "pass", "version": both.version},
            {"type": "undo", "seat": 0, "version": both.version},
            {"type": "start"},
            {"type": "leave", "seat": 0},
            {"type": "give-to-bot", "seat": 0},
            {"type": "rename", "seat": 1, "name": "Mallory"},
        )
        for message in messages:
            kind = message.pop("type")
            assert watcher.ask(kind, **message)["code"] == "unauthorised", message
        assert both.quiet() == []


def test_updates_tell_everybody_of_their_own_seats_only(server: Server) -> None:
    """In one language: an update is encoded once for all who may know the same, and only those."""
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with (
        game.sit(0) as ada,
        game.sit(1) as bo,
        game.sit(0, 1) as both,
        game.sit(host=True) as host,
        game.sit() as watcher,
        game.sit(1) as bo_again,
    ):
        everybody = {
            ada: {"0"},
            bo: {"1"},
            both: {"0", "1"},
            host: set(),
            watcher: set(),
            bo_again: {"1"},
        }
        for turn in range(6):
            before = both.version
            play_on([both], at_random(30 + turn), most=1)
            for client, seats in everybody.items():
                client.until_true(lambda c, old=before: c.version > old)
                assert client.heard[-1]["type"] == "update"
                assert set(client.table["seats"]) == seats
                for seat in seats:
                    assert client.table["seats"][seat] == both.table["seats"][seat]
        assert server.get("/api/v1/stats")["connections"] >= len(everybody)


def test_a_table_that_may_not_be_watched(server: Server) -> None:
    game = server.create(seats=OPEN_SEAT, watch=False)
    with pytest.raises(Exception, match="4404"):
        game.sit()
    assert server.request("GET", game.path + "/state")[0] == 401
    with game.sit(0) as ada:
        assert ada.welcome["seats"] == [0]


def test_a_closed_game_is_over_without_a_result(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0, 1) as both:
        assert server.post(game.path + "/close", {}, game.host)["game"]["status"] == "closed"
        both.until_true(lambda c: c.room["status"] == "closed")
        assert both.answer(both.asked() or 0, "pass")["code"] == "not-running"
    assert game.room()["result"] is None


def test_the_language_changes_at_any_time(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
    with game.sit(0) as ada:
        texts = set()
        for language in ("en", "de", "fr", "en-XA"):
            ada.send({"type": "language", "language": language})
            ada.until("state")
            texts.add(ada.table["pending"]["text"] + ada.options(0)[0]["text"])
        assert len(texts) == 4
