"""Time that only moves forward, from one run of the server to the next.

Times of players are counted by it. Within a process it follows the monotonic clock alone, so nothing
happens when the system clock jumps or summer time begins. From one process to the next it goes on where
the store says it had come to. There are two counts: one stands still while no server runs, the other
does not. Only for that, once at startup, the time of day is asked.

The monotonic clock of a machine stands still while that is suspended. Where several processes share a store, those of
other machines went on meanwhile, and it counts on from where they are (``catch_up``).
"""

import time
from collections.abc import Callable
from typing import Final

from rollplayer.server.common.tokens import now
from rollplayer.server.storage.store import TimeRow

HEARTBEAT_SECONDS: Final = 3.0
"""So often it is written while somebody's time runs; a server that is killed forgets at most as much."""
BEHIND_MILLISECONDS: Final = 1000
"""So far processes that run beside each other may be apart."""


def monotonic() -> int:
    """Milliseconds by a clock that cannot be set."""
    return time.monotonic_ns() // 1_000_000


class ServerTime:
    """The two counts, in milliseconds."""

    def __init__(
        self, clock: Callable[[], int] = monotonic, time_of_day: Callable[[], int] = now
    ) -> None:
        self.clock = clock
        self.time_of_day = time_of_day
        self.is_used = False
        """Whether any game has a time limit; otherwise nothing is written."""
        self._began = clock()
        self._running = self._passed = 0

    def go_on(self, last: TimeRow | None, *, beside: int | None = None) -> None:
        """Continue from where the last server had come to; beside another one, from where that one is now.

        ``beside``: since when that one runs, by the time of day. It may have started just now, too, and not have
        written anything yet: what lies before was downtime.
        """
        self._began = self.clock()
        if last is not None:
            # A time of day that was set back in between counts as no time.
            at = self.time_of_day()
            self._running = last.running
            if beside is not None:
                self._running += max(0, at - max(last.at, beside))
            self._passed = last.passed + max(0, at - last.at)

    def catch_up(self, other: TimeRow) -> int:
        """Go on from where another process had come just now, if this one has stood still; never back.

        Returns the milliseconds that were missing.
        """
        behind = other.running - self.count(downtime=False)
        if behind > BEHIND_MILLISECONDS:
            self._running += behind
        passed = other.passed - self.count(downtime=True)
        if passed > BEHIND_MILLISECONDS:
            self._passed += passed
        return behind if behind > BEHIND_MILLISECONDS else 0

    def count(self, *, downtime: bool) -> int:
        """Milliseconds of all runs so far; with downtime, also of what lay between them."""
        return (self._passed if downtime else self._running) + self.clock() - self._began

    def row(self) -> TimeRow:
        """To be written."""
        return TimeRow(self.count(downtime=False), self.count(downtime=True), self.time_of_day())
