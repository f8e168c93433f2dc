"""Content of earlier versions, so that a game ends with the card values it began with.

``kept/`` holds a file for each combination of edition and expansions and each version of its facts,
with all facts and texts. A file may name another one that it is ``like``; ``null`` then stands for
whatever is the same there. ``python -m tools.docs`` adds the current ones; none is ever removed.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from rollplayer.content.files import Table

KEPT = Path(__file__).parent / "kept"
PARTS: Final = ("facts", "texts")
LIKE: Final = "like"


def kept_contents(edition: str, expansions: tuple[str, ...]) -> Iterator[Table]:
    """The kept contents for games with this edition and these expansions."""
    for path in kept_paths():
        kept = read_kept(path)
        if kept["edition"] == edition and sorted(kept["expansions"]) == sorted(expansions):
            yield kept


def kept_paths() -> list[Path]:
    return sorted(KEPT.glob("*.json"))


def kept_path(content: str) -> Path:
    return KEPT / f"{content[:16]}.json"


@cache
def read_kept(path: Path) -> Table:
    kept = _read(path)
    if LIKE in kept:
        other = read_kept(kept_path(kept.pop(LIKE)))
        kept |= {part: _filled(kept[part], other[part]) for part in PARTS}
    return kept


def _read(path: Path) -> Table:
    written: Table = json.loads(path.read_text("utf-8"))
    return written


def write_kept(
    content: str, edition: str, expansions: tuple[str, ...], facts: Table, texts: Table
) -> None:
    """Write a line for each entry, so that the files can be compared, and no more than has to be said."""
    whole: Table = {"edition": edition, "expansions": expansions, "facts": facts, "texts": texts}
    written = [_in_lines(whole)]
    for path in kept_paths():
        other = _read(path)
        # None is like one that is itself like another: reading opens two files at most.
        if LIKE not in other:
            rest = {part: _emptied(whole[part], other[part]) for part in PARTS}
            written.append(_in_lines({LIKE: path.stem, **whole, **rest}))
    KEPT.mkdir(exist_ok=True)
    kept_path(content).write_text(min(written, key=len), "utf-8")


def _emptied(mine: Any, other: Any) -> Any:
    """``null`` for what is the same; content itself, written in TOML, has none."""
    if mine == other:
        return None
    if isinstance(mine, dict) and isinstance(other, dict):
        return {
            key: _emptied(value, other[key]) if key in other else value
            for key, value in mine.items()
        }
    return mine


def _filled(mine: Any, other: Any) -> Any:
    if mine is None:
        return other
    if isinstance(mine, dict) and isinstance(other, dict):
        return {key: _filled(value, other.get(key)) for key, value in mine.items()}
    return mine


def _in_lines(content: Table) -> str:
    parts = [
        f'"{name}": {_two_deep(part) if name in PARTS and part else json.dumps(part)}'
        for name, part in content.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _two_deep(tables: Table) -> str:
    lines = []
    for name, entries in tables.items():
        inner = ",\n".join(
            f"  {json.dumps(id)}: {json.dumps(entry, ensure_ascii=False)}"
            for id, entry in (entries or {}).items()
        )
        lines.append(
            f" {json.dumps(name)}: {{\n{inner}\n }}"
            if inner
            else f" {json.dumps(name)}: {json.dumps(entries)}"
        )
    return "{\n" + ",\n".join(lines) + "\n}"
