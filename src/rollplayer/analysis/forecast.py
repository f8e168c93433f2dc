"""A hero's expected score, line by line, for odds, hints and reviews."""

from dataclasses import dataclass
from math import fsum

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import GOALS
from rollplayer.engine.game import Game
from rollplayer.engine.scoring import goal_met, is_lost, score_lines
from rollplayer.search.estimate import to_come
from rollplayer.search.tree import Tree


@dataclass(frozen=True)
class Forecast:
    """The chances and expected stars of a hero."""

    goals: list[float]
    """The chance to meet the goal of each row."""
    lines: dict[str, float]
    """Expected stars by line of the score sheet."""

    @property
    def total(self) -> float:
        return fsum(self.lines.values())


def forecast(judge: Judge, game: Game, seat: int) -> Forecast:
    """The expected score of a seat's hero; exact for lines that can no longer change.

    If a solitaire game may be lost outright, all lines are weighted by the chance to survive.
    """
    rules, hero = game.rules, game.heroes[seat]
    if game.over or judge.estimate.is_ending(game):
        met = [float(goal_met(rules, hero, row)) for row in range(GOALS)]
        lines = score_lines(rules, hero)
        if game.over:
            return Forecast(
                met, {name: 0.0 if is_lost(game) else float(n) for name, n in lines.items()}
            )
        judge.estimate.look(game, seat)
        settled = {name: judge.estimate.survival * n for name, n in lines.items()}
        for evaluator in judge.estimate.evaluators:
            if evaluator.is_ending(game):
                settled[evaluator.line] += evaluator.stars
        return Forecast(met, settled)
    assert judge.network is not None
    tree = Tree(judge.features, judge.estimate, seat)
    tree.note(game)
    out = judge.network.outputs(tree.facts)[0]
    chances = [0.0] * GOALS
    stars = [0] * GOALS
    if hero.character_class >= 0:
        left = to_come(hero)
        share = judge.learned
        stars = rules.classes[hero.character_class].stars
        chances = [
            share * float(out[row]) + (1 - share) * judge.estimate.goal(hero, row, left)
            for row in range(GOALS)
        ]
    expected = {"goals": fsum(chance * n for chance, n in zip(chances, stars, strict=True))}
    learned = judge.network.lines
    expected |= {line: float(out[GOALS + at]) for at, line in enumerate(learned)}
    judge.estimate.look(game, seat)
    for evaluator in judge.estimate.evaluators:
        expected.setdefault(evaluator.line, evaluator.stars)
    if hero.character_class < 0:
        # Without a class, the goals are the whole expected score minus the other lines.
        expected["goals"] = float(out[-1]) - fsum(expected[line] for line in learned)
    # The lines of expansions already include the chance that the game is lost.
    promised = {evaluator.line for evaluator in judge.estimate.evaluators}
    for name in expected:
        if name not in promised:
            expected[name] *= judge.estimate.survival
    return Forecast(
        chances, {line.name: expected.get(line.name, 0.0) for line in rules.score_lines}
    )
