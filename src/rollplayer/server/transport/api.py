"""The handlers of the routes below /api/v1; ``routes`` describes what they take and return."""

import asyncio
from typing import Final

import msgspec
from starlette.responses import Response

from rollplayer.bots import all_levels
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import is_id
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.reference import reference
from rollplayer.server.reference.lessons import FIRST, taught
from rollplayer.server.reference.server_info import server_info
from rollplayer.server.rooms import permissions, requests, views
from rollplayer.server.rooms.ownership import Elsewhere
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.store import Search, StoredGame
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.known_persons import invite_the_others, is_welcome, learn_claims
from rollplayer.server.transport.passkeys import offered as passkeys_offered
from rollplayer.server.transport.persons import signed_in
from rollplayer.server.transport.requests import ApiRequest, address_of
from rollplayer.server.transport.responses import handed_on, is_compressed_for, packed, reply
from rollplayer.server.transport.site import is_built

LOADING_COST: Final = 4
SEARCH_SECONDS: Final = 10.0
REPLAY_SECONDS: Final = 30.0
"""After this long, even on a busy machine, work is aborted."""


async def find(context: ApiContext, request: ApiRequest, what: str) -> tuple[Room, int | None]:
    """The room and the seat of the path, after checking permissions."""
    id = request.raw.path_params["id"]
    if not is_id(id):
        raise Refused("not-found", what=id[:20])
    # Rebuilding a game from its log is work, and the game stays in memory for a while.
    cost = 0 if id in context.lobby.rooms else LOADING_COST
    context.charge(address_of(request.raw), cost)
    try:
        room = await context.lobby.get(id)
    except Elsewhere:
        # Another process has the room, and the work with it.
        context.requests.bucket(address_of(request.raw)).give_back(cost)
        raise
    number = request.raw.path_params.get("seat")
    seat: int | None = None
    if number is not None:
        if number not in map(str, range(m.MOST_SEATS)):
            raise Refused("not-found", what=f"seat {number[:10]}")
        seat = int(number)
    await context.open_with_devices(request, room)
    permissions.check(room, request.hashes, permissions.REQUESTS[what], seat)
    return room, seat


async def info(context: ApiContext, request: ApiRequest) -> Response:
    server = server_info(
        context.settings,
        request.language,
        all_levels(),
        docs=is_built(),
        notices=context.notice_offer(),
        passkeys=passkeys_offered(context),
    )
    return reply(request, server)


async def lobby(context: ApiContext, request: ApiRequest) -> Response:
    status = request.query["status"]
    statuses = (status,) if status else ("open", "running")
    search = Search(statuses, limit=request.query["limit"] or 50)
    return reply(request, b.Games(games=await rooms_of(context, request, search)))


async def rooms_of(context: ApiContext, request: ApiRequest, search: Search) -> list[m.Room]:
    """The rooms that match a search; those in memory in their current state."""
    async with context.lists.turn(address_of(request.raw)):
        games = await context.services.store.find(search)
        lengths = await context.services.store.lengths([stored.game.id for stored in games])
    return [listed(context, stored, lengths[stored.game.id]) for stored in games]


def listed(context: ApiContext, stored: StoredGame, version: int) -> m.Room:
    room = context.lobby.rooms.get(stored.game.id)
    return views.info(room) if room is not None else views.stored_info(stored, version)


async def create(context: ApiContext, request: ApiRequest) -> Response:
    await count_new_game(context, request)
    person = (await signed_in(context, request)).person if request.body.rated else ""
    created = await context.lobby.create(request.body, request.keeper, person)
    if person:
        await learn_claims(context, person)
    return reply(request, created, 201)


async def count_new_game(context: ApiContext, request: ApiRequest) -> None:
    await context.games.take(address_of(request.raw), "too-many-games")


async def game(context: ApiContext, request: ApiRequest) -> Response:
    """One game. A finished one is described from its row, without reading its log."""
    ended = await ended_game(context, request, "info", log=False)
    if ended is not None:
        (version,) = (await context.services.store.lengths([ended.game.id])).values()
        room_info = views.stored_info(ended, version)
    else:
        room, _ = await find(context, request, "info")
        room_info = views.info(room)
    return reply(request, room_info, etag=str(room_info.version))


async def join(context: ApiContext, request: ApiRequest) -> Response:
    given = request.hashes
    room, _ = await find(context, request, "join")
    welcome = await is_welcome(context, request, room)
    # What a device has claimed takes its place above; at a rated table it is the person who counts.
    request.hashes = given
    person = (await signed_in(context, request)).person if room.row.rated else ""
    joined = await requests.join(room, request.body, request.keeper, person, welcome=welcome)
    if person:
        await learn_claims(context, person)
    return reply(request, joined, 201)


async def give(context: ApiContext, request: ApiRequest) -> Response:
    room, seat = await find(context, request, "give")
    assert seat is not None
    async with room.working():
        # Check again, now that nobody can interfere.
        permissions.check(room, request.hashes, permissions.REQUESTS["give"], seat)
        return reply(request, await requests.give(room, seat, request.body, request.keeper))


async def rematch(context: ApiContext, request: ApiRequest) -> Response:
    room, _ = await find(context, request, "rematch")
    async with room.working():
        permissions.check(room, request.hashes, permissions.REQUESTS["rematch"])
        if room.row.rematch is None:
            await count_new_game(context, request)
        if request.body.start:
            permissions.check(room, request.hashes, permissions.REQUESTS["start"])
        is_new = room.row.rematch is None
        again = await context.lobby.rematch(room, request.body, request.keeper)
    if is_new:
        await invite_the_others(context, request, again.game)
    return reply(request, again)


