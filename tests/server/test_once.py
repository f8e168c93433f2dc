"""A request with an Idempotency-Key has one effect, also across a kill, and its answer stays secret."""

import signal
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Server, bearer, play_on
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

Sent = tuple[str, str, Any, dict[str, str]]
KEY = {"idempotency-key": "a-key-of-ones-own"}


def test_a_kill_between_two_sendings_changes_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        sent: Sent = ("POST", "/api/v1/games", {"options": {"players": 3}}, KEY)
        created = server.request(*sent)
        assert created[0] == 201
        server.restart(signal.SIGKILL)
        assert server.request(*sent)[:2] == created[:2]
        assert sum(server.get("/api/v1/stats")["games"].values()) == 1
        path = f"/api/v1/games/{created[1]['game']['id']}"

        sent = ("POST", f"{path}/join", {"name": "Bo"}, KEY)
        joined = server.request(*sent)
        assert (joined[0], joined[1]["seat"]) == (201, 1)
        server.restart(signal.SIGKILL)
        assert server.request(*sent)[:2] == joined[:2]
        kinds = [seat["kind"] for seat in server.get(path)["seats"]]
        assert kinds == ["human", "human", "open"], "Bo sits on one seat"
        other = server.request("POST", f"{path}/join", {"name": "Cleo"}, KEY)
        assert (other[0], other[1]["code"]) == (409, "key-used")

        # Whoever gives a seat away does not hold it any more, and still gets the answer again.
        token = joined[1]["token"]
        sent = ("POST", f"{path}/seats/1/give", {"name": "Dan"}, {**KEY, **bearer(token)})
        given = server.request(*sent)
        assert given[0] == 200
        server.restart(signal.SIGKILL)
        assert server.request(*sent)[:2] == given[:2]
        without = server.request("POST", f"{path}/seats/1/give", {"name": "Dan"}, KEY)
        assert (without[0], without[1]["code"]) == (409, "key-used")
        state = server.request("GET", f"{path}/state", headers=bearer(given[1]["token"]))
        assert state[0] == 200


def test_a_rematch_is_made_once(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(options={"players": 1}, seats=HUMANS[:1], start=True)
        with game.sit(0) as ada:
            play_on([ada], at_random(9))
        sent: Sent = ("POST", f"{game.path}/rematch", {}, {**KEY, **bearer(game.tokens[0])})
        first = server.request(*sent)
        assert first[0] == 200
        with server.opened() as db:
            (linked,) = db.execute("SELECT rematch FROM games WHERE id = ?", (game.id,)).fetchone()
        assert linked == first[1]["game"]["id"]
        server.restart(signal.SIGKILL)
        assert server.request(*sent)[:2] == first[:2]
        assert sum(server.get("/api/v1/stats")["games"].values()) == 2


@pytest.mark.sqlite
def test_the_disk_shows_neither_key_nor_tokens(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        created = server.request("POST", "/api/v1/games", {"options": {"players": 2}}, KEY)
        tokens = [created[1]["host"], *created[1]["seats"].values()]
        server.end()
        with server.opened() as db:
            (sealed,) = db.execute("SELECT sealed FROM answers").fetchone()
        assert created[1]["game"]["id"].encode() not in sealed
        for path in server.data.iterdir():
            written = path.read_bytes()
            for secret in (*tokens, KEY["idempotency-key"]):
                assert secret.encode() not in written


def test_the_rematch_and_its_link_come_together(tmp_path: Path) -> None:
    """A link to a game that is not there, or a game without its link, must not be."""
    with Server(tmp_path / "data", command=("-m", "tests.server.faulty", "fails-on-demand")) as own:
        game = own.create(options={"players": 1}, seats=HUMANS[:1], start=True)
        with game.sit(0) as ada:
            play_on([ada], at_random(9))
        (own.data / "FULL").touch()
        refused = own.request("POST", f"{game.path}/rematch", {}, bearer(game.tokens[0]))
        assert refused[0] == 503
        (own.data / "FULL").unlink()
        assert game.room()["rematch"] is None
        response = own.request("POST", f"{game.path}/rematch", {}, bearer(game.tokens[0]))
        assert response[0] == 200
        assert game.room()["rematch"] == response[1]["game"]["id"]
