"""A process that is to end hands its rooms over to the others: nobody loses anything but a moment."""

import asyncio
import json
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from websockets.exceptions import ConnectionClosed

from rollplayer.server.rooms import draining
from rollplayer.server.rooms.draining import OWED_SECONDS
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.storage.sqlite import FILE_NAME
from tests import forking
from tests.server.earlier.record import FOLDER, play_all_seats
from tests.server.harness import Client, Server, bearer, play_on
from tests.server.stores import new_database
from tests.server.test_games import at_random
from tests.server.test_nodes import (
    LEASE,
    RESTARTS,
    SOON,
    Nodes,
    began,
    closed_with,
    first,
    meter,
    through,
)
from tests.server.test_nodes import node as usual_node
from tests.server.test_turn_ends import against_a_bot, confirming, to_the_end_of_a_turn
from tests.server.test_undo import undo_of

pytestmark = pytest.mark.once

DRAIN = 30.0
"""Longer than a busy machine takes for what a test does meanwhile."""
HANDED_BACK_SECONDS = 10.0


def node(folder: Path, name: str, store: str, drain: float = DRAIN) -> Server:
    """A process that passes callers on for a while before it ends."""
    server = usual_node(folder, name, store)
    server.settings["ROLLPLAYER_DRAIN_SECONDS"] = str(drain)
    return server


@contextmanager
def two(folder: Path, drain: float = DRAIN) -> Iterator[Nodes]:
    store = new_database()
    with node(folder, "ada", store, drain) as ada, node(folder, "bob", store, drain) as bob:
        yield Nodes(ada, bob)
        assert ada.faults() == []
        assert bob.faults() == []


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[Nodes]:
    with two(tmp_path) as nodes:
        yield nodes


@contextmanager
def ending(server: Server) -> Iterator[None]:
    """Tell a process to end, use the time until it has, and cut that short."""
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    until(lambda: server.request("GET", "/readyz")[0] != 200)
    yield
    server.process.send_signal(signal.SIGTERM)
    has_ended(server)


def has_ended(server: Server) -> None:
    """Wait until a process has ended by itself."""
    assert server.process is not None
    assert server.process.stdout is not None
    assert server.process.wait(10) == 0
    server.process.stdout.close()
    server.process = None


def test_rooms_are_handed_over_and_callers_passed_on(nodes: Nodes) -> None:
    game, other = began(nodes.ada), began(nodes.ada)
    with through(nodes.ada, game, 0, 1) as here, through(nodes.bob, other, 0, 1) as there:
        assert play_on([here], first, most=3) == 3
        version = here.version
        with ending(nodes.ada):
            # Whoever sits in a room of it is told and sent away, however they came.
            for client in (here, there):
                assert closed_with(client, SOON) == RESTARTS
                codes = [each["code"] for each in client.heard if each["type"] == "refused"]
                assert codes == ["moved"]
            # Nobody is to be sent there any more, but nobody needs to kill it, either.
            status, problem, _ = nodes.ada.request("GET", "/readyz")
            assert (status, problem["code"]) == (503, "stopping")
            assert nodes.ada.request("GET", "/healthz")[0] == 200
            # Whoever comes all the same is passed on: to a room, with a request, for a new game.
            with through(nodes.ada, game, 0, 1) as again:
                assert again.version == version
                assert play_on([again], first, most=3) == 3
            assert "1" in nodes.ada.get(game.path + "/state", game.tokens[1])["seats"]
            new = began(nodes.ada)
            rows = nodes_shown(nodes.store)
            assert [(row["name"], row["drains"]) for row in rows] == [("ada", True), ("bob", False)]
            assert rows[0]["rooms"] == 0
            assert meter(nodes.ada, "rollplayer_rooms_handed_over_total") == 2
    owners = Nodes(nodes.bob, nodes.bob)
    assert owners.owner(game.id) == ("bob", 2)
    assert owners.owner(new.id) == ("bob", 1)
    assert [row["name"] for row in nodes_shown(nodes.store)] == ["bob"]
    # Back under its name, it takes rooms again.
    nodes.ada.start()
    assert nodes.owner(began(nodes.ada).id) == ("ada", 1)
    assert nodes.ada.request("GET", "/readyz")[0] == 200


def nodes_shown(store: str) -> list[dict[str, object]]:
    shown = forking.run("rollplayer", ["admin", "nodes", "--store", store, "--json"])
    return [json.loads(line) for line in shown.stdout.splitlines()]


