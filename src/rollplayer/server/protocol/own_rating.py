"""What HTTP carries about one's own rating."""

from typing import TypeAlias

from msgspec import Struct

Points: TypeAlias = int
"""Ratings and deviations are whole numbers wherever people read them."""


class RatingChange(Struct, kw_only=True):
    """What one rated game has changed. ``left``: the person left it, or had no time left."""

    game: str
    at: int
    before: Points
    after: Points
    left: bool


class OwnRating(Struct, kw_only=True):
    """What somebody, and nobody else, is shown of their own rating.

    ``place`` is the one on the ladder, null while the rating is provisional; ``barred_until`` is when somebody who
    has left too many games may sit down at a rated table again.
    """

    rating: Points
    deviation: Points
    provisional: bool
    games: int
    shown: bool
    place: int | None
    barred_until: int | None
    changes: list[RatingChange]
