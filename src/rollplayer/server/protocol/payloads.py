"""What lies in the server's messages: the table, what is asked, what has happened.

These are dictionaries at run time, built where they are sent. The browser client's types are
made from these (``tools/types.py``), and tests hold what is sent against them. The messages
themselves are in ``server_messages``, what concerns time is in ``times``.
A box says what it adds in the ``server`` of its folder.
"""

from functools import cache
from typing import Any, Literal, NotRequired, Required, TypeAlias, TypedDict

from rollplayer.expansions import EXPANSIONS
from rollplayer.server.protocol.orders import Clause, Ended, Row, Turn

Dice: TypeAlias = list[str]
Who: TypeAlias = int | Literal["chance"]
"""A seat, or chance."""


# -- the table --------------------------------------------------------------------------------------


class Goal(TypedDict):
    """An Attribute Goal: ``17``, ``16-17`` or ``14+``, and how a row stands to it.

    ``needs`` is the span that the open spaces must bring, null if they cannot; ``most`` is what they
    can bring.
    """

    score: int
    goal: str
    met: bool
    stars: int
    low: int
    high: int | None
    needs: tuple[int, int] | None
    most: int


class Standing(TypedDict):
    """What a hero would score now."""

    total: int
    lines: dict[str, int]
    goals: dict[Row, Goal]


class Sheet(TypedDict):
    """Dice by row, from the left."""

    str: Dice
    dex: Dice
    con: Dice
    int: Dice
    wis: Dice
    cha: Dice


Hero = TypedDict(
    "Hero",
    {
        "seat": int,
        "race": str | None,
        "side": str,
        "class": str | None,
        "alignment": str | None,
        "backstory": str | None,
        "token": str,
        "gold": int,
        "charisma": int,
        "sheet": Sheet,
        "hand": list[str],
        "cards": list[str],
        "exhausted": list[str],
        "standing": Standing,
    },
)
"""Everything that lies before one player; all of it is open."""


class InitiativeCard(TypedDict):
    number: int
    die: str | None
    gold: int
    taken_by: int | None


class View(TypedDict):
    """The table as everybody may see it."""

    phase: str
    round: int
    rounds: int
    start_player: int
    initiative: list[InitiativeCard]
    pool: list[str]
    market: list[str | None]
    discard_pile: list[str]
    discard_pile_open: bool
    trash: list[str]
    removed: list[str]
    bag: dict[str, int]
    aside: dict[str, int]
    deck: list[list[str]]
    heroes: list[Hero]


# -- what is asked ----------------------------------------------------------------------------------


class Pending(TypedDict):
    """The question the game waits on."""

    seat: Who
    question: str
    text: str
    explain: NotRequired[str]


class Option(TypedDict):
    """A legal answer; ``aside`` marks one that declines or puts off what most people want."""

    id: int
    notation: str
    text: str
    aside: NotRequired[bool]


class UndoState(TypedDict):
    """Whether a seat may undo its last answer, and why not.

    ``what`` is that answer in words; ``others``, how many answers of bots are undone with it.
    """

    can: bool
    reason: str | None
    text: str
    what: str
    others: int


class WhyNot(TypedDict, total=False):
    """Why a place cannot be chosen: a word that clients have a sentence for, with its numbers."""

    why: Required[str]
    n: int
    free: int
    short: int
    arrow: str
    row: Row


class Forecast(TypedDict):
    """What a seat can expect: odds and prices, from what it knows. Expansions fill it."""


class Seen(TypedDict):
    """Fields of the view where a seat knows more than others. Expansions fill it."""


class OrderState(TypedDict):
    """An order that a seat has left, or what became of it; ``clause`` is the one that has acted.

    ``ended`` is empty while it may still act; ``answers`` is what it has answered, in words.
    """

    id: str
    at: int
    turn: Turn
    clauses: list[Clause]
    clause: int | None
    ended: Ended
    answers: list[str]


class SeatPart(TypedDict):
    """What only this seat may know."""

    options: list[Option]
    interruptions: list[Option]
    undo: UndoState
    top_card: str | None
    prices: dict[str, int]
    why_not: dict[str, WhyNot]
    seen: Seen
    forecast: Forecast
    orders: NotRequired[list[OrderState]]


# -- what has happened ------------------------------------------------------------------------------


class GameEvent(TypedDict):
    """An event of the engine with a sentence for people; ``GET /content`` lists what else it has."""

    event: str
    text: str
    seat: NotRequired[int]


class Entry(TypedDict):
    """One entry of the log as somebody may know it; ``auto`` is a pass that nobody has made."""

    n: int
    at: int
    who: Who
    answer: NotRequired[str]
    text: NotRequired[str]
    events: NotRequired[list[GameEvent]]
    undo: NotRequired[int]
    agreed: NotRequired[list[int]]
    auto: NotRequired[bool]


class HeroResult(TypedDict):
    seat: int
    total: int
    lines: dict[str, int]


class Result(TypedDict):
    """How a game ended; with the seed once it is over."""

    heroes: list[HeroResult]
    winners: list[int]
    rank: str | None
    seed: NotRequired[str]


class LastCall(TypedDict):
    """Who may still interrupt, and how long they are waited for."""

    seats: list[int]
    until: int | None


class Hold(TypedDict):
    """Who holds the game, or is asked at an opening while others wait."""

    seat: int
    until: int


class TurnEnd(TypedDict):
    """Whose turn is to be confirmed before the game goes on, and until when others wait for it."""

    seat: int
    until: int | None


class VoteState(TypedDict):
    """A vote on an undo that goes beyond what one seat may do alone."""

    by: int
    entry: int
    answers: int
    agreed: list[int]
    waiting: list[int]
    until: int | None


class ChatLine(TypedDict):
    n: int
    at: int
    seat: int | None
    name: str
    text: str


class TableOptions(TypedDict):
    """What a game is played with, as its file names it."""

    players: int
    edition: str
    class_draft: str
    variants: list[str]
    expansions: NotRequired[list[str]]


# -- lessons ----------------------------------------------------------------------------------------


class LessonEntry(TypedDict):
    """What has happened since the step before."""

    n: int
    who: Who
    text: str
    events: list[GameEvent]
    answer: NotRequired[str]
    undo: NotRequired[int]
    auto: NotRequired[bool]


class LessonStep(TypedDict):
    """Where the game stands, what is explained, and the answer that is waited for."""

    caption: str
    text: str
    place: str
    view: View
    pending: Pending | None
    options: list[Option]
    prices: dict[str, int]
    why_not: dict[str, WhyNot]
    seen: Seen
    forecast: Forecast
    entries: list[LessonEntry]


# -- what boxes add ---------------------------------------------------------------------------------


@cache
def additions(payload: Any) -> list[Any]:
    """The fields that boxes add to one of the types above, each set as a type of its own."""
    modules = [EXPANSIONS.part(name, "server") for name in EXPANSIONS]
    return [
        added
        for module in modules
        if module is not None
        for base, added in module.ADDS.items()
        if base is payload
    ]
