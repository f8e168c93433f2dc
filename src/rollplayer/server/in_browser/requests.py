"""The requests that a page makes of the server within it: those of HTTP that make sense alone."""

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from rollplayer.bots import LEVELS
from rollplayer.server.common.problems import Refused, speaks
from rollplayer.server.common.tokens import Hashes, hashes_of
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol.own_games import AskOwnGames, OwnGame, OwnGames
from rollplayer.server.reference import reference
from rollplayer.server.reference.lessons import FIRST, lessons, taught
from rollplayer.server.reference.server_info import server_info
from rollplayer.server.rooms import notes, permissions, requests, views
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.own_games import opens, own_game
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.store import NotSaved

logger = logging.getLogger(__name__)
T = TypeVar("T")

ROOT: Final = "/api/v1"
OFFERED: Final = tuple(
    level for level in LEVELS if level.name in ("random", "squire", "adventurer")
)
"""The bots that play here: the others need numpy."""


@dataclass(frozen=True)
class Request:
    """What a page asks for."""

    method: str
    path: str
    query: dict[str, list[str]]
    hashes: Hashes
    body: str

    @classmethod
    def of(cls, method: str, address: str, tokens: list[str], body: str) -> "Request":
        parts = urlsplit(address)
        path = parts.path.removeprefix(ROOT)
        return cls(method, path, parse_qs(parts.query), hashes_of(tokens), body)

    def one(self, name: str) -> str | None:
        return self.query.get(name, [None])[-1]

    @property
    def language(self) -> str:
        language = self.one("language") or "en"
        return language if speaks(language) else "en"

    @property
    def box(self) -> tuple[str, tuple[str, ...]]:
        return reference.checked_box(
            self.one("edition"), sorted(set(self.query.get("expansion", ())))
        )

    def read(self, kind: type[T]) -> T:
        try:
            read: T = msgspec.json.decode(self.body, type=kind)
            return read
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Refused("malformed", reason=str(error)[:300]) from error


Handler = Callable[[Lobby, Request, tuple[str, ...]], Awaitable[Any]]


async def answer(lobby: Lobby, request: Request) -> tuple[int, bytes]:
    """The status and the body of the response."""
    try:
        for method, pattern, handler in ROUTES:
            found = re.fullmatch(pattern, request.path)
            if found is not None and method == request.method:
                made = await handler(lobby, request, found.groups())
                return 200, made if isinstance(made, bytes) else msgspec.json.encode(made)
        refused = Refused("not-found", what=request.path[:60])
    except Refused as error:
        refused = error
    except NotSaved as error:
        refused = Refused("not-saved", reason=str(error))
    except Exception:
        # A fault of ours: it is logged, and the page gets an answer instead of waiting for ever.
        logger.exception("fault", extra={"path": request.path})
        refused = Refused("fault")
    problem = notes.problem(refused, request.language)
    return problem.status, msgspec.json.encode(problem)


async def info(lobby: Lobby, request: Request, _: tuple[str, ...]) -> b.ServerInfo:
    return server_info(
        lobby.services.settings,
        request.language,
        OFFERED,
        docs=False,
        notices={"push": None, "email": False},
        passkeys=False,
    )


async def content(lobby: Lobby, request: Request, _: tuple[str, ...]) -> Any:
    return reference.content(request.language, *request.box)


async def rules(lobby: Lobby, request: Request, _: tuple[str, ...]) -> Any:
    return reference.rules(request.language)


async def lesson(lobby: Lobby, request: Request, _: tuple[str, ...]) -> Any:
    id = request.one("lesson") or FIRST.id
    if id not in lessons():
        raise Refused("not-found", what=id[:20])
    return taught(id, request.language)


async def score(lobby: Lobby, request: Request, _: tuple[str, ...]) -> Any:
    return reference.score(request.body.encode(), request.language, *request.box)


# -- games ------------------------------------------------------------------------------------------


async def create(lobby: Lobby, request: Request, _: tuple[str, ...]) -> b.Created:
    wish = request.read(b.CreateGame)
    known = [level.name for level in OFFERED]
    for seat in wish.seats or ():
        if seat.level is not None and seat.level not in known:
            raise Refused("unknown-level", level=seat.level, known=", ".join(known))
    return await lobby.create(wish)


