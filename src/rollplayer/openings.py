"""When a person is asked whether to do anything before the round goes on (K5).

The rules ask everybody who could do something. People choose how often they want to hear of it; where
they do not, whoever drives the game passes for them, and the log says so.
"""

from typing import Final

from rollplayer.engine.answers import DROP
from rollplayer.engine.game import Game

NEW: Final = "new"
ALWAYS: Final = "always"
NEVER: Final = "never"
WHENS: Final = (NEW, ALWAYS, NEVER)
"""Ask when something has become possible since one last decided; always; never."""
OPENING: Final = "opening"
"""The question of an opening."""


def acts(game: Game, seat: int) -> list[int]:
    """What a seat may do now besides answering. Discarding a Weapon is no reason to ask."""
    return [answer for answer in game.interjections(seat) if answer >> 16 != DROP]


class Openings:
    """What each seat knew to be possible when it last decided."""

    def __init__(self, when: str = NEW) -> None:
        self.when = when
        """For seats that have not chosen otherwise."""
        self.chosen: dict[int, str] = {}
        self._known: dict[int, frozenset[int]] = {}

    def note(self, game: Game, seat: int) -> None:
        """A seat is about to decide: it sees what it may do now."""
        self._known[seat] = frozenset(acts(game, seat))

    def wants(self, game: Game, seat: int) -> bool:
        """Whether a seat wants to be asked now, of what it may do besides."""
        when = self.chosen.get(seat, self.when)
        possible = frozenset(acts(game, seat))
        if when == NEW:
            return not possible <= self._known.get(seat, frozenset())
        return when == ALWAYS and bool(possible)

    def passes(self, game: Game, seat: int) -> bool:
        """Whether a seat that is asked at an opening would rather not be."""
        return game.question() == OPENING and not self.wants(game, seat)
