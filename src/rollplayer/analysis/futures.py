"""A look on to a seat's next turn, in some futures that are the same for all positions compared.

What a seat does now shows again in the next round: which dice would help it, what it can pay. Each
position is played on through the Market and the Cleanup to the next dice. Its gain is what the best
way through that turn is worth, less what the position was worth before anything was dealt: so a lucky
future counts only as far as one position makes more of it than another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rollplayer.analysis.judge import Judge
from rollplayer.chance import Deal
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import CLEANUP_PHASE, Game
from rollplayer.engine.table import CHANCE
from rollplayer.search.tree import is_interruption

TURN: Final = ("take", "place", "action")
"""The questions of a turn with dice."""
NODES: Final = 400
"""The most nodes in the tree of a turn to come: there are many, so each look must be quick."""
STREAM: Final = "future"
MOST_STEPS: Final = 80
"""On the way to a seat's next turn."""


@dataclass(frozen=True)
class Foresight:
    """How carefully to look on."""

    futures: int = 0
    share: float = 0.7
    """How much of a gain counts: the largest of many judged values is too large."""
    close: float = 1.0
    """An option this many stars behind the best one is not carried on."""
    options: int = 4
    """How many options are carried on at most."""
    width: int = 4
    """How many pairs of Initiative card and row are searched in a turn to come."""
    stream: str = STREAM
    """What the futures are drawn from: who compares answers has not seen those that chose them."""
    positions: int = 6000
    """No future is begun after this many positions in one decision: bots know no clock."""


class Futures:
    """Plays positions of one ruleset on to a seat's next turn."""

    def __init__(
        self, judge: Judge, quick_answer: Callable[[Game], int], foresight: Foresight
    ) -> None:
        self.judge = judge
        self.quick_answer = quick_answer
        self.foresight = foresight

    def gains(self, starts: list[Game], seat: int, positions: int) -> list[float]:
        """What the dice to come are worth to each position, on average; all nothing without work."""
        totals = [0.0] * len(starts)
        began = self.judge.asked
        played = 0
        while played < self.foresight.futures and self.judge.asked - began < positions:
            befores: list[Game] = []
            for at, start in enumerate(starts):
                before, after = self.played_on(
                    start, seat, future(start, seat, played, self.foresight.stream)
                )
                totals[at] += self.best(after, seat)
                befores.append(before)
            for at, value in enumerate(self.judge.values(befores, seat)):
                totals[at] -= value
            played += 1
        return [total / max(played, 1) for total in totals]

    def played_on(self, start: Game, seat: int, deal: Deal) -> tuple[Game, Game]:
        """The positions at the Cleanup and at the seat's next turn, or at the end of the game."""
        game = start.copy()
        before: Game | None = None
        for _ in range(MOST_STEPS):
            if game.over:
                break
            if before is None and (game.phase == CLEANUP_PHASE or game.round > start.round):
                before = game.copy()
            asked = game.seat()
            if asked == CHANCE:
                game.apply_legal(deal.answer(game))
            elif asked == seat and game.question() == "take" and game.round == start.round + 1:
                break
            else:
                game.apply_legal(self.answer(game, seat))
        return before or game, game

    def answer(self, game: Game, seat: int) -> int:
        """What is likely to be done on the way."""
        question = game.question()
        options = game.options()
        if question == "opening":
            return PASS_CODE
        if question == "lay":
            return options[0]
        if game.seat() != seat or question not in (*TURN, "market-turn"):
            return self.quick_answer(game)
        values = self.plain_values(game, seat)
        return options[values.index(max(values))]

    def best(self, game: Game, seat: int) -> float:
        """The value of the best way on."""
        if game.over or game.seat() != seat:
            return self.judge.values([game], seat)[0]
        return max(self.plain_values(game, seat))

    def plain_values(self, game: Game, seat: int) -> list[float]:
        """The value of each option; Skills, which are judged less surely, are never the best."""
        return [
            float("-inf") if is_interruption(game.rules, option) else value
            for option, value in zip(game.options(), self.judge.options(game, seat), strict=True)
        ]


def future(start: Game, seat: int, number: int, stream: str = STREAM) -> Deal:
    """One of the futures of a round: the same whatever the seat does in it.

    It follows from the round and from who the hero is, which everybody sees, and never from the game's
    own chance. Heroes differ in their futures, so that what is odd about one is not odd in all games.
    """
    hero = start.heroes[seat]
    who = f"{hero.race}/{hero.character_class}/{hero.alignment}/{hero.backstory}"
    return Deal.from_text(f"{stream}/{who}/{start.round}/{number}")
