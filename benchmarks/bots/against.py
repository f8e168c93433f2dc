"""Legend with today's network against legend with an earlier one, or with another foresight.

    python -m benchmarks.bots.against --before b4fd363 --players 1 --games 1000 --jobs 2
    python -m benchmarks.bots.against --before old.npz --now new.npz --players 2 --games 1000 --jobs 2
    python -m benchmarks.bots.against --before-looks futures=0 --players 1 --games 1000 --jobs 2

With one player, both play the same solitaire deals. With more, one legend of today sits among earlier
ones; each deal is played once from every seat. A network is a file, or the one of a commit. How far one
looks on is what differs from ``Foresight()`` (analysis/futures.py), such as ``futures=8,share=0.5``.
"""

import argparse
import json
import subprocess
import time
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

from rollplayer.analysis.futures import Foresight
from rollplayer.analysis.network import Network, network_file, read_network
from rollplayer.analysis.round_search import RoundSearch
from rollplayer.bots.learned import Legend
from rollplayer.content import load
from rollplayer.engine.game import Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.expansions import EXPANSIONS
from rollplayer.match import Bot
from rollplayer.rules.options import Options
from rollplayer.runs.spread import spread
from rollplayer.simulation import (
    SeatSums,
    SimulationPlan,
    mean,
    mean_interval,
    scored,
    share_interval,
)
from rollplayer.tournament.play import TimedBot, TimedPlayer
from rollplayer.tournament.results import Times

ROOT = Path(__file__).parents[2]
NOW = "now"
BEFORE = "before"


class LegendWith(Legend):
    """A legend with a network of its own, and a foresight, if it is not the usual one."""

    def __init__(self, seed: str, network: Network, foresight: Foresight | None) -> None:
        super().__init__(seed)
        self.network = network
        self.foresight = foresight

    def new_judge(self, rules: Ruleset) -> RoundSearch:
        return RoundSearch(rules, self.network, self.network.trust, self.width, self.foresight)


