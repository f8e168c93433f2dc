"""A judge that looks beyond its own turn: at the others' picks, the enemy die and the Market.

It plays its best plans on to its own Market turn, with quick answers for the other seats. What they
gain counts against a plan, so picks can also deny. Then it looks on to its next turn.
"""

from math import fsum
from typing import Final

from rollplayer.analysis.futures import NODES, TURN, Foresight, Futures
from rollplayer.analysis.judge import Judge, placed
from rollplayer.analysis.network import Network
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.table import CHANCE
from rollplayer.search.tree import BEST, MEAN, Tree, is_interruption

PLANS: Final = 6
"""How many plans for the turn are examined further."""
CLOSE: Final = 1.5
"""A plan this many stars behind the best one is dropped."""
MOST_STEPS: Final = 60
DENY: Final = (0.0, 0.0, 0.6, 0.25, 0.15, 0.1)
"""By number of players: the weight of an opponent's gain against the seat's own stars."""
FUTURES: Final = (0, 8, 4, 2)
"""By number of players: in how many futures it looks on to its next turn. The more bots think at a
table, the longer somebody waits; with the last number, so do all larger tables."""
ENEMY_ROLL: Final = "enemy-roll"
ENDS: Final = 4
"""How many outcomes of the enemy dice are examined, the likeliest first."""
RARE: Final = 0.005
"""Less likely outcomes are ignored."""


class TurnPlan:
    """A plan for the turn: its first option, its final position, its value."""

    def __init__(self, option: int, leaf: int, value: float) -> None:
        self.option = option
        self.leaf = leaf
        self.value = value


