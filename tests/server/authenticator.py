"""A phone or a stick that keeps passkeys, in a few lines: what tests let it sign is theirs to say."""

import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from rollplayer.server.common.base64url import to_bytes, to_text
from tests.server.harness import Server
from tests.server.person import PERSON, Somebody, new_secret

SITE = "play.example.org"
ORIGIN = f"https://{SITE}"
PUBLIC = {"ROLLPLAYER_PUBLIC_URL": ORIGIN}
PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """With one passkey, on a page of some site."""

    origin: str = ORIGIN
    site: str = SITE
    flags: int = PRESENT | VERIFIED
    counts: bool = True
    credential: bytes = field(default_factory=lambda: os.urandom(16))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    count: int = 0
    user: str = ""

    def data(self, flags: int) -> bytes:
        self.count += self.counts
        head = hashlib.sha256(self.site.encode()).digest()
        return head + bytes([self.flags | flags]) + self.count.to_bytes(4)

    def client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}
        return json.dumps(said).encode()

    def made(self, wanted: dict[str, Any]) -> dict[str, str]:
        """What a browser returns that was asked to make a passkey."""
        self.user = wanted["user"]
        point = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        attested = bytes(16) + len(self.credential).to_bytes(2) + self.credential
        data = self.data(HAS_KEY) + attested + cbor2.dumps(cose)
        return {
            "client_data": to_text(self.client_data("create", wanted["challenge"])),
            "attestation": to_text(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "name": "Ada's phone",
        }

    def signed(self, challenge: str, secret: str) -> dict[str, str]:
        """What a browser returns that was asked for a passkey."""
        data, client_data = self.data(0), self.client_data("get", challenge)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return {
            "credential": to_text(self.credential),
            "user": self.user,
            "client_data": to_text(client_data),
            "authenticator_data": to_text(data),
            "signature": to_text(signature),
            "secret": secret,
        }

    # -- whole ways ---------------------------------------------------------------------------------

    def join(self, somebody: Somebody) -> list[dict[str, Any]]:
        """Become a passkey of somebody; all of theirs."""
        listed: list[dict[str, Any]] = somebody.do(
            "/passkeys", **self.made(somebody.do("/passkeys/new"))
        )["passkeys"]
        return listed

    def come(self, server: Server, **changes: str) -> tuple[int, str, Somebody]:
        """Try to come in on another device; with which status and code, and as whom."""
        secret = new_secret()
        challenge = server.post(PERSON + "/passkeys/ask", {})["challenge"]
        body = {**self.signed(challenge, secret), **changes}
        status, reply, _ = server.request("POST", PERSON + "/passkeys/come", body)
        return status, reply.get("code", ""), Somebody(server, secret)


def flipped(text: str) -> str:
    """The same bytes but for one."""
    data = bytearray(to_bytes(text))
    data[-1] ^= 1
    return to_text(bytes(data))
