"""Games that have come to a wanted point before a server sees them."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from rollplayer.chance import Chance
from rollplayer.content import library_for
from rollplayer.engine.table import CHANCE
from rollplayer.log import Header
from rollplayer.rules.options import Options
from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.settings import Settings
from rollplayer.server.common.tokens import new_id, new_token, token_hash
from rollplayer.server.rooms.recorded_match import RecordedMatch, new_table
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.services import Services
from rollplayer.server.storage.store import GameRow, SeatRow, StoredGame
from tests.server.harness import Game, Server
from tests.server.stores import usual

STARTED = 1_700_000_000_000
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve")

Stop = Callable[[RecordedMatch], bool]
Prefer = Callable[[str], int]


def no_preference(notation: str) -> int:
    return 0


class NotReached(AssertionError):
    """The wanted point did not come."""


def header_of(players: int, seed: bytes, **options: Any) -> Header:
    chosen = Options(players=players, **options)
    seats = tuple({"name": name} for name in NAMES[:players])
    return Header(chosen, seats, library_for(chosen).hash, (), Chance(seed).commitment)


def fresh(players: int, word: str, **options: Any) -> RecordedMatch:
    seed = Chance.from_text(word).seed
    return new_table(header_of(players, seed, **options), seed)


def step(table: RecordedMatch, choice: random.Random, prefer: Prefer = no_preference) -> None:
    """One answer: chance's from its seed, a seat's at random among those preferred most."""
    game = table.game
    at = STARTED + 1000 * (table.version + 1)
    if game.seat() == CHANCE:
        table.roll(at)
        return
    write = game.rules.names.write
    best = max(prefer(write(option)) for option in game.options())
    options = [option for option in game.options() if prefer(write(option)) == best]
    table.act(game.seat(), choice.choice(options), at, "human", f"{table.version}:prepared")


def grown(
    stop: Stop, players: int = 2, prefer: Prefer = no_preference, **options: Any
) -> RecordedMatch:
    """The first game, of the seeds in order, that comes to a point where `stop` holds."""
    for seed in range(200):
        table = fresh(players, f"prepared {seed}", **options)
        choice = random.Random(seed)
        while not table.game.over:
            if stop(table):
                return table
            step(table, choice, prefer)
    raise NotReached


def row_of(table: RecordedMatch, host: str, pace: str = "live") -> GameRow:
    header = table.match.header
    return GameRow(
        id=new_id(),
        title="",
        status="running",
        options=header.options.plain(),
        rules=header.rules,
        content=header.content,
        seed=table.match.chance.seed,
        host_hash=token_hash(host),
        listed=False,
        watch=True,
        pace=pace,
        language="en",
        created=STARTED,
        header=header.plain(),
        started=STARTED,
    )


def stored(folder: Path, table: RecordedMatch, pace: str = "live") -> dict[str, Any]:
    """Write a game to the store of a server that does not run yet; its tokens as on creation."""
    host = new_token()
    row = row_of(table, host, pace)
    tokens = {str(seat): new_token() for seat in range(table.game.rules.players)}
    seats = [
        SeatRow(int(seat), NAMES[int(seat)], "human", None, None, token_hash(token))
        for seat, token in tokens.items()
    ]

    async def write() -> None:
        folder.mkdir(parents=True, exist_ok=True)
        store = usual(folder).store()
        await store.open()
        await store.create(row, seats)
        await store.append(row.id, [record.row() for record in table.records])
        await store.close()

    asyncio.run(write())
    return {"game": {"id": row.id}, "host": host, "seats": tokens}


def on(server: Server, created: dict[str, Any]) -> Game:
    return Game(server, created)


def room_of(table: RecordedMatch, tokens: dict[int, str]) -> Room:
    """A room in this process: what it shows can be looked at byte by byte."""
    services = Services(Settings(data="."), cast(Any, None), Metrics(), cast(Any, None))
    row = row_of(table, "host")
    row.id = "0" * 16
    seats = [
        SeatRow(seat, NAMES[seat], "human", None, None, token_hash(token))
        for seat, token in tokens.items()
    ]
    room = Room(services, StoredGame(row, seats, [], []))
    room.table = table
    room.on_disk = table.version
    room.count_time(table.records)
    room.asked_since = STARTED
    room.away_since = {}
    room.new_picture()
    return room
