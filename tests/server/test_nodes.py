"""Several processes on one database, each with some of the rooms: whichever one asks, the game is the same."""

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rollplayer.server.storage.postgres_connection import PostgresConnection
from tests import forking
from tests.server.harness import ROOT, Client, Game, Server, bearer, play_on
from tests.server.stores import new_database
from tests.server.test_games import HUMANS

pytestmark = pytest.mark.once

LEASE = 1.0
SOON = 2.0
RESTARTS = 1012
REFUSED = ("unauthorised", "forbidden", "malformed")


@dataclass
class Nodes:
    """Two processes on one database."""

    ada: Server
    bob: Server

    @property
    def store(self) -> str:
        return self.ada.settings["ROLLPLAYER_STORE"]

    def owner(self, game: str) -> tuple[str | None, int]:
        with self.ada.opened() as db:
            sql = "SELECT node, epoch FROM leases WHERE game = ?"
            node, epoch = db.execute(sql, (game,)).fetchone()
            return node, epoch


def node(folder: Path, name: str, store: str, **more: str) -> Server:
    settings = {
        **more,
        "ROLLPLAYER_STORE": store,
        "ROLLPLAYER_NODE": name,
        "ROLLPLAYER_LEASE_SECONDS": str(LEASE),
    }
    return Server(folder / name, settings)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    folder = tmp_path_factory.mktemp("nodes")
    store = new_database()
    with node(folder, "ada", store) as ada, node(folder, "bob", store) as bob:
        yield Nodes(ada, bob)
        assert ada.faults() == []
        assert bob.faults() == []


def began(server: Server) -> Game:
    return server.create(options={"players": 2}, seats=HUMANS, start=True)


def through(door: Server, game: Game, *seats: int) -> Client:
    """A client that has come to this process, whichever owns the room."""
    return Client(door, game.id, [game.tokens[seat] for seat in seats])


def first(options: list[Any]) -> Any:
    return options[0]


def closed_with(client: Client, seconds: float) -> int | None:
    """Listen until the socket is closed; returns with which code."""
    end = time.monotonic() + seconds
    try:
        while True:
            client.hear(max(0.01, end - time.monotonic()))
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else None


def meter(server: Server, line: str) -> float:
    page = server.request("GET", "/metrics")[1].decode()
    return next((float(each.split()[-1]) for each in page.splitlines() if each.startswith(line)), 0)


def test_a_table_is_played_through_any_process(nodes: Nodes) -> None:
    game = began(nodes.ada)
    with through(nodes.ada, game, 0) as here, through(nodes.bob, game, 1) as there:
        assert play_on([here, there], first, most=12) == 12
        assert there.ask("chat", seat=1, text="Hello from afar")["type"] == "ack"
        assert here.until("chat")["text"] == "Hello from afar"
        version = here.version
    assert nodes.owner(game.id) == ("ada", 1)
    assert meter(nodes.bob, 'rollplayer_passed_on_total{kind="socket",outcome="done"}') == 1
    # The routes of one game as well, with what their caller may see.
    path = game.path
    assert nodes.bob.get(path)["version"] == version
    assert "1" in nodes.bob.get(path + "/state", game.tokens[1])["seats"]
    status, problem, _ = nodes.bob.request("GET", path + "/state", headers=bearer("wrong" * 5))
    assert (status, problem["code"]) == (401, "unauthorised")
    assert meter(nodes.bob, 'rollplayer_passed_on_total{kind="request",outcome="done"}') >= 2
    # Nothing of it was done by the other process.
    assert nodes.owner(game.id) == ("ada", 1)


