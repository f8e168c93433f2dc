"""Searches over very many finished games, beside people at their tables: they must not notice.

    python -m tests.proofs.search --games 100000 --searchers 60 --seconds 20

People answer at their tables, first alone, then while the searchers search, and both once more. What counts is how
long an answer takes to be acknowledged. Limits by address and rate are off, so that every search reaches the store;
those that find no place there are told to come again, which is part of what is proved.
"""

import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import quote

from rollplayer.build import kind
from tests.proofs.archive import SYLLABLES, fill
from tests.proofs.people import Plain, create, hello, open_socket, read, say
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import Server

TABLES = 8
THINKS = (0.05, 0.25)
PAUSE = 1.0
"""A searcher types again after this."""
MORE_MS, TIMES = 15.0, 1.5
"""Unchanged means: at most so much more, or so many times as long."""
WORST_SECONDS = 2.0


@dataclass
class Measured:
    waits: list[float] = field(default_factory=list)
    searches: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    """How many searches had which HTTP status."""


async def play(server: Server, number: int, measured: Measured, until: float) -> None:
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
                    measured.waits.append(time.perf_counter() - sent)
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


async def search(port: int, number: int, measured: Measured, until: float) -> None:
    """Somebody who types, from an address of their own for every four."""
    dice = random.Random(f"search {number}")
    while time.perf_counter() < until:
        started = time.perf_counter()
        status = await get(port, wish(dice), f"127.0.1.{1 + number // 4}")
        measured.searches.append(time.perf_counter() - started)
        measured.answers[status] += 1
        await asyncio.sleep(PAUSE)


def wish(dice: random.Random) -> str:
    """A part of a name, often one that is common and sometimes one that is nowhere."""
    part = dice.choice(
        [
            "".join(dice.choices(SYLLABLES, k=2)),
            dice.choice(SYLLABLES),
            dice.choice(SYLLABLES)[0],
            "nobody at all",
            "".join(dice.choices(SYLLABLES, k=5)),
        ]
    )
    filters = dice.choice(["", "&players=2", "&players=5", "&edition=first", "&expansion=none"])
    return f"/api/v1/finished?query={quote(part)}{filters}"


async def get(port: int, path: str, address: str) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        )
        response = await asyncio.wait_for(reader.read(), 120)
        return int(response.split(b" ", 2)[1])
    finally:
        writer.close()


def search_on(port: int, seconds: float, searchers: int) -> Measured:
    """All searchers, in a process that steps back: what they cost here is not what is measured."""
    os.nice(10)
    measured = Measured()
    until = time.perf_counter() + seconds

    async def all_of_them() -> None:
        await asyncio.gather(
            *(search(port, number, measured, until) for number in range(searchers))
        )

    asyncio.run(all_of_them())
    return measured


async def phase(server: Server, seconds: float, searchers: int) -> Measured:
    measured = Measured()
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        loop = asyncio.get_running_loop()
        # The process is there before the clock runs.
        await loop.run_in_executor(pool, abs, 0)
        searching = loop.run_in_executor(pool, search_on, server.port, seconds, searchers)
        until = time.perf_counter() + seconds
        await asyncio.gather(*(play(server, number, measured, until) for number in range(TABLES)))
        searched = await searching
    measured.searches, measured.answers = searched.searches, searched.answers
    return measured


def prove(games: int, searchers: int, seconds: float) -> Report:
    report = Report("search")
    alone, beside = Measured(), Measured()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        fill(data, games)
        size = sum(each.stat().st_size for each in data.iterdir())
        progress(f"{games} finished games, {size >> 20} MiB")
        with Server(data) as server:
            for _ in range(2):
                for into, number in ((alone, 0), (beside, searchers)):
                    measured = asyncio.run(phase(server, seconds, number))
                    into.waits += measured.waits
                    into.searches += measured.searches
                    into.answers += measured.answers
    before, after = (1000 * percentile(each.waits, 0.99) for each in (alone, beside))
    report.figures = {
        "finished games": games,
        "searchers": searchers,
        "answers alone": len(alone.waits),
        "answers beside searches": len(beside.waits),
        "ack alone p50 ms": milliseconds(percentile(alone.waits, 0.5)),
        "p99 ms": round(before, 1),
        "ack beside p50 ms": milliseconds(percentile(beside.waits, 0.5)),
        "beside p99 ms": round(after, 1),
        "beside worst ms": milliseconds(max(beside.waits, default=0.0)),
        "searches answered": beside.answers[200],
        "told to come again": beside.answers[503],
        "search p50 ms": milliseconds(percentile(beside.searches, 0.5)),
        "search p99 ms": milliseconds(percentile(beside.searches, 0.99)),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(
        after <= max(before + MORE_MS, before * TIMES),
        f"p99 was {before:.1f} ms without searches and {after:.1f} ms beside them",
    )
    report.expect(max(beside.waits, default=9.0) < WORST_SECONDS, "a table stood still")
    report.expect(set(beside.answers) <= {200, 503}, f"searches were answered {beside.answers}")
    report.expect(beside.answers[200] > beside.answers[503], "most searches found no place")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--searchers", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=20.0, help="each of the four parts")
    arguments = parser.parse_args()
    end([prove(arguments.games, arguments.searchers, arguments.seconds)], as_json=arguments.json)


if __name__ == "__main__":
    main()
