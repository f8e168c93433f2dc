"""Web Push: what an endpoint receives, decrypted by a library that is not ours."""

import json
import os

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from rollplayer.server.common.base64url import to_bytes, to_text
from rollplayer.server.notices.push import BadSubscription, check_keys, encrypt, point_of
from tests.server.harness import Server
from tests.server.person import Somebody
from tests.server.receivers import Receiver
from tests.server.test_notices import begun, first_asked, play_until_other

pytestmark = pytest.mark.once

CURVE = ec.SECP256R1()


class Subscription:
    """A browser's keys."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)
        self.keys = {"p256dh": to_text(point_of(self.key)), "auth": to_text(self.auth)}

    def decrypted(self, body: bytes) -> bytes:
        opened: bytes = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return opened


def test_a_browser_is_told_and_nobody_else_can_read_it(
    push_server: Server, push_service: Receiver
) -> None:
    game = begun(push_server, title="Friday table")
    first = first_asked(game)
    ada, browser = Somebody.new(push_server, language="de"), Subscription()
    ada.claim(game, game.tokens[1 - first])
    address = push_service.origin + "/push/1"
    (channel,) = ada.do("/notices", kind="push", address=address, keys=browser.keys)["channels"]
    assert channel["this"] is True
    play_until_other(game, first)
    (received,) = push_service.wait()
    assert b"Friday" not in received.body
    assert received.headers["content-encoding"] == "aes128gcm"
    message = json.loads(browser.decrypted(received.body))
    assert message["title"] == "Du bist am Zug: Friday table"
    assert message["path"] == f"/g/{game.id}"
    assert received.headers["topic"] == message["id"]
    # Signed with the key that the browser has subscribed with, for this endpoint alone.
    key = push_server.get("/api/v1")["notices"]["push"]
    scheme, token, sent_key = received.headers["authorization"].replace(",", "").split()
    assert (scheme, sent_key) == ("vapid", f"k={key}")
    signed, _, signature = token.removeprefix("t=").rpartition(".")
    claims = json.loads(to_bytes(signed.split(".")[1]))
    assert claims["aud"] == push_service.origin
    raw = to_bytes(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(key))
    public.verify(both, signed.encode(), ec.ECDSA(SHA256()))
    # The key is made once; and whoever is signed out is told nothing.
    push_server.restart()
    assert push_server.get("/api/v1")["notices"]["push"] == key
    (device,) = ada.ask()["devices"]
    phone = ada.recovered()
    phone.do("/sign-out", devices=[device["id"]])
    assert phone.ask("/notices")["channels"] == []


def test_long_messages_and_empty_ones_are_read_as_they_were() -> None:
    browser = Subscription()
    for message in (b"", b"x", os.urandom(3900)):
        assert browser.decrypted(encrypt(message, **browser.keys)) == message
    # Never the same twice.
    assert encrypt(b"x", **browser.keys) != encrypt(b"x", **browser.keys)


def test_keys_that_no_browser_has_made_are_refused() -> None:
    good = Subscription().keys
    for bad in (
        {"p256dh": "", "auth": good["auth"]},
        {"p256dh": to_text(b"\x04" + bytes(64)), "auth": good["auth"]},
        {"p256dh": good["p256dh"], "auth": "AAAA"},
        {"p256dh": good["p256dh"], "auth": "ß"},
    ):
        with pytest.raises(BadSubscription):
            check_keys(**bad)
