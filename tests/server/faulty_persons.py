"""Servers that are careless with persons, on purpose: each has one defect that a test must notice.

python -m tests.server.faulty_persons DEFECT --port N --data FOLDER --json
"""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from rollplayer.cli import main
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, token_hash
from rollplayer.server.protocol import persons as p
from rollplayer.server.storage import person_games, postgresql, sqlite
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.device_links import DeviceLinks
from rollplayer.server.storage.persons import ClaimRow, Persons
from rollplayer.server.storage.schema import migrate
from rollplayer.server.transport import own_games, person_routes, persons
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.requests import ApiRequest


def reroute(path: str, handler: Any) -> None:
    """The routes hold their handlers; another one takes its place."""
    for route in person_routes.PERSON_ROUTES:
        if route.path == person_routes.PERSON + path and route.method == "POST":
            object.__setattr__(route, "handler", handler)


def rewrite(kind: type, method: str, careless: Callable[..., Any]) -> None:
    """Another method takes the place of one."""
    setattr(kind, method, careless)


def guessable() -> None:
    """Nobody counts how often sentences are tried."""

    async def arrive(context: ApiContext, request: ApiRequest) -> None:
        return None

    vars(persons)["arrive"] = arrive


def reusable() -> None:
    """A link lets in whoever has it, as often as they like."""
    redeem = DeviceLinks.redeem

    def again(self: DeviceLinks, code: str, secret: bytes, device: str) -> Any:
        for link in self.links.values():
            link.secret = link.secret if link.secret == secret else None
        return redeem(self, code, secret, device)

    rewrite(DeviceLinks, "redeem", again)


def racing() -> None:
    """Looks whether a link is free, waits, and then takes it."""
    redeem = DeviceLinks.redeem

    async def slowly(context: ApiContext, request: ApiRequest) -> Response:
        body: p.RedeemLink = request.body
        assert isinstance(context.links, DeviceLinks)
        link = context.links.links.get(token_hash(body.code))
        free = link is not None and link.secret is None
        await asyncio.sleep(0.3)
        if not free or link is None:
            raise Refused("spent-link")
        link.secret = None
        await redeem(context.links, body.code, token_hash(body.secret), body.device)
        return persons.private(request, p.Redeemed(number=link.number, expires=link.expires))

    reroute("/link/redeem", slowly)


def unconfirmed() -> None:
    """A device that comes with a link is let in at once."""

    async def at_once(context: ApiContext, request: ApiRequest) -> Response:
        body: p.RedeemLink = request.body
        link = await context.links.redeem(body.code, token_hash(body.secret), body.device)
        await persons.join_person(context, link.person, token_hash(body.secret), "")
        return persons.private(request, p.Redeemed(number=link.number, expires=link.expires))

    reroute("/link/redeem", at_once)


def telling() -> None:
    """Says of a link whether it was used or never was."""
    redeem = DeviceLinks.redeem

    def tell(self: DeviceLinks, code: str, secret: bytes, device: str) -> Any:
        if token_hash(code) not in self.links:
            raise Refused("not-found", what="")
        return redeem(self, code, secret, device)

    rewrite(DeviceLinks, "redeem", tell)


def clinging() -> None:
    """Sockets of a device that was signed out go on."""
    vars(persons)["turn_away"] = lambda *_: None


def believing() -> None:
    """Claims whatever is asked for, without a look at the tokens."""

    async def claim(context: ApiContext, request: ApiRequest) -> Response:
        device = await persons.signed_in(context, request)
        ids = [each.id for each in request.body.games]
        claims: list[tuple[str, bytes, int | None]] = []
        for stored in await context.services.store.glances(ids):
            held = [(seat.token_hash, seat.seat) for seat in stored.seats]
            claims += [(stored.game.id, token, seat) for token, seat in held if token]
        await persons.persons_of(context).claim(device.person, claims)
        return persons.private(request, p.Claimed(claimed=ids, unknown=[]))

    reroute("/claim", claim)


def readable() -> None:
    """Keeps sentences as they are."""
    vars(persons)["sentence_hash"] = lambda words, _salt: " ".join(words).encode()


def remembering() -> None:
    """Deletes the person, and leaves the name at every table."""

    async def erase(
        self: Persons, game: str, seats: Any, name: str, fence: Any, *, host: bool
    ) -> None:
        return None

    rewrite(Persons, "erase", erase)


def stale() -> None:
    """A claim opens a seat also after it was given to somebody else."""

    async def keyring(self: Persons, game: str, hashes: Hashes) -> dict[bytes, Hashes]:
        rings = await found(self, game, hashes)
        stored = await self.store.glance(game)
        assert stored is not None
        tokens = frozenset(each.token_hash for each in stored.seats if each.token_hash)
        return {device: tokens if ring else ring for device, ring in rings.items()}

    found = Persons.keyring
    rewrite(Persons, "keyring", keyring)


def nosy() -> None:
    """Does not ask whose game it is."""

    async def claims_in(self: Persons, person: str, game: str) -> list[ClaimRow]:
        sql = "SELECT DISTINCT digest, seat, at, hidden, told FROM claims WHERE game = ?"
        rows = await self.store.tables.read(lambda db: db.execute(sql, (game,)).fetchall())
        return [ClaimRow(game, *row) for row in rows]

    rewrite(Persons, "claims_in", claims_in)


def lingering() -> None:
    """Does not notice that a seat has another holder."""

    def forgetting(statement: str) -> Callable[[Database], None]:
        def careless(connection: Database) -> None:
            migrate(connection)
            connection.execute(statement)

        return careless

    vars(sqlite)["migrate"] = forgetting("DROP TRIGGER IF EXISTS own_rows_reseated")
    drop = "DROP FUNCTION IF EXISTS own_rows_reseated CASCADE"
    vars(postgresql)["migrate"] = forgetting(drop)


def sociable() -> None:
    """Looks through everybody's games."""
    vars(person_games)["OWN_GAMES"] = person_games.OWN_GAMES.replace("person = ?1", "person <> ?1")


def talkative() -> None:
    """Tells with a game what its tokens are known by."""
    told = vars(own_games)["own_game"]

    def everything(*arguments: Any, **named: Any) -> Any:
        own = told(*arguments, **named)
        own.game.title = f"hash {arguments[0].row.host_hash.hex()}"
        return own

    vars(own_games)["own_game"] = everything


DEFECTS: dict[str, Callable[[], None]] = {
    each.__name__: each
    for each in (
        guessable,
        reusable,
        racing,
        unconfirmed,
        telling,
        clinging,
        believing,
        readable,
        remembering,
        stale,
        nosy,
        lingering,
        sociable,
        talkative,
    )
}

if __name__ == "__main__":
    DEFECTS[sys.argv[1]]()
    sys.exit(main(["serve", *sys.argv[2:]]))
