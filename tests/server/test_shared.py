"""What all processes must see: whoever was counted, let in or asked something at one is known at the others."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.sentences import new_sentence
from rollplayer.server.rooms import asked
from rollplayer.server.storage.challenges import CHALLENGE_SECONDS
from rollplayer.server.storage.device_links import LINK_SECONDS
from rollplayer.server.storage.postgres_shared import HEARD_SECONDS, sweep
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.shared import EVERYBODY
from tests.server.authenticator import PUBLIC, Authenticator
from tests.server.clocks import HOUR
from tests.server.harness import Client, Server
from tests.server.person import PERSON, Somebody, new_secret, refusal
from tests.server.receivers import Receiver
from tests.server.stores import Kept, new_database
from tests.server.test_friends import Met, met
from tests.server.test_leases import store_of, with_two
from tests.server.test_nodes import Nodes, closed_with, node
from tests.server.test_notices import QUIET, begun, first_asked, play_until_other, told
from tests.server.test_passkeys import HERE

pytestmark = pytest.mark.once

TRIES = 5
FEW = 30
WRONG = " ".join(new_sentence())


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory, endpoint: Receiver) -> Iterator[Nodes]:
    folder = tmp_path_factory.mktemp("shared")
    store = new_database()
    settings = {**PUBLIC, "ROLLPLAYER_NOTICE_ORIGINS": endpoint.origin}
    with (
        node(folder, "ada", store, **settings) as ada,
        node(folder, "bob", store, **settings) as bob,
    ):
        yield Nodes(ada, bob)
        assert ada.faults() == []
        assert bob.faults() == []


def recover(server: Server, sentence: str) -> tuple[int, str]:
    return refusal(server, "/recover", {"sentence": sentence, "secret": new_secret()})


def test_tries_and_games_of_an_address_are_counted_together(tmp_path: Path) -> None:
    store = new_database()
    limit = {"ROLLPLAYER_PERSONS_PER_HOUR": str(TRIES), "ROLLPLAYER_GAMES_PER_HOUR": "2"}
    wish = {"options": {"players": 2}}
    with node(tmp_path, "ada", store, **limit) as ada, node(tmp_path, "bob", store, **limit) as bob:
        tried = [recover(each, WRONG) for each in (ada, bob, bob, ada, ada)]
        assert set(tried) == {(403, "wrong-sentence")}
        for each in (bob, ada):
            assert recover(each, WRONG) == (429, "too-many-persons")
        with ada.opened() as db:
            (key, left) = db.execute("SELECT key, drops FROM rates").fetchone()
        # Nobody reads there who has tried.
        assert "127.0.0.1" not in key
        assert left < 1
        made = [each.request("POST", "/api/v1/games", wish) for each in (ada, bob, ada, bob)]
        assert [status for status, *_ in made] == [201, 201, 429, 429]
        assert made[-1][1]["code"] == "too-many-games"
        assert 1700 < int(made[-1][2]["retry-after"]) <= 1801


def test_requests_of_an_address_are_counted_together_soon_and_once(tmp_path: Path) -> None:
    store = new_database()
    limit = {"ROLLPLAYER_REQUESTS_PER_MINUTE": str(FEW)}
    with node(tmp_path, "ada", store, **limit) as ada, node(tmp_path, "bob", store, **limit) as bob:
        game = ada.create(options={"players": 2})
        # What is passed on counts at the door, and not again where it is done.
        statuses = []
        for _ in range(2):
            statuses += [bob.request("GET", game.path)[0] for _ in range(FEW // 5)]
            time.sleep(0.7)
        assert set(statuses) == {200}
        # What has come there since the last word may be given here once more.
        given = 0
        while ada.request("GET", "/api/v1")[0] == 200:
            given += 1
            assert given < 2 * FEW, "there is no limit"
        # Alone, the other would still give three fifths.
        for _ in range(2 * FEW // 5):
            if bob.request("GET", "/api/v1")[0] == 429:
                break
            time.sleep(0.2)
        else:
            raise AssertionError("the other process has not learned of this one")


def test_a_link_made_at_one_is_redeemed_at_the_other_once(nodes: Nodes) -> None:
    ada = Somebody.new(nodes.ada)
    code = ada.do("/link")["code"]
    phone, thief = new_secret(), new_secret()
    redeemed = nodes.bob.post(PERSON + "/link/redeem", {"code": code, "secret": phone})
    for each in (nodes.ada, nodes.bob):
        spent = refusal(each, "/link/redeem", {"code": code, "secret": thief})
        assert spent == (409, "spent-link")
    # Sent again by the device that has come, at whichever process, it is the same answer.
    again = nodes.ada.post(PERSON + "/link/redeem", {"code": code, "secret": phone})
    assert again == redeemed
    assert Somebody(nodes.bob, ada.secret).ask()["link"]["number"] == redeemed["number"]
    assert not Somebody(nodes.ada, phone).is_in()
    number = redeemed["number"]
    Somebody(nodes.bob, ada.secret).do("/link/confirm", number=number, accept=True)
    assert Somebody(nodes.ada, phone).ask()["id"] == ada.ask()["id"]
    assert ada.refusal("/link/confirm", number=number, accept=True) == (409, "no-link")


def test_a_link_ends_for_all_when_its_person_signs_others_out(nodes: Nodes) -> None:
    ada = Somebody.new(nodes.ada)
    first, second = (Somebody(each, ada.secret).do("/link") for each in (nodes.ada, nodes.bob))
    body = {"code": first["code"], "secret": new_secret()}
    assert refusal(nodes.bob, "/link/redeem", body) == (409, "spent-link")
    Somebody(nodes.ada, ada.secret).do("/sign-out", devices=None)
    body = {"code": second["code"], "secret": new_secret()}
    assert refusal(nodes.bob, "/link/redeem", body) == (409, "spent-link")


def test_a_challenge_of_one_is_answered_at_the_other_once(nodes: Nodes) -> None:
    ada, phone = Somebody.new(nodes.ada), Authenticator()
    wanted = ada.do("/passkeys/new")
    (passkey,) = Somebody(nodes.bob, ada.secret).do("/passkeys", **phone.made(wanted))["passkeys"]
    assert passkey["name"] == "Ada's phone"
    assert ada.refusal("/passkeys", **Authenticator().made(wanted)) == (409, "spent-challenge")
    challenge = nodes.ada.post(PERSON + "/passkeys/ask", {})["challenge"]
    secret = new_secret()
    answer = phone.signed(challenge, secret)
    status, reply, _ = nodes.bob.request("POST", PERSON + "/passkeys/come", answer)
    assert (status, reply["id"]) == (201, ada.ask()["id"])
    for each in (nodes.bob, nodes.ada):
        again = phone.signed(challenge, new_secret())
        assert refusal(each, "/passkeys/come", again) == (409, "spent-challenge")


def test_two_processes_deliver_a_notice_once(nodes: Nodes, endpoint: Receiver) -> None:
    for owner, other in ((nodes.ada, nodes.bob), (nodes.bob, nodes.ada)):
        endpoint.received.clear()
        game = begun(owner)
        first = first_asked(game)
        # Known at a process that neither owns the room nor, once, delivers anything.
        told(other, endpoint, game, 1 - first)
        play_until_other(game, first)
        endpoint.wait()
        time.sleep(QUIET + 1.5)
        assert len(endpoint.received) == 1


def test_who_has_only_loaded_the_page_again_is_told_nothing(
    nodes: Nodes, endpoint: Receiver
) -> None:
    """Whoever delivers notices need not be the owner of the room, who sees who is back."""
    for owner in (nodes.ada, nodes.bob):
        endpoint.received.clear()
        game = begun(owner)
        first = first_asked(game)
        told(owner, endpoint, game, 1 - first)
        with game.sit(1 - first):
            play_until_other(game, first)
        with game.sit(1 - first):
            time.sleep(asked.BACK_SOON / 1000 + QUIET + 1.5)
        assert endpoint.received == [], owner.settings["ROLLPLAYER_NODE"]


# -- the same in the database --------------------------------------------------------------------------


def test_nobody_gets_one_more_by_asking_everywhere_at_once() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        rates = [each.shared.rate("tries", 10, 3600.0) for each in (ada, bob)]
        asked = [rates[n % 2].take("10.0.0.1", "too-fast") for n in range(60)]
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in results].count(type(None)) == 10
        refused = [each for each in results if isinstance(each, Refused)]
        assert len(refused) == 50
        assert 300 < int(refused[0].arguments["seconds"]) <= 361
        # Others are counted for themselves, and what was not tried is given back, wherever.
        await rates[0].take("10.0.0.2", "too-fast")
        await rates[1].give_back("10.0.0.1")
        await rates[0].take("10.0.0.1", "too-fast")
        with pytest.raises(Refused):
            await rates[1].take("10.0.0.1", "too-fast")
        # It fills again by the clock that all share.
        with Kept(Path(), ada.address).opened() as db:
            db.execute("UPDATE rates SET filled = filled - 361000")
        await rates[1].take("10.0.0.1", "too-fast")
        with pytest.raises(Refused):
            await rates[0].take("10.0.0.1", "too-fast")
        unlimited = ada.shared.rate("unlimited", 0, 3600.0)
        for _ in range(20):
            await unlimited.take("10.0.0.1", "too-fast")

    with_two(use)


async def asked_everywhere(stores: Sequence[PostgresStore], rounds: int, pause: float) -> int:
    """How much an address gets that asks all processes for all they give, again and again; a bucket fills in an hour."""
    counted = [each.shared.addresses("messages", 100, 3600.0) for each in stores]
    given = 0
    with Kept(Path(), stores[0].address).opened() as db:
        for _ in range(rounds):
            for each in counted:
                while each.bucket("10.0.0.1").take():
                    given += 1
            for store in stores:
                assert store._shared is not None
                await store._shared._told[-1].tell()
            for each in counted:
                each.bucket("10.0.0.1").filled -= pause * 3600
            past = round(pause * HOUR)
            db.execute("UPDATE rates SET filled = filled - ?, until = until - ?", (past, past))
            sweep(db)
    return given


@pytest.mark.parametrize("pause", [0.1, 1.0, 2.0, 3.0])
def test_who_asks_all_processes_for_long_gets_what_one_would_give(pause: float) -> None:
    rounds = 12

    async def run() -> None:
        address = new_database()
        stores = [store_of(address, name) for name in ("ada", "bob", "cat")]
        async with AsyncExitStack() as opened:
            for each in stores:
                await each.open()
                opened.push_async_callback(each.close)
            for each in stores:
                await each.leases.renew(dict)
            given = await asked_everywhere(stores, rounds, pause)
        # From each what all would give, once; from then on a hundred an hour from all together.
        assert 300 <= given <= 300 + 100 * pause * rounds

    asyncio.run(run())


def test_links_and_challenges_end_by_the_clock_of_the_database() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        with Kept(Path(), ada.address).opened() as db:
            db.execute(
                "INSERT INTO persons (id, name, language, created, seen, sentence) "
                "VALUES ('ada', 'Ada', 'en', 1, 1, 'x')"
            )
            code, link = await ada.shared.links.make("ada")
            assert abs(link.expires - time.time() * 1000 - LINK_SECONDS * 1000) < 5000
            challenge = await ada.shared.challenges.make(HERE, "ada")
            # Whoever brings what another was asked takes nothing away from them.
            with pytest.raises(Refused, match="spent-challenge"):
                await bob.shared.challenges.take(challenge, None)
            assert await bob.shared.challenges.take(challenge, "ada") == HERE
            challenge = await ada.shared.challenges.make(HERE)
            db.execute("UPDATE device_links SET until = until - ?", (LINK_SECONDS * 1000,))
            db.execute(
                "UPDATE passkey_challenges SET until = until - ?", (CHALLENGE_SECONDS * 1000,)
            )
        assert await bob.shared.links.of("ada") is None
        with pytest.raises(Refused, match="spent-link"):
            await bob.shared.links.redeem(code, b"phone", "")
        with pytest.raises(Refused, match="spent-challenge"):
            await bob.shared.challenges.take(challenge)

    with_two(use)


# -- what a process has in its memory ------------------------------------------------------------------


def test_whoever_is_blocked_at_one_is_not_heard_at_the_other(nodes: Nodes) -> None:
    ada, bo, game = met(nodes.bob)
    with (
        Client(nodes.bob, game.id, [ada.secret]) as hers,
        Client(nodes.bob, game.id, [bo.secret]) as his,
    ):
        assert his.ask("chat", seat=1, text="before")["type"] == "ack"
        hers.until("chat")
        Met(nodes.ada, ada.secret).befriend("block", "Bo", blocked=True)
        assert hers.until("state", timeout=3)["chat"] == []
        assert his.ask("chat", seat=1, text="after")["type"] == "ack"
        assert "chat" not in [message["type"] for message in hers.quiet(0.5)]
        Met(nodes.ada, ada.secret).befriend("block", "Bo", blocked=False)
        assert len(hers.until("state", timeout=3)["chat"]) == 2


def test_whoever_is_signed_out_at_one_is_out_at_the_other(nodes: Nodes) -> None:
    ada, _, game = met(nodes.bob)
    phone = ada.recovered()
    with Client(nodes.bob, game.id, [phone.secret]) as hers:
        Somebody(nodes.ada, ada.secret).do("/sign-out", devices=None)
        assert closed_with(hers, 3) is not None
    assert not Somebody(nodes.bob, phone.secret).is_in()
    assert ada.is_in()


def test_who_could_not_be_heard_or_hear_says_and_looks_afterwards() -> None:
    async def use(ada: PostgresStore, bob: PostgresStore) -> None:
        heard: list[str] = []

        async def look(about: str) -> None:
            heard.append(about)

        assert ada._shared is not None
        assert bob._shared is not None
        bob.shared.on_announced("hearing", look)
        # The database is out of reach while something is announced.
        line, ada._shared._line = ada._shared._line, None
        await ada.shared.announce("hearing", "alrik")
        ada._shared._line = line
        await bob._shared.listen()
        assert heard == []
        working = asyncio.create_task(ada.shared.work())
        async with asyncio.timeout(10):
            while not heard:
                await asyncio.sleep(0.05)
                await bob._shared.listen()
        working.cancel()
        assert heard == ["alrik"]
        # What was announced while nothing could be heard may be gone again.
        bob._shared._listened -= HEARD_SECONDS
        await bob._shared.listen()
        await bob._shared.listen()
        assert heard == ["alrik", EVERYBODY]

    with_two(use)
