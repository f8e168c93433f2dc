"""Play a tournament and time the bots."""

import math
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rollplayer import __version__
from rollplayer.analysis.review import LuckReviewer
from rollplayer.analysis.worth import worth_of
from rollplayer.api.own import sources_of
from rollplayer.content import Library, library_for
from rollplayer.engine.plain import Plain
from rollplayer.engine.view import View
from rollplayer.log import GameFile
from rollplayer.match import Bot, Match
from rollplayer.rules.compose import compose
from rollplayer.rules.options import Options
from rollplayer.runs.identity import network_hash
from rollplayer.runs.spread import Jobs, spread
from rollplayer.simulation import DIGITS, Player, SimulationPlan

PAIRS: Final = "pairs"
TABLE: Final = "table"
SOLITAIRE: Final = "solitaire"
FORMAT: Final = "rollplayer-tournament/1"
STEP: Final = 1.05
"""Times are counted in steps of 5 %, so that any number of them fits in memory."""
FASTEST: Final = 0.001
"""The lowest time recorded, in milliseconds."""


@dataclass(frozen=True)
class Tournament:
    """What to play. Plain data only, because it is sent to other processes."""

    levels: tuple[str, ...]
    kind: str
    games: int
    """Games at each table."""
    seed: str
    edition: str = "second"
    class_draft: str = "dice"
    variants: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()
    adjusted: bool = False
    """Whether the luck of each game is weighed, too."""

    def tables(self) -> list[tuple[str, ...]]:
        """Who meets whom."""
        if self.kind == PAIRS:
            return list(combinations(self.levels, 2))
        return [self.levels] if self.kind == TABLE else [(level,) for level in self.levels]

    def options(self) -> Options:
        players = len(self.tables()[0])
        return Options(players, self.edition, self.class_draft, self.variants, self.expansions)

    def library(self) -> Library:
        return library_for(self.options(), self.packs)

    def all_games(self) -> list[tuple[int, int]]:
        """All (table, game) pairs, by game first, so that an interrupted run is still fair."""
        tables = range(len(self.tables()))
        return [(table, game) for game in range(1, self.games + 1) for table in tables]

    def worth(self) -> str:
        """The name of the values by which luck is weighed."""
        return worth_of(compose(self.options(), self.library().components)).name

    def head(self) -> Plain:
        """What must be equal to continue a tournament; the number of games may grow."""
        own = sources_of(self.levels)
        return {
            "tournament": FORMAT,
            "version": __version__,
            "network": network_hash(self.expansions),
            **({"worth": self.worth()} if self.adjusted else {}),
            "kind": self.kind,
            "levels": list(self.levels),
            **({"own": own} if own else {}),
            "seed": self.seed,
            "options": self.options().plain(),
            "content": self.library().hash,
            "packs": list(self.packs),
        }


class TimedBot(Bot):
    """Times another bot. A single option is not a decision and is not timed."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.milliseconds: list[float] = []

    def choose(self, view: View, options: list[int]) -> int:
        before = time.process_time()
        chosen = self.bot.choose(view, options)
        if len(options) > 1:
            self.milliseconds.append((time.process_time() - before) * 1000)
        return chosen

    def interrupt(self, view: View, options: list[int]) -> int | None:
        before = time.process_time()
        chosen = self.bot.interrupt(view, options)
        self.milliseconds.append((time.process_time() - before) * 1000)
        return chosen

    def plain(self) -> Plain:
        steps = Counter(step_of(milliseconds) for milliseconds in self.milliseconds)
        return {
            "decisions": len(self.milliseconds),
            "ms": round(sum(self.milliseconds), DIGITS),
            "most": round(max(self.milliseconds, default=0.0), DIGITS),
            "steps": sorted(steps.items()),
        }


def step_of(milliseconds: float) -> int:
    return math.ceil(math.log(max(milliseconds, FASTEST)) / math.log(STEP))


class TimedPlayer(Player):
    """Plays the deals of one seating and times each seat."""

    timed: list[TimedBot]
    recorded: Match | None = None

    def __init__(self, plan: SimulationPlan, recording: bool = False) -> None:
        super().__init__(plan)
        self.recording = recording

    def match(self, seed: str) -> Match:
        made = super().match(seed)
        if not self.recording:
            return made
        self.recorded = Match(made.header, made.library, made.chance)
        return self.recorded

    def luck(self) -> list[float]:
        """The luck of each seat in the game just played."""
        assert self.recorded is not None
        file = GameFile(self.recorded.header, self.recorded.entries)
        reviewer = LuckReviewer(file, self.library, list(range(len(self.plan.bots))))
        for _ in reviewer.walk():
            pass
        return [round(sum(each.luck.values()), DIGITS) for each in reviewer.reviews]

    def bots(self, seed: str) -> list[Bot]:
        self.timed = [TimedBot(bot) for bot in super().bots(seed)]
        return list(self.timed)


class Referee:
    """Plays the games of a tournament in one process."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.tables = tournament.tables()
        self.players: dict[tuple[str, ...], TimedPlayer] = {}

    def play(self, task: tuple[int, int]) -> Plain:
        table, game = task
        lineup = self.tables[table]
        turned = (game - 1) % len(lineup)
        seats = lineup[turned:] + lineup[:turned]
        if seats not in self.players:
            tournament = self.tournament
            plan = SimulationPlan(
                seats,
                tournament.options().plain(),
                tournament.games,
                tournament.seed,
                tournament.packs,
            )
            self.players[seats] = TimedPlayer(plan, tournament.adjusted)
        player = self.players[seats]
        # The same deal for each rotation of the seats.
        played = player.play((game - 1) // len(lineup) + 1)
        cost = {"thinking": [bot.plain() for bot in player.timed], "peak_mib": peak_memory()}
        luck = {"luck": player.luck()} if self.tournament.adjusted else {}
        return {**played, "table": table, "game": game, **luck, "cost": cost}


def peak_memory() -> int | None:
    """The peak memory of this process in MiB; None if the system does not report it."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1024 * 1024 if sys.platform == "darwin" else 1024))


def play_tournament(
    tournament: Tournament, jobs: Jobs, done: Iterable[Plain] = ()
) -> Iterator[Plain]:
    """Play all games not yet done, in order."""
    known = {(game["table"], game["game"]) for game in done}
    left = [task for task in tournament.all_games() if task not in known]
    return spread(Referee, tournament, left, jobs, 1, files=tournament.packs)
