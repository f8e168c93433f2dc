"""Whether the bots' evaluators rank the Market cards as the lab's gifts do.

    python -m benchmarks.bots.card_values [--lab FILE] [--gifts 10] [--levels adventurer champion legend]
                                          [--jobs 2] [--out FILE]

The deals of a recorded run of ``rollplayer lab`` are played again to the moments of its gifts. There
each evaluator is asked once without and once with each card: the difference is what it thinks the card
adds. Averaged by card, that is compared with what the gift really brought at the end of the game, by
rank correlation, over all cards and by kind.

Two figures say how to read it. ``reachable`` is what an evaluator that knew the true worths would
reach, because the recorded ones are averages of few gifts. ``by_chance`` is what only one in forty
evaluators that know nothing would exceed: the recorded worths with the cards shuffled.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import correlation, fmean, pvariance
from typing import Final

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.worth import at_rest
from rollplayer.bots import make_bot
from rollplayer.bots.thinking import ThinkingBot
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.view import View
from rollplayer.lab.gifts import Beginning, Lab, give, same_chance
from rollplayer.lab.plan import GIFTS, SETUP, Gift, LabPlan, Task
from rollplayer.runs.spread import spread
from rollplayer.simulation import DIGITS, NORMAL_95

RECORDED: Final = Path(__file__).parent / "results" / "lab_adventurer.json"
LEVELS: Final = ("adventurer", "champion", "legend")
ALL: Final = "all"
ENGINES: Final = "skills and weapons"
"""What works over rounds, discounts among it: nothing on the score sheet tells its worth."""
DRAWS: Final = 2000
FEWEST: Final = 5
"""Fewer cards of a kind have no order to speak of."""


class Evaluators:
    """Asks the evaluators of some levels what each card adds, in one process."""

    def __init__(self, told: Plain) -> None:
        self.plan = LabPlan(**told["plan"])
        self.lab = Lab(self.plan)
        self.levels: list[str] = told["levels"]
        self.judges: dict[str, Judge] = {}

    def judge(self, level: str, game: Game) -> Judge:
        if level not in self.judges or self.judges[level].rules is not game.rules:
            bot = make_bot(level, "")
            assert isinstance(bot, ThinkingBot), f"{level} has no evaluator"
            self.judges[level] = bot.judge_for(game.rules)
        return self.judges[level]

    def play(self, task: Task, /) -> Plain:
        _, moment, number, group = task
        assert isinstance(number, int)
        assert isinstance(group, int)
        gifts = self.plan.groups(moment, number)[group]
        seat = (number + group) % self.plan.read.players
        beginning = self.lab.begin(self.plan.seed_of(task), moment, gifts)
        ends = {gift.id: self.after(beginning, seat, gift) for gift in gifts}
        taken = {id: game for id, game in ends.items() if game is not None}
        worlds = [at_rest(View(game, seat).world) for game in (beginning.game, *taken.values())]
        gains: Plain = {}
        for level in self.levels:
            without, *with_each = self.judge(level, beginning.game).values(worlds, seat)
            gains[level] = {id: value - without for id, value in zip(taken, with_each, strict=True)}
        return gains

    def after(self, beginning: Beginning, seat: int, gift: Gift) -> Game | None:
        """The position with the gift; None if the hero has no room for it."""
        player = self.lab.player
        match = player.match(beginning.seed)
        match.game, match.chance = beginning.game.copy(), same_chance(beginning)
        return match.game if give(match, player.bots(beginning.seed), seat, gift) else None


def ranks(values: Sequence[float]) -> list[float]:
    """The place of each value, from 0; equal values share the mean of their places.

    >>> ranks([5.0, 1.0, 5.0])
    [1.5, 0.0, 1.5]
    """
    return [
        sum(other < value for other in values) + (values.count(value) - 1) / 2 for value in values
    ]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's; 0 where one of them does not differ at all."""
    if min(len(set(one)), len(set(other))) == 1:
        return 0.0
    return correlation(ranks(one), ranks(other))


