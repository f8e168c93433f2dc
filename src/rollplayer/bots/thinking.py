"""Bots that look through the whole own turn and value what comes of it (docs/bots.md)."""

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import network_for
from rollplayer.analysis.round_search import RoundSearch
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Ruleset
from rollplayer.engine.view import View
from rollplayer.match import Bot
from rollplayer.openings import OPENING, acts


class ThinkingBot(Bot):
    """Takes the option with the best forecast; nothing in it is random."""

    width = 8
    nodes = 4000

    def __init__(self, seed: str) -> None:
        del seed  # The same view, decision and version always get the same answer.
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
    """Rules of thumb and a look through the turn."""

    name = "adventurer"
    width = 3
    nodes = 400


class Hurried(ThinkingBot):
    """An adventurer in a hurry: one way to lay out the starting dice, the best looking rows only."""

    name = "hurried"
    width = 1
    nodes = 100

    def new_judge(self, rules: Ruleset) -> Judge:
        judge = super().new_judge(rules)
        judge.beam = 1
        return judge


class Champion(ThinkingBot):
    """The learned evaluation beside the rules of thumb; where it deserves less trust, far less."""

    name = "champion"

    def new_judge(self, rules: Ruleset) -> Judge:
        network = network_for(rules)
        return Judge(rules, network, network.trust**2 / 2, self.width, self.nodes)


class Legend(ThinkingBot):
    """Trusts what was learned, and looks on to the Market and at the others."""

    name = "legend"
    width = 12

    def new_judge(self, rules: Ruleset) -> Judge:
        network = network_for(rules)
        return RoundSearch(rules, network, network.trust, self.width)
