"""When a person is asked whether to do anything before the round goes on (K5).

The rules ask everybody who could do something. People choose how often they want to be asked;
otherwise the program passes for them and marks the pass in the log.
"""

from typing import Final

from rollplayer.engine.answers import DROP, verb_of
from rollplayer.engine.game import Game

NEW: Final = "new"
ALWAYS: Final = "always"
NEVER: Final = "never"
WHENS: Final = (NEW, ALWAYS, NEVER)
"""Ask if something has become possible since the last decision; always; never."""
OPENING: Final = "opening"
"""The question of an opening."""
TURNS: Final = ("take", "market-turn", "refresh")
"""Questions that begin a turn. Seats that choose ``always`` are asked before each of them."""
ALL_ARE_ASKED: Final = (OPENING, "last-chance")
"""Questions put to everybody who can do something."""


def acts(game: Game, seat: int) -> list[int]:
    """What a seat may do now besides answering. Discarding a Weapon alone is no reason to ask."""
    return [answer for answer in game.interruptions(seat) if verb_of(answer) != DROP]


def possible_now(game: Game, seat: int) -> frozenset[int] | None:
    """What a seat may do besides answering; None where nobody may interrupt.

    In between, nothing is possible for a moment; what returns would seem new.
    """
    if game.agenda and game.agenda[-1].step.interruptible:
        return frozenset(acts(game, seat))
    return None


class Openings:
    """Remembers what each seat could do when it last decided."""

    def __init__(self, when: str = NEW) -> None:
        self.when = when
        """The default for seats that have not chosen."""
        self.chosen: dict[int, str] = {}
        self._known: dict[int, frozenset[int]] = {}

    def note(self, game: Game, seat: int) -> None:
        """Note what a seat can do now that it is about to decide."""
        self.remember(seat, possible_now(game, seat))

    def remember(self, seat: int, possible: frozenset[int] | None) -> None:
        """The same for a seat that has decided, by what was possible before."""
        if possible is not None:
            self._known[seat] = possible

    def forget(self, seat: int) -> None:
        """Forget what a seat knew after its undo, so that it is asked again."""
        self._known.pop(seat, None)

    def when_for(self, seat: int) -> str:
        return self.chosen.get(seat, self.when)

    def wants(self, game: Game, seat: int) -> bool:
        """Whether a seat wants to be asked now about what else it may do."""
        when = self.when_for(seat)
        possible = frozenset(acts(game, seat))
        if when == NEW:
            return not possible <= self._known.get(seat, frozenset())
        return when == ALWAYS and bool(possible)

    def interrupts(self, game: Game, seat: int) -> bool:
        """Whether a seat wants to be asked before another one, or chance, answers."""
        question = game.question()
        if question in ALL_ARE_ASKED or (self.when_for(seat) == ALWAYS and question not in TURNS):
            return False
        return self.wants(game, seat)

    def passes(self, game: Game, seat: int) -> bool:
        """Whether to pass for a seat that is asked at an opening."""
        return game.question() == OPENING and not self.wants(game, seat)
