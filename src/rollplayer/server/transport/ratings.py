"""Ratings over HTTP. Nobody finds persons by them: the ladder shows those who want to be seen, without ids."""

import re
from typing import Final

from starlette.responses import Response

from rollplayer.ratings.anchors import ANCHORS
from rollplayer.server.common.tokens import now
from rollplayer.server.protocol import ratings as r
from rollplayer.server.protocol.own_rating import OwnRating, RatingChange
from rollplayer.server.rooms.services import needed
from rollplayer.server.storage.persons import DeviceRow
from rollplayer.server.storage.rated import SETTLED, RatedSeatRow
from rollplayer.server.storage.ratings import CHANGES_SHOWN, LadderRow, Ratings
from rollplayer.server.transport.api import find
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.persons import portrait_of, private, signed_in
from rollplayer.server.transport.requests import ApiRequest, address_of
from rollplayer.server.transport.responses import reply

LADDER_PAGE: Final = 50
CURSOR: Final = re.compile(r"(-?[0-9]{1,5}\.[0-9]{1,17})_([0-9]{1,12})_([0-9]{1,9})")
"""The rating and number of the last entry, and its place."""
ALL: Final = (1 << 63) - 1


def ratings_of(context: ApiContext) -> Ratings:
    return needed(context.services.ratings, "ratings")


async def own_rating(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    return private(request, await told(context, device))


async def show_rating(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: r.ShowRating = request.body
    await ratings_of(context).show(device.person, shown=body.shown)
    return private(request, await told(context, device))


async def told(context: ApiContext, device: DeviceRow, limit: int = CHANGES_SHOWN) -> OwnRating:
    """A person's own rating, with the latest changes."""
    ratings = ratings_of(context)
    row = await ratings.get(device.person)
    rating = row.resting(now())
    provisional = rating.deviation >= SETTLED
    changes = await ratings.changes(device.person, limit)
    return OwnRating(
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        provisional=provisional,
        games=row.games,
        shown=row.shown,
        place=None if provisional else await ratings.place(row),
        barred_until=await ratings.barred_until(device.person) or None,
        changes=[change for each in changes if (change := changed(each)) is not None],
    )


def changed(row: RatedSeatRow) -> RatingChange | None:
    if row.ended is None or row.rating_before is None or row.rating_after is None:
        return None
    return RatingChange(
        game=row.game,
        at=row.ended,
        before=round(row.rating_before),
        after=round(row.rating_after),
        left=row.left_in is not None,
    )


async def table_ratings(context: ApiContext, request: ApiRequest) -> Response:
    """The ratings at a table, for those who sit there."""
    room, _ = await find(context, request, "ratings")
    seats: list[r.SeatRating] = []
    if room.row.rated:
        ratings = ratings_of(context)
        for row in await ratings.seats(room.row.id):
            current = (await ratings.get(row.person)).resting(now())
            rating = current.rating if row.rating_before is None else row.rating_before
            deviation = current.deviation if row.deviation_before is None else row.deviation_before
            seats.append(
                r.SeatRating(
                    seat=row.seat,
                    rating=round(rating),
                    deviation=round(deviation),
                    provisional=deviation >= SETTLED,
                    after=None if row.rating_after is None else round(row.rating_after),
                    left=row.left_in is not None,
                )
            )
        for each in room.seats:
            anchor = ANCHORS.get(each.level or "") if each.kind == "bot" else None
            if anchor is not None:
                seats.append(
                    r.SeatRating(
                        seat=each.seat,
                        rating=round(anchor.rating),
                        deviation=round(anchor.deviation),
                        provisional=False,
                        after=None,
                        left=False,
                    )
                )
    return private(request, r.TableRatings(seats=sorted(seats, key=lambda each: each.seat)))


async def ladder(context: ApiContext, request: ApiRequest) -> Response:
    """One page of the ladder, after a cursor."""
    after, place = read_cursor(request.query["after"])
    limit = request.query["limit"] or LADDER_PAGE
    async with context.lists.turn(address_of(request.raw)):
        rows = await ratings_of(context).ladder(after, limit + 1)
    entries = [entry(row, place + at) for at, row in enumerate(rows[:limit], 1)]
    last = rows[limit - 1] if len(rows) > limit else None
    cursor = None if last is None else f"{last.rating!r}_{last.n}_{entries[-1].place}"
    return reply(request, r.Ladder(entries=entries, next=cursor))


def read_cursor(text: str | None) -> tuple[tuple[float, int] | None, int]:
    """Where a page begins, and how many places lie above it."""
    if text is None:
        return None, 0
    match = CURSOR.fullmatch(text)
    assert match is not None  # The route takes nothing else.
    return (float(match[1]), int(match[2])), int(match[3])


def entry(row: LadderRow, place: int) -> r.LadderEntry:
    return r.LadderEntry(
        place=place,
        name=row.name,
        portrait=portrait_of(row.portrait),
        rating=round(row.rating),
        deviation=round(row.deviation),
        games=row.games,
    )
