"""Recovery sentences: how one is made and read, and what is kept of it."""

import hashlib
import re
import secrets
from typing import Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.sentence_words import WORDS

LENGTH: Final = 13
"""Words of ten bits each: 130 bits, which nobody guesses."""
PLACES: Final = frozenset(WORDS)
BY_BEGINNING: Final = {word[:4]: word for word in WORDS}
"""Four letters are enough to know a word, should the rest be hard to read."""
COST: Final = 1 << 14
"""A hash takes 16 MiB and about 50 ms. The sentence is long enough without it; it costs whoever tries anyway."""


def new_sentence() -> list[str]:
    return [secrets.choice(WORDS) for _ in range(LENGTH)]


def read_sentence(text: str) -> list[str]:
    """The words of what somebody has typed, however they have parted them; Refused if it cannot be one.

    >>> " ".join(read_sentence(" 1. Acorn  ACTO, bear-bear bear bear bear bear bear bear bear bear bear"))
    'acorn actor bear bear bear bear bear bear bear bear bear bear bear'
    """
    typed = re.findall(r"[^\W\d_]+", text.casefold())
    words = [each if each in PLACES else BY_BEGINNING.get(each[:4], "") for each in typed]
    for word, as_typed in zip(words, typed, strict=True):
        if not word or not word.startswith(as_typed[:4]):
            raise Refused("bad-sentence", reason="word", word=as_typed[:20], most=LENGTH)
    if len(words) != LENGTH:
        raise Refused("bad-sentence", reason="length", word="", most=LENGTH)
    return words


def sentence_hash(words: list[str], salt: bytes) -> bytes:
    """Slow on purpose: call it in a thread."""
    return hashlib.scrypt(" ".join(words).encode(), salt=salt, n=COST, r=8, p=1, dklen=32)
