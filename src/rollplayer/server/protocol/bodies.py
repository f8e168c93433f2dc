"""What HTTP carries: what clients post, checked when it is read, and what they get."""

from typing import Annotated, Any, Final, Literal, TypedDict

import msgspec
from msgspec import Meta, Struct

from rollplayer.server.protocol import payloads as p
from rollplayer.server.protocol.box_info import BoxInfo
from rollplayer.server.protocol.messages import (
    LONGEST_SECONDS,
    MOST_SEATS,
    Kind,
    Level,
    Name,
    Pace,
    Room,
    Seat,
)
from rollplayer.server.protocol.score_form import ScoreForm
from rollplayer.server.protocol.story import Story

SHORTEST_TURN: Final = 30
"""Seconds."""


class Body(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a client posts."""


class GameOptions(Body):
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = 2
    edition: Literal["second", "first"] = "second"
    class_draft: Literal["dice", "reverse", "forward"] = "dice"
    variants: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)] = []
    expansions: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)] = []


class SeatWish(Body):
    kind: Kind
    name: Name = ""
    level: Level | None = None


class TimeLimitWish(Body):
    """Seconds for each turn and, for those who need longer, in the bank of each seat for the whole game.

    ``downtime``: whether time counts in which the server does not run; ``stand_in``: the level of the bot that
    plays for whoever has no time left.
    """

    turn_seconds: Annotated[int, Meta(ge=SHORTEST_TURN, le=LONGEST_SECONDS)]
    bank_seconds: Annotated[int, Meta(ge=0, le=LONGEST_SECONDS)] = 0
    downtime: bool = False
    stand_in: Level | None = None


class CreateGame(Body):
    options: GameOptions = msgspec.field(default_factory=GameOptions)
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=MOST_SEATS)] | None = None
    title: Annotated[str, Meta(max_length=200)] = ""
    listed: bool = False
    watch: bool = True
    pace: Pace = "live"
    language: Literal["en", "de", "fr"] = "en"
    start: bool = False
    time_limit: TimeLimitWish | None = None
    rated: bool = False
    """Whether its result changes ratings; then only persons and bots sit there."""


class JoinGame(Body):
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    seat: Seat | None = None


class GiveSeat(Body):
    name: Name = ""


class Nothing(Body):
    """An empty object."""


class Rematch(Body):
    """``start``: begin at once, which only the host may, with nobody to wait for."""

    start: bool = False


class Created(Struct, kw_only=True):
    game: Room
    host: str
    seats: dict[str, str]


class Joined(Struct, kw_only=True):
    game: Room
    seat: int
    token: str


class Given(Struct, kw_only=True):
    seat: int
    token: str


class OneGame(Struct, kw_only=True):
    game: Room


class Games(Struct, kw_only=True):
    games: list[Room]


class FinishedGames(Struct, kw_only=True):
    games: list[Room]
    more: bool


class Step(Struct, kw_only=True):
    """One step of a replay; the first has neither ``who`` nor what they said."""

    n: int
    round: int
    phase: str
    changes: dict[str, Any]
    pending: p.Pending | None
    who: p.Who | None = None
    answer: str | None = None
    undo: int | None = None
    text: str | None = None
    auto: bool = False
    events: list[p.GameEvent] | None = None


class Replay(Struct, kw_only=True):
    header: dict[str, Any]
    seats: list[str]
    frames: list[Step]
    end: dict[str, Any] | None
    story: Story


class ScoreSheet(Struct, kw_only=True):
    heroes: list[dict[str, Any]]
    winners: list[str]
    rank: str | None


class Scored(Struct, kw_only=True):
    score: ScoreSheet
    warnings: list[str]


class Explained(Struct, kw_only=True):
    id: str
    name: str
    text: str


class ExplainedQuestion(Struct, kw_only=True):
    key: str
    question: str
    explain: str


class Rules(Struct, kw_only=True):
    language: str
    questions: list[ExplainedQuestion]
    phases: list[Explained]
    variants: list[Explained]
    terms: list[Explained]


class Content(Struct, kw_only=True):
    language: str
    edition: str
    expansions: list[str]
    hash: str
    facts: dict[str, dict[str, Any]]
    texts: dict[str, dict[str, dict[str, str]]]
    house: dict[str, list[str]]
    score: ScoreForm
    boxes: list[BoxInfo]
    messages: dict[str, str]
    verbs: list[dict[str, Any]]
    events: list[dict[str, Any]]


class Problem(Struct, kw_only=True):
    """An error as RFC 9457 has it."""

    title: str
    status: int
    code: str
    detail: str
    type: str = "about:blank"


class BotInfo(Struct, kw_only=True):
    """A level of bots, for people to choose."""

    level: str
    name: str
    character: str
    milliseconds: int


class ExpansionInfo(Struct, kw_only=True):
    """A box that a game may be played with."""

    id: str
    name: str
    text: str
    editions: list[str]
    variants: list[str]
    most_players: int
    content: str


class LessonInfo(Struct, kw_only=True):
    """A lesson that this server gives."""

    id: str
    icon: str
    title: str
    text: str


class Lesson(TypedDict):
    """A real solitaire game with fixed chance, step by step; ``next`` is best taken after it."""

    language: str
    id: str
    title: str
    expansions: list[str]
    seats: list[str]
    steps: list[p.LessonStep]
    end: p.Result | None
    next: LessonInfo | None


class PlayerRange(TypedDict):
    min: int
    max: int


class Limits(TypedDict):
    """Longest texts and messages in characters and bytes; times in seconds."""

    name: int
    chat: int
    entropy: int
    frame: int
    away_seconds: float
    last_call_seconds: float
    wait_seconds: float
    waits_per_round: int


class NoticeOffer(TypedDict):
    """How this server can tell people of their turns, besides webhooks."""

    push: str | None
    """The key that browsers subscribe with; null where the server cannot send push messages."""
    email: bool


class ServerInfo(Struct, kw_only=True):
    """What a server can do."""

    name: str
    version: str
    protocol: int
    rules: str
    content: dict[str, str]
    languages: list[str]
    editions: list[str]
    class_drafts: list[str]
    variants: list[str]
    expansions: list[ExpansionInfo]
    lessons: list[LessonInfo]
    players: PlayerRange
    paces: list[str]
    levels: list[str]
    default_level: str
    bots: list[BotInfo]
    limits: Limits
    docs: bool
    """Whether the documentation site is under /docs."""
    notices: NoticeOffer
    passkeys: bool
    """Whether people can come with a passkey."""
