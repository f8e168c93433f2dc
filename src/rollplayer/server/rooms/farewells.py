"""Deleting a person: the games of the others go on, with a former player at the table."""

from collections.abc import Sequence

from rollplayer.server.common.problems import texts_of
from rollplayer.server.common.tokens import Hashes
from rollplayer.server.rooms import people, permissions
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.updates import send_state
from rollplayer.server.storage.persons import ClaimRow, Persons
from rollplayer.server.storage.store import SeatRow, StoredGame


async def leave_everything(lobby: Lobby, persons: Persons, person: str) -> None:
    """Get up from every table and delete the person.

    Game by game: should the server die meanwhile, the person is still there and can ask again. What is
    claimed meanwhile is left as well, since nobody is deleted who has a claim.
    """
    while not await persons.remove(person):
        held: dict[str, list[ClaimRow]] = {}
        for claim in await persons.claims(person):
            held.setdefault(claim.game, []).append(claim)
        for game, claims in held.items():
            await forget_game(lobby, persons, person, game, claims)


async def forget_game(
    lobby: Lobby, persons: Persons, person: str, game: str, claims: Sequence[ClaimRow]
) -> None:
    """Take what somebody leaves behind out of one game, which is theirs no more."""
    # A token that somebody else has claimed as well is theirs from now on.
    theirs = await persons.others_claim(person, game)
    mine = [claim for claim in claims if claim.digest not in theirs]
    await leave_game(lobby, persons, game, mine)
    await persons.drop_claims(person, game)


async def leave_game(lobby: Lobby, persons: Persons, game: str, claims: Sequence[ClaimRow]) -> None:
    stored = await lobby.services.store.glance(game)
    if stored is None or not claims:
        return
    hashes: Hashes = frozenset(claim.digest for claim in claims)
    name = former_player(stored)
    if stored.damage or (stored.game.status in ("finished", "closed") and game not in lobby.rooms):
        seats, host = own_seats(stored.seats, claims), stored.game.host_hash in hashes
        async with lobby.ownership.holding(game) as fence:
            await persons.erase(game, seats, name, fence, host=host)
        return
    room = await lobby.get(game, by_force=True)
    async with room.working():
        host = permissions.is_host(room, hashes)
        holds = host or bool(permissions.held_seats(room, hashes))
        seats = own_seats(room.seats, claims)
        if room.row.status in ("open", "running") and holds:
            await people.leave_table(room, hashes)
        await persons.erase(game, seats, name, room.fence, host=host)
        # Memory follows the disk, as after an operator's order.
        room.lost = True
        await room.recover()
        for listener in room.listeners:
            send_state(room, listener, None)


def own_seats(seats: Sequence[SeatRow], claims: Sequence[ClaimRow]) -> list[int]:
    """The seats somebody holds, and those they have left and nobody has taken since."""
    left = {claim.seat for claim in claims}
    hashes = {claim.digest for claim in claims}
    return [
        each.seat
        for each in seats
        if each.token_hash in hashes
        or (each.token_hash is None and each.kind == "open" and each.seat in left)
    ]


def former_player(stored: StoredGame) -> str:
    return texts_of(stored.game.language).t("server.former-player")
