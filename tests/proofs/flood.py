"""Sockets without a token that ask for the whole table again and again, beside tables where people play.

    python -m tests.proofs.flood --sockets 49 --seconds 20

Each flooding socket sends 99 `hello` at once, each with a different `since` and language, and reconnects when it is
closed. The server runs with its default limits; the flood comes from one address, every table from another.
"""

import asyncio
import itertools
import json
import time
from dataclasses import dataclass, field

from tests.proofs.attacks import ANSWER_EVERY, USUAL, attacked
from tests.proofs.mutants import TEXT, frame
from tests.proofs.people import Place, Plain, create, quietly
from tests.proofs.report import Report, end, parser_of
from tests.server.harness import Server, temporary_server

HELLOS = 99
LANGUAGES = ("en", "de", "fr", "en-XA")
FLOODS_FROM = "127.0.0.2"
COMES_AGAIN = 0.2
GOAL_MS = 150.0
GOAL_TIMES = 3
GOAL = f"fail if p99 beside is over {GOAL_MS:.0f} ms and over {GOAL_TIMES} times what it is alone"
"""A busy machine makes everybody wait, with and without a flood."""


@dataclass
class Flood:
    """What all flooding sockets have done."""

    hellos: int = 0
    sockets: int = 0
    received: int = 0
    numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def burst(self) -> bytes:
        """A burst of `hello`, each asking for something different."""
        sent = []
        for number in itertools.islice(self.numbers, HELLOS):
            message = {"type": "hello", "protocol": 1, "since": number % 97}
            message["language"] = LANGUAGES[number % len(LANGUAGES)]
            sent.append(frame(TEXT, json.dumps(message).encode()))
        return b"".join(sent)

    async def keep(self, port: int, path: str) -> None:
        while True:
            try:
                await self.once(port, path)
            except (OSError, asyncio.IncompleteReadError):
                # Closed by the server; a flooder comes back.
                await asyncio.sleep(COMES_AGAIN)

    async def once(self, port: int, path: str) -> None:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(FLOODS_FROM, 0)
        )
        try:
            writer.write(
                f"GET {path}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            self.sockets += 1
            writer.write(self.burst())
            self.hellos += HELLOS
            while data := await reader.read(1 << 16):
                self.received += len(data)
            raise ConnectionResetError
        finally:
            writer.close()


async def attack(port: int, path: str, sockets: int, seconds: float) -> Plain:
    """The flood itself, run in a separate process so that it does not delay the measuring."""
    flood = Flood()
    flooding = [asyncio.create_task(flood.keep(port, path)) for _ in range(sockets)]
    await asyncio.sleep(seconds)
    for task in flooding:
        await quietly(task)
    return {"hellos": flood.hellos, "sockets": flood.sockets, "received": flood.received}


async def measure(
    server: Server, target: Place, sockets: int, tables: int, seconds: float
) -> Report:
    report = Report("flood")
    port, path = str(server.port), target.path
    attack = ("tests.proofs.flood", "--attack", port, path, "--sockets", str(sockets))
    measured = await attacked(server, report, tables, attack, seconds, seconds)
    report.figures = {
        "flooding sockets": sockets,
        "sockets they opened": measured.attack["sockets"],
        "hello sent": measured.attack["hellos"],
        "MB sent to them": round(measured.attack["received"] / 1e6, 1),
        "tables": tables,
        **measured.figures(),
    }
    # Half of the pace at least: a table that hears nothing has no bad times to show.
    expected = tables * seconds / ANSWER_EVERY / 4
    acks = len(measured.beside)
    report.expect(acks >= expected, f"only {acks} acks beside the flood")
    return report


def prove(sockets: int, tables: int, seconds: float) -> Report:
    with temporary_server(USUAL) as server:
        bots = [{"kind": "bot", "level": "random"}] * 4
        target = create(server, 4, seats=bots)
        while server.get(target.path)["status"] != "finished":
            time.sleep(0.5)
        return asyncio.run(measure(server, target, sockets, tables, seconds))


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--sockets", type=int, default=49)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--goal", action="store_true", help=GOAL)
    parser.add_argument("--attack", nargs=2, metavar=("PORT", "PATH"), help="flood, and no more")
    arguments = parser.parse_args()
    if arguments.attack:
        port, path = arguments.attack
        print(
            json.dumps(asyncio.run(attack(int(port), path, arguments.sockets, arguments.seconds)))
        )
        return
    report = prove(arguments.sockets, arguments.tables, arguments.seconds)
    if arguments.goal:
        most = max(GOAL_MS, GOAL_TIMES * float(report.figures["p99 ms alone"]))
        report.expect(float(report.figures["p99 ms beside"]) <= most, GOAL)
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
