"""Requests with an Idempotency-Key: effect and response are committed together.

When such a request is repeated, even after a crash, it gets the same response and has no second
effect. Responses contain tokens that must not be readable on disk, so each is sealed with something
only its sender knows.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec

from rollplayer.server.common.tokens import Hashes, now
from rollplayer.server.storage.store import KeptAnswer


@dataclass(frozen=True)
class Keeper:
    """One request with its key."""

    path: str
    key: str
    address: str
    """Part of the mark, so that guessing a key does not reveal somebody else's tokens."""
    body: bytes
    hashes: Hashes

    @property
    def mark(self) -> bytes:
        """Identifies what may happen only once."""
        return hashlib.sha256(f"{self.path} {self.key}".encode()).digest()

    @property
    def print_of(self) -> bytes:
        """A fingerprint of what must be the same when the request is repeated."""
        parts = [self.address.encode(), self.body, *sorted(self.hashes)]
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()

    def kept(self, answer: Any, status: int = 200) -> KeptAnswer:
        body = msgspec.json.encode(answer)
        return KeptAnswer(self.mark, self.print_of, now(), status, self._seal(body))

    def opened(self, kept: KeptAnswer) -> bytes:
        return self._seal(kept.sealed)

    def _seal(self, text: bytes) -> bytes:
        """XOR the text with a stream derived from the key; applying it twice gives the text back.

        Each stream seals only one response: a mark is never written twice.
        """
        secret = b"\0".join((self.key.encode(), self.path.encode(), self.print_of))
        stream = hashlib.shake_256(secret).digest(len(text))
        return bytes(letter ^ mask for letter, mask in zip(text, stream, strict=True))
