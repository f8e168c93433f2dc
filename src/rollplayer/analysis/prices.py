"""What judged gaps and lucky deals were really worth, as fitted once to games of all levels.

The best of many judged values is too high, and so is the distance to it. A price is the distance as it
showed in the stars at the end: by the phase, and growing with the distance. Likewise a deal's value
counts as far as it showed in the stars. ``tools/learn/prices.py`` made the file; a review uses no game
to judge that game.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from rollplayer.engine.game import DICE_PHASE, MARKET_PHASE, SETUP
from rollplayer.expansions import EXPANSIONS

FILE: Final = "prices.json"
KINDS: Final = {SETUP: "setup", DICE_PHASE: "dice", MARKET_PHASE: "market"}
OTHER: Final = "other"
"""Decisions in other phases."""


@dataclass(frozen=True)
class Prices:
    """Fixed numbers, read from a file."""

    expected: dict[int, float]
    """By number of players: what one who loses nothing gets beyond the value at the start."""
    steps: tuple[float, ...]
    """Where a gap's price changes its slope, from 0."""
    slopes: dict[str, tuple[float, ...]]
    """By kind of decision: the price of a star of the gap from each step on."""
    weights: dict[str, float]
    """By question put to chance: how far a deal's value counts; 1 where nothing is said."""
    hash: str

    def price(self, kind: str, gap: float) -> float:
        """The stars that a decision cost, by how far it was judged behind the best."""
        parts = parts_of(gap, self.steps)
        return sum(slope * part for slope, part in zip(self.slopes[kind], parts, strict=True))

    def more(self, players: int) -> float:
        """``expected`` for this many, or for the next fewer that were measured."""
        return self.expected[max(known for known in self.expected if known <= players)]

    def luck(self, question: str) -> float:
        return self.weights.get(question, 1.0)


def kind_of(phase: int) -> str:
    return KINDS.get(phase, OTHER)


def parts_of(gap: float, steps: Sequence[float]) -> list[float]:
    """How much of a gap lies between each step and the next: what its slopes are multiplied by."""
    ends = [*steps[1:], float("inf")]
    return [max(0.0, min(gap, end) - step) for step, end in zip(steps, ends, strict=True)]


def read_prices(data: bytes) -> Prices:
    plain = json.loads(data)
    slopes = {kind: tuple(float(n) for n in each) for kind, each in plain["slopes"].items()}
    return Prices(
        {int(players): float(n) for players, n in plain["expected"].items()},
        tuple(float(n) for n in plain["steps"]),
        slopes,
        {question: float(n) for question, n in plain["luck"].items()},
        sha256(data).hexdigest()[:16],
    )


@cache
def prices_for(expansions: tuple[str, ...] = ()) -> Prices:
    """Those of the first expansion that has some; the base game's otherwise."""
    for name in expansions:
        folder = EXPANSIONS.folder(name)
        if folder and Path(folder, FILE).is_file():
            return read_prices(Path(folder, FILE).read_bytes())
    return read_prices(Path(__file__).with_name(FILE).read_bytes())
