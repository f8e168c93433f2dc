"""Connections that say nothing at all, more than the server may open files for, beside tables where people play.

    python -m benchmarks.server.idle --connections 1100 --seconds 30

The server starts with a soft limit of 1,024 open files, as a shell gives it; with `--hard` it cannot raise that. The
connections come from several addresses, each below what one address may have, and anew when they are hung up on.
"""

import asyncio
import contextlib
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.server.flood import PLAYS_FROM, USUAL, table
from benchmarks.server.people import quietly
from benchmarks.server.process import cpu_seconds, load_now, pid_of
from benchmarks.server.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import Server

SOFT_LIMIT = 1024
IDLES_FROM = "127.0.2.{}"
OF_ONE_ADDRESS = 190
COMES_AGAIN = 0.2
MOST_LOG_BYTES = 1_000_000
MOST_PROCESSOR = 25
GOAL = f"fail over {MOST_PROCESSOR} % of a processor, or if a table stops"
SERVE = """\
import resource, runpy
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {soft} if {is_hard} else hard))
runpy.run_module("rollplayer", run_name="__main__", alter_sys=True)
"""


class Idle:
    """All connections that say nothing."""

    def __init__(self) -> None:
        self.opened = 0
        self.open = 0
        self.most_open = 0

    async def keep(self, port: int, source: str) -> None:
        while True:
            with contextlib.suppress(OSError):
                await self.once(port, source)
            await asyncio.sleep(COMES_AGAIN)

    async def once(self, port: int, source: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        self.opened += 1
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        try:
            # Until the server has had enough of it.
            await reader.read()
        finally:
            self.open -= 1
            writer.close()


async def attack(port: int, connections: int, seconds: float) -> dict[str, int]:
    """The idle connections, in a process of their own: it has to open as many files."""
    idle = Idle()
    idling = [
        asyncio.create_task(idle.keep(port, IDLES_FROM.format(1 + number // OF_ONE_ADDRESS)))
        for number in range(connections)
    ]
    await asyncio.sleep(seconds)
    for task in idling:
        await quietly(task)
    return {"opened": idle.opened, "most_open": idle.most_open}


async def measure(server: Server, connections: int, tables: int, seconds: float) -> Report:
    report = Report("idle")
    waits: list[float] = []
    ready = asyncio.Semaphore(0)
    playing = [
        asyncio.create_task(table(server, PLAYS_FROM.format(number + 1), waits, ready, number))
        for number in range(tables)
    ]
    for _ in playing:
        await ready.acquire()
    await asyncio.sleep(seconds / 3)
    alone = list(waits)
    waits.clear()
    progress(f"alone: p99 {milliseconds(percentile(alone, 0.99))} ms")
    used, logged = cpu_seconds(pid_of(server)), len(server.log())
    attacking = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.server.idle", "--attack", str(server.port)),
        *("--connections", str(connections), "--seconds", str(seconds)),
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await attacking.communicate()
    idle = json.loads(told)
    beside = list(waits)
    used, logged = cpu_seconds(pid_of(server)) - used, len(server.log()) - logged
    for each in playing:
        report.expect(not each.done(), f"a table has stopped: {each}")
    for each in playing:
        await quietly(each)
    report.figures = {
        "idle connections": connections,
        "most of them open": idle["most_open"],
        "opened in all": idle["opened"],
        "bytes of log": logged,
        "tables": tables,
        "acks alone": len(alone),
        "p99 ms alone": milliseconds(percentile(alone, 0.99)),
        "acks beside": len(beside),
        "p50 ms beside": milliseconds(percentile(beside, 0.5)),
        "p99 ms beside": milliseconds(percentile(beside, 0.99)),
        "processor of the server % beside": round(100 * used / seconds),
        "load of the machine": load_now(),
    }
    # Half as many as before at least: a table that hears nothing has no bad times to show.
    expected = 3 * len(alone) / 2
    report.expect(len(beside) >= expected, f"only {len(beside)} acks beside the idle connections")
    report.expect(logged <= MOST_LOG_BYTES, f"{logged} bytes of log")
    return report


def prove(connections: int, tables: int, seconds: float, *, hard: bool = False) -> Report:
    code = SERVE.format(soft=SOFT_LIMIT, is_hard=hard)
    settings = {**USUAL, "ROLLPLAYER_CONNECTIONS_PER_ADDRESS": "200"}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data", settings, ("-c", code, "serve")) as server,
    ):
        return asyncio.run(measure(server, connections, tables, seconds))


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--connections", type=int, default=1100)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--hard", action="store_true", help="the limit cannot be raised")
    parser.add_argument("--goal", action="store_true", help=GOAL)
    parser.add_argument("--attack", type=int, metavar="PORT", help="be idle there, and no more")
    asked = parser.parse_args()
    if asked.attack:
        print(json.dumps(asyncio.run(attack(asked.attack, asked.connections, asked.seconds))))
        return
    report = prove(asked.connections, asked.tables, asked.seconds, hard=asked.hard)
    if asked.goal:
        share = int(report.figures["processor of the server % beside"])
        report.expect(share <= MOST_PROCESSOR, GOAL)
    end([report], as_json=asked.json)


if __name__ == "__main__":
    main()
