"""Connections that say nothing at all, more than the server may open files for, beside tables where people play.

    python -m tests.proofs.idle --connections 1100 --seconds 30

The server starts with a soft limit of 1,024 open files, as a shell sets it; with `--hard` it cannot raise that. The
connections come from several addresses, each below its limit, and reconnect when they are closed.
"""

import asyncio
import contextlib
import json

from tests.proofs.attacks import USUAL, attacked
from tests.proofs.people import quietly
from tests.proofs.report import Report, end, parser_of
from tests.server.harness import Server, temporary_server

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
            # Until the server closes it.
            await reader.read()
        finally:
            self.open -= 1
            writer.close()


async def attack(port: int, connections: int, seconds: float) -> dict[str, int]:
    """The idle connections, in a separate process because it has to open as many files."""
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
    port = str(server.port)
    attack = ("tests.proofs.idle", "--attack", port, "--connections", str(connections))
    measured = await attacked(server, report, tables, attack, seconds / 3, seconds)
    report.figures = {
        "idle connections": connections,
        "most of them open": measured.attack["most_open"],
        "opened in all": measured.attack["opened"],
        "bytes of log": measured.log_bytes,
        "tables": tables,
        **measured.figures(),
    }
    # Half as many as before at least: a table that hears nothing has no bad times to show.
    expected = 3 * len(measured.alone) / 2
    acks = len(measured.beside)
    report.expect(acks >= expected, f"only {acks} acks beside the idle connections")
    report.expect(measured.log_bytes <= MOST_LOG_BYTES, f"{measured.log_bytes} bytes of log")
    return report


def prove(connections: int, tables: int, seconds: float, *, hard: bool = False) -> Report:
    code = SERVE.format(soft=SOFT_LIMIT, is_hard=hard)
    settings = {**USUAL, "ROLLPLAYER_CONNECTIONS_PER_ADDRESS": "200"}
    with temporary_server(settings, ("-c", code, "serve")) as server:
        return asyncio.run(measure(server, connections, tables, seconds))


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--connections", type=int, default=1100)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--hard", action="store_true", help="the limit cannot be raised")
    parser.add_argument("--goal", action="store_true", help=GOAL)
    parser.add_argument("--attack", type=int, metavar="PORT", help="be idle there, and no more")
    arguments = parser.parse_args()
    if arguments.attack:
        print(
            json.dumps(
                asyncio.run(attack(arguments.attack, arguments.connections, arguments.seconds))
            )
        )
        return
    report = prove(arguments.connections, arguments.tables, arguments.seconds, hard=arguments.hard)
    if arguments.goal:
        share = int(report.figures["processor of the server % beside"])
        report.expect(share <= MOST_PROCESSOR, GOAL)
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