@dataclass(frozen=True)
class Contest:
    """What to play. Plain data only, because it is sent to other processes."""

    networks: dict[str, bytes]
    foresights: dict[str, Foresight]
    trust: float | None
    players: int
    expansions: tuple[str, ...]
    games: int
    seed: str

    def tasks(self) -> list[tuple[tuple[str, ...], int]]:
        """The seats of each game and the number of its deal."""
        if self.players == 1:
            return [((who,), at + 1) for at in range(self.games) for who in self.networks]
        lineup = (NOW, *[BEFORE] * (self.players - 1))
        turned = [lineup[-at:] + lineup[:-at] for at in range(self.players)]
        return [(turned[at % self.players], at // self.players + 1) for at in range(self.games)]


class LegendPlayer(TimedPlayer):
    """Plays the deals of one seating."""

    networks: dict[str, Network]
    foresights: dict[str, Foresight]

    def bots(self, seed: str) -> list[Bot]:
        self.timed = [
            TimedBot(LegendWith(seed, self.networks[name], self.foresights.get(name)))
            for name in self.plan.bots
        ]
        return list(self.timed)


class Arena:
    """Plays games in one process."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.networks = {name: read_network(data) for name, data in contest.networks.items()}
        if contest.trust is not None:
            self.networks[NOW] = replace(self.networks[NOW], trust=contest.trust)
        self.players: dict[tuple[str, ...], LegendPlayer] = {}

    def play(self, task: tuple[tuple[str, ...], int]) -> Plain:
        seats, deal = task
        if seats not in self.players:
            contest = self.contest
            options = Options(contest.players, expansions=contest.expansions)
            plan = SimulationPlan(seats, options.plain(), contest.games, contest.seed)
            self.players[seats] = LegendPlayer(plan)
            self.players[seats].networks = self.networks
            self.players[seats].foresights = contest.foresights
        player = self.players[seats]
        return {**player.play(deal), "thinking": [bot.plain() for bot in player.timed]}


def network_data(name: str, expansions: tuple[str, ...]) -> bytes:
    """The file of this name, or the network of a commit."""
    if Path(name).is_file():
        return Path(name).read_bytes()
    path = network_file(expansions).resolve().relative_to(ROOT)
    shown = subprocess.run(
        ["git", "show", f"{name}:{path}"], cwd=ROOT, capture_output=True, check=True
    )
    return shown.stdout


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


def told(contest: Contest, games: list[Plain]) -> Plain:
    sums = {who: SeatSums() for who in contest.networks}
    times = {who: Times() for who in contest.networks}
    for game in games:
        for seat, who in enumerate(game["seats"]):
            sums[who].add(*scored(game, seat))
            times[who].add(game["thinking"][seat])
            if seat in game["winners"]:
                sums[who].wins[len(game["winners"])] += 1
    plain: Plain = {
        "expansions": list(contest.expansions),
        "players": contest.players,
        "seed": contest.seed,
        "games": contest.games,
        "content": load(expansions=contest.expansions).hash,
        "networks": {who: sha256(data).hexdigest()[:16] for who, data in contest.networks.items()},
    }
    if contest.foresights:
        plain["foresights"] = {who: asdict(each) for who, each in contest.foresights.items()}
    if contest.trust is not None:
        plain["trust"] = contest.trust
    for who, summed in sums.items():
        figures = summed.plain(contest.games)
        plain[who] = {key: figures[key] for key in ("stars", "stars_95", "lines")}
        plain[who] |= times[who].plain()
    if contest.players == 1 and BEFORE in contest.networks:
        stars = [scored(game, 0)[0] for game in games]
        more = [now - then for now, then in zip(stars[::2], stars[1::2], strict=True)]
        squares = sum(each * each for each in more)
        plain["more"] = mean(sum(more), len(more))
        plain["more_95"] = mean_interval(sum(more), squares, len(more))
    elif contest.players > 1:
        won = sum(
            1 / len(game["winners"])
            for game in games
            for seat in game["winners"]
            if game["seats"][seat] == NOW
        )
        plain["win_share"] = mean(won, contest.games)
        plain["win_share_95"] = share_interval(won, contest.games)
    return {"against": plain}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", help="a file or a commit; in solitaire, none plays alone")
    parser.add_argument("--now", help="a file or a commit; the shipped network otherwise")
    parser.add_argument("--now-looks", type=foresight_of, help="how far today's legend looks on")
    parser.add_argument("--before-looks", type=foresight_of, help="how far the earlier one does")
    parser.add_argument("--trust", type=float, help="another trust for the network of today")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0, help="begin no game after that")
    parser.add_argument("--seed", default="bots")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--expansion", action="append", choices=[*EXPANSIONS], default=[])
    parser.add_argument("--out", default="")
    arguments = parser.parse_args()
    expansions = tuple(arguments.expansion)
    networks = {NOW: network_data(arguments.now or str(network_file(expansions)), expansions)}
    looks = {NOW: arguments.now_looks, BEFORE: arguments.before_looks}
    if arguments.before:
        networks[BEFORE] = network_data(arguments.before, expansions)
    elif arguments.before_looks:
        networks[BEFORE] = networks[NOW]
    elif arguments.players > 1:
        parser.error("with several players, --before or --before-looks is needed")
    contest = Contest(
        networks,
        {who: look for who, look in looks.items() if look},
        arguments.trust,
        arguments.players,
        expansions,
        arguments.games,
        arguments.seed,
    )
    end = time.monotonic() + (arguments.seconds or float("inf"))
    tasks, jobs = contest.tasks(), arguments.jobs
    games = list(spread(Arena, contest, tasks, jobs, 2, time_left=lambda: time.monotonic() < end))
    whole = len(networks) if contest.players == 1 else contest.players
    played = len(games) // whole  # A deal counts where all have played it.
    games = games[: played * whole]
    contest = replace(contest, games=played if contest.players == 1 else len(games))
    text = json.dumps(told(contest, games), indent=1)
    print(text)
    if arguments.out:
        Path(arguments.out).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
