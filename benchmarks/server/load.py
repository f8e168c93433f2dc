"""Many tables at human pace, beside tables of bots: how long people wait for an acknowledgement.

    python -m benchmarks.server.load --games 300 --bots 50 --minutes 10

Every seat is a socket. Whoever is asked thinks a few seconds and answers at random; last calls are passed. The
server runs with its own settings, apart from limits by address: all clients come from one.
"""

import asyncio
import time
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection

from rollplayer.build import kind
from tests.proofs.people import (
    LOST,
    Place,
    Plain,
    Seated,
    create,
    hello,
    open_socket,
    quietly,
    read,
    say,
)
from tests.proofs.process import (
    cpu_seconds,
    load_now,
    metered,
    pid_of,
    resident_bytes,
    starved_seconds,
)
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import QUICK, Server, temporary_server

SEATS = 4
THINKS = (1.5, 5.0)
GOAL_MS = 150.0
WINDOW_SECONDS = 30.0
LEVELS = ("random", "squire")
USUAL = {
    **{
        name: value for name, value in QUICK.items() if name.endswith(("ADDRESS", "HOUR", "MINUTE"))
    },
    "ROLLPLAYER_BOT_DELAY": "0.7",
    "ROLLPLAYER_INTERRUPT_SECONDS": "1.2",
    "ROLLPLAYER_BOT_WORKERS": "1",
    "ROLLPLAYER_LAST_CALL_SECONDS": "6",
    "ROLLPLAYER_MESSAGES_PER_20_SECONDS": "100",
}


@dataclass
class Crowd:
    """What all clients have seen."""

    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    stale: int = 0
    updates: int = 0
    ended: bool = False
    games: int = 0


class Person(Seated):
    """One seat at one table, who takes their time."""

    def __init__(self, crowd: Crowd, address: str, place: Place, seat: int) -> None:
        super().__init__(address, place, seat)
        self.crowd = crowd
        self.sent: dict[str, float] = {}
        self.thinking: asyncio.Task[None] | None = None
        self.number = 0
        self.over = asyncio.Event()

    async def play(self, there: asyncio.Semaphore) -> None:
        try:
            # Do not connect all at the same moment.
            async with there:
                socket = await open_socket(self.address, self.place)
            async with socket:
                await say(socket, hello(self.place.tokens[self.seat]))
                async for raw in socket:
                    self.hear(socket, read(raw))
                    if self.over.is_set():
                        return
        except LOST as error:
            if not self.crowd.ended:
                self.crowd.errors.append(f"a socket was lost: {error!r}")
        finally:
            if self.thinking is not None:
                await quietly(self.thinking)

    def hear(self, socket: ClientConnection, message: Plain) -> None:
        match message["type"]:
            case "state" | "update":
                self.crowd.updates += 1
                self.table = message
                if message["over"]:
                    self.over.set()
                elif self.wanted() is not None and self.is_free():
                    self.thinking = asyncio.create_task(self.think(socket))
            case "ack":
                self.crowd.waits.append(time.perf_counter() - self.sent.pop(message["command"]))
            case "refused" if message["code"] in ("stale", "last-call"):
                self.sent.pop(message["command"], None)
                self.crowd.stale += 1
            case "refused":
                self.crowd.errors.append(f"{message['code']}: {message['text']}")

    def is_free(self) -> bool:
        return self.thinking is None or self.thinking.done()

    async def think(self, socket: ClientConnection) -> None:
        try:
            await asyncio.sleep(self.dice.uniform(*THINKS))
            while (wanted := self.wanted()) is not None:
                self.number += 1
                command = f"{self.place.id}-{self.seat}-{self.number}"
                version = self.table["version"]
                self.sent[command] = time.perf_counter()
                message = {**wanted, "command": command, "version": version, "seat": self.seat}
                await say(socket, message)
                # The update tells what comes next; the same seat may be asked again.
                while self.table["version"] == version and not self.over.is_set():
                    if command not in self.sent and wanted["type"] == "pass-call":
                        break
                    await asyncio.sleep(0.05)
                await asyncio.sleep(self.dice.uniform(*THINKS))
        except LOST as error:
            if not self.crowd.ended:
                self.crowd.errors.append(f"a message was lost: {error!r}")


def bots(number: int) -> list[Plain]:
    return [{"kind": "bot", "level": LEVELS[(number + seat) % 2]} for seat in range(SEATS)]


