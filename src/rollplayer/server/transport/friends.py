"""People one has played with: friends, invitations to a table, blocks and reports.

Others are named by handles alone, which only their owner can use. Somebody who was blocked gets the answers
that they would get from somebody who does not react.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import msgspec
from starlette.responses import Response

from rollplayer.names import clean
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, now
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import friends as f
from rollplayer.server.protocol import persons as p
from rollplayer.server.rooms import permissions, requests
from rollplayer.server.rooms.services import needed
from rollplayer.server.rooms.updates import send_state
from rollplayer.server.storage import friends as known
from rollplayer.server.storage.friends import Acquaintance, Friends
from rollplayer.server.storage.invitations import (
    RECENTLY,
    Invitations,
    NotAvailable,
    NotWaiting,
    TooManyInvitations,
)
from rollplayer.server.storage.persons import DeviceRow
from rollplayer.server.storage.reports import Report, Reports
from rollplayer.server.storage.shared import HEARING
from rollplayer.server.storage.store import StoredGame
from rollplayer.server.transport.api import find
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.known_persons import is_welcome, person_asking
from rollplayer.server.transport.persons import (
    note_claims,
    person_of,
    persons_of,
    portrait_of,
    private,
    signed_in,
)
from rollplayer.server.transport.requests import ApiRequest, address_of
from rollplayer.server.transport.sockets import Socket

HOUR: Final = 3600


def friends_of(context: ApiContext) -> Friends:
    return needed(context.services.friends, "friends")


def invitations_of(context: ApiContext) -> Invitations:
    return needed(context.services.invitations, "invitations")


def reports_of(context: ApiContext) -> Reports:
    return needed(context.services.reports, "reports")


@contextmanager
def refusing() -> Iterator[None]:
    """What the store does not do between two persons becomes a refusal."""
    try:
        yield
    except known.TooManyFriends as error:
        raise Refused("too-many-friends", most=known.MOST_FRIENDS) from error
    except known.UnblockFirst as error:
        raise Refused("unblock-first") from error
    except known.NoRequest as error:
        raise Refused("no-request") from error
    except TooManyInvitations as error:
        raise Refused("too-many-invitations", seconds=HOUR) from error
    except NotAvailable as error:
        raise Refused("not-available") from error
    except NotWaiting as error:
        raise Refused("not-open") from error


async def told(context: ApiContext, device: DeviceRow, game: str = "") -> f.Friends:
    """Everybody whom the person of a device knows, and where they are wanted."""
    person = device.person
    people = await friends_of(context).people(person)
    answers = await invitations_of(context).written(game, person) if game else {}
    only_played = [each for each in people if each.relation == known.PLAYED]
    unlisted = {each.id for each in only_played[known.MOST_LISTED :]}
    return f.Friends(
        people=[
            f.Acquaintance(
                handle=each.handle,
                name=each.name,
                portrait=portrait_of(each.portrait),
                relation=msgspec.convert(each.relation, f.Relation),
                played=each.played,
                games=each.games,
                invited=msgspec.convert(answers.get(each.id), f.Invited | None),
            )
            for each in people
            if each.id not in unlisted
        ],
        invitations=await invited_to(context, person),
        warning=(await reports_of(context).sanction(person)).warning,
    )


async def invited_to(context: ApiContext, person: str) -> list[f.Invitation]:
    received = await invitations_of(context).received(person)
    glances = await context.services.store.glances([each.game for each in received])
    games = {stored.game.id: stored for stored in glances}
    return [
        f.Invitation(
            game=each.game,
            title=games[each.game].game.title,
            players=len(games[each.game].seats),
            open_seats=open_seats(games[each.game]),
            name=each.name,
            portrait=portrait_of(each.portrait),
            at=each.at,
        )
        for each in received
        if each.game in games
    ]


def open_seats(stored: StoredGame) -> int:
    return sum(seat.kind == "open" for seat in stored.seats)


async def named(context: ApiContext, device: DeviceRow, handle: str) -> Acquaintance:
    other = await friends_of(context).find(device.person, handle)
    if other is None:
        raise Refused("not-found", what=handle)
    return other


async def get_friends(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    return private(request, await told(context, device, request.query["game"] or ""))


async def ask_friend(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: f.ToPerson = request.body
    other = await named(context, device, body.to)
    await context.asks.take(device.person, "too-many-requests")
    with refusing():
        await friends_of(context).ask(device.person, other.id)
    return private(request, await told(context, device))


async def answer_request(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: f.AnswerRequest = request.body
    other = await named(context, device, body.to)
    with refusing():
        await friends_of(context).answer(device.person, other.id, accept=body.accept)
    return private(request, await told(context, device))


async def remove_friend(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: f.ToPerson = request.body
    other = await named(context, device, body.to)
    await friends_of(context).remove(device.person, other.id)
    return private(request, await told(context, device))


async def block_person(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: f.BlockPerson = request.body
    other = await named(context, device, body.to)
    await friends_of(context).block(device.person, other.id, blocked=body.blocked)
    await rehear(context, device.person)
    return private(request, await told(context, device))


async def rehear(context: ApiContext, person: str) -> None:
    """Sockets of a person hear from now on whom they want to hear, at whichever process they are."""
    await rehear_here(context, person)
    await context.services.shared.announce(HEARING, person)


async def rehear_here(context: ApiContext, person: str) -> None:
    """At this process; of everybody, if nobody is named."""
    persons = persons_of(context)
    devices: Hashes = frozenset(each.digest for each in await persons.devices(person))
    for room in context.lobby.heard_rooms():
        sockets = [each for each in room.listeners if isinstance(each, Socket) and each.devices]
        for socket in sockets:
            if person and not socket.devices & devices:
                continue
            socket.unheard = (await persons.bearing(room.row.id, socket.devices)).unheard
            with suppress(Refused):
                async with room.working():
                    send_state(room, socket, None)


async def read_warning(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request, barred_too=True)
    await reports_of(context).has_read(device.person)
    return private(request, p.Done())


# -- invitations ------------------------------------------------------------------------------------


async def invite(context: ApiContext, request: ApiRequest) -> Response:
    """Invite a friend, or somebody one has played with lately, to a table where one sits."""
    device = await signed_in(context, request)
    body: f.ToPerson = request.body
    room, _ = await find(context, request, "invite")
    other = await named(context, device, body.to)
    lately = other.played is not None and other.played > now() - RECENTLY
    if other.relation == known.BLOCKED:
        raise Refused("unblock-first")
    if other.relation != known.FRIEND and not lately:
        raise Refused("not-available")
    with refusing():
        await invitations_of(context).invite(room.row.id, device.person, other.id)
    if context.deliverer is not None:
        context.deliverer.wake.set()
    return private(request, await told(context, device, room.row.id))


async def answer_invitation(context: ApiContext, request: ApiRequest) -> Response:
    """Decline, or sit down: the seat is the person's at once, on all their devices."""
    device = await signed_in(context, request)
    body: f.AnswerInvitation = request.body
    invitations = invitations_of(context)
    wanted = "accepted" if body.accept else "declined"
    # The first answer counts, on whichever device it is given.
    if not await invitations.answer(body.game, device.person, wanted):
        raise Refused("no-invitation")
    if body.accept:
        try:
            await sit_down(context, request, device, body.game)
        except BaseException:
            await invitations.answer(body.game, device.person, None)
            raise
    return private(request, await told(context, device))


