"""The best answers to a question, what each would change, and its continuation.

Everything here sees a seat's world (``View(game, seat).world``), never the game itself.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Final

from rollplayer.analysis.consequences import Consequence, compared, consequence
from rollplayer.analysis.forecast import Forecast, forecast
from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import network_for
from rollplayer.analysis.prices import prices_for
from rollplayer.analysis.second_look import Coach
from rollplayer.engine.answers import TAKE, verb_of
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE, EMPTY, NOBODY, ROWS
from rollplayer.search.tree import OWN_TURN, is_interruption

HINTS: Final = 3
LONGEST_WAY: Final = 8
ALIKE: Final = 1e-6
DIGITS: Final = 2
KEEPS: Final = "keeps"
LOSES: Final = "loses"
GOAL_SHOWN: Final = 0.03
LINE_SHOWN: Final = 0.15
"""Smaller changes of a chance or of stars are not shown."""


@dataclass(frozen=True)
class HintStep:
    """An answer in a continuation with its question, enough to make a sentence."""

    question: str
    answer: int
    die: int = EMPTY
    """The die that is placed, if it comes from an Initiative card."""


@dataclass(frozen=True)
class Hint:
    """An answer and its expected result."""

    answer: HintStep
    stars: float
    """Expected stars of the hero at the end of the game."""
    behind: float
    """How many stars it costs beside the best answer (``prices``)."""
    way: list[HintStep]
    """The best answers after it, until something is rolled or somebody else is asked."""
    before: Forecast
    after: Forecast
    """The forecast where the continuation ends, averaged over a roll."""
    market_pick: str = ""
    """Whether it keeps or loses the first pick at the Market, if that is still undecided."""
    gold: int = 0
    """The Gold on the Initiative card."""
    rolls: bool = False
    """Whether the continuation ends in a roll."""
    at_once: Consequence = field(default_factory=Consequence)
    """What it and its continuation bring for certain, before anything is rolled."""

    def goal_changes(self) -> dict[str, tuple[float, float]]:
        """By row: the chance of its goal before and after, largest change first."""
        pairs = dict(zip(ROWS, zip(self.before.goals, self.after.goals, strict=True), strict=True))
        moved = {row: both for row, both in pairs.items() if abs(both[1] - both[0]) >= GOAL_SHOWN}
        return dict(sorted(moved.items(), key=lambda change: -abs(change[1][1] - change[1][0])))

    def line_changes(self) -> dict[str, float]:
        """By line except the goals: the change in stars, largest first."""
        moved = {
            line: self.after.lines[line] - stars
            for line, stars in self.before.lines.items()
            if line != "goals" and abs(self.after.lines[line] - stars) >= LINE_SHOWN
        }
        return dict(sorted(moved.items(), key=lambda change: -abs(change[1])))

    def plain(self, game: Game) -> Plain:
        """For programs; chances from 0 to 1."""
        write = game.rules.names.write
        return {
            "answer": write(self.answer.answer),
            "stars": round(self.stars, DIGITS),
            "behind": round(self.behind, DIGITS),
            "way": [write(step.answer) for step in self.way],
            "goals": {
                row: [round(chance, DIGITS) for chance in both]
                for row, both in self.goal_changes().items()
            },
            "lines": {line: round(stars, DIGITS) for line, stars in self.line_changes().items()},
            "market_pick": self.market_pick or None,
            "gold": self.gold,
            "rolls": self.rolls,
        }


def coach(rules: Ruleset) -> Coach:
    """The judge behind hints and reviews."""
    return Coach(rules, network_for(rules))


def best_hints(judge: Coach, world: Game, seat: int, most: int = HINTS) -> list[Hint]:
    """The best answers of the seat that is asked, the very best first."""
    values = judge.options(world, seat)
    shown: list[int] = []
    for at in sorted(range(len(values)), key=lambda at: -values[at]):
        # Of equally good answers one is enough; infinite values were not examined.
        alike = shown and math.isclose(values[shown[-1]], values[at], abs_tol=ALIKE)
        if not alike and math.isfinite(values[at]):
            shown.append(at)
    best, *others = shown[:most]
    prices = prices_for(tuple(world.rules.parts))
    costs = {best: 0.0}
    for at, behind in zip(others, judge.behind(world, seat, values, best, others), strict=True):
        costs[at] = prices.price(behind.kind, behind.stars)
    order = sorted(costs, key=lambda at: costs[at])
    return anchored([hint_of(judge, world, seat, at, costs[at]) for at in order])


def anchored(hints: list[Hint]) -> list[Hint]:
    """Rescale the stars to the forecast; the judge's values only serve to compare answers."""
    best = min(hints, key=lambda hint: hint.behind)
    return [replace(hint, stars=best.after.total - hint.behind) for hint in hints]


