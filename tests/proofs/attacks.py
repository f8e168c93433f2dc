"""Tables where people play at a steady pace, measured alone and then beside an attack."""

import asyncio
import itertools
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.proofs.people import Sitter, create, quietly
from tests.proofs.process import cpu_seconds, load_now, pid_of
from tests.proofs.report import Figure, Report, milliseconds, percentile, progress
from tests.server.harness import Server

PLAYS_FROM = "127.0.1.{}"
ANSWER_EVERY = 0.25
"""A table stays below the messages that one socket may send."""
USUAL = {
    "ROLLPLAYER_MESSAGES_PER_20_SECONDS": "100",
    "ROLLPLAYER_REQUESTS_PER_MINUTE": "300",
    "ROLLPLAYER_SOCKETS_PER_ADDRESS": "50",
    "ROLLPLAYER_MESSAGES_PER_ADDRESS": "1000",
}
"""The limits of a server as it is installed."""


@dataclass
class Attacked:
    """How long acknowledgements took, and what the attack reports and cost."""

    alone: list[float]
    beside: list[float]
    attack: dict[str, Any]
    cpu_seconds: float
    log_bytes: int
    seconds: float
    """How long the attack took."""

    def figures(self) -> dict[str, Figure]:
        """What every report of an attack says."""
        return {
            "acks alone": len(self.alone),
            "p50 ms alone": milliseconds(percentile(self.alone, 0.5)),
            "p99 ms alone": milliseconds(percentile(self.alone, 0.99)),
            "acks beside": len(self.beside),
            "p50 ms beside": milliseconds(percentile(self.beside, 0.5)),
            "p99 ms beside": milliseconds(percentile(self.beside, 0.99)),
            "worst ms beside": milliseconds(max(self.beside, default=self.seconds)),
            "processor of the server % beside": round(100 * self.cpu_seconds / self.seconds),
            "load of the machine": load_now(),
        }


async def play(sitter: Sitter, waits: list[float], dice: random.Random) -> None:
    """Answer for all seats at a steady pace, and note how long each acknowledgement took."""
    for number in itertools.count():
        seat = sitter.asked()
        if seat is None:
            return
        options = sitter.table["seats"][str(seat)]["options"]
        command = f"{sitter.place.id}-{number:06}-{dice.getrandbits(32)}"
        version = sitter.table["version"]
        message = {"type": "answer", "command": command, "version": version, "seat": seat}
        started = time.perf_counter()
        await sitter.send({**message, "answer": dice.choice(options)["notation"]})
        await sitter.until_replied(command)
        waits.append(time.perf_counter() - started)
        assert sitter.replies[command][0]["type"] == "ack", sitter.replies[command]
        await sitter.until_version(version + 1)
        await asyncio.sleep(max(0.0, ANSWER_EVERY - (time.perf_counter() - started)))


async def keep_table(
    server: Server, source: str, waits: list[float], ready: asyncio.Semaphore, number: int
) -> None:
    """Play game after game at one table."""
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


async def attacked(
    server: Server, report: Report, tables: int, attack: Sequence[str], alone: float, beside: float
) -> Attacked:
    """Let tables play for ``alone`` seconds, then for ``beside`` seconds during the attack.

    ``attack`` is a module with its arguments. It runs in a separate process, so that it does not delay
    the measuring, and prints what it did as JSON.
    """
    waits: list[float] = []
    ready = asyncio.Semaphore(0)
    playing = [
        asyncio.create_task(keep_table(server, PLAYS_FROM.format(number + 1), waits, ready, number))
        for number in range(tables)
    ]
    for _ in playing:
        await ready.acquire()
    await asyncio.sleep(alone)
    waits_alone = list(waits)
    waits.clear()
    progress(f"alone: p99 {milliseconds(percentile(waits_alone, 0.99))} ms")
    used, logged = cpu_seconds(pid_of(server)), len(server.log())
    attacking = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *attack, "--seconds", str(beside)), stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await attacking.communicate()
    result = Attacked(
        waits_alone,
        list(waits),
        json.loads(printed),
        cpu_seconds(pid_of(server)) - used,
        len(server.log()) - logged,
        beside,
    )
    for task in playing:
        report.expect(not task.done(), f"a table has stopped: {task}")
    for task in playing:
        await quietly(task)
    return result
