"""Rated tables over the wire: who may sit there, what is not done there, and what a game changes."""

import signal
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.operation.instructions import give
from rollplayer.server.operation.sanctions import act_on
from rollplayer.server.protocol import ratings as r
from rollplayer.server.protocol.own_rating import OwnRating
from tests.server.conforming import check
from tests.server.harness import Client, Game, Server, bearer, play_on
from tests.server.person import PERSON, Somebody
from tests.server.receivers import Receiver
from tests.server.test_games import at_random

pytestmark = pytest.mark.once

GAMES = "/api/v1/games"
LIMIT = {"turn_seconds": 3600}
OWN_AND_OPEN = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
WISH: dict[str, Any] = {
    "options": {"players": 2},
    "seats": OWN_AND_OPEN,
    "time_limit": LIMIT,
    "rated": True,
}


def rated_table(server: Server, ada: Somebody, **wish: Any) -> Game:
    return Game(server, server.post(GAMES, {**WISH, **wish}, ada.secret))


def refusal(server: Server, path: str, body: Any, *tokens: str) -> tuple[int, str]:
    status, reply, _ = server.request("POST", path, body, bearer(*tokens))
    return status, reply.get("code", "")


def sit_down(game: Game, who: Somebody, name: str) -> int:
    joined = game.server.post(game.path + "/join", {"name": name}, who.secret)
    game.tokens[joined["seat"]] = joined["token"]
    seat: int = joined["seat"]
    return seat


def begin(game: Game) -> None:
    with game.sit(host=True) as host:
        assert host.ask("start")["type"] == "ack"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"time_limit": None}, "rated-time"),
        ({"options": {"players": 2, "variants": ["short-game"]}}, "rated-options"),
        ({"options": {"players": 2, "edition": "first"}}, "rated-options"),
        ({"options": {"players": 1}, "seats": OWN_AND_OPEN[:1]}, "rated-options"),
        ({"seats": [OWN_AND_OPEN[0], OWN_AND_OPEN[0]]}, "rated-seats"),
    ],
)
def test_what_cannot_be_compared_is_not_rated(
    server: Server, wish: dict[str, Any], code: str
) -> None:
    ada = Somebody.new(server)
    assert refusal(server, GAMES, {**WISH, **wish}, ada.secret)[1] == code


def test_only_persons_sit_at_a_rated_table_and_each_once(server: Server) -> None:
    assert refusal(server, GAMES, WISH) == (401, "not-signed-in")
    ada = Somebody.new(server)
    game = rated_table(server, ada)
    assert game.room()["rated"] is True
    join = game.path + "/join"
    assert refusal(server, join, {"name": "Guest"}) == (401, "not-signed-in")
    # A token of the table proves no person.
    assert refusal(server, join, {"name": "Ada"}, game.tokens[0]) == (401, "not-signed-in")
    assert refusal(server, join, {"name": "Ada"}, ada.recovered().secret) == (409, "rated-seats")
    # Nor does the host bring somebody in by a link.
    give = f"{game.path}/seats/1/give"
    assert refusal(server, give, {}, game.host) == (409, "rated")
    assert sit_down(game, Somebody.new(server, "Bo"), "Bo") == 1


def test_at_a_rated_table_nobody_is_helped(server: Server) -> None:
    ada, bo = Somebody.new(server), Somebody.new(server, "Bo")
    game = rated_table(server, ada)
    sit_down(game, bo, "Bo")
    begin(game)
    with game.sit(0, 1, host=True) as both:
        seat = both.table["pending"]["seat"]
        play_on([both], at_random(1), most=3)
        seat = both.asked() or 0
        for message in ("hint", "odds", "undo-ask"):
            refused = both.ask(message, seat=seat, version=both.version)
            assert refused.get("code") == "rated", message
    with game.sit(0) as one:
        # Only time decides when a bot plays for another.
        assert one.ask("give-to-bot", seat=1)["code"] == "rated"
    # The host cannot end a game that goes badly; and leaving counts.
    assert refusal(server, game.path + "/close", {}, game.host) == (409, "rated")


