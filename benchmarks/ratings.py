"""The ratings of the bots, and whether ratings by luck-adjusted stars would know players sooner.

    python -m benchmarks.ratings anchors
    python -m benchmarks.ratings keep build/ratings.jsonl
    python -m benchmarks.ratings luck [--seasons 500] [--seed seasons]

``anchors`` fits Bradley-Terry to all recorded pairings of the base game, moved so that the adventurer has the mean.
``keep`` takes what ``luck`` needs from the games of ``rollplayer tournament --adjusted --out build/ratings.jsonl``.
``luck`` plays seasons of the kept games in random orders, each season rated three times: by who won, by the chance of
winning without the difference in luck, and, as a control, by the same with the luck of another game.
"""

import argparse
import json
import math
import random
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from rollplayer.bots import NAMES
from rollplayer.ratings.glicko import MEAN, PairResult, Rating, rated
from rollplayer.ratings.places import ahead
from rollplayer.tournament.elo import elo_of

RESULTS: Final = Path(__file__).parent / "bots" / "results"
RECORDED: Final = ("adventurer_squire_random", "champion_adventurer", "legend_champion")
KEPT: Final = RESULTS / "ratings.json"
MIDDLE: Final = "adventurer"
KEYS: Final = ("game", "seats", "totals", "winners", "luck")


def fitted() -> dict[str, tuple[float, float]]:
    """By level: its rating, and half of its 95 % interval."""
    ahead_of: dict[tuple[str, str], float] = {}
    for name in RECORDED:
        told = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))["tournament"]
        for table in told["tables"]:
            one, other = table["players"]
            ahead_of[one, other] = table["results"][one]["wins"]
            ahead_of[other, one] = table["results"][other]["wins"]
    elo = elo_of(list(NAMES), ahead_of)
    moved = MEAN - elo[MIDDLE][0]
    return {
        level: (elo[level][0] + moved, (high - low) / 2) for level, (_, (low, high)) in elo.items()
    }


# -- luck -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """One game, as the weaker of its two levels saw it."""

    weaker: str
    stronger: str
    half: int
    """Games of one deal are in the same half of the games."""
    stars: float
    luck: float
    """Differences, the weaker's less the stronger's."""
    score: float

    @property
    def pair(self) -> tuple[str, str]:
        return self.weaker, self.stronger


def kept_duels() -> list[Duel]:
    duels: list[Duel] = []
    for game in json.loads(KEPT.read_text(encoding="utf-8"))["games"]:
        first, second = sorted((0, 1), key=lambda seat: NAMES.index(game["seats"][seat]))
        duels.append(
            Duel(
                game["seats"][first],
                game["seats"][second],
                (game["game"] - 1) // 2 % 2,
                game["totals"][first] - game["totals"][second],
                game["luck"][first] - game["luck"][second],
                ahead(game["winners"], game["totals"], first, second),
            )
        )
    return duels


def by_pair(duels: list[Duel]) -> dict[tuple[str, str], list[Duel]]:
    pairs: dict[tuple[str, str], list[Duel]] = defaultdict(list)
    for duel in duels:
        pairs[duel.pair].append(duel)
    return pairs


def without_luck(duels: list[Duel]) -> tuple[list[Duel], float]:
    """The same duels scored by the chance of winning with other luck, and the factor of luck.

    Each half is adjusted by the factor and the spread of luck that fit the other half.
    """
    factors: list[float] = []
    spreads: list[float] = []
    for half in (0, 1):
        others = [duel for duel in duels if duel.half != half]
        top = sum(
            (duel.stars - mean([each.stars for each in pair])) * duel.luck
            for pair in by_pair(others).values()
            for duel in pair
        )
        squares = sum(duel.luck**2 for duel in others)
        factors.append(top / squares)
        spreads.append(max(abs(factors[half]) * math.sqrt(squares / len(others)), 1e-9))

    def chance_of(duel: Duel) -> float:
        left = (duel.stars - factors[duel.half] * duel.luck) / spreads[duel.half]
        return (1 + math.erf(left / math.sqrt(2))) / 2

    return [replace(duel, score=chance_of(duel)) for duel in duels], mean(factors)


