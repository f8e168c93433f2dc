"""Games as rows: read and written on a connection that somebody else has opened."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

import msgspec

from rollplayer.rules.options import Options
from rollplayer.server.common.tokens import now
from rollplayer.server.storage.database import Database, Row, marks, rows_of
from rollplayer.server.storage.person_games import PUT_PROGRESS, progress_values
from rollplayer.server.storage.reader import finished_query, lobby_query
from rollplayer.server.storage.store import (
    ChatRow,
    Damaged,
    EntryRow,
    GameRow,
    KeptAnswer,
    KeyUsed,
    ProgressRow,
    SaidBefore,
    Search,
    SeatRow,
    StoredGame,
)
from rollplayer.server.storage.writer import Rows

logger = logging.getLogger(__name__)

CHAT_KEPT_AT_HAND: Final = 50
CHAT_KEPT: Final = 200
ANSWERS_KEPT: Final = 24 * 3600 * 1000
"""Milliseconds for which a request with an Idempotency-Key may be sent again."""
JSON_FIELDS: Final = ("options", "header", "result", "time_limit", "times", "orders", "vote")
FLAGS: Final = ("listed", "watch", "host_muted", "rated")
NEEDED: Final[dict[str, list[tuple[str, str, type]]]] = {
    "options": [("", "players", int), ("", "edition", str)],
    "header": [("", "options", dict), ("", "seats", list)],
    "result": [("", "classes", list), ("end", "heroes", list), ("end", "winners", list)],
    "time_limit": [("", "turn_seconds", int), ("", "bank_seconds", int)],
    "times": [("", "seats", list), ("", "time", dict), ("", "since", int)],
    "orders": [("", "seats", dict)],
    "vote": [("", "version", int), ("", "agreed", list), ("", "waiting", list)],
}
"""By field: which key must be in it, within which object, and of which type."""
GAME_FIELDS: Final = tuple(column.name for column in fields(GameRow))
SEAT_FIELDS: Final = tuple(column.name for column in fields(SeatRow))
PUT_SEAT: Final = (
    # The names are those of a dataclass, never a client's.
    f"INSERT INTO seats (game, {', '.join(SEAT_FIELDS)}) "  # noqa: S608
    f"VALUES (?{', ?' * len(SEAT_FIELDS)}) ON CONFLICT (game, seat) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in SEAT_FIELDS)
)

_named: set[str] = set()
"""Damaged games already named in the log."""


# -- reading ----------------------------------------------------------------------------------------


def load_game(db: Database, id: str, *, log: bool) -> StoredGame | None:
    games = rows_of(db, "SELECT * FROM games WHERE id = ?", id)
    if not games:
        return None
    entries: list[EntryRow] = []
    chat: list[ChatRow] = []
    if log:
        sql = "SELECT n, at, who, actor, command, line FROM entries WHERE game = ? ORDER BY n"
        entries = [EntryRow(*row) for row in db.execute(sql, (id,))]
        sql = "SELECT n, at, seat, name, text, command FROM chat WHERE game = ? ORDER BY n DESC LIMIT ?"
        chat = [ChatRow(*row) for row in db.execute(sql, (id, CHAT_KEPT_AT_HAND))]
        chat.reverse()
    game, damage = what_is_left(games[0])
    seats = seats_of(db, [id])[id]
    if not damage and [seat.seat for seat in seats] != list(range(game.options["players"])):
        damage, game.status = "its seats do not match its options", "closed"
    return StoredGame(game, seats, entries, chat, damage)


def find_games(db: Database, search: Search) -> list[StoredGame]:
    wanted = finished_query if search.statuses == ("finished",) else lobby_query
    sql, parameters = wanted(db, search)
    games = sound(rows_of(db, sql, *parameters))
    seats = seats_of(db, [game.id for game in games])
    return [StoredGame(game, seats[game.id], [], []) for game in games]


def log_lengths(db: Database, ids: Sequence[str]) -> dict[str, int]:
    """One lookup per game: the number of the last entry is the length of the log."""
    sql = "SELECT coalesce(max(n), 0) FROM entries WHERE game = ?"
    return {id: db.execute(sql, (id,)).fetchone()[0] for id in ids}


def count_by_status(db: Database) -> dict[str, int]:
    return dict(db.execute("SELECT status, count(*) FROM games GROUP BY status").fetchall())


def latest_finished(db: Database, limit: int) -> list[GameRow]:
    sql = "SELECT * FROM games WHERE status = 'finished' ORDER BY finished DESC NULLS LAST LIMIT ?"
    return sound(rows_of(db, sql, limit))


def sound(rows: Sequence[Row]) -> list[GameRow]:
    """The games of some rows. Damaged ones are left out and named in the log once."""
    games: list[GameRow] = []
    for row in rows:
        try:
            games.append(from_row(row))
        except Damaged as error:
            if row["id"] not in _named:
                _named.add(row["id"])
                logger.error("damaged game", extra={"game": row["id"], "reason": str(error)})
    return games


def seats_of(db: Database, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    """The seats of some games, in order, by game."""
    seats: dict[str, list[SeatRow]] = {id: [] for id in ids}
    sql = (
        f"SELECT game, {', '.join(SEAT_FIELDS)} FROM seats "  # noqa: S608
        f"WHERE game IN ({marks(ids)}) ORDER BY game, seat"
    )
    for game, *seat in db.execute(sql, tuple(ids)):
        seats[game].append(SeatRow(*seat))
    return seats


# -- rows and games --------------------------------------------------------------------------------


def to_row(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a game as columns."""
    return {
        name: json.dumps(value, ensure_ascii=False)
        if name in JSON_FIELDS and value is not None
        else int(value)
        if name in FLAGS
        else value
        for name, value in plain.items()
    }


