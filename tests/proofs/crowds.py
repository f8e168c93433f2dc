"""People at their tables, alone and beside a crowd that asks the server for something else.

What counts is how long an answer takes to be acknowledged.
"""

import asyncio
import json
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import TypeVar

from tests.proofs.people import Plain, create, hello, open_socket, read, say
from tests.proofs.report import Figure, Report, milliseconds, percentile
from tests.server.harness import Server

T = TypeVar("T")

TABLES = 8
THINKS = (0.05, 0.25)
MORE_MS, TIMES = 15.0, 1.5
"""Unchanged means: at most so much more, or so many times as long."""
LONGEST = 120.0


@dataclass
class Acks:
    """How long answers took to be acknowledged, in seconds."""

    alone: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)

    def figures(self, crowd: str) -> dict[str, Figure]:
        return {
            "answers alone": len(self.alone),
            f"answers beside {crowd}": len(self.beside),
            "ack alone p50 ms": milliseconds(percentile(self.alone, 0.5)),
            "ack alone p99 ms": milliseconds(percentile(self.alone, 0.99)),
            "ack beside p50 ms": milliseconds(percentile(self.beside, 0.5)),
            "ack beside p99 ms": milliseconds(percentile(self.beside, 0.99)),
        }

    def expect_unchanged(self, report: Report, crowd: str) -> None:
        before, after = (1000 * percentile(each, 0.99) for each in (self.alone, self.beside))
        report.expect(
            after <= max(before + MORE_MS, before * TIMES),
            f"p99 was {before:.1f} ms alone and {after:.1f} ms beside {crowd}",
        )


def measure(
    server: Server, seconds: float, crowd: Callable[[int, float], T]
) -> tuple[Acks, list[T]]:
    """The tables alone, then beside the crowd, and both once more: a machine is not always the same.

    The crowd gets the port and the seconds, in a process of its own; what it returns comes back.
    """
    acks = Acks()
    crowds: list[T] = []
    for _ in range(2):
        acks.alone += asyncio.run(play_for(server, seconds))
        waits, returned = asyncio.run(play_beside(server, seconds, crowd))
        acks.beside += waits
        crowds.append(returned)
    return acks, crowds


async def play_for(server: Server, seconds: float) -> list[float]:
    waits: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(play(server, number, waits, until) for number in range(TABLES)))
    return waits


async def play_beside(
    server: Server, seconds: float, crowd: Callable[[int, float], T]
) -> tuple[list[float], T]:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        loop = asyncio.get_running_loop()
        # The process is there before the clock runs.
        await loop.run_in_executor(pool, abs, 0)
        asking = loop.run_in_executor(pool, crowd, server.port, seconds)
        return await play_for(server, seconds), await asking


async def play(server: Server, number: int, waits: list[float], until: float) -> None:
    """Both seats of a table, at a lively pace."""
    dice = random.Random(number)
    while time.perf_counter() < until:
        place = await asyncio.to_thread(create, server, 2)
        async with open_socket(server.address, place) as socket:
            await say(socket, hello(*place.tokens.values()))
            sent = 0.0
            async for raw in socket:
                table: Plain = read(raw)
                if table["type"] == "ack":
                    waits.append(time.perf_counter() - sent)
                if table["type"] not in ("state", "update"):
                    continue
                if table["over"] or time.perf_counter() > until:
                    break
                await asyncio.sleep(dice.uniform(*THINKS))
                seat = table["pending"]["seat"]
                option = dice.choice(table["seats"][str(seat)]["options"])["notation"]
                message = {"type": "answer", "version": table["version"], "seat": seat}
                sent = time.perf_counter()
                await say(
                    socket,
                    {**message, "command": f"beside-{table['version']:06}", "answer": option},
                )


async def get(port: int, path: str, *, secret: str = "", address: str = "127.0.0.1") -> int:
    """The HTTP status of a request from a socket of its own."""
    return await request("GET", port, path, b"", secret, address)


async def post(port: int, path: str, body: Plain, *, secret: str) -> int:
    return await request("POST", port, path, json.dumps(body).encode(), secret, "127.0.0.1")


async def request(method: str, port: int, path: str, body: bytes, secret: str, address: str) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    authorization = f"Authorization: Bearer {secret}\r\n" if secret else ""
    content = "Content-Type: application/json\r\n" if body else ""
    try:
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{authorization}{content}"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
            + body
        )
        response = await asyncio.wait_for(reader.read(), LONGEST)
        return int(response.split(b" ", 2)[1])
    finally:
        writer.close()
