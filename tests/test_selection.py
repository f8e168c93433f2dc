"""The selections of tests: each names tests that exist, and together they are all."""

import subprocess
import sys
from functools import cache

import pytest

from tests.selection import LONG, SELECTIONS, SHOWN_BY, SLOW, chosen, may_have_some, pattern

pytestmark = pytest.mark.once


@cache
def names() -> list[str]:
    """Every test there is."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if "::" in line]


@cache
def selected(selection: str) -> set[str]:
    return {name for name in names() if chosen(selection, name)}


def test_every_line_names_a_test() -> None:
    long = [each for group in LONG.values() for each in group]
    unknown = [each for each in (*long, *SLOW) if not any(map(pattern(each).fullmatch, names()))]
    assert unknown == []


def test_usual_and_long_are_everything_and_share_nothing() -> None:
    usual, long, quick, slow = (selected(each) for each in ("usual", "long", "quick", "slow"))
    assert usual | long == set(names())
    assert not usual & long
    assert quick | slow == usual
    assert not quick & slow


def functions(selection: str) -> set[str]:
    return {name.partition("[")[0] for name in selected(selection)}


def test_what_is_long_is_shown_in_make_test_too() -> None:
    """At another size or in another language, or at its core by the test that is named."""
    assert functions("long") - functions("usual") == set(SHOWN_BY)
    assert set(SHOWN_BY.values()) <= functions("usual")


@pytest.mark.parametrize("selection", SELECTIONS)
def test_files_that_are_not_read_have_nothing_to_select(selection: str) -> None:
    """And those of which nothing is selected are not read, or it would take long for nothing."""
    read = {file for name in names() if may_have_some(selection, file := name.partition("::")[0])}
    assert {name.partition("::")[0] for name in selected(selection)} <= read
    if selection in ("quick", "long"):
        assert {name.partition("::")[0] for name in selected(selection)} == read


def test_brackets_are_letters() -> None:
    assert pattern("a[b]*").fullmatch("a[b]c")
    assert not pattern("a[b]*").fullmatch("abc")
