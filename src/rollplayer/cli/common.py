"""What all commands share: language, color, reading files and writing tables."""

import os
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from rollplayer.content import Library, library_for, load
from rollplayer.content.files import LANGUAGES
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import Options
from rollplayer.text import Argument, Texts

OK: Final = 0
DIFFERENT: Final = 1
BAD_INPUT: Final = 2
STOPPED: Final = 130

DEFAULT_LANGUAGE: Final = "en"
WIDEST: Final = 100
STYLES: Final = {"bold": "1", "dim": "2", "good": "32", "bad": "31", "mark": "33"}


class Problem(Exception):
    """The input cannot be used; a text of the catalogue says why and what to do."""

    def __init__(self, problem: str, **arguments: Argument) -> None:
        super().__init__(problem)
        self.key = f"problem.{problem}"
        self.arguments = arguments


@dataclass(frozen=True)
class Session:
    """The language of this run, and whether to use color."""

    language: str = DEFAULT_LANGUAGE
    color: bool = False

    def texts(self, library: Library | None = None, seats: Sequence[str] = ()) -> Texts:
        return Texts(self.language, library or load(), seats)

    def style(self, text: str, style: str) -> str:
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.color and text else text


@dataclass(frozen=True)
class ChosenContent:
    """The content chosen on the command line: edition, expansions, packs."""

    edition: str
    expansions: Sequence[str] | None = None
    packs: Sequence[str] | None = None

    def options(self) -> Options:
        """The options of a game with this content; invalid combinations are refused."""
        return Options(edition=self.edition, expansions=tuple(self.expansions or ()))

    def library(self) -> Library:
        return library_for(self.options(), tuple(self.packs or ()))

    def with_everything(self) -> "ChosenContent":
        """This content with every expansion that fits its edition."""
        fitting = [name for name, box in EXPANSIONS.items() if self.edition in box.editions]
        return replace(self, expansions=fitting)


@dataclass(frozen=True)
class ChosenGame(ChosenContent):
    """The game chosen on the command line: its content, draft and variants."""

    draft: str = "dice"
    variants: Sequence[str] | None = None

    def options_for(self, players: int) -> Options:
        """The options of a game for this many players; invalid combinations are refused."""
        return Options(
            players,
            self.edition,
            self.draft,
            tuple(self.variants or ()),
            tuple(self.expansions or ()),
        )


def default_language(environment: Mapping[str, str]) -> str:
    """ROLLPLAYER_LANG, else the language of LANG if supported, else English."""
    asked = environment.get("ROLLPLAYER_LANG", "")
    if asked:
        return known_language(asked)
    spoken = environment.get("LANG", "")[:2].lower()
    return spoken if spoken in LANGUAGES else DEFAULT_LANGUAGE


def known_language(text: str) -> str:
    if text not in LANGUAGES:
        raise Problem("language", value=text, known=", ".join(LANGUAGES))
    return text


def wants_color(environment: Mapping[str, str]) -> bool:
    """Only on a terminal, and never against NO_COLOR (no-color.org)."""
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def interactive() -> bool:
    """Whether both input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


# -- numbers and files ------------------------------------------------------------------------------


def whole(option: str, text: str, low: int, high: int) -> int:
    """Read a whole number given on the command line."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise Problem("number", option=option, value=text, low=low, high=high)
    number = int(digits)
    if not low <= number <= high:
        raise Problem("number", option=option, value=text, low=low, high=high)
    return number


def read_user_file(path: str) -> str:
    """Read a file, or standard input for ``-``."""
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem("not-text", path=path) from error
    except ValueError as error:
        # An invalid path, such as one with a NUL character.
        raise Problem("no-file", path=ascii(path)) from error


# -- writing ----------------------------------------------------------------------------------------


def width() -> int:
    return min(shutil.get_terminal_size((80, 24)).columns, WIDEST)


def wrapped(text: str, indent: str = "", hanging: str | None = None) -> str:
    """A paragraph wrapped to the terminal; later lines may be indented further."""
    return textwrap.fill(
        text,
        width=max(width(), 30),
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = (), gap: str = "  ") -> list[str]:
    """Rows as lines with aligned columns, some of them right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(wide) if at in right else cell.ljust(wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(gap.join(cells).rstrip())
    return lines


def to_json(plain: Any, *, indent: int | None = None) -> str:
    """JSON in the format of all commands, with keys in the given order."""
    import json

    return json.dumps(plain, ensure_ascii=False, indent=indent)


def environment() -> Mapping[str, str]:
    return os.environ
