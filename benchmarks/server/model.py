"""What tables cost a server, as a few numbers that are fitted to measured points and say what others will be.

An answer costs a process its own work, some for every socket beyond the first that is told of it, and its share of a
transaction. Transactions are at least so many seconds apart, so of many answers several share one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from rollplayer.server.storage.writer import LEAST_APART, LEAST_APART_SHARED

FILE: Final = "SQLite"
DATABASES: Final = ("one", "several")
STORES: Final = (FILE, *DATABASES)
"""One process with a file, one with PostgreSQL, several of one PostgreSQL."""

APART: Final = {FILE: LEAST_APART, "one": LEAST_APART, "several": LEAST_APART_SHARED}
"""The fewest seconds between two transactions of a process, as it is now."""
BEFORE: Final = 0.005
"""The same for all, where a record does not say it."""


@dataclass(frozen=True)
class Point:
    """Something that was measured, or is to be predicted."""

    store: str
    processes: int
    rate: float
    """Answers a second, of all processes together."""
    seats: int = 1
    """Sockets at a table that hold seats."""
    watchers: int = 0
    apart: float | None = None
    """The fewest seconds between two transactions; None for what it is now."""

    @property
    def seconds_apart(self) -> float:
        return APART[self.store] if self.apart is None else self.apart

    @property
    def share(self) -> float:
        """Transactions for an answer."""
        return 1 / (1 + self.rate / self.processes * self.seconds_apart)


@dataclass(frozen=True)
class Model:
    """Microseconds of processor time."""

    answer: Mapping[str, float]
    """By store: an answer without its transaction, told to one socket."""
    transaction: Mapping[str, float]
    """By store."""
    seat: float
    """Every further socket with a seat that is told of an answer."""
    watcher: float
    """Every watcher that is told of it."""
    database: Mapping[str, float]
    """By store: PostgreSQL's time for an answer without its transaction."""
    database_transaction: Mapping[str, float]
    apart: Mapping[str, float] = field(default_factory=lambda: APART)
    """By store: the fewest seconds between two transactions where it was measured."""

    def servers(self, point: Point) -> float:
        """Of the table servers, for an answer."""
        told = (point.seats - 1) * self.seat + point.watchers * self.watcher
        return self.answer[point.store] + self.transaction[point.store] * point.share + told

    def postgresql(self, point: Point) -> float:
        """Of PostgreSQL, for an answer."""
        of_answer = self.database.get(point.store, 0.0)
        return of_answer + self.database_transaction.get(point.store, 0.0) * point.share

    def most(self, store: str, seats: int, busy: float) -> float:
        """Answers a second with which one process keeps a core this busy."""
        low, high = 0.0, 100_000.0
        while high - low > 0.5:
            middle = (low + high) / 2
            point = Point(store, 1, middle, seats, apart=self.apart[store])
            used = middle * self.servers(point) / 1e6
            low, high = (middle, high) if used < busy else (low, middle)
        return low


def point_of(plain: Mapping[str, Any]) -> Point:
    """A point as it was recorded."""
    known = {name: plain[name] for name in Point.__dataclass_fields__ if name in plain}
    return Point(**{"apart": BEFORE, **known})


def fit(recorded: Iterable[Mapping[str, Any]]) -> Model:
    """The model with the least errors, in parts of what was measured, at the points that are for it.

    How many processes share a PostgreSQL makes a difference to transactions only.
    """
    used = [(point_of(each), each) for each in recorded if each["fits"]]
    rows = [
        [
            float(point.store == FILE),
            float(point.store != FILE),
            *(point.share * (point.store == store) for store in STORES),
            point.seats - 1.0,
            float(point.watchers),
        ]
        for point, _ in used
    ]
    with_file, with_database, *transactions, seat, watcher = solve(
        rows, [each["servers_us"] for _, each in used]
    )
    shared = [(point, each) for point, each in used if point.store != FILE]
    rows = [
        [1.0, *(point.share * (point.store == store) for store in DATABASES)] for point, _ in shared
    ]
    of_answer, *of_transaction = solve(rows, [each["postgresql_us"] for _, each in shared])
    return Model(
        {FILE: with_file, **dict.fromkeys(DATABASES, with_database)},
        dict(zip(STORES, transactions, strict=True)),
        seat,
        watcher,
        dict.fromkeys(DATABASES, of_answer),
        dict(zip(DATABASES, of_transaction, strict=True)),
        {point.store: point.seconds_apart for point, _ in used},
    )


def solve(rows: list[list[float]], measured: list[float]) -> list[float]:
    """The least squares of relative errors; no part of a cost is below nothing."""
    weights = 1 / np.array(measured)
    wanted = np.ones(len(measured))
    columns = list(range(len(rows[0])))
    while True:
        table = np.array(rows)[:, columns] * weights[:, None]
        values = np.linalg.lstsq(table, wanted, rcond=None)[0]
        below = [column for column, value in zip(columns, values, strict=True) if value < 0]
        if not below:
            break
        columns = [column for column in columns if column not in below]
    found = dict(zip(columns, (float(value) for value in values), strict=True))
    return [found.get(column, 0.0) for column in range(len(rows[0]))]
