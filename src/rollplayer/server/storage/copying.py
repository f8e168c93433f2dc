"""Copy everything that a store keeps into another one, whichever kinds they are."""

from typing import Final

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.schema import migrations

TABLES: Final = (
    "games",
    "entries",
    "seats",
    "meta",
    "chat",
    "finished_games",
    "orders",
    "answers",
    "persons",
    "devices",
    "claims",
    "salts",
    "server_time",
    "channels",
    "notice_times",
    "outbox",
    "summaries",
    "progress",
    "looks",
    "own_rows",
    "own_changes",
    "passkeys",
    "friendships",
    "blocks",
    "invitations",
    "reports",
    "evidence",
    "sanctions",
    "ratings",
    "rated_seats",
)
"""All tables, those first that others refer to."""


class NotCurrent(ValueError):
    """Games that were written by another version; says which."""


class NotEmpty(ValueError):
    """There is something already where a copy should go."""


def copy_all(source: Database, target: Database, *, replace: bool = False) -> int:
    """Copy every row as it is, all or none; returns how many games there are.

    What follows from other rows is copied, too, and not worked out again: a copy of a copy does not differ.
    """
    newest = migrations()[-1][0]
    for db in (source, target):
        if db.version() != newest:
            raise NotCurrent(f"format {db.version()}, where {newest} is needed")
    with source.one_moment():
        target.begin()
        try:
            if not replace and not is_empty(target):
                raise NotEmpty
            with target.without_triggers():
                for table in reversed(TABLES):
                    target.execute(f"DELETE FROM {table}")  # noqa: S608  ours
                for table in TABLES:
                    copy_table(source, target, table)
            (games,) = target.execute("SELECT count(*) FROM games").fetchone()
        except BaseException:
            if target.in_transaction:
                target.execute("ROLLBACK")
            raise
        target.execute("COMMIT")
    return int(games)


def copy_table(source: Database, target: Database, table: str) -> None:
    columns = source.columns(table)
    # The names are those of the schema.
    rows = source.stream(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608
    target.insert_all(table, columns, rows)


def is_empty(db: Database) -> bool:
    """Whether nobody has played here and nobody is known."""
    sql = "SELECT EXISTS (SELECT 1 FROM games) OR EXISTS (SELECT 1 FROM persons)"
    return not db.execute(sql).fetchone()[0]
