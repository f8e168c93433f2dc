"""What distances and lucky deals were really worth, as fitted once to games of all levels.

A price is what a star of the distance between two answers (``second_look``) showed in the stars at the
end, by the kind of decision. Likewise a deal's value counts as far as it showed in the stars.
``tools/learn/prices.py`` made the file; a review uses no game to judge that game.
"""

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from rollplayer.engine.game import DICE_PHASE, MARKET_PHASE, SETUP
from rollplayer.expansions import EXPANSIONS

FILE: Final = "prices.json"
SETTING_UP: Final = "setup"
DICE: Final = "dice"
MARKET: Final = "market"
KINDS: Final = {SETUP: SETTING_UP, DICE_PHASE: DICE, MARKET_PHASE: MARKET}
SKILL: Final = "skill"
"""Whether to use a Skill or the like, in any phase but setup."""
OTHER: Final = "other"
"""Decisions in other phases, and what an action or a card asks."""


@dataclass(frozen=True)
class Prices:
    """Fixed numbers, read from a file."""

    expected: dict[int, float]
    """By number of players: what one who loses nothing gets beyond the value at the start."""
    stars: dict[str, float]
    """By kind of decision: the price of a star of the distance."""
    weights: dict[str, float]
    """By question put to chance: how far a deal's value counts; 1 where nothing is said."""
    hash: str

    def price(self, kind: str, distance: float) -> float:
        """The stars that a decision cost, by how far it was behind the best."""
        return self.stars[kind] * distance

    def more(self, players: int) -> float:
        """``expected`` for this many, or for the next fewer that were measured."""
        return self.expected[max(known for known in self.expected if known <= players)]

    def luck(self, question: str) -> float:
        return self.weights.get(question, 1.0)


def kind_of(phase: int) -> str:
    return KINDS.get(phase, OTHER)


def read_prices(data: bytes) -> Prices:
    plain = json.loads(data)
    return Prices(
        {int(players): float(n) for players, n in plain["expected"].items()},
        {kind: float(n) for kind, n in plain["stars"].items()},
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
