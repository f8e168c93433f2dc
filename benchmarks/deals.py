"""How far two levels are offered the same on the same deals.

    python -m benchmarks.deals [--deals 200] [--levels random squire adventurer champion]
                               [--players 1 2 4] [--dealings 1 2] [--jobs 2]

For each pair of levels: of all places for dice in a round and for cards in a Market that both games
came to, the share where both were offered the same; by number of players. Dealing 1 is the
control: one stream for everything, as games were dealt before. ``die_at_most`` is what fair dealing
can reach: dice that were taken are no longer in the bag, and each bag must be drawn from fairly.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import combinations, groupby
from typing import Final

from rollplayer.bots import make_bot
from rollplayer.chance import DEALINGS
from rollplayer.engine.plain import Plain
from rollplayer.log import Entry
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options, read_options
from rollplayer.runs.spread import spread

KINDS: Final = ("starting-die", "die", "card")
Offer = tuple[str, list[int]]
Share = tuple[str, float, float]


class Offers:
    """What is offered in one game after another."""

    def __init__(self, options: Plain) -> None:
        self.options: Options = read_options(options)

    def play(self, game: tuple[int, str, int], /) -> Plain:
        dealing, level, deal = game
        chance = DEALINGS[dealing].from_text(f"deals/{deal}")
        match = Listening.new(self.options, chance=chance)
        assert isinstance(match, Listening)
        play_out(match, [make_bot(level, f"{deal}/{seat}") for seat in range(self.options.players)])
        return {"dealing": dealing, "level": level, "deal": deal, "offers": match.offers}


class Listening(Match):
    """A match that notes each draw by its name: the answer, and what was in the bag before it."""

    @property
    def offers(self) -> dict[str, Offer]:
        noted: dict[str, Offer] = self.__dict__.setdefault("noted", {})
        return noted

    def roll(self) -> Entry:
        name, bag = self.game.draw(), self.game.bag.copy()
        entry = super().roll()
        self.offers.setdefault(name, (entry.answer, bag))
        return entry


def compare(games: list[dict[str, Offer]], others: list[dict[str, Offer]]) -> Iterator[Share]:
    for kind in KINDS:
        same = places = 0
        differ = 0.0
        for one, two in zip(games, others, strict=True):
            for name in one.keys() & two.keys():
                if name.startswith(f"{kind}/"):
                    places += 1
                    same += one[name][0] == two[name][0]
                    differ += distance(one[name][1], two[name][1])
        yield kind, same / places, 1 - differ / places


def distance(bag: list[int], other: list[int]) -> float:
    """How often fair draws from two bags must give different colors: their total variation."""
    full, other_full = sum(bag), sum(other)
    return sum(abs(a / full - b / other_full) for a, b in zip(bag, other, strict=True)) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument(
        "--levels", nargs="+", default=["random", "squire", "adventurer", "champion"]
    )
    parser.add_argument("--players", nargs="+", type=int, default=[1, 2, 4])
    parser.add_argument("--dealings", nargs="+", type=int, choices=DEALINGS, default=[*DEALINGS])
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    for options in [{"players": players} for players in chosen.players]:
        for dealing in chosen.dealings:
            tasks = [
                (dealing, level, deal) for level in chosen.levels for deal in range(chosen.deals)
            ]
            told = spread(Offers, options, tasks, chosen.jobs, 10)
            by_level = {
                level: [each["offers"] for each in games]
                for level, games in groupby(told, key=lambda game: str(game["level"]))
            }
            for one, two in combinations(chosen.levels, 2):
                told_line: Plain = {**options, "dealing": dealing, "levels": [one, two]}
                for kind, share, most in compare(by_level[one], by_level[two]):
                    told_line[kind] = round(share, 4)
                    if kind == "die":
                        told_line["die_at_most"] = round(most, 4)
                print(json.dumps(told_line), flush=True)


if __name__ == "__main__":
    main()
