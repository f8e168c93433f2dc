"""Clean names and other typed text, by the same rules for the server, the terminal and files."""

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 3
"""Combining marks allowed on one letter. Hebrew needs three; more would overlap other lines."""
BLANKS: Final = frozenset("\u2800")
"""Characters that look like a space without being one."""
UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Invisible letters and marks; all other invisible characters are in category C."""
SEEN: Final = "LNPS"
"""Letters, numbers, punctuation and symbols: a name needs at least one."""


def clean(text: str, longest: int) -> str:
    r"""One line of typed text, safe to show to others; empty if nothing of it is visible.

    Drops control, format and private characters, which can move the cursor, reverse the writing
    direction or hide letters. Limits combining marks and length.

    >>> clean("  A\tda\u202e  x ", 40)
    'A da x'
    >>> clean("Z\u0300\u0301\u0302\u0303\u0304", 40) == "Z\u0300\u0301\u0302"
    True
    >>> clean("\u3164 \u200b\u2800", 40)
    ''
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        if letter.isspace() or letter in BLANKS:
            kept.append(" ")
            marks = 0
            continue
        kind = unicodedata.category(letter)
        if kind[0] == "C" or UNSEEN.match(letter):
            continue
        if kind in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
        kept.append(letter)
    cleaned = " ".join("".join(kept).split())[:longest].rstrip()
    return cleaned if any(unicodedata.category(letter)[0] in SEEN for letter in cleaned) else ""
