"""Hints for a seat that is asked, and its odds: computed off the event loop, sent to that seat alone."""

import asyncio
import logging
from typing import Any, Final

from rollplayer.server.common.limits import Addresses
from rollplayer.server.common.problems import Refused, take_from
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.messages import encode
from rollplayer.server.protocol.server_messages import Denied, Hints, Odds
from rollplayer.server.rooms import permissions, rated
from rollplayer.server.rooms.bot_queue import TooMany
from rollplayer.server.rooms.planning import question_for
from rollplayer.server.rooms.room import Room, acknowledge
from rollplayer.server.rooms.room_state import Listener
from rollplayer.server.rooms.services import HINT_SECONDS, HINTS, Question

logger = logging.getLogger(__name__)

HINT: Final = "hint"
ODDS: Final = "odds"
Asked = m.AskHint | m.AskOdds

_thinking: set[asyncio.Task[None]] = set()


async def hint(room: Room, client: Listener, message: m.AskHint) -> None:
    """Begin to think; the table goes on meanwhile."""
    table = room.playing()
    if message.version != table.version:
        raise Refused("stale", version=table.version)
    if table.game.over or table.game.seat() != message.seat:
        raise Refused("not-asked", seat=message.seat + 1)
    begin(room, client, message, HINT, room.services.hints)
    acknowledge(room, client, message, None)


async def odds(room: Room, client: Listener, message: m.AskOdds) -> None:
    """How likely this hero meets its goals."""
    table = room.playing()
    if message.version == table.version and not table.game.over:
        begin(room, client, message, ODDS, room.services.odds)
    else:
        # Who asks about a moment that has passed needs no correction: its update is on the way.
        client.send(encode(reply_to(message, {})))


def begin(room: Room, client: Listener, message: Asked, kind: str, limits: Addresses) -> None:
    rated.refuse(room)
    if room.seats[message.seat].stand_in is not None:
        raise Refused("stand-in")
    take_from(limits.bucket(f"{room.row.id}:{message.seat}"), "too-fast")
    table = room.playing()
    options = table.match.header.options
    wanted = (options.edition, options.expansions, client.language)
    question = question_for(room, table, message.seat, kind, advice=wanted)
    task = asyncio.create_task(think(room, client, message, question))
    _thinking.add(task)
    task.add_done_callback(_thinking.discard)


def refusal(client: Listener, message: Asked, why: Refused) -> Denied:
    text = why.text(client.language)
    return {"type": "refused", "command": message.command, "code": why.code, "text": text}


def reply_to(message: Asked, found: Any) -> Hints | Odds:
    """What was found out, as the reply to whoever asked."""
    if isinstance(message, m.AskOdds):
        return {
            "type": "odds",
            "command": message.command,
            "seat": message.seat,
            "version": message.version,
            "goals": found,
        }
    return {
        "type": "hint",
        "command": message.command,
        "seat": message.seat,
        "version": message.version,
        "hints": found,
    }


async def think(room: Room, client: Listener, message: Asked, question: Question) -> None:
    reply: Hints | Odds | Denied
    try:
        reply = reply_to(message, await room.services.bot_workers.advise(question))
    except TooMany:
        reply = refusal(client, message, Refused("too-fast", seconds=round(HINT_SECONDS / HINTS)))
    except Exception:
        logger.exception("no advice", extra={"game": room.row.id, "seat": message.seat})
        reply = refusal(client, message, Refused("fault"))
    # Who has given the seat away meanwhile learns nothing any more.
    if message.seat in permissions.held_seats(room, client.hashes):
        client.send(encode(reply))
