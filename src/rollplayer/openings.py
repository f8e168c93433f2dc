"""When a person is asked whether to do anything before the round goes on (K5).

The rules ask everybody who could do something. People choose how often they want to hear of it; where
they do not, whoever drives the game passes for them, and the log says so.
"""

from typing import Final

from rollplayer.engine.answers import DROP, verb_of
from rollplayer.engine.game import Game

NEW: Final = "new"
ALWAYS: Final = "always"
NEVER: Final = "never"
WHENS: Final = (NEW, ALWAYS, NEVER)
"""Ask when something has become possible since one last decided; always; never."""
OPENING: Final = "opening"
"""The question of an opening."""
TURNS: Final = ("take", "market-turn", "refresh")
"""With these a turn begins: before each of them whoever wants it is always asked."""
ALL_ARE_ASKED: Final = (OPENING, "last-chance")
"""Questions that go round to everybody who can do something."""


def acts(game: Game, seat: int) -> list[int]:
    """What a seat may do now besides answering. Discarding a Weapon is no reason to ask."""
    return [answer for answer in game.interruptions(seat) if verb_of(answer) != DROP]


class Openings:
    """What each seat knew to be possible when it last decided."""

    def __init__(self, when: str = NEW) -> None:
        self.when = when
        """For seats that have not chosen otherwise."""
        self.chosen: dict[int, str] = {}
        self._known: dict[int, frozenset[int]] = {}

    def note(self, game: Game, seat: int) -> None:
        """A seat is about to decide: it sees what it may do now."""
        if game.agenda and game.agenda[-1].step.interruptible:
            # Otherwise nothing is possible for a moment, and what comes back would seem new.
            self._known[seat] = frozenset(acts(game, seat))

    def forget(self, seat: int) -> None:
        """A seat has taken something back: what it passed then it may want to decide anew."""
        self._known.pop(seat, None)

    def when_for(self, seat: int) -> str:
        return self.chosen.get(seat, self.when)

    def wants(self, game: Game, seat: int) -> bool:
        """Whether a seat wants to be asked now, of what it may do besides."""
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
        """Whether a seat that is asked at an opening would rather not be."""
        return game.question() == OPENING and not self.wants(game, seat)
