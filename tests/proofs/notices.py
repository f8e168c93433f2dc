"""Play by notices alone while the server is killed: none may be lost, and none may come with another id.

    python -m tests.proofs.notices --turns 10000 --kills 100
    python -m tests.proofs.notices --turns 200 --kills 5 --control   # must fail

Nobody sits at a table here. A notice arrives at a webhook, whoever it is for sits down, answers until somebody
else is asked, and gets up. A notice that is lost would stop its game for ever. The control forgets what waits in
the outbox at every kill.
"""

import asyncio
import random
import signal
import socket as sockets
import tempfile
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path

from rollplayer.build import kind
from tests.proofs.people import LOST, Place, Plain, create, hello, open_socket, read, say, wanted_of
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, parser_of, percentile, progress, take_store
from tests.server.harness import Server
from tests.server.person import Somebody

GOAL_SECONDS = 5.0
SHARE = 0.99
SILENCE = 40.0
"""Seconds in which a notice must have come; sending again after a kill takes 5 or 30."""
HEAD = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@dataclass
class Chair:
    """A seat, and the notice that has not been answered yet."""

    place: Place
    seat: int
    waits_since: float | None = None
    """When it was asked by an answer of the other seat, until its notice comes."""
    told: str = ""
    acted: bool = False
    """Whether it has answered since it sat down, perhaps at a server that died."""


@dataclass
class World:
    server: Server
    hook_port: int
    dice: random.Random
    chairs: dict[tuple[str, int], Chair] = field(default_factory=dict)
    persons: list[tuple[Somebody, Somebody]] = field(default_factory=list)
    locks: dict[str, asyncio.Lock] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)
    seconds: list[float] = field(default_factory=list)
    repeated: int = 0
    finished: int = 0
    calm: bool = False
    failures: list[str] = field(default_factory=list)
    tasks: set["asyncio.Task[None]"] = field(default_factory=set)
    up: asyncio.Event = field(default_factory=asyncio.Event)

    def start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # -- the webhook --------------------------------------------------------------------------------

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            lines = head.decode().lower().split("\r\n")
            length = next(int(line.split(":")[1]) for line in lines if "content-length" in line)
            notice = read(await reader.readexactly(length))
            writer.write(HEAD)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()
        self.hear(notice)

    def hear(self, notice: Plain) -> None:
        news = notice["games"][0]
        chair = self.chairs[news["game"], news["seat"]]
        if notice["id"] in self.ids:
            self.repeated += 1
            return
        if chair.told:
            self.failures.append(f"{news['game']} {news['seat']} was told twice, with other ids")
        self.ids.add(notice["id"])
        self.seconds.append(time.time() - notice["at"] / 1000)
        chair.told, chair.waits_since = notice["id"], None
        self.start(self.play(chair))

    # -- playing ------------------------------------------------------------------------------------

    async def begin(self, number: int) -> None:
        """A game of two persons; its first turn is asked before they have claimed it."""
        place = await asyncio.to_thread(self._create, number)
        self.locks[place.id] = asyncio.Lock()
        for seat in (0, 1):
            self.chairs[place.id, seat] = Chair(place, seat)
        for seat in (0, 1):
            await self.play(self.chairs[place.id, seat])

    def _create(self, number: int) -> Place:
        while True:
            try:
                place = create(self.server, 2, pace="turns")
                for seat, person in enumerate(self.persons[number]):
                    tokens = [place.tokens[seat]]
                    person.do("/claim", games=[{"id": place.id, "tokens": tokens}])
                return place
            except (*LOST, AssertionError):
                time.sleep(0.2)

    async def play(self, chair: Chair) -> None:
        """Answer until the other seat is asked, however often the server dies meanwhile."""
        async with self.locks[chair.place.id]:
            while True:
                await self.up.wait()
                try:
                    over = await self.sit(chair)
                    break
                except LOST:
                    await asyncio.sleep(self.dice.uniform(0.05, 0.2))
        if over:
            self.finished += 1

    async def sit(self, chair: Chair) -> bool:
        other = self.chairs[chair.place.id, 1 - chair.seat]
        async with open_socket(self.server.address, chair.place) as socket:
            await say(socket, hello(chair.place.tokens[chair.seat]))
            async for raw in socket:
                message: Plain = read(raw)
                if message["type"] not in ("state", "update"):
                    continue
                wish = wanted_of(message, chair.seat, self.dice)
                if wish is None:
                    chair.told, acted, chair.acted = "", chair.acted, False
                    if acted and not message["over"] and not other.told:
                        other.waits_since = other.waits_since or time.monotonic()
                    return bool(message["over"])
                command = f"{chair.seat}-{message['version']:06}-{self.dice.getrandbits(32):08x}"
                fields = {"command": command, "version": message["version"], "seat": chair.seat}
                await say(socket, {**wish, **fields})
                chair.acted = True
        raise OSError("the socket was closed")

    def late(self) -> list[Chair]:
        before = time.monotonic() - SILENCE
        return [
            chair
            for chair in self.chairs.values()
            if chair.waits_since is not None and chair.waits_since < before
        ]


