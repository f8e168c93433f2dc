"""What the routes below /api/v1 do; ``routes`` says what they take and give."""

import asyncio
from typing import Final

import msgspec
from starlette.responses import Response

from rollplayer import __version__
from rollplayer.bots import DEFAULT_LEVEL, all_levels, all_names
from rollplayer.chance import ENTROPY_LIMIT
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.expansions import EXPANSIONS
from rollplayer.log import to_line
from rollplayer.rules.expansion import Expansion
from rollplayer.rules.options import (
    CLASS_DRAFTS,
    EDITIONS,
    VARIANTS,
    Options,
    RefusedOptions,
    most_players,
)
from rollplayer.rules.versions import CURRENT_RULES
from rollplayer.server.common.problems import Refused, texts_of
from rollplayer.server.common.queues import AGAIN_SECONDS
from rollplayer.server.common.tokens import is_id
from rollplayer.server.protocol import messages as m
from rollplayer.server.reference import reference
from rollplayer.server.reference.lessons import FIRST, offered, taught
from rollplayer.server.rooms import permissions, views
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.store import GameRow, NotSaved, Search, StoredGame, TooMuchWork
from rollplayer.server.transport.http import (
    Asked,
    Desk,
    address_of,
    handed_on,
    is_compressed_for,
    packed,
    reply,
)
from rollplayer.text import Texts

LOADING_COST: Final = 4
SEARCH_SECONDS: Final = 10.0
REPLAY_SECONDS: Final = 30.0
"""What takes longer, also on a busy machine, is given up."""


async def find(desk: Desk, request: Asked, what: str) -> tuple[Room, int | None]:
    """The room and the seat of the path, through the gate."""
    id = request.raw.path_params["id"]
    if not is_id(id):
        raise Refused("not-found", what=id[:20])
    if id not in desk.tables.rooms:
        # Building a game from its log is work, and what it leaves in memory stays a while.
        desk.charge(address_of(request.raw), LOADING_COST)
    room = await desk.tables.get(id)
    told = request.raw.path_params.get("seat")
    seat: int | None = None
    if told is not None:
        if told not in [str(each) for each in range(m.MOST_SEATS)]:
            raise Refused("not-found", what=f"seat {told[:10]}")
        seat = int(told)
    permissions.check(room, request.hashes, permissions.REQUESTS[what], seat)
    return room, seat


async def info(desk: Desk, request: Asked) -> Response:
    settings = desk.settings
    texts = texts_of(request.language)
    told = m.ServerInfo(
        name="rollplayer",
        version=__version__,
        protocol=m.PROTOCOL,
        rules=CURRENT_RULES,
        content={edition: load(edition).hash for edition in EDITIONS},
        languages=list(LANGUAGES),
        editions=list(EDITIONS),
        class_drafts=list(CLASS_DRAFTS),
        variants=list(VARIANTS),
        expansions=[expansion_info(each, request.language) for each in EXPANSIONS.values()],
        lessons=[m.LessonInfo(**each) for each in offered(texts)],
        players={"min": 1, "max": most_players(())},
        paces=["live", "turns"],
        levels=list(all_names()),
        default_level=DEFAULT_LEVEL,
        bots=[
            m.BotInfo(
                level=level.name,
                name=texts.bot(level.name),
                character=texts.bot_character(level.name),
                milliseconds=level.milliseconds,
            )
            for level in all_levels()
        ],
        limits={
            "name": m.NAME_LIMIT,
            "chat": m.CHAT_LIMIT,
            "entropy": ENTROPY_LIMIT,
            "frame": m.FRAME_LIMIT,
            "away_seconds": settings.away_seconds,
            "last_call_seconds": settings.last_call_seconds,
            "wait_seconds": settings.wait_seconds,
            "waits_per_round": settings.waits_per_round,
        },
    )
    return reply(request, told)


def expansion_info(expansion: Expansion, language: str) -> m.ExpansionInfo:
    library = load(expansion.editions[0], expansions=(expansion.name,))
    texts = Texts(language, library)
    return m.ExpansionInfo(
        id=expansion.name,
        name=texts.name("expansion", expansion.name),
        text=texts.content("expansion", expansion.name, "text"),
        editions=list(expansion.editions),
        variants=list(expansion.variants),
        most_players=expansion.most_players,
        content=library.hash,
    )


