"""A connection to a database of games, and what each kind of database must be able to do.

All queries are written once, in SQL that SQLite understands and ``postgresql`` needs little to translate: parameters
are ``?``, ``?1`` or ``:name``, flags are whole numbers, and ``CROSS JOIN ... ON`` is a join whose order is given.
What cannot be said alike is a method here.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]
Row: TypeAlias = dict[str, Any]

SHORTEST_PART: Final = 3
WORD_BEGINS: Final = "^^"


class Cursor(Protocol):
    """What a statement has found or changed."""

    @property
    def description(self) -> Any: ...

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


@dataclass(frozen=True)
class TextSearch:
    """How titles and names of finished games are searched."""

    sources: str
    """The tables to read, which finished_games is one of."""
    condition: str
    """Holds where the text is found; its parameter is the pattern."""
    pattern: str
    number: str
    """What finished games are ordered by."""


class Database(Protocol):
    """A connection, used by one thread at a time. Outside of a transaction each statement is one."""

    @property
    def Error(self) -> type[Exception]:  # noqa: N802  PEP 249 names it so
        """All that can go wrong."""

    @property
    def IntegrityError(self) -> type[Exception]:  # noqa: N802
        """A row is there already, or what it refers to is not."""

    @property
    def DataError(self) -> type[Exception]:  # noqa: N802
        """A value that cannot be stored."""

    @property
    def in_transaction(self) -> bool: ...

    def execute(self, sql: str, parameters: Parameters = ..., /) -> Cursor: ...

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> object:
        """Carry a statement out for each of some rows; what it returns says nothing."""

    def close(self) -> None: ...

    def interrupt(self) -> None:
        """Abort what another thread is doing with this connection."""

    def begin(self) -> None:
        """Begin a transaction that writes; COMMIT or ROLLBACK ends it."""

    def one_moment(self) -> AbstractContextManager[None]:
        """All that is read meanwhile is as it was at one moment."""

    def limit(self, seconds: float) -> None:
        """Abort every statement from now on that takes longer; see ``was_too_long``."""

    def was_too_long(self, error: Exception) -> bool: ...

    def is_conflict(self, error: Exception) -> bool:
        """Whether a transaction failed only because of another one, and may be tried again."""

    def is_damage(self, error: Exception) -> bool:
        """Whether the stored data is damaged, and not only busy or full."""

    def overwrite_deleted(self) -> None:
        """What is deleted from now on must not survive in free pages."""

    def columns(self, table: str) -> list[str]:
        """The columns of a table; none if there is no such table."""

    def lonely_rows(self, table: str) -> list[str]:
        """The table that each row without its parent misses."""

    def version(self) -> int:
        """The number of the last migration; 0 if there are no games yet."""

    def apply(self, script: str, number: int) -> None:
        """Carry out a migration in one transaction."""

    def text_search(self, query: str) -> TextSearch: ...

    def stream(self, sql: str) -> Iterator[Any]:
        """What is found, without having all of it in memory; within a transaction."""

    def insert_all(self, table: str, columns: Sequence[str], rows: Iterable[Any]) -> None:
        """Many rows, with the numbers they have."""

    def without_triggers(self) -> AbstractContextManager[None]:
        """Nothing follows from what is written meanwhile; within a transaction."""


def rows_of(db: Database, sql: str, *parameters: Any) -> list[Row]:
    """What was found, by the names of the columns."""
    cursor = db.execute(sql, parameters)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def marked(query: str) -> str:
    """A search as it stands in the text of a finished game, where two marks are before each word.

    Parts of words are found from three characters on, anything shorter only where a word begins.
    """
    words = query.replace(" ", f" {WORD_BEGINS}")
    return words if len(query) >= SHORTEST_PART else WORD_BEGINS + words


def marks(values: Sequence[Any] | frozenset[Any]) -> str:
    """As many parameters as there are values, for a list of them; nothing is in an empty one."""
    return ", ".join("?" * len(values)) or "NULL"


def optional_json(text: str | None) -> Any:
    """What a column holds that may be empty."""
    return None if text is None else json.loads(text)
