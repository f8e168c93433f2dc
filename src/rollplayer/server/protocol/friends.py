"""What HTTP carries about others: people one has played with, friends, invitations, blocks and reports."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.persons import Portrait

Handle: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{20}$(?!\n)")]
"""Stands for one person, in the eyes of one other."""
Relation: TypeAlias = Literal["friend", "asked", "asks", "played", "blocked"]
Invited: TypeAlias = Literal["open", "accepted", "declined", "withdrawn"]
GameId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
Reason: TypeAlias = Literal["insult", "spam", "cheating", "name", "other"]
REPORT_LIMIT: Final = 1000


class ToPerson(b.Body):
    to: Handle


class AnswerRequest(b.Body):
    """Whether one wants to be friends with whoever has asked."""

    to: Handle
    accept: bool


class BlockPerson(b.Body):
    to: Handle
    blocked: bool


class AnswerInvitation(b.Body):
    """``accept``: sit down at the table."""

    game: GameId
    accept: bool


class ReportSeat(b.Body):
    """``seat``: None for a host without one. ``block``: hear nothing of that person any more, either."""

    seat: Annotated[int, Meta(ge=0, lt=m.MOST_SEATS)] | None
    reason: Reason
    text: Annotated[str, Meta(max_length=REPORT_LIMIT)] = ""
    block: bool = False


class Acquaintance(Struct, kw_only=True):
    """``played``: when the last game with both began; ``invited``: to the game that was asked about."""

    handle: Handle
    name: str
    portrait: Portrait | None
    relation: Relation
    played: int | None
    games: int
    invited: Invited | None


class Invitation(Struct, kw_only=True):
    """``name`` and ``portrait`` are those of whoever has invited one."""

    game: str
    title: str
    players: int
    open_seats: int
    name: str
    portrait: Portrait | None
    at: int


class Friends(Struct, kw_only=True):
    """``warning``: what an operator wants one to read."""

    people: list[Acquaintance]
    invitations: list[Invitation]
    warning: str | None
