"""What travels over the websocket, checked when it is read; what HTTP carries is in ``bodies``.

The reader is strict: unknown fields, other types and values that cannot be are refused.
"""

from typing import Annotated, Final, Literal, TypeAlias, TypedDict

import msgspec
from msgspec import Meta, Struct

from rollplayer.chance import ENTROPY_LIMIT
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import most_players
from rollplayer.server.protocol import orders as o
from rollplayer.server.protocol import payloads as p
from rollplayer.server.protocol import server_messages as s
from rollplayer.server.protocol.times import TimeLimit

PROTOCOL: Final = 1
NAME_LIMIT: Final = 40
CHAT_LIMIT: Final = 300
TITLE_LIMIT: Final = 60
FRAME_LIMIT: Final = 4096
ENTRIES_LIMIT: Final = 200
LONGEST_SECONDS: Final = 30 * 24 * 3600
"""The longest turn, bank and break."""
MOST_PREVIEWS: Final = 64
"""The options that one message may ask about: those that a place on the table leads to."""
encode: Final = msgspec.json.Encoder().encode
"""Whatever is sent, as bytes."""
MOST_SEATS: Final = most_players(tuple(EXPANSIONS))

# "$" alone would let a line end follow.
Command: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)")]
AnyCommand: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,64}$(?!\n)")]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Language: TypeAlias = Literal["en", "de", "fr", "en-XA"]
Name: TypeAlias = Annotated[str, Meta(max_length=200)]
Level: TypeAlias = Annotated[str, Meta(max_length=40)]
Kind: TypeAlias = Literal["open", "human", "bot"]
Pace: TypeAlias = Literal["live", "turns"]
Status: TypeAlias = Literal["open", "running", "finished", "closed", "broken"]


# -- from the client --------------------------------------------------------------------------------


