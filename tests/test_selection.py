"""The selections of tests: each names tests that exist, and together they are all."""

import subprocess
import sys
from functools import cache

import pytest

from tests.selection import LONG, SLOW, chosen, pattern

pytestmark = pytest.mark.once


@cache
def names() -> list[str]:
    """Every test there is."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if "::" in line]


def test_every_line_names_a_test() -> None:
    long = [each for group in LONG.values() for each in group]
    unknown = [each for each in (*long, *SLOW) if not any(map(pattern(each).fullmatch, names()))]
    assert unknown == []


def test_usual_and_long_are_everything_and_share_nothing() -> None:
    usual = {name for name in names() if chosen("usual", name)}
    long = {name for name in names() if chosen("long", name)}
    assert usual | long == set(names())
    assert not usual & long
    assert {name for name in names() if chosen("quick", name)} < usual


def test_every_test_that_is_long_has_a_sibling_that_is_not() -> None:
    """What `make test` leaves to `make proofs` it shows at another size or in another language."""
    usual = {name.partition("[")[0] for name in names() if chosen("usual", name)}
    alone = [
        name for name in names() if chosen("long", name) and name.partition("[")[0] not in usual
    ]
    assert alone == []


def test_brackets_are_letters() -> None:
    assert pattern("a[b]*").fullmatch("a[b]c")
    assert not pattern("a[b]*").fullmatch("abc")