def test_a_game_changes_ratings_once_whenever_the_server_dies(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        ada, bo, eve = (Somebody.new(server, name) for name in ("Ada", "Bo", "Eve"))
        game = rated_table(server, ada)
        sit_down(game, bo, "Bo")
        # Eve has stolen a seat's token; the rating is still Bo's.
        eve.claim(game, game.tokens[1])
        begin(game)
        # The seats open with the devices of those who sat down.
        with (
            Client(server, game.id, [ada.secret]) as hers,
            Client(server, game.id, [bo.secret]) as his,
        ):
            play_on([hers, his], at_random(7))
            winners = hers.table["result"]["winners"]
        server.restart(signal.SIGKILL)
        told = {who: somebody.ask("/rating") for who, somebody in ((0, ada), (1, bo))}
        for who, rating in told.items():
            check(rating, OwnRating)
            assert rating["games"] == 1
            (change,) = rating["changes"]
            assert (change["after"] > change["before"]) == (winners == [who])
            assert (rating["rating"], rating["provisional"]) == (change["after"], True)
        assert eve.ask("/rating")["games"] == 0
        table = server.get(game.path + "/ratings", bo.secret)
        check(table, r.TableRatings)
        assert [each["after"] for each in table["seats"]] == [
            each["rating"] for each in told.values()
        ]
        # Only those at the table see them; a stranger with the link does not.
        assert server.request("GET", game.path + "/ratings")[0] == 401
        assert ada.ask("/export")["rating"]["changes"] == told[0]["changes"]
        again = Game(
            server,
            {
                "game": server.post(game.path + "/rematch", {}, ada.secret)["game"],
                "host": game.host,
                "seats": {},
            },
        )
        assert again.room()["rated"] is True
        begin(again)
        # The last who leaves in round 1 or in setup loses nothing, and it is noted.
        server.post(again.path + "/leave", {}, ada.secret)
        assert ada.do("/delete", delete="everything") == {}
        left = server.get(game.path + "/ratings", bo.secret)["seats"]
        assert [each["seat"] for each in left] == [1]
        assert server.faults() == []


def test_the_ladder_shows_nobody_who_has_not_asked_for_it(server: Server) -> None:
    ada = Somebody.new(server)
    assert ada.do("/rating", shown=True)["shown"] is True
    page = server.get("/api/v1/ladder")
    check(page, r.Ladder)
    # Provisional, so not there yet; and nobody's id is in it.
    assert page == {"entries": [], "next": None}
    assert server.request("GET", "/api/v1/ladder?after=1500.0_1")[0] == 422
    assert server.request("GET", PERSON + "/rating")[0] == 401


def test_what_holds_for_a_person_holds_at_a_rated_table_at_once(tmp_path: Path) -> None:
    """A mute, and notices of turns: neither waits until the seat is claimed once more."""
    with Receiver() as hook:
        settings = {"ROLLPLAYER_NOTICE_ORIGINS": hook.origin}
        with Server(tmp_path / "data", settings) as server:
            ada, bo = Somebody.new(server, "Ada"), Somebody.new(server, "Bo")
            for who in (ada, bo):
                who.do("/notices", kind="webhook", address=f"{hook.origin}/{who.ask()['name']}")
            give(server.place, act_on(bo.ask()["id"], "mute"))
            give(server.place, act_on(ada.ask()["id"], "mute"))
            game = rated_table(server, ada)
            seat = sit_down(game, bo, "Bo")
            for who, at in ((ada, 0), (bo, seat)):
                with Client(server, game.id, [who.secret]) as client:
                    assert client.ask("chat", seat=at, text="hello")["code"] == "person-muted"
            begin(game)
            (told,) = hook.wait()
            asked = server.get(game.path + "/state")["pending"]["seat"]
            assert told.path == ("/Ada", "/Bo")[asked]
            assert server.faults() == []
