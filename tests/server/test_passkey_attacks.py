"""Somebody who tries to come in by a passkey they do not have. Each test also meets the defect it is about."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rollplayer.server.storage.passkeys import MOST_PASSKEYS
from tests.server.authenticator import PRESENT, PUBLIC, Authenticator, flipped
from tests.server.harness import Server
from tests.server.person import PERSON, Somebody, new_secret, refusal

pytestmark = pytest.mark.once


def replay(server: Server) -> bool:
    """Whether what was overheard once lets in a second device."""
    ada, phone = Somebody.new(server), Authenticator()
    phone.join(ada)
    challenge = server.post(PERSON + "/passkeys/ask", {})["challenge"]
    signed = phone.signed(challenge, new_secret())
    assert refusal(server, "/passkeys/come", signed)[0] == 201
    thief = Somebody(server, new_secret())
    refusal(server, "/passkeys/come", {**signed, "secret": thief.secret})
    return thief.is_in()


def borrow_a_challenge(server: Server) -> bool:
    """Whether a passkey can be made with what another was asked, or a stranger."""
    ada, mallory = Somebody.new(server), Somebody.new(server, "Mallory")
    taken = []
    for theirs in (ada.do("/passkeys/new"), server.post(PERSON + "/passkeys/ask", {})):
        wanted = {**mallory.do("/passkeys/new"), "challenge": theirs["challenge"]}
        taken.append(mallory.refusal("/passkeys", **Authenticator().made(wanted))[0] == 201)
    # Nor does what is meant for making one let anybody in.
    phone = Authenticator()
    phone.join(ada)
    signed = phone.signed(ada.do("/passkeys/new")["challenge"], new_secret())
    taken.append(refusal(server, "/passkeys/come", signed)[0] == 201)
    return any(taken)


def share_a_challenge(server: Server) -> bool:
    """Whether several persons come in by one challenge, one after the other or at the same moment."""
    everybody = [(Somebody.new(server), Authenticator()) for _ in range(6)]
    for somebody, phone in everybody:
        phone.join(somebody)
    challenge = server.post(PERSON + "/passkeys/ask", {})["challenge"]
    bodies = [phone.signed(challenge, new_secret()) for _, phone in everybody]
    with ThreadPoolExecutor(6) as together:
        came = list(together.map(lambda body: refusal(server, "/passkeys/come", body), bodies))
    again = refusal(server, "/passkeys/come", everybody[0][1].signed(challenge, new_secret()))
    assert again[0] == 201 or again == (409, "spent-challenge")
    return [status for status, _ in [*came, again]].count(201) != 1


def sign_elsewhere(server: Server) -> bool:
    """Whether a page of another origin can make somebody sign for this one."""
    ada, phone = Somebody.new(server), Authenticator()
    phone.join(ada)
    phone.origin = "https://play.example.org.evil.example"
    lured = Authenticator(origin="http://play.example.org")
    made = ada.refusal("/passkeys", **lured.made(ada.do("/passkeys/new")))
    return phone.come(server)[0] == 201 or made[0] == 201


def bring_one_for_another_site(server: Server) -> bool:
    """Whether a passkey that signs for another site opens anything."""
    ada, phone = Somebody.new(server), Authenticator()
    phone.join(ada)
    phone.site = "evil.example"
    return phone.come(server)[0] == 201


def find_a_phone(server: Server) -> bool:
    """Whether it is enough to hold a phone that does not know one."""
    ada, phone = Somebody.new(server), Authenticator()
    phone.join(ada)
    phone.flags = PRESENT
    return phone.come(server)[0] == 201


def use_one_that_was_removed(server: Server) -> bool:
    ada, phone = Somebody.new(server), Authenticator()
    (passkey,) = phone.join(ada) or [{"id": "x"}]
    ada.do("/passkeys/remove", id=passkey["id"])
    return phone.come(server)[0] == 201


def race_to_the_limit(server: Server) -> bool:
    """Whether more come at the same moment than one may have; or one comes twice."""
    ada = Somebody.new(server)
    for _ in range(MOST_PASSKEYS - 1):
        Authenticator().join(ada)
    bodies = [Authenticator().made(ada.do("/passkeys/new")) for _ in range(6)]
    with ThreadPoolExecutor(6) as together:
        codes = list(together.map(lambda body: ada.refusal("/passkeys", **body)[0], bodies))
    return codes.count(201) != 1


def enumerate_passkeys(server: Server) -> bool:
    """Whether answers differ between one that is known, one that was removed and one that never was."""
    ada, phone, old = Somebody.new(server), Authenticator(), Authenticator()
    phone.join(ada)
    gone = old.join(ada)[-1]
    ada.do("/passkeys/remove", id=gone["id"])
    answers = set()
    for each in (phone, old, Authenticator(user=phone.user), Authenticator(user="AAAA")):
        challenge = server.post(PERSON + "/passkeys/ask", {})["challenge"]
        signed = each.signed(challenge, new_secret())
        signed["signature"] = flipped(signed["signature"])
        status, reply, _ = server.request("POST", PERSON + "/passkeys/come", signed)
        answers.add((status, reply["code"], reply["detail"]))
    # The right signature in the name of somebody else reads the same.
    bo = Somebody.new(server, "Bo")
    status, code, _ = phone.come(server, user=bo.do("/passkeys/new")["user"])
    answers.add((status, code, reply["detail"]))
    return len(answers) > 1


def steal_a_passkey(server: Server) -> bool:
    """Whether somebody who knows the id of a passkey makes it their own, and its owner a stranger."""
    ada, mallory, phone = Somebody.new(server), Somebody.new(server, "Mallory"), Authenticator()
    phone.join(ada)
    forged = Authenticator(credential=phone.credential)
    body = forged.made(mallory.do("/passkeys/new"))
    mallory.refusal("/passkeys", **body)
    return phone.come(server)[0] != 201


ATTACKS: dict[str, Callable[[Server], bool]] = {
    "replayable": replay,
    "borrowed": borrow_a_challenge,
    "shared": share_a_challenge,
    "anywhere": sign_elsewhere,
    "anybody": bring_one_for_another_site,
    "unlocked": find_a_phone,
    "undead": use_one_that_was_removed,
    "racing": race_to_the_limit,
    "telling": enumerate_passkeys,
    "stealing": steal_a_passkey,
}


@pytest.fixture(scope="module")
def careful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("careful") / "data", PUBLIC) as server:
        yield server
        assert server.faults() == []


@pytest.mark.parametrize("defect", ATTACKS)
def test_an_attack_fails(careful: Server, defect: str) -> None:
    assert not ATTACKS[defect](careful)


@pytest.mark.parametrize("defect", ATTACKS)
def test_it_succeeds_where_the_server_is_careless(tmp_path: Path, defect: str) -> None:
    command = ("-m", "tests.server.faulty_passkeys", defect)
    with Server(tmp_path / "data", PUBLIC, command) as server:
        assert ATTACKS[defect](server), "the test would not notice it"


@pytest.mark.parametrize("place", ["client_data", "authenticator_data", "signature", "credential"])
def test_nonsense_is_refused_without_a_fault(careful: Server, place: str) -> None:
    ada, phone = Somebody.new(careful), Authenticator()
    phone.join(ada)
    for nonsense in ("A", "AAAA", "_" * 8000):
        status, code, _ = phone.come(careful, **{place: nonsense})
        assert (status, code) in ((403, "wrong-passkey"), (409, "spent-challenge")), nonsense
    body = {**phone.made(ada.do("/passkeys/new")), "attestation": "oGEA"}
    assert ada.refusal("/passkeys", **body) == (403, "wrong-passkey")
