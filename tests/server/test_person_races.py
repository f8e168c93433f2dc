"""Two at once around a person: what comes from a device that is being signed out, or from somebody who is being deleted."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rollplayer.server.common.tokens import new_id
from rollplayer.server.storage.copying import TABLES
from rollplayer.server.storage.passkeys import PasskeyRow, Passkeys
from rollplayer.server.storage.persons import DeviceRow, PersonRow, Persons, SignedOut
from rollplayer.server.storage.sql_store import SqlStore
from tests.server.harness import Game, Server
from tests.server.person import Somebody, new_secret, refusal
from tests.server.stores import Kept
from tests.server.test_games import HUMANS

pytestmark = pytest.mark.once

HOOK = "https://discord.com/api/webhooks/1/secret"
TRIES = 3
GONE = {"not-signed-in", "wrong-sentence", "busy"}
"""What somebody may hear who comes while a person goes: not known, or come again."""


def new_device() -> DeviceRow:
    return DeviceRow(new_id(), "ada", new_id().encode(), "", 0, 0)


async def let_another_in(store: SqlStore, lost: DeviceRow) -> None:
    await Persons(store).add_device(new_device(), by=lost)


async def make_a_sentence(store: SqlStore, lost: DeviceRow) -> None:
    await Persons(store).new_sentence(lost, b"another")


async def add_a_passkey(store: SqlStore, lost: DeviceRow) -> None:
    await Passkeys(store).add(PasskeyRow(new_id(), "ada", b"credential", b"key", 0, "", 0), lost)


@pytest.mark.parametrize("stay", [let_another_in, make_a_sentence, add_a_passkey])
def test_a_device_signed_out_meanwhile_leaves_no_way_back(
    kept: Kept, stay: Callable[[SqlStore, DeviceRow], Awaitable[None]]
) -> None:
    """It was signed in when it asked; the sentence was hashed, or the passkey checked, since then."""

    async def run() -> None:
        store = kept.store()
        await store.open()
        try:
            persons, own, lost = Persons(store), new_device(), new_device()
            await persons.add(PersonRow("ada", "Ada", "en", None, 0, 0, b"sentence"), own)
            await persons.add_device(lost)
            await stay(store, lost)
            before = len(await persons.devices("ada"))
            await persons.remove_devices("ada", [lost.id])
            person = await persons.get("ada")
            with pytest.raises(SignedOut):
                await stay(store, lost)
            assert await persons.get("ada") == person
            assert len(await persons.devices("ada")) == before - 1
        finally:
            await store.close()

    asyncio.run(run())


WISHES: dict[str, dict[str, Any]] = {
    "/change": {"name": "Ada again", "noted": True},
    "/sentence": {},
    "/link": {},
    "/sign-out": {},
    "/archive": {"id": "0" * 16, "archived": True},
    "/notices": {"kind": "discord", "address": HOOK},
    "/notices/times": {"zone": "Europe/Berlin", "quiet_from": 1320, "quiet_to": 420},
    "/rating": {"shown": True},
    "/friends/warning": {},
}


@pytest.mark.parametrize("path", [*WISHES, "/claim", "/recover"])
def test_what_races_with_deleting_oneself_is_no_fault_and_leaves_nothing(
    server: Server, path: str
) -> None:
    for _ in range(TRIES):
        ada = Somebody.new(server)
        id = ada.ask()["id"]
        body = WISHES.get(path, {})
        if path == "/claim":
            game = server.create(options={"players": 2}, seats=HUMANS, start=True)
            body = {"games": [{"id": game.id, "tokens": [game.tokens[0]]}]}

        def wish(_: int, ada: Somebody = ada, body: dict[str, Any] = body) -> tuple[int, str]:
            if path == "/recover":
                come = {"sentence": ada.sentence, "secret": new_secret()}
                return refusal(server, path, come)
            return ada.refusal(path, **body)

        with ThreadPoolExecutor(6) as together:
            wishes = together.map(wish, range(5))
            leaving = together.submit(ada.refusal, "/delete", delete="everything")
            answers = list(wishes)
            left = leaving.result()
        assert {code for status, code in [*answers, left] if status >= 400} <= GONE, answers
        if not ada.is_in():
            assert kept_about(server, id) == []
    assert server.faults() == []


def test_two_devices_delete_a_person_while_a_third_claims(server: Server) -> None:
    """Whoever is second is not signed in any more; what was claimed meanwhile is left as well."""
    for _ in range(TRIES):
        ada = Somebody.new(server)
        id, phone, tablet = ada.ask()["id"], ada.recovered(), ada.recovered()
        games = [
            server.create(options={"players": 2}, seats=HUMANS, start=True) for _ in range(TRIES)
        ]

        def claim(game: Game, tablet: Somebody = tablet) -> tuple[int, str]:
            claimed = {"id": game.id, "tokens": [game.tokens[0]]}
            return tablet.refusal("/claim", games=[claimed])

        with ThreadPoolExecutor(5) as together:
            claims = together.map(claim, games)
            leaving = [
                together.submit(each.refusal, "/delete", delete="everything")
                for each in (ada, phone)
            ]
            left, answers = [each.result() for each in leaving], list(claims)
        assert any(status == 200 for status, _ in left), left
        assert {code for status, code in [*answers, *left] if status >= 400} <= GONE
        assert not any(device.is_in() for device in (ada, phone, tablet))
        assert kept_about(server, id) == []
        for game, (status, _) in zip(games, answers, strict=True):
            # Her seat is a former player's, or was never hers; the other one is who it was.
            names = [seat["name"] for seat in game.room()["seats"]]
            assert (names[0] == "Ada") == (status >= 400), (names, status)
            assert names[1] == "Bo"
    assert server.faults() == []


def kept_about(server: Server, person: str) -> list[str]:
    """The tables that still know a person."""
    with server.opened() as db:
        found = []
        for table in TABLES:
            columns = db.columns(table)
            named = [each for each in columns if each in ("person", "other", "about", "reporter")]
            named += ["id"] if table == "persons" else []
            for column in named:
                sql = f"SELECT 1 FROM {table} WHERE {column} = ?"
                if db.execute(sql, (person,)).fetchone() is not None:
                    found.append(table)
        return found
