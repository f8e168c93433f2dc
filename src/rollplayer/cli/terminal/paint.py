"""Lines of colored text and how they are put together. Knows nothing of the game but its dice."""

import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from rollplayer.cli.guard import unguarded
from rollplayer.engine.table import COLORS, EMPTY, face_of, kind_of

MORE: Final = "…"
DIE_STYLES: Final = {
    "green": "bold bright_white on color(28)",
    "blue": "bold bright_white on color(25)",
    "red": "bold bright_white on color(160)",
    "purple": "bold bright_white on color(91)",
    "black": "bold bright_white on color(236)",
    "white": "bold black on color(255)",
    "gold": "bold black on color(178)",
}
INK: Final = {
    "green": "green",
    "blue": "bright_blue",
    "red": "red",
    "purple": "magenta",
    "black": "bright_black",
    "white": "bold",
    "gold": "yellow",
}
"""A color as a letter of its own: a Backstory's wish, a Class color."""

ASCII: Final = str.maketrans(
    {
        "★": "*",
        "✓": "+",
        "✗": "x",
        "→": ">",
        "←": "<",
        "↑": "^",
        "↓": "v",
        "·": ".",
        "…": "~",
        "─": "-",
        "│": "|",
        "▶": ">",
        "–": "-",
        "−": "-",
        "’": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "×": "x",
        "•": "*",
    }
)
"""For terminals whose encoding has no such signs."""

Part = str | tuple[str, str] | Text


def line(*parts: Part) -> Text:
    """One line of plain texts, (text, style) pairs and lines."""
    told = Text(no_wrap=True, end="")
    for part in parts:
        if isinstance(part, tuple):
            told.append(part[0], part[1])
        else:
            told.append(part)
    return told


def fitted(part: Part, width: int, *, right: bool = False) -> Text:
    """Exactly so many cells wide: padded, or cut with a sign that there is more."""
    told = line(part)
    spare = width - told.cell_len
    if spare < 0:
        told.truncate(width, overflow="ellipsis")
        return told
    return line(" " * spare, told) if right else line(told, " " * spare)


def cut(part: Part, width: int) -> Text:
    """At most so many cells wide."""
    told = line(part)
    if told.cell_len > width:
        told.truncate(max(width, 0), overflow="ellipsis")
    return told


def cut_name(name: str, width: int) -> str:
    return name if cell_len(name) <= width else set_cell_size(name, width - 1).rstrip() + MORE


def wrapped(text: str, width: int, indent: int = 0, style: str = "", hang: int = 0) -> list[Text]:
    """A paragraph as lines; a word longer than a line stays whole."""
    lines = textwrap.wrap(
        text,
        width=max(width, 20),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line((each, style)) for each in lines]


def flowed(parts: Sequence[Text], width: int, indent: str = "", gap: str = "  ") -> list[Text]:
    """Short pieces one after the other, on as many lines as it takes."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1] = line(lines[-1], gap, part)
        else:
            lines.append(line(indent, part))
    return lines


def rule(title: Part, width: int) -> Text:
    """A line across with a title."""
    told = cut(title, width - 6)
    if not told.cell_len:
        return line(("─" * width, "dim"))
    return line(("── ", "dim"), told, (" " + "─" * (width - told.cell_len - 4), "dim"))


def beside(left: Sequence[Text], right: Sequence[Text], left_width: int, gap: str) -> list[Text]:
    """Two columns."""
    rows = max(len(left), len(right))
    blank = line("")
    return [
        line(
            fitted(left[at] if at < len(left) else blank, left_width),
            (gap, "dim"),
            right[at] if at < len(right) else blank,
        )
        for at in range(rows)
    ]


def in_columns(items: Sequence[Text], width: int, most: int = 3, gap: int = 2) -> list[Text]:
    """Items in as many columns as fit, read down each column."""
    if not items:
        return []
    widest = max(item.cell_len for item in items)
    columns = max(1, min(most, (width + gap) // (widest + gap)))
    rows = -(-len(items) // columns)
    lines = []
    for row in range(rows):
        parts = [items[at] for at in range(row, len(items), rows)]
        lines.append(line(*(fitted(part, widest + gap) for part in parts[:-1]), parts[-1]))
    return lines


class Screen:
    """Where lines are shown: how wide and tall it is, and what it can show."""

    def __init__(self, *, color: bool) -> None:
        self.color = color
        self.console = Console(
            highlight=False,
            markup=False,
            emoji=False,
            no_color=not color,
            force_terminal=True if color else None,
        )
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        encoding = sys.stdout.encoding or "ascii"
        try:
            "★✓→↑─…".encode(encoding)
            self.plain_signs = False
        except (UnicodeEncodeError, LookupError):
            self.plain_signs = True

    @property
    def width(self) -> int:
        return max(self.console.size.width, 60)

    @property
    def height(self) -> int:
        """Rows; 0 where nobody looks at a screen."""
        return self.console.size.height if self.interactive else 0

    def clear(self) -> None:
        if self.interactive and not self.console.is_dumb_terminal:
            # Through the guard it would be shown instead.
            Console(file=unguarded(sys.stdout)).clear()

    def show(self, lines: Iterable[Text | str], *, whole: bool = False) -> None:
        """Print lines, cut to the width of the screen unless they must stay whole."""
        width = self.width
        for each in lines:
            told = line(each) if whole else cut(each, width)
            told.rstrip()
            if self.plain_signs:
                told.plain = told.plain.translate(ASCII)
            if self.color:
                self.console.print(told, soft_wrap=True)
            else:
                # Not even bold or dim: what is told must not depend on it.
                self.console.file.write(told.plain + "\n")
        self.console.file.flush()

    def die(self, die: int, letters: Mapping[int, str]) -> Text:
        """A die as a colored block; letter and value are always there."""
        told = f"{letters[kind_of(die)]}{face_of(die)}"
        if not self.color:
            return line(f"[{told}]")
        return line((f" {told} ", DIE_STYLES.get(COLORS[kind_of(die)], "reverse")))

    def small_die(self, die: int, letters: Mapping[int, str]) -> Text:
        if die == EMPTY:
            return line(("--", "dim"))
        told = f"{letters[kind_of(die)]}{face_of(die)}"
        return (
            line((told, DIE_STYLES.get(COLORS[kind_of(die)], "reverse")))
            if self.color
            else line(told)
        )
