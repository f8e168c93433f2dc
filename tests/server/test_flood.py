"""Somebody asks for everything again and again: nobody else waits for it."""

import asyncio
import json
from collections.abc import Hashable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed

from rollplayer.server.common.settings import Settings
from rollplayer.server.operation.app import Application
from rollplayer.server.protocol.messages import Leave
from rollplayer.server.rooms.commands import HANDLERS
from rollplayer.server.rooms.fairness import EntryCache
from rollplayer.server.rooms.keyrings import SignedOut
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.services import SAYINGS
from rollplayer.server.transport.in_turn import InTurn
from rollplayer.server.transport.relay import Passed
from rollplayer.server.transport.sockets import Socket
from rollplayer.server.transport.uvicorn_protocols import IS_CLOSING
from tests.server.harness import Client, Server, until_too_fast
from tests.server.prepared import grown, on, room_of, stored
from tests.server.test_games import HUMANS

LANGUAGES = ("en", "de", "fr", "en-XA")
PLENTY = 99


class Wire:
    """A websocket of which everything has arrived already, as after one packet."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.waiting = [json.dumps(message) for message in messages]
        self.sent: list[dict[str, Any]] = []
        self.is_closing = False
        self.reads = asyncio.Event()
        self.reads.set()
        self.scope = {"extensions": {IS_CLOSING: lambda: self.is_closing}}

    async def accept(self) -> None: ...

    async def close(self, code: int) -> None: ...

    async def receive(self) -> dict[str, Any]:
        if self.waiting:
            return {"type": "websocket.receive", "text": self.waiting.pop(0)}
        return {"type": "websocket.disconnect", "code": 1005}

    async def send(self, message: dict[str, Any]) -> None:
        await self.reads.wait()
        self.sent.append(json.loads(message["text"]))

    def told(self, kind: str) -> int:
        return sum(1 for each in self.sent if each["type"] == kind)


def hello(number: int = 0) -> dict[str, Any]:
    language = LANGUAGES[number % len(LANGUAGES)]
    return {"type": "hello", "protocol": 1, "since": number % 40, "language": language}


def sat_down(room: Room, wire: Wire, **settings: Any) -> Socket:
    class OneTable:
        signed_out = SignedOut()

        async def get(self, _: str, *, as_it_is: bool = False) -> Room:
            return room

    services = replace(room.services)
    room.services = services
    services.settings = replace(services.settings, messages_per_20_seconds=0, **settings)
    services.work.size = services.settings.messages_per_address
    return Socket(cast(Any, wire), cast(Any, OneTable()), services, "192.0.2.1")


@pytest.fixture
def room() -> Room:
    table = grown(lambda each: each.version >= 60)
    return room_of(table, {0: "a" * 43, 1: "b" * 43})


def test_sockets_are_served_in_turns(room: Room) -> None:
    """However much one has sent: what another sends is served before all of it is."""
    flood, other = Wire(*map(hello, range(PLENTY))), Wire(hello(), {"type": "ping"})
    left = -1

    async def run() -> None:
        nonlocal left
        settings = {"messages_per_address": 0, "outbox_messages": 10_000, "outbox_bytes": 1 << 30}
        both = [sat_down(room, wire, **settings) for wire in (flood, other)]
        flooding = asyncio.create_task(both[0].run("x"))
        await both[1].run("x")
        left = len(flood.waiting)
        await flooding

    asyncio.run(run())
    assert other.told("pong") == 1
    assert left > PLENTY // 2


def test_who_is_cut_off_is_served_no_more(room: Room) -> None:
    flood = Wire(*map(hello, range(PLENTY)))
    flood.reads.clear()
    asyncio.run(sat_down(room, flood, messages_per_address=0, outbox_bytes=30_000).run("x"))
    assert len(flood.waiting) > PLENTY // 2


def test_who_has_gone_needs_no_answers_but_what_they_wanted_is_done(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = {**hello(), "tokens": ["a" * 43]}
    wire = Wire(seated, *map(hello, range(PLENTY)), {"type": "leave", "seat": 0})
    done: list[str] = []

    async def leave(_: Room, __: Socket, message: Any) -> None:
        done.append(type(message).__name__)

    monkeypatch.setitem(cast(dict[Any, Any], HANDLERS), Leave, leave)

    async def run() -> None:
        socket = sat_down(room, wire, messages_per_address=0)
        receive = wire.receive

        async def receive_and_go() -> dict[str, Any]:
            event = await receive()
            # The goodbye came in the same packet as all that was asked for.
            wire.is_closing = socket.room is not None
            return event

        cast(Any, wire).receive = receive_and_go
        await socket.run("x")

    asyncio.run(run())
    assert wire.told("state") == 1
    assert done == ["Leave"]


class Counting(EntryCache):
    """Counts what had to be put into words."""

    made = 0

    def keep(self, key: Hashable, text: bytes) -> bytes:
        self.made += 1
        return super().keep(key, text)


def test_an_entry_is_told_in_words_once(room: Room) -> None:
    counting = room.services.entry_cache = Counting()
    wire = Wire(*map(hello, range(PLENTY)))
    settings = {"messages_per_address": 0, "outbox_messages": 10_000, "outbox_bytes": 1 << 30}
    asyncio.run(sat_down(room, wire, **settings).run("x"))
    assert wire.told("state") == PLENTY
    assert 0 < counting.made <= room.version * len(LANGUAGES)
    # With another name in it a sentence is another one.
    room.renamed()
    before = counting.made
    asyncio.run(sat_down(room, Wire(hello()), **settings).run("x"))
    assert counting.made == before + room.version


def test_what_is_kept_has_a_size() -> None:
    kept = EntryCache(most=10_000)
    for number in range(1000):
        kept.once(number, partial(bytes, number % 100))
        assert kept.size <= 10_000
    assert kept.once(999, lambda: b"made again") != b"made again"
    assert kept.once(0, lambda: b"made again") == b"made again"


def test_an_address_with_many_connections_is_served_in_turns(tmp_path: Path) -> None:
    """Requests on all of them at once, refused or not: what another asks for comes in between."""
    begun: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        begun.append(scope["client"][0])

    async def run() -> None:
        door = InTurn(app)

        def ask(address: str, kind: str = "http") -> asyncio.Task[None]:
            scope = {"type": kind, "client": (address, 1)}
            return asyncio.create_task(door(scope, cast(Any, None), cast(Any, None)))

        crowd = [ask("192.0.2.1", kind) for kind in ("http", "websocket") for _ in range(PLENTY)]
        # Different addresses for a person, the same one for us.
        crowd += [ask(f"2001:db8::{number}") for number in range(PLENTY)]
        await asyncio.sleep(0)
        await ask("192.0.2.2")
        assert len(begun) < 10
        await asyncio.gather(*crowd)
        assert len(begun) == 3 * PLENTY + 1
        assert door.lines == {}
        gone = [ask("192.0.2.1") for _ in range(3)]
        await asyncio.sleep(0)
        for each in gone:
            each.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        assert door.lines == {}

    asyncio.run(run())
    application = Application(Settings(data=str(tmp_path)))
    # Only whose a request is, if another process passed it on, is looked at before.
    outermost = [each.cls for each in application.asgi.user_middleware[:2]]
    assert outermost == cast(Any, [Passed, InTurn])


def ask_again(client: Client, times: int) -> list[str]:
    codes = []
    for number in range(times):
        client.send(hello(number))
        reply = client.until("state", "refused")
        codes.append(str(reply.get("code", "state")))
    return codes


@pytest.mark.once
def test_all_sockets_of_an_address_share_a_budget(tmp_path: Path) -> None:
    data = tmp_path / "data"
    created = stored(data, grown(lambda each: each.version >= 60))
    with Server(data, {"ROLLPLAYER_MESSAGES_PER_ADDRESS": "60"}) as server:
        game = on(server, created)
        clients = [game.sit() for _ in range(3)]
        codes = [code for client in clients for code in ask_again(client, 5)]
        assert codes.count("state") in range(9, 12)
        with pytest.raises(ConnectionClosed) as closed:
            game.sit()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        # The line is not dead, and somebody else is not concerned.
        clients[0].send({"type": "ping"})
        clients[0].until("pong")
        tokens = [game.tokens[0]]
        with Client(server, game.id, tokens, source_address=("127.0.0.2", 0)) as other:
            assert ask_again(other, 3) == ["state"] * 3
        for client in clients:
            client.close()


@pytest.mark.once
def test_what_changes_nothing_is_told_to_nobody(server: Server) -> None:
    """Else one seat could have a whole table told to everybody as often as it likes."""
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0) as one, game.sit(1) as other:
        one.quiet()
        version = other.version
        for _ in range(5):
            assert other.ask("go-on", seat=1)["type"] == "ack"
            assert other.ask("pass-call", seat=1, version=version)["type"] == "ack"
        assert one.quiet() == []


@pytest.mark.once
def test_a_seat_with_many_sockets_speaks_no_more_than_with_one(server: Server) -> None:
    """Each new word is written and told to all, and nobody else at the table is heard meanwhile."""
    game = server.create(options={"players": 2}, seats=HUMANS, start=False)
    with ExitStack() as sockets:
        doubled = [sockets.enter_context(game.sit(0)) for _ in range(4)]
        other = sockets.enter_context(game.sit(1))
        first = doubled[0].command()
        assert doubled[0].ask("chat", command=first, seat=0, text="hello")["type"] == "ack"
        turns = cycle(doubled)
        words = until_too_fast(lambda: next(turns).ask("chat", seat=0, text="well"), 2 * SAYINGS)
        assert SAYINGS <= len(words) < 2 * SAYINGS
        # These have no limits of their own.
        name = partial(doubled[1].ask, "rename", seat=0, name="Loud")
        owl = partial(doubled[2].ask, "entropy", seat=0, text="owl")
        assert len(until_too_fast(name, SAYINGS)) + len(until_too_fast(owl, SAYINGS)) < SAYINGS
        # What was said before is not said again, and others are heard.
        assert doubled[3].ask("chat", command=first, seat=0, text="hello")["duplicate"]
        assert other.ask("chat", seat=1, text="a word")["type"] == "ack"
        assert other.ask("rename", seat=1, name="Bo the Brief")["type"] == "ack"


@pytest.mark.once
def test_who_says_hello_again_is_no_news(server: Server) -> None:
    game = server.create()
    with game.sit() as one, game.sit() as other:
        one.until_true(lambda c: c.room["watchers"] == 2)
        one.quiet()
        ask_again(other, 5)
        assert one.quiet() == []
