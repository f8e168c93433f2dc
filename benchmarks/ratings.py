"""The ratings of the bots, fitted to recorded tournaments of two players.

    python -m benchmarks.ratings anchors

Bradley-Terry over all recorded pairings of the base game, moved so that the adventurer has the mean.
"""

import argparse
import json
from pathlib import Path
from typing import Final

from rollplayer.bots import NAMES
from rollplayer.ratings.glicko import MEAN
from rollplayer.tournament.elo import elo_of

RESULTS: Final = Path(__file__).parent / "bots" / "results"
RECORDED: Final = ("adventurer_squire_random", "champion_adventurer", "legend_champion")
MIDDLE: Final = "adventurer"


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("anchors",))
    parser.parse_args()
    print("| level | rating | 95 % |\n| --- | --- | --- |")
    for level, (rating, half) in fitted().items():
        print(f"| {level} | {rating:.0f} | ± {half:.0f} |")


if __name__ == "__main__":
    main()
