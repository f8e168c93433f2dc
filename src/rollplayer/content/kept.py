"""Content of earlier versions, so that a game ends with the card values it began with.

``kept/`` holds a file for each combination of edition and expansions and each version of its facts,
with all facts and texts. ``python -m tools.docs`` adds the current ones; none is ever removed.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rollplayer.content.files import Table

KEPT = Path(__file__).parent / "kept"


def kept_contents(edition: str, expansions: tuple[str, ...]) -> Iterator[Table]:
    """The kept contents for games with this edition and these expansions."""
    for path in sorted(KEPT.glob("*.json")):
        kept = _read(path)
        if kept["edition"] == edition and sorted(kept["expansions"]) == sorted(expansions):
            yield kept


@cache
def _read(path: Path) -> Table:
    kept: Table = json.loads(path.read_text("utf-8"))
    return kept


def kept_path(content: str) -> Path:
    return KEPT / f"{content[:16]}.json"


def write_kept(
    content: str, edition: str, expansions: tuple[str, ...], facts: Table, texts: Table
) -> None:
    """Write one line per entry, so that the files can be compared."""
    sections = {"facts": facts, "texts": texts}
    parts = [f'"edition": {json.dumps(edition)}', f'"expansions": {json.dumps(expansions)}']
    parts += [f'"{name}": {_two_deep(tables)}' for name, tables in sections.items()]
    KEPT.mkdir(exist_ok=True)
    kept_path(content).write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def _two_deep(tables: Table) -> str:
    lines = []
    for name, entries in tables.items():
        inner = ",\n".join(
            f"  {json.dumps(id)}: {json.dumps(entry, ensure_ascii=False)}"
            for id, entry in entries.items()
        )
        lines.append(
            f" {json.dumps(name)}: {{\n{inner}\n }}" if inner else f" {json.dumps(name)}: {{}}"
        )
    return "{\n" + ",\n".join(lines) + "\n}"
