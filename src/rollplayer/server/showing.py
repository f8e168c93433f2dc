"""What a room shows: its Room, updates and states, encoded once for all who may know the same."""

from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from rollplayer.chance import Chance
from rollplayer.engine.table import CHANCE
from rollplayer.server import gate, holds, telling
from rollplayer.server import messages as m
from rollplayer.server.calls import open_call
from rollplayer.server.store import ChatRow, StoredGame
from rollplayer.server.table import Record, Table
from rollplayer.server.tokens import Hashes, wall_time

if TYPE_CHECKING:
    from rollplayer.server.room import Room

encode: Final = msgspec.json.Encoder().encode
NOBODY: Final[frozenset[int]] = frozenset()


class Picture:
    """The table at one version, for all who look at it."""

    def __init__(self, table: Table) -> None:
        self.view = msgspec.Raw(encode(telling.public_view(table)))
        self.pending: dict[str, Any] = {}


def info(room: "Room") -> m.Room:
    """What everybody may know about a game, apart from the game itself."""
    told = stored_info(StoredGame(room.row, room.seats, [], []), room.on_disk)
    # Also asked for while an answer is being written, which nobody may know of yet.
    told.status = cast(m.Status, room.status)
    told.reason = room.reason
    told.commitment = room.commitment
    for seat, each in zip(told.seats, room.seats, strict=True):
        seat.connected = each.seat not in room.away_since and each.token_hash is not None
        away = room.away_since.get(each.seat)
        seat.away_since = wall_time(away) if away is not None and each.kind == "human" else None
    told.watchers = sum(not gate.held_seats(room, each.hashes) for each in room.listeners)
    return told


def stored_info(stored: StoredGame, version: int) -> m.Room:
    """The same of a game that lies on the disk, where nobody is connected."""
    row = stored.game
    return m.Room(
        id=row.id,
        title=row.title,
        status=cast(m.Status, "broken" if stored.damage else row.status),
        reason=stored.damage,
        options=row.options,
        listed=row.listed,
        watch=row.watch,
        pace=cast(m.Pace, row.pace),
        language=row.language,
        rules=row.rules,
        content=row.content,
        commitment=Chance(row.seed).commitment,
        created=row.created,
        started=row.started,
        finished=row.finished,
        version=version,
        rematch=row.rematch,
        seats=[
            m.SeatInfo(
                seat=each.seat,
                name=each.name,
                kind=cast(m.Kind, each.kind),
                level=each.level,
                stand_in=each.stand_in,
                connected=False,
                away_since=None,
                entropy=each.entropy,
            )
            for each in stored.seats
        ],
        watchers=0,
        result=row.result["end"] if row.result else None,
    )


def state(room: "Room", since: int | None, hashes: Hashes, language: str) -> dict[str, Any]:
    """All that somebody with these tokens may know, and the log since a version."""
    return {
        **update(room, "state", since, hashes, language),
        "room": info(room),
        "chat": [chat_line(row) for row in room.chat],
    }


def update(
    room: "Room", kind: str, since: int | None, hashes: Hashes, language: str
) -> dict[str, Any]:
    """The table after something has happened."""
    table, picture = room.table, room.picture
    since = None if since is None else min(since, room.version)
    told: dict[str, Any] = {
        "type": kind,
        "since": since,
        "version": room.version,
        "over": room.row.status == "finished",
        "view": None,
        "pending": None,
        "seats": {},
        "entries": [],
        "entries_from": room.version + 1,
        "last_call": None,
        "hold": None,
        "waits": {},
        "vote": room.vote.plain() if room.vote is not None else None,
        "clock": None,
        "result": room.row.result["end"] if room.row.result else None,
    }
    if table is None or picture is None:
        return told
    texts = room.texts(language)
    held = gate.held_seats(room, hashes)
    if language not in picture.pending:
        picture.pending[language] = telling.pending(table, texts)
    told["view"] = picture.view
    told["pending"] = picture.pending[language]
    told["seats"] = {
        str(seat): telling.seat_part(table, texts, seat, bar_of(room, seat)) for seat in held
    }
    if since is not None:
        first = max(since, room.version - m.ENTRIES_LIMIT)
        told["entries"] = entries(room, first, room.version, held, language)
        told["entries_from"] = first + 1
    call = open_call(room)
    told |= holds.told(room, told["seats"])
    told["last_call"] = call.plain() if call is not None and call.waiting else None
    asked = CHANCE if table.game.over else table.game.seat()
    told["clock"] = {
        "seat": asked if asked != CHANCE else None,
        "since": room.asked_since,
        "used": room.used,
    }
    return told


def bar_of(room: "Room", seat: int) -> str:
    """What keeps a seat from taking back, apart from what has happened in the game."""
    if room.row.status != "running":
        return "over"
    if room.table is not None and room.table.is_full:
        return "log-full"
    return "stand-in" if room.seats[seat].stand_in is not None else ""


def entries(
    room: "Room", first: int, last: int, held: list[int], language: str
) -> msgspec.Raw | list[Any]:
    """The entries after one version up to another, as those on these seats may know them."""
    table = room.table
    if table is None or room.picture is None:
        return []
    texts, told = room.texts(language), room.services.told

    def entry(record: Record) -> bytes:
        # Who listens makes a difference only where something is secret.
        listening = frozenset(record.secret_to).intersection(held) if record.secret_to else NOBODY
        return told.once(
            (room.naming, record.n, language, listening),
            lambda: encode(telling.entry(table, texts, record, listening)),
        )

    return msgspec.Raw(b"[" + b",".join(map(entry, table.records[first:last])) + b"]")


def chat_line(row: ChatRow) -> dict[str, Any]:
    return {"n": row.n, "at": row.at, "seat": row.seat, "name": row.name, "text": row.text}
