"""Numbers about the games of a server."""

from collections import defaultdict

from msgspec import Struct

from rollplayer.server.services import Services

LATEST = 10_000
"""So many finished games are looked at."""


class ByOptions(Struct):
    players: int
    edition: str
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


async def stats(services: Services) -> Stats:
    """Counts by status, and what finished games came to."""
    totals: dict[tuple[int, str], list[list[int]]] = defaultdict(list)
    classes: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for row in await services.store.finished(LATEST):
        if row.result is None:
            continue
        end = row.result["end"]
        stars = [hero["total"] for hero in end["heroes"]]
        totals[row.options["players"], row.options["edition"]].append(stars)
        for seat, name in enumerate(row.result["classes"]):
            classes[name].append((stars[seat], seat in end["winners"]))
    counts = dict.fromkeys(("open", "running", "finished", "closed"), 0)
    return Stats(
        games={**counts, **await services.store.counts()},
        connections=services.metrics.sockets,
        finished=[
            ByOptions(
                players,
                edition,
                len(games),
                mean([stars for game in games for stars in game]),
                max(stars for game in games for stars in game),
            )
            for (players, edition), games in sorted(totals.items())
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
