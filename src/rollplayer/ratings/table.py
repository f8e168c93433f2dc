"""What a game says about the strength of those who sat at its table.

Every two seats are a result. The results of one game are not independent: who rolls well beats all others at once.
Among equals two of them correlate by 1/3, so that a player's ``m`` results tell as much as ``3m / (m + 2)`` games, and
each counts as ``3 / (m + 2)`` of one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rollplayer.ratings.glicko import PairResult, Rating
from rollplayer.ratings.places import ahead

FIRST_SERIOUS_ROUND: Final = 2
"""Whoever leaves before that round loses nothing by it, except that it is noted."""


@dataclass(frozen=True)
class RatedSeat:
    """A seat when its game is rated."""

    rating: Rating
    is_bot: bool = False
    left_in: int | None = None
    """The round in which its person left, or had no time left; None for those who stayed."""


@dataclass(frozen=True)
class Ending:
    """How a game ended."""

    winners: Collection[int]
    totals: Sequence[int]


def pair_results(
    seats: Mapping[int, RatedSeat],
    ending: Ending | None,
    met: Mapping[tuple[int, int], int],
) -> dict[int, list[PairResult]]:
    """The results of every person, by seat; without an ending only leavers have any.

    A leaver has lost to all who stayed. Those who stayed are compared with each other alone: nobody gains or
    loses by what a stand-in did. ``met`` says how often two seats have met at rated tables of late; each time makes
    the next result count less.
    """
    stayed = [seat for seat, each in seats.items() if each.left_in is None]
    found: dict[int, list[PairResult]] = {}
    for seat, each in seats.items():
        if each.is_bot:
            continue
        others = [other for other in stayed if other != seat]
        counts = ending is not None
        if each.left_in is not None:
            counts = each.left_in >= FIRST_SERIOUS_ROUND
        if not counts:
            others = []
        found[seat] = [
            PairResult(
                seats[other].rating,
                score_of(each, ending, seat, other),
                3 / (len(others) + 2) / (1 + met.get((seat, other), 0)),
            )
            for other in others
        ]
    return found


def score_of(each: RatedSeat, ending: Ending | None, seat: int, other: int) -> float:
    if each.left_in is not None or ending is None:
        return 0.0
    return ahead(ending.winners, ending.totals, seat, other)
