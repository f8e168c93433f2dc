"""Web Push: messages that only one browser can read (RFC 8291), signed by this server (RFC 8292).

The ciphers come from ``cryptography``, which ``pip install rollplayer[notices]`` brings; without it a server
offers no push messages and says so.
"""

import json
import os
import time
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from rollplayer.server.common.base64url import to_bytes, to_text

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

RECORD: Final = 4096
SIGNED_FOR: Final = 12 * 3600
"""Seconds; push services take up to a day."""
KEY_BYTES: Final = 32


def is_available() -> bool:
    return find_spec("cryptography") is not None


def new_key() -> bytes:
    """The private key of a server, made at its first start."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return number.to_bytes(KEY_BYTES)


def point_of(key: "EllipticCurvePrivateKey") -> bytes:
    """The public half, as 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class BadSubscription(ValueError):
    """Keys that no browser has made."""


def check_keys(p256dh: str, auth: str) -> None:
    """Raises BadSubscription unless something can be encrypted for these keys."""
    try:
        encrypt(b"", p256dh, auth)
    except (ValueError, UnicodeError) as error:
        raise BadSubscription("not the keys of a browser") from error


def encrypt(message: bytes, p256dh: str, auth: str) -> bytes:
    """As aes128gcm (RFC 8188), with a key for this message alone."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs, secret = to_bytes(p256dh), to_bytes(auth)
    if len(secret) != 16:
        raise ValueError("a secret has 16 bytes")
    curve = ec.SECP256R1()
    own = ec.generate_private_key(curve)
    mine, salt = point_of(own), os.urandom(16)
    reader = ec.EllipticCurvePublicKey.from_encoded_point(curve, theirs)
    shared = own.exchange(ec.ECDH(), reader)
    material = derived(shared, secret, b"WebPush: info\0" + theirs + mine, 32)
    key = derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(material, salt, b"Content-Encoding: nonce\0", 12)
    # 2 marks the last record, and there is only one.
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD.to_bytes(4) + bytes([len(mine)]) + mine + sealed


def derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(material)


@dataclass(frozen=True)
class Vapid:
    """Who sends: a key that browsers subscribe with, and how a push service reaches the operator."""

    key: "EllipticCurvePrivateKey"
    contact: str

    @classmethod
    def of(cls, private: bytes, contact: str) -> "Vapid":
        from cryptography.hazmat.primitives.asymmetric import ec

        return cls(ec.derive_private_key(int.from_bytes(private), ec.SECP256R1()), contact)

    @property
    def public(self) -> str:
        """What a browser subscribes with."""
        return to_text(point_of(self.key))

    def authorization(self, endpoint: str) -> str:
        """Proof for one push service that this server has sent the message."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + SIGNED_FOR,
            "sub": self.contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(to_text(json.dumps(part).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = to_text(r.to_bytes(KEY_BYTES) + s.to_bytes(KEY_BYTES))
        return f"vapid t={signed}.{signature}, k={self.public}"
