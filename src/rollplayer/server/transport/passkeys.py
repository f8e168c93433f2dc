"""Passkeys of a person: made on a device that is signed in, and the way in on another.

Nothing here tells whether a passkey exists: one that never was, one that was removed and a wrong signature
read the same.
"""

import asyncio

from starlette.responses import Response

from rollplayer.names import clean
from rollplayer.server.common import passkeys as keys
from rollplayer.server.common.base64url import to_bytes, to_text
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import new_id, now, token_hash
from rollplayer.server.protocol import passkeys as k
from rollplayer.server.protocol import persons as p
from rollplayer.server.rooms.services import needed
from rollplayer.server.storage.passkeys import PasskeyRow, Passkeys, TooManyPasskeys
from rollplayer.server.storage.persons import DeviceRow
from rollplayer.server.storage.store import AlreadyThere
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.persons import (
    DEVICE_NAME,
    arrive,
    join_person,
    person_of,
    persons_of,
    private,
    signed_in,
    told,
)
from rollplayer.server.transport.requests import ApiRequest
from rollplayer.server.transport.security import DEFAULT_PORTS, is_address, site_of


def offered(context: ApiContext) -> bool:
    return context.services.passkeys is not None and keys.is_available()


def passkeys_of(context: ApiContext) -> Passkeys:
    return needed(context.services.passkeys, "passkeys")


def site_here(context: ApiContext, request: ApiRequest) -> keys.Site:
    """The site that passkeys belong to; Refused where there can be none."""
    url = request.raw.url
    site = site_of((context.settings.public_url or f"{url.scheme}://{url.netloc}").rstrip("/"))
    # A passkey belongs to a name; browsers make none for an address.
    if site is None or is_address(site[1]) or not offered(context):
        raise Refused("not-offered")
    scheme, name, port = site
    end = "" if port == DEFAULT_PORTS[scheme] else f":{port}"
    return keys.Site(f"{scheme}://{name}{end}", name)


async def listed(context: ApiContext, person: str) -> list[p.Passkey]:
    return [
        p.Passkey(
            id=each.id,
            name=each.name,
            created=each.created,
            used=each.used,
            doubted=each.doubted,
        )
        for each in await passkeys_of(context).of(person)
    ]


async def all_of(context: ApiContext, device: DeviceRow) -> k.Passkeys:
    return k.Passkeys(passkeys=await listed(context, device.person))


async def get_passkeys(context: ApiContext, request: ApiRequest) -> Response:
    return private(request, await all_of(context, await signed_in(context, request)))


async def ask_for_passkey(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    site = site_here(context, request)
    person = await person_of(context, device)
    known = await passkeys_of(context).of(person.id)
    wanted = k.PasskeyToMake(
        challenge=to_text(await context.challenges.make(site, person.id)),
        site=site.name,
        user=to_text(person.id.encode()),
        name=person.name,
        known=[to_text(each.credential) for each in known],
        algorithms=list(keys.ALGORITHMS),
    )
    return private(request, wanted)


async def add_passkey(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: k.AddPasskey = request.body
    try:
        client_data = to_bytes(body.client_data)
        challenge = keys.challenge_in(client_data)
        site = await context.challenges.take(challenge, device.person)
        attestation = to_bytes(body.attestation)
        made = await asyncio.to_thread(keys.read_new, site, challenge, client_data, attestation)
    except ValueError as error:
        raise Refused("wrong-passkey") from error
    name = clean(body.name, DEVICE_NAME)
    row = PasskeyRow(
        new_id(), device.person, made.credential, made.key, made.count, name, created=now()
    )
    try:
        await passkeys_of(context).add(row, device)
    except TooManyPasskeys as error:
        raise Refused("too-many-passkeys") from error
    except AlreadyThere as error:
        # It has an owner already; whose it is is not said.
        raise Refused("wrong-passkey") from error
    return private(request, await all_of(context, device), 201)


async def rename_passkey(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: k.RenamePasskey = request.body
    name = clean(body.name, DEVICE_NAME)
    if not await passkeys_of(context).rename(device.person, body.id, name):
        raise Refused("not-found", what=body.id)
    return private(request, await all_of(context, device))


async def remove_passkey(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: k.RemovePasskey = request.body
    if not await passkeys_of(context).remove(device.person, body.id):
        raise Refused("not-found", what=body.id)
    return private(request, await all_of(context, device))


# -- the way in -------------------------------------------------------------------------------------


async def ask_passkeys(context: ApiContext, request: ApiRequest) -> Response:
    """Which passkeys there are is not said: the browser knows the ones for this site."""
    await arrive(context, request)
    persons_of(context)
    site = site_here(context, request)
    challenge = to_text(await context.challenges.make(site))
    return private(request, k.PasskeyQuestion(challenge=challenge, site=site.name))


async def come_by_passkey(context: ApiContext, request: ApiRequest) -> Response:
    body: k.ComeByPasskey = request.body
    try:
        person = await signer(context, body)
    except ValueError as error:
        raise Refused("wrong-passkey") from error
    device = await join_person(context, person, token_hash(body.secret), body.device)
    return private(request, await told(context, device), 201)


async def signer(context: ApiContext, body: k.ComeByPasskey) -> str:
    """Whose passkey has signed what was asked; raises ValueError or Refused."""
    client_data = to_bytes(body.client_data)
    challenge = keys.challenge_in(client_data)
    site = await context.challenges.take(challenge)
    row = await passkeys_of(context).find(to_bytes(body.credential))
    if row is None or to_bytes(body.user) != row.person.encode():
        raise keys.NotVerified("nobody has it")
    count = await asyncio.to_thread(
        keys.signed_count,
        site,
        challenge,
        keys.Passkey(row.credential, row.key, row.count),
        client_data,
        to_bytes(body.authenticator_data),
        to_bytes(body.signature),
    )
    if not await passkeys_of(context).use(row.id, count):
        raise Refused("doubted-passkey")
    return row.person
