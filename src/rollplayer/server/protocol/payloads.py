"""What the server sends: the shape of every message of the websocket and of what lies in it.

These are dictionaries at run time, built where they are sent. The browser client's types are
made from these (``tools/types.py``), and tests hold what is sent against them.
A box says what it adds in the ``server`` of its folder.
"""

from functools import cache
from typing import Any, Literal, NotRequired, Required, TypeAlias, TypedDict

from rollplayer.expansions import EXPANSIONS
from rollplayer.server.protocol.orders import Clause, Row

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
    turn: Literal["dice", "market"]
    clauses: list[Clause]
    clause: int | None
    ended: Literal["", "done", "asked", "own", "undone", "revoked", "replaced"]
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


class TimeLimit(TypedDict):
    """What a table has agreed on time; with `downtime` it also counts while no server runs."""

    turn_seconds: int
    bank_seconds: int
    downtime: bool
    stand_in: str


class TimeLeft(TypedDict):
    """The milliseconds that a seat has left when this is sent: of its turn, then in its bank."""

    turn: int
    bank: int


class Break(TypedDict):
    """Nobody's time runs for ``left`` milliseconds; with a seat, only its time stands still: it is on vacation."""

    seat: int | None
    left: int


class BreakVoteState(TypedDict):
    """A seat asks for a break, or for a vacation of its own; 0 seconds: to end the break."""

    by: int
    seconds: int
    vacation: bool
    waiting: list[int]


class Overrun(TypedDict):
    """A seat whose time was up, the version then, and the time of day."""

    seat: int
    version: int
    at: int


class Times(TypedDict):
    """Whose time runs, what each seat has left, breaks, and whose time was up."""

    running: int | None
    left: list[TimeLeft]
    breaks: list[Break]
    vote: BreakVoteState | None
    overruns: list[Overrun]


class Clock(TypedDict):
    """The seat that thinks, since when, and how long each has thought so far; times if there is a limit."""

    seat: int | None
    since: int
    used: list[int]
    times: NotRequired[Times]


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


# -- messages ---------------------------------------------------------------------------------------


class Heading(TypedDict):
    """The versions before and after an update, and the log in between."""

    since: int | None
    version: int
    entries: list[Entry]
    entries_from: int


class TableState(TypedDict):
    """The table as those on certain seats may know it."""

    over: bool
    view: View | None
    pending: Pending | None
    seats: dict[str, SeatPart]
    last_call: LastCall | None
    opening: NotRequired[Hold | None]
    hold: NotRequired[Hold | None]
    turn_end: NotRequired[TurnEnd | None]
    waits: NotRequired[dict[str, int]]
    vote: VoteState | None
    clock: Clock | None
    result: Result | None


class Acknowledged(TypedDict):
    type: Literal["ack"]
    command: str
    entry: int | None
    version: int
    duplicate: bool


class WholeUpdate(Heading, TableState):
    type: Literal["update"]


Difference = TypedDict(
    "Difference",
    {"set": dict[str, Any], "drop": list[str], "in": dict[str, "Difference"]},
    total=False,
)
"""What makes a new object of an old one; or a new list, by place."""


class ChangedUpdate(Heading):
    type: Literal["difference"]
    changes: Difference
    ack: NotRequired[Acknowledged]


class Welcome(TypedDict):
    type: Literal["welcome"]
    protocol: int
    server: str
    game: str
    seats: list[int]
    host: bool
    language: str
    time: int


class Denied(TypedDict):
    type: Literal["refused"]
    command: str
    code: str
    text: str
    version: NotRequired[int]


class ChatMessage(ChatLine):
    type: Literal["chat"]


class Pong(TypedDict):
    type: Literal["pong"]
    command: str
    time: int


EarlierEntries = TypedDict(
    "EarlierEntries",
    {"type": Literal["entries"], "command": str, "from": int, "entries": list[Entry]},
)


class Hint(TypedDict):
    """What one answer promises: stars at the end, and what changes on the way there."""

    answer: str
    option: int
    stars: float
    behind: float
    way: list[str]
    goals: dict[Row, tuple[float, float]]
    lines: dict[str, float]
    market_pick: str | None
    gold: int
    rolls: bool
    text: str
    reason: str


class Hints(TypedDict):
    type: Literal["hint"]
    command: str
    seat: int
    version: int
    hints: list[Hint]


class Odds(TypedDict):
    """How likely a hero meets the goal of each row, from 0 to 1; nothing for a moment that has passed."""

    type: Literal["odds"]
    command: str
    seat: int
    version: int
    goals: dict[Row, float]


class Preview(TypedDict, total=False):
    """What one option changes for its hero before anything is rolled; what stays is left out."""

    gold: int
    charisma: int
    counts: dict[str, int]
    rows: dict[Row, tuple[int, int]]
    goals: dict[Row, bool]
    lines: dict[str, int]
    stars: int
    token: str
    token_stars: int
    rolls: bool
    odds: dict[Row, int]


class Previews(TypedDict):
    type: Literal["preview"]
    command: str
    seat: int
    version: int
    previews: dict[str, Preview]


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
