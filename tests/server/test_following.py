"""How a process follows a room of another one: from the store and the bus, as far as its owner has told."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any

import msgspec
import pytest

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.settings import Settings
from rollplayer.server.protocol.bodies import CreateGame
from rollplayer.server.rooms import following
from rollplayer.server.rooms.bot_queue import Line
from rollplayer.server.rooms.bot_workers import Thread
from rollplayer.server.rooms.following import NotFollowed
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.services import Services
from rollplayer.server.storage.bus import Bus, NoBus
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.nats_bus import NatsBus
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.store import ChatRow, Fenced, SeatRow
from rollplayer.server.storage.watching import Stand
from tests.server.buses import Nats
from tests.server.harness import Plain
from tests.server.stores import new_database
from tests.server.test_leases import with_two
from tests.server.test_store import entry, game_row

pytestmark = pytest.mark.once

SOON = 5.0


def test_the_log_is_shown_as_far_as_its_owner_has_told() -> None:
    """Whoever follows must not know of an answer before the owner has shown it to its own watchers."""

    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        row = game_row()
        fence = await ada.create(row, [SeatRow(0), SeatRow(1)], [entry(n) for n in range(1, 9)])
        assert fence is not None
        assert ada.watching is not None
        assert bob.watching is not None
        assert await bob.watching.stands([row.id]) == {row.id: Stand("ada", 1, 0)}
        news = await bob.watching.news(row.id, 0)
        assert news is not None
        assert (news.told, news.stored.entries) == ("", [])
        await bob.watching.announce({row.id: 2})
        assert await ada.watching.watched() == {row.id: 2}
        assert await bob.watching.watched() == {}
        await ada.watching.tell(5, "so far", fence)
        for since, expected in ((0, [1, 2, 3, 4, 5]), (3, [4, 5]), (5, [])):
            news = await bob.watching.news(row.id, since)
            assert news is not None
            assert (news.told, news.version) == ("so far", 5)
            assert [each.n for each in news.stored.entries] == expected
        # Another owner has told nothing yet, and the one before may tell nothing more.
        assert await bob.leases.take(row.id, by_force=True) is not None
        assert await ada.watching.stands([row.id]) == {row.id: Stand("bob", 2, 0)}
        with pytest.raises(Fenced):
            await ada.watching.tell(8, "too late", fence)
        await bob.watching.announce({row.id: None})
        assert await ada.watching.news("A" * 16, 0) is None

    with_two(use)


# -- two processes in one, where looking and hearing can be taken away ------------------------------


class Ear:
    """Somebody who watches."""

    hashes: frozenset[bytes] = frozenset()
    language = "en"
    differences = False
    sent_table = None
    hidden = False
    unheard: frozenset[Any] = frozenset()

    def __init__(self) -> None:
        self.heard: list[Plain] = []
        self.reason = ""

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def welcome(self, room: RoomState) -> None: ...

    def dismiss(self, reason: Refused) -> None:
        self.reason = reason.code

    @property
    def said(self) -> list[str]:
        return [each["text"] for each in self.heard if each["type"] == "chat"]


@asynccontextmanager
async def lobby(store: str, name: str, bus: Bus) -> Any:
    settings = Settings(data=".", store=store, node=name, lease_seconds=30.0)
    opened = PostgresStore(store, None, Node(name, f"http://{name}"), 30.0)
    await opened.open()
    metrics = Metrics()
    services = Services(settings, opened, metrics, Line([Thread()], 1.0, metrics))
    services.leases, services.watching, services.bus = opened.leases, opened.watching, bus
    made = Lobby(services)
    made.start()
    try:
        yield made
    finally:
        await made.stop()
        await opened.close()


Use = Callable[[Room, Lobby, Ear], Awaitable[None]]


def watched_by_another(use: Use, bus: str = "") -> None:
    """A table of one process, watched from another by somebody who hears what they are sent."""

    async def run() -> None:
        store = new_database()
        async with AsyncExitStack() as stack:
            ada, bob = [
                await stack.enter_async_context(
                    lobby(store, name, NatsBus(bus) if bus else NoBus())
                )
                for name in ("ada", "bob")
            ]
            wish = msgspec.convert({"options": {"players": 2}}, CreateGame)
            created = await ada.create(wish)
            room = await ada.get(created.game.id)
            ear = Ear()
            (await bob.following.watch(room.row.id)).listeners.add(ear)
            await use(room, bob, ear)

    asyncio.run(run())


async def say(room: Room, text: str) -> None:
    """As ``people.chat`` does."""
    async with room.working():
        row = ChatRow(len(room.chat) + 1, 1, None, "", text, None)
        await room.services.store.say(room.row.id, row, room.fence)
        room.chat = [*room.chat, row]
        for each in room.listeners:
            each.send(b'{"type":"chat"}')


async def heard(ear: Ear, text: str, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while text not in ear.said and time.monotonic() < end:
        await asyncio.sleep(0.01)
    return text in ear.said


@pytest.mark.parametrize(
    ("looks", "hears"),
    [(True, False), (False, True), (False, False)],
    ids=["looks", "hears", "neither"],
)
def test_either_the_bus_or_a_look_is_enough(
    monkeypatch: pytest.MonkeyPatch, looks: bool, hears: bool
) -> None:
    """The control: with neither, nothing arrives."""

    async def use(room: Room, bob: Lobby, ear: Ear) -> None:
        await say(room, "first")
        assert await heard(ear, "first", SOON)
        if not looks:
            bob.following.caught_up = time.monotonic() + 1000
        if not hears:
            await bob.services.bus.close()
        await say(room, "second")
        assert await heard(ear, "second", SOON if looks or hears else 1.5) == (looks or hears)

    with Nats() as nats:
        monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)
        watched_by_another(use, nats.address)


def test_what_an_owner_says_late_is_not_shown() -> None:
    """A stale owner may not tell anything more."""

    async def use(room: Room, bob: Lobby, ear: Ear) -> None:
        own = await bob.get(room.row.id, by_force=True)
        assert ear.reason == "moved"
        assert own.fence is not None
        await say_late(room)
        assert room.moved
        with pytest.raises(Refused, match="moved"):
            async with room.working():
                pass

    async def say_late(room: Room) -> None:
        room.tell_room()
        end = time.monotonic() + SOON
        while not room.moved and time.monotonic() < end:
            await asyncio.sleep(0.01)

    watched_by_another(use)


def test_what_cannot_be_followed_is_left_to_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(room: Room, bob: Lobby, ear: Ear) -> None:
        for wrong in ("A" * len(room.row.id), room.row.id):
            bob.following.rooms.clear()
            bob.following.unfit.add(room.row.id)
            with pytest.raises(NotFollowed):
                await bob.following.watch(wrong)
        # An owner who says nothing.
        monkeypatch.setattr(following, "PATIENCE", 0.1)
        bob.following.unfit.clear()
        assert isinstance(bob.services.store, PostgresStore)
        with closing(bob.services.store.connect()) as db:
            db.execute("UPDATE told SET what = ''")
        with pytest.raises(NotFollowed):
            await bob.following.watch(room.row.id)

    watched_by_another(use)
