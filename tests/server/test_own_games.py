"""A browser's own games, found by the tokens it holds; and leaving one."""

import json
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.common.tokens import new_id, new_token
from rollplayer.server.protocol.own_games import MOST_GAMES, OwnGames
from tests.server.conforming import check
from tests.server.harness import Client, Game, Server, bearer, play_on
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

PATH = "/api/v1/own-games"
AGAINST_A_BOT = [HUMANS[0], {"kind": "bot", "level": "random", "name": "Osric"}]
SHORT = {"players": 2, "variants": ["short-game"]}


def keys(game: Game, *tokens: str) -> dict[str, Any]:
    return {"id": game.id, "tokens": list(tokens)}


def ask(server: Server, *games: dict[str, Any]) -> Any:
    told = server.post(PATH, {"games": list(games)})
    check(told, OwnGames)
    return told


def finished(server: Server) -> Game:
    game = server.create(options=SHORT, seats=HUMANS, start=True)
    with game.sit(0, 1) as both:
        play_on([both], at_random(3))
        assert both.table["over"]
    return game


def test_a_running_game_says_whose_turn_it_is(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    (own,) = ask(server, keys(game, game.tokens[1]))["games"]
    assert own["seats"] == [1]
    assert own["host"] is False
    assert own["game"]["status"] == "running"
    with game.sit(0, 1) as both:
        both.until_true(lambda c: c.asked() is not None)
        (own,) = ask(server, keys(game, game.tokens[1], game.host))["games"]
        assert own["asked"] == both.asked()
        assert own["host"] is True
        assert (own["round"], own["rounds"]) == (0, both.table["view"]["rounds"])


def test_the_turn_is_known_also_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        before = ask(server, keys(game, game.tokens[0]))["games"]
        server.restart()
        (own,) = ask(server, keys(game, game.tokens[0]))["games"]
        assert own["asked"] is not None
        assert own["asked"] == before[0]["asked"]


def test_a_finished_game_shows_its_heroes_and_stars(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = finished(server)
        for again in range(2):
            (own,) = ask(server, keys(game, game.tokens[0]))["games"]
            assert own["game"]["status"] == "finished"
            assert [hero["total"] for hero in own["game"]["result"]["heroes"]]
            assert len(own["heroes"]) == 2
            for face in own["heroes"]:
                assert face["race"], again
                assert face["class"], again
                assert face["race_name"] not in ("", face["race"])
                assert face["class_name"] not in ("", face["class"])
                assert face["side"] in ("male", "female")
            server.restart()


def test_a_game_from_before_faces_were_kept_shows_its_classes(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = finished(server)
        port = server.port
        server.end()
        with server.opened() as db:
            (text,) = db.execute("SELECT result FROM games").fetchone()
            result = json.loads(text)
            del result["faces"]
            db.execute("UPDATE games SET result = ?", (json.dumps(result),))
        server.start(port)
        (own,) = ask(server, keys(game, game.tokens[0]))["games"]
        assert [face["class"] for face in own["heroes"]] == result["classes"]
        assert [face["race"] for face in own["heroes"]] == [None, None]


# -- somebody who tries -----------------------------------------------------------------------------


def test_tokens_of_others_open_nothing(server: Server) -> None:
    """Whether a game exists is not told either: unknown and not opened read the same."""
    mine = server.create(options={"players": 2}, seats=HUMANS, start=True, watch=False)
    theirs = server.create(options={"players": 2}, seats=HUMANS, start=True, watch=False)
    nowhere = new_id()
    told = ask(
        server,
        keys(mine, mine.tokens[0]),
        keys(theirs, mine.tokens[0], mine.host, new_token()),
        {"id": nowhere, "tokens": [mine.tokens[0]]},
        {"id": "../../etc/passwd", "tokens": [new_token()]},
    )
    assert [own["game"]["id"] for own in told["games"]] == [mine.id]
    assert told["unknown"] == [theirs.id, nowhere, "../../etc/passwd"]


def test_a_token_that_was_given_away_opens_nothing_any_more(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    old = game.tokens[1]
    given = server.post(game.path + "/seats/1/give", {}, old)
    assert ask(server, keys(game, old))["unknown"] == [game.id]
    (own,) = ask(server, keys(game, given["token"]))["games"]
    assert own["seats"] == [1]


def test_what_is_told_has_no_secret_in_it(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    text = json.dumps(ask(server, keys(game, game.tokens[0])))
    for token in (*game.tokens.values(), game.host):
        assert token not in text
    assert '"seed"' not in text


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"games": {}},
        {"games": [{"id": "x", "tokens": []}]},
        {"games": [{"id": "x", "tokens": ["t"] * 9}]},
        {"games": [{"id": "x", "tokens": ["t" * 101]}]},
        {"games": [{"id": "x" * 21, "tokens": ["t"]}]},
        {"games": [{"id": "x", "tokens": [5]}]},
        {"games": [{"id": "x", "tokens": ["t"]}] * (MOST_GAMES + 1)},
        {"games": [], "tokens": ["t"]},
    ],
)
def test_bodies_that_nobody_needs_are_refused(server: Server, body: Any) -> None:
    status, reply, _ = server.request("POST", PATH, body)
    assert (status, reply["code"]) == (422, "malformed")


def test_huge_bodies_are_refused_unread(server: Server) -> None:
    status, reply, _ = server.request("POST", PATH, b'{"games": [' + b" " * (1 << 20))
    assert (status, reply["code"]) == (413, "too-large")


def test_guessing_is_counted_and_no_token_comes_into_the_log(tmp_path: Path) -> None:
    limits = {"ROLLPLAYER_REQUESTS_PER_MINUTE": "40", "ROLLPLAYER_LOG_LEVEL": "debug"}
    with Server(tmp_path / "data", limits) as server:
        tokens = [new_token() for _ in range(8)]
        body = {"games": [{"id": new_id(), "tokens": tokens} for _ in range(MOST_GAMES)]}
        statuses = [server.request("POST", PATH, body)[0] for _ in range(12)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        # Fifty games at once cost more than one.
        assert statuses.count(200) <= 40 // 7 + 1
        assert all(token not in server.log() for token in tokens)


def test_pages_of_other_sites_learn_nothing(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    body = {"games": [keys(game, game.tokens[0])]}
    status, reply, _ = server.request("POST", PATH, body, {"origin": "https://evil.example"})
    assert (status, reply["code"]) == (403, "origin")


# -- leaving ----------------------------------------------------------------------------------------


def test_a_bot_plays_on_for_who_leaves(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(1) as bo:
        left = server.post(game.path + "/leave", {}, game.tokens[0])["game"]
        assert left["status"] == "running"
        assert left["seats"][0]["kind"] == "open"
        assert left["seats"][0]["stand_in"]
        bo.until_true(lambda c: c.room["seats"][0]["stand_in"])
    assert ask(server, keys(game, game.tokens[0]))["unknown"] == [game.id]
    with pytest.raises(Exception, match="4401"):
        Client(server, game.id, [game.tokens[0]])


@pytest.mark.parametrize("seats", [HUMANS, AGAINST_A_BOT])
def test_a_game_that_nobody_is_left_in_is_given_up(server: Server, seats: Any) -> None:
    game = server.create(options={"players": 2}, seats=seats, start=True)
    tokens = list(game.tokens.values())
    assert server.post(game.path + "/leave", {}, *tokens)["game"]["status"] == "closed"
    (own,) = ask(server, keys(game, *tokens))["games"]
    assert own["game"]["status"] == "closed"
    assert own["asked"] is None
    status, reply, _ = server.request("POST", game.path + "/leave", {}, bearer(*tokens))
    assert (status, reply["code"]) == (409, "not-running")


def test_the_last_one_who_leaves_by_the_socket_ends_it_as_well(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=AGAINST_A_BOT, start=True)
    with game.sit(0) as ada:
        assert ada.ask("leave", seat=0)["type"] == "ack"
        ada.until_true(lambda c: c.room["status"] == "closed")


def test_before_the_start_a_guest_frees_the_seat_and_the_host_closes_the_table(
    server: Server,
) -> None:
    game = server.create(options={"players": 2}, seats=[HUMANS[0], {"kind": "open"}])
    game.join("Bo")
    left = server.post(game.path + "/leave", {}, game.tokens[1])["game"]
    assert (left["status"], left["seats"][1]["kind"]) == ("open", "open")
    with game.sit() as watcher:
        left = server.post(game.path + "/leave", {}, game.tokens[0], game.host)["game"]
        assert left["status"] == "closed"
        watcher.until_true(lambda c: c.room["status"] == "closed")


def test_nobody_is_made_to_leave(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    other = server.create(options={"players": 2}, seats=HUMANS, start=True)
    for tokens in ((), (new_token(),), (other.tokens[0], other.host)):
        status, reply, _ = server.request("POST", game.path + "/leave", {}, bearer(*tokens))
        assert (status, reply["code"]) == (401, "unauthorised"), tokens
    assert [seat["kind"] for seat in game.room()["seats"]] == ["human", "human"]


# -- playing again ----------------------------------------------------------------------------------


def test_play_again_begins_at_once_for_the_host_alone(server: Server) -> None:
    game = finished(server)
    path = game.path + "/rematch"
    status, reply, _ = server.request("POST", path, {"start": True}, bearer(game.tokens[1]))
    assert (status, reply["code"]) == (403, "forbidden")
    again = server.post(path, {"start": True}, game.tokens[0], game.host)["game"]
    assert again["status"] == "running"
    assert again["options"] == game.room()["options"]
    assert game.room()["rematch"] == again["id"]


def test_play_again_does_not_begin_with_a_free_seat(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options=SHORT, seats=HUMANS, start=True)
        server.post(game.path + "/leave", {}, game.tokens[1])
        with game.sit(0) as ada:
            play_on([ada], at_random(4))
        path = game.path + "/rematch"
        status, reply, _ = server.request("POST", path, {"start": True}, bearer(game.host))
        assert (status, reply["code"]) == (409, "not-full")
        assert server.post(path, {}, game.host)["game"]["status"] == "open"
