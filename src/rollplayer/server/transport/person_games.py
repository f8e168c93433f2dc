"""The games of a person: claimed by tokens, listed on every device, and all that is known of them."""

from typing import Any, Final

from starlette.responses import Response

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, hashes_of, is_id, now
from rollplayer.server.protocol import persons as p
from rollplayer.server.protocol.own_games import AskOwnGames, OwnGame
from rollplayer.server.rooms import permissions, views
from rollplayer.server.rooms.own_games import own_game
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.persons import ClaimRow
from rollplayer.server.storage.store import NotSaved, StoredGame
from rollplayer.server.transport.http import ApiContext, ApiRequest, address_of
from rollplayer.server.transport.notices import told as notices_told
from rollplayer.server.transport.own_games import (
    GAMES_A_REQUEST,
    MOST_BUILT,
    built_room,
    look_up,
)
from rollplayer.server.transport.persons import (
    person_of,
    persons_of,
    private,
    signed_in,
    told,
)

GAMES_AT_ONCE: Final = 50


async def claim_games(context: ApiContext, request: ApiRequest) -> Response:
    """Whoever holds a token may note it as theirs; those that open nothing are named."""
    device = await signed_in(context, request)
    body: AskOwnGames = request.body
    wanted = {each.id: hashes_of(each.tokens) for each in body.games}
    context.charge(address_of(request.raw), len(wanted) // GAMES_A_REQUEST)
    found, _ = await look_up(context, request, [id for id in wanted if is_id(id)])
    claims: list[tuple[str, bytes, int | None]] = []
    for stored in found:
        id = stored.game.id
        room = context.lobby.rooms.get(id) or Room(context.services, stored)
        opened: list[tuple[bytes | None, int | None]] = [(room.row.host_hash, None)]
        opened += [(each.token_hash, each.seat) for each in room.seats]
        claims += [
            (id, digest, seat)
            for digest, seat in opened
            if digest is not None and digest in wanted[id]
        ]
    await persons_of(context).claim(device.person, claims)
    if context.services.outbox is not None:
        await context.services.outbox.look_up(device.person)
    claimed = list(dict.fromkeys(game for game, _, _ in claims))
    unknown = [id for id in wanted if id not in claimed]
    return private(request, p.Claimed(claimed=claimed, unknown=unknown))


def by_game(claims: list[ClaimRow]) -> dict[str, Hashes]:
    """The hashes that were claimed, by game, in their order."""
    held: dict[str, set[bytes]] = {}
    for claim in claims:
        held.setdefault(claim.game, set()).add(claim.digest)
    return {game: frozenset(hashes) for game, hashes in held.items()}


async def person_games(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    claims = await persons_of(context).claims(device.person)
    held = by_game([claim for claim in claims if not claim.hidden])
    start, limit = request.query["from"] or 0, request.query["limit"] or GAMES_AT_ONCE
    ids = list(held)[start : start + limit]
    context.charge(address_of(request.raw), len(ids) // GAMES_A_REQUEST)
    found, lengths = await look_up(context, request, ids)
    games: list[OwnGame] = []
    built = 0
    for stored in found:
        id = stored.game.id
        room = context.lobby.rooms.get(id) or Room(context.services, stored)
        hashes = held[id] & permissions.known(room)
        if not hashes:
            # Given away since.
            continue
        if id not in context.lobby.rooms and stored.game.status == "running" and built < MOST_BUILT:
            built += 1
            room = await built_room(context, request, room)
        in_memory = id in context.lobby.rooms
        info = views.info(room) if in_memory else views.stored_info(stored, lengths[id])
        games.append(own_game(room, info, hashes, request.language))
    return private(request, p.PersonGames(games=games, more=start + limit < len(held)))


async def hide_game(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: p.HideGame = request.body
    await persons_of(context).hide(device.person, body.id, hidden=body.hidden)
    return private(request, p.Done())


async def export_person(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    persons = persons_of(context)
    person = await person_of(context, device)
    claims = await persons.claims(device.person)
    first = {claim.game: claim for claim in reversed(claims)}
    games: list[p.ExportedGame] = []
    try:
        async with context.searches.turn(address_of(request.raw)):
            for id, hashes in by_game(claims).items():
                stored = await context.services.store.glance(id)
                if stored is not None:
                    seats = [each.seat for each in stored.seats if each.token_hash in hashes]
                    traces = await persons.traces(id, seats)
                    games.append(exported(stored, hashes, first[id], traces))
    except NotSaved as error:
        raise Refused("not-saved", reason=str(error)) from error
    everything = p.Exported(
        exported=now(),
        person=await told(context, device),
        seen=person.seen,
        games=games,
        notices=await notices_told(context, device) if context.deliverer is not None else None,
    )
    response = private(request, everything)
    response.headers["content-disposition"] = 'attachment; filename="roll-player.json"'
    return response


def exported(
    stored: StoredGame, hashes: Hashes, claim: ClaimRow, traces: dict[str, list[dict[str, Any]]]
) -> p.ExportedGame:
    """One game as one's own. Of a game that goes on only what one has said and answered oneself."""
    game = stored.game
    return {
        "id": game.id,
        "title": game.title,
        "status": game.status,
        "created": game.created,
        "finished": game.finished,
        "claimed": claim.at,
        "hidden": claim.hidden,
        "host": game.host_hash in hashes,
        "seats": [
            {"seat": each.seat, "name": each.name, "entropy": each.entropy}
            for each in stored.seats
            if each.token_hash in hashes
        ],
        "result": game.result["end"] if game.result is not None else None,
        "chat": traces["chat"],
        "answers": traces["answers"],
    }
