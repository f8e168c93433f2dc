"""Last calls: who may still interrupt before a question is answered. Each seat is asked once.

K7: holders of a `dice` Skill, before somebody takes an Initiative card or the enemy die rolls. K5:
people, as often as they wish, before a bot or chance answers. Whoever drives a game (bots alone, the
terminal, the server) keeps one ``LastCalls``, updates it before each answer and reports who has
interrupted or passed.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rollplayer.engine.answers import USE, first_of, second_of, verb_of
from rollplayer.engine.components import DICE_TIME
from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE
from rollplayer.openings import NEVER, NEW, Openings

LAST_CALLS: Final = ("take", "enemy-roll")
"""The questions before which K7 asks."""

Moment = tuple[int, str, int]
"""The round, the question and the seat that is asked. Each moment has one last call."""


def moment_of(game: Game) -> Moment:
    return (game.round, game.question(), game.seat())


def last_callers(game: Game) -> list[int]:
    """K7: the seats to ask once before the pending question.

    Clockwise from the seat the game waits on: holders of a usable `dice` Skill, or of Diplomacy
    onto one.
    """
    if game.over or game.question() not in LAST_CALLS:
        return []
    asked = game.seat()
    players = game.rules.players
    first = 0 if asked == CHANCE else asked + 1
    seats = [(first + place) % players for place in range(players)]
    return [seat for seat in seats if seat != asked and holds_dice_skill(game, seat)]


def holds_dice_skill(game: Game, seat: int) -> bool:
    cards = game.rules.cards
    for answer in game.interruptions(seat):
        if verb_of(answer) == USE:
            target = second_of(answer)
            used = target - 1 if target else first_of(answer)
            if cards[used].timing == DICE_TIME:
                return True
    return False


class LastCalls:
    """The seats that must interrupt or pass before the pending question is answered."""

    def __init__(self, openings: Openings | None = None) -> None:
        self.openings = openings or Openings(NEVER)
        """How often people want to be asked."""
        self.left: list[int] = []
        """Who has neither interrupted nor passed."""
        self.moment: Moment | None = None
        self._called: Moment | None = None
        """When K7 last asked. It does not ask again after an interruption of the same question."""
        self._offered: Moment | None = None
        """When people were last asked whether to act before a bot or chance does."""

    def update(
        self, game: Game, is_bot: Callable[[int], bool], people: Sequence[int] = ()
    ) -> list[int]:
        """Determine whom to ask before the pending question, in order.

        ``people`` may want to act before a bot or chance answers.
        """
        if game.over or not game.agenda[-1].step.interruptible:
            return []
        moment = moment_of(game)
        if moment != self.moment:
            self.moment, self.left = moment, []
        question, asked = moment[1], moment[2]
        if question in LAST_CALLS and moment != self._called:
            self._called = moment
            self.left = [seat for seat in last_callers(game) if is_bot(seat) or self.wants(seat)]
        if asked == CHANCE or is_bot(asked):
            first, self._offered = self._offered != moment, moment
            for seat in people:
                if seat not in self.left and self._wants_now(game, seat, first=first):
                    self.left.append(seat)
        return self.left

    def wants(self, seat: int) -> bool:
        """Whether a person wants to be asked at all."""
        return self.openings.when_for(seat) != NEVER

    def _wants_now(self, game: Game, seat: int, *, first: bool) -> bool:
        # Ask again only if something has become possible since.
        if not first and self.openings.when_for(seat) != NEW:
            return False
        return self.openings.interrupts(game, seat)

    def skip(self, game: Game) -> None:
        """Ask nobody before the pending question, because an undo brought it back."""
        if not game.over:
            self.moment = self._called = self._offered = moment_of(game)
        self.left = []

    def mark_passed(self, seat: int) -> None:
        """Note that a seat has interrupted or passed."""
        self.left = [other for other in self.left if other != seat]