def from_row(row: Row) -> GameRow:
    """The game of a row; raises Damaged if the row is not valid."""
    # Fewer in a file that an older version wrote and no server has opened since.
    columns = row.keys()
    plain = {name: row[name] for name in GAME_FIELDS if name in columns}
    for name in JSON_FIELDS:
        if plain.get(name) is not None:
            plain[name] = read_json(name, plain[name])
    for name in FLAGS:
        plain[name] = bool(plain.get(name))
    return GameRow(**plain)


def read_json(name: str, text: str) -> dict[str, Any]:
    """Read a field that must be an object with the keys everybody relies on."""
    try:
        plain: Any = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Damaged(f"its {name} cannot be read: {error}") from error
    for outer, key, kind in NEEDED[name]:
        inside = plain.get(outer) if outer and isinstance(plain, dict) else plain
        if not isinstance(inside, dict) or type(inside.get(key)) is not kind:
            raise Damaged(f"its {name} has no {key}")
    assert isinstance(plain, dict)
    return plain


def what_is_left(row: Row) -> tuple[GameRow, str]:
    """The game of a row and what is wrong with it; unreadable fields stay empty."""
    try:
        return from_row(row), ""
    except Damaged as error:
        left = {**row, "header": None, "result": None, "status": "closed"}
        left |= {"time_limit": None, "times": None, "orders": None, "vote": None}
        try:
            read_json("options", left["options"])
        except Damaged:
            left["options"] = json.dumps(Options().plain())
        return from_row(left), str(error)


# -- writing ----------------------------------------------------------------------------------------


def put_game(db: Database, game: GameRow) -> None:
    row = to_row({name: getattr(game, name) for name in GAME_FIELDS})
    values = tuple(row.values())
    # The names are those of a dataclass, never a client's.
    sql = f"INSERT INTO games ({', '.join(row)}) VALUES ({marks(values)})"  # noqa: S608
    db.execute(sql, values)


def put_changes(db: Database, id: str, changes: Mapping[str, Any]) -> None:
    for name, value in to_row(changes).items():
        if name not in GAME_FIELDS:
            raise ValueError(f"a game has no field {name!r}")
        # The line above ensures that the name is one of ours.
        db.execute(f"UPDATE games SET {name} = ? WHERE id = ?", (value, id))  # noqa: S608


def put_seats(db: Database, id: str, seats: Sequence[SeatRow]) -> None:
    db.executemany(
        PUT_SEAT,
        [(id, *(getattr(seat, name) for name in SEAT_FIELDS)) for seat in seats],
    )


def rows_of_entries(id: str, entries: Sequence[EntryRow]) -> Rows:
    return Rows(
        "INSERT INTO entries (game, n, at, who, actor, command, line) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(id, e.n, e.at, e.who, e.actor, e.command, e.line) for e in entries],
    )


def rows_of_progress(id: str, row: ProgressRow | None) -> tuple[Rows, ...]:
    return () if row is None else (Rows(PUT_PROGRESS, [progress_values(id, row)]),)


def put_chat(db: Database, id: str, row: ChatRow) -> None:
    # Any other conflict is none of the sender's, and not what they have said.
    sql = "SELECT 1 FROM chat WHERE game = ? AND command = ?"
    if row.command is not None and db.execute(sql, (id, row.command)).fetchone() is not None:
        raise SaidBefore(row.command)
    db.execute(
        "INSERT INTO chat (game, n, at, seat, name, text, command) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (id, row.n, row.at, row.seat, row.name, row.text, row.command),
    )
    # Only the latest are ever sent; chat must not fill the disk.
    db.execute("DELETE FROM chat WHERE game = ? AND n <= ?", (id, row.n - CHAT_KEPT))


# -- answers to requests with an Idempotency-Key ----------------------------------------------------


def answer_to(db: Database, mark: bytes) -> KeptAnswer | None:
    sql = "SELECT mark, print, at, status, sealed FROM answers WHERE mark = ? AND at > ?"
    row = db.execute(sql, (mark, now() - ANSWERS_KEPT)).fetchone()
    return None if row is None else KeptAnswer(*row)


def put_answer(db: Database, kept: KeptAnswer | None) -> None:
    if kept is None:
        return
    db.execute("DELETE FROM answers WHERE at <= ?", (kept.at - ANSWERS_KEPT,))
    try:
        db.execute(
            "INSERT INTO answers (mark, print, at, status, sealed) VALUES (?, ?, ?, ?, ?)",
            (kept.mark, kept.print_of, kept.at, kept.status, kept.sealed),
        )
    except db.IntegrityError as error:
        raise KeyUsed(str(error)) from error
