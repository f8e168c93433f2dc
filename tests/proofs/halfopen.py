"""Lines that break, slow down or go silent in the middle of games: everybody is back soon, nothing lost or doubled.

    python -m tests.proofs.halfopen --rounds 200
    python -m tests.proofs.halfopen --rounds 10000 --tables 100 --goal
    python -m tests.proofs.halfopen --rounds 10000 --tables 100 --goal --store postgresql
    python -m tests.proofs.halfopen --rounds 60 --control forgets   # must fail

Every seat is a client behind a net that fails on demand. In each round one client's line fails around the moment of
an answer: `drop`, `delay`, `half-open` (silence, and neither end notices), `late` (the same, and what it had sent
arrives after what it sends again), `duplicate` (it sends twice what had no reply, and once more what had one),
`reorder` (it sends two things again in the other order) or `sleep` (it stands still itself, and its line goes silent).
TCP neither doubles nor reorders what is on one line: these come from lines that follow each other. The net is gone for a
while each time, and whoever calls meanwhile is heard when it is back.

Clients behave like the browser's: after a second and a half of silence they ping the server, reconnect when two more
seconds pass without a reply, and send again what was not acknowledged. What counts is the time from the moment when the
net is back until a client shows what the server has (`view`, question, seats and version, by their hash). The controls are servers that show an old table, and that forget what they acknowledged.
"""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.proofs.guests import PATIENCE, Guest, Seen
from tests.proofs.net import MODES, FaultyNet
from tests.proofs.people import Place, create, quietly, write
from tests.proofs.process import allow_many_files, load_now
from tests.proofs.report import (
    Report,
    end,
    milliseconds,
    parser_of,
    percentile,
    progress,
    take_store,
)
from tests.server.harness import Server, temporary_server
from tests.server.stores import opened

GOAL_SECONDS = 3.0
"""After the net is back."""
SINCE_GOAL_SECONDS = 5.0
"""After a line went silent, for those who do not sleep."""
TABLES = 8
ASLEEP = 30.0
WAYS = (*MODES, "duplicate", "reorder", "sleep")
OF_THE_NET = {"duplicate": "drop", "reorder": "drop", "sleep": "half-open"}
"""What becomes of the line meanwhile, where that is not the way itself."""
GONE_SECONDS = {"half-open": (1.0, 3.0), "late": (1.0, 3.0), "drop": (0.0, 2.0)}
"""How long the net is away; a shorter silence is shorter than anybody waits before asking."""
CONTROLS = ("stale-reads", "forgets")
"""Of the defects in ``tests.server.faulty_histories``."""
PARTS = ("version", "view", "pending", "seats")


class Evening:
    """Games at one table, in which lines fail."""

    def __init__(
        self, server: Server, net: FaultyNet, seen: Seen, number: int, asleep: float
    ) -> None:
        self.server, self.net, self.seen = server, net, seen
        self.number, self.asleep = number, asleep
        self.dice = random.Random(number)
        self.ways = itertools.islice(itertools.cycle(WAYS), number % len(WAYS), None)

    async def play(self, most: int) -> None:
        while self.seen.begun < most:
            place = await asyncio.to_thread(create, self.server, 2)
            guests = [
                Guest(self.seen, self.net.address, place, seat, self.source(seat))
                for seat in place.tokens
            ]
            for guest in guests:
                await guest.open()
            try:
                while not guests[0].table["over"] and self.seen.begun < most:
                    self.seen.begun += 1
                    if not await self.round(place, guests):
                        self.seen.begun -= 1
            finally:
                for guest in guests:
                    await self.compare(place, guest)
                    await guest.close()

    def source(self, seat: int) -> str:
        """By its address the net knows who calls."""
        return f"127.1.{self.number}.{seat + 1}"

    async def round(self, place: Place, guests: list[Guest]) -> bool:
        """Some answers, then one during which a line fails; False if the game ended first."""
        for _ in range(self.dice.randrange(3)):
            await self.step(guests)
        if guests[0].table["over"]:
            return False
        victim = self.dice.choice(guests)
        way = next(self.ways)
        lines = victim.lines
        victim.copies, victim.backwards = (2 if way == "duplicate" else 1), way == "reorder"
        playing: list[asyncio.Task[None]] = []
        if self.dice.random() < 0.5:
            playing.append(asyncio.create_task(self.step(guests)))
            await asyncio.sleep(self.dice.random() * 0.02)
        started = time.monotonic()
        self.fail(victim, way)
        if way == "reorder":
            await victim.chat()
        if not playing:
            playing.append(asyncio.create_task(self.step(guests)))
        if way == "sleep":
            victim.awake.clear()
        if way != "delay":
            gone = GONE_SECONDS.get(way, GONE_SECONDS["drop"])
            await asyncio.sleep(self.asleep if way == "sleep" else self.dice.uniform(*gone))
            self.net.come_back(victim.source)
        back = time.monotonic()
        victim.awake.set()
        await playing[0]
        if way != "delay":
            await victim.until(lambda: victim.lines > lines)
        newest = max(guest.table["version"] for guest in guests)
        for guest in guests:
            await guest.until_version(newest)
        shown = time.monotonic()
        await victim.until(lambda: not victim.unsure)
        victim.copies, victim.backwards = 1, False
        await self.compare(place, victim)
        self.seen.back.setdefault(way, []).append(shown - started)
        self.seen.current.setdefault(way, []).append(shown - back)
        return True

    def fail(self, victim: Guest, way: str) -> None:
        if way != "delay":
            self.net.go_away(victim.source)
        if victim.line is not None:
            self.net.fail(OF_THE_NET.get(way, way), victim.line.local_address[1])

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

    async def compare(self, place: Place, guest: Guest) -> None:
        """What a client shows is what the server has."""
        token = place.tokens[guest.seat]
        state = await asyncio.to_thread(self.server.get, f"{place.path}/state?since=0", token)
        if hash_of(state) != hash_of(guest.table):
            others = [part for part in PARTS if state[part] != guest.table[part]]
            self.seen.failures.append(f"{place.id}: seat {guest.seat} has another {others}")


