"""Rooms are handed over while everything goes on: to others by a process that is to end, and back when it is back.

Where a proxy sends all who come to a game to the same process, rooms of one that was stopped or killed end up with the
others. Without being handed back they would stay there for as long as somebody sits in them, and the one that is back
would have nothing to do.
"""

import asyncio
import logging
from typing import Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.rooms import holds, last_calls, turn_ends
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.room import Room

logger = logging.getLogger(__name__)

OWED_SECONDS: Final = 1.0
"""So often a process looks whether it has rooms of others that are back."""
BETWEEN_SECONDS: Final = 0.05
"""Between two rooms that are handed back: nobody who plays on should notice."""


async def drain(lobby: Lobby) -> None:
    """Hand over all rooms, one by one, and take none any more."""
    lobby.draining = True
    while lobby.rooms or lobby.loading:
        for room in list(lobby.rooms.values()):
            await hand_over(lobby, room)
        if lobby.loading:
            await asyncio.wait(lobby.loading.values())


async def hand_back(lobby: Lobby) -> None:
    """Let processes that were away have their rooms again, one by one; those in which nobody sits leave anyway."""
    while not lobby.draining:
        # Asked for each room: hundreds take a minute, and who was back may have gone again meanwhile.
        owed = (lobby.rooms.get(game) for game in lobby.services.leases.owed())
        room = next((each for each in owed if each is not None and is_easily_moved(each)), None)
        try:
            if room is not None:
                await hand_over(lobby, room)
        except Exception:
            # The fault of one room must not keep all others here.
            logger.exception("fault while a room was handed back")
        await asyncio.sleep(OWED_SECONDS if room is None else BETWEEN_SECONDS)


def is_easily_moved(room: Room) -> bool:
    """Whether somebody sits there, and nobody would lose a moment that is kept for them here alone: that can wait."""
    kept = holds.active(room) or turn_ends.standing(room) or last_calls.standing(room)
    return bool(room.listeners) and kept is None and not room.lock.locked()


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
