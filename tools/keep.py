"""Keep today's content for good: part of ``python -m tools.docs``.

Games begun with today's card facts can then be finished after the facts have changed.
"""

import sys
from itertools import combinations

from rollplayer.content.kept import kept_path, write_kept
from rollplayer.content.library import Library, load
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import EDITIONS


def contents() -> list[tuple[str, tuple[str, ...], Library]]:
    """Every combination of edition and expansions that makes a game."""
    kept = []
    for edition in EDITIONS:
        fitting = [name for name in sorted(EXPANSIONS) if edition in EXPANSIONS[name].editions]
        for size in range(len(fitting) + 1):
            for chosen in combinations(fitting, size):
                kept.append((edition, chosen, load(edition, (), chosen)))
    return kept


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    missing = [content for content in contents() if not kept_path(content[2].hash).is_file()]
    for edition, expansions, library in missing:
        if check:
            what = " + ".join([f"{edition} edition", *expansions])
            print(
                f"the content of the {what} is not kept; make renew keeps it",
                file=sys.stderr,
            )
        else:
            write_kept(library.hash, edition, expansions, library.facts, library.texts)
    return 1 if check and missing else 0
