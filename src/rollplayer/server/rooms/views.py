"""What a room shows: its Room, updates and states, encoded once for all who may know the same."""

from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec

from rollplayer.chance import Chance
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.server.common.tokens import Hashes, wall_time
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol import payloads as p
from rollplayer.server.protocol.messages import encode
from rollplayer.server.protocol.times import TimeLimit
from rollplayer.server.rooms import (
    holds,
    last_calls,
    orders,
    permissions,
    silences,
    timing,
    turn_ends,
    wording,
)
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.storage.reports import Place
from rollplayer.server.storage.store import ChatRow, StoredGame
from rollplayer.text import Texts

NOBODY: Final[frozenset[int]] = frozenset()
IN_THE_LOG: Final = ("view", "pending", "seats", "waits")
"""Parts of the table that follow from the log, or that watchers do not get."""
HEARS_ALL: Final[frozenset[Place]] = frozenset()


def info(room: RoomState) -> m.Room:
    """What everybody may know about a game, apart from the game itself."""
    room_info = stored_info(StoredGame(room.row, room.seats, [], []), room.on_disk)
    # Also asked for while an answer is being written, which nobody may know of yet.
    room_info.status = cast(m.Status, room.status)
    room_info.reason = room.reason
    room_info.commitment = room.commitment
    for seat, each in zip(room_info.seats, room.seats, strict=True):
        seen = each.seat not in room.away_since or orders.is_visiting(room, each.seat)
        seat.connected = seen and each.token_hash is not None
        away = None if seen else room.away_since.get(each.seat)
        seat.away_since = wall_time(away) if away is not None and each.kind == "human" else None
    room_info.watchers = sum(
        not permissions.held_seats(room, each.hashes) for each in room.listeners
    )
    room_info.watchers += room.watchers_elsewhere
    return room_info


def stored_info(stored: StoredGame, version: int) -> m.Room:
    """The same of a game that lies on the disk, where nobody is connected."""
    row = stored.game
    return m.Room(
        id=row.id,
        title=row.title,
        status=cast(m.Status, "broken" if stored.damage else row.status),
        reason=stored.damage,
        options=cast(p.TableOptions, row.options),
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
        time_limit=cast("TimeLimit | None", row.time_limit),
        rated=row.rated,
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


def state(
    room: RoomState,
    since: int | None,
    hashes: Hashes,
    language: str,
    unheard: frozenset[Place] = HEARS_ALL,
) -> dict[str, Any]:
    """All that somebody with these tokens may know, and the log since a version."""
    return {
        **update(room, "state", since, hashes, language),
        "room": info(room) if room.told is None else room.told.room,
        "chat": [chat_line(row) for row in room.chat if is_heard(room, row.seat, unheard)],
    }


def update(
    room: RoomState, kind: str, since: int | None, hashes: Hashes, language: str
) -> dict[str, Any]:
    """The whole table after something has happened."""
    held = permissions.held_seats(room, hashes)
    payload = {
        "type": kind,
        **heading(room, since, held, language),
        **what_lies(room, held, language),
    }
    if room.picture is not None:
        payload["view"] = room.picture.encoded_view
    return payload


def heading(
    room: RoomState, since: int | None, held: Sequence[int], language: str
) -> dict[str, Any]:
    """The versions before and after an update, and the log in between."""
    since = None if since is None else min(since, room.version)
    payload: dict[str, Any] = {
        "since": since,
        "version": room.version,
        "entries": [],
        "entries_from": room.version + 1,
    }
    if since is not None and room.table is not None:
        first = max(since, room.version - m.ENTRIES_LIMIT)
        payload["entries"] = entries(room, first, room.version, held, language)
        payload["entries_from"] = first + 1
    return payload


def what_lies(room: RoomState, held: Sequence[int], language: str) -> Plain:
    """The table as those on these seats may know it. It stays as it is when the game goes on."""
    payload: dict[str, Any] = {
        "over": room.row.status == "finished",
        "view": None,
        "pending": None,
        "seats": {},
        "last_call": None,
        "opening": None,
        "hold": None,
        "turn_end": None,
        "waits": {},
        "vote": room.vote.plain() if room.vote is not None else None,
        "clock": None,
        "result": room.row.result["end"] if room.row.result else None,
    }
    if room.told is not None:
        payload |= room.told.table
    table, picture = room.table, room.picture
    if table is None or picture is None:
        return payload
    texts = room.texts(language)
    payload["view"] = picture.view
    payload["pending"] = picture.pending(texts)
    if room.told is not None:
        return payload
    payload["seats"] = {str(seat): seat_part(room, texts, seat) for seat in held}
    call = last_calls.standing(room)
    payload |= holds.payload(room, payload["seats"])
    payload["last_call"] = call.plain() if call is not None and call.waiting else None
    turn_end = turn_ends.standing(room)
    payload["turn_end"] = turn_end.plain() if turn_end is not None else None
    silence = silences.standing(room)
    payload["opening"] = silence.plain() if silence is not None else None
    asked = CHANCE if table.game.over else table.game.seat()
    payload["clock"] = {
        "seat": asked if asked != CHANCE else None,
        "since": room.asked_since,
        "used": list(room.used),
    }
    times = timing.payload(room)
    if times is not None:
        payload["clock"]["times"] = times
    return payload


def beyond_the_log(room: RoomState) -> Plain:
    """Those parts of the table that its owner alone knows and every watcher may know."""
    table = what_lies(room, (), room.row.language)
    return {name: part for name, part in table.items() if name not in IN_THE_LOG}


def seat_part(room: RoomState, texts: Texts, seat: int) -> Plain:
    """What only this seat may know, with its orders if it has left some."""
    assert room.picture is not None
    part = room.picture.seat(texts, seat, bar_of(room, seat))
    left = orders.payload(room, texts, seat)
    return {**part, "orders": left} if left else part


def bar_of(room: RoomState, seat: int) -> str:
    """What keeps a seat from an undo, apart from what has happened in the game."""
    if room.row.status != "running":
        return "over"
    if room.table is not None and room.table.is_full:
        return "log-full"
    return "stand-in" if room.seats[seat].stand_in is not None else ""


def entries(
    room: RoomState, first: int, last: int, held: Sequence[int], language: str
) -> msgspec.Raw | list[Any]:
    """The entries after one version up to another, as those on these seats may know them."""
    table = room.table
    if table is None or room.picture is None:
        return []
    texts, cache = room.texts(language), room.services.entry_cache
    encoded: list[bytes] = []
    for record in table.records[first:last]:
        # Who listens makes a difference only where something is secret.
        listening = frozenset(record.secret_to).intersection(held) if record.secret_to else NOBODY
        key = (room.naming, record.n, language, listening)
        kept = cache.find(key)
        if kept is None:
            kept = cache.keep(key, encode(wording.entry(table, texts, record, listening)))
        encoded.append(kept)
    return msgspec.Raw(b"[" + b",".join(encoded) + b"]")


def is_heard(room: RoomState, seat: int | None, unheard: frozenset[Place]) -> bool:
    """Whether what is said from a seat reaches somebody who does not want to hear these."""
    return not unheard or (seat, room.token_on(seat)) not in unheard


def chat_line(row: ChatRow) -> p.ChatLine:
    return {"n": row.n, "at": row.at, "seat": row.seat, "name": row.name, "text": row.text}
