"""What HTTP carries about a person: somebody who wants to be known again, on every device."""

from typing import Annotated, Any, Final, Literal, TypeAlias, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType, field

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.notices import Notices
from rollplayer.server.protocol.own_games import OwnGame
from rollplayer.server.protocol.own_rating import OwnRating

Secret: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$(?!\n)")]
"""256 bits that a device has made for itself; the server keeps their hash alone."""
DeviceName: TypeAlias = Annotated[str, Meta(max_length=200)]
Language: TypeAlias = Literal["en", "de", "fr"]
Piece: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$(?!\n)")]
MOST_SIGNED_OUT: Final = 50


class Portrait(b.Body):
    """Whose face stands for a person."""

    race: Piece
    side: Literal["male", "female"]
    cls: Piece | None = field(default=None, name="class")


class MakePerson(b.Body):
    secret: Secret
    name: m.Name = ""
    language: Language = "en"
    device: DeviceName = ""


class Recover(b.Body):
    sentence: Annotated[str, Meta(max_length=400)]
    secret: Secret
    device: DeviceName = ""


class ChangePerson(b.Body):
    """What is given is changed. ``noted``: the recovery sentence has been written down."""

    name: m.Name | UnsetType = UNSET
    language: Language | UnsetType = UNSET
    portrait: Portrait | UnsetType | None = UNSET
    noted: bool | UnsetType = UNSET


class RedeemLink(b.Body):
    code: Secret
    secret: Secret
    device: DeviceName = ""


class ConfirmLink(b.Body):
    """Whether the device that shows this number is one's own."""

    number: Annotated[str, Meta(pattern=r"^[0-9]{4}$(?!\n)")]
    accept: bool


class SignOut(b.Body):
    """Some devices by their ids; without, all but this one."""

    devices: (
        Annotated[
            list[Annotated[str, Meta(max_length=20)]],
            Meta(min_length=1, max_length=MOST_SIGNED_OUT),
        ]
        | None
    ) = None


class ArchiveGame(b.Body):
    id: Annotated[str, Meta(min_length=1, max_length=20)]
    archived: bool


class ForgetGame(b.Body):
    """What the person leaves behind in this game goes; the game stays for the others."""

    id: Annotated[str, Meta(min_length=1, max_length=20)]


class DeletePerson(b.Body):
    """The word is asked for so that nobody does it by mistake."""

    delete: Literal["everything"]


class Device(Struct, kw_only=True):
    id: str
    name: str
    created: int
    seen: int
    this: bool


class OpenLink(Struct, kw_only=True):
    """A link for another device; ``number`` and ``device`` once one has come with it."""

    expires: int
    number: str | None
    device: str | None


class Person(Struct, kw_only=True):
    """What somebody, and nobody else, is shown of themselves."""

    id: str
    name: str
    language: str
    portrait: Portrait | None
    created: int
    noted: bool
    devices: list[Device]
    link: OpenLink | None


class Passkey(Struct, kw_only=True):
    id: str
    name: str
    created: int
    used: int | None
    doubted: bool
    """It has counted backwards: there may be a copy, and it opens nothing any more."""


class MadePerson(Struct, kw_only=True):
    person: Person
    sentence: list[str]


class NewSentence(Struct, kw_only=True):
    sentence: list[str]


class NewLink(Struct, kw_only=True):
    code: str
    expires: int


class Redeemed(Struct, kw_only=True):
    """The other device shows the same number and asks whether it is this one."""

    number: str
    expires: int


class SignedOut(Struct, kw_only=True):
    devices: int


class Claimed(Struct, kw_only=True):
    """``unknown`` are the games that these tokens do not open, or that are no longer here."""

    claimed: list[str]
    unknown: list[str]


class PersonGames(Struct, kw_only=True):
    """A page of the games that were ``found``; ``next`` asks for the page after it."""

    games: list[OwnGame]
    found: int
    next: str | None


class GameNews(Struct, kw_only=True):
    """What others have done at a table since the person looked, the latest last."""

    moves: int
    lines: list[str]


class Done(Struct, kw_only=True):
    """Nothing more to say."""


class ExportedGame(TypedDict):
    id: str
    title: str
    status: str
    created: int
    finished: int | None
    claimed: int
    archived: bool
    looked: dict[str, int] | None
    told: bool
    host: bool
    seats: list[dict[str, Any]]
    result: dict[str, Any] | None
    chat: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    orders: list[dict[str, Any]]


class ExportedFriends(TypedDict):
    """What somebody did with others: each list as the store has it."""

    friends: list[dict[str, Any]]
    blocked: list[dict[str, Any]]
    invitations: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    sanctions: list[dict[str, Any]]


class Exported(Struct, kw_only=True):
    """Everything the server knows about a person, except what only proves who they are."""

    exported: int
    person: Person
    seen: int
    games: list[ExportedGame]
    rating: OwnRating | None
    notices: Notices | None
    passkeys: list[Passkey]
    others: ExportedFriends
