"""Who came out ahead of whom."""

from collections.abc import Collection, Sequence


def ahead(winners: Collection[int], totals: Sequence[int], seat: int, other: int) -> float:
    """1 if a seat beat another, 0 if it lost, 0.5 if they tied.

    Winners come first, whatever broke the tie (E8); the others go by their stars.
    """

    def place(at: int) -> tuple[bool, int]:
        return at in winners, totals[at]

    return 0.5 if place(seat) == place(other) else float(place(seat) > place(other))
