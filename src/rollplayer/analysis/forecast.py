"""What a hero will probably score, line by line: for odds, hints and reviews."""

from dataclasses import dataclass

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import GOALS
from rollplayer.engine.game import Game
from rollplayer.engine.scoring import goal_met, is_lost, score_lines
from rollplayer.search.estimate import to_come
from rollplayer.search.tree import Tree


@dataclass(frozen=True)
class Forecast:
    """Chances and expected stars of one hero."""

    goals: list[float]
    """By row: the chance to meet its goal."""
    lines: dict[str, float]
    """Expected stars by line of the score sheet."""

    @property
    def total(self) -> float:
        return sum(self.lines.values())


def forecast(judge: Judge, game: Game, seat: int) -> Forecast:
    """What the hero of a seat will probably score; exact where a line is settled.

    Of a solitaire game that may be lost at once all lines count by the chance that it is not.
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
    told = {"goals": sum(chance * n for chance, n in zip(chances, stars, strict=True))}
    learned = judge.network.lines
    told |= {line: float(out[GOALS + at]) for at, line in enumerate(learned)}
    judge.estimate.look(game, seat)
    for evaluator in judge.estimate.evaluators:
        told.setdefault(evaluator.line, evaluator.stars)
    if hero.character_class < 0:
        # No goals yet, but there will be: what the whole score has more than the other lines.
        told["goals"] = float(out[-1]) - sum(told[line] for line in learned)
    # Lost games are in what the lines of expansions promise.
    promised = {evaluator.line for evaluator in judge.estimate.evaluators}
    for name in told:
        if name not in promised:
            told[name] *= judge.estimate.survival
    return Forecast(chances, {line.name: told.get(line.name, 0.0) for line in rules.score_lines})
