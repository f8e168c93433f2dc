"""The routes of ratings: what each takes, returns and refuses."""

from typing import Final

from rollplayer.server.protocol import ratings as r
from rollplayer.server.protocol.own_rating import OwnRating
from rollplayer.server.transport import ratings
from rollplayer.server.transport.http import Route
from rollplayer.server.transport.person_routes import SIGNED_IN
from rollplayer.server.transport.requests import LANGUAGE, Query

RATING_ROUTES: Final = (
    SIGNED_IN.get(
        "/rating",
        "One's own rating, and what the latest games have changed",
        ratings.own_rating,
        OwnRating,
    ),
    SIGNED_IN.post(
        "/rating",
        "Be seen on the ladder, or not",
        ratings.show_rating,
        r.ShowRating,
        OwnRating,
    ),
    Route(
        "GET",
        "/api/v1/games/{id}/ratings",
        "The ratings at a rated table, for those who sit there",
        ratings.table_ratings,
        query=(LANGUAGE,),
        returns=r.TableRatings,
        refuses=("unauthorised", "forbidden", "not-found", "not-saved"),
        tokens=True,
    ),
    Route(
        "GET",
        "/api/v1/ladder",
        "Rated players who want to be seen, the strongest first",
        ratings.ladder,
        query=(
            Query(
                "after",
                "the cursor that the page before ended with",
                pattern=ratings.CURSOR.pattern,
            ),
            Query("limit", "at most this many", number=(1, 100)),
            LANGUAGE,
        ),
        returns=r.Ladder,
        refuses=("busy", "not-saved"),
    ),
)