async def leave(context: ApiContext, request: ApiRequest) -> Response:
    room, _ = await find(context, request, "leave")
    async with room.working():
        permissions.check(room, request.hashes, permissions.REQUESTS["leave"])
        return reply(request, await requests.leave(room, request.hashes))


async def close(context: ApiContext, request: ApiRequest) -> Response:
    room, _ = await find(context, request, "close")
    async with room.working():
        permissions.check(room, request.hashes, permissions.REQUESTS["close"])
        return reply(request, await requests.close(room))


async def state(context: ApiContext, request: ApiRequest) -> Response:
    room, _ = await find(context, request, "state")
    if not permissions.opens_all(room, request.hashes):
        raise Refused("unauthorised")
    async with room.working():
        since, language = request.query["since"], request.language
        table = views.state(room, since, request.hashes, language, request.unheard)
        return reply(request, table, etag=str(room.version))


async def ended_game(
    context: ApiContext, request: ApiRequest, what: str, *, log: bool
) -> StoredGame | None:
    """A finished game straight from disk, after checking permissions; None if it needs a room."""
    id = request.raw.path_params["id"]
    if not is_id(id) or id in context.lobby.rooms or id in context.lobby.loading:
        return None
    store = context.services.store
    stored = await (store.load(id) if log else store.glance(id))
    if stored is None or stored.damage or stored.game.status != "finished":
        return None
    room = Room(context.services, stored)
    await context.open_with_devices(request, room)
    permissions.check(room, request.hashes, permissions.REQUESTS[what])
    return stored


async def file(context: ApiContext, request: ApiRequest) -> Response:
    body = await file_of(context, request, "file")
    headers = {
        "content-disposition": f'attachment; filename="{request.raw.path_params["id"]}.jsonl"'
    }
    # Compressing takes time, so it happens in a thread.
    return await asyncio.to_thread(
        packed, request.raw, body + b"\n", "application/x-ndjson", 200, headers
    )


async def file_of(context: ApiContext, request: ApiRequest, what: str) -> bytes:
    """The game file of a finished game; refused before the end."""
    ended = await ended_game(context, request, what, log=True)
    if ended is not None and ended.game.header is not None:
        return reference.whole_file(ended.game, [entry.line for entry in ended.entries])
    room, _ = await find(context, request, what)
    async with room.working():
        if room.reason:
            raise Refused("broken-game", reason=room.reason)
        if room.row.status != "finished" or room.table is None:
            raise Refused("not-finished")
        return reference.whole_file(room.row, [record.line for record in room.table.records])


async def replay(context: ApiContext, request: ApiRequest) -> Response:
    return await replayed(context, request, await file_of(context, request, "replay"))


async def story(context: ApiContext, request: ApiRequest) -> Response:
    body = await file_of(context, request, "replay")
    return await replayed(context, request, body, "story")


async def replay_file(context: ApiContext, request: ApiRequest) -> Response:
    return await replayed(context, request, request.body)


async def replayed(
    context: ApiContext, request: ApiRequest, body: bytes, what: str = "replay"
) -> Response:
    wishes = {"language": request.language, "compress": is_compressed_for(request.raw)}
    address = address_of(request.raw)
    context.replays.enter(address)
    try:
        async with context.replays.working:
            ready = await context.replayer.ask(what, wishes, body, seconds=REPLAY_SECONDS)
    except BaseException:
        context.replays.leave(address)
        raise
    return handed_on(ready, lambda: context.replays.leave(address))


async def finished(context: ApiContext, request: ApiRequest) -> Response:
    query = request.query
    limit = query["limit"] or 50
    search = Search(
        ("finished",),
        query["query"] or "",
        query["players"],
        query["edition"] or "",
        query["expansion"] or "",
        query["before"],
        limit + 1,
    )
    wishes = {"search": msgspec.to_builtins(search), "compress": is_compressed_for(request.raw)}
    async with context.searches.turn(address_of(request.raw)):
        ready = await context.searcher.ask("finished", wishes, seconds=SEARCH_SECONDS)
    return handed_on(ready)


async def statistics(context: ApiContext, request: ApiRequest) -> Response:
    async with context.searches.turn(address_of(request.raw)):
        stats = await context.stats.get()
    return reply(request, stats)


def box_of(request: ApiRequest) -> tuple[str, tuple[str, ...]]:
    """The edition and the expansions that are asked about."""
    return reference.checked_box(request.query["edition"], request.query["expansion"])


async def content(context: ApiContext, request: ApiRequest) -> Response:
    box = box_of(request)
    key = ("content", request.language, *box)
    return await context.page(request, key, lambda: reference.content(request.language, *box))


async def lesson(context: ApiContext, request: ApiRequest) -> Response:
    # The first request for a lesson in a language waits while the lesson is played.
    id, language = request.query["lesson"] or FIRST.id, request.language
    return await context.page(request, ("lesson", language, id), lambda: taught(id, language))


async def rules(context: ApiContext, request: ApiRequest) -> Response:
    language = request.language
    return await context.page(request, ("rules", language), lambda: reference.rules(language))


async def score(context: ApiContext, request: ApiRequest) -> Response:
    box = box_of(request)
    async with context.heavy:
        sheet = await asyncio.to_thread(reference.score, request.body, request.language, *box)
    return reply(request, sheet)
