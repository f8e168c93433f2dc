"""Notices under attack: slow channels, more than anybody reads, and two who want the same at once."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed

from rollplayer.server.common.outgoing import Outgoing
from rollplayer.server.common.settings import Settings
from rollplayer.server.common.tokens import new_id
from rollplayer.server.notices.deliverer import AT_ONCE, AT_ONCE_FOR_ONE, Deliverer
from rollplayer.server.notices.senders import Senders
from rollplayer.server.storage import outbox as outboxes
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.outbox import ChannelRow, Due, Outbox
from rollplayer.server.storage.persons import (
    MOST_DEVICES,
    DeviceRow,
    PersonRow,
    Persons,
    TooManyDevices,
)
from rollplayer.server.storage.sql_store import SqlStore
from tests.server.harness import Server
from tests.server.person import Somebody
from tests.server.receivers import Receiver
from tests.server.stores import Kept
from tests.server.test_notices import begun, first_asked, play_until_other, told

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def prompt() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def slow() -> Iterator[Receiver]:
    with Receiver() as receiver:
        receiver.pause = 30.0
        yield receiver


@pytest.fixture(scope="module")
def table(
    tmp_path_factory: pytest.TempPathFactory, prompt: Receiver, slow: Receiver
) -> Iterator[Server]:
    settings = {"ROLLPLAYER_NOTICE_ORIGINS": f"{prompt.origin},{slow.origin}"}
    with Server(tmp_path_factory.mktemp("notices") / "data", settings) as server:
        yield server
        assert server.faults() == []


def test_slow_channels_of_many_do_not_keep_others_waiting(
    table: Server, prompt: Receiver, slow: Receiver
) -> None:
    theirs, own = begun(table), begun(table)
    first = first_asked(theirs)
    for person in range(AT_ONCE // AT_ONCE_FOR_ONE):
        somebody = Somebody.new(table, f"Mallory {person}")
        somebody.claim(theirs, theirs.tokens[1 - first])
        for channel in range(AT_ONCE_FOR_ONE):
            address = f"{slow.origin}/{person}/{channel}"
            somebody.do("/notices", kind="webhook", address=address)
    play_until_other(theirs, first)
    slow.wait(AT_ONCE)
    first = first_asked(own)
    told(table, prompt, own, 1 - first)
    began = time.monotonic()
    play_until_other(own, first)
    prompt.wait()
    assert time.monotonic() - began < 5


def test_confirming_and_removing_at_once_is_done_once(table: Server, prompt: Receiver) -> None:
    ada = Somebody.new(table)
    (channel,) = ada.do("/notices", kind="webhook", address=prompt.origin + "/x")["channels"]
    with ThreadPoolExecutor(6) as together:
        codes = list(
            together.map(lambda _: ada.refusal("/notices/remove", id=channel["id"])[0], range(6))
        )
    assert set(codes) <= {200, 404}
    assert 200 in codes
    assert ada.ask("/notices")["channels"] == []


def test_a_hello_that_races_with_signing_out_opens_nothing(table: Server) -> None:
    game = begun(table)
    ada = Somebody.new(table)
    ada.claim(game, game.tokens[0])
    for _ in range(4):
        lost = ada.recovered()

        def come(secret: str = lost.secret) -> bool:
            """Whether it still hears something after it was signed out."""
            socket = table.socket(game.id)
            try:
                socket.send(f'{{"type": "hello", "protocol": 1, "tokens": ["{secret}"]}}')
                while True:
                    socket.recv(1)
            except TimeoutError:
                return True
            except ConnectionClosed:
                return False
            finally:
                socket.close()

        with ThreadPoolExecutor(2) as together:
            hearing = together.submit(come)
            together.submit(ada.do, "/sign-out").result()
            assert not hearing.result()


def test_a_mail_server_that_hangs_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recovery sentences and passkeys are checked in threads, too."""
    hanging = threading.Event()
    monkeypatch.setattr(Senders, "_deliver", lambda *_: hanging.wait(10))
    settings = Settings(data=".", smtp_host="example.org", smtp_from="table@example.org")

    async def use() -> None:
        senders = Senders(settings, Outgoing(), b"")
        mails = [
            asyncio.create_task(senders.mail("ada@example.org", EmailMessage()))
            for _ in range(AT_ONCE)
        ]
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asyncio.to_thread(int), 2)
        finally:
            hanging.set()
            await asyncio.gather(*mails)

    asyncio.run(use())