async def lobby(desk: Desk, request: Asked) -> Response:
    status = request.query["status"]
    statuses = (status,) if status else ("open", "running")
    search = Search(statuses, limit=request.query["limit"] or 50)
    return reply(request, m.Games(games=await found(desk, request, search)))


async def found(desk: Desk, request: Asked, search: Search) -> list[m.Room]:
    """The rooms of a search; those in memory as they are now."""
    try:
        async with desk.lists.turn(address_of(request.raw)):
            stored = await desk.services.store.find(search)
            lengths = await desk.services.store.lengths([each.game.id for each in stored])
    except TooMuchWork as error:
        raise Refused("busy", seconds=AGAIN_SECONDS) from error
    except NotSaved as error:
        raise Refused("not-saved", reason=str(error)) from error
    return [listed(desk, each, lengths[each.game.id]) for each in stored]


def listed(desk: Desk, stored: StoredGame, version: int) -> m.Room:
    room = desk.tables.rooms.get(stored.game.id)
    return views.info(room) if room is not None else views.stored_info(stored, version)


async def create(desk: Desk, request: Asked) -> Response:
    count_new_game(desk, request)
    return reply(request, await desk.tables.create(request.body, request.keeper), 201)


def count_new_game(desk: Desk, request: Asked) -> None:
    bucket = desk.games.bucket(address_of(request.raw))
    if not bucket.take():
        raise Refused("too-many-games", seconds=bucket.wait())


async def game(desk: Desk, request: Asked) -> Response:
    """One game. A finished one is described from its row, without reading its log."""
    ended = await ended_game(desk, request, "info", log=False)
    if ended is not None:
        (version,) = (await desk.services.store.lengths([ended.game.id])).values()
        told = views.stored_info(ended, version)
    else:
        room, _ = await find(desk, request, "info")
        told = views.info(room)
    return reply(request, told, etag=str(told.version))


async def join(desk: Desk, request: Asked) -> Response:
    room, _ = await find(desk, request, "join")
    return reply(request, await desk.tables.join(room, request.body, request.keeper), 201)


async def give(desk: Desk, request: Asked) -> Response:
    room, seat = await find(desk, request, "give")
    assert seat is not None
    async with room.working():
        # Once more, now that nobody else can come in between.
        permissions.check(room, request.hashes, permissions.REQUESTS["give"], seat)
        return reply(request, await desk.tables.give(room, seat, request.body, request.keeper))


async def rematch(desk: Desk, request: Asked) -> Response:
    room, _ = await find(desk, request, "rematch")
    async with room.working():
        permissions.check(room, request.hashes, permissions.REQUESTS["rematch"])
        if room.row.rematch is None:
            count_new_game(desk, request)
        return reply(request, await desk.tables.rematch(room, request.keeper))


async def close(desk: Desk, request: Asked) -> Response:
    room, _ = await find(desk, request, "close")
    async with room.working():
        permissions.check(room, request.hashes, permissions.REQUESTS["close"])
        return reply(request, await desk.tables.close_game(room))


async def state(desk: Desk, request: Asked) -> Response:
    room, _ = await find(desk, request, "state")
    if not permissions.opens_all(room, request.hashes):
        raise Refused("unauthorised")
    async with room.working():
        told = views.state(room, request.query["since"], request.hashes, request.language)
        return reply(request, told, etag=str(room.version))


async def ended_game(desk: Desk, request: Asked, what: str, *, log: bool) -> StoredGame | None:
    """A finished game straight from the disk, through the gate; None if a room has to be asked."""
    id = request.raw.path_params["id"]
    if not is_id(id) or id in desk.tables.rooms or id in desk.tables.loading:
        return None
    store = desk.services.store
    try:
        stored = await (store.load(id) if log else store.glance(id))
    except NotSaved as error:
        raise Refused("not-saved", reason=str(error)) from error
    if stored is None or stored.damage or stored.game.status != "finished":
        return None
    permissions.check(Room(desk.services, stored), request.hashes, permissions.REQUESTS[what])
    return stored