class RoundSearch(Judge):
    """Evaluates by the rest of the round."""

    def __init__(
        self,
        rules: Ruleset,
        network: Network,
        learned: float,
        width: int,
        foresight: Foresight | None = None,
    ) -> None:
        super().__init__(rules, network, learned, width)
        self.deny = DENY[min(rules.players, len(DENY) - 1)]
        futures = FUTURES[min(rules.players, len(FUTURES) - 1)]
        self.foresight = foresight or Foresight(futures)
        scout = Judge(rules, network, learned, self.foresight.width, NODES)
        self.futures = Futures(scout, self.quick_answer, self.foresight)

    def options(self, game: Game, seat: int) -> list[float]:
        began = self.asked
        values = super().options(game, seat)
        if game.over or self.looked is None:
            return values
        question = game.question()
        if question in TURN:
            values, ends = self.refined(game, seat, values)
        elif question == "market-turn":
            values = self.denying(game, seat, values) if self.deny else values
            ends = afters(game)
        else:
            return values
        spent = self.asked - began
        return self.looked_on(seat, values, ends, self.foresight.positions - spent)

    # -- its own turn -----------------------------------------------------------------------------

    def refined(
        self, game: Game, seat: int, values: list[float]
    ) -> tuple[list[float], dict[int, Game]]:
        """The values with the best plans corrected by the rest of the round, and where these end."""
        assert self.looked is not None
        tree, roots, _ = self.looked
        plans = [
            plan
            for at, option in enumerate(game.options())
            if not is_interruption(game.rules, option)
            for plan in self.plans(tree, at, roots[at])
        ]
        plans.sort(key=lambda plan: -plan.value)
        plans = [plan for plan in plans[:PLANS] if plan.value > plans[0].value - CLOSE]
        leaf_of = {node: at for at, node in enumerate(tree.leaves)}
        plans = [plan for plan in plans if plan.leaf in leaf_of]
        if not plans:
            return values, {}
        corrections = [
            self.to_market(tree.games[leaf_of[plan.leaf]], seat) - tree.values[plan.leaf]
            for plan in plans
        ]
        usual = fsum(corrections) / len(corrections)
        best: dict[int, float] = {}
        ends: dict[int, Game] = {}
        for plan, correction in zip(plans, corrections, strict=True):
            value = plan.value + correction
            if value > best.get(plan.option, -1e9):
                best[plan.option] = value
                ends[plan.option] = tree.games[leaf_of[plan.leaf]]
        return [best.get(at, value + usual) for at, value in enumerate(values)], ends

    def plans(self, tree: Tree, option: int, root: int) -> list[TurnPlan]:
        """The best plans that begin with an option, each with the leaf that represents it."""
        plans: list[TurnPlan] = []
        end = root + 1
        while end < len(tree.kinds) and tree.parents[end] >= root:
            end += 1
        children: dict[int, list[int]] = {}
        for node in range(root + 1, end):
            children.setdefault(tree.parents[node], []).append(node)

        def descend(node: int, value: float) -> None:
            below = children.get(node, [])
            if not below:
                plans.append(TurnPlan(option, node, value))
            elif tree.kinds[node] == MEAN:
                # One face represents the whole roll.
                middle = min(below, key=lambda child: abs(tree.values[child] - tree.values[node]))
                leaf = middle
                while children.get(leaf):
                    leaf = max(children[leaf], key=lambda child: tree.values[child])
                plans.append(TurnPlan(option, leaf, value))
            else:
                assert tree.kinds[node] == BEST
                for child in sorted(below, key=lambda child: -tree.values[child])[:PLANS]:
                    descend(child, tree.values[child])

        descend(root, tree.values[root])
        return plans

    def to_market(self, game: Game, seat: int) -> float:
        """The value of a position at the seat's next decision after its turn."""
        total = 0.0
        for weight, later in self.rest_of_round(game, seat):
            if later.over or later.seat() != seat or later.question() != "market-turn":
                value = self.values([later], seat)[0] - self.others(later, seat)
            else:
                value = max(self.at_market(later, seat))
            total += weight * value
        return total

    def rest_of_round(self, game: Game, seat: int) -> list[tuple[float, Game]]:
        """The positions where the seat is asked next, with their chances; others answer quickly."""
        game = game.copy()
        for _ in range(MOST_STEPS):
            if game.over:
                break
            if game.seat() == seat:
                if game.question() != "opening":
                    break
                game.apply_legal(PASS_CODE)
            elif game.seat() == CHANCE:
                if game.question() != ENEMY_ROLL:
                    break
                return self.enemy_rolls(game)
            else:
                game.apply_legal(self.quick_answer(game))
        return [(1.0, game)]

    def quick_answer(self, game: Game) -> int:
        """A likely answer of another seat: the best position right after it, without Skills."""
        options = [option for option in game.options() if not is_interruption(game.rules, option)]
        if len(options) <= 1:
            return game.options()[0]
        later: list[Game] = []
        for option in options:
            after = game.copy()
            after.apply_legal(option)
            later.append(after)
        if game.question() == "take":
            # Choose the card together with its row.
            rows = [placed(position) for position in later]
            flat = self.values([position for row in rows for position in row], game.seat())
            worth: list[float] = []
            for row in rows:
                worth.append(max(flat[: len(row)]))
                flat = flat[len(row) :]
        else:
            worth = self.values(later, game.seat())
        return options[worth.index(max(worth))]

    def enemy_rolls(self, game: Game) -> list[tuple[float, Game]]:
        """L3, Y2: the likely effects of the enemy dice on the Market, without duplicates."""
        by_market: dict[tuple[int, ...], tuple[float, Game]] = {}
        waiting = [(1.0, game)]
        while waiting:
            weight, now = waiting.pop()
            if now.over or now.seat() != CHANCE or now.round != game.round:
                market = tuple(now.market)
                known = by_market[market][0] if market in by_market else 0.0
                by_market[market] = (known + weight, now)
                continue
            options = now.options()
            if now.question() != ENEMY_ROLL:
                # A follow-up of the roll: one option represents all.
                options = [options[len(options) // 2]]
            if weight / len(options) < RARE:
                # Y2: equal dice are rerolled, possibly without end.
                continue
            for option in options:
                after = now.copy()
                after.apply_legal(option)
                waiting.append((weight / len(options), after))
        likely = sorted(by_market.values(), key=lambda end: -end[0])[:ENDS]
        total = fsum(weight for weight, _ in likely)
        return [(weight / total, later) for weight, later in likely]

    # -- the next turn ----------------------------------------------------------------------------

    def looked_on(
        self, seat: int, values: list[float], ends: dict[int, Game], positions: int
    ) -> list[float]:
        """The values with close options, by where they end, compared by the next turn as well."""
        foresight = self.foresight
        if foresight.futures == 0:
            return values
        # What has the same value, such as to discard this card or that, is looked at once.
        start_of = {values[at]: ends[at] for at in reversed(ends)}
        close = sorted(start_of, reverse=True)[: foresight.options]
        close = [value for value in close if value > close[0] - foresight.close]
        starts = [start_of[value] for value in close]
        if len(starts) < 2 or any(start.sheets_full() for start in starts):
            return values
        gains = self.futures.gains(starts, seat, positions)
        usual = fsum(gains) / len(gains)
        more = {
            value: foresight.share * (gain - usual)
            for value, gain in zip(close, gains, strict=True)
        }
        return [
            value + more.get(value, 0.0) if at in ends else value for at, value in enumerate(values)
        ]

    # -- the Market -------------------------------------------------------------------------------

    def at_market(self, game: Game, seat: int) -> list[float]:
        values = Judge.options(self, game, seat)
        return self.denying(game, seat, values) if self.deny else values

    def denying(self, game: Game, seat: int, values: list[float]) -> list[float]:
        """The values minus what each option leaves to the others."""
        worth: list[float] = []
        for option, value in zip(game.options(), values, strict=True):
            after = game.copy()
            after.apply_legal(option)
            worth.append(value - self.others(after, seat))
        return worth

    def others(self, game: Game, seat: int) -> float:
        """The opponents' forecast, weighted."""
        if not self.deny:
            return 0.0
        total = 0.0
        for other in range(self.rules.players):
            if other != seat:
                total += self.values([game], other)[0]
        return self.deny * total


def afters(game: Game) -> dict[int, Game]:
    """By option that is no interruption: the position after it."""
    later: dict[int, Game] = {}
    for at, option in enumerate(game.options()):
        if not is_interruption(game.rules, option):
            later[at] = game.copy()
            later[at].apply_legal(option)
    return later