# -- in the store -----------------------------------------------------------------------------------


def in_store(kept: Kept, use: Callable[[SqlStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = kept.store()
        await store.open()
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


def device(person: str) -> DeviceRow:
    return DeviceRow(new_id(), person, new_id().encode(), "", 0, 0)


async def add_person(store: SqlStore, id: str) -> Persons:
    persons = Persons(store)
    await persons.add(PersonRow(id, id, "en", None, 0, 0, id.encode()), device(id))
    return persons


async def add_channel(outbox: Outbox, person: str, number: int) -> str:
    address = f"https://example.org/{number}"
    row = ChannelRow(
        new_id(), person, None, None, "email", address, None, "", False, 0, confirmed=None
    )
    return await outbox.add(row)


def test_of_two_devices_at_the_limit_one_comes_in(kept: Kept) -> None:
    async def use(store: SqlStore) -> None:
        persons = await add_person(store, "ada")
        for _ in range(MOST_DEVICES - 2):
            await persons.add_device(device("ada"))
        coming = [persons.add_device(device("ada")) for _ in range(5)]
        done = await asyncio.gather(*coming, return_exceptions=True)
        assert [type(each) for each in done if each is not None] == [TooManyDevices] * 4
        assert len(await persons.devices("ada")) == MOST_DEVICES

    in_store(kept, use)


def test_who_has_much_to_be_told_hides_nobody_elses(kept: Kept) -> None:
    async def use(store: SqlStore) -> None:
        await add_person(store, "mallory")
        await add_person(store, "ada")
        outbox = Outbox(store)
        for number in range(12):
            await add_channel(outbox, "mallory", number)
        await add_channel(outbox, "ada", 0)
        found = await outbox.due(1 << 52, AT_ONCE_FOR_ONE)
        owners = [due.channel.person for due in found]
        assert (owners.count("mallory"), owners.count("ada")) == (AT_ONCE_FOR_ONE, 1)

    in_store(kept, use)


def test_a_channel_may_go_while_it_is_looked_up(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(store: SqlStore) -> None:
        await add_person(store, "ada")
        outbox = Outbox(store)
        id = await add_channel(outbox, "ada", 0)
        loop, due_of = asyncio.get_running_loop(), outboxes.due_of

        def just_then(db: Database, channel: str, at: int) -> Due:
            asyncio.run_coroutine_threadsafe(outbox.remove(id), loop).result(10)
            return due_of(db, channel, at)

        monkeypatch.setattr(outboxes, "due_of", just_then)
        (due,) = await outbox.due(1 << 52, 4)
        assert due.channel.id == id
        assert await outbox.due(1 << 52, 4) == []

    in_store(kept, use)


def test_what_arrives_while_the_outbox_is_read_is_not_sent_again(kept: Kept) -> None:
    """Discord and Slack know no ids: there a second message would be seen."""

    class ReadsSlowly(Outbox):
        on_their_way: set["asyncio.Task[None]"]

        async def due(self, at: int, most_of_one: int) -> list[Due]:
            found = await super().due(at, most_of_one)
            await asyncio.gather(*self.on_their_way)
            return found

    class Channel:
        def __init__(self) -> None:
            self.sent: list[str] = []

        async def ask(self, _channel: ChannelRow, id: str, *_: Any) -> None:
            self.sent.append(id)

    async def use(store: SqlStore) -> None:
        await add_person(store, "ada")
        outbox, channel = ReadsSlowly(store), Channel()
        deliverer = Deliverer(cast(Any, None), outbox, cast(Any, channel))
        outbox.on_their_way = deliverer.tasks
        await add_channel(outbox, "ada", 0)
        for _ in range(3):
            await deliverer.look()
        assert len(channel.sent) == 1
        # Something new is not held up by it.
        assert deliverer.wake.is_set()

    in_store(kept, use)
