"""Whole games over the wire: two clients, one screen, bots, solitaire; and their files."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests import forking
from tests.server.harness import Client, Game, Server, play_on

HUMANS = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]


def at_random(seed: int) -> Any:
    return random.Random(seed).choice


def verified(server: Server, game: Game, folder: Path) -> dict[str, Any]:
    """What `rollplayer verify` says about the downloaded file."""
    status, body, headers = server.request("GET", game.path + "/file")
    assert status == 200
    assert headers["content-type"].startswith("application/x-ndjson")
    path = folder / "game.jsonl"
    path.write_bytes(body)
    done = forking.run("rollplayer", ["verify", str(path), "--json"])
    assert done.returncode == 0, done.stdout + done.stderr
    verdict: dict[str, Any] = json.loads(done.stdout)
    return verdict


def test_two_clients_play_a_whole_game(server: Server, tmp_path: Path) -> None:
    game = server.create(options={"players": 2}, seats=[HUMANS[0], {"kind": "open"}], listed=True)
    assert game.join("Bo") == 1
    with game.sit(0, host=True) as ada, game.sit(1, language="de") as bo:
        assert ada.ask("start")["type"] == "ack"
        ada.until("update")
        given = play_on([ada, bo], at_random(1))
        bo.until_true(lambda c: c.table["over"])
        assert given > 80
        assert ada.table["view"]["phase"] == "end"
        assert ada.table["result"] == bo.table["result"]
        result = ada.table["result"]
    room = game.room()
    assert room["status"] == "finished"
    assert room["result"] == result
    verdict = verified(server, game, tmp_path)
    assert verdict["seed"] == "checked"
    assert verdict["winners"] == result["winners"]
    assert verdict["answers"] == room["version"]


def test_updates_tell_every_entry_once_and_in_order(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0, 1, since=0) as both:
        play_on([both], at_random(2), most=25)
        numbers = [
            entry["n"]
            for message in both.heard
            if message["type"] in ("state", "update")
            for entry in message["entries"]
        ]
    assert numbers == list(range(1, both.version + 1))


def test_one_screen_holds_three_seats(server: Server, tmp_path: Path) -> None:
    seats = [*HUMANS, {"kind": "human", "name": "Cleo"}]
    game = server.create(options={"players": 3, "variants": ["short-game"]}, seats=seats)
    with game.sit(0, 1, 2, host=True) as screen:
        assert screen.welcome["seats"] == [0, 1, 2]
        screen.ask("start")
        screen.until("update")
        assert set(screen.table["seats"]) == {"0", "1", "2"}
        market = [card for card in screen.table["view"]["market"] if card]
        assert list(screen.table["seats"]["1"]["prices"]) == market
        play_on([screen], at_random(3))
        assert screen.table["over"]
    assert verified(server, game, tmp_path)["over"]


def test_a_person_and_bots_of_every_level(server: Server, tmp_path: Path) -> None:
    levels = server.get("/api/v1")["levels"]
    bots = [{"kind": "bot", "level": level} for level in levels[:3]]
    game = server.create(
        options={"players": 1 + len(bots)}, seats=[HUMANS[0], *bots], start=True, pace="turns"
    )
    with game.sit(0) as ada:
        play_on([ada], at_random(4), timeout=60)
        assert ada.table["over"]
    assert verified(server, game, tmp_path)["over"]
    names = [seat["name"] for seat in game.room()["seats"]]
    assert names == ["Ada", "Wanderer", "Squire", "Adventurer"]


@pytest.mark.parametrize("edition", ["second", "first"])
def test_solitaire_to_its_rank(server: Server, tmp_path: Path, edition: str) -> None:
    options = {"players": 1, "edition": edition}
    game = server.create(options=options, seats=[HUMANS[0]], start=True, language="fr")
    with game.sit(0, language="fr") as ada:
        play_through_calls(ada, at_random(5))
        assert ada.table["result"]["rank"]
    assert verified(server, game, tmp_path)["rank"] == ada.table["result"]["rank"]


def play_through_calls(client: Client, choose: Any) -> None:
    """Alone: before the enemy die rolls, the player may be asked to pass."""
    while not client.table["over"]:
        version = client.version
        if client.table["last_call"] is not None:
            assert client.ask("pass-call", seat=0, version=version)["type"] == "ack"
        else:
            seat = client.asked()
            assert seat == 0
            assert client.answer(seat, choose(client.options(seat))["notation"])["type"] == "ack"
        client.until_true(lambda c, old=version: c.version > old)


def test_bots_alone_play_while_one_watches(server: Server) -> None:
    seats = [{"kind": "bot", "level": "random"}] * 4
    game = server.create(options={"players": 4}, seats=seats, start=True)
    with game.sit(language="de") as watcher:
        watcher.until_true(lambda c: c.table["over"], timeout=60)
        assert watcher.table["seats"] == {}
        assert len(watcher.table["result"]["heroes"]) == 4


def test_bots_think_in_processes_of_their_own(tmp_path: Path) -> None:
    with Server(tmp_path / "data", {"ROLLPLAYER_BOT_WORKERS": "2"}) as server:
        seats = [{"kind": "bot", "level": "squire"}, {"kind": "bot", "level": "random"}]
        games = [server.create(options={"players": 2}, seats=seats, start=True) for _ in range(3)]
        for game in games:
            with game.sit() as watcher:
                watcher.until_true(lambda c: c.table["over"], timeout=60)
            assert verified(server, game, tmp_path)["over"]
        assert server.faults() == []


def test_a_finished_game_is_found_and_replayed(server: Server) -> None:
    game = server.create(
        options={"players": 1},
        seats=[{"kind": "human", "name": "Zenobia the 1st_%"}],
        start=True,
        listed=True,
        title="A lonely evening",
    )
    with game.sit(0) as ada:
        play_through_calls(ada, at_random(6))
    for query in ("zenobia", "1st_%25", "lonely"):
        listed = server.get(f"/api/v1/finished?query={query}")
        assert game.id in [each["id"] for each in listed["games"]], query
    assert server.get("/api/v1/finished?query=nobody-here")["games"] == []
    assert game.id not in str(server.get("/api/v1/finished?players=4"))
    assert game.id in str(server.get("/api/v1/finished?expansion=none"))
    status, reply, _ = server.request("GET", "/api/v1/finished?expansion=first")
    assert (status, reply["code"]) == (422, "malformed")
    replay = server.get(game.path + "/replay?language=de")
    assert len(replay["frames"]) == game.room()["version"] + 1
    rebuilt: dict[str, Any] = {}
    for frame in replay["frames"]:
        changes = dict(frame["changes"])
        heroes = {**rebuilt.get("heroes", {}), **changes.pop("heroes", {})}
        rebuilt = {**rebuilt, **changes, "heroes": heroes}
    rebuilt["heroes"] = [rebuilt["heroes"]["0"]]
    assert rebuilt == ada.table["view"]
    _, file, _ = server.request("GET", game.path + "/file")
    status, posted, _ = server.request("POST", "/api/v1/replay?language=de", file)
    assert status == 200
    assert posted == replay
    stats = server.get("/api/v1/stats")
    assert stats["games"]["finished"] >= 1
    assert sum(each["heroes"] for each in stats["classes"]) >= 1


def test_a_rematch_has_the_same_seats_and_tokens(server: Server) -> None:
    game = server.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
    with game.sit(0) as ada:
        status, reply, _ = server.request("POST", game.path + "/rematch", {}, {})
        assert (status, reply["code"]) == (401, "unauthorised")
        play_through_calls(ada, at_random(7))
        again = server.post(game.path + "/rematch", {}, game.tokens[0])["game"]
        ada.until_true(lambda c: c.room["rematch"] == again["id"])
    assert server.post(game.path + "/rematch", {}, game.host)["game"]["id"] == again["id"]
    assert again["status"] == "open"
    assert again["commitment"] != game.room()["commitment"]
    with Client(server, again["id"], [game.tokens[0], game.host]) as same:
        assert same.welcome["seats"] == [0]
        assert same.ask("start")["type"] == "ack"
