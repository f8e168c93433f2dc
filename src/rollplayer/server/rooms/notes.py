"""What clients are sent besides the table: which seats are theirs, and why something was refused."""

from http import HTTPStatus
from typing import Any

from rollplayer import __version__
from rollplayer.server.common.problems import STATUS, Refused
from rollplayer.server.common.tokens import Hashes, now
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import permissions
from rollplayer.server.rooms.room_state import RoomState


def welcome(room: RoomState, hashes: Hashes, language: str) -> bytes:
    """Which seats these tokens open."""
    message = {
        "type": "welcome",
        "protocol": m.PROTOCOL,
        "server": __version__,
        "game": room.row.id,
        "seats": permissions.held_seats(room, hashes),
        "host": permissions.is_host(room, hashes),
        "language": language,
        "time": now(),
    }
    return encode(message)


def refusal(command: str, refused: Refused, language: str) -> bytes:
    """Why a message was not carried out."""
    message: dict[str, Any] = {
        "type": "refused",
        "command": command,
        "code": refused.code,
        "text": refused.text(language),
    }
    if "version" in refused.arguments:
        message["version"] = refused.arguments["version"]
    return encode(message)


def problem(refused: Refused, language: str) -> b.Problem:
    """Why a request was not carried out."""
    status = STATUS[refused.code]
    return b.Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        code=refused.code,
        detail=refused.text(language),
    )
