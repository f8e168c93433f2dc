"""The selections of tests: each names tests that exist, and together they are all."""

import subprocess
import sys

import pytest

from tests.selection import (
    EVERY_NAME,
    LONG_ONES,
    SELECTIONS,
    SLOW,
    chosen,
    may_have_some,
    pattern,
)
from tests.shown_by import SHOWN_BY

pytestmark = pytest.mark.once


Names = list[str]


@pytest.fixture(scope="session")
def names(pytestconfig: pytest.Config) -> Names:
    """Every test there is: as this run has read them, or read once more where it has not read all."""
    return pytestconfig.stash.get(EVERY_NAME, None) or read_once_more()


def read_once_more() -> Names:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if "::" in line]


def selected(selection: str, names: Names) -> set[str]:
    return {name for name in names if chosen(selection, name)}


def test_every_line_names_a_test(names: Names) -> None:
    unknown = [each for each in (*LONG_ONES, *SLOW) if not any(map(pattern(each).fullmatch, names))]
    assert unknown == []


def test_usual_and_long_are_everything_and_share_nothing(names: Names) -> None:
    usual, long, quick, slow = (
        selected(each, names) for each in ("usual", "long", "quick", "slow")
    )
    assert usual | long == set(names)
    assert not usual & long
    assert quick | slow == usual
    assert not quick & slow


def functions(selection: str, names: Names) -> set[str]:
    return {name.partition("[")[0] for name in selected(selection, names)}


def test_what_is_long_is_shown_in_make_test_too(names: Names) -> None:
    """At another size or in another language, or at its core by the test that is named."""
    usual = functions("usual", names)
    assert functions("long", names) - usual == set(SHOWN_BY)
    assert set(SHOWN_BY.values()) <= usual


@pytest.mark.parametrize("selection", SELECTIONS)
def test_files_that_are_not_read_have_nothing_to_select(selection: str, names: Names) -> None:
    """And those of which nothing is selected are not read, or it would take long for nothing."""
    read = {file for name in names if may_have_some(selection, file := name.partition("::")[0])}
    wanted = {name.partition("::")[0] for name in selected(selection, names)}
    assert wanted <= read
    if selection in ("quick", "long"):
        assert wanted == read


def test_brackets_are_letters() -> None:
    assert pattern("a[b]*").fullmatch("a[b]c")
    assert not pattern("a[b]*").fullmatch("abc")
    assert pattern("a", "b*").fullmatch("bc")
