"""What operators do about reports: look at them, warn, mute or bar a person, and take it back.

As in ``moderation``, an instruction works on any connection: the running server's, or the command line's.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rollplayer.names import clean
from rollplayer.server.common.tokens import now
from rollplayer.server.operation.moderation import BadInstruction, Instruction
from rollplayer.server.storage.reader import rows_of
from rollplayer.server.storage.reports import forget_resolved
from rollplayer.server.storage.sqlite import FILE_NAME

WARNING_LIMIT: Final = 500


@dataclass(frozen=True)
class ReportRow:
    """A report as an operator sees it."""

    n: int
    at: int
    game: str
    seat: int | None
    name: str
    person: str | None
    """Whom it is about; None for a guest."""
    times: int
    """How often that person was reported."""
    reporter_seat: int | None
    reason: str
    text: str
    resolved: int | None
    outcome: str
    chat: list[dict[str, Any]]


def act(report: int, action: str, text: str = "") -> Instruction:
    """Do something about the person of a report, and resolve it."""
    cleaned = clean(text, WARNING_LIMIT)
    if action == "warn" and not cleaned:
        raise BadInstruction("unseen-name")
    return {"do": "sanction", "report": report, "action": action, "text": cleaned}


def is_sanction(instruction: Instruction) -> bool:
    return bool(instruction["do"] == "sanction")


def apply(db: sqlite3.Connection, instruction: Instruction) -> str | None:
    """Carry an instruction out, within a transaction of the caller; returns the person it is about."""
    report, action, at = instruction["report"], instruction["action"], now()
    row = db.execute("SELECT about FROM reports WHERE n = ?", (report,)).fetchone()
    if row is None:
        raise BadInstruction("no-such-report")
    person: str | None = row[0]
    if action != "resolve":
        if person is None:
            raise BadInstruction("guest-reported")
        db.execute("INSERT OR IGNORE INTO sanctions (person) VALUES (?)", (person,))
    if action == "warn":
        db.execute(
            "UPDATE sanctions SET warning = ? WHERE person = ?", (instruction["text"], person)
        )
    elif action == "mute":
        db.execute("UPDATE sanctions SET muted = ? WHERE person = ?", (at, person))
    elif action == "bar":
        db.execute("UPDATE sanctions SET barred = ? WHERE person = ?", (at, person))
    elif action == "lift":
        db.execute("DELETE FROM sanctions WHERE person = ?", (person,))
    outcome = f"{action}: {instruction['text']}" if instruction["text"] else action
    sql = "UPDATE reports SET resolved = ?, outcome = ? WHERE n = ?"
    db.execute(sql, (at, outcome, report))
    forget_resolved(db, at)
    return person


def find(folder: Path, *, number: int | None = None, everything: bool = False) -> list[ReportRow]:
    """Reports that wait, all of them, or one with its chat; works beside a running server."""
    path = folder / FILE_NAME
    if not path.exists():
        raise FileNotFoundError(str(path))
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'reports'").fetchone() is None:
            # The file of an older server.
            return []
        sql = (
            "SELECT n, at, game, seat, name, about AS person, (SELECT count(*) FROM reports AS others "
            "WHERE others.about = reports.about) AS times, reporter_seat, reason, text, resolved, "
            "outcome FROM reports WHERE ?1 = n OR (?1 IS NULL AND (?2 OR resolved IS NULL)) ORDER BY n"
        )
        rows = rows_of(db, sql, number, int(everything))
        return [ReportRow(**dict(row), chat=chat_of(db, row["n"])) for row in rows]


def chat_of(db: sqlite3.Connection, report: int) -> list[dict[str, Any]]:
    sql = "SELECT at, seat, name, text FROM evidence WHERE report = ? ORDER BY n"
    return [dict(row) for row in rows_of(db, sql, report)]
