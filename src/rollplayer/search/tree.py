"""A tree of the ways through a seat's own turn, grown first and evaluated afterwards, all at once.

Own questions take the best way, rolls the mean of theirs. A tree ends where somebody else or the
round's own chance is asked, where the turn is over, or at an open moment once a Skill is resolved.
"""

from typing import Final

from rollplayer.engine.answers import verb_of
from rollplayer.engine.game import DICE_PHASE, LAST_CHANCE, MARKET_PHASE, Game, Ruleset
from rollplayer.engine.scoring import final_stars
from rollplayer.engine.table import CHANCE
from rollplayer.search.estimate import Estimate
from rollplayer.search.features import Features

BEST: Final = 0
MEAN: Final = 1
LEAF: Final = 2
KNOWN: Final = 3
OWN_TURN: Final = ("place", "action")
"""Steps of the Dice turn after an Initiative card is taken."""
MOST_DEPTH: Final = 3
"""An action, its roll, what is kept of it; what may come on top is left to the evaluation."""


def is_interruption(rules: Ruleset, option: int) -> bool:
    """Whether an option is one that interrupts instead of answering (K3, M4)."""
    return rules.interruption_verbs >> verb_of(option) & 1 == 1


class Differences:
    """Many lists of facts, each stored as additions to and removals from the first.

    Neighbors in a tree share most of their facts, so this is much shorter.
    """

    def __init__(self, count: int) -> None:
        self.base: list[int] = []
        self.balance: list[int] = [0] * count
        self.more: list[int] = []
        self.more_ends: list[int] = []
        self.less: list[int] = []
        self.less_ends: list[int] = []

    def add(self, facts: list[int]) -> None:
        if not self.more_ends:
            self.base = facts
        balance = self.balance
        for fact in facts:
            balance[fact] += 1
        for fact in self.base:
            balance[fact] -= 1
        for fact in facts:
            while balance[fact] > 0:
                balance[fact] -= 1
                self.more.append(fact)
        for fact in self.base:
            while balance[fact] < 0:
                balance[fact] += 1
                self.less.append(fact)
        self.more_ends.append(len(self.more))
        self.less_ends.append(len(self.less))


class Tree:
    """Nodes in the order they were grown, so that parents stand before their children."""

    def __init__(self, features: Features | None, estimate: Estimate, seat: int) -> None:
        self.features = features
        self.estimate = estimate
        self.seat = seat
        self.most = 0
        """The number of nodes at which it stops growing; its owner sets it before each way."""
        self.parents: list[int] = []
        self.kinds: list[int] = []
        self.weights: list[float] = []
        self.values: list[float] = []
        self.leaves: list[int] = []
        """The nodes that wait for a value."""
        self.games: list[Game] = []
        """The position at each leaf."""
        self.estimates: list[float] = []
        """The values of the leaves by rules of thumb, and the facts for the learned ones."""
        self.survivals: list[float] = []
        self.more: list[float] = []
        """What expansions make of it: the chance that the game is not lost at once, more stars."""
        self.facts = Differences(features.count if features is not None else 0)

    def add(self, parent: int, kind: int, weight: float) -> int:
        self.parents.append(parent)
        self.kinds.append(kind)
        self.weights.append(weight)
        self.values.append(0.0)
        return len(self.kinds) - 1

    def add_leaf(self, game: Game, parent: int, weight: float) -> None:
        if game.over or self.estimate.is_ending(game):
            node = self.add(parent, KNOWN, weight)
            self.values[node] = self.settled(game)
            return
        outcomes = self.estimate.outcomes(game, self.seat)
        if outcomes:
            node = self.add(parent, MEAN, weight)
            for outcome in outcomes:
                self.add_leaf(outcome.game, node, outcome.weight)
            return
        self.leaves.append(self.add(parent, LEAF, weight))
        self.note(game)

    def settled(self, game: Game) -> float:
        """The stars of a hero to whose sheet and cards nothing happens any more."""
        stars = float(final_stars(game, self.seat))
        if game.over:
            return stars
        self.estimate.look(game, self.seat)
        return stars * self.estimate.survival + self.estimate.more

    def note(self, game: Game) -> None:
        if self.features is not None:
            self.facts.add(self.features.of(game, self.seat))
        self.estimates.append(self.estimate.value(game.heroes[self.seat]))
        self.estimate.look(game, self.seat)
        self.survivals.append(self.estimate.survival)
        self.more.append(self.estimate.more_unlearned)
        self.games.append(game)

    def grow(self, game: Game, parent: int, weight: float, through: bool, depth: int) -> None:
        """Everything that may follow, as far as this tree looks."""
        if game.over or depth >= MOST_DEPTH or len(self.kinds) > self.most:
            self.add_leaf(game, parent, weight)
            return
        step = game.agenda[-1].step
        asked = game.seat()
        if asked == CHANCE:
            own = game.phase == DICE_PHASE or game.phase == MARKET_PHASE
            if game.question() != "roll" or not (own or game.phase == LAST_CHANCE):
                self.add_leaf(game, parent, weight)
                return
            node = self.add(parent, MEAN, weight)
            options = game.options()
            weights = game.weights()
            for at in range(len(options)):
                after = game.copy()
                after.apply_legal(options[at])
                each = 1.0 if weights is None else float(weights[at])
                self.grow(after, node, each, through, depth + 1)
            return
        if asked != self.seat:
            self.add_leaf(game, parent, weight)
            return
        if step.interruptible and not (through and step.name in OWN_TURN):
            self.add_leaf(game, parent, weight)
            return
        node = self.add(parent, BEST, weight)
        for option in game.options():
            if step.interruptible and is_interruption(game.rules, option):
                continue
            after = game.copy()
            after.apply_legal(option)
            self.grow(after, node, 1.0, through, depth + 1)

    def settle(self) -> None:
        """Hand values up from the leaves; afterwards every node has one."""
        total = [0.0] * len(self.kinds)
        for node in range(len(self.kinds) - 1, -1, -1):
            kind = self.kinds[node]
            if kind == MEAN:
                self.values[node] /= total[node]
            parent = self.parents[node]
            if parent < 0:
                continue
            if self.kinds[parent] == MEAN:
                self.values[parent] += self.weights[node] * self.values[node]
                total[parent] += self.weights[node]
            elif total[parent] == 0.0 or self.values[node] > self.values[parent]:
                self.values[parent] = self.values[node]
                total[parent] = 1.0