def hash_of(table: Mapping[str, Any]) -> int:
    return hash(write([table[part] for part in PARTS]))


def commands_in(data: Path) -> Counter[str]:
    """How often each command of a client is in the log, and in the chat."""
    with opened(data) as games:
        rows = [
            *games.execute("SELECT command FROM entries WHERE command IS NOT NULL"),
            *games.execute("SELECT command FROM chat WHERE command IS NOT NULL"),
        ]
        return Counter(str(row[0]).partition(":")[2] for row in rows)


async def run(
    server: Server, net: FaultyNet, seen: Seen, rounds: int, tables: int, asleep: float
) -> None:
    evenings = [Evening(server, net, seen, number, asleep) for number in range(min(tables, rounds))]

    async def tell() -> None:
        while True:
            await asyncio.sleep(10)
            progress(f"{seen.begun} rounds")

    telling = asyncio.create_task(tell())
    async with asyncio.TaskGroup() as group:
        for evening in evenings:
            group.create_task(evening.play(rounds))
    await quietly(telling)


def prove(rounds: int, *, tables: int = TABLES, asleep: float = ASLEEP, defect: str = "") -> Report:
    report = Report(f"half-open ({defect})" if defect else "half-open")
    command = ("-m", "rollplayer", "serve")
    if defect:
        command = ("-m", "tests.server.faulty_histories", defect)
    seen = Seen()
    allow_many_files()
    assert asleep < PATIENCE
    with temporary_server(command=command) as server, FaultyNet(server.address) as net:
        asyncio.run(run(server, net, seen, rounds, tables, asleep))
        report.expect_no_faults(server.faults())
        server.end()
        logged = commands_in(server.data)
    lost = [command for command in seen.acknowledged if not logged[command]]
    doubled = [command for command, times in logged.items() if times > 1]
    report.failures += seen.failures
    report.expect(not lost, f"{len(lost)} acknowledged answers are not in the log")
    report.expect(not doubled, f"{len(doubled)} answers are in the log more than once")
    everything = [each for some in seen.current.values() for each in some]
    report.figures = {
        "rounds": len(everything),
        "tables": min(tables, rounds),
        "seconds of each sleep": asleep,
        "lines": net.opened,
        "answers and chat": seen.sent,
        "sent again": seen.again,
        "acknowledged": len(seen.acknowledged),
        "lost": len(lost),
        "doubled": len(doubled),
        "the net is back: ms until the server's table is shown, p50": milliseconds(
            percentile(everything, 0.5)
        ),
        "p99": milliseconds(percentile(everything, 0.99)),
        "at worst": milliseconds(max(everything, default=0.0)),
    }
    for way in WAYS:
        times, since = seen.current.get(way, []), seen.back.get(way, [])
        if times:
            report.figures |= {
                f"{way}: rounds": len(times),
                f"{way}: p50": milliseconds(percentile(times, 0.5)),
                f"{way}: at worst": milliseconds(max(times)),
                f"{way}: at worst since it failed": milliseconds(max(since)),
            }
    report.figures["load of the machine"] = load_now()
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--tables", type=int, default=TABLES, help="how many play at the same time")
    parser.add_argument("--asleep", type=float, default=ASLEEP, help="seconds of each sleep")
    parser.add_argument("--control", choices=CONTROLS, default="", help="a server that must fail")
    parser.add_argument(
        "--goal",
        action="store_true",
        help=f"fail if somebody is not back {GOAL_SECONDS:.0f} s after the net",
    )
    given = parser.parse_args()
    report = prove(given.rounds, tables=given.tables, asleep=given.asleep, defect=given.control)
    if given.goal:
        worst = float(report.figures["at worst"])
        report.expect(worst <= 1000 * GOAL_SECONDS, f"somebody was back only after {worst:.0f} ms")
        since = max(
            float(report.figures.get(f"{way}: at worst since it failed", 0)) for way in MODES
        )
        report.expect(since <= 1000 * SINCE_GOAL_SECONDS, f"somebody was away for {since:.0f} ms")
    end([report], as_json=given.json)


if __name__ == "__main__":
    main()
