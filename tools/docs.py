"""Everything generated: ``make renew`` (``python -m tools.docs``) writes it, ``--check`` compares it.

The docs, the types of the browser client, the tables of facts that tests play, and the content of this version, kept for the games that
are begun with it.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from rollplayer.cli.reference import cli_reference
from rollplayer.content import ContentError
from rollplayer.scenario import ScenarioError
from tools import api, balance, capacity, facts, keep, rulings, types, vocabulary

ROOT = Path(__file__).parent.parent
WRITTEN: dict[str, Callable[[], str]] = {
    "docs/rulings.md": rulings.table,
    "docs/words.md": vocabulary.words,
    "docs/notation.md": vocabulary.notation,
    "docs/cli.md": cli_reference,
    "docs/api.md": api.page,
    "docs/capacity.md": capacity.page,
    "web/src/lib/types.ts": types.types,
}


def main(arguments: list[str]) -> int:
    try:
        return renew(arguments)
    except (ContentError, ScenarioError) as error:
        print(error, file=sys.stderr)
        return 1


def renew(arguments: list[str]) -> int:
    """Write or compare all generated files; returns 1 if something is out of date."""
    check = "--check" in arguments
    wrong = 0
    files = {ROOT / name: make() for name, make in WRITTEN.items()}
    files |= types.box_types()
    files |= balance.pages()
    files |= {facts.FOLDER / name: text for name, text in facts.tables().items()}
    for path, text in files.items():
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} is out of date; make renew writes it", file=sys.stderr)
            wrong = 1
    for rule in rulings.missing():
        print(f"rule {rule} is shown by no scenario and no test", file=sys.stderr)
        wrong = 1
    for rule in rulings.unknown():
        print(f"rule {rule} is named by a scenario or test and does not exist", file=sys.stderr)
        wrong = 1
    return max(wrong, keep.main(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