async def run(world: World, games: int, turns: int, kills: int, *, control: bool) -> None:
    hook = await asyncio.start_server(world.receive, "127.0.0.1", world.hook_port)
    for person in [each for both in world.persons for each in both]:
        address = f"http://127.0.0.1:{world.hook_port}/hook"
        await asyncio.to_thread(person.do, "/notices", kind="webhook", address=address)
    world.up.set()
    await asyncio.gather(*(world.begin(number) for number in range(games)))
    killed, begun, shown = 0, games, 0
    while len(world.ids) < turns and not world.late() and not world.failures:
        await asyncio.sleep(0.05)
        if begun - world.finished < games:
            world.start(world.begin(begun % games))
            begun += 1
        if killed < kills and len(world.ids) >= (killed + 1) * turns / (kills + 1):
            killed += 1
            world.up.clear()
            await asyncio.to_thread(kill, world.server, control=control)
            world.up.set()
        if len(world.ids) - shown >= 1000:
            shown = len(world.ids)
            progress(f"{shown} notices, {killed} kills, {world.finished} games to their end")
    hook.close()
    for task in list(world.tasks):
        task.cancel()
    await asyncio.gather(*world.tasks, return_exceptions=True)


def kill(server: Server, *, control: bool) -> None:
    port = server.port
    server.end(signal.SIGKILL)
    if control:
        with server.opened() as db:
            db.execute("DELETE FROM outbox WHERE done IS NULL")
    server.start(port)


def prove(turns: int, kills: int, games: int = 20, *, control: bool = False) -> Report:
    report = Report("notices (control)" if control else "notices")
    with sockets.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {"ROLLPLAYER_NOTICE_ORIGINS": f"http://127.0.0.1:{port}"}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", settings) as server:
        world = World(server, port, random.Random(1))
        world.persons = [
            (Somebody.new(server, f"A{number}"), Somebody.new(server, f"B{number}"))
            for number in range(games)
        ]
        asyncio.run(run(world, games, turns, kills, control=control))
        faults = server.faults()
    lost = world.late()
    seconds = world.seconds or [0.0]
    within = sum(each <= GOAL_SECONDS for each in seconds) / len(seconds)
    report.figures = {
        "notices": len(world.ids),
        "kills": kills,
        "concurrent games": games,
        "games played to the end": world.finished,
        "lost": len(lost),
        "sent again with the same id": world.repeated,
        "within 5 s %": round(100 * within, 2),
        "p50 s": round(percentile(seconds, 0.5), 3),
        "p99 s": round(percentile(seconds, SHARE), 3),
        "worst s": round(max(seconds), 1),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.failures += world.failures
    report.expect(not lost, f"{len(lost)} notices were lost")
    report.expect(within >= SHARE, f"only {within:.1%} came within {GOAL_SECONDS:.0f} s")
    report.expect(bool(kills) or not world.repeated, "notices came again though nothing was killed")
    report.expect_no_faults(faults)
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--control", action="store_true", help="a store that must fail")
    given = parser.parse_args()
    report = prove(given.turns, given.kills, given.games, control=given.control)
    end([report], as_json=given.json)


if __name__ == "__main__":
    main()
