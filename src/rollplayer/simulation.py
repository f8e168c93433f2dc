"""Many games between bots; the results do not depend on the number of processes."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rollplayer import __version__
from rollplayer.api.own import sources_of
from rollplayer.bots import make_bot
from rollplayer.chance import Deal
from rollplayer.content import Library, library_for
from rollplayer.engine.plain import Plain
from rollplayer.log import Entry, Header, write_lines
from rollplayer.match import Bot, Match, play_out, result
from rollplayer.rules.options import read_options
from rollplayer.runs.identity import network_hash
from rollplayer.runs.spread import Jobs, chunk_for, spread

NORMAL_95: Final = 1.959964
"""The standard deviations around the mean that contain 95 % of a normal distribution."""
DIGITS: Final = 4
FORMAT: Final = "rollplayer-simulation/1"


@dataclass(frozen=True)
class SimulationPlan:
    """What to simulate. Plain data only, because it is sent to other processes."""

    bots: tuple[str, ...]
    options: Plain
    games: int
    seed: str
    packs: tuple[str, ...] = ()
    log: str = ""
    """A folder for the game files; empty means none are written."""

    def seed_of(self, game: int) -> str:
        """The seed of one game. Each game has its own, so any process can play it."""
        return f"{self.seed}/{game}"

    def head(self, content: str) -> Plain:
        """What must be equal to continue; the number of games may grow."""
        options = read_options(self.options)
        own = sources_of(self.bots)
        return {
            "simulation": FORMAT,
            "version": __version__,
            "network": network_hash(options.expansions),
            "seats": list(self.bots),
            **({"own": own} if own else {}),
            "seed": self.seed,
            "options": options.plain(),
            "content": content,
            "packs": list(self.packs),
        }

    def file_of(self, game: int) -> Path:
        return Path(self.log) / f"game-{game:0{len(str(self.games))}}.jsonl"


class UnrecordedMatch(Match):
    """A match that counts its answers instead of storing them, which is faster."""

    answers = 0

    def act(self, who: int, answer: int) -> Entry:
        self.answers += 1
        if who == self.game.seat():
            self.game.apply(answer)
        else:
            self.game.interrupt(who, answer)
        return NOT_KEPT


NOT_KEPT: Final = Entry(0, "")


class Player:
    """Plays the games of a plan, loading the library only once."""

    unrecorded: type[UnrecordedMatch] = UnrecordedMatch
    """What a game is played as where no file of it is kept."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.options = read_options(plan.options)
        self.library: Library = library_for(self.options, plan.packs)

    def match(self, seed: str) -> Match:
        chance = Deal.from_text(seed)
        plan = self.plan
        seats = tuple({"name": f"{bot} {at + 1}", "bot": bot} for at, bot in enumerate(plan.bots))
        header = Header.of(self.options, seats, self.library, chance, plan.packs)
        kind = Match if plan.log else self.unrecorded
        return kind(header, self.library, chance)

    def bots(self, seed: str) -> list[Bot]:
        return [make_bot(bot, f"{seed}/seat {at + 1}") for at, bot in enumerate(self.plan.bots)]

    def play(self, game: int) -> Plain:
        """Play one game of the plan and report its result. Games are numbered from 1."""
        plan = self.plan
        seed = plan.seed_of(game)
        match = self.match(seed)
        play_out(match, self.bots(seed))
        ended = result(match.game)
        answers = match.answers if isinstance(match, UnrecordedMatch) else len(match.entries)
        return {
            "game": game,
            "seed": seed,
            "seats": list(plan.bots),
            "totals": [hero["total"] for hero in ended["heroes"]],
            "lines": [hero["lines"] for hero in ended["heroes"]],
            "winners": ended["winners"],
            "rank": ended["rank"],
            "decisions": answers,
            **({"file": list(write_lines(match.file()))} if plan.log else {}),
        }


def scored(game: Plain, seat: int) -> tuple[int, dict[str, int]]:
    """A hero's stars and lines; zero if the game was lost and nobody won it (Y5)."""
    lines: dict[str, int] = game["lines"][seat]
    if not game["winners"]:
        return 0, dict.fromkeys(lines, 0)
    return game["totals"][seat], lines


def play_games(plan: SimulationPlan, jobs: Jobs, done: Sequence[Plain] = ()) -> Iterator[Plain]:
    """All games of a plan, in order: those done before, then the others.

    Game files are written here and not by the workers, which may run elsewhere or play a game twice.
    """
    yield from done
    known = {game["game"] for game in done}
    left = [number for number in range(1, plan.games + 1) if number not in known]
    chunk = chunk_for(len(left), jobs)
    for game in spread(Player, plan, left, jobs, chunk, files=plan.packs):
        if plan.log:
            keep(plan.file_of(game["game"]), "".join(line + "\n" for line in game.pop("file")))
        yield game


