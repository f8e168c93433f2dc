"""Where a socket leads: to a room of this process, to the process that owns it, or to what is watched from here."""

import asyncio
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import hashes_of, is_id
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms.keyrings import keyring_of
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.security import RELAYED
from rollplayer.server.transport.sockets import BAD_FRAME, NO_HELLO, Socket

NOTHING_SAID: Final = ""


async def serve_socket(context: ApiContext, websocket: WebSocket, address: str) -> None:
    """A socket that has been let in, until it ends."""
    game_id = str(websocket.path_params["id"])
    first = NOTHING_SAID
    if await is_elsewhere(context, websocket, game_id):
        first = await first_words(websocket, context.settings.hello_seconds)
        if first is NOTHING_SAID:
            return
        if not context.lobby.draining and await only_watches(context, game_id, first):
            first = await run(context, websocket, address, first, watches=True)
            if first is NOTHING_SAID:
                return
    elif RELAYED not in websocket.scope:
        first = await run(context, websocket, address, first, may_go_on=True)
        if first is NOTHING_SAID:
            return

    async def owner() -> Node | None:
        return await context.lobby.elsewhere(game_id)

    if first is not NOTHING_SAID and await context.relay.socket(websocket, owner, first):
        return
    await run(context, websocket, address, first)


async def run(
    context: ApiContext,
    websocket: WebSocket,
    address: str,
    first: str,
    *,
    watches: bool = False,
    may_go_on: bool = False,
) -> str:
    """Serve a socket here; returns what it has said last if another process is to serve it from there on."""
    socket = Socket(
        websocket,
        context.lobby,
        context.services,
        address,
        watches=watches,
        may_go_on=may_go_on,
    )
    try:
        await socket.run(str(websocket.path_params["id"]), first)
    finally:
        await socket.leave()
    return socket.passes_on


async def is_elsewhere(context: ApiContext, websocket: WebSocket, game_id: str) -> bool:
    """Whether another process owns the room; what was passed on is not passed on again."""
    lobby = context.lobby
    if RELAYED in websocket.scope or not is_id(game_id) or lobby.has(game_id):
        return False
    try:
        return await lobby.elsewhere(game_id) is not None
    except NotSaved:
        # Whoever says hello here reads why.
        return False


async def first_words(websocket: WebSocket, seconds: float) -> str:
    """What a socket says first, since it tells where it belongs; empty if it says nothing and was closed."""
    await websocket.accept()
    try:
        async with asyncio.timeout(seconds):
            event = await websocket.receive()
    except TimeoutError:
        await websocket.close(NO_HELLO)
        return NOTHING_SAID
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code") or 1005)
    text = event.get("text")
    if text is None:
        await websocket.close(BAD_FRAME)
    return text or NOTHING_SAID


async def only_watches(context: ApiContext, game_id: str, first: str) -> bool:
    """Whether this is a hello of somebody who has no seat at the table, so that anybody may show it to them."""
    try:
        message = m.read_message(first)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    if not isinstance(message, m.Hello) or context.services.watching is None:
        return False
    if not message.tokens:
        return True
    try:
        stored = await context.services.store.glance(game_id)
        if stored is None:
            return False
        room = Room(context.services, stored)
        keyring = await keyring_of(context.services.persons, room, hashes_of(message.tokens))
    except (NotSaved, Refused):
        # Its owner says why.
        return False
    return not keyring.hashes(room)
