"""Secret tokens, game ids, and clocks."""

import hashlib
import secrets
import time
from typing import Final

ID_LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Without i, l, o and u, so that an id can be read aloud."""
ID_LENGTH: Final = 16
TOKEN_BYTES: Final = 32

Hashes = frozenset[bytes]


def new_token() -> str:
    """A secret of 256 bits. It is shown once; only its hash is kept."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def hashes_of(tokens: list[str]) -> Hashes:
    return frozenset(map(token_hash, tokens))


def new_id() -> str:
    """A game's id: 80 bits, because knowing it is the invitation."""
    number = secrets.randbits(5 * ID_LENGTH)
    return "".join([ID_LETTERS[number >> 5 * place & 31] for place in range(ID_LENGTH)])


def is_id(text: str) -> bool:
    return len(text) == ID_LENGTH and all(letter in ID_LETTERS for letter in text)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


_STARTED: Final = (now(), time.monotonic_ns() // 1_000_000)
STEP: Final = 1000
"""How far the clocks may drift apart before we conclude that one was set."""


def steady() -> int:
    """Milliseconds by a clock that cannot be set: use it to measure waiting times."""
    wall, monotonic = _STARTED
    return wall + time.monotonic_ns() // 1_000_000 - monotonic


def wall_time(at: int) -> int:
    """Convert a time of the steady clock to wall-clock time."""
    step = now() - steady()
    return at + step if abs(step) > STEP else at