class Message(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Every message may carry a command, which comes back with its answer."""

    command: AnyCommand = ""


class Hello(Message, tag="hello"):
    protocol: Literal[1]
    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    since: Version | None = None
    language: Language = "en"
    differences: bool = False


class Answer(Message, tag="answer"):
    command: Command
    version: Version
    seat: Seat
    answer: Annotated[str, Meta(max_length=100)] | None = None
    option: Annotated[int, Meta(ge=0, le=1 << 32)] | None = None


class Interrupt(Message, tag="interrupt"):
    command: Command
    version: Version
    seat: Seat
    answer: Annotated[str, Meta(max_length=100)] | None = None
    option: Annotated[int, Meta(ge=0, le=1 << 32)] | None = None


class PassCall(Message, tag="pass-call"):
    version: Version
    seat: Seat


class AskWait(Message, tag="wait"):
    seat: Seat


class GoOn(Message, tag="go-on"):
    seat: Seat


class ChooseOpenings(Message, tag="openings"):
    seat: Seat
    when: Literal["new", "always", "never"]


class LeaveOrder(Message, tag="order"):
    """The command is the id of the order."""

    command: Command
    seat: Seat
    clauses: o.Clauses


class RevokeOrder(Message, tag="revoke"):
    seat: Seat
    order: Command


class ConfirmTurns(Message, tag="confirm-turns"):
    seat: Seat
    wanted: bool


class TurnDone(Message, tag="turn-done"):
    seat: Seat


class Undo(Message, tag="undo"):
    command: Command
    version: Version
    seat: Seat


class UndoAsk(Message, tag="undo-ask"):
    command: Command
    version: Version
    seat: Seat
    entry: Version | None = None


class UndoVote(Message, tag="undo-vote"):
    version: Version
    seat: Seat
    agree: bool


class BreakAsk(Message, tag="break-ask"):
    seat: Seat
    seconds: Annotated[int, Meta(ge=0, le=LONGEST_SECONDS)]
    vacation: bool = False


class BreakVote(Message, tag="break-vote"):
    seat: Seat
    agree: bool


class Chat(Message, tag="chat"):
    command: Command
    text: Annotated[str, Meta(min_length=1, max_length=2 * CHAT_LIMIT)]
    seat: Seat | None = None


class Rename(Message, tag="rename"):
    seat: Seat
    name: Name


class AddEntropy(Message, tag="entropy"):
    seat: Seat
    text: Annotated[str, Meta(max_length=2 * ENTROPY_LIMIT)]


class ChangeSeat(Message, tag="seat"):
    seat: Seat
    kind: Literal["open", "bot"]
    level: Level | None = None


class Start(Message, tag="start"):
    fill: Level | None = None


class GiveToBot(Message, tag="give-to-bot"):
    seat: Seat
    level: Level | None = None


class TakeBack(Message, tag="take-back"):
    seat: Seat


class Leave(Message, tag="leave"):
    seat: Seat


class ChangeLanguage(Message, tag="language"):
    language: Language


class AskEntries(Message, tag="entries"):
    to: Version
    from_: Version = msgspec.field(name="from")


class AskHint(Message, tag="hint"):
    version: Version
    seat: Seat


class AskOdds(Message, tag="odds"):
    version: Version
    seat: Seat


class AskPreview(Message, tag="preview"):
    version: Version
    seat: Seat
    options: Annotated[
        list[Annotated[int, Meta(ge=0, le=1 << 32)]], Meta(min_length=1, max_length=MOST_PREVIEWS)
    ]


class Ping(Message, tag="ping"):
    """``hidden``: nobody sees the table, because another tab is in front or the screen is off."""

    hidden: bool = False


FromClient: TypeAlias = (
    Hello
    | Answer
    | Interrupt
    | PassCall
    | AskWait
    | GoOn
    | ChooseOpenings
    | LeaveOrder
    | RevokeOrder
    | ConfirmTurns
    | TurnDone
    | Undo
    | UndoAsk
    | UndoVote
    | BreakAsk
    | BreakVote
    | Chat
    | Rename
    | AddEntropy
    | ChangeSeat
    | Start
    | GiveToBot
    | TakeBack
    | Leave
    | ChangeLanguage
    | AskEntries
    | AskHint
    | AskOdds
    | AskPreview
    | Ping
)

_reader: Final = msgspec.json.Decoder(FromClient)


def read_message(text: str) -> FromClient:
    """A message of a client; ValueError or RecursionError says what is wrong with it."""
    read: FromClient = _reader.decode(text)
    return read


# -- to the client ----------------------------------------------------------------------------------


class SeatInfo(Struct, kw_only=True):
    seat: int
    name: str
    kind: Kind
    level: str | None
    stand_in: str | None
    connected: bool
    away_since: int | None
    entropy: str


class Room(Struct, kw_only=True):
    """What everybody may know about a game, apart from the game itself."""

    id: str
    title: str
    status: Status
    reason: str
    options: p.TableOptions
    listed: bool
    watch: bool
    pace: Pace
    language: str
    rules: str
    content: str
    commitment: str
    created: int
    started: int | None
    finished: int | None
    version: int
    time_limit: TimeLimit | None
    rated: bool
    rematch: str | None
    seats: list[SeatInfo]
    watchers: int
    result: p.Result | None


class State(s.Heading, s.TableState):
    """All that somebody with certain tokens may know, and the log since a version."""

    type: Literal["state"]
    room: Room
    chat: list[p.ChatLine]


class RoomMessage(TypedDict):
    type: Literal["room"]
    room: Room


FromServer: TypeAlias = (
    s.Welcome
    | State
    | s.WholeUpdate
    | s.ChangedUpdate
    | RoomMessage
    | s.ChatMessage
    | s.Acknowledged
    | s.Denied
    | s.EarlierEntries
    | s.Hints
    | s.Odds
    | s.Previews
    | s.Pong
)
"""Whatever the websocket sends; ``type`` says which."""
