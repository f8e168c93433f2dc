"""Meters that nobody reads: a game in one's own browser has no operator."""

import sys
from typing import Any


class CollectorRegistry:
    """Knows no meters."""


class Counter:
    """Counts nothing."""

    def __init__(self, *_: Any, **__: Any) -> None:
        return

    def labels(self, *_: Any) -> "Counter":
        return self

    def inc(self, amount: float = 1) -> None:
        return

    def dec(self, amount: float = 1) -> None:
        return

    def set(self, value: float) -> None:
        return

    def set_function(self, function: Any) -> None:
        return

    def observe(self, value: float) -> None:
        return


Gauge = Histogram = Counter


def generate_latest(_: Any) -> bytes:
    return b""


sys.modules.setdefault(f"{__name__}.exposition", sys.modules[__name__])
