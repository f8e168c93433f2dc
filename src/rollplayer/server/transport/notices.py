"""Where a person, or a whole table, gets notices of turns, and when."""

import re
from typing import Final
from urllib.parse import urlsplit

from msgspec import UNSET
from msgspec.structs import asdict
from starlette.responses import Response

from rollplayer.server.common.destinations import Forbidden
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import new_id, now
from rollplayer.server.notices.deliverer import Deliverer
from rollplayer.server.notices.push import BadSubscription, check_keys
from rollplayer.server.notices.senders import EMAIL, PUSH, channel_named
from rollplayer.server.notices.times import zone_of
from rollplayer.server.protocol import notices as n
from rollplayer.server.protocol import persons as p
from rollplayer.server.rooms.services import needed
from rollplayer.server.storage.outbox import ChannelRow, Outbox, TooManyChannels
from rollplayer.server.storage.persons import DeviceRow
from rollplayer.server.transport.api import find
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.persons import persons_of, private, signed_in
from rollplayer.server.transport.requests import ApiRequest

MAILBOX: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z0-9-]{2,63}"
)


def deliverer_of(context: ApiContext) -> Deliverer:
    return needed(context.deliverer, "notices")


def outbox_of(context: ApiContext) -> Outbox:
    return deliverer_of(context).outbox


def site_of(request: ApiRequest) -> str:
    """Where the browser that asks has this server; its name has been checked."""
    url = request.raw.url
    return f"{url.scheme}://{url.netloc}"


def shown(channel: ChannelRow, device: str | None = None) -> n.Channel:
    address = channel.address
    if channel.kind != EMAIL:
        address = urlsplit(address).netloc
    return n.Channel(
        id=channel.id,
        kind=channel.kind,
        address=address,
        digest=channel.digest,
        created=channel.created,
        confirmed=channel.confirmed is not None,
        this=device is not None and channel.device == device,
    )


async def told(context: ApiContext, device: DeviceRow) -> n.Notices:
    outbox = outbox_of(context)
    times = await outbox.times(device.person)
    return n.Notices(
        channels=[shown(each, device.id) for each in await outbox.channels(person=device.person)],
        times=n.NoticeTimes(
            zone=times.zone,
            quiet_from=times.quiet_from,
            quiet_to=times.quiet_to,
            digest_at=times.digest_at,
        ),
    )


async def get_notices(context: ApiContext, request: ApiRequest) -> Response:
    return private(request, await told(context, await signed_in(context, request)))


