"""What operators do about reports and persons: look at them, rename, hide, warn, mute or bar, and take it back.

As in ``moderation``, an instruction works on any connection: the running server's, or the command line's.
"""

from dataclasses import dataclass
from typing import Any, Final

from rollplayer.log import NAME_LIMIT
from rollplayer.names import clean
from rollplayer.server.common.tokens import now
from rollplayer.server.operation.moderation import BadInstruction, Instruction
from rollplayer.server.storage.database import Database, rows_of
from rollplayer.server.storage.places import Place
from rollplayer.server.storage.reports import forget_resolved

WARNING_LIMIT: Final = 500
SINCE: Final = {"mute": "muted", "bar": "barred", "hide": "hidden"}
"""By action: the column that says since when."""


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


@dataclass(frozen=True)
class KnownPerson:
    """A person as an operator sees them."""

    id: str
    name: str
    created: int
    seen: int
    shown: bool
    """Whether they want to be seen on the ladder."""
    muted: int | None
    barred: int | None
    hidden: int | None


def act(report: int, action: str, text: str = "") -> Instruction:
    """Do something about the person of a report, and resolve it."""
    return {"do": "sanction", "report": report, "action": action, "text": worded(action, text)}


def act_on(person: str, action: str, text: str = "") -> Instruction:
    """Do something about a person whom nobody has reported."""
    return {"do": "sanction", "person": person, "action": action, "text": worded(action, text)}


def worded(action: str, text: str) -> str:
    """The text of a warning, or a new name, as it will be read."""
    cleaned = clean(text, NAME_LIMIT if action == "rename" else WARNING_LIMIT)
    if action in ("warn", "rename") and not cleaned:
        raise BadInstruction("unseen-name")
    return cleaned


def is_sanction(instruction: Instruction) -> bool:
    return bool(instruction["do"] == "sanction")


def apply(db: Database, instruction: Instruction) -> str | None:
    """Carry an instruction out, within a transaction of the caller; returns the person it is about."""
    if "report" in instruction:
        return apply_to_report(db, instruction)
    person: str = instruction["person"]
    if db.execute("SELECT 1 FROM persons WHERE id = ?", (person,)).fetchone() is None:
        raise BadInstruction("no-such-person")
    sanction(db, person, instruction)
    return person


def apply_to_report(db: Database, instruction: Instruction) -> str | None:
    report, action, at = instruction["report"], instruction["action"], now()
    row = db.execute("SELECT about FROM reports WHERE n = ?", (report,)).fetchone()
    if row is None:
        raise BadInstruction("no-such-report")
    person: str | None = row[0]
    if action != "resolve":
        if person is None:
            raise BadInstruction("guest-reported")
        sanction(db, person, instruction)
    outcome = f"{action}: {instruction['text']}" if instruction["text"] else action
    sql = "UPDATE reports SET resolved = ?, outcome = ? WHERE n = ?"
    db.execute(sql, (at, outcome, report))
    forget_resolved(db, at)
    return person


def sanction(db: Database, person: str, instruction: Instruction) -> None:
    action = instruction["action"]
    if action == "rename":
        db.overwrite_deleted()
        db.execute("UPDATE persons SET name = ? WHERE id = ?", (instruction["text"], person))
    elif action == "lift":
        db.execute("DELETE FROM sanctions WHERE person = ?", (person,))
    else:
        # The column is one of ours.
        column, value = (
            ("warning", instruction["text"]) if action == "warn" else (SINCE[action], now())
        )
        sql = (
            f"INSERT INTO sanctions (person, {column}) VALUES (?1, ?2) "  # noqa: S608
            f"ON CONFLICT (person) DO UPDATE SET {column} = ?2"
        )
        db.execute(sql, (person, value))


def find(place: Place, *, number: int | None = None, everything: bool = False) -> list[ReportRow]:
    """Reports that wait, all of them, or one with its chat; works beside a running server."""
    with place.reading() as db:
        if not has(db, "reports"):
            return []
        sql = (
            "SELECT n, at, game, seat, name, about AS person, (SELECT count(*) FROM reports AS others "
            "WHERE others.about = reports.about) AS times, reporter_seat, reason, text, resolved, "
            "outcome FROM reports WHERE ?1 = n OR (?1 IS NULL AND (?2 = 1 OR resolved IS NULL)) ORDER BY n"
        )
        rows = rows_of(db, sql, number, int(everything))
        return [ReportRow(**dict(row), chat=chat_of(db, row["n"])) for row in rows]


def find_persons(place: Place, part: str) -> list[KnownPerson]:
    """Persons whose name contains a text, or whose id it is; works beside a running server."""
    with place.reading() as db:
        if not has(db, "ratings"):
            return []
        hidden = "hidden" if has(db, "sanctions", "hidden") else "NULL"
        # The column is one of ours.
        sql = (
            "SELECT persons.id, name, created, seen, coalesce(shown, 0) AS shown, muted, barred, "  # noqa: S608
            f"{hidden} AS hidden FROM persons LEFT JOIN ratings ON ratings.person = persons.id "
            "LEFT JOIN sanctions ON sanctions.person = persons.id ORDER BY created"
        )
        found = [KnownPerson(**{**row, "shown": bool(row["shown"])}) for row in rows_of(db, sql)]
    wanted = part.casefold()
    return [each for each in found if wanted in each.name.casefold() or part == each.id]


def has(db: Database, table: str, column: str = "") -> bool:
    """Whether there is such a table, with such a column; the file of an older server may have none."""
    columns = db.columns(table)
    return column in columns if column else bool(columns)


def chat_of(db: Database, report: int) -> list[dict[str, Any]]:
    sql = "SELECT at, seat, name, text FROM evidence WHERE report = ? ORDER BY n"
    return [dict(row) for row in rows_of(db, sql, report)]
