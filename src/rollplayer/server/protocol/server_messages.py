"""What the server says on the websocket; what lies in these messages is in ``payloads``."""

from typing import Any, Literal, NotRequired, TypedDict

from rollplayer.server.protocol import payloads as p
from rollplayer.server.protocol.orders import Row
from rollplayer.server.protocol.times import Clock


class Heading(TypedDict):
    """The versions before and after an update, and the log in between."""

    since: int | None
    version: int
    entries: list[p.Entry]
    entries_from: int


class TableState(TypedDict):
    """The table as those on certain seats may know it."""

    over: bool
    view: p.View | None
    pending: p.Pending | None
    seats: dict[str, p.SeatPart]
    last_call: p.LastCall | None
    opening: NotRequired[p.Hold | None]
    hold: NotRequired[p.Hold | None]
    turn_end: NotRequired[p.TurnEnd | None]
    waits: NotRequired[dict[str, int]]
    vote: p.VoteState | None
    clock: Clock | None
    result: p.Result | None


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


class ChatMessage(p.ChatLine):
    type: Literal["chat"]


class Pong(TypedDict):
    type: Literal["pong"]
    command: str
    time: int


EarlierEntries = TypedDict(
    "EarlierEntries",
    {"type": Literal["entries"], "command": str, "from": int, "entries": list[p.Entry]},
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
