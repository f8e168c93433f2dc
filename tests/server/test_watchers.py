"""Watching from a process that does not own the room: the same as at its owner, with the bus and without it."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rollplayer.server.protocol.differences import applied
from tests import forking
from tests.proofs.report import until
from tests.server.buses import Nats
from tests.server.harness import Client, Game, Plain, Server, play_on
from tests.server.person import Somebody
from tests.server.stores import new_database
from tests.server.test_games import HUMANS
from tests.server.test_nodes import closed_with, first, meter

pytestmark = pytest.mark.once

SOON = 5.0
LEASE = 10.0
"""Long enough that no busy machine lets one run out, which would send watchers away."""
RESTARTS = 1012
HIDDEN = 4404
HEADING = ("type", "since", "entries", "entries_from", "room", "chat", "version")


@dataclass
class Nodes:
    """A process that owns the rooms, another one, and the bus between them."""

    ada: Server
    bob: Server
    bus: Nats


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    folder = tmp_path_factory.mktemp("watchers")
    store = new_database()
    with Nats() as bus, ExitStack() as stack:
        ada, bob = [
            stack.enter_context(server(folder, name, store, bus.address)) for name in ("ada", "bob")
        ]
        yield Nodes(ada, bob, bus)
        assert ada.faults() == []
        assert bob.faults() == []


def server(folder: Path, name: str, store: str, bus: str = "") -> Server:
    settings = {
        "ROLLPLAYER_STORE": store,
        "ROLLPLAYER_NODE": name,
        "ROLLPLAYER_BUS": bus,
        "ROLLPLAYER_LEASE_SECONDS": str(LEASE),
    }
    return Server(folder / name, settings)


def began(server: Server, **wish: Any) -> Game:
    return server.create(options={"players": 2}, seats=HUMANS, start=True, **wish)


class Watcher(Client):
    """Somebody without a seat, who keeps all entries, all chat and the table, whole or by differences."""

    def __init__(self, server: Server, game: Game, language: str = "en") -> None:
        self.entries: dict[int, Plain] = {}
        self.said: dict[int, Plain] = {}
        super().__init__(server, game.id, language=language)

    def hear(self, timeout: float = 10) -> Plain:
        message = super().hear(timeout)
        if message["type"] == "difference":
            whole = applied(
                {k: v for k, v in self.table.items() if k not in HEADING}, message["changes"]
            )
            self.table = {**whole, "version": message["version"]}
        for each in message.get("entries") or []:
            self.entries[each["n"]] = each
        for line in [message] if message["type"] == "chat" else message.get("chat") or []:
            self.said[line["n"]] = {k: v for k, v in line.items() if k != "type"}
        return message

    def __enter__(self) -> "Watcher":
        return self

    @property
    def sees(self) -> Plain:
        table = {name: part for name, part in self.table.items() if name not in HEADING}
        # What is known of an answer's version elsewhere is known here with the next message of the room.
        room = {**self.room, "version": 0}
        return {"table": table, "version": self.table["version"], "room": room, "chat": self.said}


def agree(here: Watcher, there: Watcher) -> None:
    """Listen until both see the same, as they must soon."""
    end = time.monotonic() + SOON
    while True:
        for each in (here, there):
            each.quiet(0.05)
        if here.sees == there.sees:
            return
        if time.monotonic() > end:
            assert there.sees == here.sees


def test_whoever_watches_elsewhere_sees_the_same(nodes: Nodes) -> None:
    """Answers, chat, names, a wait, an undo by all, a stand-in and the end, in three languages."""
    game = began(nodes.ada)
    passed = 'rollplayer_passed_on_total{kind="socket",outcome="done"}'
    before = meter(nodes.bob, passed)
    with ExitStack() as stack:
        pairs = [
            [stack.enter_context(Watcher(each, game, language)) for each in (nodes.ada, nodes.bob)]
            for language in ("en", "de", "fr")
        ]
        for here, there in pairs:
            # Also with differences, as browsers want them.
            language = here.welcome["language"]
            hello = {"type": "hello", "protocol": 1, "language": language, "differences": True}
            there.send(hello)
        ada = stack.enter_context(game.sit(0))
        bob = stack.enter_context(game.sit(1))

        def all_agree() -> None:
            for here, there in pairs:
                agree(here, there)
            assert {there.room["watchers"] for _, there in pairs} == {6}

        pairs[0][0].until_true(lambda each: each.room["watchers"] == 6)
        all_agree()
        assert play_on([ada, bob], first, most=12) == 12
        all_agree()
        assert ada.ask("chat", seat=0, text="Hello to all of you")["type"] == "ack"
        assert bob.ask("rename", seat=1, name="Robert")["type"] == "ack"
        all_agree()
        ada.quiet()
        assert ada.ask("undo-ask", seat=0, version=ada.version)["type"] == "ack"
        far = pairs[0][1]
        far.until_true(lambda each: each.table["vote"])
        all_agree()
        assert far.table["vote"]["by"] == 0
        bob.quiet()
        assert bob.ask("undo-vote", seat=1, version=bob.version, agree=True)["type"] == "ack"
        ada.quiet()
        far.until_true(lambda each: each.table["vote"] is None)
        all_agree()
        bob.close()
        far.until_true(lambda each: not each.room["seats"][1]["connected"])
        all_agree()
        assert ada.ask("give-to-bot", seat=0, level="squire")["type"] == "ack"
        all_agree()
        with game.sit(1) as again:
            play_on([again], first)
            far.until_true(lambda each: each.table["over"])
            all_agree()
        for here, there in pairs:
            known = here.entries.keys() & there.entries.keys()
            assert len(known) > 50
            for n in known:
                assert here.entries[n] == there.entries[n]
            assert sorted(there.entries) == list(range(min(there.entries), there.version + 1))
    # All of it without the owner's help, except for its word.
    assert meter(nodes.bob, passed) == before


def test_a_watcher_sits_down_and_is_passed_on(nodes: Nodes) -> None:
    game = nodes.ada.create(options={"players": 2}, seats=[HUMANS[0], {"kind": "open"}])
    with Watcher(nodes.bob, game) as there:
        assert there.welcome["seats"] == []
        # What only players may do is refused as it is at the owner.
        assert there.ask("chat", seat=0, text="me too")["code"] == "unauthorised"
        assert there.ask("start", fill="squire")["code"] == "unauthorised"
        joined = nodes.bob.post(game.path + "/join", {"name": "Eve"})
        there.until_true(lambda each: each.room["seats"][1]["name"] == "Eve")
        there.send({"type": "hello", "protocol": 1, "tokens": [joined["token"]]})
        assert there.until("welcome")["seats"] == [joined["seat"]]
        there.until("state")
        assert there.ask("chat", seat=joined["seat"], text="Here I am")["type"] == "ack"
        with Watcher(nodes.bob, game) as other:
            other.until_true(lambda _: 1 in other.said, SOON)
            assert other.said[1]["text"] == "Here I am"
            # A wrong token is the owner's to refuse.
            other.send({"type": "hello", "protocol": 1, "tokens": ["wrong" * 8]})
            assert closed_with(other, SOON) == 4401


def test_a_person_watches_from_elsewhere_too(nodes: Nodes) -> None:
    """A device is no token of the table; once its person has a seat, the owner serves it."""
    game = began(nodes.ada)
    person = Somebody.new(nodes.bob, "Eve")
    passed = 'rollplayer_passed_on_total{kind="socket",outcome="done"}'
    before = meter(nodes.bob, passed)
    with Client(nodes.bob, game.id, [person.secret]) as there:
        assert there.welcome["seats"] == []
        assert meter(nodes.bob, passed) == before
        person.claim(game, game.tokens[1])
        there.send({"type": "hello", "protocol": 1, "tokens": [person.secret]})
        assert there.until("welcome")["seats"] == [1]
        assert meter(nodes.bob, passed) == before + 1
    # Signed out, a device watches no more.
    with Client(nodes.bob, began(nodes.ada).id, [person.secret]) as there:
        person.do("/sign-out", devices=[each["id"] for each in person.ask()["devices"]])
        assert closed_with(there, SOON) == 4401


def test_nobody_watches_a_hidden_table_from_elsewhere(nodes: Nodes) -> None:
    game = began(nodes.ada, watch=False)
    for each in (nodes.ada, nodes.bob):
        with pytest.raises(ConnectionClosed) as closed:
            Watcher(each, game)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == HIDDEN


def test_what_is_told_holds_no_secret(nodes: Nodes) -> None:
    """Neither what travels between the processes nor what comes out: it is what a watcher at the owner gets."""
    game = began(nodes.ada)
    with (
        Watcher(nodes.ada, game) as here,
        Watcher(nodes.bob, game) as there,
        game.sit(0, 1) as both,
    ):
        play_on([both], first, most=20)
        agree(here, there)
        with nodes.ada.opened() as db:
            (told,) = db.execute("SELECT what FROM told WHERE game = ?", (game.id,)).fetchone()
            (seed,) = db.execute("SELECT seed FROM games WHERE id = ?", (game.id,)).fetchone()
    words = json.loads(told)
    assert set(words) == {"room", "table", "whole", "at"}
    assert words["room"] == here.room | {"version": words["room"]["version"]}
    names = set(here.table) - set(HEADING) - {"view", "pending", "seats", "waits"}
    assert words["table"] == {name: here.table[name] for name in names}
    assert there.table["seats"] == {}
    out = told + json.dumps(there.heard)
    for secret in (*game.tokens.values(), game.host, bytes(seed).hex()):
        assert secret not in out


def test_a_bus_that_stops_costs_time_alone(nodes: Nodes) -> None:
    game = began(nodes.ada)
    with (
        Watcher(nodes.ada, game) as here,
        Watcher(nodes.bob, game) as there,
        game.sit(0, 1) as both,
    ):
        agree(here, there)
        assert meter(nodes.bob, "rollplayer_bus") == 1
        for stop, go_on in (
            (nodes.bus.stop, nodes.bus.start),
            (nodes.bus.stand_still, nodes.bus.go_on),
        ):
            stop()
            try:
                assert play_on([both], first, most=5) == 5
                # Later than with a bus, and then all of it.
                agree(here, there)
                assert both.ask("chat", seat=0, text="Is it still there?")["type"] == "ack"
                agree(here, there)
            finally:
                go_on()
            assert play_on([both], first, most=5) == 5
            agree(here, there)
        assert sorted(there.entries) == list(range(min(there.entries), there.version + 1))


def test_watchers_stay_when_a_room_moves(nodes: Nodes) -> None:
    """An operator lets the oldest process take it; whoever watches at a third one only reads the new title."""
    game = began(nodes.bob)
    folder = nodes.ada.data.parent
    store = nodes.ada.settings["ROLLPLAYER_STORE"]
    with server(folder, "cleo", store, nodes.bus.address) as cleo, Watcher(cleo, game) as there:
        arguments = ["admin", "title", game.id, "Friday", "--store", store]
        assert forking.run("rollplayer", arguments).returncode == 0
        there.until_true(lambda each: each.room["title"] == "Friday", SOON)
        # Whoever comes before its last owner has learned of it is sent away once.
        moved = f'"room moved", "game": "{game.id}"'
        assert until(lambda: moved in nodes.bob.log(), LEASE)
        with Client(nodes.bob, game.id, list(game.tokens.values())) as both:
            play_on([both], first, most=4)
            version = both.version
        there.until_true(lambda each: each.version >= version, SOON)
        # Deleted, it is gone everywhere.
        arguments = ["admin", "delete", game.id, "--store", store]
        done = forking.run("rollplayer", arguments)
        assert done.returncode == 0, done
        assert closed_with(there, SOON) == HIDDEN


def test_watchers_come_back_when_the_owner_is_killed(tmp_path: Path) -> None:
    store = new_database()
    # Without a bus at all.
    with server(tmp_path, "ada", store) as ada, server(tmp_path, "bob", store) as bob:
        game = began(ada)
        with Watcher(bob, game) as there, game.sit(0, 1) as both:
            play_on([both], first, most=6)
            version = both.version
            there.until_true(lambda each: each.version == version, SOON)
            ada.end(signal.SIGKILL)
            # Nobody asks for the room, so it is free when its lease has run out.
            assert closed_with(there, LEASE + SOON) == RESTARTS
            assert [each["code"] for each in there.heard if each["type"] == "refused"] == ["moved"]
        with Watcher(bob, game) as again:
            assert again.version == version
            with Client(bob, game.id, list(game.tokens.values())) as both:
                play_on([both], first, most=2)
                again.until_true(lambda each: each.version == both.version, SOON)