def test_a_command_in_flight_is_answered_or_done_once_when_sent_again(nodes: Nodes) -> None:
    """Somebody plays all the time; each answer is in the log once, whatever became of the socket that carried it."""
    game = began(nodes.ada)
    acknowledged: list[str] = []
    done = threading.Event()

    def play(client: Client) -> None:
        """Answer until the socket is closed: what has no reply is sent again by the next one."""
        while not done.is_set():
            client.until_true(lambda c: c.asked() is not None)
            seat, command = client.asked(), f"answer-{len(acknowledged):05}"
            assert seat is not None
            reply = client.answer(seat, client.options(seat)[0]["notation"], command=command)
            if reply["type"] == "ack":
                acknowledged.append(command)
                client.until_true(lambda c, entry=reply["entry"]: c.version >= entry)
                # A game has some dozens of answers, and must not end before the process does.
                time.sleep(0.02)
            else:
                assert reply["code"] == "moved", reply

    def play_again_and_again() -> None:
        while not done.is_set():
            with suppress(ConnectionClosed), through(nodes.bob, game, 0, 1) as client:
                play(client)

    playing = threading.Thread(target=play_again_and_again)
    playing.start()
    try:
        until(lambda: len(acknowledged) > 5)
        with ending(nodes.ada):
            before = len(acknowledged)
            until(lambda: len(acknowledged) > before + 5)
    finally:
        done.set()
        playing.join()
    with nodes.bob.opened() as db:
        sql = "SELECT command FROM entries WHERE game = ? AND command IS NOT NULL ORDER BY n"
        rows = db.execute(sql, (game.id,)).fetchall()
    assert [command.partition(":")[2] for (command,) in rows] == acknowledged


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end, "nobody could go on"
        time.sleep(0.01)


def test_keyed_requests_are_done_once_while_rooms_change_hands(nodes: Nodes) -> None:
    made = [nodes.ada.create(options={"players": 2}) for _ in range(12)]
    replies: list[tuple[int, object]] = []

    def join(number: int) -> None:
        key = {"idempotency-key": f"join-{made[number].id}"}
        for door in (nodes.ada, nodes.bob):
            path = made[number].path + "/join"
            status, reply, _ = door.request("POST", path, {"name": "Eve"}, key)
            replies.append((status, json.dumps(reply)))

    joining = [threading.Thread(target=join, args=(number,)) for number in range(len(made))]
    with ending(nodes.ada):
        for each in joining:
            each.start()
        for each in joining:
            each.join()
    assert {status for status, _ in replies} == {201}
    assert len({reply for _, reply in replies}) == len(made)
    for game in made:
        seats = nodes.bob.get(game.path)["seats"]
        assert sum(seat["kind"] == "human" for seat in seats) == 2


def test_an_operator_has_a_process_drained(tmp_path: Path) -> None:
    """It ends by itself after a while."""
    with two(tmp_path, drain=1.0) as nodes:
        drained_by_an_operator(nodes)


def drained_by_an_operator(nodes: Nodes) -> None:
    game = began(nodes.ada)
    arguments = ["admin", "nodes", "ada", "--drain", "--store", nodes.store]
    with through(nodes.ada, game, 0, 1) as client:
        shown = forking.run("rollplayer", arguments)
        assert (shown.returncode, shown.stdout.strip()) == (
            0,
            "ada has handed its rooms over and ended.",
        )
        assert closed_with(client, SOON) == RESTARTS
    has_ended(nodes.ada)
    with through(nodes.bob, game, 0, 1) as client:
        assert play_on([client], first, most=2) == 2
    shown = forking.run("rollplayer", arguments)
    assert shown.returncode == 2
    assert "ada" in shown.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_process_that_is_back_has_its_rooms_again(tmp_path: Path, how: signal.Signals) -> None:
    with two(tmp_path, drain=0.1) as nodes:
        game, unwatched, other = began(nodes.ada), began(nodes.ada), began(nodes.bob)
        port = nodes.ada.port
        nodes.ada.end(how)
        with through(nodes.bob, unwatched, 0):
            pass
        with through(nodes.bob, game, 0, 1) as here, through(nodes.bob, other, 0) as stays:
            assert play_on([here], first, most=3) == 3
            version = here.version
            assert nodes.owner(game.id) == ("bob", 2)
            nodes.ada.start(port)
            # Not before whatever sends people to a process has noticed that it is back.
            here.quiet(LEASE)
            assert closed_with(here, HANDED_BACK_SECONDS) == RESTARTS
            assert [each["code"] for each in here.heard if each["type"] == "refused"] == ["moved"]
            assert nodes.owner(game.id) == (None, 2)
            with through(nodes.ada, game, 0, 1) as again:
                assert again.version == version
                assert play_on([again], first, most=3) == 3
            # Once, and nothing but what others left behind; a room without anybody in it just stays until it is idle.
            stays.quiet(2 * LEASE)
        assert nodes.owner(game.id) == ("ada", 3)
        assert nodes.owner(unwatched.id) == ("bob", 2)
        assert nodes.owner(other.id) == ("bob", 1)
        assert meter(nodes.bob, "rollplayer_rooms_handed_over_total") == 1


