"""What HTTP carries about notices: where a person gets them, and when."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from rollplayer.server.protocol import bodies as b

Address: TypeAlias = Annotated[str, Meta(min_length=3, max_length=2000)]
Minute: TypeAlias = Annotated[int, Meta(ge=0, le=24 * 60 - 1)]
ChannelId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
Code: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]


class PushKeys(b.Body):
    """What a browser's subscription can be encrypted for."""

    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class AddChannel(b.Body):
    """Where to tell of turns; ``keys`` with push alone."""

    kind: Literal["push", "email", "webhook", "discord", "slack"]
    address: Address
    keys: PushKeys | None = None
    digest: bool = False


class AddWebhook(b.Body):
    """Where a game tells of everybody's turns."""

    kind: Literal["webhook", "discord", "slack"]
    address: Address


class ChangeChannel(b.Body):
    """``digest``: once a day instead of every turn."""

    id: ChannelId
    digest: bool


class RemoveChannel(b.Body):
    id: ChannelId


class ChangeTimes(b.Body):
    """Minutes of a day in a time zone; quiet hours from a minute to itself are none."""

    zone: Annotated[str, Meta(min_length=1, max_length=60)] | UnsetType = UNSET
    quiet_from: Minute | UnsetType = UNSET
    quiet_to: Minute | UnsetType = UNSET
    digest_at: Minute | UnsetType = UNSET


class ChangeGame(b.Body):
    """Whether to tell of one's own turns in a game; without ``told`` nothing is changed."""

    id: Annotated[str, Meta(min_length=1, max_length=20)]
    told: bool | UnsetType = UNSET


class MailCode(b.Body):
    """What a link in a mail has proved itself with."""

    code: Code


class Channel(Struct, kw_only=True):
    id: str
    kind: str
    address: str
    """Of a webhook and of a browser the server alone: what follows is a secret."""
    digest: bool
    created: int
    confirmed: bool
    this: bool
    """Whether it is the browser that asks."""


class NoticeTimes(Struct, kw_only=True):
    zone: str
    quiet_from: int
    quiet_to: int
    digest_at: int


class Notices(Struct, kw_only=True):
    """Where a person gets notices of turns, and when."""

    channels: list[Channel]
    times: NoticeTimes


class GameNotices(Struct, kw_only=True):
    """Whether a person gets notices of their turns in a game, and in how many places."""

    told: bool
    channels: int


class GameWebhooks(Struct, kw_only=True):
    channels: list[Channel]


class MailAnswer(Struct, kw_only=True):
    """The mailbox that a link in a mail was about."""

    address: str