async def sit_down(context: ApiContext, request: ApiRequest, device: DeviceRow, game: str) -> None:
    """Take an open seat, unless one is held already, as in a rematch."""
    persons = persons_of(context)
    room = await context.lobby.get(game)
    held = (await persons.keyring(game, request.hashes)).get(device.digest, frozenset())
    if permissions.held_seats(room, held):
        return
    welcome = await is_welcome(context, request, room)
    name = (await person_of(context, device)).name
    joined = await requests.join(room, b.JoinGame(name=name), welcome=welcome)
    digest = room.seats[joined.seat].token_hash
    assert digest is not None
    await note_claims(context, device.person, [(game, digest, joined.seat)])


# -- reports ----------------------------------------------------------------------------------------


async def report(context: ApiContext, request: ApiRequest) -> Response:
    """Tell the operator about somebody at one's table; guests may, too."""
    body: f.ReportSeat = request.body
    room, _ = await find(context, request, "report")
    held = permissions.held_seats(room, request.hashes)
    if body.seat is not None and body.seat >= len(room.seats):
        raise Refused("not-found", what=f"seat {body.seat}")
    if body.seat in held:
        raise Refused("forbidden")
    await context.reports.take(address_of(request.raw), "too-many-reports")
    reporter = await person_asking(context, request)
    digest = room.token_on(body.seat)
    await reports_of(context).add(
        Report(
            game=room.row.id,
            seat=body.seat,
            name="" if body.seat is None else room.seats[body.seat].name,
            digest=digest,
            reporter=reporter,
            reporter_seat=held[0] if held else None,
            reason=body.reason,
            text=clean(body.text, f.REPORT_LIMIT),
        )
    )
    if body.block and reporter is not None and digest is not None:
        about = await reports_of(context).claimant(room.row.id, digest)
        if about is not None and about != reporter:
            await friends_of(context).block(reporter, about, blocked=True)
            await rehear(context, reporter)
    return private(request, p.Done())
