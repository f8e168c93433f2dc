"""Restart three processes one after the other while people play: nothing fails, and nobody waits for long.

    python -m tests.proofs.rolling --games 30 --rounds 2
    python -m tests.proofs.rolling --games 30 --rounds 2 --proxy     # through HAProxy, as deploy/haproxy.cfg has it
    python -m tests.proofs.rolling --games 30 --rounds 1 --control   # killed without draining: must fail

Every seat is a client as in ``crash`` that thinks for a moment before it answers. It comes to any process that says it is ready, as a proxy would choose, sends a
command again that was refused as ``moved``, and never gives one up. Beside them, visitors create games and look at
tables by HTTP. What may not happen: a refusal for any other reason, a socket that ends without a goodbye, a request
without a good response, an answer that is lost or done twice. Whoever finds a door closed tries the next one at once, as
proxies do, and that counts as waiting.
"""

import asyncio
import contextlib
import http.client
import random
import re
import signal
import tempfile
import time
import urllib.error
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from rollplayer.build import kind
from tests.proofs.crash import BUSY, Player, World, settle, until_busy
from tests.proofs.logs import check_admin, check_logs
from tests.proofs.owners import name_of
from tests.proofs.owners import settings_of as settings_of_node
from tests.proofs.people import (
    EXPANSIONS,
    LOST,
    Place,
    Plain,
    hello,
    open_socket,
    say,
)
from tests.proofs.process import load_now
from tests.proofs.proxy import proxied
from tests.proofs.report import Report, end, parser_of, percentile, progress
from tests.server.harness import Server, bearer
from tests.server.stores import Kept, kept_in

GOAL = 2.0
"""Seconds that anybody waits at most for the reply to a command, or to sit at the table again."""
DRAIN = 1.0
"""Seconds for which a process that ends passes callers on; whoever asks whether it is ready learns in less."""
LOOK_SECONDS = 0.2
ENDS_SECONDS = 60.0
EXPECTED = ("moved", "stopping", "cannot-undo", "not-asked")
VISITORS = 3
MOST_TRIES = 50


@dataclass
class Rolled(World):
    """The processes, which of them are ready, and how everybody fared."""

    servers: Sequence[Server] = ()
    ready: set[int] = field(default_factory=set)
    places: list[Place] = field(default_factory=list)
    """Tables that visitors look at."""
    waited: list[float] = field(default_factory=list)
    """For the reply to a command, however often it was sent."""
    away: list[float] = field(default_factory=list)
    """From the end of a socket until the table was seen again."""
    asked: list[float] = field(default_factory=list)
    """For the response to a request."""
    counts: Counter[str] = field(default_factory=Counter)
    front: Server | None = None
    """The proxy, if all come through it."""
    think: float = 0.0
    """Seconds that somebody thinks about an answer, on average."""

    def door(self, dice: random.Random, game: str = "") -> Server:
        if self.front is not None:
            return self.front
        return self.servers[dice.choice(sorted(self.ready) or range(len(self.servers)))]

    async def request(
        self, dice: random.Random, method: str, path: str, body: Any = None, *tokens: str
    ) -> Any:
        """The response to a request, through any door; None if it failed, which is noted."""
        started = time.perf_counter()
        for _ in range(MOST_TRIES):
            door = self.door(dice)
            try:
                status, reply, _ = await asyncio.to_thread(
                    door.request, method, path, body, bearer(*tokens)
                )
            except urllib.error.URLError as error:
                if not isinstance(error.reason, ConnectionRefusedError):
                    return self.fails(f"{method} {path}: {error.reason!r}")
                self.counts["doors found closed"] += 1
                await asyncio.sleep(0.05)
                continue
            except (OSError, http.client.HTTPException) as error:
                return self.fails(f"{method} {path}: {error!r}")
            self.asked.append(time.perf_counter() - started)
            if status >= 300:
                return self.fails(f"{method} {path}: {status} {reply}")
            return reply
        return self.fails(f"{method} {path}: no door was open")

    def fails(self, what: str) -> None:
        self.counts["failed"] += 1
        super().fails(what)


