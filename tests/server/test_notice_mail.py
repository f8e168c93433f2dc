"""Notices by mail: a real SMTP server receives them, after somebody has confirmed the address."""

import re
import socket
import urllib.parse
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from threading import Condition
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from tests.server.harness import Server
from tests.server.person import Somebody
from tests.server.test_notices import begun, first_asked, play_until_other

pytestmark = pytest.mark.once

MAILBOX = "ada@example.org"


class Mailbox:
    """What an SMTP server has received, and what it answers."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.came = Condition()
        self.answer = "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if not self.answer.startswith("250"):
            return self.answer
        with self.came:
            mail = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(mail, EmailMessage)
            self.mails.append(mail)
            self.came.notify_all()
        return self.answer

    def wait(self, count: int) -> EmailMessage:
        with self.came:
            assert self.came.wait_for(lambda: len(self.mails) >= count, 15), self.mails
            return self.mails[count - 1]


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@pytest.fixture
def table(tmp_path: Path, mailbox: Mailbox) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(mailbox, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        settings = {
            "ROLLPLAYER_SMTP_HOST": "127.0.0.1",
            "ROLLPLAYER_SMTP_PORT": str(port),
            "ROLLPLAYER_SMTP_SECURITY": "none",
            "ROLLPLAYER_SMTP_FROM": "Roll Player <table@example.org>",
            "ROLLPLAYER_PUBLIC_URL": "https://play.example.org",
        }
        with Server(tmp_path / "data", settings) as server:
            yield server
    finally:
        controller.stop()


def code_in(mail: EmailMessage, mark: str) -> str:
    found = re.search(rf"https://play\.example\.org/me#{mark}=(\S+)", mail.get_content())
    assert found is not None, mail.get_content()
    return found[1]


def test_a_mailbox_is_confirmed_told_and_left_alone(table: Server, mailbox: Mailbox) -> None:
    game = begun(table, title="Freitagsrunde")
    first = first_asked(game)
    ada = Somebody.new(table, language="fr")
    ada.claim(game, game.tokens[1 - first])
    (channel,) = ada.do("/notices", kind="email", address=MAILBOX)["channels"]
    assert channel["confirmed"] is False
    question = mailbox.wait(1)
    assert question["To"] == MAILBOX
    assert question["Subject"] == "Est-ce bien votre adresse\u00a0?"
    # Nobody has confirmed it: it is told nothing, however much happens.
    play_until_other(game, first)
    play_until_other(game, 1 - first)
    confirm = code_in(question, "confirm")
    path = "/api/v1/notices"
    assert table.request("POST", path + "/confirm", {"code": confirm[:-1] + "x"})[0] == 409
    assert table.request("POST", path + "/end", {"code": confirm})[0] == 409
    assert table.post(path + "/confirm", {"code": confirm}) == {"address": MAILBOX}
    assert len(mailbox.mails) == 1
    play_until_other(game, first)
    mail = mailbox.wait(2)
    assert mail["Subject"] == "C’est à vous\u00a0: Freitagsrunde"
    assert f"https://play.example.org/g/{game.id}" in mail.get_content()
    assert re.fullmatch(r"<[0-9a-f]{20}@play\.example\.org>", mail["Message-ID"])
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # The button of a mail program, which knows nothing but the address in the header.
    address = urllib.parse.urlsplit(mail["List-Unsubscribe"].strip("<>"))
    headers = {"content-type": "application/x-www-form-urlencoded"}
    query = f"{address.path}?{address.query}"
    body = b"List-Unsubscribe=One-Click"
    assert table.request("POST", query, body, headers)[0] == 200
    assert ada.ask("/notices")["channels"] == []
    assert table.request("POST", path + "/end", {"code": code_in(mail, "stop")})[0] == 409


def test_a_mail_that_was_not_taken_is_sent_again_as_the_same(
    table: Server, mailbox: Mailbox
) -> None:
    mailbox.answer = "451 try again"
    ada = Somebody.new(table)
    ada.do("/notices", kind="email", address=MAILBOX)
    for number in range(4):
        ada.do("/notices", kind="email", address=f"bo{number}@example.org")
    body = {"kind": "email", "address": "cy@example.org"}
    assert ada.refusal("/notices", **body) == (429, "too-many-mails")
    assert ada.refusal("/notices", kind="email", address="nonsense") == (422, "bad-address")
    mailbox.answer = "250 OK"
    # Nor do many persons together write to one mailbox, however they spell it.
    body = {"kind": "email", "address": "cy@example.org"}
    codes = [
        Somebody.new(table).refusal("/notices", **{**body, "address": address})
        for address in (
            "cy@example.org",
            "Cy@example.org",
            "cy+dice@EXAMPLE.org",
            "cy+@example.org",
        )
    ]
    assert codes == [(201, ""), (201, ""), (201, ""), (429, "too-many-mails")]
    mailbox.wait(8)
    assert len({mail["Message-ID"] for mail in mailbox.mails}) == 8
