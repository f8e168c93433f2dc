"""My games and my statistics, as a person's devices get them from the server."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.protocol import persons as p
from rollplayer.server.protocol.own_statistics import OwnStatistics
from tests.server.conforming import check
from tests.server.harness import Client, Game, Server, bearer, play_on
from tests.server.person import PERSON, Somebody
from tests.server.stores import all_rows, opened
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

TWO = {"players": 2}
SHORT = {"players": 2, "variants": ["short-game"]}
A_DAY = {"turn_seconds": 86_400, "bank_seconds": 0, "downtime": True}


def listed(person: Somebody, **wish: str) -> list[dict[str, Any]]:
    query = "&".join(f"{name}={value}" for name, value in wish.items())
    told = person.ask(f"/games?{query}")
    check(told, p.PersonGames)
    games: list[dict[str, Any]] = told["games"]
    return games


def played(server: Server, ada: Somebody, seed: int = 3) -> Game:
    """A finished game in which Ada had the first seat."""
    game = server.create(options=SHORT, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0])
    with Client(server, game.id, [ada.secret, game.tokens[1]]) as both:
        play_on([both], at_random(seed))
        assert both.table["over"]
    return game


def test_a_running_game_is_told_without_opening_it(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        ada = Somebody.new(server)
        game = server.create(options=TWO, seats=HUMANS, start=True, time_limit=A_DAY)
        ada.claim(game, game.tokens[0])
        with game.sit(0, 1) as both:
            play_on([both], at_random(2), most=30)
            asked, view = both.table["pending"]["seat"], both.table["view"]
        server.restart()
        (own,) = listed(ada, part="running")
        assert (own["asked"], own["round"], own["rounds"]) == (asked, view["round"], view["rounds"])
        assert [hero["class"] for hero in own["heroes"]] == [
            hero["class"] for hero in view["heroes"]
        ]
        assert 0 < own["left"] <= 86_400_000
        assert own["since"] >= own["game"]["started"]
        _, metrics, _ = server.request("GET", "/metrics")
        assert b"rollplayer_rebuild_seconds_count 0.0" in metrics


def test_what_happened_since_one_looked_is_counted_and_told(server: Server) -> None:
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0])
    (own,) = listed(ada)
    assert (own["moves"], own["unread"]) == (0, 0)
    with game.sit(0, 1) as both:
        both.ask("chat", seat=1, text="Your turn soon")
        both.ask("chat", seat=0, text="mine")
        play_on([both], at_random(2), most=20)
    (own,) = listed(ada)
    assert own["moves"] > 3
    assert own["unread"] == 1
    path = f"/games/{game.id}/news"
    news = ada.ask(path + "?language=de")
    check(news, p.GameNews)
    assert news["moves"] == own["moves"]
    assert 0 < len(news["lines"]) <= 8
    assert all("Bo" in line for line in news["lines"])
    assert news["lines"] != ada.ask(path + "?language=en")["lines"]
    with Client(server, game.id, [ada.secret]) as table:
        # It lies open before her.
        assert listed(ada)[0]["moves"] == 0
        table.ask("chat", seat=0, text="I am here")
    # What she has seen is noted when the socket has closed.
    until = time.monotonic() + 10
    while ada.ask(path)["lines"] and time.monotonic() < until:
        time.sleep(0.02)
    assert ada.ask(path) == {"moves": 0, "lines": []}
    (own,) = listed(ada)
    assert (own["moves"], own["unread"]) == (0, 0)


def test_a_tab_that_nobody_sees_has_not_seen(server: Server) -> None:
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0])
    with Client(server, game.id, [ada.secret]) as table, game.sit(1) as bo:
        table.send({"type": "ping", "command": "away-from-it", "hidden": True})
        table.until("pong")
        bo.ask("chat", seat=1, text="Are you there?")
    assert listed(ada)[0]["unread"] == 1


def test_finished_games_are_found_counted_and_linked(server: Server) -> None:
    ada = Somebody.new(server)
    game = played(server, ada)
    running = server.create(options=TWO, seats=HUMANS, start=True, title="Friday table")
    ada.claim(running, running.tokens[0])
    (own,) = listed(ada, part="finished")
    assert own["game"]["id"] == game.id
    assert own["moves"] is None
    hero = own["heroes"][0]
    assert hero["class"]
    won = 0 in own["game"]["result"]["winners"]
    result = "won" if won else "lost"
    for wish in ({"class": hero["class"]}, {"race": hero["race"]}, {"result": result}):
        assert [each["game"]["id"] for each in listed(ada, part="finished", **wish)] == [game.id]
    assert listed(ada, part="finished", result="lost" if won else "won") == []
    assert listed(ada, part="finished", query=hero["class_name"])
    assert [each["game"]["id"] for each in listed(ada, query="friday")] == [running.id]
    told = ada.ask("/statistics?language=fr")
    check(told, OwnStatistics)
    assert (told["games"], told["won"]) == (1, int(won))
    total = own["game"]["result"]["heroes"][0]["total"]
    assert told["best"] == total
    assert sum(line["best"] for line in told["lines"]) == total
    # At random some heroes end without a star, and that is no record.
    assert [record["what"] for record in told["records"]][:1] == (["stars"] if total else [])
    assert {record["game"] for record in told["records"]} <= {game.id}
    assert told["classes"][0]["key"] == hero["class"]


def test_pages_follow_their_cursor(server: Server) -> None:
    ada = Somebody.new(server)
    ids = set()
    for _ in range(5):
        game = server.create(options=TWO, seats=HUMANS)
        ada.claim(game, game.tokens[0])
        ids.add(game.id)
    first = ada.ask("/games?part=running&limit=3")
    assert (len(first["games"]), first["found"]) == (3, 5)
    second = ada.ask(f"/games?part=running&limit=3&after={first['next']}")
    assert second["next"] is None
    assert {own["game"]["id"] for own in (*first["games"], *second["games"])} == ids
    for bad in ("part=everything", "after=x", "limit=0", "result=drawn"):
        status, reply, _ = server.request("GET", f"{PERSON}/games?{bad}", None, bearer(ada.secret))
        assert (status, reply["code"]) == (422, "malformed"), bad


def test_the_archive_is_the_same_on_every_device_also_if_two_change_it_at_once(
    server: Server,
) -> None:
    ada = Somebody.new(server)
    game = played(server, ada)
    phone = ada.recovered()
    with ThreadPoolExecutor(8) as pool:
        for archived in (True, False):
            list(
                pool.map(
                    lambda device, to=archived: device.do("/archive", id=game.id, archived=to),
                    (ada, phone) * 4,
                )
            )
            part = "archived" if archived else "finished"
            for device in (ada, phone):
                (own,) = listed(device, part=part)
                assert own["archived"] is archived
    # It counts, wherever it lies.
    ada.do("/archive", id=game.id, archived=True)
    assert listed(phone, part="finished") == []
    assert ada.ask("/statistics")["games"] == 1


def test_one_game_is_forgotten_and_stays_for_the_others(tmp_path: Path) -> None:
    seats = [{"kind": "human", "name": "Adalberta"}, HUMANS[1]]
    with Server(tmp_path / "data") as server:
        ada, bo = Somebody.new(server, "Somebody else"), Somebody.new(server, "Bo")
        game = server.create(options=SHORT, seats=seats, start=True)
        ada.claim(game, game.tokens[0], game.host)
        bo.claim(game, game.tokens[1])
        assert ada.refusal("/forget", id=game.id) == (409, "not-finished")
        with game.sit(0, 1) as both:
            both.ask("chat", seat=0, text="something private")
            play_on([both], at_random(3))
        phone = ada.recovered()
        with ThreadPoolExecutor(4) as pool:
            done = list(pool.map(lambda each: each.do("/forget", id=game.id), (ada, phone) * 2))
        assert done == [{}] * 4
        # Nor does a device that comes too late bring it back.
        phone.do("/archive", id=game.id, archived=False)
        assert listed(ada) == listed(phone, part="archived") == []
        assert ada.ask("/statistics")["games"] == 0
        (own,) = listed(bo)
        assert [seat["name"] for seat in own["game"]["seats"]] == ["A former player", "Bo"]
        assert bo.ask("/statistics")["games"] == 1
        assert ada.claim(game, game.tokens[0])["claimed"] == []
        server.end()
        with opened(tmp_path / "data") as db:
            dump = str(all_rows(db))
            # Only what Bo has seen of it is still noted.
            assert db.execute("SELECT count(*) FROM looks").fetchone() == (1,)
        assert "Adalberta" not in dump
        assert "something private" not in dump


def test_what_was_looked_at_is_exported_and_deleted_with_the_person(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        ada = Somebody.new(server)
        game = played(server, ada)
        ada.do("/archive", id=game.id, archived=True)
        (own,) = ada.ask("/export")["games"]
        assert own["archived"] is True
        assert own["looked"]["version"] == game.room()["version"]
        ada.do("/delete", delete="everything")
        server.end()
        with opened(tmp_path / "data") as db:
            assert db.execute("SELECT count(*) FROM looks").fetchone() == (0,)


def test_rows_are_what_they_follow_from_whatever_has_happened(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        ada, bo = Somebody.new(server), Somebody.new(server, "Bo")
        game = played(server, ada)
        bo.claim(game, game.tokens[1], game.host)
        ada.do("/archive", id=game.id, archived=True)
        again = server.post(game.path + "/rematch", {"start": True}, game.host)["game"]["id"]
        open_one = server.create(options=TWO, seats=[HUMANS[0], {"kind": "open"}])
        ada.claim(open_one, open_one.tokens[0], open_one.host)
        open_one.join("Cleo")
        with Client(server, again, [ada.secret]) as table:
            table.ask("rename", seat=0, name="Ada L.")
        server.post(f"/api/v1/games/{again}/leave", {}, bo.secret)
        Somebody.new(server, "Gone").do("/delete", delete="everything")
        server.end()
        with opened(tmp_path / "data") as db:
            kept = set(db.execute("SELECT person, game, facts FROM own_rows"))
            follows = set(db.execute("SELECT person, game, facts FROM own_rows_now"))
    assert len(kept) == 5
    assert kept == follows
    assert any("Ada L." in facts for _, _, facts in kept)


# -- what is not one's own --------------------------------------------------------------------------


def touch_the_games_of_others(server: Server) -> bool:
    """Whether somebody archives, forgets or reads about a game that is another's."""
    ada, mallory = Somebody.new(server), Somebody.new(server, "Mallory")
    game = played(server, ada)
    mallory.do("/archive", id=game.id, archived=True)
    mallory.do("/forget", id=game.id)
    answers = set()
    for id in (game.id, "k7w3m5xq2v9t4b8n", "nonsense"):
        status, reply, _ = server.request(
            "GET", f"{PERSON}/games/{id}/news", None, bearer(mallory.secret)
        )
        answers.add((status, reply.get("code")))
    room = game.room()
    is_hers = [own["game"]["id"] for own in listed(ada, part="finished")] == [game.id]
    return not is_hers or room["seats"][0]["name"] != "Ada" or answers != {(404, "not-found")}


