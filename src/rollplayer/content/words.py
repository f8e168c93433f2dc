"""Build words, counts and rewards from the tables of content, with errors that explain."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from rollplayer.content.errors import ContentError
from rollplayer.content.files import Table
from rollplayer.content.pieces import elsewhere, unknown
from rollplayer.engine.table import ARROWS, ROWS
from rollplayer.engine.tally import (
    AT_LEAST,
    AT_MOST,
    EVERY,
    NO_LIMIT,
    SHAPES,
    Count,
    RowCount,
    RowTally,
    Shape,
    Tally,
)
from rollplayer.engine.vocabulary import Vocabulary, number_of
from rollplayer.words.counts import CLASS_COLOR, PATTERNS
from rollplayer.words.registry import Amount, Word

MOST = 99
SPAN = re.compile(r"(\d{1,2})(?:-(\d{1,2})|(\+))?")
CONDITION = "only_if"


class Known:
    """What words may name: the pieces of the game and the content's Armor sets."""

    def __init__(self, vocabulary: Vocabulary, armor_sets: list[str]) -> None:
        self.vocabulary = vocabulary
        self.armor_sets = armor_sets


def whole(where: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ContentError(where, f"{value!r} is not a whole number from {low} to {high}")
    return int(value)


def is_span(value: Any) -> bool:
    return type(value) in (int, str) and SPAN.fullmatch(str(value)) is not None


CHECKS: dict[str, Callable[[Any], bool]] = {
    "positive": lambda value: type(value) is int and 1 <= value <= MOST,
    "flag": lambda value: type(value) is bool,
    "id": lambda value: isinstance(value, str),
    "value": is_span,
}
ALLOWED: dict[str, str] = {
    "positive": "a whole number from 1 to 99",
    "flag": "true or false",
    "id": "an id",
    "value": "6, '5-6' or '5+'",
    "count": "a count",
    "condition": "a count with at_least or at_most",
}


def choices(sort: str, pieces: Vocabulary) -> Sequence[str]:
    """The names a parameter of this sort can have; empty if it is not a name."""
    lists: dict[str, Sequence[str]] = {
        "row": ROWS,
        "color": (*pieces.colors, CLASS_COLOR),
        "kind": list(pieces.card_kinds.values()),
        "number": pieces.number_names(),
        "pattern": PATTERNS,
        "reason": list(pieces.reasons.values()),
        "side": ARROWS[:4],
    }
    return lists.get(sort, ())


def read_value(where: str, key: str, value: Any, sort: str, known: Known) -> Any:
    """The value of a parameter of this sort."""
    if sort == "count":
        return build_count(f"{where} {key}", value, known)
    if sort == "condition":
        return build_condition(f"{where} {key}", value, known)
    pieces = known.vocabulary
    names = choices(sort, pieces)
    if not (value in names if names else CHECKS[sort](value)):
        must = "one of: " + ", ".join(names) if names else ALLOWED[sort]
        hint = elsewhere(sort, value, pieces)
        raise ContentError(where, f"{key} = {value!r} must be {must}{hint}")
    if sort == "number":
        return pieces.number_index(value)
    if sort == "reason":
        return number_of(pieces.reasons, value)
    return str(value) if sort == "value" else value


def build_word(where: str, item: Any, role: str, name: str, known: Known) -> Any:
    """Build a word from its table, such as ``{ do = "flip", times = 2 }``."""
    if not isinstance(item, dict) or name not in item:
        raise ContentError(where, f"each word is a table with {name!r}, not {item!r}")
    called = item[name]
    words: dict[str, Word] = known.vocabulary.words[role]
    if called not in words:
        raise unknown(where, called, sorted(words), "word", known.vocabulary)
    word = words[called]
    values: Table = {}
    for key, value in item.items():
        if key == name:
            continue
        if key not in word.parameters:
            takes = ", ".join(word.parameters) or "nothing"
            raise ContentError(where, f"{called!r} takes {takes}, not {key!r}")
        values[key] = read_value(where, key, value, word.parameters[key].sort, known)
    missing = [key for key, p in word.parameters.items() if p.required and key not in values]
    if missing:
        raise ContentError(where, f"{called!r} lacks {', '.join(missing)}")
    return word.build(**values)


NOTHING = Amount("", 1, 1, 1)
"""A condition brings no reward by itself."""


def build_count(where: str, item: Any, known: Known) -> Count:
    """Build a count without reward, such as ``{ count = "cards", kind = "skill" }``."""
    counted: Count = build_word(where, item, "counts", "count", known)
    problem = counted.find(known.armor_sets)
    if problem:
        raise ContentError(where, problem)
    return counted


def build_tally(where: str, item: Any, amount: Amount, known: Known) -> Tally:
    """Build a count with its reward: ``{ count = "gold", every = 3, stars = 1, max = 5 }``."""
    if not isinstance(item, dict):
        raise ContentError(where, f"must be a table with 'count', not {item!r}")
    about_reward = (*SHAPES, "max", CONDITION, amount.key)
    count_table = {key: value for key, value in item.items() if key not in about_reward}
    counted = build_count(where, count_table, known)
    condition = None
    if CONDITION in item:
        condition = build_condition(f"{where} {CONDITION}", item[CONDITION], known)
    return Tally(counted, _build_shape(where, item, amount), condition)


def build_condition(where: str, item: Any, known: Known) -> Tally:
    """Build a condition on a count, such as ``{ count = "gold", at_most = 1 }``."""
    condition = build_tally(where, item, NOTHING, known)
    if condition.shape.kind == EVERY:
        raise ContentError(where, f"needs {SHAPES[AT_LEAST]} or {SHAPES[AT_MOST]}")
    return condition


def build_row_tally(where: str, item: Any, amount: Amount, known: Known) -> RowTally:
    """Build a count for each row, such as ``{ count = "dice", color = "gold", add = 1 }``."""
    tally = build_tally(where, item, amount, known)
    if not isinstance(tally.counted, RowCount):
        raise ContentError(where, f"{item['count']!r} is not counted row by row")
    if tally.condition is not None:
        raise ContentError(where, f"takes no {CONDITION!r}")
    return RowTally(tally.counted, tally.shape)


def _build_shape(where: str, item: Table, amount: Amount) -> Shape:
    shapes = [name for name in SHAPES if name in item]
    if len(shapes) > 1:
        raise ContentError(where, f"{' and '.join(shapes)} exclude each other")
    name = shapes[0] if shapes else SHAPES[EVERY]
    kind = SHAPES.index(name)
    number = whole(f"{where} {name}", item.get(name, 1), 1 if kind == EVERY else 0, MOST)
    brought = item.get(amount.key, amount.default)
    if brought is None:
        raise ContentError(where, f"lacks {amount.key!r}")
    brought = whole(f"{where} {amount.key}", brought, amount.low, amount.high)
    limit = whole(f"{where} max", item.get("max", NO_LIMIT), 0, MOST)
    return Shape(kind, number, brought, limit)