def test_a_room_is_not_handed_back_while_somebody_looks_their_turn_over(tmp_path: Path) -> None:
    """At another process the turn would count as confirmed, and could not be undone any more."""
    with two(tmp_path, drain=0.1) as nodes:
        game = against_a_bot(nodes.ada)
        nodes.ada.restart(signal.SIGKILL)
        with through(nodes.bob, game, 0) as here:
            confirming(here, 0)
            to_the_end_of_a_turn(here, 1)
            here.quiet(3 * LEASE + OWED_SECONDS)
            assert undo_of(here, 0)["can"]
            assert here.ask("turn-done", seat=0)["type"] == "ack"
            assert closed_with(here, HANDED_BACK_SECONDS) == RESTARTS


def test_a_room_is_handed_back_once_if_everybody_comes_here_again(tmp_path: Path) -> None:
    """Where nothing sends people to the process that had it, it does not go to and fro."""
    with two(tmp_path, drain=0.1) as nodes:
        game = began(nodes.ada)
        nodes.ada.restart(signal.SIGKILL)
        with through(nodes.bob, game, 0, 1) as here:
            assert closed_with(here, HANDED_BACK_SECONDS) == RESTARTS
        with through(nodes.bob, game, 0, 1) as again:
            again.quiet(3 * LEASE)
            assert play_on([again], first, most=3) == 3
        assert nodes.owner(game.id) == ("bob", 3)


def handed_back(monkeypatch: pytest.MonkeyPatch, gone: set[str], broken: set[str]) -> list[str]:
    """Of three rooms that are owed, those that are handed back; some have gone after the first one, some are at fault."""
    handed: list[str] = []
    rooms = {id: SimpleNamespace(id=id) for id in "abc"}
    owed = SimpleNamespace(owed=lambda: [id for id in "abc" if not (handed and id in gone)])
    lobby = SimpleNamespace(draining=False, rooms=rooms, services=SimpleNamespace(leases=owed))

    async def hand_over(_: object, room: SimpleNamespace) -> None:
        handed.append(room.id)
        del rooms[room.id]
        if room.id in broken:
            raise RuntimeError(room.id)

    async def sleep(seconds: float) -> None:
        lobby.draining = seconds == OWED_SECONDS

    monkeypatch.setattr(draining, "hand_over", hand_over)
    monkeypatch.setattr(draining, "is_easily_moved", lambda _: True)
    monkeypatch.setattr(draining, "asyncio", SimpleNamespace(sleep=sleep))
    asyncio.run(draining.hand_back(cast("Lobby", lobby)))
    return handed


def test_nothing_is_handed_back_to_a_process_that_has_gone_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert handed_back(monkeypatch, set(), set()) == ["a", "b", "c"]
    assert handed_back(monkeypatch, {"b", "c"}, set()) == ["a"]


def test_a_room_at_fault_keeps_no_other_here(monkeypatch: pytest.MonkeyPatch) -> None:
    assert handed_back(monkeypatch, set(), {"a"}) == ["a", "b", "c"]


def test_the_last_one_ends_without_waiting_for_others(tmp_path: Path) -> None:
    with node(tmp_path, "ada", new_database()) as ada:
        game = began(ada)
        with through(ada, game, 0, 1) as client:
            started = time.monotonic()
            assert ada.end() == 0
            assert time.monotonic() - started < DRAIN
            assert closed_with(client, SOON) == RESTARTS


def test_a_game_of_earlier_rules_is_handed_over_and_played_to_its_end(tmp_path: Path) -> None:
    database = min(FOLDER.glob("*.sqlite3"))
    kept = json.loads(database.with_suffix(".json").read_text("utf-8"))
    earlier = next(each for each in kept if not each["over"])
    data, store = tmp_path / "data", new_database()
    data.mkdir()
    shutil.copy(database, data / FILE_NAME)
    copied = forking.run("rollplayer", ["admin", "copy", store, "--data", str(data)])
    assert copied.returncode == 0, copied.stderr
    path, tokens = f"/api/v1/games/{earlier['id']}", list(earlier["tokens"].values())
    with node(tmp_path, "ada", store) as ada, node(tmp_path, "bob", store) as bob:
        with Client(ada, earlier["id"], tokens) as everybody:
            assert play_on([everybody], first, most=2) == 2
            version = everybody.version
            with ending(ada):
                assert closed_with(everybody, SOON) == RESTARTS
        with Client(bob, earlier["id"], tokens) as everybody:
            assert everybody.version == version
            play_all_seats(everybody, at_random(1))
            assert everybody.table["over"]
        status, body, _ = bob.request("GET", path + "/file", headers=bearer(*tokens))
        assert status == 200
        assert json.loads(body.splitlines()[0])["rules"] == "base/1"
        assert bob.faults() == []
