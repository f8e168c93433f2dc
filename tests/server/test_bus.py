"""The bus, spoken to a real NATS server: it may be lost, stand still or lie, and is there again by itself."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import pytest

from rollplayer.server.common.settings import BadSetting, Settings
from rollplayer.server.storage import nats_bus
from rollplayer.server.storage.nats_bus import NatsBus, NotABus, expect, size_of
from tests.server.buses import Nats

pytestmark = pytest.mark.once

SOON = 5.0


@pytest.fixture(scope="module")
def server() -> Iterator[Nats]:
    with Nats() as started:
        yield started


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not holds():
            await asyncio.sleep(0.005)


async def at_the_bus(
    address: str, use: Callable[[NatsBus, NatsBus, list[str]], Awaitable[None]]
) -> None:
    """Two processes, and what the second has heard."""
    heard: list[str] = []
    ada, bob = NatsBus(address), NatsBus(address)
    ada.start(lambda game: None)
    bob.start(heard.append)
    try:
        await use(ada, bob, heard)
    finally:
        await ada.close()
        await bob.close()
    assert not ada.is_connected
    assert not bob.is_connected


async def hear(teller: NatsBus, game: str, heard: list[str]) -> None:
    """Tell of a game until it is heard: nobody knows when somebody else has begun to listen."""
    before = heard.count(game)
    async with asyncio.timeout(SOON):
        while heard.count(game) == before:
            teller.tell(game, 7)
            await asyncio.sleep(0.02)


def test_who_listens_to_a_game_hears_of_it(server: Nats) -> None:
    async def use(ada: NatsBus, bob: NatsBus, heard: list[str]) -> None:
        # Before the line is there as well as after it.
        bob.listen("first")
        await until(lambda: ada.is_connected and bob.is_connected)
        bob.listen("second")
        for game in ("first", "second"):
            await hear(ada, game, heard)
        bob.ignore("first")
        await hear(ada, "second", heard)
        heard.clear()
        for game in ("first", "third", "second"):
            ada.tell(game, 8)
        await until(lambda: "second" in heard)
        assert set(heard) == {"second"}

    asyncio.run(at_the_bus(server.address, use))


def test_a_bus_that_comes_back_is_heard_again() -> None:
    async def use(ada: NatsBus, bob: NatsBus, heard: list[str]) -> None:
        bob.listen("game")
        # Nobody is there yet; that is no fault of whoever tells.
        ada.tell("game", 1)
        nats.start()
        await until(lambda: ada.is_connected and bob.is_connected)
        await hear(ada, "game", heard)
        nats.stop()
        await until(lambda: not ada.is_connected and not bob.is_connected)
        ada.tell("game", 2)
        nats.start()
        await until(lambda: ada.is_connected and bob.is_connected)
        await hear(ada, "game", heard)

    nats = Nats()
    try:
        asyncio.run(at_the_bus(nats.address, use))
    finally:
        nats.stop()


def test_a_bus_that_stands_still_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_bus, "SILENT_SECONDS", 0.1)
    monkeypatch.setattr(nats_bus, "CONNECT_SECONDS", 0.2)

    async def use(ada: NatsBus, bob: NatsBus, heard: list[str]) -> None:
        bob.listen("game")
        await until(lambda: ada.is_connected and bob.is_connected)
        nats.stand_still()
        await until(lambda: not ada.is_connected and not bob.is_connected)
        nats.go_on()
        await until(lambda: ada.is_connected and bob.is_connected)
        await hear(ada, "game", heard)

    with Nats() as nats:
        asyncio.run(at_the_bus(nats.address, use))


def test_a_password_opens_it() -> None:
    async def use(ada: NatsBus, bob: NatsBus, heard: list[str]) -> None:
        bob.listen("game")
        await until(lambda: ada.is_connected and bob.is_connected)
        await hear(ada, "game", heard)

    async def wrong(ada: NatsBus, bob: NatsBus, heard: list[str]) -> None:
        await asyncio.sleep(0.3)
        assert not ada.is_connected

    for settings, key in (
        (("--user", "ada", "--pass", "se/cret"), "ada:se%2Fcret"),
        (("--auth", "to/ken"), "to%2Fken"),
    ):
        with Nats(*settings) as nats:
            asyncio.run(at_the_bus(nats.address.replace("//", f"//{key}@"), use))
            asyncio.run(at_the_bus(nats.address.replace("//", f"//{key}s@"), wrong))
            asyncio.run(at_the_bus(nats.address, wrong))


@pytest.mark.parametrize(
    "said", [b"HTTP/1.1 400 Bad Request\r\n", b"-ERR 'Authorization Violation'\r\n", b"\r\n"]
)
def test_what_is_no_bus_is_not_believed(said: bytes) -> None:
    async def run() -> None:
        reader = asyncio.StreamReader(limit=nats_bus.LONGEST)
        reader.feed_data(said)
        await expect(reader, "INFO")

    with pytest.raises(NotABus):
        asyncio.run(run())


def test_whatever_anybody_says_there_causes_one_look_too_many(server: Nats) -> None:
    """Somebody else at the bus asks for an answer, or talks at length: nobody leaves for that."""

    async def use(ada: NatsBus, bob: NatsBus, heard: list[str]) -> None:
        bob.listen("game")
        await until(lambda: ada.is_connected and bob.is_connected)
        await hear(ada, "game", heard)
        line = bob._writer
        _, stranger = await asyncio.open_connection("127.0.0.1", server.port)
        stranger.write(b'CONNECT {"verbose": false}\r\n')
        heard.clear()
        for about, what in ((b"answer.to.me ", b"7"), (b"", b"7" * 200_000), (b"", b"")):
            stranger.write(b"PUB rollplayer.game %b%d\r\n%b\r\n" % (about, len(what), what))
        await until(lambda: len(heard) == 3)
        stranger.close()
        assert bob._writer is line

    asyncio.run(at_the_bus(server.address, use))


@pytest.mark.parametrize("size", ["-1", "1e3", "9" * 20, "0" * 5000, "", "²"])
def test_what_has_no_size_is_not_believed(size: str) -> None:
    assert size_of(["MSG", "rollplayer.game", "1", "3"]) == 3
    assert size_of(["MSG", "rollplayer.game", "1", "answer.to.me", "3"]) == 3
    for said in (["MSG", "rollplayer.game", "1", size], ["MSG", "rollplayer.game", "3"]):
        with pytest.raises(NotABus):
            size_of(said)


def test_where_the_bus_is_must_be_said_rightly() -> None:
    shared = Settings(data=".", store="postgresql:///games", node="ada")
    for address in ("nats://bus", "nats://bus:1234", "nats://ada:secret@bus", "nats://token@bus"):
        assert replace(shared, bus=address).bus == address
    for wrong in ("bus:4222", "http://bus", "nats://", "nats://[::1", "nats://bus:99999999"):
        with pytest.raises(BadSetting, match="nats://host:4222"):
            replace(shared, bus=wrong)
    for address in ("nats://ada:secret@bus", "nats://secret@bus", "nats://secret@bus:x"):
        with pytest.raises(BadSetting) as refused:
            Settings(data=".", bus=address)
        assert "secret" not in str(refused.value)
        assert "secret" not in NatsBus(address).name
    assert "secret" not in repr(replace(shared, bus="nats://ada:secret@bus"))
