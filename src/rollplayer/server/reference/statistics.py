"""Statistics about the games of a server."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.reference.backroom import Backroom
from rollplayer.server.storage.store import GameRow

LATEST: Final = 10_000
"""How many finished games are considered."""
FRESH_SECONDS: Final = 10.0
"""How long figures are reused: counting thousands of games is work."""
COUNT_SECONDS: Final = 30.0


class ByOptions(Struct):
    players: int
    edition: str
    expansions: list[str]
    games: int
    mean_total: float
    best_total: int


class ByClass(Struct):
    name: str
    heroes: int
    mean_total: float
    wins: int


class Stats(Struct):
    games: dict[str, int]
    connections: int
    finished: list[ByOptions]
    classes: list[ByClass]


class Counter:
    """Counts from time to time, once for everyone who asks in between."""

    def __init__(self, searcher: Backroom, metrics: Metrics) -> None:
        self.searcher = searcher
        self.metrics = metrics
        self.stats: Stats | None = None
        self.at = 0.0
        self.one_by_one = asyncio.Lock()

    async def get(self) -> Stats:
        async with self.one_by_one:
            if self.stats is None or time.monotonic() - self.at > FRESH_SECONDS:
                ready = await self.searcher.ask(
                    "statistics", {"compress": False}, seconds=COUNT_SECONDS
                )
                self.stats = msgspec.json.decode(ready.body, type=Stats)
                self.at = time.monotonic()
        self.stats.connections = self.metrics.sockets
        return self.stats


def count(rows: Sequence[GameRow], by_status: dict[str, int]) -> Stats:
    """Games by status, and the results of finished ones."""
    totals: dict[tuple[int, str, tuple[str, ...]], list[list[int]]] = defaultdict(list)
    classes: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for row in rows:
        if row.result is None:
            continue
        end = row.result["end"]
        # A game that nobody won was lost at once: no stars (Y5).
        stars = [hero["total"] if end["winners"] else 0 for hero in end["heroes"]]
        options = row.options
        box = tuple(options.get("expansions", ()))
        totals[options["players"], options["edition"], box].append(stars)
        for seat, name in enumerate(row.result["classes"]):
            classes[name].append((stars[seat], seat in end["winners"]))
    counts = dict.fromkeys(("open", "running", "finished", "closed"), 0)
    return Stats(
        games={**counts, **by_status},
        connections=0,
        finished=[
            ByOptions(
                players,
                edition,
                list(box),
                len(games),
                mean([stars for game in games for stars in game]),
                max(stars for game in games for stars in game),
            )
            for (players, edition, box), games in sorted(totals.items())
        ],
        classes=[
            ByClass(
                name, len(heroes), mean([stars for stars, _ in heroes]), sum(w for _, w in heroes)
            )
            for name, heroes in sorted(classes.items())
        ],
    )


def mean(numbers: list[int]) -> float:
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0
