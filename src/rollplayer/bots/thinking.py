"""Bots that search their whole turn and evaluate the results (docs/bots.md)."""

from rollplayer.analysis.judge import Judge
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Ruleset
from rollplayer.engine.view import View
from rollplayer.match import Bot
from rollplayer.openings import OPENING, acts


class ThinkingBot(Bot):
    """Chooses the option with the best forecast, without randomness."""

    width = 8
    nodes = 4000

    def __init__(self, seed: str) -> None:
        del seed  # The answer depends only on the view, the options and the version.
        self.judge: Judge | None = None

    def judge_for(self, rules: Ruleset) -> Judge:
        if self.judge is None or self.judge.rules is not rules:
            self.judge = self.new_judge(rules)
        return self.judge

    def new_judge(self, rules: Ruleset) -> Judge:
        return Judge(rules, None, 0.0, self.width, self.nodes)

    def choose(self, view: View, options: list[int]) -> int:
        if len(options) == 1:
            return options[0]
        world = view.world
        if world.question() == OPENING and not acts(world, view.seat):
            return PASS_CODE
        values = self.judge_for(world.rules).options(world, view.seat)
        return options[values.index(max(values))]


class Adventurer(ThinkingBot):
    """Rules of thumb and a search through the turn."""

    name = "adventurer"
    width = 3
    nodes = 400


class Hurried(ThinkingBot):
    """A fast adventurer: one arrangement of the starting dice, only the most promising rows."""

    name = "hurried"
    width = 1
    nodes = 100

    def new_judge(self, rules: Ruleset) -> Judge:
        judge = super().new_judge(rules)
        judge.beam = 1
        return judge
