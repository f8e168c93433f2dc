"""Which tests `make quick`, `make test` and `make proofs` run.

`make test` shows everything once: each behavior, at the sizes and in the languages where it is most
likely to break. What shows the same again, wider or for longer, is listed here by the reason and
belongs to `make proofs`. `make quick` leaves out whatever takes longer than a second or two.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

LONG: Final[dict[str, tuple[str, ...]]] = {
    "sizes between those of `make test`, and beyond": (
        "tests/browser/test_visibility.py::*[390x844]",
        "tests/browser/test_visibility.py::*[768x1024]",
        "tests/browser/test_visibility.py::*[1024x768]",
        "tests/browser/test_visibility.py::*[2560x1440]",
        "tests/browser/test_visibility.py::*[3840x2160]",
        "tests/browser/test_lessons.py::*covers*-820x1180]",
        "tests/browser/test_lessons.py::*covers*-1280x720]",
        "tests/browser/test_lessons.py::*covers*-3840x2160]",
    ),
    "the same pages in the other languages": (
        "tests/browser/test_pages.py::test_axe*[en-phone]",
        "tests/browser/test_pages.py::test_axe*[de-desktop]",
        "tests/browser/test_pages.py::test_axe*[fr-desktop]",
        "tests/browser/test_pages.py::test_axe*[fr-phone]",
        "tests/toy/test_toy_browser.py::test_a_game_is_played_to_its_end[de-*",
    ),
    "whole games again, on the other of two devices": (
        "tests/browser/test_expansion.py::test_three_around_one_device[desktop]",
        "tests/browser/test_expansion.py::test_alone*[death-desktop]",
        "tests/browser/test_expansion.py::test_alone*[victory-phone]",
        "tests/browser/test_expansion_ending.py::*[desktop-calm]",
        "tests/browser/test_expansion_ending.py::*[phone-moving]",
        "tests/browser/test_pages.py::test_longer_words_fit[desktop]",
        "tests/browser/test_comfort.py::test_axe*[phone]",
    ),
}
"""By the reason: tests that `make proofs` runs and `make test` does not; `*` stands for anything."""

SLOW: Final = (
    "tests/analysis/*",
    "tests/bots/*",
    "tests/browser/*",
    "tests/cli/test_bad_input.py*",
    "tests/cli/test_boxes.py*",
    "tests/cli/test_own_bots.py*",
    "tests/proofs/*",
    "tests/properties/*",
    "tests/server/*",
    "tests/terminal/test_commands.py::test_a_card_seen*",
    "tests/terminal/test_openings.py*",
    "tests/terminal/test_play.py*",
    "tests/test_adding.py*",
    "tests/test_complete.py*",
    "tests/test_expansions.py*",
    "tests/test_package.py*",
    "tests/test_recorded_games.py*",
    "tests/test_site.py*",
    "tests/test_vocabulary.py*",
    "tests/toy/*",
)
"""What `make quick` leaves out besides."""

SELECTIONS: Final = ("all", "quick", "slow", "usual", "long")
"""`usual` is what `make test` runs: `quick` and `slow` together."""


@cache
def pattern(text: str) -> re.Pattern[str]:
    """Only `*` has a meaning: brackets stand in the names of tests."""
    return re.compile(".*".join(map(re.escape, text.split("*"))))


def is_long(name: str) -> bool:
    return any(pattern(each).fullmatch(name) for group in LONG.values() for each in group)


def is_slow(name: str) -> bool:
    return any(pattern(each).fullmatch(name) for each in SLOW)


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
        groups = (each.partition("::")[0] for group in LONG.values() for each in group)
        return any(pattern(each).fullmatch(file) for each in groups)
    return True


def leave_out_file(path: Path, config: pytest.Config) -> bool | None:
    """Whether to leave a file unread, where nothing in it can be selected; None to leave it to others."""
    file = path.relative_to(config.rootpath).as_posix()
    selection = str(config.getoption("--selection"))
    unread = path.name.startswith("test_") and not may_have_some(selection, file)
    return True if unread else None


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not selected, and say how many that were, as `-m` does."""
    selection = str(config.getoption("--selection"))
    left_out = [item for item in items if not chosen(selection, item.nodeid)]
    if left_out:
        items[:] = [item for item in items if chosen(selection, item.nodeid)]
        config.hook.pytest_deselected(items=left_out)
