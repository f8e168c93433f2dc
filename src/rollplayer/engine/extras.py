"""Counts and piles a hero may have beside those of the base game: how an expansion brings its own.

A hero's ``counts`` and ``piles`` stand in the order of these lists. A ruleset names those that its
game knows (``Ruleset.counts``, ``Ruleset.piles``); plain data and views show these and no others.
"""

from typing import Final

COUNT_NAMES: Final[list[str]] = []
PILE_NAMES: Final[list[str]] = []
PILE_SORTS: Final[list[str]] = []
"""What lies in a pile: a sort of parameter as answers and events know it."""


def add_count(name: str) -> int:
    """Register one more count and return its index."""
    COUNT_NAMES.append(name)
    return len(COUNT_NAMES) - 1


def add_pile(name: str, sort: str) -> int:
    """Register one more pile and return its index."""
    PILE_NAMES.append(name)
    PILE_SORTS.append(sort)
    return len(PILE_NAMES) - 1


def no_counts() -> tuple[int, ...]:
    return (0,) * len(COUNT_NAMES)


def no_piles() -> tuple[tuple[int, ...], ...]:
    return ((),) * len(PILE_NAMES)
