"""Read plain TOML values; errors say what is wrong and what is allowed."""

from collections.abc import Iterable
from typing import Any

Table = dict[str, Any]
NONE = "none"
"""How a scenario writes "nothing", because TOML has no null."""


class Mistake(ValueError):
    """Something in a scenario is impossible; the message does not yet name file and scenario."""


def known_keys(table: Table, allowed: Iterable[str], where: str) -> None:
    for key in table:
        if key not in allowed:
            raise Mistake(f"{where}: unknown key {key!r}; known: {', '.join(allowed)}")


def one_of(value: Any, allowed: Iterable[str], where: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Mistake(f"{where}: {value!r} is not one of: {', '.join(allowed)}")
    return value


def a_table(value: Any, where: str) -> Table:
    if not isinstance(value, dict):
        raise Mistake(f"{where}: must be a table, not {value!r}")
    return value


def a_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Mistake(f"{where}: must be a list, not {value!r}")
    return value


def strings(value: Any, where: str) -> list[str]:
    for item in a_list(value, where):
        a_string(item, where)
    return list(value)


def a_string(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise Mistake(f"{where}: must be text, not {value!r}")
    return value


def a_count(value: Any, where: str) -> int:
    if type(value) is not int or value < 0:
        raise Mistake(f"{where}: must be a whole number from 0, not {value!r}")
    return value


def a_seat(value: Any, players: int, where: str) -> int:
    if type(value) is not int or not 0 <= value < players:
        raise Mistake(f"{where}: {value!r} is not a seat; seats are 0 to {players - 1}")
    return value
