"""The games of a person: claimed by tokens, listed on every device, and all that is known of them."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final, TypeVar

from starlette.responses import Response

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, hashes_of, is_id, now
from rollplayer.server.notices.news import happened_since
from rollplayer.server.protocol import persons as p
from rollplayer.server.protocol.own_games import AskOwnGames, OwnGame
from rollplayer.server.reference.own_statistics import count
from rollplayer.server.rooms import permissions
from rollplayer.server.rooms.farewells import forget_game
from rollplayer.server.rooms.own_list import OwnSearch, find
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.person_games import GameFacts
from rollplayer.server.storage.persons import ClaimRow
from rollplayer.server.storage.store import StoredGame
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.notices import told as notices_told
from rollplayer.server.transport.own_games import GAMES_A_REQUEST, look_up, tell
from rollplayer.server.transport.passkeys import listed as listed_passkeys
from rollplayer.server.transport.persons import (
    note_claims,
    person_of,
    persons_of,
    private,
    signed_in,
    told,
)
from rollplayer.server.transport.ratings import ALL
from rollplayer.server.transport.ratings import told as rating_told
from rollplayer.server.transport.requests import ApiRequest, address_of

T = TypeVar("T")

GAMES_AT_ONCE: Final = 50


async def claim_games(context: ApiContext, request: ApiRequest) -> Response:
    """Whoever holds a token may note it as theirs; those that open nothing are named."""
    device = await signed_in(context, request)
    body: AskOwnGames = request.body
    wanted = {each.id: hashes_of(each.tokens) for each in body.games}
    context.charge(address_of(request.raw), len(wanted) // GAMES_A_REQUEST)
    found = await look_up(context, request, [id for id in wanted if is_id(id)])
    claims: list[tuple[str, bytes, int | None]] = []
    for stored in found.games:
        id = stored.game.id
        room = context.lobby.rooms.get(id) or Room(context.services, stored)
        opened: list[tuple[bytes | None, int | None]] = [(room.row.host_hash, None)]
        opened += [(each.token_hash, each.seat) for each in room.seats]
        claims += [
            (id, digest, seat)
            for digest, seat in opened
            if digest is not None and digest in wanted[id]
        ]
    await note_claims(context, device.person, claims)
    claimed = list(dict.fromkeys(game for game, _, _ in claims))
    unknown = [id for id in wanted if id not in claimed]
    return private(request, p.Claimed(claimed=claimed, unknown=unknown))


def by_game(claims: list[ClaimRow]) -> dict[str, Hashes]:
    """The hashes that were claimed, by game, in their order."""
    held: dict[str, set[bytes]] = {}
    for claim in claims:
        held.setdefault(claim.game, set()).add(claim.digest)
    return {game: frozenset(hashes) for game, hashes in held.items()}


def search_of(request: ApiRequest) -> OwnSearch:
    """What was asked for."""
    given = {**request.query, "cls": request.query["class"]}
    wishes = {each.name: given.get(each.name) for each in fields(OwnSearch)}
    wishes["language"] = request.language
    return OwnSearch(**{name: value for name, value in wishes.items() if value is not None})


async def person_games(context: ApiContext, request: ApiRequest) -> Response:
    """A page of a person's games; of those that go on also what has happened since they looked."""
    device = await signed_in(context, request)
    persons, search = persons_of(context), search_of(request)
    page = await counted(context, request, device.person, lambda games: find(games, search))
    context.charge(address_of(request.raw), len(page.games) // GAMES_A_REQUEST)
    facts = {each.id: each for each in page.games}
    found = await look_up(context, request, list(facts))

    def held(room: Room) -> tuple[list[int], bool]:
        mine = facts[room.row.id]
        return mine.own, bool(mine.host)

    games = await tell(context, request, found, held)
    goes_on = [own for own in games if own.game.status in ("open", "running")]
    seen = await persons.seen(device.person, [(own.game.id, own.seats) for own in goes_on])
    for own in games:
        own.archived = bool(facts[own.game.id].archived)
        if own.game.id in seen:
            news = seen[own.game.id]
            is_there = is_in_front(context, own)
            own.moves, own.unread = (0, 0) if is_there else (news.moves, news.unread)
    return private(request, p.PersonGames(games=games, found=page.found, next=page.next))


def is_in_front(context: ApiContext, own: OwnGame) -> bool:
    """Whether the person has the table open, here or elsewhere: nothing there is news."""
    room = context.lobby.rooms.get(own.game.id)
    return room is not None and any(room.in_front(seat) for seat in own.seats)


async def counted(
    context: ApiContext,
    request: ApiRequest,
    person: str,
    work: Callable[[list[GameFacts]], T],
    *,
    name: str = "",
) -> T:
    """What follows from all games of a person; each waits for their turn."""
    async with context.lists.turn(address_of(request.raw)):
        return await persons_of(context).games(person, work, name=name)


async def person_statistics(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    language = request.language
    statistics = await counted(
        context,
        request,
        device.person,
        lambda games: count(games, language),
        name=f"statistics {language}",
    )
    return private(request, statistics)


async def game_news(context: ApiContext, request: ApiRequest) -> Response:
    """The latest lines of what others did; the same refusal for games of others and for none."""
    device = await signed_in(context, request)
    id = request.raw.path_params["id"]
    persons = persons_of(context)
    claims = await persons.claims_in(device.person, id) if is_id(id) else []
    if not claims:
        raise Refused("not-found", what=id)
    room = await context.lobby.get(id)
    async with room.working():
        hashes = frozenset(claim.digest for claim in claims) & permissions.known(room)
        if not hashes:
            # Given away since.
            raise Refused("not-found", what=id)
        own = permissions.held_seats(room, hashes)
        news = (await persons.seen(device.person, [(id, own)]))[id]
        table, texts = room.table, room.texts(request.language)
        lines = [] if table is None else happened_since(table, texts, own, news.version)
    return private(request, p.GameNews(moves=news.moves, lines=lines))


async def archive_game(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request)
    body: p.ArchiveGame = request.body
    await persons_of(context).archive(device.person, body.id, archived=body.archived)
    return private(request, p.Done())


async def forget_own_game(context: ApiContext, request: ApiRequest) -> Response:
    """Delete one's trace of a game that is over. Whoever asks twice has it done once."""
    device = await signed_in(context, request)
    body: p.ForgetGame = request.body
    persons = persons_of(context)
    claims = await persons.claims_in(device.person, body.id)
    stored = await context.services.store.glance(body.id) if claims else None
    if stored is not None:
        held = frozenset(claim.digest for claim in claims) & permissions.known(
            context.lobby.rooms.get(body.id) or Room(context.services, stored)
        )
        if held and stored.game.status in ("open", "running"):
            raise Refused("not-finished")
        await forget_game(context.lobby, persons, device.person, body.id, claims)
    return private(request, p.Done())


async def export_person(context: ApiContext, request: ApiRequest) -> Response:
    device = await signed_in(context, request, barred_too=True)
    persons = persons_of(context)
    person = await person_of(context, device)
    claims = await persons.claims(device.person)
    first = {claim.game: claim for claim in reversed(claims)}
    looks = await persons.looks(device.person)
    games: list[p.ExportedGame] = []
    async with context.searches.turn(address_of(request.raw)):
        for id, hashes in by_game(claims).items():
            stored = await context.services.store.glance(id)
            if stored is not None:
                seats = [each.seat for each in stored.seats if each.token_hash in hashes]
                traces = await persons.traces(id, seats)
                games.append(exported(stored, hashes, first[id], looks.get(id), traces))
    everything = p.Exported(
        exported=now(),
        person=await told(context, device),
        seen=person.seen,
        games=games,
        rating=await rating_told(context, device, ALL)
        if context.services.ratings is not None
        else None,
        notices=await notices_told(context, device) if context.deliverer is not None else None,
        passkeys=await listed_passkeys(context, device.person),
        others=await persons.with_others(device.person),
    )
    response = private(request, everything)
    response.headers["content-disposition"] = 'attachment; filename="roll-player.json"'
    return response


def exported(
    stored: StoredGame,
    hashes: Hashes,
    claim: ClaimRow,
    looked: dict[str, int] | None,
    traces: dict[str, list[dict[str, Any]]],
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
        "archived": claim.archived,
        "looked": looked,
        "told": claim.told,
        "host": game.host_hash in hashes,
        "seats": [
            {"seat": each.seat, "name": each.name, "entropy": each.entropy}
            for each in stored.seats
            if each.token_hash in hashes
        ],
        "result": game.result["end"] if game.result is not None else None,
        "chat": traces["chat"],
        "answers": traces["answers"],
        "orders": traces["orders"],
    }
