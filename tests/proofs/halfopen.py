"""Lines that break, slow down or go silent in the middle of games: everybody is back soon, nothing lost or doubled.

    python -m tests.proofs.halfopen --rounds 200

Every seat is a client behind a net that fails on demand. In each round one client's line fails around the moment of
an answer: `drop`, `delay`, `half-open` (silence, and neither end notices) or `late` (the same, and what it had sent
arrives after what it sends again). Clients behave like the browser's: after a second and a half of silence they ping
the server, reconnect when two more seconds pass without a reply, and send again what was not acknowledged.
"""

import asyncio
import contextlib
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from tests.proofs.net import MODES, FaultyNet
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
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import Server, temporary_server
from tests.server.stores import opened

PING_AFTER = 1.5
NO_ANSWER = 2.0
LOOK_EVERY = 0.05
AT_ONCE = 0.25
RETRY = 0.5
GOAL_SECONDS = 5.0
PATIENCE = 60.0
TABLES = 8


@dataclass
class Seen:
    """What all clients have seen."""

    back: dict[str, list[float]] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    """The entry of each command, as the server said."""
    begun: int = 0
    sent: int = 0
    again: int = 0
    failures: list[str] = field(default_factory=list)


class Guest(Seated):
    """One seat, on one line after another."""

    def __init__(self, seen: Seen, address: str, place: Place, seat: int) -> None:
        super().__init__(address, place, seat)
        self.seen = seen
        self.unsure: dict[str, Plain] = {}
        self.line: ClientConnection | None = None
        self.lines = 0
        self.heard = self.asked = 0.0
        """When the server spoke last, and when it was last asked something it must answer."""
        self.changed = asyncio.Event()
        self.living: asyncio.Task[None] | None = None
        self.leftover: set[asyncio.Task[None]] = set()

    # -- the line -------------------------------------------------------------------------------------

    async def open(self) -> None:
        self.living = asyncio.create_task(self.live())
        await self.until(lambda: self.lines > 0)

    async def close(self) -> None:
        if self.living is not None:
            await quietly(self.living)
        for task in list(self.leftover):
            await quietly(task)

    async def live(self) -> None:
        while True:
            lines = self.lines
            with contextlib.suppress(*LOST):
                await self.once()
            worked = self.lines > lines
            wait = AT_ONCE if worked else RETRY
            await asyncio.sleep(wait * self.dice.random())

    async def once(self) -> None:
        """From connecting until the line is considered dead."""
        line = await open_socket(self.address, self.place)
        try:
            since = self.table.get("version")
            await say(line, hello(self.place.tokens[self.seat], since=since))
            await self.watch(line)
        finally:
            # Aborted, not closed: a dead client says no goodbye.
            self.line = None
            line.transport.abort()

    async def watch(self, line: ClientConnection) -> None:
        """Ping the server until it stays silent for too long."""
        listening = asyncio.create_task(self.listen(line))
        self.leftover.add(listening)
        listening.add_done_callback(self.leftover.discard)
        self.asked = time.monotonic()
        while not listening.done():
            await asyncio.wait([listening], timeout=LOOK_EVERY)
            moment = time.monotonic()
            if self.heard < self.asked:
                if moment - self.asked >= NO_ANSWER:
                    return
            elif moment - self.heard >= PING_AFTER:
                self.asked = moment
                await say(line, {"type": "ping"})

    async def listen(self, line: ClientConnection) -> None:
        try:
            async for raw in line:
                self.heard = time.monotonic()
                await self.hear(line, read(raw))
                self.changed.set()
        except LOST:
            return

    async def hear(self, line: ClientConnection, message: Plain) -> None:
        match message["type"]:
            case "welcome":
                self.line = line
                for sent in self.unsure.values():
                    self.seen.again += 1
                    await say(line, sent)
            case "state":
                self.table = message
                self.lines += 1
            case "update":
                if message["since"] not in (self.table["version"], message["version"]):
                    self.seen.failures.append("an update was missed on a line that works")
                self.table = message
            case "ack":
                self.unsure.pop(message["command"], None)
                self.note(message["command"], message["entry"])
            case "refused" if message["code"] in ("stale", "last-call"):
                self.unsure.pop(message["command"], None)
            case "refused":
                self.seen.failures.append(f"{message['code']}: {message['text']}")

    def note(self, command: str, entry: int | None) -> None:
        if entry is not None and self.seen.acknowledged.setdefault(command, entry) != entry:
            self.seen.failures.append(f"{command} was acknowledged as two entries")

    async def until(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds):
            while not holds():
                self.changed.clear()
                await self.changed.wait()

    async def until_version(self, version: int) -> None:
        await self.until(lambda: self.table["version"] >= version)

    # -- the game -------------------------------------------------------------------------------------

    async def answer(self) -> str:
        """Answer, if there is a line; returns the command."""
        message = self.wanted()
        assert message is not None
        self.seen.sent += 1
        command = f"{self.place.id}-{self.seat}-{self.seen.sent:05}"
        message |= {"command": command, "version": self.table["version"], "seat": self.seat}
        self.unsure[command] = message
        if self.line is not None:
            if self.heard >= self.asked:
                self.asked = time.monotonic()
            # If it is lost, it is sent again on the next line.
            with contextlib.suppress(*LOST):
                await say(self.line, message)
        return command