def with_luck_of_another(duels: list[Duel], chance: random.Random) -> list[Duel]:
    """The control: each duel gets the luck of another one of the same pair and half."""
    luck: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for duel in duels:
        luck[*duel.pair, duel.half].append(duel.luck)
    for group in luck.values():
        chance.shuffle(group)
    return [replace(duel, luck=luck[*duel.pair, duel.half].pop()) for duel in duels]


def kept_variance(raw: list[Duel], scored: list[Duel]) -> float:
    """How much of the scores' variance within the pairs is left."""

    def within(duels: list[Duel]) -> float:
        return sum(variance([each.score for each in pair]) for pair in by_pair(duels).values())

    return within(scored) / within(raw)


def season(
    duels: list[Duel], order: list[int], weight: float, truth: dict[str, tuple[float, float]]
) -> tuple[int, float]:
    """After how many games the order of the levels stays right, and how far off ratings are."""
    known = {level: Rating() for duel in duels for level in duel.pair}
    levels = sorted(known, key=NAMES.index)
    wrong = 0
    for number, at in enumerate(order, 1):
        duel = duels[at]
        one, other = known[duel.weaker], known[duel.stronger]
        known[duel.weaker] = rated(one, [PairResult(other, duel.score, weight)], 0.0)
        known[duel.stronger] = rated(other, [PairResult(one, 1 - duel.score, weight)], 0.0)
        found = [known[level].rating for level in levels]
        if found != sorted(found):
            wrong = number
    gaps = [
        known[high].rating - known[low].rating - (truth[high][0] - truth[low][0])
        for low, high in pairwise(levels)
    ]
    return wrong, math.sqrt(mean([gap**2 for gap in gaps]))


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def variance(numbers: list[float]) -> float:
    middle = mean(numbers)
    return sum((number - middle) ** 2 for number in numbers)


def print_luck(seasons: int, seed: str) -> None:
    chance = random.Random(seed)
    raw = kept_duels()
    adjusted, factor = without_luck(raw)
    control, factor_by_chance = without_luck(with_luck_of_another(raw, chance))
    versions = [("who won", raw, 1.0), ("without luck", adjusted, factor)]
    versions.append(("control", control, factor_by_chance))
    print(f"{len(raw)} games, {seasons} seasons, seed {seed!r}")
    print("| rated by | factor | variance kept | games until the order is right | gaps off by |")
    print("| --- | --- | --- | --- | --- |")
    truth = fitted()
    orders = [chance.sample(range(len(raw)), len(raw)) for _ in range(seasons)]
    for name, duels, found in versions:
        kept = kept_variance(raw, duels)
        told = [season(duels, order, 1 / kept, truth) for order in orders]
        until, off = mean([each[0] for each in told]), mean([each[1] for each in told])
        shown = "" if duels is raw else f"{found:.2f}"
        print(f"| {name} | {shown} | {kept:.2f} | {until:.1f} | {off:.0f} |")


def keep(path: Path) -> None:
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    games = [{key: json.loads(line)[key] for key in KEYS} for line in lines]
    text = ",\n  ".join(json.dumps(game) for game in games)
    KEPT.write_text(f'{{"head": {head},\n "games": [\n  {text}\n ]}}\n', encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("anchors", "keep", "luck"))
    parser.add_argument("file", nargs="?", default="build/ratings.jsonl")
    parser.add_argument("--seasons", type=int, default=500)
    parser.add_argument("--seed", default="seasons")
    given = parser.parse_args()
    if given.what == "keep":
        keep(Path(given.file))
    elif given.what == "luck":
        print_luck(given.seasons, given.seed)
    else:
        print("| level | rating | 95 % |\n| --- | --- | --- |")
        for level, (rating, half) in fitted().items():
            print(f"| {level} | {rating:.0f} | ± {half:.0f} |")


if __name__ == "__main__":
    main()
