"""Legends that look on to their next turn in different ways, over the same solitaire deals.

    python -m benchmarks.bots.lookahead --legend futures=0 --legend futures=8 --games 1000 --jobs 2

Each --legend gives what differs from ``Foresight()`` (analysis/futures.py), such as
``futures=8,turns=2,share=0.5``. The first is the one the others are compared with.
"""

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from rollplayer.analysis.futures import Foresight
from rollplayer.analysis.network import network_for
from rollplayer.analysis.round_search import RoundSearch
from rollplayer.bots.learned import Legend
from rollplayer.content import load
from rollplayer.engine.game import Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.expansions import EXPANSIONS
from rollplayer.match import Bot
from rollplayer.rules.options import Options
from rollplayer.runs.identity import network_hash
from rollplayer.runs.spread import spread
from rollplayer.simulation import SeatSums, SimulationPlan, mean, mean_interval, scored
from rollplayer.tournament.play import TimedBot, TimedPlayer
from rollplayer.tournament.results import Times


class LegendWith(Legend):
    """A legend with a foresight of its own."""

    def __init__(self, seed: str, foresight: Foresight) -> None:
        super().__init__(seed)
        self.foresight = foresight

    def new_judge(self, rules: Ruleset) -> RoundSearch:
        network = network_for(rules)
        return RoundSearch(rules, network, network.trust, self.width, self.foresight)


class LegendPlayer(TimedPlayer):
    """Plays the deals of one legend."""

    foresight: Foresight

    def bots(self, seed: str) -> list[Bot]:
        self.timed = [TimedBot(LegendWith(seed, self.foresight))]
        return list(self.timed)


@dataclass(frozen=True)
class Comparison:
    """What to play. Plain data only, because it is sent to other processes."""

    legends: tuple[Foresight, ...]
    expansions: tuple[str, ...]
    games: int
    seed: str

    def tasks(self) -> list[tuple[int, int]]:
        """The number of the deal and of the legend, by deal first: a run cut short is still fair."""
        return [(deal + 1, at) for deal in range(self.games) for at in range(len(self.legends))]


class Arena:
    """Plays games in one process."""

    def __init__(self, comparison: Comparison) -> None:
        options = Options(1, expansions=comparison.expansions).plain()
        plan = SimulationPlan(("legend",), options, comparison.games, comparison.seed)
        self.players: list[LegendPlayer] = []
        for foresight in comparison.legends:
            player = LegendPlayer(plan)
            player.foresight = foresight
            self.players.append(player)

    def play(self, task: tuple[int, int]) -> Plain:
        deal, at = task
        player = self.players[at]
        return {**player.play(deal), "thinking": player.timed[0].plain()}


def told(comparison: Comparison, games: list[Plain]) -> Plain:
    """The figures of each legend over the deals that all of them have played."""
    many = len(comparison.legends)
    deals = len(games) // many
    if deals == 0:
        raise SystemExit("no deal was played by all; allow more --seconds")
    stars: list[list[int]] = []
    legends: list[Plain] = []
    for at, foresight in enumerate(comparison.legends):
        sums, times = SeatSums(), Times()
        own = games[at : deals * many : many]
        stars.append([scored(game, 0)[0] for game in own])
        for game in own:
            sums.add(*scored(game, 0))
            times.add(game["thinking"])
        figures = sums.plain(deals)
        plain: Plain = {"foresight": asdict(foresight)}
        plain |= {key: figures[key] for key in ("stars", "stars_95", "lines")}
        plain |= times.plain()
        if at:
            more = [now - first for now, first in zip(stars[at], stars[0], strict=True)]
            plain["more"] = mean(sum(more), deals)
            plain["more_95"] = mean_interval(sum(more), sum(each * each for each in more), deals)
        legends.append(plain)
    return {
        "lookahead": {
            "expansions": list(comparison.expansions),
            "seed": comparison.seed,
            "games": deals,
            "content": load(expansions=comparison.expansions).hash,
            "network": network_hash(comparison.expansions),
            "legends": legends,
        }
    }


def foresight_of(text: str) -> Foresight:
    """What ``futures=8,share=0.5`` stands for."""
    usual = asdict(Foresight())
    given: Plain = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name not in usual:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(usual)}")
        given[name] = type(usual[name])(value)
    return Foresight(**given)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--legend", type=foresight_of, action="append", required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0, help="begin no game after this time")
    parser.add_argument("--seed", default="look on", help="choose nothing by those of 'bots'")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--expansion", action="append", choices=[*EXPANSIONS], default=[])
    parser.add_argument("--out", default="")
    arguments = parser.parse_args()
    comparison = Comparison(
        tuple(arguments.legend), tuple(arguments.expansion), arguments.games, arguments.seed
    )
    end = time.monotonic() + (arguments.seconds or float("inf"))
    games = list(
        spread(
            Arena,
            comparison,
            comparison.tasks(),
            arguments.jobs,
            1,
            time_left=lambda: time.monotonic() < end,
        )
    )
    text = json.dumps(told(comparison, games), indent=1)
    print(text)
    if arguments.out:
        Path(arguments.out).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
