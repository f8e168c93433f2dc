"""What options would bring, for the seat that looks at them: nothing hidden, nothing rolled."""

from typing import cast

from rollplayer.analysis.consequences import consequence
from rollplayer.engine.game import Game
from rollplayer.engine.view import possible_world
from rollplayer.server.common.problems import take_from
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.messages import encode
from rollplayer.server.protocol.server_messages import Preview, Previews
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.room_state import Listener


async def preview(room: Room, client: Listener, message: m.AskPreview) -> None:
    """The consequences of some of the options that this seat has now."""
    table = room.playing()
    bucket = room.services.previews.bucket(f"{room.row.id}:{message.seat}")
    take_from(bucket, "too-fast", len(message.options))
    # Who looks at a moment that has passed needs no correction: its update is on the way.
    is_now = message.version == table.version and not table.game.over
    reply: Previews = {
        "type": "preview",
        "command": message.command,
        "seat": message.seat,
        "version": message.version,
        "previews": brought_by(table.game, message.seat, message.options) if is_now else {},
    }
    client.send(encode(reply))


def brought_by(game: Game, seat: int, options: list[int]) -> dict[str, Preview]:
    """By option of this seat: what it brings."""
    # Built up from what the seat knows: whatever else there is cannot be in it.
    world = possible_world(game, seat)
    offered = set(world.options() if world.seat() == seat else world.interruptions(seat))
    return {
        str(option): cast(Preview, consequence(world, seat, option).plain())
        for option in set(options) & offered
    }
