"""A person without a password: made, recovered, brought to another device, signed out, deleted.

A device proves who it is by a secret that it has made for itself and sends as ``Authorization: Bearer``.
Nothing here tells whether somebody exists who has not proved to be them.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from starlette.responses import Response

from rollplayer.names import clean
from rollplayer.server.common.problems import Refused, texts_of
from rollplayer.server.common.sentences import new_sentence, read_sentence, sentence_hash
from rollplayer.server.common.tokens import Hashes, new_id, now, token_hash
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol import persons as p
from rollplayer.server.rooms.farewells import leave_everything
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.services import needed
from rollplayer.server.storage.persons import DeviceRow, PersonRow, Persons, TooManyDevices
from rollplayer.server.storage.shared import SIGNED_OUT
from rollplayer.server.storage.store import AlreadyThere, NotSaved
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.known_persons import learn_claims
from rollplayer.server.transport.requests import ApiRequest, address_of
from rollplayer.server.transport.responses import reply
from rollplayer.server.transport.sockets import Socket

DEVICE_NAME: Final = 60


def persons_of(context: ApiContext) -> Persons:
    return needed(context.services.persons, "persons")


def private(request: ApiRequest, plain: Any, status: int = 200) -> Response:
    """What only its reader may have: no cache keeps it."""
    response = reply(request, plain, status)
    response.headers["cache-control"] = "no-store"
    return response


async def signed_in(
    context: ApiContext, request: ApiRequest, *, barred_too: bool = False
) -> DeviceRow:
    """The device that asks; Refused if it is nobody's, or if an operator has barred its person."""
    device = None
    if len(request.hashes) == 1:
        (digest,) = request.hashes
        device = await persons_of(context).device(digest)
    if device is None:
        raise Refused("not-signed-in")
    reports = context.services.reports
    if not barred_too and reports is not None:
        if (await reports.sanction(device.person)).barred is not None:
            raise Refused("barred")
    with suppress(NotSaved):
        await persons_of(context).note_seen(device)
    return device


async def person_of(context: ApiContext, device: DeviceRow) -> PersonRow:
    person = await persons_of(context).get(device.person)
    if person is None:
        raise Refused("not-signed-in")
    return person


def portrait_of(plain: dict[str, str] | None) -> p.Portrait | None:
    return None if plain is None else msgspec.convert(plain, p.Portrait)


async def note_claims(
    context: ApiContext, person: str, claims: Sequence[tuple[str, bytes, int | None]]
) -> None:
    """Note tokens as somebody's, with what follows: whether they may speak, and their notices."""
    await persons_of(context).claim(person, claims)
    await learn_claims(context, person)


async def told(context: ApiContext, device: DeviceRow) -> p.Person:
    """The person of a device, as it is sent to that device."""
    person = await person_of(context, device)
    link = await context.links.of(person.id)
    return p.Person(
        id=person.id,
        name=person.name,
        language=person.language,
        portrait=portrait_of(person.portrait),
        created=person.created,
        noted=person.noted,
        devices=[
            p.Device(
                id=each.id,
                name=each.name,
                created=each.created,
                seen=each.seen,
                this=each.id == device.id,
            )
            for each in await persons_of(context).devices(person.id)
        ],
        link=None
        if link is None
        else p.OpenLink(
            expires=link.expires,
            number=link.number or None,
            device=link.device if link.number else None,
        ),
    )


async def arrive(context: ApiContext, request: ApiRequest) -> None:
    """Count somebody who comes without being known; raises Refused above the limit."""
    await context.arrivals.take(address_of(request.raw), "too-many-persons")


async def hashed(context: ApiContext, request: ApiRequest, words: list[str]) -> bytes:
    """The hash of a sentence, for somebody whom `arrive` has counted."""
    address = address_of(request.raw)
    salt = await persons_of(context).salt()
    try:
        async with context.sentences.turn(address):
            return await asyncio.to_thread(sentence_hash, words, salt)
    except Refused:
        # Too many wait: somebody who is sent away has had no try.
        await context.arrivals.give_back(address)
        raise


def new_device(context: ApiContext, person: str, digest: bytes, name: str) -> DeviceRow:
    context.lobby.signed_out.hashes.pop(digest, None)
    at = now()
    return DeviceRow(new_id(), person, digest, clean(name, DEVICE_NAME), at, at)


# -- becoming somebody ------------------------------------------------------------------------------


async def make_person(context: ApiContext, request: ApiRequest) -> Response:
    """Resent with the same secret it is the same person, with a new sentence: the first was not heard."""
    await arrive(context, request)
    body: p.MakePerson = request.body
    persons, digest, sentence = persons_of(context), token_hash(body.secret), new_sentence()
    kept = await hashed(context, request, sentence)
    device = await persons.device(digest)
    if device is None:
        at = now()
        name = clean(body.name, m.NAME_LIMIT) or texts_of(body.language).t("hero.name", number=1)
        person = PersonRow(new_id(), name, body.language, None, at, at, kept)
        device = new_device(context, person.id, digest, body.device)
        try:
            await persons.add(person, device)
        except AlreadyThere as error:
            # Sent twice at the same time.
            raise Refused("busy", seconds=1) from error
    elif (await person_of(context, device)).noted:
        raise Refused("forbidden")
    else:
        await persons.new_sentence(device, kept)
    made = p.MadePerson(person=await told(context, device), sentence=sentence)
    return private(request, made, 201)


