"""Rows of many answers in one statement that is a transaction by itself, fences and all.

Of what a transaction costs the process that writes, most is waiting for PostgreSQL once more: for BEGIN, for the
fences, for each table, for COMMIT. Here all of it is said at once, and the statement that inserts is the one that
compares the leases, and keeps them from others until it is on the disk.
"""

# ruff: noqa: S608  The texts of queries are ours alone.

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from rollplayer.server.common.store_reasons import LOST
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.postgres_connection import OutOfReach
from rollplayer.server.storage.store import Fence, Gap

_INSERT: Final = re.compile(
    r"INSERT INTO (\w+) \(([^()]+)\) VALUES \(\?(?:, \?)*\)( ON CONFLICT .+)?"
)
HELD: Final = (
    "held AS MATERIALIZED (SELECT game, epoch FROM leases "
    "WHERE game = ANY(string_to_array(:games, ' ')) AND node = :node ORDER BY game FOR SHARE), "
    "all_held AS MATERIALIZED (SELECT coalesce(string_agg(game || ' ' || epoch, ' ' ORDER BY game), '') = :fences "
    "AS so FROM held)"
)
"""Whether every room still has the owner and the epoch that are written under. Whoever is just taking one is waited
for, and their lease is compared; after that nobody can take one until this is on the disk."""
ENTRIES: Final = "entries"
NOTHING: Final = "[]"
FOLLOWS: Final = (
    # Counted for each, so that each is looked up in the index however few or many entries there were at first.
    "SELECT coalesce(bool_and((SELECT count(*) FROM entries WHERE game = last.game AND n = last.n) = 1), true) AS so "
    "FROM json_to_recordset(CAST(:last AS json)) AS last (game text, n bigint)"
)
"""Whether the entries are there that others are to follow: a database that was restored, or that a replica has taken
over from, may have lost the last ones."""


def put_rows(
    db: Database,
    rows: Mapping[str, Sequence[tuple[Any, ...]]],
    fences: Sequence[Fence],
    node: Node | None = None,
) -> bool:
    """Insert rows, by statement. False if it must be done step by step, which says what is wrong, if anything is.

    Nothing of it is there then, unless the connection was lost: whether it is there is decided once another one is
    made (``end_session``), and rows that are there cannot be inserted a second time. Raises what is wrong with a row.
    """
    if any(" ON CONFLICT " in sql and repeats(values) for sql, values in rows.items()):
        return False
    wish: dict[str, Any] = {
        f"rows_{chr(ord('a') + at)}": json.dumps(
            [dict(zip(columns_of(sql), row, strict=True)) for row in values]
        )
        for at, (sql, values) in enumerate(rows.items())
    }
    if node is not None:
        held = sorted(fences, key=lambda each: each.game)
        wish["node"] = node.name
        wish["games"] = " ".join(each.game for each in held)
        wish["fences"] = " ".join(f"{each.game} {each.epoch}" for each in held)
    if (last := last_before(rows)) is not None:
        wish["last"] = last
    try:
        (so,) = db.execute(statement(tuple(rows), fenced=node is not None), wish).fetchone()
    except OutOfReach:
        return False
    return bool(so)


def check_rows(db: Database, rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> None:
    """The same for a transaction of several steps; raises Gap."""
    last = last_before(rows)
    if (
        last is not None
        and last != NOTHING
        and not db.execute(FOLLOWS, {"last": last}).fetchone()[0]
    ):
        raise Gap(LOST)


def last_before(rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> str | None:
    """The entries that must be there before others; None if rows are no entries."""
    for sql, values in rows.items():
        if table_of(sql) == ENTRIES:
            new = {(game, n) for game, n, *_ in values}
            last = {(game, n - 1) for game, n in new} - new
            return json.dumps([{"game": game, "n": n} for game, n in sorted(last) if n])
    return None


def repeats(values: Sequence[tuple[Any, ...]]) -> bool:
    """Whether a row takes the place of another one of these, which one statement cannot do."""
    return len({row[0] for row in values}) < len(values)


@lru_cache(64)
def table_of(sql: str) -> str:
    found = _INSERT.fullmatch(sql)
    return "" if found is None else found[1]


@lru_cache(64)
def columns_of(sql: str) -> tuple[str, ...]:
    found = _INSERT.fullmatch(sql)
    assert found is not None, sql
    return tuple(found[2].split(", "))


@lru_cache(64)
def statement(inserts: tuple[str, ...], *, fenced: bool) -> str:
    """All of it.

    >>> print(statement(("INSERT INTO chat (game, n) VALUES (?, ?)",), fenced=False))
    WITH put_a AS (INSERT INTO chat (game, n) SELECT game, n FROM \
json_populate_recordset(CAST(NULL AS chat), CAST(:rows_a AS json)) WHERE true) SELECT true
    """
    parts: list[str] = []
    conditions: list[str] = []
    if fenced:
        parts.append(HELD)
        conditions.append("(SELECT so FROM all_held)")
    if ENTRIES in map(table_of, inserts):
        parts.append(f"follows AS MATERIALIZED ({FOLLOWS})")
        conditions.append("(SELECT so FROM follows)")
    allowed = " AND ".join(conditions) or "true"
    for at, sql in enumerate(inserts):
        found = _INSERT.fullmatch(sql)
        assert found is not None, sql
        table, columns, conflict = found[1], found[2], found[3] or ""
        letter = chr(ord("a") + at)
        parts.append(
            f"put_{letter} AS (INSERT INTO {table} ({columns}) SELECT {columns} FROM "
            f"json_populate_recordset(CAST(NULL AS {table}), CAST(:rows_{letter} AS json)) "
            f"WHERE {allowed}{conflict})"
        )
    return f"WITH {', '.join(parts)} SELECT {allowed}"