async def keep_table(crowd: Crowd, server: Server, place: Place, there: asyncio.Semaphore) -> None:
    """People at one table, game after game."""
    while not crowd.ended:
        people = [Person(crowd, server.address, place, seat) for seat in place.tokens]
        # A group, since at the end it waits until every socket is closed; gather would not.
        async with asyncio.TaskGroup() as group:
            for person in people:
                group.create_task(person.play(there))
        if crowd.errors:
            return
        crowd.games += 1
        place = await asyncio.to_thread(create, server, SEATS)


async def live(
    server: Server, places: list[Place], crowd: Crowd, seconds: float, report: Report
) -> None:
    there = asyncio.Semaphore(20)
    pid = pid_of(server)
    tables = [asyncio.create_task(keep_table(crowd, server, place, there)) for place in places]
    wanted = SEATS * len(places)
    while crowd.updates < wanted and not crowd.errors:
        await asyncio.sleep(0.1)
    report.figures["MiB with all sockets"] = mebibytes(resident_bytes(pid))
    crowd.waits.clear()
    used, starved, started = cpu_seconds(pid), starved_seconds(pid), time.perf_counter()
    windows: list[float] = []
    while (passed := time.perf_counter() - started) < seconds:
        before = len(crowd.waits)
        await asyncio.sleep(min(WINDOW_SECONDS, seconds - passed))
        windows.append(milliseconds(percentile(crowd.waits[before:], 0.99)))
        progress(f"{len(crowd.waits)} acks, p99 lately {windows[-1]} ms, load {load_now()}")
    report.figures["ack p99 ms by half minute"] = " ".join(map(str, windows))
    report.figures["server waited for a processor s"] = round(starved_seconds(pid) - starved, 1)
    report.figures["answers per s"] = round(len(crowd.waits) / passed, 1)
    report.figures["processor of the server %"] = round(100 * (cpu_seconds(pid) - used) / passed)
    crowd.ended = True
    for table in tables:
        await quietly(table)


def mebibytes(size: float) -> float:
    return round(size / (1 << 20), 1)


def prove(games: int, bot_games: int, seconds: float) -> Report:
    report = Report("load")
    crowd = Crowd()
    with temporary_server(USUAL) as server:
        create(server, SEATS)  # So that everything is loaded before the measuring begins.
        pid = pid_of(server)
        empty = resident_bytes(pid)
        places = [create(server, SEATS) for _ in range(games)]
        full = resident_bytes(pid)
        for number in range(bot_games):
            create(server, SEATS, seats=bots(number))
        report.figures = {
            "live games": games,
            "sockets": SEATS * games,
            "bot games": bot_games,
            "minutes": round(seconds / 60, 1),
            "MiB empty": mebibytes(empty),
            "KiB per open game": round((full - empty) / 1024 / max(1, games), 1),
        }
        asyncio.run(live(server, places, crowd, seconds, report))
        report.figures["MiB at the end"] = mebibytes(resident_bytes(pid))
        grown = resident_bytes(pid) - empty
        report.figures["KiB per open game with its sockets at the end"] = round(
            grown / 1024 / max(1, games + bot_games), 1
        )
        for name in ("acknowledge", "commit"):
            bound = metered(server, f"rollplayer_{name}_seconds", 0.99)
            report.figures[f"{name} p99 by the server's meter, under ms"] = bound
        report.expect_no_faults(server.faults())
    report.failures += crowd.errors
    report.figures |= {
        "acks": len(crowd.waits),
        "updates heard": crowd.updates,
        "refused as stale": crowd.stale,
        "ack p50 ms": milliseconds(percentile(crowd.waits, 0.5)),
        "ack p99 ms": milliseconds(percentile(crowd.waits, 0.99)),
        "ack worst ms": milliseconds(max(crowd.waits, default=0.0)),
        "errors": len(crowd.errors),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(bool(crowd.waits), "nobody was acknowledged anything")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--bots", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--goal", action="store_true", help=f"fail if p99 is over {GOAL_MS:.0f} ms")
    arguments = parser.parse_args()
    report = prove(arguments.games, arguments.bots, arguments.minutes * 60)
    if arguments.goal:
        slow = float(report.figures["ack p99 ms"]) > GOAL_MS
        report.expect(not slow, f"acknowledgements take over {GOAL_MS:.0f} ms at p99")
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
