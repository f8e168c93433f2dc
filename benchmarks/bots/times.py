"""How long the decisions of each level take, and how much memory it needs.

    python -m benchmarks.bots.times [--games 20] [--levels ...] [--out FILE]

Each level plays solitaire games of its own, in the base game and with each expansion, in a process that
has done nothing else: so its peak of memory is that level's alone. Times are processor time for
decisions with more than one answer, in milliseconds.
"""

import argparse
import json
import multiprocessing
import resource
import time
from pathlib import Path
from typing import Final

from rollplayer.bots import LEVELS, NAMES, make_bot
from rollplayer.chance import Deal
from rollplayer.engine.plain import Plain
from rollplayer.engine.view import View
from rollplayer.expansions import EXPANSIONS
from rollplayer.match import Bot, Match, play_out
from rollplayer.rules.options import Options

KIB_IN_MIB: Final = 1024
DIGITS: Final = 2


class TimedBot(Bot):
    """Answers as another bot does and notes how long that takes."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.milliseconds: list[float] = []

    def choose(self, view: View, options: list[int]) -> int:
        began = time.process_time()
        answer = self.bot.choose(view, options)
        if len(options) > 1:
            self.milliseconds.append((time.process_time() - began) * 1000)
        return answer

    def interrupt(self, view: View, options: list[int]) -> int | None:
        return self.bot.interrupt(view, options)


def measured(task: tuple[str, tuple[str, ...], int]) -> Plain:
    level, box, games = task
    options = Options(players=1, expansions=box)
    taken: list[float] = []
    for game in range(games):
        bot = TimedBot(make_bot(level, f"times/{game}"))
        play_out(Match.new(options, chance=Deal.from_text(f"times/{game}")), [bot])
        taken += bot.milliseconds
    taken.sort()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "level": level,
        "expansions": list(box),
        "games": games,
        "decisions": len(taken),
        "mean": round(sum(taken) / len(taken), DIGITS),
        "p99": round(taken[len(taken) * 99 // 100], DIGITS),
        "longest": round(taken[-1], DIGITS),
        "promised": next(each.milliseconds for each in LEVELS if each.name == level),
        "mib": round(peak / KIB_IN_MIB),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--levels", nargs="+", choices=NAMES, default=list(NAMES))
    parser.add_argument(
        "--out", default="", help="write the figures here; goes on where it stopped"
    )
    given = parser.parse_args()
    out = Path(given.out) if given.out else None
    told: list[Plain] = []
    if out is not None and out.exists():
        told = json.loads(out.read_text(encoding="utf-8"))["times"]
    done = {(each["level"], *each["expansions"]) for each in told}
    boxes: list[tuple[str, ...]] = [(), *((name,) for name in EXPANSIONS)]
    tasks = [
        (level, box, given.games)
        for level in given.levels
        for box in boxes
        if (level, *box) not in done
    ]
    # A process each, started afresh: a forked one would begin with what its parent has loaded.
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for each in pool.imap(measured, tasks, chunksize=1):
            told.append(each)
            if out is not None:
                text = json.dumps({"times": told}, indent=1) + "\n"
                out.write_text(text, encoding="utf-8")
    print("| level | box | decisions | mean | p99 | longest | promised | MiB |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for each in told:
        box = EXPANSIONS[each["expansions"][0]].title if each["expansions"] else "base game"
        figures = (f"{each[key]:.1f}" for key in ("mean", "p99", "longest"))
        cells = [each["level"], box, each["decisions"], *figures, each["promised"], each["mib"]]
        print("| " + " | ".join(map(str, cells)) + " |")


if __name__ == "__main__":
    main()