def hint_of(judge: Judge, world: Game, seat: int, at: int, behind: float) -> Hint:
    """The hint for one option, given what it costs beside the best one."""
    answer = world.options()[at]
    way = Way(judge, world, seat, answer)
    pick, gold = initiative(world, answer)
    before, after = forecast(judge, world, seat), mean_forecast(judge, way.ends, seat)
    if world.heroes[seat].character_class == NOBODY:
        # There were no goals before, so there is nothing to compare.
        before = Forecast(after.goals, before.lines)
    return Hint(
        step_of(world, seat, answer),
        after.total,
        behind,
        way.steps,
        before,
        after,
        pick,
        gold,
        len(way.ends) > 1,
        # Where several ends are possible, only what the answer itself does is certain.
        compared(world, way.ends[0][1], seat)
        if len(way.ends) == 1
        else consequence(world, seat, answer),
    )


def step_of(game: Game, seat: int, answer: int) -> HintStep:
    question = game.question()
    hand = game.heroes[seat].hand
    return HintStep(question, answer, hand[0] if question == "place" and hand else EMPTY)


@dataclass
class Way:
    """The best continuation of an answer, to its end or to every possible final roll."""

    judge: Judge
    world: Game
    seat: int
    answer: int
    steps: list[HintStep] = field(default_factory=list)
    ends: list[tuple[float, Game]] = field(default_factory=list)

    def __post_init__(self) -> None:
        game = self.world.copy()
        through = not is_interruption(game.rules, self.answer)
        game.apply_legal(self.answer)
        while len(self.steps) < LONGEST_WAY and self.goes_on(game, through):
            answer = self.best(game)
            self.steps.append(step_of(game, self.seat, answer))
            game = game.copy()
            game.apply_legal(answer)
        if game.over or game.seat() != CHANCE or game.question() != "roll":
            self.add_ends(game, 1.0)
            return
        weights = game.weights() or [1] * len(game.options())
        for option, weight in zip(game.options(), weights, strict=True):
            after = game.copy()
            after.apply_legal(option)
            self.ends.append((float(weight), after))

    def add_ends(self, game: Game, weight: float) -> None:
        """Add the position where it ends, or all outcomes of what it has started."""
        outcomes = [] if game.over else self.judge.estimate.outcomes(game, self.seat)
        if not outcomes:
            self.ends.append((weight, game))
        total = sum(outcome.weight for outcome in outcomes)
        for outcome in outcomes:
            self.add_ends(outcome.game, weight * outcome.weight / total)

    def goes_on(self, game: Game, through: bool) -> bool:
        """Whether the seat is asked again before its turn, or what it started, is over."""
        if game.over or game.seat() != self.seat:
            return False
        if not game.agenda[-1].step.interruptible:
            return True
        return through and game.agenda[-1].step.name in OWN_TURN

    def best(self, game: Game) -> int:
        """The best answer to the question itself; continuations use no Skills."""
        options = game.options()
        if len(options) == 1:
            return options[0]
        values = self.judge.options(game, self.seat)
        if game.agenda[-1].step.interruptible:
            known = [
                at for at, option in enumerate(options) if not is_interruption(game.rules, option)
            ]
        else:
            known = list(range(len(options)))
        return options[max(known, key=lambda at: values[at])]


def mean_forecast(judge: Judge, ends: list[tuple[float, Game]], seat: int) -> Forecast:
    """The forecast averaged over all rolls by weight."""
    forecasts = [(weight, forecast(judge, game, seat)) for weight, game in ends]
    total = math.fsum(weight for weight, _ in forecasts)
    goals = [0.0] * len(ROWS)
    lines = dict.fromkeys(forecasts[0][1].lines, 0.0)
    for weight, end in forecasts:
        for row, chance in enumerate(end.goals):
            goals[row] += chance * weight / total
        for line, stars in end.lines.items():
            lines[line] += stars * weight / total
    return Forecast(goals, lines)


def initiative(world: Game, answer: int) -> tuple[str, int]:
    """What an Initiative card brings besides its die: the first Market turn and its Gold (D3)."""
    if verb_of(answer) != TAKE:
        return "", 0
    at = int(world.rules.names.write(answer).split()[1]) - 1
    pick = ""
    if not world.rules.solitaire and world.taken[0] == NOBODY:
        pick = KEEPS if at == 0 else LOSES
    return pick, world.card_gold[at]
