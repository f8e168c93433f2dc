"""Bots that trust a learned evaluation (docs/bots.md). They need numpy."""

from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import network_for
from rollplayer.analysis.round_search import RoundSearch
from rollplayer.bots.thinking import ThinkingBot
from rollplayer.engine.game import Ruleset


class Champion(ThinkingBot):
    """Combines the learned evaluation with rules of thumb, weighted by how reliable it is."""

    name = "champion"

    def new_judge(self, rules: Ruleset) -> Judge:
        network = network_for(rules)
        return Judge(rules, network, network.trust**2 / 2, self.width, self.nodes)


class Legend(ThinkingBot):
    """Relies on the learned evaluation and looks ahead to the Market and the opponents."""

    name = "legend"
    width = 12

    def new_judge(self, rules: Ruleset) -> Judge:
        network = network_for(rules)
        return RoundSearch(rules, network, network.trust, self.width)