class Evening:
    """Games at one table, in which lines fail."""

    def __init__(self, server: Server, net: FaultyNet, seen: Seen, number: int) -> None:
        self.server, self.net, self.seen = server, net, seen
        self.dice = random.Random(number)
        self.modes = itertools.islice(itertools.cycle(MODES), number % len(MODES), None)

    async def play(self, most: int) -> None:
        while self.seen.begun < most:
            place = await asyncio.to_thread(create, self.server, 2)
            guests = [Guest(self.seen, self.net.address, place, seat) for seat in place.tokens]
            for guest in guests:
                await guest.open()
            try:
                while not guests[0].table["over"] and self.seen.begun < most:
                    self.seen.begun += 1
                    if not await self.round(guests):
                        self.seen.begun -= 1
            finally:
                await self.compare(place, guests)
                for guest in guests:
                    await guest.close()

    async def round(self, guests: list[Guest]) -> bool:
        """Some answers, then one during which a line fails; False if the game ended first."""
        for _ in range(self.dice.randrange(3)):
            await self.step(guests)
        if guests[0].table["over"]:
            return False
        victim = self.dice.choice(guests)
        mode = next(self.modes)
        lines = victim.lines
        before = self.dice.random() < 0.5
        started = time.monotonic()
        if before:
            self.fail(victim, mode)
        playing = asyncio.create_task(self.step(guests))
        if not before:
            await asyncio.sleep(self.dice.random() * 0.02)
            started = time.monotonic()
            self.fail(victim, mode)
        await playing
        if mode != "delay":
            await victim.until(lambda: victim.lines > lines)
        newest = max(guest.table["version"] for guest in guests)
        for guest in guests:
            await guest.until_version(newest)
        self.seen.back.setdefault(mode, []).append(time.monotonic() - started)
        views = [guest.table["view"] for guest in guests]
        if views[0] != views[1]:
            self.seen.failures.append(f"after {mode} two seats see two tables")
        return True

    def fail(self, victim: Guest, mode: str) -> None:
        if victim.line is not None:
            self.net.fail(mode, victim.line.local_address[1])

    async def step(self, guests: list[Guest]) -> None:
        """One answer of whoever is asked, until everybody has heard of it."""
        asked = [guest for guest in guests if guest.wanted() is not None]
        if not asked:
            return
        version = asked[0].table["version"]
        command = await asked[0].answer()
        await asked[0].until(lambda: command not in asked[0].unsure)
        for guest in guests:
            await guest.until_version(version + 1)

    async def compare(self, place: Place, guests: list[Guest]) -> None:
        """What a client shows is what the server has, and every command is in the log once."""
        for guest in guests:
            token = place.tokens[guest.seat]
            state = await asyncio.to_thread(self.server.get, f"{place.path}/state?since=0", token)
            for part in ("version", "view", "pending", "seats"):
                if state[part] != guest.table[part]:
                    self.seen.failures.append(f"{place.id}: seat {guest.seat} has another {part}")


def commands_in(data: Path) -> Counter[str]:
    """How often each command of a client is in the log."""
    with opened(data) as games:
        rows = games.execute("SELECT command FROM entries WHERE command IS NOT NULL")
        return Counter(str(row[0]).partition(":")[2] for row in rows)


async def run(server: Server, net: FaultyNet, seen: Seen, rounds: int) -> None:
    evenings = [Evening(server, net, seen, number) for number in range(min(TABLES, rounds))]

    async def tell() -> None:
        while True:
            await asyncio.sleep(10)
            progress(f"{seen.begun} rounds")

    telling = asyncio.create_task(tell())
    async with asyncio.TaskGroup() as group:
        for evening in evenings:
            group.create_task(evening.play(rounds))
    await quietly(telling)


def prove(rounds: int) -> Report:
    report = Report("half-open")
    seen = Seen()
    with temporary_server() as server, FaultyNet(server.address) as net:
        asyncio.run(run(server, net, seen, rounds))
        report.expect_no_faults(server.faults())
        server.end()
        logged = commands_in(server.data)
    lost = [command for command in seen.acknowledged if not logged[command]]
    doubled = [command for command, times in logged.items() if times > 1]
    report.failures += seen.failures
    report.expect(not lost, f"{len(lost)} acknowledged answers are not in the log")
    report.expect(not doubled, f"{len(doubled)} answers are in the log more than once")
    report.figures = {
        "rounds": sum(map(len, seen.back.values())),
        "lines": net.opened,
        "answers": seen.sent,
        "sent again": seen.again,
        "acknowledged": len(seen.acknowledged),
        "lost": len(lost),
        "doubled": len(doubled),
    }
    for mode in MODES:
        times = seen.back.get(mode, [])
        if times:
            report.figures |= {
                f"{mode}: rounds": len(times),
                f"{mode}: back after ms at p50": milliseconds(percentile(times, 0.5)),
                f"{mode}: at worst": milliseconds(max(times)),
            }
    report.figures["load of the machine"] = load_now()
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument(
        "--goal", action="store_true", help=f"fail if somebody is not back in {GOAL_SECONDS:.0f} s"
    )
    arguments = parser.parse_args()
    report = prove(arguments.rounds)
    if arguments.goal:
        worst = max(float(report.figures.get(f"{mode}: at worst", 0)) for mode in MODES)
        report.expect(worst <= 1000 * GOAL_SECONDS, f"somebody was back only after {worst:.0f} ms")
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
