"""Lists of options that are the same for all sheets filled alike. Shared: never changed."""

from typing import Final

from rollplayer.engine.answers import MOVE, PASS_CODE, PLACE, TAKE, code
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import EMPTY, MOST_SPOTS, STEP_TO

TAKES: Final[list[list[int]]] = [
    [code(TAKE, number) for number in range(1, 8) if numbers >> number & 1]
    for numbers in range(256)
]
"""By mask of the numbers of the free Initiative cards."""

MOVES: Final[list[list[int]]] = [
    [*[code(MOVE, arrow) for arrow in range(4) if STEP_TO[arrow][space] >= 0], PASS_CODE]
    for space in range(9)
]
"""By space of the token: the ways it can go, and pass."""

NO_MOVES: Final[list[int]] = [PASS_CODE]

_spots: Final[dict[int, list[int]]] = {}


def filled_mask(sheet: list[int]) -> int:
    filled = 0
    for spot in range(len(sheet)):
        if sheet[spot] != EMPTY:
            filled |= 1 << spot
    return filled


def spots_or_pass(verb: int, spots: int) -> list[int]:
    """The verb for each spot of a mask, and pass."""
    key = verb << MOST_SPOTS | spots
    known = _spots.get(key)
    if known is None:
        known = [code(verb, spot) for spot in range(MOST_SPOTS) if spots >> spot & 1]
        known.append(PASS_CODE)
        _spots[key] = known
    return known


_places: Final[dict[int, list[int]]] = {}


def open_rows(hero: Hero) -> int:
    """A mask of the rows with room."""
    rows = 0
    for row in range(6):
        if hero.sheet[row * 3 + 2] == EMPTY:
            rows |= 1 << row
    return rows


def places_of(die: int, rows: int) -> list[int]:
    """A die into each row of a mask; EMPTY stands for the only die in hand."""
    key = die << 6 | rows
    known = _places.get(key)
    if known is None:
        known = [code(PLACE, die, row) for row in range(6) if rows >> row & 1]
        _places[key] = known
    return known
