"""Requests with an Idempotency-Key: what they did and what was answered come to the disk together.

Sent again after a kill, such a request has the same answer and no second effect. Answers hold
tokens, which nobody may read off the disk, so each is sealed with what only its sender knows.
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
    """Whoever guesses a key must not get another's tokens, so the address counts, too."""
    body: bytes
    hashes: Hashes

    @property
    def mark(self) -> bytes:
        """What may happen once."""
        return hashlib.sha256(f"{self.path} {self.key}".encode()).digest()

    @property
    def print_of(self) -> bytes:
        """What must be the same when it is sent again."""
        parts = [self.address.encode(), self.body, *sorted(self.hashes)]
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()

    def kept(self, answer: Any, status: int = 200) -> KeptAnswer:
        body = msgspec.json.encode(answer)
        return KeptAnswer(self.mark, self.print_of, now(), status, self._seal(body))

    def opened(self, kept: KeptAnswer) -> bytes:
        return self._seal(kept.sealed)

    def _seal(self, text: bytes) -> bytes:
        """The text and a stream of bytes made from the key, put together; once more takes it off.

        The stream is used for one answer only: a mark is never written twice.
        """
        secret = b"\0".join((self.key.encode(), self.path.encode(), self.print_of))
        stream = hashlib.shake_256(secret).digest(len(text))
        return bytes(letter ^ mask for letter, mask in zip(text, stream, strict=True))
