"""Formulas: how something is counted on a hero, as data for a client that has no engine.

A count or a score line counts by itself, fast; its formula says the same as plain data, so that the
scorer in a browser works without a network and knows no rule. A formula is a value (a number, a
text, true, false, null, a record) or a list that begins with what to do:

===========================  ======================================================================
``get NAME KEY...``          a variable, and what it has under the keys; null where there is nothing
``of VALUE KEY...``          the same of a value
``let NAME VALUE FORMULA``   the formula, with a name for the value
``list ...``, ``flat LIST``  a list; lists in a list as one
``record NAME VALUE ...``    a record
``each NAME LIST FORMULA``   the formula for each thing in the list
``where NAME LIST FORMULA``  the things for which it holds
``best NAME LIST FORMULA``   the first thing for which it is greatest; null if there is none
``repeat N NAME VALUE F``    begins with the value and makes of it what the formula says, N times
``count LIST``, ``sum LIST`` how many there are; their sum
``+ - * // min max``         whole numbers; ``//`` rounds down; ``min`` and ``max`` take lists, too
``= <= in``                  comparisons: all are the same; none is less than the one before; in a list
``not and or if``            null, false, 0 and the empty text are false; ``and`` and ``or`` as in Python
``call GROUP ID``            the formula of a card: ``stars``, or ``bonus`` to the row in ``row``; or null
===========================  ======================================================================

Null is an empty list where a list is needed, and 0 where a number is. The variables are ``hero`` and
``table`` as the scorer's JSON has them, ``dice`` (what lies on the sheet: records of ``row``,
``spot``, ``face`` and ``colors``), ``beside`` (what lies on spaces that boxes lay beside it: the name
of the ``space`` in place of the row) and what ``server.protocol.score_program`` defines with formulas.
"""

from typing import Any, Final

Formula = Any
"""Plain data, as JSON has it."""

SPACES_OF_SHEET: Final = 18
SPACES_OF_ROW: Final = 3

ROW: Final[Formula] = ["get", "row"]
"""The row of which a formula by row is asked."""
DICE: Final[Formula] = ["get", "dice"]
BESIDE: Final[Formula] = ["get", "beside"]
CARDS: Final[Formula] = ["get", "cards"]
OWN_COLOR: Final[Formula] = ["get", "class_color"]


def of_hero(field: str) -> Formula:
    return ["get", "hero", field]


def of_table(field: str) -> Formula:
    return ["get", "table", field]


def how_many(name: str, things: Formula, *conditions: Formula) -> Formula:
    """How many of the things meet all conditions."""
    if not conditions:
        return ["count", things]
    condition = conditions[0] if len(conditions) == 1 else ["and", *conditions]
    return ["count", ["where", name, things, condition]]


def some(name: str, things: Formula, *conditions: Formula) -> Formula:
    """Whether any of the things meets all conditions."""
    return ["<=", 1, how_many(name, things, *conditions)]


def dice_of(row: Formula) -> Formula:
    """The dice in a row."""
    return ["where", "die", DICE, ["=", ["get", "die", "row"], row]]


def faces(dice: Formula) -> Formula:
    return ["each", "die", dice, ["get", "die", "face"]]


def is_of_color(color: Formula, name: str = "die") -> Formula:
    """Whether a die has this color; none has no color."""
    return ["in", color, ["get", name, "colors"]]


def row_is_full(row: Formula) -> Formula:
    return ["=", SPACES_OF_ROW, ["count", dice_of(row)]]


def sheet_is_full() -> Formula:
    return ["=", SPACES_OF_SHEET, ["count", DICE]]


def number(name: str, default: int) -> Formula:
    """A number that the rules ask a hero for, with what class and cards add (``numbers.py``)."""
    return ["+", default, ["sum", ["each", "piece", ["get", "pieces"], ["get", "piece", name]]]]


def reason(kind: str, id: Formula, stars: Formula) -> Formula:
    """One of the reasons of a score line."""
    return ["record", "kind", kind, "id", id, "stars", stars]


def reasons(name: str, things: Formula, kind: str, id: Formula, stars: Formula) -> Formula:
    """A reason for each of the things."""
    return ["each", name, things, reason(kind, id, stars)]
