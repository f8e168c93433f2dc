"""Both clocks of a machine, turned by a test."""

from rollplayer.server.protocol.times import TimeLimit
from rollplayer.server.rooms.server_time import ServerTime
from rollplayer.server.storage.store import TimeRow

SECOND, HOUR = 1000, 3_600_000
LIMIT: TimeLimit = {
    "turn_seconds": 60,
    "bank_seconds": 100,
    "downtime": False,
    "stand_in": "squire",
}


class Clocks:
    """Both clocks of a machine, in the hand of a test; only one of them can be set."""

    def __init__(self) -> None:
        self.steady = 5_000_000
        self.of_day = 1_700_000_000_000

    def turn(self, seconds: float) -> None:
        self.steady += round(seconds * SECOND)
        self.of_day += round(seconds * SECOND)

    def server(self, kind: type[ServerTime] = ServerTime) -> ServerTime:
        return kind(lambda: self.steady, lambda: self.of_day)

    def restart(self, row: TimeRow, down: float, kind: type[ServerTime] = ServerTime) -> ServerTime:
        """Another process, after so many seconds: its monotonic clock begins anywhere."""
        self.turn(down)
        self.steady = 77
        later = self.server(kind)
        later.go_on(row)
        return later
