"""Whether the ledger of a review balances, and how much of the stars' variance is luck.

    python -m benchmarks.ledger [--games 1000] [--levels random squire ...] [--players 1] [--jobs 2]
                                [--seed ledger] [--out build/ledger.jsonl] [--json results.json]
    python -m benchmarks.ledger --levels hurried hurried~0.5 champion~0.3 --games 300
    python -m benchmarks.ledger --control --games 10000 --levels random

Plays games of one level each and reviews the first seat. The same command goes on where it stopped.
``--control`` weighs luck alone, each deal beside one other, so that many games take little time.
The name of the values is in the first line: they are fixed before a game is played. Besides levels there
are players that no prices were fitted to: those of ``benchmarks.references``.
"""

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any, Final

from benchmarks.references import player_of
from rollplayer import __version__
from rollplayer.analysis.prices import prices_for
from rollplayer.analysis.review import LuckReviewer, Reviewer
from rollplayer.analysis.worth import worth_of
from rollplayer.bots import NAMES
from rollplayer.chance import Deal
from rollplayer.content import library_for
from rollplayer.engine.plain import Plain
from rollplayer.match import Match, play_out
from rollplayer.rules.compose import compose
from rollplayer.rules.options import Options, read_options
from rollplayer.runs.identity import network_hash
from rollplayer.runs.spread import spread

DIGITS: Final = 4
NORMAL_95: Final = 1.959964
SEAT: Final = 0


class Ledgers:
    """Plays and reviews one game after another."""

    def __init__(self, plan: Plain) -> None:
        self.options = read_options(plan["options"])
        self.seed = plan["seed"]
        self.until = plan["until"]
        self.control = plan["control"]

    def play(self, task: tuple[str, int], /) -> Plain:
        level, number = task
        if time.time() > self.until:
            return {}
        seed = f"{self.seed}/{number}"
        match = Match.new(self.options, chance=Deal.from_text(seed))
        began = time.process_time()
        players = self.options.players
        play_out(match, [player_of(level, f"{seed}/{seat}") for seat in range(players)])
        played = time.process_time()
        kind, deals = (LuckReviewer, 1) if self.control else (Reviewer, 0)
        reviewer = kind(match.file(), match.library, [SEAT], deals=deals)
        for _ in reviewer.walk():
            pass
        review = reviewer.reviews[SEAT]
        more = reviewer.worth.prices.more(players)
        return {
            "level": level,
            "game": number,
            "players": players,
            **review.plain(),
            "value": round(review.start - more, DIGITS),
            "deals": {each: round(value, DIGITS) for each, value in review.deals.items()},
            "behind": {each: round(stars, DIGITS) for each, stars in review.behind.items()},
            "play_s": round(played - began, 3),
            "review_s": round(time.process_time() - played, 3),
        }


def summary(games: list[dict[str, Any]]) -> Plain:
    """The figures of one level."""
    stars = [float(game["stars"]) for game in games]
    luck = [sum(game["luck"].values()) for game in games]
    adjusted = [star - lucky for star, lucky in zip(stars, luck, strict=True)]
    correction = [float(game["correction"]) for game in games]
    low, high = interval(stars)
    return {
        "games": len(games),
        "stars": mean(stars),
        "stars_95": [low, high],
        "start": mean([game["start"] for game in games]),
        "value": mean([game["value"] for game in games]),
        "luck": mean(luck),
        "luck_95": interval(luck),
        "luck_by_line": {
            line: mean([game["luck"][line] for game in games]) for line in games[0]["luck"]
        },
        "others": mean([game["others"] for game in games]),
        "lost": mean([game["lost"] for game in games]),
        "correction": mean(correction),
        "correction_95": interval(correction),
        "correction_sd": round(math.sqrt(variance(correction)), DIGITS),
        "adjusted": mean(adjusted),
        "adjusted_inside": low <= mean(adjusted) <= high,
        "variance_kept": round(variance(adjusted) / variance(stars), DIGITS),
        "behind": {
            kind: mean([game["behind"].get(kind, 0.0) for game in games])
            for kind in prices_for().stars
        },
        "review_s": mean([game["review_s"] for game in games]),
    }


def mean(numbers: list[float]) -> float:
    return round(sum(numbers) / len(numbers), DIGITS)


def variance(numbers: list[float]) -> float:
    middle = sum(numbers) / len(numbers)
    return sum((number - middle) ** 2 for number in numbers) / max(1, len(numbers) - 1)


def interval(numbers: list[float]) -> list[float]:
    half = NORMAL_95 * math.sqrt(variance(numbers) / len(numbers))
    middle = sum(numbers) / len(numbers)
    return [round(middle - half, DIGITS), round(middle + half, DIGITS)]


def table(told: Plain) -> list[str]:
    lines = [
        "| level | games | stars | expected | luck | others | lost | correction | of one game | adjusted | variance kept |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for level, each in told["levels"].items():
        half = (each["stars_95"][1] - each["stars_95"][0]) / 2
        off = (each["correction_95"][1] - each["correction_95"][0]) / 2
        lucky = (each["luck_95"][1] - each["luck_95"][0]) / 2
        lines.append(
            f"| {level} | {each['games']} | {each['stars']:.2f} ± {half:.2f} | {each['start']:.2f} | "
            f"{each['luck']:+.2f} ± {lucky:.2f} | {each['others']:+.2f} | {each['lost']:.2f} | "
            f"{each['correction']:+.2f} ± {off:.2f} | ± {NORMAL_95 * each['correction_sd']:.1f} | "
            f"{each['adjusted']:.2f} | {each['variance_kept']:.2f} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--levels", nargs="+", metavar="PLAYER", default=list(NAMES))
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="ledger")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after that")
    parser.add_argument("--control", action="store_true", help="luck alone")
    parser.add_argument(
        "--out", default="", help="one line for each game; goes on where it stopped"
    )
    parser.add_argument("--json", default="", help="write the summary here")
    given = parser.parse_args()
    options = Options(given.players)
    library = library_for(options)
    head: Plain = {
        "ledger": 1,
        "worth": worth_of(compose(options, library.components)).name,
        "version": __version__,
        "network": network_hash(options.expansions),
        "content": library.hash,
        "seed": given.seed,
        "control": given.control,
        "players": given.players,
    }
    try:
        for level in given.levels:
            player_of(level, "")
    except ValueError as error:
        raise SystemExit(str(error)) from None
    print(json.dumps(head), flush=True)
    games: list[dict[str, Any]] = []
    out = Path(given.out) if given.out else None
    if out is not None and out.exists():
        first, *lines = out.read_text(encoding="utf-8").splitlines()
        if json.loads(first) != head:
            raise SystemExit(f"{out} holds other games: {first}. Name another file.")
        games = [json.loads(line) for line in lines]
    elif out is not None:
        out.write_text(json.dumps(head) + "\n", encoding="utf-8")
    done = {(game["level"], game["game"]) for game in games}
    tasks = [(level, n) for n in range(1, given.games + 1) for level in given.levels]
    left = [task for task in tasks if task not in done]
    plan: Plain = {"options": options.plain(), "seed": given.seed, "control": given.control}
    plan["until"] = time.time() + given.seconds
    for game in spread(Ledgers, plan, left, given.jobs, 2):
        if game:
            games.append(game)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(game) + "\n")
    by_level = {level: [game for game in games if game["level"] == level] for level in given.levels}
    told: Plain = {
        **head,
        "levels": {each: summary(of) for each, of in by_level.items() if len(of) > 1},
    }
    print("\n".join(table(told)))
    if given.json:
        Path(given.json).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