def reachable(worths: Sequence[float], errors: Sequence[float], random: Random) -> float:
    """What the true worths would reach, judged by the spread beyond the errors of the measured."""
    spread_seen, noise = pvariance(worths), fmean(error * error for error in errors)
    kept = max(0.0, 1 - noise / spread_seen) ** 0.5
    middle = fmean(worths)
    true = [middle + kept * (worth - middle) for worth in worths]
    measured = (
        [random.gauss(worth, error) for worth, error in zip(true, errors, strict=True)]
        for _ in range(DRAWS // 10)
    )
    return fmean(rank_correlation(true, each) for each in measured)


def by_chance(worths: Sequence[float], random: Random) -> float:
    shuffled = list(worths)
    found = []
    for _ in range(DRAWS):
        random.shuffle(shuffled)
        found.append(rank_correlation(worths, shuffled))
    return sorted(found)[-DRAWS // 40]


def compared(cards: Plain, thought: dict[str, dict[str, float]]) -> Plain:
    """By group of cards: the rank correlation of each evaluator and of the printed cost."""
    groups: dict[str, list[str]] = defaultdict(list)
    for id, card in cards.items():
        kinds = [ALL, card["kind"]] + [ENGINES] * (card["kind"] in ("skill", "weapon"))
        for group in kinds if all(id in gains for gains in thought.values()) else []:
            groups[group].append(id)
    told: Plain = {}
    for group, ids in groups.items():
        if len(ids) < FEWEST:
            continue
        random = Random(group)
        worths = [cards[id]["worth"]["all"] for id in ids]
        means = [worth["mean"] for worth in worths]
        errors = [(worth["95"][1] - worth["95"][0]) / 2 / NORMAL_95 for worth in worths]
        told[group] = {
            "cards": len(ids),
            **{
                level: round(rank_correlation(means, [gains[id] for id in ids]), DIGITS)
                for level, gains in thought.items()
            },
            "cost": round(rank_correlation(means, [cards[id]["cost"] for id in ids]), DIGITS),
            "reachable": round(reachable(means, errors, random), DIGITS),
            "by_chance": round(by_chance(means, random), DIGITS),
        }
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lab", default=str(RECORDED), help="what `rollplayer lab --json` wrote")
    parser.add_argument("--gifts", type=int, default=10, help="positions for each card and moment")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", default="")
    given = parser.parse_args()
    recorded: Plain = json.loads(Path(given.lab).read_text(encoding="utf-8"))["lab"]
    said = {key: recorded[key] for key in ("level", "options", "seed")}
    plan: Plain = {**said, "games": 0, "gifts": given.gifts, "pairs": 0}
    here = LabPlan(**plan).head()
    for key in ("network", "content"):
        if here[key] != recorded[key]:
            raise SystemExit(f"{given.lab} is of the {key} {recorded[key]}; here is {here[key]}")
    tasks = [task for task in LabPlan(**plan).tasks() if task[0] == GIFTS and task[1] != SETUP]
    seen: dict[str, dict[str, list[float]]] = {level: defaultdict(list) for level in given.levels}
    for gains in spread(Evaluators, {"plan": plan, "levels": given.levels}, tasks, given.jobs, 4):
        for level, by_card in gains.items():
            for id, gain in by_card.items():
                seen[level][id].append(gain)
    thought = {
        level: {id: fmean(gains) for id, gains in by_card.items()}
        for level, by_card in seen.items()
    }
    told: Plain = {
        "lab": {key: recorded[key] for key in ("level", "options", "seed", "network", "content")},
        "gifts": given.gifts,
        "correlation": compared(recorded["cards"], thought),
        "cards": {
            id: {
                "worth": recorded["cards"][id]["worth"]["all"]["mean"],
                **{level: round(gains[id], DIGITS) for level, gains in thought.items()},
            }
            for id in recorded["cards"]
            if all(id in gains for gains in thought.values())
        },
    }
    print(json.dumps(told["correlation"], indent=1))
    if given.out:
        text = json.dumps({"card_values": told}, indent=1) + "\n"
        Path(given.out).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
