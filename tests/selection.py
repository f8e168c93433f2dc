"""Which tests `make quick`, `make test` and `make proofs` run.

`make test` shows everything once: each behavior, at the sizes and in the languages where it is most
likely to break. What shows the same again, wider or for longer, is listed by the reason in
`tests/long_tests.py` and belongs to `make proofs`. `make quick` leaves out whatever takes longer than a
second or two; what it runs is also what `make test` repeats interpreted, since the build can change it.
The rest is repeated interpreted by `make proofs`.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.long_tests import LONG

LONG_ONES: Final = tuple(each for group in LONG.values() for each in group)

SLOW: Final = (
    "tests/analysis/*",
    "tests/bots/*",
    "tests/browser/*",
    "tests/cli/test_bad_input.py*",
    "tests/cli/test_boxes.py*",
    "tests/cli/test_fair_dice.py*",
    "tests/cli/test_lab.py*",
    "tests/cli/test_names.py*",
    "tests/cli/test_own_bots.py*",
    "tests/proofs/*",
    "tests/properties/*",
    "tests/server/*",
    "tests/terminal/test_commands.py*",
    "tests/terminal/test_openings.py*",
    "tests/terminal/test_play.py*",
    "tests/test_adding.py*",
    "tests/test_circles.py*",
    "tests/test_complete.py*",
    "tests/test_expansions.py*",
    "tests/test_forking.py*",
    "tests/test_lab.py*",
    "tests/test_package.py*",
    "tests/test_recorded_games.py*",
    "tests/test_selection.py*",
    "tests/test_site.py*",
    "tests/test_vocabulary.py*",
    "tests/text/test_english.py*",
    "tests/text/test_unused.py*",
    "tests/toy/*",
)
"""What `make quick` leaves out besides."""

EVERY_NAME: Final = pytest.StashKey[list[str]]()
"""The names of all tests, where all were read."""

SELECTIONS: Final = ("all", "quick", "slow", "usual", "long")
"""`usual` is what `make test` runs: `quick` and `slow` together."""


@cache
def pattern(*texts: str) -> re.Pattern[str]:
    """One of these. Only `*` has a meaning: brackets stand in the names of tests."""
    return re.compile("|".join(".*".join(map(re.escape, text.split("*"))) for text in texts))


def is_long(name: str) -> bool:
    return pattern(*LONG_ONES).fullmatch(name) is not None


def is_slow(name: str) -> bool:
    return pattern(*SLOW).fullmatch(name) is not None


@cache
def chosen(selection: str, name: str) -> bool:
    """Whether a test belongs to a selection, by its name as pytest prints it."""
    if selection == "all":
        return True
    if is_long(name) or selection == "long":
        return selection == "long" and is_long(name)
    return selection == "usual" or is_slow(name) == (selection == "slow")


@cache
def may_have_some(selection: str, file: str) -> bool:
    """Whether some test of a file may belong to a selection; to read the others takes a while."""
    if selection == "quick":
        return not is_slow(f"{file}::")
    if selection == "long":
        files = (each.partition("::")[0] for each in LONG_ONES)
        return pattern(*files).fullmatch(file) is not None
    return True


def reads_everything(config: pytest.Config, selection: str) -> bool:
    """Whether this run has read every file of tests, also those of which it selects nothing."""
    named = {(config.invocation_params.dir / each).resolve() for each in config.args}
    return selection in ("all", "usual") and named == {config.rootpath / "tests"}


def leave_out_file(path: Path, config: pytest.Config) -> bool | None:
    """Whether to leave a file unread, where nothing in it can be selected; None to leave it to others."""
    file = path.relative_to(config.rootpath).as_posix()
    selection = str(config.getoption("--selection"))
    unread = path.name.startswith("test_") and not may_have_some(selection, file)
    return True if unread else None


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not selected, and say how many that were, as `-m` does."""
    selection = str(config.getoption("--selection"))
    if reads_everything(config, selection):
        config.stash[EVERY_NAME] = [item.nodeid for item in items]
    left_out = [item for item in items if not chosen(selection, item.nodeid)]
    if left_out:
        items[:] = [item for item in items if chosen(selection, item.nodeid)]
        config.hook.pytest_deselected(items=left_out)
