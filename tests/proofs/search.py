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
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import quote

from rollplayer.build import kind
from tests.proofs.archive import SYLLABLES, fill
from tests.proofs.crowds import get, measure
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import Server

PAUSE = 1.0
"""A searcher types again after this."""
WORST_SECONDS = 2.0


@dataclass
class Searched:
    waits: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    """How many searches had which HTTP status."""


async def search(port: int, number: int, searched: Searched, until: float) -> None:
    """Somebody who types, from an address of their own for every four."""
    dice = random.Random(f"search {number}")
    while time.perf_counter() < until:
        started = time.perf_counter()
        status = await get(port, wish(dice), address=f"127.0.1.{1 + number // 4}")
        searched.waits.append(time.perf_counter() - started)
        searched.answers[status] += 1
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


def search_on(port: int, seconds: float, searchers: int) -> Searched:
    """All searchers, in a process that steps back: what they cost here is not what is measured."""
    os.nice(10)
    searched = Searched()
    until = time.perf_counter() + seconds

    async def all_of_them() -> None:
        await asyncio.gather(
            *(search(port, number, searched, until) for number in range(searchers))
        )

    asyncio.run(all_of_them())
    return searched


def prove(games: int, searchers: int, seconds: float) -> Report:
    report = Report("search")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        fill(data, games)
        size = sum(each.stat().st_size for each in data.iterdir())
        progress(f"{games} finished games, {size >> 20} MiB")
        with Server(data) as server:
            crowd = partial(search_on, searchers=searchers)
            acks, crowds = measure(server, seconds, crowd)
    searches = [wait for each in crowds for wait in each.waits]
    answers = sum((each.answers for each in crowds), Counter[int]())
    report.figures = {
        "finished games": games,
        "searchers": searchers,
        **acks.figures("searches"),
        "ack beside worst ms": milliseconds(max(acks.beside, default=0.0)),
        "searches answered": answers[200],
        "told to come again": answers[503],
        "search p50 ms": milliseconds(percentile(searches, 0.5)),
        "search p99 ms": milliseconds(percentile(searches, 0.99)),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    acks.expect_unchanged(report, "searches")
    report.expect(max(acks.beside, default=9.0) < WORST_SECONDS, "a table stood still")
    report.expect(set(answers) <= {200, 503}, f"searches were answered {answers}")
    report.expect(answers[200] > answers[503], "most searches found no place")
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