def keep(path: Path, text: str) -> None:
    """Write a file. One that exists is never overwritten; a run that goes on may have left the same."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        if path.read_bytes() != text.encode():
            raise


# -- the summary ------------------------------------------------------------------------------------


class Summary:
    """Statistics over many games. It stores only sums, so any number of games fits in memory."""

    def __init__(self, plan: SimulationPlan, content: str) -> None:
        self.plan = plan
        self.content = content
        self.games = 0
        self.decisions = 0
        self.ranks: Counter[str] = Counter()
        self.seats = [SeatSums() for _ in plan.bots]

    def known_by(self, game: Plain) -> int:
        """Count a game and say which it is; an error if it is none of this simulation."""
        self.add(game)
        number = game["game"]
        if (game["seats"], game["seed"]) != (list(self.plan.bots), self.plan.seed_of(number)):
            raise ValueError(f"game {number} is of another simulation")
        return int(number)

    def add(self, game: Plain) -> None:
        self.games += 1
        self.decisions += game["decisions"]
        if game["rank"] is not None:
            self.ranks[game["rank"]] += 1
        for seat, sums in enumerate(self.seats):
            sums.add(*scored(game, seat))
            if seat in game["winners"]:
                # E8: a shared victory counts as a share of a win.
                sums.wins[len(game["winners"])] += 1

    def plain(self) -> Plain:
        options = read_options(self.plan.options)
        return {
            "summary": {
                "games": self.games,
                "seed": self.plan.seed,
                "options": options.plain(),
                "content": self.content,
                "decisions": mean(self.decisions, self.games),
                "seats": [
                    {"seat": seat, "bot": self.plan.bots[seat], **sums.plain(self.games)}
                    for seat, sums in enumerate(self.seats)
                ],
                "bots": self.by_bot(),
                "ranks": dict(sorted(self.ranks.items())) if options.solitaire else None,
            }
        }

    def by_bot(self) -> Plain:
        """The statistics by bot, over all of its seats."""
        summaries: Plain = {}
        for bot in dict.fromkeys(self.plan.bots):
            sums = SeatSums()
            seats = [seat for seat, name in enumerate(self.plan.bots) if name == bot]
            for seat in seats:
                sums.merge(self.seats[seat])
            summaries[bot] = {"seats": len(seats), **sums.plain(self.games)}
        return summaries


class SeatSums:
    """The sums of one seat, or of one bot, over all games."""

    def __init__(self) -> None:
        self.heroes = 0
        self.total = 0
        self.squares = 0
        self.lines: Counter[str] = Counter()
        self.wins: Counter[int] = Counter()
        """How often this seat won, by the number of winners."""

    def add(self, total: int, lines: dict[str, int]) -> None:
        self.heroes += 1
        self.total += total
        self.squares += total * total
        for line, stars in lines.items():
            self.lines[line] += stars

    def merge(self, other: "SeatSums") -> None:
        self.heroes += other.heroes
        self.total += other.total
        self.squares += other.squares
        for line, stars in other.lines.items():
            self.lines[line] += stars
        self.wins.update(other.wins)

    def plain(self, games: int) -> Plain:
        wins = sum(count / winners for winners, count in sorted(self.wins.items()))
        return {
            "stars": mean(self.total, self.heroes),
            "stars_95": mean_interval(self.total, self.squares, self.heroes),
            "wins": round(wins, DIGITS),
            "win_share": mean(wins, games),
            "win_share_95": share_interval(wins, games),
            "lines": {line: mean(stars, self.heroes) for line, stars in self.lines.items()},
        }


def mean(total: float, count: int) -> float:
    return round(total / count, DIGITS) if count else 0.0


def mean_interval(total: int, squares: int, count: int) -> list[float]:
    """The 95 % confidence interval of the mean, by the normal distribution."""
    if count < 2:
        return [mean(total, count)] * 2
    variance = (squares - total * total / count) / (count - 1)
    half = NORMAL_95 * math.sqrt(max(variance, 0.0) / count)
    return [round(total / count - half, DIGITS), round(total / count + half, DIGITS)]


def share_interval(wins: float, games: int) -> list[float]:
    """The 95 % Wilson confidence interval of a share; it stays between 0 and 1.

    >>> share_interval(50, 100)
    [0.4038, 0.5962]
    """
    if not games:
        return [0.0, 1.0]
    share = wins / games
    z = NORMAL_95 * NORMAL_95 / games
    centre = share + z / 2
    half = math.sqrt(z * (share * (1 - share) + z / 4))
    low, high = (centre - half) / (1 + z), (centre + half) / (1 + z)
    return [round(max(low, 0.0), DIGITS), round(min(high, 1.0), DIGITS)]


def taken_files(plan: SimulationPlan) -> Sequence[Path]:
    """Game files that already exist and would be overwritten."""
    numbers = range(1, plan.games + 1)
    return [path for path in map(plan.file_of, numbers) if path.exists()] if plan.log else []
