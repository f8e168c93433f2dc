"""How much later somebody who watches at another process sees an answer, with a bus and without one.

    python -m benchmarks.server.watching --answers 150

Two processes share a PostgreSQL; a table belongs to the first. One client plays, one watches at the owner and one at
the other process. What counts is the time from the update at the owner to the first one elsewhere that shows as much,
and the processor time of both processes for an answer. In the last part both watch at the owner, for comparison.
"""

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from tests.proofs.people import create, hello, open_socket, read, say
from tests.proofs.process import pid_of, processor
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.buses import Nats
from tests.server.harness import Server
from tests.server.stores import new_database, stop_postgresql

PACE = 0.05
"""Seconds between two answers, so that none waits for the one before."""


@contextlib.contextmanager
def two(bus: str) -> Iterator[tuple[Server, Server]]:
    store = new_database()
    shared = {"ROLLPLAYER_STORE": store, "ROLLPLAYER_BUS": bus}
    with tempfile.TemporaryDirectory() as folder:
        ada = Server(Path(folder) / "ada", {**shared, "ROLLPLAYER_NODE": "ada"})
        bob = Server(Path(folder) / "bob", {**shared, "ROLLPLAYER_NODE": "bob"})
        with ada, bob:
            yield ada, bob


async def follow(socket: ClientConnection, seen: dict[int, float]) -> None:
    """Note when each version is shown."""
    while True:
        message = read(await socket.recv())
        if "version" in message and message["type"] in ("state", "update", "difference"):
            seen.setdefault(message["version"], time.perf_counter())


def lags_of(here: dict[int, float], there: dict[int, float]) -> list[float]:
    """How much later each version, or one after it, was shown there; what came before both watched is left out."""
    first = min(there)
    shown = sorted(there.items())
    return [
        max(0.0, next(at for version, at in shown if version >= n) - seen)
        for n, seen in here.items()
        if first < n <= shown[-1][0]
    ]


async def play(
    ada: Server, bob: Server, answers: int, *, elsewhere: bool
) -> tuple[list[float], float]:
    """The lags, and the processor time of both processes for an answer."""
    seats = [{"kind": "human", "name": name} for name in ("Ada", "Bo")]
    dice, lags, given, spent = random.Random(1), [], 0, 0.0
    pids = [pid_of(ada), pid_of(bob)]
    while given < answers:
        place = create(ada, 2, options={"players": 2}, seats=seats)
        here: dict[int, float] = {}
        there: dict[int, float] = {}
        async with contextlib.AsyncExitStack() as stack:
            player = await stack.enter_async_context(open_socket(ada.address, place))
            await say(player, hello(*place.tokens.values()))
            tasks = []
            for door, seen in ((ada, here), (bob if elsewhere else ada, there)):
                watcher = await stack.enter_async_context(open_socket(door.address, place))
                await say(watcher, hello())
                tasks.append(asyncio.create_task(follow(watcher, seen)))
            while not there:
                await asyncio.sleep(0.05)
            before = processor(pids)
            while given < answers:
                state = read(await player.recv())
                pending = state.get("pending")
                if state.get("over"):
                    break
                if state["type"] not in ("state", "update") or pending is None:
                    continue
                part = state["seats"][str(pending["seat"])]
                await asyncio.sleep(PACE)
                chosen = dice.choice(part["options"])
                given += 1
                await say(
                    player,
                    {
                        "type": "answer",
                        "command": f"answer-{given:06}",
                        "version": state["version"],
                        "seat": pending["seat"],
                        "answer": chosen["notation"],
                    },
                )
            await asyncio.sleep(1.5)
            spent += processor(pids) - before
            for task in tasks:
                task.cancel()
            lags += lags_of(here, there)
    return lags, spent / given


def prove(answers: int) -> Report:
    report = Report("watching", {"answers": answers})
    with Nats() as nats:
        for name, bus, elsewhere in (
            ("bus", nats.address, True),
            ("no bus", "", True),
            ("nobody", "", False),
        ):
            progress(name)
            with two(bus) as (ada, bob):
                lags, spent = asyncio.run(play(ada, bob, answers, elsewhere=elsewhere))
                report.expect_no_faults([*ada.faults(), *bob.faults()])
            if elsewhere:
                report.figures[f"{name} p50 ms"] = milliseconds(percentile(lags, 0.5))
                report.figures[f"{name} p99 ms"] = milliseconds(percentile(lags, 0.99))
                report.expect(len(lags) > answers / 3, f"{name}: {len(lags)} updates were seen")
            report.figures[f"{name} processor ms"] = round(1000 * spent, 2)
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--answers", type=int, default=150)
    chosen = parser.parse_args()
    try:
        report = prove(chosen.answers)
    finally:
        stop_postgresql()
    end([report], as_json=chosen.json)


if __name__ == "__main__":
    main()