def test_a_key_works_once_wherever_it_is_used(nodes: Nodes) -> None:
    key = {"idempotency-key": os.urandom(8).hex()}
    wish = {"options": {"players": 2}}
    made = [each.request("POST", "/api/v1/games", wish, key) for each in (nodes.ada, nodes.bob)]
    assert made[0][:2] == made[1][:2]
    assert made[0][0] == 201
    game = Game(nodes.ada, made[0][1])
    body, key = {"name": "Eve"}, {"idempotency-key": os.urandom(8).hex()}
    joined = [
        each.request("POST", game.path + "/join", body, key)
        for each in (nodes.bob, nodes.ada, nodes.bob)
    ]
    assert [status for status, *_ in joined] == [201, 201, 201]
    assert len({json.dumps(reply) for _, reply, _ in joined}) == 1
    assert sum(seat["kind"] == "human" for seat in game.room()["seats"]) == 2


def test_an_operator_reaches_every_room(nodes: Nodes) -> None:
    game = began(nodes.bob)
    with through(nodes.bob, game, 0) as client:
        done = forking.run(
            "rollplayer", ["admin", "title", game.id, "Friday", "--store", nodes.store]
        )
        assert done.returncode == 0, done
        # The oldest process has done it, so the room is there now, and everybody is sent after it.
        assert closed_with(client, SOON) == RESTARTS
        assert [each["code"] for each in client.heard if each["type"] == "refused"] == ["moved"]
    assert nodes.owner(game.id) == ("ada", 2)
    assert nodes.bob.get(game.path)["title"] == "Friday"
    with through(nodes.bob, game, 0) as client:
        assert client.room["title"] == "Friday"


def test_an_operator_sees_who_has_which_rooms(nodes: Nodes) -> None:
    game = began(nodes.ada)
    arguments = ["admin", "nodes", "--store", nodes.store]
    shown = forking.run("rollplayer", [*arguments, "--json"])
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [(each["name"], each["address"], each["lives"]) for each in rows] == [
        ("ada", nodes.ada.address, True),
        ("bob", nodes.bob.address, True),
    ]
    assert rows[0]["rooms"] >= 1
    shown = forking.run("rollplayer", arguments)
    assert nodes.bob.address in shown.stdout
    shown = forking.run("rollplayer", [*arguments, "ada", "--json"])
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    assert {"game": game.id, "node": "ada", "epoch": 1} in rows


def test_nobody_outside_is_taken_for_a_process(nodes: Nodes) -> None:
    """What one process says to another about a caller means nothing from anybody else."""
    game = began(nodes.ada)
    now = str(round(time.time() * 1000))
    for said in (f"{now} ada 10.9.9.9 {'0' * 64}", f"{now} ada 10.9.9.9", "x", "", f"{now} ada"):
        headers = {
            "rollplayer-relay": said,
            "origin": "https://evil.example",
            **bearer(game.host),
        }
        for each in (nodes.ada, nodes.bob):
            status, problem, _ = each.request("POST", game.path + "/close", {}, headers)
            assert (status, problem["code"]) == (403, "origin")
            status, problem, _ = each.request(
                "GET", "/api/v1", headers={"rollplayer-relay": said, "host": "evil.example"}
            )
            assert (status, problem["code"]) == (421, "host")
    # At the door as ever, also where the room is elsewhere.
    with pytest.raises(Exception, match="403"):
        nodes.bob.socket(game.id, additional_headers={"origin": "https://evil.example"})
    assert game.room()["status"] == "running"


def test_strangers_at_another_door_learn_and_change_nothing(nodes: Nodes) -> None:
    """Who has no token, lies, or opens many sockets at once, at a process that owns nothing of the game."""
    game = began(nodes.ada)
    before = game.room()["version"]
    strangers = [Client(nodes.bob, game.id, []) for _ in range(8)]
    with through(nodes.bob, game, 0, 1) as both:
        for each in strangers:
            assert each.ask("chat", seat=0, text="me too")["code"] == "unauthorised"
            assert each.ask("answer", seat=0, version=before, answer="pass")["code"] in REFUSED
            each.close()
        assert both.version == before
        assert play_on([both], first, most=2) == 2
        version = both.version
    # A game that does not exist is nobody's, at either door.
    for server in (nodes.ada, nodes.bob):
        assert server.request("GET", "/api/v1/games/" + "A" * len(game.id))[0] == 404
    assert nodes.owner(game.id) == ("ada", 1)
    assert game.room()["version"] == version
    # Those who watched elsewhere are counted there, and the owner hears of it.
    end = time.monotonic() + SOON
    while game.room()["watchers"] and time.monotonic() < end:
        time.sleep(0.05)
    assert game.room()["watchers"] == 0


