"""Somebody who tries to be another. Each test is also run against a server with the defect it is about."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.sentences import new_sentence
from rollplayer.server.storage.device_links import LINK_SECONDS, DeviceLinks
from tests.server.harness import Client, Server
from tests.server.person import PERSON, Somebody, new_secret, refusal
from tests.server.test_games import HUMANS

pytestmark = pytest.mark.once

TWO = {"players": 2}
LIMIT = {"ROLLPLAYER_PERSONS_PER_HOUR": "5"}


def guess(server: Server) -> bool:
    """Whether sentences can be tried as often as one likes."""
    codes = [
        refusal(server, "/recover", {"sentence": " ".join(new_sentence()), "secret": new_secret()})
        for _ in range(7)
    ]
    assert codes[0] == (403, "wrong-sentence")
    return (429, "too-many-persons") not in codes


def use_a_link_again(server: Server) -> bool:
    """Whether a link that was used lets in a second device: one that was stolen later."""
    ada = Somebody.new(server)
    code = ada.do("/link")["code"]
    first = {"code": code, "secret": new_secret()}
    number = server.post(PERSON + "/link/redeem", first)["number"]
    # Resent by the same device it is the same answer.
    assert server.post(PERSON + "/link/redeem", first)["number"] == number
    thief = Somebody(server, new_secret())
    stolen = refusal(server, "/link/redeem", {"code": code, "secret": thief.secret})
    if stolen[0] == 200:
        number = ada.ask()["link"]["number"]
    ada.do("/link/confirm", number=number, accept=True)
    # Once it is confirmed there is nothing left to take.
    assert stolen[0] == 200 or refusal(
        server, "/link/redeem", {"code": code, "secret": new_secret()}
    ) == (409, "spent-link")
    return thief.is_in()


def race_for_a_link(server: Server) -> bool:
    """Whether two who come with one link at the same moment are both told that they were first."""
    ada = Somebody.new(server)
    for _ in range(3):
        code = ada.do("/link")["code"]

        def redeem(secret: str, code: str = code) -> int:
            return refusal(server, "/link/redeem", {"code": code, "secret": secret})[0]

        with ThreadPoolExecutor(8) as together:
            statuses = list(together.map(redeem, [new_secret() for _ in range(8)]))
        if statuses.count(200) != 1:
            return True
    return False


def come_unconfirmed(server: Server) -> bool:
    """Whether a stolen link lets somebody in though the owner says no."""
    ada = Somebody.new(server)
    thief = Somebody(server, new_secret())
    body = {"code": ada.do("/link")["code"], "secret": thief.secret}
    number = server.post(PERSON + "/link/redeem", body)["number"]
    early = thief.is_in()
    wrong = f"{(int(number) + 1) % 10_000:04}"
    assert ada.refusal("/link/confirm", number=wrong, accept=True) == (409, "no-link")
    ada.do("/link/confirm", number=number, accept=False)
    # Nor can they, or anybody else, say yes for her.
    other = Somebody.new(server)
    for secret in (thief.secret, other.secret):
        status, _ = refusal(server, "/link/confirm", {"number": number, "accept": True}, secret)
        assert status in (401, 409) or early
    return early or thief.is_in()


def enumerate_links(server: Server) -> bool:
    """Whether answers differ between what was used, what is void and what never was."""
    ada = Somebody.new(server)
    void = ada.do("/link")["code"]
    used = ada.do("/link")["code"]
    server.post(PERSON + "/link/redeem", {"code": used, "secret": new_secret()})
    answers = set()
    for code in (void, used, new_secret()):
        body = {"code": code, "secret": new_secret()}
        status, reply, _ = server.request("POST", PERSON + "/link/redeem", body)
        answers.add((status, reply["code"], reply["detail"]))
    return len(answers) > 1


def stay_after_being_signed_out(server: Server) -> bool:
    """Whether a device hears of a game, or acts in it, after it was signed out."""
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True, watch=False)
    ada.claim(game, game.tokens[0])
    lost = ada.recovered()
    with Client(server, game.id, [lost.secret]) as client, game.sit(1) as bo:
        ada.do("/sign-out")
        assert not lost.is_in()
        assert ada.is_in()
        bo.ask("chat", seat=1, text="Has she gone?")
        try:
            heard = client.quiet(0.5)
        except ConnectionClosed:
            heard = client.heard
        return any(message["type"] == "chat" for message in heard)


def claim_without_a_token(server: Server) -> bool:
    """Whether somebody gets hold of a seat whose token they do not have."""
    mallory = Somebody.new(server, "Mallory")
    game = server.create(options=TWO, seats=HUMANS, start=True, watch=False)
    other = server.create(options=TWO, seats=HUMANS, start=True, watch=False)
    mallory.claim(game, other.tokens[0], new_secret(), mallory.secret)
    status, _, _ = server.request(
        "GET", game.path + "/state", headers={"authorization": f"Bearer {mallory.secret}"}
    )
    return status == 200


def read_the_store(server: Server) -> bool:
    """Whether a copy of the file opens anything."""
    ada = Somebody.new(server)
    code = ada.do("/link")["code"]
    with server.opened() as db:
        cells = [
            bytes(cell) if isinstance(cell, bytes) else str(cell).encode()
            for table in ("persons", "devices", "claims", "answers")
            for row in db.execute(f"SELECT * FROM {table}")
            for cell in row
        ]
    secrets = (ada.secret, ada.sentence, code)
    assert all(secret not in server.log() for secret in secrets)
    return any(secret.encode() in cell for secret in secrets for cell in cells)


def be_remembered(server: Server) -> bool:
    """Whether a name outlives its person."""
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True)
    ada.claim(game, game.tokens[0])
    ada.do("/delete", delete="everything")
    assert not ada.is_in()
    body = {"sentence": ada.sentence, "secret": new_secret()}
    assert refusal(server, "/recover", body) == (403, "wrong-sentence")
    return "Ada" in [seat["name"] for seat in game.room()["seats"]]


def keep_what_was_given_away(server: Server) -> bool:
    """Whether a claim opens a seat that has another token since."""
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True, watch=False)
    ada.claim(game, game.tokens[0])
    server.post(game.path + "/seats/0/give", {"name": "Cleo"}, game.tokens[0])
    status, _, _ = server.request(
        "GET", game.path + "/state", headers={"authorization": f"Bearer {ada.secret}"}
    )
    return status == 200


ATTACKS: dict[str, Callable[[Server], bool]] = {
    "guessable": guess,
    "reusable": use_a_link_again,
    "racing": race_for_a_link,
    "unconfirmed": come_unconfirmed,
    "telling": enumerate_links,
    "clinging": stay_after_being_signed_out,
    "believing": claim_without_a_token,
    "readable": read_the_store,
    "remembering": be_remembered,
    "stale": keep_what_was_given_away,
}


@pytest.fixture(scope="module")
def careful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("careful") / "data") as server:
        yield server
        assert server.faults() == []


@pytest.mark.parametrize("defect", ATTACKS)
def test_an_attack_fails(careful: Server, tmp_path: Path, defect: str) -> None:
    if defect == "guessable":
        with Server(tmp_path / "data", LIMIT) as server:
            assert not guess(server)
    else:
        assert not ATTACKS[defect](careful)


@pytest.mark.parametrize("defect", ATTACKS)
def test_it_succeeds_where_the_server_is_careless(tmp_path: Path, defect: str) -> None:
    command = ("-m", "tests.server.faulty_persons", defect)
    limits = LIMIT if defect == "guessable" else {}
    with Server(tmp_path / "data", limits, command) as server:
        assert ATTACKS[defect](server), "the test would not notice it"


def test_a_link_ends_by_itself_whatever_the_clock_on_the_wall_says() -> None:
    asyncio.run(outlive_links())


async def outlive_links() -> None:
    clock = [0.0]
    links = DeviceLinks(lambda: clock[0])
    code, _ = await links.make("ada")
    clock[0] = LINK_SECONDS + 1
    with pytest.raises(Refused, match="spent-link"):
        await links.redeem(code, b"phone", "")
    code, _ = await links.make("ada")
    number = (await links.redeem(code, b"phone", "")).number
    clock[0] *= 3
    with pytest.raises(Refused, match="no-link"):
        await links.confirm("ada", number)


def test_who_is_nobody_learns_nothing(server: Server) -> None:
    """A secret of nobody, a seat's token, several at once and none at all read the same."""
    ada = Somebody.new(server)
    game = server.create(options=TWO, seats=HUMANS, start=True)
    answers = set()
    for tokens in ((), (new_secret(),), (game.tokens[0],), (ada.secret, new_secret())):
        for path in ("/change", "/sentence", "/link", "/sign-out"):
            answers.add(refusal(server, path, {}, *tokens))
    assert answers == {(401, "not-signed-in")}
    assert ada.is_in()


