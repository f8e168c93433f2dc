"""Escape control codes in everything that is written to the terminal.

Names, files, packs and paths may contain codes that move the cursor, set the window title or
reverse the writing direction. All output passes through here, so that no command can forget it.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO, cast

STYLE: Final = "\x1b\\[[0-9;]*m"
"""Our own colors and weights, which are harmless."""
UNSAFE: Final = re.compile(
    f"{STYLE}|"
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0001-\U000e007f]"
)


def harmless(text: str) -> str:
    r"""The text with every control code except our styles escaped as in JSON.

    >>> harmless("A\x1b]0;title\x07da\u202e")
    'A\\u001b]0;title\\u0007da\\u202e'
    """
    return UNSAFE.sub(_written, text)


def _written(matched: "re.Match[str]") -> str:
    code = matched[0]
    if len(code) > 1:
        return code
    # As UTF-16, so that it is also valid within JSON.
    units = code.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


class Guard:
    """Wraps a stream and lets only harmless text through."""

    def __init__(self, stream: TextIO) -> None:
        self.unguarded = stream

    def write(self, text: str) -> int:
        self.unguarded.write(harmless(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)


def unguarded(stream: TextIO) -> TextIO:
    """The wrapped stream, for our own codes that move the cursor."""
    return stream.unguarded if isinstance(stream, Guard) else stream


@contextmanager
def guarded() -> Iterator[None]:
    """Guard standard output and standard error in this context."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, Guard(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