def test_what_stands_still_loses_its_rooms_and_writes_nothing_more(nodes: Nodes) -> None:
    game = began(nodes.ada)
    assert nodes.ada.process is not None
    with through(nodes.ada, game, 0, 1) as stale, through(nodes.bob, game, 0, 1) as other:
        play_on([other], first, most=3)
        nodes.ada.process.send_signal(signal.SIGSTOP)
        try:
            # What it is asked while it stands still it reads when it wakes.
            asked = stale.asked()
            stale.send({"type": "chat", "command": "late-chat-1", "seat": 0, "text": "too late"})
            assert closed_with(other, LEASE + SOON) == RESTARTS
            with through(nodes.bob, game, 0, 1) as fresh:
                assert nodes.owner(game.id) == ("bob", 2)
                assert play_on([fresh], first, most=4) == 4
                version = fresh.version
                nodes.ada.process.send_signal(signal.SIGCONT)
                assert closed_with(stale, SOON) == RESTARTS
                refused = [each for each in stale.heard if each["type"] == "refused"]
                assert {each["code"] for each in refused} == {"moved"}
                assert asked is not None
                assert fresh.ask("chat", seat=0, text="still here")["type"] == "ack"
        finally:
            nodes.ada.process.send_signal(signal.SIGCONT)
    # Both processes agree, and what came too late is not there.
    for each in (nodes.ada, nodes.bob):
        assert each.get(game.path)["version"] == version
        state = each.get(game.path + "/state", game.tokens[0])
        assert [line["text"] for line in state["chat"]] == ["still here"]
    assert meter(nodes.ada, "rollplayer_rooms_moved_total") >= 1


def test_play_goes_on_when_an_owner_is_killed(tmp_path: Path) -> None:
    store = new_database()
    with node(tmp_path, "ada", store) as ada, node(tmp_path, "bob", store) as bob:
        game = began(ada)
        with through(bob, game, 0, 1) as before:
            play_on([before], first, most=10)
            version = before.version
            started = time.monotonic()
            ada.end(signal.SIGKILL)
            assert closed_with(before, SOON) == RESTARTS
        with through(bob, game, 0, 1) as after:
            assert after.version == version
            assert play_on([after], first, most=1) == 1
            assert time.monotonic() - started < SOON
        assert Nodes(bob, bob).owner(game.id) == ("bob", 2)
        # Back again, under the same name, it passes on what is not its own any more.
        ada.start()
        with through(ada, game, 0, 1) as again:
            assert play_on([again], first, most=2) == 2
        assert Nodes(bob, bob).owner(game.id) == ("bob", 2)
        # What is stopped in order gives its rooms back.
        bob.end()
        with through(ada, game, 0, 1) as last:
            assert play_on([last], first, most=2) == 2
        assert Nodes(ada, ada).owner(game.id) == ("ada", 3)


def test_each_process_keeps_as_many_connections_as_the_docs_say(tmp_path: Path) -> None:
    docs = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    said = re.search(r"keeps (\d+) connections to PostgreSQL, (\d+) from", docs)
    assert said is not None
    at_first, later = map(int, said.groups())
    address = new_database()
    sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

    def expect(count: int) -> None:
        end = time.monotonic() + 20
        while db.execute(sql).fetchone() != (count,) and time.monotonic() < end:
            time.sleep(0.1)
        # And none comes after it.
        time.sleep(1.0)
        assert db.execute(sql).fetchone() == (count,)

    with node(tmp_path, "ada", address) as ada, closing(PostgresConnection(address)) as db:
        expect(at_first)
        # A search begins the process that reads, too.
        ada.get("/api/v1/finished")
        expect(later)
