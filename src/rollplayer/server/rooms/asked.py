"""Whoever wants to know that somebody is asked: listeners within this process.

``services.asked.listeners.append(listener)``. A listener is called when a game begins to wait for a
person, not for each question of a turn; after a restart it may be told once more. It must not
block: what takes time is a task of its own.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Asked:
    """A seat of a game is asked now; until when, as a time of day, if its time runs."""

    game: str
    seat: int
    until: int | None


Listener = Callable[[Asked], None]


@dataclass
class Watch:
    """The listeners, and whom each game waits for."""

    listeners: list[Listener] = field(default_factory=list)
    asked: dict[str, int] = field(default_factory=dict)

    def waits_for(self, game: str, seat: int | None, until: int | None = None) -> None:
        """Tell all listeners if the game has begun to wait for somebody else."""
        if seat is None:
            # Bots and chance go on in between; who is asked after them has another turn.
            self.asked.pop(game, None)
        elif self.asked.get(game) != seat:
            self.asked[game] = seat
            self.tell(Asked(game, seat, until))

    def tell(self, asked: Asked) -> None:
        for listener in self.listeners:
            try:
                listener(asked)
            except Exception:
                # A game goes on, whoever fails to hear of it.
                logger.exception("listener failed", extra={"game": asked.game})
