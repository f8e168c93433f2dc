"""A judge that looks past the own turn: the others' picks, the enemy die, the Market that follows.

The best plans of the turn are played on to the own Market turn, the others answering quickly for
themselves. What they gain by it counts against a plan, so picks also deny.
"""

from typing import Final

from rollplayer.analysis.judge import Judge, placed
from rollplayer.analysis.network import Network
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.table import CHANCE
from rollplayer.search.tree import BEST, MEAN, Tree, is_interruption

PLANS: Final = 6
"""Ways through the turn that are looked at more closely."""
CLOSE: Final = 1.5
"""Stars behind the best one at which a plan is given up."""
MOST_STEPS: Final = 60
DENY: Final = (0.0, 0.0, 0.6, 0.25, 0.15, 0.1)
"""By number of players: how much an opponent's gain weighs against the own stars."""
TURN: Final = ("take", "place", "action")
ENEMY_ROLL: Final = "enemy-roll"
ENDS: Final = 4
"""Of what the enemy dice may do, so much is looked at, the likeliest first."""
RARE: Final = 0.005
"""What is less likely is not looked at."""


class Plan:
    """One way through the turn: which option it begins with, where it ends, what it is worth."""

    def __init__(self, option: int, leaf: int, value: float) -> None:
        self.option = option
        self.leaf = leaf
        self.value = value


class RoundSearch(Judge):
    """Judges by what the rest of the round brings."""

    def __init__(self, rules: Ruleset, network: Network, learned: float, width: int) -> None:
        super().__init__(rules, network, learned, width)
        self.deny = DENY[min(rules.players, len(DENY) - 1)]

    def options(self, game: Game, seat: int) -> list[float]:
        values = super().options(game, seat)
        if game.over or self.looked is None:
            return values
        question = game.question()
        if question in TURN:
            return self.refined(game, seat, values)
        if question == "market-turn" and self.deny:
            return self.denying(game, seat, values)
        return values

    # -- the own turn -----------------------------------------------------------------------------

    def refined(self, game: Game, seat: int, values: list[float]) -> list[float]:
        """The values of the best plans, corrected by what the rest of the round brings."""
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
            return values
        corrections = [
            self.to_market(tree.games[leaf_of[plan.leaf]], seat) - tree.values[plan.leaf]
            for plan in plans
        ]
        usual = sum(corrections) / len(corrections)
        best: dict[int, float] = {}
        for plan, correction in zip(plans, corrections, strict=True):
            best[plan.option] = max(best.get(plan.option, -1e9), plan.value + correction)
        return [best.get(at, value + usual) for at, value in enumerate(values)]

    def plans(self, tree: Tree, option: int, root: int) -> list[Plan]:
        """The best ways on from one option, each with the leaf that stands for it."""
        found: list[Plan] = []
        end = root + 1
        while end < len(tree.kinds) and tree.parents[end] >= root:
            end += 1
        children: dict[int, list[int]] = {}
        for node in range(root + 1, end):
            children.setdefault(tree.parents[node], []).append(node)

        def descend(node: int, value: float) -> None:
            below = children.get(node, [])
            if not below:
                found.append(Plan(option, node, value))
            elif tree.kinds[node] == MEAN:
                # One of the faces stands for all of them.
                middle = min(below, key=lambda child: abs(tree.values[child] - tree.values[node]))
                leaf = middle
                while children.get(leaf):
                    leaf = max(children[leaf], key=lambda child: tree.values[child])
                found.append(Plan(option, leaf, value))
            else:
                assert tree.kinds[node] == BEST
                for child in sorted(below, key=lambda child: -tree.values[child])[:PLANS]:
                    descend(child, tree.values[child])

        descend(root, tree.values[root])
        return found

    def to_market(self, game: Game, seat: int) -> float:
        """What a position is worth at the own next decision outside the turn."""
        total = 0.0
        for weight, later in self.rest_of_round(game, seat):
            if later.over or later.seat() != seat or later.question() != "market-turn":
                value = self.values([later], seat)[0] - self.others(later, seat)
            else:
                value = max(self.at_market(later, seat))
            total += weight * value
        return total

    def rest_of_round(self, game: Game, seat: int) -> list[tuple[float, Game]]:
        """The positions at which the seat is asked again, with their chances; others play quickly."""
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
        """What another seat probably answers: by the look of things, without Skills."""
        options = [option for option in game.options() if not is_interruption(game.rules, option)]
        if len(options) <= 1:
            return game.options()[0]
        later: list[Game] = []
        for option in options:
            after = game.copy()
            after.apply_legal(option)
            later.append(after)
        if game.question() == "take":
            # The row comes with the card.
            rows = [placed(each) for each in later]
            flat = self.values([each for row in rows for each in row], game.seat())
            worth: list[float] = []
            for row in rows:
                worth.append(max(flat[: len(row)]))
                flat = flat[len(row) :]
        else:
            worth = self.values(later, game.seat())
        return options[worth.index(max(worth))]

    def enemy_rolls(self, game: Game) -> list[tuple[float, Game]]:
        """L3, Y2: what the enemy dice will likely do to the Market; alike results once."""
        found: dict[tuple[int, ...], tuple[float, Game]] = {}
        waiting = [(1.0, game)]
        while waiting:
            weight, now = waiting.pop()
            if now.over or now.seat() != CHANCE or now.round != game.round:
                market = tuple(now.market)
                known = found[market][0] if market in found else 0.0
                found[market] = (known + weight, now)
                continue
            options = now.options()
            if now.question() != ENEMY_ROLL:
                # Something else that a roll has brought about: one of its ends stands for all.
                options = [options[len(options) // 2]]
            if weight / len(options) < RARE:
                # Y2: equal dice are rolled again without end.
                continue
            for option in options:
                after = now.copy()
                after.apply_legal(option)
                waiting.append((weight / len(options), after))
        likely = sorted(found.values(), key=lambda end: -end[0])[:ENDS]
        total = sum(weight for weight, _ in likely)
        return [(weight / total, later) for weight, later in likely]

    # -- the Market -------------------------------------------------------------------------------

    def at_market(self, game: Game, seat: int) -> list[float]:
        values = Judge.options(self, game, seat)
        return self.denying(game, seat, values) if self.deny else values

    def denying(self, game: Game, seat: int, values: list[float]) -> list[float]:
        """The same, less what each option leaves to the others."""
        worth: list[float] = []
        for option, value in zip(game.options(), values, strict=True):
            after = game.copy()
            after.apply_legal(option)
            worth.append(value - self.others(after, seat))
        return worth

    def others(self, game: Game, seat: int) -> float:
        """The opponents' forecast, as far as it counts."""
        if not self.deny:
            return 0.0
        total = 0.0
        for other in range(self.rules.players):
            if other != seat:
                total += self.values([game], other)[0]
        return self.deny * total
