"""What a person leaves in the store: gathered for whoever wants to have it all, and erased for good."""

import json
from collections.abc import Sequence
from typing import Any

from rollplayer.server.storage.database import Database, rows_of


def traces_of(db: Database, game: str, seats: Sequence[int]) -> dict[str, list[dict[str, Any]]]:
    """What was said, answered and ordered from some seats of a game."""
    chat: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = []
    orders: list[dict[str, Any]] = []
    left = db.execute("SELECT orders FROM games WHERE id = ?", (game,)).fetchone()
    of_seats = json.loads(left[0])["seats"] if left is not None and left[0] else {}
    for seat in seats:
        sql = "SELECT at, text FROM chat WHERE game = ? AND seat = ? ORDER BY n"
        chat += [dict(row) for row in rows_of(db, sql, game, seat)]
        sql = (
            "SELECT at, line FROM entries WHERE game = ? AND who = ? "
            "AND actor NOT LIKE 'bot%' ORDER BY n"
        )
        answers += [dict(row) for row in rows_of(db, sql, game, seat)]
        orders += of_seats.get(str(seat), [])
    return {"chat": chat, "answers": answers, "orders": orders}


def with_others(db: Database, person: str) -> dict[str, list[dict[str, Any]]]:
    """What somebody did with others, by kind."""
    kinds = {
        "friends": (
            "SELECT name, asked, agreed FROM friendships JOIN persons ON persons.id = other "
            "WHERE person = ?1 AND asked IS NOT NULL UNION ALL "
            "SELECT name, asked, agreed FROM friendships JOIN persons ON persons.id = person "
            "WHERE other = ?1 AND asked IS NOT NULL AND (agreed IS NOT NULL OR declined IS NULL)"
        ),
        "blocked": "SELECT name, at FROM blocks JOIN persons ON persons.id = other WHERE person = ?1",
        "invitations": (
            "SELECT game, name, at, answer FROM invitations "
            "JOIN persons ON persons.id = other WHERE person = ?1"
        ),
        "reports": "SELECT game, seat, at, reason, text FROM reports WHERE reporter = ?1",
        "sanctions": "SELECT warning, muted, barred, hidden FROM sanctions WHERE person = ?1",
    }
    return {kind: [dict(row) for row in rows_of(db, sql, person)] for kind, sql in kinds.items()}


def erase_traces(db: Database, game: str, seats: Sequence[int], name: str, *, host: bool) -> None:
    """Another name for some seats, wherever the old one stands; what was said from there goes."""
    erase_seats(db, game, seats, name)
    if host:
        db.execute("DELETE FROM chat WHERE game = ? AND seat IS NULL", (game,))
        erase_evidence(db, game, None)


def erase_seats(db: Database, game: str, seats: Sequence[int], name: str) -> None:
    row = db.execute("SELECT header FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        return
    db.overwrite_deleted()
    for seat in seats:
        db.execute(
            "UPDATE seats SET name = CASE name WHEN '' THEN '' ELSE ? END, token_hash = NULL "
            "WHERE game = ? AND seat = ? AND kind <> 'bot'",
            (name, game, seat),
        )
        db.execute("DELETE FROM chat WHERE game = ? AND seat = ?", (game, seat))
        erase_evidence(db, game, seat)
    if row[0] is not None:
        header = json.loads(row[0])
        for seat in seats:
            header["seats"][seat]["name"] = name
        written = json.dumps(header, ensure_ascii=False)
        db.execute("UPDATE games SET header = ? WHERE id = ?", (written, game))


def erase_evidence(db: Database, game: str, seat: int | None) -> None:
    """What was said from a seat goes from reports as well."""
    db.execute(
        "DELETE FROM evidence WHERE seat IS ? AND report IN (SELECT n FROM reports WHERE game = ?)",
        (seat, game),
    )