class Guest(Player):
    """One seat, which notes how long it waits."""

    world: Rolled
    sent_at = 0.0
    left_at = 0.0

    async def play(self) -> None:
        while self.waits_for is not None or not self.table.get("over"):
            try:
                async with open_socket(self.door().address, self.place) as socket:
                    await say(socket, hello(self.place.tokens[self.seat], since=self.since))
                    await self.listen(socket)
            except ConnectionClosed as closed:
                self.left_at = self.left_at or time.perf_counter()
                if closed.rcvd is None:
                    self.world.fails(f"{self.name}: a socket ended without a goodbye")
                await asyncio.sleep(self.dice.uniform(0.02, 0.25))
            except LOST:
                self.world.counts["doors found closed"] += 1
                await asyncio.sleep(0.05)

    def look(self, message: Plain) -> None:
        super().look(message)
        if self.left_at:
            self.world.away.append(time.perf_counter() - self.left_at)
            self.left_at = 0.0

    async def act(self, socket: Any) -> None:
        mine = self.table["seats"].get(str(self.seat))
        if mine is not None and mine["options"]:
            await asyncio.sleep(self.dice.uniform(0.0, 2.0 * self.world.think))
        self.sent_at = time.perf_counter()
        await super().act(socket)

    def acknowledged(self, message: Plain) -> None:
        self.world.waited.append(time.perf_counter() - self.sent_at)
        super().acknowledged(message)

    def was_refused(self, message: Plain) -> None:
        if message["code"] in ("moved", "stopping"):
            # Nothing has changed: it is sent again as soon as the table is seen again.
            self.world.counts["refused as moved"] += bool(message["command"])
            return
        if message["code"] not in ("stale", *EXPECTED):
            self.world.counts["failed"] += 1
        super().was_refused(message)


async def play_tables(world: Rolled, number: int) -> None:
    """Play games one after another, so that their number stays the same."""
    dice = random.Random(f"{world.seed} table {number}")
    once_more = 0
    while not world.calm:
        wish = {
            "options": {"players": 2, "expansions": next(EXPANSIONS)},
            "seats": [{"kind": "human", "name": f"P{seat}"} for seat in range(2)],
            "start": True,
        }
        created = await world.request(dice, "POST", "/api/v1/games", wish)
        if created is None:
            await asyncio.sleep(0.2)
            continue
        tokens = {int(seat): token for seat, token in created["seats"].items()}
        place = Place(created["game"]["id"], tokens, created["host"])
        world.places.append(place)
        async with asyncio.TaskGroup() as group:
            for seat in tokens:
                guest = Guest(world, place, seat, f"table{number:03}-{once_more}-{seat}")
                group.create_task(guest.play())
        world.finished += 1
        once_more += 1


async def visit(world: Rolled, number: int) -> None:
    """Look at tables, as often as a person might click."""
    dice = random.Random(f"{world.seed} visitor {number}")
    while not world.calm:
        if world.places:
            place = dice.choice(world.places)
            await world.request(dice, "GET", place.path + "/state", None, place.tokens[0])
        await asyncio.sleep(dice.uniform(0.02, 0.1))


async def look_who_is_ready(world: Rolled) -> None:
    """As a proxy does."""

    def is_ready(server: Server) -> bool:
        try:
            return server.request("GET", "/readyz")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    while True:
        for number, server in enumerate(world.servers):
            if await asyncio.to_thread(is_ready, server):
                world.ready.add(number)
            else:
                world.ready.discard(number)
        await asyncio.sleep(LOOK_SECONDS)


async def restart(world: Rolled, number: int, how: int) -> float:
    """End a process, start it again and wait until it is ready; returns how long it took to end."""
    server = world.servers[number]
    process, port = server.process, server.port
    assert process is not None
    assert process.stdout is not None
    started = time.perf_counter()
    process.send_signal(how)
    await asyncio.to_thread(process.wait, ENDS_SECONDS)
    took = time.perf_counter() - started
    process.stdout.close()
    server.process = None
    # Whoever looks has seen that it was gone before it is back.
    await asyncio.sleep(2 * LOOK_SECONDS)
    await asyncio.to_thread(server.start, port)
    while number not in world.ready:
        await asyncio.sleep(LOOK_SECONDS / 4)
    return took


async def roll(world: Rolled, games: int, rounds: int, pause: float, how: int) -> list[float]:
    looking = asyncio.create_task(look_who_is_ready(world))
    while len(world.ready) < len(world.servers):
        await asyncio.sleep(LOOK_SECONDS)
    work = [asyncio.create_task(play_tables(world, number)) for number in range(games)]
    work += [asyncio.create_task(visit(world, number)) for number in range(VISITORS)]
    took: list[float] = []
    for _ in range(rounds):
        for number in range(len(world.servers)):
            await until_busy(world, pause, BUSY)
            took.append(await restart(world, number, how))
            progress(f"{name_of(number)} restarted, {len(world.acks)} answers acknowledged")
    await until_busy(world, pause, BUSY)
    await settle(world, [*work, looking])
    return took


