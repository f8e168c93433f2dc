"""The ratings of the bots: fixed, so that numbers mean the same next year.

``python -m benchmarks.ratings anchors`` fits them to recorded tournaments of two players in the base game, and a test
compares. The adventurer, against whom a newcomer is an even match until more is known, has the mean.
"""

from typing import Final

from rollplayer.ratings.glicko import Rating

ANCHOR_DEVIATION: Final = 30.0
"""Wider than the fit: two tournaments with other seeds differ by less, tables of three or four by more."""
ANCHORS: Final[dict[str, Rating]] = {
    level: Rating(rating, ANCHOR_DEVIATION)
    for level, rating in {
        "random": 222.0,
        "squire": 1032.0,
        "adventurer": 1500.0,
        "champion": 1683.0,
        "legend": 1845.0,
    }.items()
}
"""By level. Bots of somebody's own are not rated, and do not sit at rated tables."""
