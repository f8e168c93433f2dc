"""Chance for a whole game: an HMAC-SHA256 counter stream, committed to before the first roll.

The stream is kept outside the game, so no state can leak future draws. Publish ``commitment`` at
the start and the seed at the end, and anyone can check every draw. If players add entropy after the
commitment, it is mixed into the stream. docs/fair-dice.md explains it all.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

BYTES_PER_DRAW = 4
RANGE = 1 << (8 * BYTES_PER_DRAW)
ENTROPY_LIMIT = 64
"""The most characters a player may add."""


def key_of(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The stream's key: the seed, mixed with the entropy of the seats that added some."""
    added = "".join(f"{seat}:{text}\n" for seat, text in enumerate(entropy) if text)
    return hmac.digest(seed, added.encode(), "sha256") if added else seed


class Chance:
    """Answers chance's questions from a seed; the same seed gives the same answers."""

    def __init__(self, seed: bytes, entropy: Sequence[str] = ()) -> None:
        self.seed = seed
        self.key = key_of(seed, entropy)
        self.counter = 0
        self._block = b""

    @classmethod
    def fresh(cls) -> "Chance":
        """A new stream from the system's generator."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def from_text(cls, text: str) -> "Chance":
        """The stream of a seed that a person typed."""
        return cls(hashlib.sha256(text.encode()).digest())

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed).hexdigest()

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, unbiased: draws past the last full range are rejected."""
        fair = RANGE - RANGE % limit
        while True:
            if len(self._block) < BYTES_PER_DRAW:
                count = self.counter.to_bytes(8, "big")
                self._block = hmac.digest(self.key, count, "sha256")
                self.counter += 1
            value = int.from_bytes(self._block[:BYTES_PER_DRAW], "big")
            self._block = self._block[BYTES_PER_DRAW:]
            if value < fair:
                return value % limit

    def choose(self, options: Sequence[int], weights: Sequence[int] | None) -> int:
        """One of the options, with probability proportional to its weight."""
        if weights is None:
            return options[self.below(len(options))]
        at = self.below(sum(weights))
        for option, weight in zip(options, weights, strict=True):
            if at < weight:
                return option
            at -= weight
        raise ValueError("no option has any weight")
