"""Passkeys: made where somebody is signed in, and the way in elsewhere, with nothing else in hand."""

import asyncio
from collections.abc import Iterator

import pytest

from rollplayer.server.common.passkeys import Site
from rollplayer.server.common.problems import Refused
from rollplayer.server.storage.challenges import CHALLENGE_SECONDS, MOST_CHALLENGES, Challenges
from rollplayer.server.storage.passkeys import MOST_PASSKEYS
from tests.server.authenticator import ORIGIN, PUBLIC, SITE, Authenticator
from tests.server.harness import Server
from tests.server.person import Somebody

pytestmark = pytest.mark.once

HERE = Site(ORIGIN, SITE)


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("public") / "data", PUBLIC) as server:
        yield server
        assert server.faults() == []


def test_a_passkey_alone_brings_everything_back(public: Server) -> None:
    assert public.get("/api/v1")["passkeys"] is True
    ada, phone = Somebody.new(public), Authenticator()
    (passkey,) = phone.join(ada)
    assert (passkey["name"], passkey["used"], passkey["doubted"]) == ("Ada's phone", None, False)
    status, _, other = phone.come(public)
    assert status == 201
    assert other.ask()["id"] == ada.ask()["id"]
    # Again and again, also if it does not count.
    assert phone.come(public)[0] == 201
    (passkey,) = ada.do("/passkeys/rename", id=passkey["id"], name="  Old   phone ")["passkeys"]
    assert passkey["name"] == "Old phone"
    assert passkey["used"] >= passkey["created"]
    assert ada.ask("/export")["passkeys"] == [passkey]
    public.restart()
    assert phone.come(public)[0] == 201
    assert ada.do("/passkeys/remove", id=passkey["id"]) == {"passkeys": []}
    assert phone.come(public)[:2] == (403, "wrong-passkey")
    # Whoever is in stays in: devices are signed out elsewhere.
    assert other.is_in()


def test_one_that_does_not_count_is_never_doubted(public: Server) -> None:
    ada, phone = Somebody.new(public), Authenticator(counts=False)
    phone.join(ada)
    assert [phone.come(public)[0] for _ in range(3)] == [201, 201, 201]


def test_a_copy_is_noticed_and_closes_the_passkey(public: Server) -> None:
    ada, phone = Somebody.new(public), Authenticator()
    phone.join(ada)
    copy = Authenticator(credential=phone.credential, key=phone.key, user=phone.user)
    assert phone.come(public)[0] == 201
    # A wrong signature says nothing about a copy.
    assert copy.come(public, signature="AAAA")[:2] == (403, "wrong-passkey")
    assert ada.ask("/passkeys")["passkeys"][0]["doubted"] is False
    copy.count = 0
    assert copy.come(public)[:2] == (403, "doubted-passkey")
    assert ada.ask("/passkeys")["passkeys"][0]["doubted"] is True
    # Which of the two is the copy cannot be known.
    assert phone.come(public)[:2] == (403, "doubted-passkey")


def test_a_person_has_so_many_passkeys_and_takes_them_along(public: Server) -> None:
    ada = Somebody.new(public)
    phones = [Authenticator() for _ in range(MOST_PASSKEYS)]
    for phone in phones:
        phone.join(ada)
    wanted = ada.do("/passkeys/new")
    assert len(wanted["known"]) == MOST_PASSKEYS
    one_more = Authenticator().made(wanted)
    assert ada.refusal("/passkeys", **one_more) == (409, "too-many-passkeys")
    ada.do("/delete", delete="everything")
    assert phones[0].come(public)[:2] == (403, "wrong-passkey")


def test_at_an_address_there_are_no_passkeys(server: Server) -> None:
    """A passkey belongs to a name, and 127.0.0.1 is none."""
    ada = Somebody.new(server)
    assert ada.refusal("/passkeys/new") == (409, "not-offered")
    assert ada.ask("/passkeys") == {"passkeys": []}


def test_a_challenge_ends_by_itself_and_there_are_never_too_many() -> None:
    asyncio.run(outlive_challenges())


async def outlive_challenges() -> None:
    clock = [0.0]
    challenges = Challenges(lambda: clock[0])
    early, late = await challenges.make(HERE), await challenges.make(HERE)
    assert await challenges.take(early) == HERE
    clock[0] = CHALLENGE_SECONDS + 1
    with pytest.raises(Refused, match="spent-challenge"):
        await challenges.take(late)
    first = await challenges.make(HERE)
    for _ in range(MOST_CHALLENGES):
        await challenges.make(HERE)
    assert len(challenges.open) == MOST_CHALLENGES
    with pytest.raises(Refused, match="spent-challenge"):
        await challenges.take(first)