async def find(lobby: Lobby, request: Request, id: str, what: str) -> Room:
    room = await lobby.get(id)
    permissions.check(room, request.hashes, permissions.REQUESTS[what])
    return room


async def game(lobby: Lobby, request: Request, parts: tuple[str, ...]) -> Any:
    return views.info(await find(lobby, request, parts[0], "info"))


async def state(lobby: Lobby, request: Request, parts: tuple[str, ...]) -> Any:
    room = await find(lobby, request, parts[0], "state")
    if not permissions.opens_all(room, request.hashes):
        raise Refused("unauthorised")
    async with room.working():
        return views.state(room, None, request.hashes, request.language)


async def rematch(lobby: Lobby, request: Request, parts: tuple[str, ...]) -> b.OneGame:
    room = await find(lobby, request, parts[0], "rematch")
    async with room.working():
        return await lobby.rematch(room, request.read(b.Rematch))


async def leave(lobby: Lobby, request: Request, parts: tuple[str, ...]) -> b.OneGame:
    room = await find(lobby, request, parts[0], "leave")
    async with room.working():
        return await requests.leave(room, request.hashes)


async def close(lobby: Lobby, request: Request, parts: tuple[str, ...]) -> b.OneGame:
    room = await find(lobby, request, parts[0], "close")
    async with room.working():
        return await requests.close(room)


async def file(lobby: Lobby, request: Request, parts: tuple[str, ...]) -> bytes:
    room = await find(lobby, request, parts[0], "file")
    async with room.working():
        if room.row.status != "finished" or room.table is None:
            raise Refused("not-finished")
        return reference.whole_file(room.row, [record.line for record in room.table.records])


async def replay(lobby: Lobby, request: Request, parts: tuple[str, ...]) -> Any:
    whole = await file(lobby, request, parts)
    return reference.frames(reference.read_file(whole), request.language)


async def story(lobby: Lobby, request: Request, parts: tuple[str, ...]) -> Any:
    return (await replay(lobby, request, parts))["story"]


async def replay_file(lobby: Lobby, request: Request, _: tuple[str, ...]) -> Any:
    return reference.frames(reference.read_file(request.body.encode()), request.language)


async def own_games(lobby: Lobby, request: Request, _: tuple[str, ...]) -> OwnGames:
    wanted = {each.id: hashes_of(each.tokens) for each in request.read(AskOwnGames).games}
    store = lobby.services.store
    progress, lengths = await store.progress(list(wanted)), await store.lengths(list(wanted))
    games: list[OwnGame] = []
    for stored in await store.glances(list(wanted)):
        id = stored.game.id
        room = lobby.rooms.get(id) or Room(lobby.services, stored)
        hashes = wanted[id]
        if not opens(room, hashes):
            continue
        told = views.info(room) if id in lobby.rooms else views.stored_info(stored, lengths[id])
        seats, host = permissions.held_seats(room, hashes), permissions.is_host(room, hashes)
        language = request.language
        games.append(own_game(room, told, seats, language, host=host, progress=progress.get(id)))
    known = {own.game.id for own in games}
    return OwnGames(games=games, unknown=[id for id in wanted if id not in known])


GAME: Final = "/games/([0-9a-z]+)"
ROUTES: Final[tuple[tuple[str, str, Handler], ...]] = (
    ("GET", "", info),
    ("GET", "/content", content),
    ("GET", "/rules", rules),
    ("GET", "/lesson", lesson),
    ("POST", "/score", score),
    ("POST", "/games", create),
    ("POST", "/own-games", own_games),
    ("GET", GAME, game),
    ("GET", f"{GAME}/state", state),
    ("POST", f"{GAME}/rematch", rematch),
    ("POST", f"{GAME}/leave", leave),
    ("POST", f"{GAME}/close", close),
    ("GET", f"{GAME}/file", file),
    ("GET", f"{GAME}/replay", replay),
    ("GET", f"{GAME}/story", story),
    ("POST", "/replay", replay_file),
)
