"""The value of each answer, by the learned evaluation and a search through the turn.

Without a network, rules of thumb alone: that needs nothing but the standard library.
"""

from typing import TYPE_CHECKING

from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Game, Ruleset
from rollplayer.search.estimate import Estimate
from rollplayer.search.features import Features
from rollplayer.search.tree import BEST, KNOWN, LEAF, Tree, is_interruption

if TYPE_CHECKING:
    from rollplayer.analysis.network import Floats, Network

WIDTH = 8
"""How many pairs of Initiative card and row are searched with their Attribute Actions."""
NODES = 4000
"""The most nodes in a tree; its branches share them evenly, so that none crowds out the others."""
LEAST = 40
INTERRUPTING = 250
"""The most of these nodes for one Skill."""
BEAM = 8
"""How many arrangements of starting dice are kept after each die."""


class Judge:
    """Evaluates positions of one ruleset."""

    def __init__(
        self,
        rules: Ruleset,
        network: "Network | None",
        learned: float = 0.5,
        width: int = WIDTH,
        nodes: int = NODES,
    ) -> None:
        self.rules = rules
        self.network = network
        self.learned = learned
        """The weight of the network against the rules of thumb."""
        self.width = width
        self.nodes = nodes
        self.beam = BEAM
        self.features = Features(rules, network.words) if network else None
        self.estimate = Estimate(rules)
        lines = network.lines if network else ()
        self.estimate.shares = [
            1 - learned if evaluator.line in lines else 1.0
            for evaluator in self.estimate.evaluators
        ]
        self.stars = [each.stars for each in rules.classes]
        self.looked: tuple[Tree, list[int], Floats | None] | None = None
        self.asked = 0
        """How many positions were evaluated, as a measure of the cost."""

    # -- positions --------------------------------------------------------------------------------

    def values(self, games: list[Game], seat: int) -> list[float]:
        """Expected stars of a seat in many positions."""
        tree = Tree(self.features, self.estimate, seat)
        roots: list[int] = []
        for game in games:
            roots.append(len(tree.kinds))
            tree.add_leaf(game, -1, 1.0)
        self.settle(tree)
        return [tree.values[root] for root in roots]

    def weigh(self, tree: Tree) -> "tuple[list[float], Floats | None]":
        """Expected stars at each leaf, and the network's outputs there."""
        self.asked += len(tree.games)
        estimates, out = tree.estimates, None
        if self.network is not None:
            out = self.network.outputs(tree.facts)
            classes = [game.heroes[tree.seat].character_class for game in tree.games]
            totals = self.network.totals(out, classes, self.stars)
            learned, rest = self.learned, 1 - self.learned
            estimates = [
                float(total) + rest * estimate
                for total, estimate in zip(learned * totals, estimates, strict=True)
            ]
        return [
            estimate * survival + more
            for estimate, survival, more in zip(estimates, tree.survivals, tree.more, strict=True)
        ], out

    def expected(self, option: int) -> list[float] | None:
        """The outputs at the end of the best continuation of an option just evaluated."""
        if self.looked is None:
            return None
        tree, roots, out = self.looked
        if out is None:
            return None
        return outputs_below(tree, roots[option], out)

    def settle(self, tree: Tree) -> "Floats | None":
        """Evaluate the leaves of a tree and propagate the values; return the leaves' outputs."""
        if not tree.leaves:
            tree.settle()
            return None
        values, out = self.weigh(tree)
        for node, value in zip(tree.leaves, values, strict=True):
            tree.values[node] = value
        tree.settle()
        return out

    # -- answers ----------------------------------------------------------------------------------

    def options(self, game: Game, seat: int) -> list[float]:
        """The value of each option of the seat that is asked."""
        self.looked = None
        if game.question() == "arrange-dice":
            return self.arrangements(game, seat)
        tree = Tree(self.features, self.estimate, seat)
        stand = game.copy()
        tree.add_leaf(stand, -1, 1.0)
        options = game.options()
        open_moment = game.agenda[-1].step.interruptible
        promising = self.promising(game, seat)
        ways = sum(len(promising.get(at, [game])) for at in range(len(options)))
        share = self.nodes // ways
        share = (
            share if share >= LEAST else -1
        )  # too many branches: evaluate each position as it is
        roots: list[int] = []
        for at, option in enumerate(options):
            roots.append(len(tree.kinds))
            if at in promising:
                node = tree.add(-1, BEST, 1.0)
                for after in promising[at]:
                    tree.most = len(tree.kinds) + share
                    tree.grow(after, node, 1.0, True, 0)
                continue
            interrupts = open_moment and is_interruption(game.rules, option)
            after = game.copy()
            after.apply_legal(option)
            tree.most = len(tree.kinds) + (min(share, INTERRUPTING) if interrupts else share)
            tree.grow(after, -1, 1.0, not interrupts, 0)
        out = self.settle(tree)
        self.looked = (tree, roots, out)
        values = [tree.values[root] for root in roots]
        if open_moment:
            turn = [
                value
                for option, value in zip(options, values, strict=True)
                if not is_interruption(game.rules, option)
            ]
            # An interruption changes the table now; the turn continues as well as before.
            more = max(turn) - tree.values[0]
            values = [
                value + more if is_interruption(game.rules, option) else value
                for option, value in zip(options, values, strict=True)
            ]
        return values

    def promising(self, game: Game, seat: int) -> dict[int, list[Game]]:
        """By option that takes a card or places its die: the best positions before any action."""
        question = game.agenda[-1].step.name
        if question != "take" and question != "place":
            return {}
        pairs: list[tuple[int, Game]] = []
        for at, option in enumerate(game.options()):
            if is_interruption(game.rules, option):
                continue
            after = game.copy()
            after.apply_legal(option)
            pairs += (
                [(at, after)]
                if question == "place"
                else [(at, position) for position in placed(after)]
            )
        values = self.values([position for _, position in pairs], seat)
        width = self.width if question == "take" else max(3, self.width // 3)
        kept: dict[int, list[Game]] = {}
        for number, n in enumerate(sorted(range(len(pairs)), key=lambda n: -values[n])):
            at, position = pairs[n]
            if number < width:
                kept.setdefault(at, []).append(position)
            elif at not in kept:
                # Not worth a search: evaluate it without an action.
                kept[at] = [passed(position, seat)]
        return kept

    def arrangements(self, game: Game, seat: int) -> list[float]:
        """S14: the value of the best arrangement of all dice that starts with each option."""
        beam = [(at, game.copy()) for at in range(len(game.options()))]
        for at, position in beam:
            position.apply_legal(game.options()[at])
        best = {at: float("-inf") for at, _ in beam}
        while True:
            values = self.values([position for _, position in beam], seat)
            order = sorted(range(len(beam)), key=lambda n: -values[n])
            if not beam[0][1].heroes[seat].hand:
                for n in order:
                    best[beam[n][0]] = max(best[beam[n][0]], values[n])
                return [best[at] for at in range(len(game.options()))]
            kept: list[tuple[int, Game]] = []
            seen: set[tuple[int, ...]] = set()
            for n in order:
                sheet = tuple(beam[n][1].heroes[seat].sheet)
                if sheet not in seen and len(kept) < self.beam:
                    seen.add(sheet)
                    kept.append(beam[n])
            beam = []
            for at, position in kept:
                for option in position.options():
                    after = position.copy()
                    after.apply_legal(option)
                    beam.append((at, after))


def outputs_below(tree: Tree, node: int, out: "Floats") -> list[float] | None:
    """The outputs at the best ends below a node, averaged over rolls; None if the score is known."""
    kind = tree.kinds[node]
    if kind == LEAF:
        outputs: list[float] = out[tree.leaves.index(node)].tolist()
        return outputs
    if kind == KNOWN:
        return None
    children = [child for child in range(node + 1, len(tree.kinds)) if tree.parents[child] == node]
    if kind == BEST:
        return outputs_below(tree, max(children, key=lambda child: tree.values[child]), out)
    total = [0.0] * out.shape[1]
    weight = 0.0
    for child in children:
        below = outputs_below(tree, child, out)
        if below is None:
            return None
        share = tree.weights[child]
        total = [so_far + share * each for so_far, each in zip(total, below, strict=True)]
        weight += share
    return [each / weight for each in total]


def passed(game: Game, seat: int) -> Game:
    """The position after the seat passes its action."""
    if game.over or game.seat() != seat or game.question() != "action":
        return game
    after = game.copy()
    after.apply_legal(PASS_CODE)
    return after


def placed(game: Game) -> list[Game]:
    """All positions after placing the die of a card just taken."""
    if game.over or game.agenda[-1].step.name != "place":
        return [game]
    positions: list[Game] = []
    for option in game.options():
        if not is_interruption(game.rules, option):
            after = game.copy()
            after.apply_legal(option)
            positions.append(after)
    return positions
