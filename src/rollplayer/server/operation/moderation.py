"""What operators may do to games: delete, rename, mute, retitle and prune.

``targets`` finds the games that an instruction concerns, ``apply`` carries it out on one of them. Both
work on any connection: the running server's, or the command line's if no server runs.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from rollplayer.log import NAME_LIMIT
from rollplayer.names import clean
from rollplayer.server.protocol.messages import TITLE_LIMIT
from rollplayer.server.storage.database import Database

Instruction = Mapping[str, Any]
DAY: Final = 24 * 60 * 60 * 1000
HOST: Final = -1
"""The seat of a host who has none."""


class BadInstruction(ValueError):
    """An instruction that cannot be carried out; its message is a key of the catalogue."""


def delete(game: str) -> Instruction:
    return {"do": "delete", "game": game}


def rename(name: str, *, game: str = "", seat: int = 0, player: str = "") -> Instruction:
    """Rename one seat, or replace a name in every game."""
    cleaned = clean(name, NAME_LIMIT)
    if not cleaned:
        raise BadInstruction("unseen-name")
    if player:
        return {"do": "rename", "player": player, "name": cleaned}
    return {"do": "rename", "game": game, "seat": seat, "name": cleaned}


def mute(game: str, seat: int, *, muted: bool, erase: bool) -> Instruction:
    return {"do": "mute", "game": game, "seat": seat, "muted": muted, "erase": erase}


def retitle(game: str, title: str) -> Instruction:
    return {"do": "title", "game": game, "title": clean(title, TITLE_LIMIT)}


def prune(now: int, finished_days: float, abandoned_days: float) -> Instruction:
    """Delete games that ended, or were last touched, this many days ago; 0 keeps them."""
    return {
        "do": "prune",
        "ended": now - round(finished_days * DAY) if finished_days else None,
        "idle": now - round(abandoned_days * DAY) if abandoned_days else None,
    }


def targets(db: Database, instruction: Instruction) -> list[str]:
    """The games that an instruction concerns."""
    if instruction["do"] == "prune":
        rows = db.execute(
            "SELECT id FROM games WHERE (status IN ('finished', 'closed') AND finished < :ended) "
            "OR (status IN ('open', 'running') AND :idle IS NOT NULL AND created < :idle AND "
            "coalesce((SELECT max(at) FROM entries WHERE game = games.id), created) < :idle "
            "AND coalesce((SELECT max(at) FROM chat WHERE game = games.id), 0) < :idle)",
            {"ended": instruction["ended"], "idle": instruction["idle"]},
        )
    elif "player" in instruction:
        return games_with(db, instruction["player"])
    else:
        rows = db.execute("SELECT id FROM games WHERE id = ?", (instruction["game"],))
    return [row[0] for row in rows]


def games_with(db: Database, name: str) -> list[str]:
    """The games in which a name stands: at a seat, in the chat or in the header."""
    sql = "SELECT game FROM seats WHERE name = ?1 UNION SELECT game FROM chat WHERE name = ?1"
    games = {row[0] for row in db.execute(sql, (name,))}
    written = json.dumps(name, ensure_ascii=False)
    sql = "SELECT id, header FROM games WHERE header IS NOT NULL AND instr(header, ?) > 0"
    for game, header in db.execute(sql, (written,)):
        # One that cannot be read has no names to replace.
        with suppress(ValueError, KeyError, TypeError):
            if any(seat["name"] == name for seat in json.loads(header)["seats"]):
                games.add(game)
    return sorted(games)


def removes(instruction: Instruction) -> bool:
    """Whether the game is gone afterwards."""
    return instruction["do"] in ("delete", "prune")


def apply(db: Database, game: str, instruction: Instruction) -> None:
    """Carry an instruction out on one game, within a transaction of the caller."""
    if removes(instruction):
        _delete(db, game)
    elif instruction["do"] == "rename":
        _rename(db, game, instruction)
    elif instruction["do"] == "mute":
        _mute(db, game, instruction)
    else:
        db.execute("UPDATE games SET title = ? WHERE id = ?", (instruction["title"], game))


def _delete(db: Database, game: str) -> None:
    # Deleted data must not survive in the file's free pages either.
    db.overwrite_deleted()
    for table in ("claims", "chat", "entries", "seats"):
        db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))  # noqa: S608
    db.execute("UPDATE games SET rematch = NULL WHERE rematch = ?", (game,))
    db.execute("DELETE FROM games WHERE id = ?", (game,))


def _rename(db: Database, game: str, instruction: Instruction) -> None:
    """Rename in the seats, in the chat, and in the header of the game file."""
    name = instruction["name"]
    (written,) = db.execute("SELECT header FROM games WHERE id = ?", (game,)).fetchone()
    header = json.loads(written) if written is not None else None
    db.overwrite_deleted()
    if "player" in instruction:
        old = instruction["player"]
        db.execute("UPDATE seats SET name = ? WHERE game = ? AND name = ?", (name, game, old))
        db.execute("UPDATE chat SET name = ? WHERE game = ? AND name = ?", (name, game, old))
        seats = [seat for seat in (header["seats"] if header else ()) if seat["name"] == old]
    else:
        seat = instruction["seat"]
        _known_seat(db, game, seat)
        db.execute("UPDATE seats SET name = ? WHERE game = ? AND seat = ?", (name, game, seat))
        db.execute("UPDATE chat SET name = ? WHERE game = ? AND seat = ?", (name, game, seat))
        seats = [header["seats"][seat]] if header else []
    for seat in seats:
        seat["name"] = name
    if seats:
        written = json.dumps(header, ensure_ascii=False)
        db.execute("UPDATE games SET header = ? WHERE id = ?", (written, game))


def _mute(db: Database, game: str, instruction: Instruction) -> None:
    seat, muted = instruction["seat"], int(instruction["muted"])
    if seat == HOST:
        db.execute("UPDATE games SET host_muted = ? WHERE id = ?", (muted, game))
    else:
        _known_seat(db, game, seat)
        db.execute("UPDATE seats SET muted = ? WHERE game = ? AND seat = ?", (muted, game, seat))
    if instruction["erase"]:
        db.overwrite_deleted()
        said_by = None if seat == HOST else seat
        db.execute("DELETE FROM chat WHERE game = ? AND seat IS ?", (game, said_by))
        # Once a game has begun, its dice depend on the text, so the header keeps it.
        db.execute("UPDATE seats SET entropy = '' WHERE game = ? AND seat = ?", (game, seat))


def _known_seat(db: Database, game: str, seat: int) -> None:
    known = db.execute("SELECT 1 FROM seats WHERE game = ? AND seat = ?", (game, seat))
    if known.fetchone() is None:
        raise BadInstruction("no-such-seat")