def prove(
    games: int,
    rounds: int,
    *,
    nodes: int = 3,
    pause: float = 1.0,
    think: float = 0.0,
    seed: int = 1,
    control: bool = False,
    proxy: bool = False,
) -> Report:
    report = Report(f"rolling{' (control)' * control}{' (proxy)' * proxy}")
    how = signal.SIGKILL if control else signal.SIGTERM
    with tempfile.TemporaryDirectory() as folder:
        kept = kept_in("postgresql", Path(folder))
        servers = [Server(Path(folder) / name_of(n), settings_of(kept, n)) for n in range(nodes)]
        with contextlib.ExitStack() as stack:
            for server in servers:
                stack.enter_context(server)
            front = stack.enter_context(proxied(servers)) if proxy else None
            world = Rolled(
                servers[0], seed, servers=servers, expected=EXPECTED, think=think, front=front
            )
            took = asyncio.run(roll(world, games, rounds, pause, how))
            faults = [fault for server in servers for fault in server.faults()]
            passed = sum(passed_on(server) for server in servers)
            drained = sum(server.log().count('"drained"') for server in servers)
        checked = check_logs(kept, world.acks, world.refused, world.broadcast)
        admin = check_admin(kept)
    report.failures += world.failures + checked.failures + admin
    report.expect_no_faults(faults)
    report.figures = {
        "processes": nodes,
        "restarts": len(took),
        "of these drained": drained,
        "concurrent games": games,
        "thought about an answer, mean s": think,
        "games played to the end": world.finished,
        "answers acknowledged": len(world.acks),
        "of these after being sent again": world.duplicates,
        "refused as moved and sent again": world.counts["refused as moved"],
        "requests answered": len(world.asked),
        "failed": world.counts["failed"],
        "passed on since the last restarts": passed,
        "doors found closed": world.counts["doors found closed"],
        "lost": checked.lost,
        "gaps": checked.gaps,
        "duplicates": checked.duplicates,
        "sockets that came back": len(world.away),
        **longest("an answer", world.waited),
        **longest("the table again", world.away),
        **longest("a response", world.asked),
        "longest end of a process s": round(max(took), 1),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(len(world.acks) > len(took) * BUSY, "hardly anything was acknowledged")
    report.expect(control or drained == len(took), "a process has not drained")
    return report


def passed_on(server: Server) -> int:
    """How many sockets and requests a process has passed on since it was started."""
    page = server.request("GET", "/metrics")[1].decode()
    found = re.findall(r'^rollplayer_passed_on_total{.*outcome="done"} (\S+)$', page, re.MULTILINE)
    return int(sum(map(float, found)))


def longest(what: str, times: Sequence[float]) -> dict[str, float]:
    return {
        f"wait for {what}, p99 s": round(percentile(times, 0.99), 2),
        f"wait for {what}, longest s": round(max(times, default=0.0), 2),
    }


def longest_wait(report: Report) -> float:
    return max(
        float(value)
        for name, value in report.figures.items()
        if name.startswith("wait for") and name.endswith("longest s")
    )


def settings_of(kept: Kept, number: int) -> dict[str, str]:
    return {**settings_of_node(kept, number), "ROLLPLAYER_DRAIN_SECONDS": str(DRAIN)}


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=2, help="how often all are restarted")
    parser.add_argument("--nodes", type=int, default=3, help="how many processes there are")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two restarts")
    parser.add_argument("--think", type=float, default=0.5, help="seconds before an answer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="kill without draining: must fail")
    parser.add_argument("--proxy", action="store_true", help="all come through HAProxy")
    parser.add_argument("--goal", action="store_true", help=f"fail if anybody waits over {GOAL} s")
    arguments = parser.parse_args()
    report = prove(
        arguments.games,
        arguments.rounds,
        nodes=arguments.nodes,
        pause=arguments.pause,
        think=arguments.think,
        seed=arguments.seed,
        control=arguments.control,
        proxy=arguments.proxy,
    )
    if arguments.goal:
        report.expect(longest_wait(report) <= GOAL, f"somebody waited for more than {GOAL} s")
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
