"""What people type, made fit to be read: one rule for the server, the terminal and files."""

import re
import unicodedata
from typing import Final

MOST_MARKS: Final = 3
"""Marks on one letter; Hebrew needs three, and more pile up over other people's lines."""
BLANKS: Final = frozenset("\u2800")
"""Look like a space although they are none."""
UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing; all other invisible characters are of category C."""
SEEN: Final = "LNPS"
"""Letters, numbers, punctuation and signs: what a name needs at least one of."""


def clean(text: str, longest: int) -> str:
    r"""What somebody typed on one line, as others may see it; empty if nothing of it can be seen.

    No control, format or private characters: they move the cursor, turn the direction of writing
    or hide letters. No piles of marks, and not too long.

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
    told = " ".join("".join(kept).split())[:longest].rstrip()
    return told if any(unicodedata.category(letter)[0] in SEEN for letter in told) else ""
