"""Lines of colored text and their layout. Of the game it knows only the dice."""

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
"""The style of a color's name or letter, as for Backstories and Class colors."""

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
"""Replacements for terminals whose encoding lacks these signs."""

Part = str | tuple[str, str] | Text


def line(*parts: Part) -> Text:
    """Join plain texts, (text, style) pairs and lines into one line."""
    text = Text(no_wrap=True, end="")
    for part in parts:
        if isinstance(part, tuple):
            text.append(part[0], part[1])
        else:
            text.append(part)
    return text


def fitted(part: Part, width: int, *, right: bool = False) -> Text:
    """Pad or cut to exactly this width; an ellipsis marks a cut."""
    text = line(part)
    spare = width - text.cell_len
    if spare < 0:
        text.truncate(width, overflow="ellipsis")
        return text
    return line(" " * spare, text) if right else line(text, " " * spare)


def cut(part: Part, width: int) -> Text:
    """Cut to at most this width."""
    text = line(part)
    if text.cell_len > width:
        text.truncate(max(width, 0), overflow="ellipsis")
    return text


def cut_name(name: str, width: int) -> str:
    return name if cell_len(name) <= width else set_cell_size(name, width - 1).rstrip() + MORE


def wrapped(text: str, width: int, indent: int = 0, style: str = "", hang: int = 0) -> list[Text]:
    """Wrap a paragraph; a word longer than a line is not broken."""
    lines = textwrap.wrap(
        text,
        width=max(width, 20),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line((row, style)) for row in lines]


def flowed(parts: Sequence[Text], width: int, indent: str = "", gap: str = "  ") -> list[Text]:
    """Join short pieces, on as many lines as needed."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1] = line(lines[-1], gap, part)
        else:
            lines.append(line(indent, part))
    return lines


def rule(title: Part, width: int) -> Text:
    """A horizontal rule with a title."""
    shown = cut(title, width - 6)
    if not shown.cell_len:
        return line(("─" * width, "dim"))
    return line(("── ", "dim"), shown, (" " + "─" * (width - shown.cell_len - 4), "dim"))


def beside(left: Sequence[Text], right: Sequence[Text], left_width: int, gap: str) -> list[Text]:
    """Set two blocks side by side."""
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
    """Set items in as many columns as fit, top to bottom."""
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
    """The output device: its size and what it can display."""

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
        """The number of rows; 0 if the output is not a terminal."""
        return self.console.size.height if self.interactive else 0

    def clear(self) -> None:
        if self.interactive and not self.console.is_dumb_terminal:
            # The guard would escape the code.
            Console(file=unguarded(sys.stdout)).clear()

    def show(self, lines: Iterable[Text | str], *, whole: bool = False) -> None:
        """Print lines, cut to the width of the screen unless ``whole``."""
        width = self.width
        for row in lines:
            shown = line(row) if whole else cut(row, width)
            shown.rstrip()
            if self.plain_signs:
                shown.plain = shown.plain.translate(ASCII)
            if self.color:
                self.console.print(shown, soft_wrap=True)
            else:
                # No bold or dim either: the text must be clear without styles.
                self.console.file.write(shown.plain + "\n")
        self.console.file.flush()

    def die(self, die: int, letters: Mapping[int, str]) -> Text:
        """A die as a colored block, always with letter and value."""
        sign = f"{letters[kind_of(die)]}{face_of(die)}"
        if not self.color:
            return line(f"[{sign}]")
        return line((f" {sign} ", DIE_STYLES.get(COLORS[kind_of(die)], "reverse")))

    def small_die(self, die: int, letters: Mapping[int, str]) -> Text:
        if die == EMPTY:
            return line(("--", "dim"))
        sign = f"{letters[kind_of(die)]}{face_of(die)}"
        return (
            line((sign, DIE_STYLES.get(COLORS[kind_of(die)], "reverse")))
            if self.color
            else line(sign)
        )