def test_nobody_signs_out_the_devices_of_others(server: Server) -> None:
    ada, mallory = Somebody.new(server), Somebody.new(server, "Mallory")
    (device,) = ada.ask()["devices"]
    assert mallory.do("/sign-out", devices=[device["id"]]) == {"devices": 0}
    assert ada.is_in()


def test_an_old_sentence_is_void(server: Server) -> None:
    ada = Somebody.new(server)
    old, ada.sentence = ada.sentence, " ".join(ada.do("/sentence")["sentence"])
    body = {"sentence": old, "secret": new_secret()}
    assert refusal(server, "/recover", body) == (403, "wrong-sentence")
    assert ada.recovered().is_in()


def test_trying_a_sentence_takes_work_whoever_it_belongs_to(server: Server) -> None:
    """A slow hash comes before any look at the store."""
    started = time.perf_counter()
    body = {"sentence": " ".join(new_sentence()), "secret": new_secret()}
    assert refusal(server, "/recover", body) == (403, "wrong-sentence")
    assert time.perf_counter() - started > 0.01


def test_a_secret_that_is_anothers_device_opens_no_second_person(server: Server) -> None:
    ada, bo = Somebody.new(server), Somebody.new(server, "Bo")
    body = {"sentence": bo.sentence, "secret": ada.secret}
    assert refusal(server, "/recover", body) == (401, "not-signed-in")
    assert ada.ask()["name"] == "Ada"


