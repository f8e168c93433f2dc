"""Answers in tight loops, next to a bare echo of the same stack in the same run.

    python -m benchmarks.server.throughput --seconds 10 --tables 16

Each client sends, waits for the reply, and sends again. At the tables that is an answer, its commit to the disk, the
acknowledgement and the update; at the echo it is the same message back. Both are measured twice, in turns.
"""

import asyncio
import random
import tempfile
import time
from pathlib import Path

from benchmarks.server.people import Place, Plain, create, hello, open_socket, read, say
from benchmarks.server.process import cpu_seconds, load_now, pid_of
from benchmarks.server.report import Report, end, parser_of
from rollplayer.build import kind
from tests.server.harness import Server

ECHO = ("-m", "benchmarks.server.echo")


class Meter:
    def __init__(self, seconds: float) -> None:
        self.until = time.perf_counter() + seconds
        self.count = 0

    @property
    def running(self) -> bool:
        return time.perf_counter() < self.until


async def answer_on(meter: Meter, server: Server, number: int) -> None:
    """Play both seats of one table as quickly as the server lets us."""
    dice = random.Random(number)
    while meter.running:
        place = await asyncio.to_thread(create, server, 2)
        async with open_socket(server.address, place) as socket:
            await say(socket, hello(*place.tokens.values()))
            async for raw in socket:
                table: Plain = read(raw)
                if table["type"] not in ("state", "update"):
                    continue
                if table["over"] or not meter.running:
                    break
                meter.count += table["type"] == "update"
                seat = table["pending"]["seat"]
                option = dice.choice(table["seats"][str(seat)]["options"])
                await say(socket, answer(table["version"], seat, option["notation"]))


def answer(version: int, seat: int, notation: str) -> Plain:
    command = f"tight-loop-{version:06}"
    told = {"type": "answer", "command": command, "version": version}
    return {**told, "seat": seat, "answer": notation}


async def echo_on(meter: Meter, server: Server) -> None:
    async with open_socket(server.address, Place("echo", {}, "")) as socket:
        while meter.running:
            await say(socket, answer(meter.count % 1000, 0, "place str"))
            read(await socket.recv())
            meter.count += 1


async def measure(
    server: Server, tables: int, seconds: float, *, is_echo: bool
) -> tuple[float, float]:
    """Replies a second, by the clock and by the server's time on a processor."""
    meter = Meter(seconds)
    used, started = cpu_seconds(pid_of(server)), time.perf_counter()
    work = [
        echo_on(meter, server) if is_echo else answer_on(meter, server, number)
        for number in range(tables)
    ]
    await asyncio.gather(*work)
    passed = time.perf_counter() - started
    return meter.count / passed, meter.count / (cpu_seconds(pid_of(server)) - used)


def prove(tables: int, seconds: float) -> Report:
    report = Report("throughput")
    rates: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "tables") as server,
        Server(Path(folder) / "echo", command=ECHO) as echo,
    ):
        for _ in range(2):
            for is_echo in (True, False):
                measured = measure(echo if is_echo else server, tables, seconds, is_echo=is_echo)
                rates[is_echo].append(asyncio.run(measured))
    best = {each: max(by_clock for by_clock, _ in rates[each]) for each in rates}
    work = {each: max(by_work for _, by_work in rates[each]) for each in rates}
    report.figures = {
        "tables": tables,
        "answers per s": round(best[False]),
        "echoes per s": round(best[True]),
        "ratio": round(best[False] / best[True], 3),
        "answers per s of processor": round(work[False]),
        "echoes per s of processor": round(work[True]),
        "ratio by processor": round(work[False] / work[True], 3),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(best[False] > 0, "nothing was answered")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=16)
    asked = parser.parse_args()
    end([prove(asked.tables, asked.seconds)], as_json=asked.json)


if __name__ == "__main__":
    main()
