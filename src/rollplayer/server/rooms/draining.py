"""A process that is to end hands its rooms over to the others, while everything goes on."""

import asyncio

from rollplayer.server.common.problems import Refused
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.room import Room


async def drain(lobby: Lobby) -> None:
    """Hand over all rooms, one by one, and take none any more."""
    lobby.draining = True
    while lobby.rooms or lobby.loading:
        for room in list(lobby.rooms.values()):
            await hand_over(lobby, room)
        if lobby.loading:
            await asyncio.wait(lobby.loading.values())


async def hand_over(lobby: Lobby, room: Room) -> None:
    """Let another process have a room: what was being written is written, and nothing more is begun."""
    async with room.lock:
        if lobby.rooms.get(room.row.id) is not room:
            return
        room.lost = room.moved = True
        await lobby.let_go(room)
    lobby.services.metrics.handed_over.inc()
    for listener in list(room.listeners):
        listener.dismiss(Refused("moved"))