async def recover_person(context: ApiContext, request: ApiRequest) -> Response:
    await arrive(context, request)
    body: p.Recover = request.body
    persons = persons_of(context)
    kept = await hashed(context, request, read_sentence(body.sentence))
    person = await persons.by_sentence(kept)
    if person is None:
        raise Refused("wrong-sentence")
    device = await join_person(context, person.id, token_hash(body.secret), body.device)
    return private(request, await told(context, device), 201)


async def join_person(
    context: ApiContext, person: str, digest: bytes, name: str, by: DeviceRow | None = None
) -> DeviceRow:
    """Another device for a person, let in by one of theirs; the same one, if it is theirs already."""
    persons = persons_of(context)
    known = await persons.device(digest)
    if known is not None and known.person == person:
        return known
    device = new_device(context, person, digest, name)
    try:
        await persons.add_device(device, by)
    except TooManyDevices as error:
        raise Refused("too-many-devices") from error
    except AlreadyThere as error:
        # The person is gone, or another's device has this secret.
        raise Refused("not-signed-in") from error
    return device


# -- oneself ----------------------------------------------------------------------------------------


async def get_person(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request, barred_too=True)
    return private(request, await told(context, device))


async def change_person(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: p.ChangePerson = request.body
    changes: dict[str, Any] = {}
    if isinstance(body.name, str):
        reports = context.services.reports
        if reports is not None and (await reports.sanction(device.person)).muted is not None:
            # Others read it on the ladder and among the people they have met.
            raise Refused("person-muted")
        changes["name"] = clean(body.name, m.NAME_LIMIT)
        if not changes["name"]:
            raise Refused("bad-name")
    if isinstance(body.language, str):
        changes["language"] = body.language
    if isinstance(body.portrait, p.Portrait):
        changes["portrait"] = msgspec.to_builtins(body.portrait)
    elif body.portrait is None:
        changes["portrait"] = None
    if isinstance(body.noted, bool):
        changes["noted"] = int(body.noted)
    await persons_of(context).change(device.person, **changes)
    return private(request, await told(context, device))


async def renew_sentence(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    # It takes as much work as coming back.
    await arrive(context, request)
    sentence = new_sentence()
    kept = await hashed(context, request, sentence)
    await persons_of(context).new_sentence(device, kept)
    return private(request, p.NewSentence(sentence=sentence))


# -- devices ----------------------------------------------------------------------------------------


async def make_link(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    code, link = await context.links.make(device.person)
    return private(request, p.NewLink(code=code, expires=link.expires))


async def redeem_link(context: ApiContext, request: ApiRequest) -> Response:
    """The device waits from here on; it is signed in once the other one has said so."""
    await arrive(context, request)
    body: p.RedeemLink = request.body
    name = clean(body.device, DEVICE_NAME)
    link = await context.links.redeem(body.code, token_hash(body.secret), name)
    return private(request, p.Redeemed(number=link.number, expires=link.expires))


async def confirm_link(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: p.ConfirmLink = request.body
    link = await context.links.confirm(device.person, body.number)
    if body.accept and link.secret is not None:
        await join_person(context, device.person, link.secret, link.device, by=device)
    return private(request, await told(context, device))


async def sign_out(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request, barred_too=True)
    body: p.SignOut = request.body
    persons = persons_of(context)
    ids = body.devices
    if ids is None:
        ids = [each.id for each in await persons.devices(device.person) if each.id != device.id]
    # A link that was made before, by whomever, lets nobody in afterwards.
    await context.links.forget(device.person)
    gone = await persons.remove_devices(device.person, ids)
    turn_away(context, gone)
    await context.services.shared.announce(SIGNED_OUT)
    return private(request, p.SignedOut(devices=len(gone)))


def turn_away(context: ApiContext, gone: Hashes) -> None:
    """Devices that were signed out hear nothing more, also on sockets that are open."""
    context.lobby.signed_out.note(gone)
    sign_out_where(context.lobby, lambda socket: bool(socket.devices & gone))


async def sign_out_gone(lobby: Lobby, persons: Persons) -> None:
    """Sign out whom another process has signed out, or barred."""
    await persons.look_up_sanctions()
    rooms = lobby.heard_rooms()
    sockets = [each for room in rooms for each in room.listeners if isinstance(each, Socket)]
    devices: Hashes = frozenset().union(*(each.devices for each in sockets))
    gone = await persons.gone(devices) if devices else devices
    lobby.signed_out.note(gone)
    shut_out = gone | persons.barred
    sign_out_where(lobby, lambda each: bool((each.devices | each.hashes) & shut_out))


def sign_out_where(lobby: Lobby, is_meant: Callable[[Socket], bool]) -> None:
    """Some sockets, at whatever table, hear nothing more, and the others there see them go."""
    for room in lobby.heard_rooms():
        meant = [each for each in room.listeners if isinstance(each, Socket) and is_meant(each)]
        for socket in meant:
            socket.sign_out()
        if meant:
            room.touch()
            room.tell_room()


# -- the end ----------------------------------------------------------------------------------------


async def delete_person(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request, barred_too=True)
    persons = persons_of(context)
    devices = frozenset(each.digest for each in await persons.devices(device.person))
    await context.links.forget(device.person)
    await leave_everything(context.lobby, persons, device.person)
    turn_away(context, devices)
    await context.services.shared.announce(SIGNED_OUT)
    return private(request, p.Done())
