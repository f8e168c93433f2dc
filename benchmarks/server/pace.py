"""Tables with open sockets at which somebody answers now and then, at an even pace over all of them."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection

from tests.proofs.people import LOST, Plain, create, heard, hello, open_socket, quietly, read, say
from tests.proofs.process import postgresql_seconds, seconds_of
from tests.proofs.report import progress
from tests.server.harness import Server

AT_ONCE = 8
"""How many tables are opened at the same time."""
SAYS_EVERY = 1000


@dataclass
class Spent:
    """What some seconds have cost."""

    seconds: float
    servers: float
    """Seconds of processor time of all table servers."""
    postgresql: float
    waits: list[float] = field(default_factory=list)
    """Seconds from each answer to what has become of it."""


class Table:
    """One game with its sockets; the first holds all seats, unless each seat has its own."""

    def __init__(self, server: Server, number: int, players: int) -> None:
        self.server = server
        self.dice = random.Random(number)
        self.place = create(server, players, options={"players": players})
        self.state: Plain = {}
        self.sockets: list[ClientConnection] = []
        self.seats: dict[int, ClientConnection] = {}
        self.listening: list[asyncio.Task[None]] = []
        self.sent_at: float | None = None
        """When the answer was sent of which nothing is known yet."""
        self.waits: list[float] = []
        """Where it is noted how long that took."""
        self.lost: list[str] = []

    async def sit(self, *, apart: bool, watchers: int) -> None:
        tokens = self.place.tokens
        groups = [[seat] for seat in tokens] if apart else [list(tokens)]
        for seats in (*groups, *([] for _ in range(watchers))):
            socket = await open_socket(self.server.address, self.place)
            self.sockets.append(socket)
            self.seats |= dict.fromkeys(seats, socket)
            await say(socket, hello(*(tokens[seat] for seat in seats), differences=True))
            while (message := read(await socket.recv()))["type"] != "state":
                pass
            if seats:
                self.state = merged(self.state, message)
            self.listening.append(asyncio.create_task(self.listen(socket, message, seats)))

    async def listen(self, socket: ClientConnection, mine: Plain, seats: Sequence[int]) -> None:
        """Whoever watches reads, too, but nobody looks at it: what is measured is the server."""
        try:
            async for raw in socket:
                if not seats:
                    continue
                message: Plain = read(raw)
                if message["type"] == "refused":
                    self.lost.append(f"{message['code']}: {message['text']}")
                mine = heard(mine, message)
                if mine["version"] > self.state["version"]:
                    self.shown()
                self.state = merged(self.state, mine)
        except LOST as error:
            self.lost.append(f"a socket was lost: {error!r}")

    def shown(self) -> None:
        """What has become of an answer."""
        if self.sent_at is not None:
            self.waits.append(time.perf_counter() - self.sent_at)
            self.sent_at = None

    def can_answer(self) -> bool:
        return self.sent_at is None and not self.state["over"] and bool(self.options())

    def options(self) -> list[Plain]:
        seat = self.state["pending"]["seat"] if self.state["pending"] else None
        found: list[Plain] = self.state["seats"].get(str(seat), {}).get("options", [])
        return found

    async def answer(self, waits: list[float]) -> None:
        self.waits = waits
        seat, version = self.state["pending"]["seat"], self.state["version"]
        message = {"type": "answer", "command": f"at-a-pace-{version:06}", "version": version}
        notation = self.dice.choice(self.options())["notation"]
        self.sent_at = time.perf_counter()
        await say(self.seats[seat], {**message, "seat": seat, "answer": notation})

    async def close(self) -> None:
        for task in self.listening:
            await quietly(task)
        for socket in self.sockets:
            await socket.close()


def merged(table: Plain, message: Plain) -> Plain:
    """What all sockets of a table know together: each seat hears only of its own options."""
    if not table or message["version"] > table["version"]:
        return message
    if message["version"] < table["version"]:
        return table
    return {**message, "seats": {**table["seats"], **message["seats"]}}


class Tables:
    """Many of them, spread over the servers."""

    def __init__(self, servers: Sequence[Server], store: str = "") -> None:
        self.servers, self.store = servers, store
        self.tables: list[Table] = []
        self.dice = random.Random(1)

    @property
    def lost(self) -> list[str]:
        return [text for table in self.tables for text in table.lost]

    @property
    def sockets(self) -> int:
        return sum(len(table.sockets) for table in self.tables)

    async def create(self, number: int, players: int = 2) -> None:
        def one(at: int) -> None:
            table = Table(self.servers[at % len(self.servers)], at, players)
            self.tables.append(table)
            if len(self.tables) % SAYS_EVERY == 0:
                progress(f"{len(self.tables)} of {number} tables")

        await at_once(lambda at: asyncio.to_thread(one, at), number)

    async def sit(self, *, apart: bool = False, watchers: int = 0) -> None:
        await at_once(
            lambda at: self.tables[at].sit(apart=apart, watchers=watchers), len(self.tables)
        )

    def used(self) -> tuple[float, float]:
        servers = sum(map(seconds_of, self.servers))
        return servers, postgresql_seconds(self.store) if self.store else 0.0

    async def spend(self, seconds: float, rate: float = 0.0) -> Spent:
        """Let so many answers a second be given, or let all only sit there; returns what that has cost."""
        waits: list[float] = []
        before, started = self.used(), time.perf_counter()
        due = started
        while (now := time.perf_counter()) < started + seconds:
            if not rate:
                await asyncio.sleep(started + seconds - now)
                continue
            due += 1 / rate
            await asyncio.sleep(max(0.0, due - now))
            free = next((each for each in self.anybody() if each.can_answer()), None)
            if free is not None:
                await free.answer(waits)
        await self.until_quiet()
        passed = time.perf_counter() - started
        servers, store = (after - first for after, first in zip(self.used(), before, strict=True))
        return Spent(passed, servers, store, waits)

    def anybody(self) -> list[Table]:
        """Some tables in any order: one of them will be free."""
        return self.dice.sample(self.tables, min(20, len(self.tables)))

    async def until_quiet(self) -> None:
        ends = time.perf_counter() + 10
        while any(each.sent_at is not None for each in self.tables):
            if time.perf_counter() > ends:
                self.tables[0].lost.append("nothing became of an answer within 10 s")
                return
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await at_once(lambda at: self.tables[at].close(), len(self.tables))


async def at_once(run: Callable[[int], Awaitable[None]], number: int) -> None:
    """Run it for every number, some at the same time."""
    numbers = iter(range(number))

    async def work() -> None:
        for at in numbers:
            await run(at)

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work())