async def file(desk: Desk, request: Asked) -> Response:
    body = await file_of(desk, request, "file")
    headers = {
        "content-disposition": f'attachment; filename="{request.raw.path_params["id"]}.jsonl"'
    }
    # Compressing takes a while, and not only here.
    return await asyncio.to_thread(
        packed, request.raw, body + b"\n", "application/x-ndjson", 200, headers
    )


async def file_of(desk: Desk, request: Asked, what: str) -> bytes:
    """The game file of a finished game; before the end nobody gets it."""
    ended = await ended_game(desk, request, what, log=True)
    if ended is not None and ended.game.header is not None:
        return whole_file(ended.game, [entry.line for entry in ended.entries])
    room, _ = await find(desk, request, what)
    async with room.working():
        if room.reason:
            raise Refused("broken-game", reason=room.reason)
        if room.row.status != "finished" or room.table is None:
            raise Refused("not-finished")
        return whole_file(room.row, [record.line for record in room.table.records])


def whole_file(game: GameRow, lines: list[str]) -> bytes:
    if game.result is None or game.header is None:
        raise Refused("not-finished")
    end = to_line({"end": game.result["end"]})
    return "\n".join([to_line(game.header), *lines, end]).encode()


async def replay(desk: Desk, request: Asked) -> Response:
    return await replayed(desk, request, await file_of(desk, request, "replay"))


async def replay_file(desk: Desk, request: Asked) -> Response:
    return await replayed(desk, request, request.body)


async def replayed(desk: Desk, request: Asked, body: bytes) -> Response:
    told = {"language": request.language, "compress": is_compressed_for(request.raw)}
    address = address_of(request.raw)
    desk.replays.enter(address)
    try:
        async with desk.replays.working:
            ready = await desk.replayer.ask("replay", told, body, seconds=REPLAY_SECONDS)
    except BaseException:
        desk.replays.leave(address)
        raise
    return handed_on(ready, lambda: desk.replays.leave(address))


async def finished(desk: Desk, request: Asked) -> Response:
    asked = request.query
    limit = asked["limit"] or 50
    search = Search(
        ("finished",),
        asked["query"] or "",
        asked["players"],
        asked["edition"] or "",
        asked["expansion"] or "",
        asked["before"],
        limit + 1,
    )
    told = {"search": msgspec.to_builtins(search), "compress": is_compressed_for(request.raw)}
    try:
        async with desk.searches.turn(address_of(request.raw)):
            ready = await desk.searcher.ask("finished", told, seconds=SEARCH_SECONDS)
    except NotSaved as error:
        raise Refused("not-saved", reason=str(error)) from error
    return handed_on(ready)


async def statistics(desk: Desk, request: Asked) -> Response:
    try:
        async with desk.searches.turn(address_of(request.raw)):
            told = await desk.stats.get()
    except NotSaved as error:
        raise Refused("not-saved", reason=str(error)) from error
    return reply(request, told)


def box_of(request: Asked) -> tuple[str, tuple[str, ...]]:
    """The edition and the expansions that are asked about."""
    edition = request.query["edition"] or "second"
    expansions = (request.query["expansion"],) if request.query["expansion"] else ()
    try:
        Options(edition=edition, expansions=expansions)
    except RefusedOptions as error:
        raise Refused("refused-options", reason=str(error)) from error
    return edition, expansions


async def content(desk: Desk, request: Asked) -> Response:
    box = box_of(request)
    key = ("content", request.language, *box)
    return await desk.page(request, key, lambda: reference.content(request.language, *box))


async def lesson(desk: Desk, request: Asked) -> Response:
    # The first to ask for a lesson in a language waits while it is played.
    id, language = request.query["lesson"] or FIRST.id, request.language
    return await desk.page(request, ("lesson", language, id), lambda: taught(id, language))


async def rules(desk: Desk, request: Asked) -> Response:
    language = request.language
    return await desk.page(request, ("rules", language), lambda: reference.rules(language))


async def score(desk: Desk, request: Asked) -> Response:
    box = box_of(request)
    async with desk.heavy:
        told = await asyncio.to_thread(reference.score, request.body, request.language, *box)
    return reply(request, told)
