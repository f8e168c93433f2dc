"""A browser's own games: it shows the tokens it holds and gets the games they open.

Tokens come in the body, never in an address, and each is checked before anything is sent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, hashes_of, is_id
from rollplayer.server.protocol.own_games import AskOwnGames, OwnGame, OwnGames
from rollplayer.server.rooms import permissions, views
from rollplayer.server.rooms.own_games import opens, own_game
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.store import ProgressRow, StoredGame
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.requests import ApiRequest, address_of
from rollplayer.server.transport.responses import reply

GAMES_A_REQUEST: Final = 10
"""This many games count as one more request."""
LOADING_COST: Final = 4
MOST_BUILT: Final = 6
"""At most this many running games are built from their logs to see whose turn it is."""


@dataclass(frozen=True)
class Found:
    """Games without their logs, how long the logs are, and how far those that go on have come."""

    games: list[StoredGame]
    lengths: dict[str, int]
    progress: dict[str, ProgressRow]


Held = Callable[[Room], tuple[list[int], bool] | None]
"""The seats one holds at a table and whether one is its host; None if it is not one's own."""


async def own_games(context: ApiContext, request: ApiRequest) -> Response:
    body: AskOwnGames = request.body
    wanted: dict[str, Hashes] = {each.id: hashes_of(each.tokens) for each in body.games}
    context.charge(address_of(request.raw), len(wanted) // GAMES_A_REQUEST)
    found = await look_up(context, request, [id for id in wanted if is_id(id)])

    def held(room: Room) -> tuple[list[int], bool] | None:
        hashes = wanted[room.row.id]
        if not opens(room, hashes):
            return None
        return permissions.held_seats(room, hashes), permissions.is_host(room, hashes)

    games = await tell(context, request, found, held)
    known = {own.game.id for own in games}
    return reply(request, OwnGames(games=games, unknown=[id for id in wanted if id not in known]))


async def look_up(context: ApiContext, request: ApiRequest, ids: Sequence[str]) -> Found:
    """The games with these ids that there are, in this order."""
    store = context.services.store
    async with context.lists.turn(address_of(request.raw)):
        games, lengths = await store.glances(ids), await store.lengths(ids)
        running = [each.game.id for each in games if each.game.status == "running"]
        progress = await store.progress(running) if running else {}
        return Found(games, lengths, progress)


async def tell(context: ApiContext, request: ApiRequest, found: Found, held: Held) -> list[OwnGame]:
    """Those of the games that are one's own. A log is read only where nothing else tells whose turn it is."""
    games: list[OwnGame] = []
    built = 0
    for stored in found.games:
        id = stored.game.id
        room = context.lobby.rooms.get(id) or Room(context.services, stored)
        mine = held(room)
        if mine is None:
            continue
        progress = found.progress.get(id)
        is_unknown = stored.game.status == "running" and progress is None
        if is_unknown and id not in context.lobby.rooms and built < MOST_BUILT:
            built += 1
            room = await built_room(context, request, room)
        in_memory = id in context.lobby.rooms
        info = views.info(room) if in_memory else views.stored_info(stored, found.lengths[id])
        seats, host = mine
        games.append(own_game(room, info, seats, request.language, host=host, progress=progress))
    return games


async def built_room(context: ApiContext, request: ApiRequest, room: Room) -> Room:
    """The room with its table; without, if the server is too busy: the list comes all the same."""
    try:
        context.charge(address_of(request.raw), LOADING_COST)
        return await context.lobby.get(room.row.id)
    except Refused:
        return room