async def add_channel(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: n.AddChannel = request.body
    check_address(context, body.kind, body.address)
    keys = None
    if body.kind == PUSH:
        keys = checked_keys(body.keys)
    elif body.kind == EMAIL:
        await context.mails.take(device.person, "too-many-mails")
        await context.mailboxes.take(mailbox_in(body.address), "too-many-mails")
    channel = ChannelRow(
        id=new_id(),
        person=device.person,
        game=None,
        device=device.id if body.kind == PUSH else None,
        kind=body.kind,
        address=body.address,
        keys=keys,
        site=site_of(request),
        digest=body.digest,
        created=now(),
        confirmed=None if body.kind == EMAIL else now(),
    )
    await add(context, channel)
    return private(request, await told(context, device), 201)


async def add(context: ApiContext, channel: ChannelRow) -> None:
    try:
        await outbox_of(context).add(channel)
    except TooManyChannels as error:
        raise Refused("too-many-channels") from error
    deliverer_of(context).wake.set()


def check_address(context: ApiContext, kind: str, address: str) -> None:
    """Refused if nothing could go there. What its name stands for is looked up when something does."""
    senders = deliverer_of(context).senders
    if kind == PUSH and senders.vapid is None:
        raise Refused("not-offered")
    if kind == EMAIL:
        if not senders.has_mail:
            raise Refused("not-offered")
        if not MAILBOX.fullmatch(address):
            raise Refused("bad-address", reason="name@example.org")
        return
    try:
        senders.outgoing.check(address)
    except Forbidden as error:
        raise Refused("bad-address", reason=str(error)) from error


def mailbox_in(address: str) -> str:
    """Where mails to an address end up: most servers give somebody all that is before a plus.

    >>> mailbox_in("Ada+dice@Example.org")
    'ada@example.org'
    """
    name, _, server = address.lower().partition("@")
    return f"{name.partition('+')[0]}@{server}"


def checked_keys(keys: n.PushKeys | None) -> dict[str, str]:
    if keys is None:
        raise Refused("malformed", reason="a subscription has keys")
    try:
        check_keys(keys.p256dh, keys.auth)
    except BadSubscription as error:
        raise Refused("malformed", reason=str(error)) from error
    return {"p256dh": keys.p256dh, "auth": keys.auth}


async def own_channel(context: ApiContext, device: DeviceRow, id: str) -> ChannelRow:
    channel = await outbox_of(context).channel(id)
    if channel is None or channel.person != device.person:
        raise Refused("not-found", what=id)
    return channel


async def change_channel(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: n.ChangeChannel = request.body
    channel = await own_channel(context, device, body.id)
    await outbox_of(context).set_digest(channel.id, digest=body.digest)
    return private(request, await told(context, device))


async def remove_channel(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: n.RemoveChannel = request.body
    channel = await own_channel(context, device, body.id)
    await outbox_of(context).remove(channel.id)
    return private(request, await told(context, device))


async def change_times(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: n.ChangeTimes = request.body
    changes = {name: value for name, value in asdict(body).items() if value is not UNSET}
    if body.zone is not UNSET and zone_of(str(body.zone)) is None:
        raise Refused("bad-zone", zone=body.zone)
    await outbox_of(context).change_times(device.person, changes)
    deliverer_of(context).wake.set()
    return private(request, await told(context, device))


async def change_game(context: ApiContext, request: ApiRequest) -> Response:
    """Notices of their own turns in one game: wherever they get any, or not at all."""
    device = await signed_in(context, request)
    body: n.ChangeGame = request.body
    persons = persons_of(context)
    if isinstance(body.told, bool):
        await persons.tell(device.person, body.id, told=body.told)
    told = await persons.is_told(device.person, body.id)
    if told is None:
        raise Refused("not-found", what=body.id)
    channels = await outbox_of(context).channels(person=device.person)
    return private(request, n.GameNotices(told=told, channels=len(channels)))


# -- links in mails ---------------------------------------------------------------------------------


async def confirm_mail(context: ApiContext, request: ApiRequest) -> Response:
    """Whoever has the link has the mailbox; on which device it is opened does not matter."""
    channel = await mailbox_of(context, "confirm", request.body.code)
    await outbox_of(context).confirm(channel.id)
    return private(request, n.MailAnswer(address=channel.address))


async def stop_mail(context: ApiContext, request: ApiRequest) -> Response:
    channel = await mailbox_of(context, "stop", request.body.code)
    await outbox_of(context).remove(channel.id)
    return private(request, n.MailAnswer(address=channel.address))


async def stop_mail_at_once(context: ApiContext, request: ApiRequest) -> Response:
    """What a mail program asks for when somebody presses its button (RFC 8058)."""
    channel = await mailbox_of(context, "stop", request.query["code"] or "")
    await outbox_of(context).remove(channel.id)
    return private(request, p.Done())


async def mailbox_of(context: ApiContext, purpose: str, code: str) -> ChannelRow:
    id = channel_named(deliverer_of(context).senders.secret, purpose, code)
    channel = None if id is None else await outbox_of(context).channel(id)
    if channel is None:
        raise Refused("spent-code")
    return channel


# -- webhooks of a game -----------------------------------------------------------------------------


async def hosted_game(context: ApiContext, request: ApiRequest) -> str:
    room, _ = await find(context, request, "webhooks")
    return room.row.id


async def webhooks(context: ApiContext, game: str) -> n.GameWebhooks:
    return n.GameWebhooks(
        channels=[shown(each) for each in await outbox_of(context).channels(game=game)]
    )


async def get_webhooks(context: ApiContext, request: ApiRequest) -> Response:
    return private(request, await webhooks(context, await hosted_game(context, request)))


async def add_webhook(context: ApiContext, request: ApiRequest) -> Response:
    game = await hosted_game(context, request)
    body: n.AddWebhook = request.body
    check_address(context, body.kind, body.address)
    at = now()
    site = site_of(request)
    await add(
        context,
        ChannelRow(new_id(), None, game, None, body.kind, body.address, None, site, False, at, at),
    )
    return private(request, await webhooks(context, game), 201)


async def remove_webhook(context: ApiContext, request: ApiRequest) -> Response:
    game = await hosted_game(context, request)
    body: n.RemoveChannel = request.body
    channel = await outbox_of(context).channel(body.id)
    if channel is None or channel.game != game:
        raise Refused("not-found", what=body.id)
    await outbox_of(context).remove(channel.id)
    return private(request, await webhooks(context, game))