def keep_a_seat_that_was_given_away(server: Server) -> bool:
    """Whether lists, news and statistics still tell of a seat that somebody else holds."""
    ada = Somebody.new(server)
    game = played(server, ada)
    running = server.create(options=TWO, seats=HUMANS, start=True, watch=False)
    ada.claim(running, running.tokens[0])
    for each in (game, running):
        server.post(each.path + "/seats/0/give", {"name": "Cleo"}, each.tokens[0])
    status, _, _ = server.request(
        "GET", f"{PERSON}/games/{running.id}/news", None, bearer(ada.secret)
    )
    return bool(listed(ada)) or ada.ask("/statistics")["games"] > 0 or status != 404


def meet_the_opponents_of_others(server: Server) -> bool:
    """Whether a search or statistics find anything in games of others."""
    ada, mallory = Somebody.new(server), Somebody.new(server, "Mallory")
    game = played(server, ada)
    mallory.claim(game, mallory.secret, ada.secret)
    found = [*listed(mallory), *listed(mallory, query="Bo"), *listed(mallory, opponent="Bo")]
    return (
        bool(found)
        or ada.secret in json.dumps(listed(ada))
        or bool(mallory.ask("/statistics")["opponents"])
    )


def see_into_hands(server: Server) -> bool:
    """Whether a list or news have a token, a hash or a seed in them."""
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0], game.host)
    text = json.dumps([listed(ada), ada.ask(f"/games/{game.id}/news"), ada.ask("/statistics")])
    words = (*game.tokens.values(), game.host, ada.secret, "digest", "hash", '"seed"')
    return any(word in text for word in words)


ATTACKS: dict[str, Callable[[Server], bool]] = {
    "nosy": touch_the_games_of_others,
    "lingering": keep_a_seat_that_was_given_away,
    "sociable": meet_the_opponents_of_others,
    "talkative": see_into_hands,
}


@pytest.fixture(scope="module")
def careful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("careful") / "data") as server:
        yield server
        assert server.faults() == []


@pytest.mark.parametrize("defect", ATTACKS)
def test_an_attack_fails(careful: Server, defect: str) -> None:
    assert not ATTACKS[defect](careful)


@pytest.mark.parametrize("defect", ATTACKS)
def test_it_succeeds_where_the_server_is_careless(tmp_path: Path, defect: str) -> None:
    command = ("-m", "tests.server.faulty_persons", defect)
    with Server(tmp_path / "data", {}, command) as server:
        assert ATTACKS[defect](server), "the test would not notice it"
