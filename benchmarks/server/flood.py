"""Sockets without a token that ask for the whole table again and again, beside tables where people play.

    python -m benchmarks.server.flood --sockets 49 --seconds 20

Each flooding socket sends 99 `hello` at once, every one with another `since` and language, and connects anew when
it is thrown out. The server runs with its own settings; the flood comes from one address, every table from another.
"""

import asyncio
import itertools
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.server.mutants import TEXT, frame
from benchmarks.server.people import Place, Plain, Sitter, create, quietly
from benchmarks.server.process import cpu_seconds, load_now, pid_of
from benchmarks.server.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import Server

HELLOS = 99
LANGUAGES = ("en", "de", "fr", "en-XA")
FLOODS_FROM = "127.0.0.2"
PLAYS_FROM = "127.0.1.{}"
ANSWER_EVERY = 0.25
"""A table stays below the messages that one socket may send."""
COMES_AGAIN = 0.2
GOAL_MS = 150.0
GOAL_TIMES = 3
GOAL = f"fail if p99 beside is over {GOAL_MS:.0f} ms and over {GOAL_TIMES} times what it is alone"
"""A busy machine makes everybody wait, with and without a flood."""
USUAL = {
    "ROLLPLAYER_MESSAGES_PER_20_SECONDS": "100",
    "ROLLPLAYER_REQUESTS_PER_MINUTE": "300",
    "ROLLPLAYER_SOCKETS_PER_ADDRESS": "50",
    "ROLLPLAYER_MESSAGES_PER_ADDRESS": "1000",
}


@dataclass
class Flood:
    """What all flooding sockets have done."""

    hellos: int = 0
    sockets: int = 0
    received: int = 0
    numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def burst(self) -> bytes:
        """So many `hello` that no two ask for the same."""
        sent = []
        for number in itertools.islice(self.numbers, HELLOS):
            told = {"type": "hello", "protocol": 1, "since": number % 97}
            told["language"] = LANGUAGES[number % len(LANGUAGES)]
            sent.append(frame(TEXT, json.dumps(told).encode()))
        return b"".join(sent)

    async def keep(self, port: int, path: str) -> None:
        while True:
            try:
                await self.once(port, path)
            except (OSError, asyncio.IncompleteReadError):
                # Thrown out; whoever floods comes again.
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
    """The flood itself, in a process of its own: it must not keep those waiting who measure."""
    flood = Flood()
    flooding = [asyncio.create_task(flood.keep(port, path)) for _ in range(sockets)]
    await asyncio.sleep(seconds)
    for task in flooding:
        await quietly(task)
    return {"hellos": flood.hellos, "sockets": flood.sockets, "received": flood.received}


async def play(sitter: Sitter, waits: list[float], dice: random.Random) -> None:
    """Answer for all seats at a steady pace; how long each acknowledgement took."""
    for number in itertools.count():
        seat = sitter.asked()
        if seat is None:
            return
        options = sitter.table["seats"][str(seat)]["options"]
        command = f"{sitter.place.id}-{number:06}-{dice.getrandbits(32)}"
        version = sitter.table["version"]
        told = {"type": "answer", "command": command, "version": version, "seat": seat}
        started = time.perf_counter()
        await sitter.send({**told, "answer": dice.choice(options)["notation"]})
        await sitter.until_replied(command)
        waits.append(time.perf_counter() - started)
        assert sitter.replies[command][0]["type"] == "ack", sitter.replies[command]
        await sitter.until_version(version + 1)
        await asyncio.sleep(max(0.0, ANSWER_EVERY - (time.perf_counter() - started)))


async def table(
    server: Server, source: str, waits: list[float], ready: asyncio.Semaphore, number: int
) -> None:
    dice = random.Random(number)
    while True:
        place = await asyncio.to_thread(create, server, 2)
        sitter = Sitter(server.address, place, *place.tokens.values(), source=source)
        await sitter.open()
        ready.release()
        try:
            await play(sitter, waits, dice)
        finally:
            await sitter.close()


async def measure(
    server: Server, target: Place, sockets: int, tables: int, seconds: float
) -> Report:
    report = Report("flood")
    waits: list[float] = []
    ready = asyncio.Semaphore(0)
    playing = [
        asyncio.create_task(table(server, PLAYS_FROM.format(number + 1), waits, ready, number))
        for number in range(tables)
    ]
    for _ in playing:
        await ready.acquire()
    await asyncio.sleep(seconds)
    alone = list(waits)
    waits.clear()
    progress(f"alone: p99 {milliseconds(percentile(alone, 0.99))} ms")
    used = cpu_seconds(pid_of(server))
    attacking = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.server.flood", "--attack", str(server.port)),
        *(target.path, "--sockets", str(sockets), "--seconds", str(seconds)),
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await attacking.communicate()
    flood = json.loads(told)
    beside = list(waits)
    used = cpu_seconds(pid_of(server)) - used
    for each in playing:
        report.expect(not each.done(), f"a table has stopped: {each}")
    for each in playing:
        await quietly(each)
    report.figures = {
        "flooding sockets": sockets,
        "sockets they opened": flood["sockets"],
        "hello sent": flood["hellos"],
        "MB told to them": round(flood["received"] / 1e6, 1),
        "tables": tables,
        "acks alone": len(alone),
        "p50 ms alone": milliseconds(percentile(alone, 0.5)),
        "p99 ms alone": milliseconds(percentile(alone, 0.99)),
        "acks beside": len(beside),
        "p50 ms beside": milliseconds(percentile(beside, 0.5)),
        "p99 ms beside": milliseconds(percentile(beside, 0.99)),
        "worst ms beside": milliseconds(max(beside, default=seconds)),
        "processor of the server % beside": round(100 * used / seconds),
        "load of the machine": load_now(),
    }
    # Half of the pace at least: a table that hears nothing has no bad times to show.
    expected = tables * seconds / ANSWER_EVERY / 4
    report.expect(len(beside) >= expected, f"only {len(beside)} acks beside the flood")
    return report


def prove(sockets: int, tables: int, seconds: float) -> Report:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", USUAL) as server:
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
    asked = parser.parse_args()
    if asked.attack:
        port, path = asked.attack
        print(json.dumps(asyncio.run(attack(int(port), path, asked.sockets, asked.seconds))))
        return
    report = prove(asked.sockets, asked.tables, asked.seconds)
    if asked.goal:
        most = max(GOAL_MS, GOAL_TIMES * float(report.figures["p99 ms alone"]))
        report.expect(float(report.figures["p99 ms beside"]) <= most, GOAL)
    end([report], as_json=asked.json)


if __name__ == "__main__":
    main()
