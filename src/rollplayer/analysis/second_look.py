"""The judge behind hints and reviews, which compares answers once more by what follows them.

The largest of many judged values is too large, and so is the distance to it. So a distance is measured
again, by values that chose neither answer: both are played on through the Market to the seat's next
turn, in futures that are the same for both and that no bot has looked at.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rollplayer.analysis.futures import TURN, Foresight
from rollplayer.analysis.judge import Judge
from rollplayer.analysis.network import Network
from rollplayer.analysis.prices import DICE, MARKET, OTHER, SETTING_UP, SKILL, kind_of
from rollplayer.analysis.round_search import RoundSearch, afters
from rollplayer.engine.game import Game, Ruleset
from rollplayer.search.tree import is_interruption

FORESIGHT: Final = Foresight(futures=2, stream="second look")
WIDTH: Final = 8
NEAR: Final = 0.02
"""How little an answer may be judged behind for a second look not to be worth it."""
MARKET_TURN: Final = "market-turn"
LOOKED: Final = (DICE, MARKET)
"""The kinds of decisions that are looked at again."""


@dataclass(frozen=True)
class Behind:
    """How far an answer is behind the one judged best."""

    kind: str
    """What a star of it is worth depends on this (``prices``)."""
    stars: float
    """Nothing where it leads further than the best: the largest of noisy leads is too large, too."""


@dataclass(frozen=True)
class End:
    """Where an answer leads."""

    game: Game
    judged: float


class Coach(Judge):
    """A judge that takes a second look."""

    def __init__(self, rules: Ruleset, network: Network) -> None:
        super().__init__(rules, network, network.trust)

    @cached_property
    def further(self) -> RoundSearch:
        """Made when it is needed: odds, which are asked for often, take no second look."""
        assert self.network is not None
        search = RoundSearch(self.rules, self.network, self.learned, WIDTH, FORESIGHT)
        # What others are denied is no star of one's own.
        search.deny = 0.0
        return search

    def behind(
        self, game: Game, seat: int, values: list[float], best: int, others: list[int]
    ) -> list[Behind]:
        """How far others are behind the best, right after ``options`` returned these values."""
        told = [Behind(self.kind(game, best, at), values[best] - values[at]) for at in others]
        first = self.end(game, best)
        ends = {
            place: end
            for place, (at, each) in enumerate(zip(others, told, strict=True))
            if each.kind in LOOKED and each.stars >= NEAR and (end := self.end(game, at))
        }
        if first is not None and ends:
            lead, *leads = self.leads(game, seat, [first, *ends.values()])
            for place, other in zip(ends, leads, strict=True):
                each = told[place]
                told[place] = Behind(each.kind, max(0.0, each.stars + lead - other))
        return told

    def kind(self, game: Game, best: int, at: int) -> str:
        """What kind of decision it is to choose one of two options."""
        phase = kind_of(game.phase)
        options = game.options()
        if phase == SETTING_UP:
            return phase
        if any(is_interruption(game.rules, options[each]) for each in (best, at)):
            return SKILL
        return phase if game.question() in (*TURN, MARKET_TURN) else OTHER

    def end(self, game: Game, at: int) -> End | None:
        """Where the best plan that begins with an option ends."""
        if game.question() == MARKET_TURN:
            after = afters(game).get(at)
            return None if after is None else End(after, 0.0)
        if game.question() not in TURN or self.looked is None:
            return None
        tree, roots, _ = self.looked
        leaf_of = {node: leaf for leaf, node in enumerate(tree.leaves)}
        plans = [plan for plan in self.further.plans(tree, at, roots[at]) if plan.leaf in leaf_of]
        if not plans:
            return None
        plan = max(plans, key=lambda plan: plan.value)
        return End(tree.games[leaf_of[plan.leaf]], tree.values[plan.leaf])

    def leads(self, game: Game, seat: int, ends: list[End]) -> list[float]:
        """What is to come adds to each end, up to the seat's next turn."""
        search = self.further
        more = [0.0] * len(ends)
        if game.question() in TURN:
            more = [search.to_market(end.game, seat) - end.judged for end in ends]
        if any(end.game.sheets_full() for end in ends):
            return more
        gains = search.futures.gains([end.game for end in ends], seat, FORESIGHT.positions)
        return [market + FORESIGHT.share * gain for market, gain in zip(more, gains, strict=True)]
