"""Chance for a whole game: an HMAC-SHA256 counter stream, committed to before the first roll.

The stream lives beside the game, never in it, so no state can leak what is still to come. Publish
``commitment`` at the start and the seed at the end, and anyone can check every draw. Where players
have added something of their own after the commitment, the stream is that of both.
docs/fair-dice.md tells a stranger all of it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

BYTES_PER_DRAW = 4
RANGE = 1 << (8 * BYTES_PER_DRAW)
ENTROPY_LIMIT = 64
"""Characters that a player may add."""


def key_of(seed: bytes, entropy: Sequence[str]) -> bytes:
    """What the stream is drawn with: the seed, mixed with what each seat has added, if any has."""
    added = "".join(f"{seat}:{text}\n" for seat, text in enumerate(entropy) if text)
    return hmac.digest(seed, added.encode(), "sha256") if added else seed


class Chance:
    """Answers chance's questions from one seed, always the same ones."""

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
        """A number from 0 to limit - 1, all equally likely: what does not divide is rejected."""
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
        """One of the options, as likely as its weight."""
        if weights is None:
            return options[self.below(len(options))]
        at = self.below(sum(weights))
        for option, weight in zip(options, weights, strict=True):
            if at < weight:
                return option
            at -= weight
        raise ValueError("no option has any weight")
