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


def test_every_test_that_is_long_has_a_sibling_that_is_not() -> None:
    """What `make test` leaves to `make proofs` it shows at another size or in another language."""
    usual = {name.partition("[")[0] for name in selected("usual")}
    alone = {name for name in selected("long") if name.partition("[")[0] not in usual}
    assert alone == set(SHOWN_BY)
    assert set(SHOWN_BY.values()) <= selected("usual")


def test_every_file_is_in_make_test() -> None:
    files = {name.partition("::")[0] for name in names()}
    assert files == {name.partition("::")[0] for name in selected("usual")}


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