def test_sentences_tried_from_many_addresses_keep_nobody_out(tmp_path: Path) -> None:
    """Each address has its own count; all together they wait in a line that is never long."""
    addresses, tries = 12, 7
    with Server(tmp_path / "data", LIMIT) as server:
        ada = Somebody.new(server)
        game = server.create(options=TWO, seats=HUMANS, start=True)

        def guess_from(number: int) -> list[int]:
            return [try_from(server, f"127.0.1.{number + 1}") for _ in range(tries)]

        def come() -> bool:
            """As somebody would who reads that there is much to do, and tries again: each is as good as the first."""
            end = time.monotonic() + 60
            while time.monotonic() < end:
                if try_from(server, "127.0.2.1", ada.sentence) == 201:
                    return True
                time.sleep(1)
            return False

        with ThreadPoolExecutor(addresses + 1) as together, game.sit(0) as client:
            guessing = [together.submit(guess_from, number) for number in range(addresses)]
            coming, waited = together.submit(come), []
            while not all(each.done() for each in guessing):
                began = time.monotonic()
                client.send({"type": "ping"})
                client.until("pong")
                waited.append(time.monotonic() - began)
                time.sleep(0.02)
            assert coming.result()
        most = int(LIMIT["ROLLPLAYER_PERSONS_PER_HOUR"])
        for number, each in enumerate(guessing):
            statuses = each.result()
            assert set(statuses) <= {403, 429, 503}
            tried = statuses.count(403)
            assert tried <= most
            # Whom the line sent away may try as often as is left, and not once more.
            rest = [try_from(server, f"127.0.1.{number + 1}") for _ in range(most - tried + 1)]
            assert rest == [403] * (most - tried) + [429]
        assert sorted(waited)[len(waited) // 2] < 0.5
        assert server.faults() == []


def try_from(server: Server, address: str, sentence: str = "") -> int:
    """Try a sentence from one of the addresses of this machine; the status."""
    body = {"sentence": sentence or " ".join(new_sentence()), "secret": new_secret()}
    line = HTTPConnection("127.0.0.1", server.port, 20, (address, 0))
    with closing(line):
        head = {"content-type": "application/json"}
        line.request("POST", PERSON + "/recover", json.dumps(body), head)
        return line.getresponse().status
