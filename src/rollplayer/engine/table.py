"""The things on the table and their notation: colors, dice, rows, spots, arrows, spaces.

Everything here is a small int with a name, so that the hot path never builds an object.
"""

from collections.abc import Sequence
from typing import Final

GREEN: Final = 0
BLUE: Final = 1
RED: Final = 2
PURPLE: Final = 3
BLACK: Final = 4
WHITE: Final = 5
GOLD: Final = 6
CLASS_COLORS: Final = 6
"""The first six colors belong to classes; later kinds of dice (gold, ...) to none."""

# What is known of each kind of dice, by its number. These lists hold every kind that any box of this
# process has brought, so nobody goes through them: which kinds a game has says its ``Vocabulary``.
COLORS: Final[list[str]] = ["green", "blue", "red", "purple", "black", "white", "gold"]
LOWEST: Final[list[int]] = [1, 1, 1, 1, 1, 1, 1]
HIGHEST: Final[list[int]] = [6, 6, 6, 6, 6, 6, 6]
"""Lowest and highest face by color."""

BASE_DICE: Final[list[int]] = [10, 10, 10, 10, 10, 10, 13]
"""C1: how many dice of each color are in the bag."""
BASE_KINDS: Final[list[int]] = [GREEN, BLUE, RED, PURPLE, BLACK, WHITE, GOLD]

COLORS_OF: Final[list[int]] = [1 << color for color in range(7)]
"""By kind of dice: a mask of the colors that a die of this kind has."""

MOST_KINDS: Final = 16
MOST_FACES: Final = 15
"""A die is one byte: four bits for its kind, four for its face."""


def add_dice(name: str, lowest: int, highest: int, colors: tuple[int, ...] = ()) -> int:
    """Give one more kind of dice a number: what ``Pieces.dice`` does for a box.

    Without ``colors`` the kind is a color of its own.
    """
    kind = len(COLORS)
    if kind >= MOST_KINDS:
        raise ValueError(f"{name}: there is room for {MOST_KINDS} kinds of dice")
    if not 1 <= lowest <= highest <= MOST_FACES:
        raise ValueError(f"{name}: faces go from 1 to {MOST_FACES}, not {lowest} to {highest}")
    COLORS.append(name)
    LOWEST.append(lowest)
    HIGHEST.append(highest)
    mask = 0
    for color in colors or (kind,):
        mask |= 1 << color
    COLORS_OF.append(mask)
    return kind


STR: Final = 0
DEX: Final = 1
CON: Final = 2
INT: Final = 3
WIS: Final = 4
CHA: Final = 5
ROWS: Final = ("str", "dex", "con", "int", "wis", "cha")
ROW_SIZE: Final = 3
SPOT_COUNT: Final = 18
"""The spaces of a sheet. Those that boxes lay beside it have higher numbers."""
MOST_SPOTS: Final = 32
SPOTS: Final[list[str]] = [f"{row}{place}" for row in ROWS for place in (1, 2, 3)]
"""By number: every space for a die that any box of this process has brought."""


def add_spots(name: str, count: int) -> int:
    """Give more spaces for dice their numbers, from the one returned on: see ``Pieces.spaces``."""
    first = len(SPOTS)
    if first + count > MOST_SPOTS:
        raise ValueError(f"{name}: a hero has room for {MOST_SPOTS} dice, not {first + count}")
    SPOTS.extend([f"{name}{place}" for place in range(1, count + 1)])
    return first


GOOD: Final = 0
EVIL: Final = 1
LAWFUL: Final = 2
CHAOTIC: Final = 3
NO_ARROW: Final = -1
TARGET_ARROW: Final = 4
"""Diplomacy's arrow: it follows the arrow of the Skill it uses."""
ARROWS: Final = ("good", "evil", "lawful", "chaotic", "target")

SPACES: Final = ("lg", "ng", "cg", "ln", "nn", "cn", "le", "ne", "ce")
"""C5: the Alignment grid, Good on top, Lawful on the left."""
CENTRE: Final = 4

WEAPON: Final = 0
ARMOR: Final = 1
TRAIT: Final = 2
SKILL: Final = 3
KINDS: Final[list[str]] = ["weapon", "armor", "trait", "skill"]
"""By number: every kind of card that any box of this process has brought."""


def add_card_kind(name: str) -> int:
    """Give one more kind of card a number: what ``Pieces.card_kind`` does for a box."""
    KINDS.append(name)
    return len(KINDS) - 1


PHASES: Final[tuple[str, ...]] = (
    "setup",
    "roll",
    "dice",
    "market",
    "cleanup",
    "last-chance",
    "end",
)

SIDES: Final = ("male", "female")

EMPTY: Final = 0
CHANCE: Final = -1
NOBODY: Final = -1


def die(kind: int, face: int) -> int:
    """A die as one small int; no die is EMPTY.

    >>> die_name(die(RED, 5))
    'red5'
    """
    return kind << 4 | face


def kind_of(a_die: int) -> int:
    """Which kind of dice it is: for most of them also its color."""
    return a_die >> 4


def face_of(a_die: int) -> int:
    return a_die & 15


KINDS_SHOWN: Final[list[int]] = [kind_of(a_die) for a_die in range(MOST_KINDS * 16)]
FACES_SHOWN: Final[list[int]] = [face_of(a_die) for a_die in range(MOST_KINDS * 16)]
"""By die: its kind and its face, for the loops that look at dice most often."""


def has_color(a_die: int, color: int) -> bool:
    """Whether a die is of this color. A die may have several; EMPTY has none.

    No die has the color of a hero without a class.

    >>> has_color(die(RED, 5), RED), has_color(EMPTY, GREEN), has_color(die(RED, 5), NOBODY)
    (True, False, False)
    """
    return a_die != EMPTY and color >= 0 and COLORS_OF[a_die >> 4] >> color & 1 == 1


def turned(a_die: int, face: int) -> int:
    """The same die showing another face.

    >>> die_name(turned(die(RED, 5), 2))
    'red2'
    """
    return a_die & ~15 | face


_die_names: Final[dict[int, str]] = {}


def die_name(a_die: int) -> str:
    name = _die_names.get(a_die)
    if name is None:
        name = _die_names[a_die] = f"{COLORS[kind_of(a_die)]}{face_of(a_die)}"
    return name


def read_die(text: str, kinds: Sequence[int] = BASE_KINDS) -> int:
    """The die with a notation such as ``red5``; EMPTY if none of these kinds has it."""
    for kind in kinds:
        name = COLORS[kind]
        if text.startswith(name):
            face = text[len(name) :]
            if face.isascii() and face.isdigit() and len(face) <= 2 and face[0] != "0":
                number = int(face)
                if LOWEST[kind] <= number <= HIGHEST[kind]:
                    return die(kind, number)
    return EMPTY


def opposite(a_die: int) -> int:
    """C6: the die turned to its opposite face."""
    kind = kind_of(a_die)
    return die(kind, LOWEST[kind] + HIGHEST[kind] - face_of(a_die))


def _step(space: int, arrow: int) -> int:
    line, column = divmod(space, 3)
    if arrow == GOOD:
        line -= 1
    elif arrow == EVIL:
        line += 1
    elif arrow == LAWFUL:
        column -= 1
    else:
        column += 1
    return line * 3 + column if 0 <= line < 3 and 0 <= column < 3 else -1


STEP_TO: Final[list[list[int]]] = [
    [_step(space, arrow) for space in range(9)] for arrow in range(4)
]
"""STEP_TO[arrow][space]: where the token goes, or -1 off the grid."""
