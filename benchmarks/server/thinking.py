"""How long a person waits for a bot where many tables think at once.

    python -m benchmarks.server.thinking --tables 60 --level legend --goal

At every table sit one person, who answers at once and at random and lets last calls go by, and three bots of the
level. A wait runs from the update that shows a bot as the one who is asked to the next update, the server's pause
before a bot's answer included. It is measured twice with fresh servers: with bots that always think as long as they
like (``bot_patience = 0``, "before"), and with the usual settings ("after").
"""

import asyncio
import random
import re
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection

from benchmarks.server.load import USUAL
from rollplayer.bots import LEVELS
from rollplayer.build import kind
from tests.proofs.people import (
    LOST,
    Place,
    Plain,
    create,
    hello,
    open_socket,
    quietly,
    read,
    say,
    wanted_of,
)
from tests.proofs.process import load_now, metered, pid_of, starved_seconds
from tests.proofs.report import Report, end, parser_of, percentile, progress
from tests.server.harness import Server, temporary_server

SEATS = 4
GOAL_SECONDS = 2.5
WARMING_SECONDS = 15.0
"""Until the workers have started and the tables no longer move in step."""
QUICKER = re.compile(r"^rollplayer_bot_quicker_total{.*} (\S+)$", re.MULTILINE)
THOUGHT = re.compile(r"^rollplayer_bot_seconds_count (\S+)$", re.MULTILINE)


@dataclass
class Crowd:
    """What all clients have seen."""

    waits: list[float] = field(default_factory=list)
    begun: dict[str, float] = field(default_factory=dict)
    """By table: since when its person has been waiting for a bot."""
    errors: list[str] = field(default_factory=list)
    ended: bool = False


def places(server: Server, tables: int, level: str) -> list[Place]:
    seats = [{"kind": "human", "name": "Ada"}, *({"kind": "bot", "level": level},) * (SEATS - 1)]
    return [create(server, SEATS, seats=seats) for _ in range(tables)]


async def sit(crowd: Crowd, server: Server, place: Place, level: str) -> None:
    """Play game after game at one table."""
    while not crowd.ended:
        try:
            async with open_socket(server.address, place) as socket:
                await play(crowd, socket, place)
        except LOST as error:
            if not crowd.ended:
                crowd.errors.append(f"a socket was lost: {error!r}")
            return
        place = (await asyncio.to_thread(places, server, 1, level))[0]


async def play(crowd: Crowd, socket: ClientConnection, place: Place) -> None:
    dice = random.Random(place.id)
    await say(socket, hello(place.tokens[0]))
    shown = -1
    async for raw in socket:
        message: Plain = read(raw)
        if message["type"] == "refused" and message["code"] not in ("stale", "last-call"):
            crowd.errors.append(f"{message['code']}: {message['text']}")
        if message["type"] not in ("state", "update"):
            continue
        if message["version"] != shown and (since := crowd.begun.pop(place.id, None)) is not None:
            crowd.waits.append(time.perf_counter() - since)
        shown = message["version"]
        if message["over"]:
            return
        if (wanted := wanted_of(message, 0, dice)) is not None:
            crowd.begun.pop(place.id, None)
            command = f"thinking-{shown:06}"
            await say(socket, {**wanted, "command": command, "version": shown, "seat": 0})
        elif message["pending"]["seat"] not in (0, "chance"):
            crowd.begun.setdefault(place.id, time.perf_counter())


async def watch(
    server: Server, tables: list[Place], crowd: Crowd, seconds: float, level: str
) -> None:
    people = [asyncio.create_task(sit(crowd, server, table, level)) for table in tables]
    await asyncio.sleep(min(WARMING_SECONDS, seconds / 2))
    crowd.waits.clear()
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0 and not crowd.errors:
        await asyncio.sleep(min(10.0, left))
        longest = max(crowd.waits, default=0.0)
        progress(f"{len(crowd.waits)} waits, the longest {longest:.1f} s, load {load_now()}")
    # Whoever is still waiting has waited at least this long.
    crowd.waits += [time.perf_counter() - since for since in crowd.begun.values()]
    crowd.ended = True
    for person in people:
        await quietly(person)


def share_of_quicker_answers(server: Server) -> float:
    with urllib.request.urlopen(server.address + "/metrics", timeout=20) as response:
        page = response.read().decode()
    thought = sum(map(float, THOUGHT.findall(page)))
    return sum(map(float, QUICKER.findall(page))) / max(1.0, thought)


def measure(
    report: Report, name: str, tables: int, level: str, seconds: float, settings: Mapping[str, str]
) -> float:
    """The 99th percentile of all waits, in seconds."""
    crowd = Crowd()
    with temporary_server({**USUAL, **settings}) as server:
        asyncio.run(watch(server, places(server, tables, level), crowd, seconds, level))
        share = share_of_quicker_answers(server)
        starved = starved_seconds(pid_of(server))
        in_line = metered(server, "rollplayer_bot_line_seconds", 0.99) / 1000
        report.expect_no_faults(server.faults())
    p99 = percentile(crowd.waits, 0.99)
    report.figures |= {
        f"{name}: waits": len(crowd.waits),
        f"{name}: p50 s": round(percentile(crowd.waits, 0.5), 2),
        f"{name}: p99 s": round(p99, 2),
        f"{name}: longest s": round(max(crowd.waits, default=0.0), 2),
        f"{name}: quicker answers %": round(100 * share, 1),
        f"{name}: in line p99 by the server's meter, under s": in_line,
        f"{name}: server waited for a processor s": round(starved, 1),
        f"{name}: load of the machine": load_now(),
    }
    report.failures += crowd.errors
    report.expect(bool(crowd.waits), "nobody ever waited for a bot")
    return p99


def prove(
    tables: int, level: str, seconds: float, *, before: bool = True, goal: bool = False
) -> Report:
    report = Report("thinking")
    report.figures = {"tables": tables, "level": level, "engine": kind()}
    if before:
        measure(report, "before", tables, level, seconds, {"ROLLPLAYER_BOT_PATIENCE": "0"})
    p99 = measure(report, "after", tables, level, seconds, {})
    report.expect(not goal or p99 <= GOAL_SECONDS, f"p99 {p99:.2f} s, more than {GOAL_SECONDS} s")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--level", choices=[level.name for level in LEVELS], default="legend")
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="of each of the two measurements"
    )
    parser.add_argument(
        "--after-only", action="store_true", help="leave out the measurement before"
    )
    parser.add_argument("--goal", action="store_true", help="fail if the goal is missed")
    arguments = parser.parse_args()
    proved = prove(
        arguments.tables,
        arguments.level,
        arguments.seconds,
        before=not arguments.after_only,
        goal=arguments.goal,
    )
    end([proved], as_json=arguments.json)


if __name__ == "__main__":
    main()
