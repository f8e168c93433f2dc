"""Fit what bots expect of words (``words/prospects.py``) to a recorded run of the lab.

    rollplayer lab --level adventurer --games 0 --gifts 80 --seed fit --json > fit.json
    python -m tools.learn.prospects fit.json [--gifts 20]

The deals of the run are played again to the moments of its gifts, as ``benchmarks.bots.card_values``
does. For each word the rules of thumb are asked what its cards add there without any prospect of their
words; what the gifts really brought beyond that is the prospect, in equal parts if a card has several
words, or one several times. It is printed, for the tables, with what is left. Deals of the fit must not
be those of a test.
"""

import argparse
import json
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import Final

from benchmarks.bots.card_values import Evaluators
from rollplayer.analysis.worth import at_rest
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.engine.view import View
from rollplayer.lab.plan import GIFTS, SETUP, LabPlan
from rollplayer.rules.expansion import LONGEST
from rollplayer.search.estimate import Estimate, to_come
from rollplayer.search.prospects import SOON, name_of, words_of

GROWTHS: Final = [at / 50 for at in range(41)]
"""The growths that are tried."""

Gift = tuple[Game, Game, int]
"""A position without a card and with it, and the seat."""


class Fit:
    """The positions of a lab's gifts, and the worths recorded for them."""

    def __init__(self, recorded: Plain, gifts: int) -> None:
        said = {key: recorded[key] for key in ("level", "options", "seed", "only")}
        plan: Plain = {**said, "games": 0, "gifts": gifts, "pairs": 0}
        asked = Evaluators({"plan": plan, "levels": []})
        self.worths = {id: card["worth"] for id, card in recorded["cards"].items()}
        self.gifts: dict[tuple[str, str], list[Gift]] = defaultdict(list)
        for task in LabPlan(**plan).tasks():
            if task[0] != GIFTS or task[1] == SETUP:
                continue
            _, moment, number, group = task
            assert isinstance(number, int)
            assert isinstance(group, int)
            some = asked.plan.groups(moment, number)[group]
            seat = (number + group) % asked.plan.read.players
            beginning = asked.lab.begin(asked.plan.seed_of(task), moment, some)
            without = at_rest(View(beginning.game, seat).world)
            for gift in some:
                after = asked.after(beginning, seat, gift)
                if after is not None:
                    with_it = at_rest(View(after, seat).world)
                    self.gifts[gift.id, str(moment)].append((without, with_it, seat))
        self.given = {id for id, _ in self.gifts}
        """The cards that were given at all: gifts of a run may be few, and some games have not all cards."""
        self.rules: Ruleset = next(iter(self.gifts.values()))[0][0].rules

    def missing(self, parts: dict[str, int]) -> list[tuple[float, float]]:
        """By card and moment: rounds to come, and how far the estimate stays below the worth, by part."""
        estimate = Estimate(self.rules)
        found = []
        for (id, moment), gifts in self.gifts.items():
            if id in parts:
                heroes = [(one.heroes[seat], other.heroes[seat]) for one, other, seat in gifts]
                gain = fmean(estimate.value(other) - estimate.value(one) for one, other in heroes)
                left = fmean(to_come(one) for one, _ in heroes)
                found.append((left, (self.worths[id][moment]["mean"] - gain) / parts[id]))
        return found


def line(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Least squares through what is missing: its values at SOON and at LONGEST rounds."""
    lefts, missing = [left for left, _ in points], [value for _, value in points]
    middle, mean = fmean(lefts), fmean(missing)
    spread = sum((left - middle) ** 2 for left in lefts)
    slope = sum((left - middle) * (value - mean) for left, value in points) / spread
    soon, later = (round(max(0.0, mean + slope * (at - middle)), 2) for at in (SOON, LONGEST))
    return soon, later


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("lab", help="what `rollplayer lab --json` wrote")
    parser.add_argument("--gifts", type=int, default=10, help="positions for each card and moment")
    given = parser.parse_args()
    fit = Fit(json.loads(Path(given.lab).read_text(encoding="utf-8"))["lab"], given.gifts)
    rules = fit.rules
    known = rules.vocabulary
    numbers = {number.index: number.name for number in known.numbers}
    names = {word.build: name for name, word in known.words["counts"].items()}
    by_word: dict[str, dict[str, int]] = defaultdict(dict)
    """The cards with each word, and how many parts their worth has."""
    by_count: dict[str, list[str]] = defaultdict(list)
    for card in rules.cards:
        if card.id not in fit.given:
            continue
        words = words_of(card, numbers)
        for word, _ in words:
            known.prospects[word] = (0.0, 0.0)
            by_word[word][card.id] = sum(times for _, times in words)
        for tally in card.stars:
            by_count[name_of(tally.counted, names)].append(card.id)
    fitted = {word: line(fit.missing(parts)) for word, parts in by_word.items()}
    for word, stars in fitted.items():
        known.prospects[word] = stars
        print(json.dumps({"prospect": word, "cards": list(by_word[word]), "stars": stars}))
    for count, ids in by_count.items():
        off: dict[float, float] = {}
        for growth in GROWTHS:
            known.growths[count] = growth
            off[growth] = sum(value * value for _, value in fit.missing(dict.fromkeys(ids, 1)))
        known.growths[count] = min(off, key=lambda growth: off[growth])
        left = [round(value, 2) for _, value in fit.missing(dict.fromkeys(ids, 1))]
        told = {"growth": count, "cards": ids, "by_round": known.growths[count], "left": left}
        print(json.dumps(told))


if __name__ == "__main__":
    main()
