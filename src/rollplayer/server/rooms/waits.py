"""What a room waits for: a last call, a vote, a hold, a turn to be confirmed, a silent person, an order."""

import time
from dataclasses import dataclass, field
from typing import Any

from rollplayer.last_calls import LastCalls
from rollplayer.server.common.tokens import now, steady, wall_time
from rollplayer.server.protocol import payloads as p


@dataclass
class Call:
    """Seats that are asked once before a question is answered, and who of them is waited for."""

    calls: LastCalls
    bots: list[int] = field(default_factory=list)
    """The bots that have neither interrupted nor passed."""
    waiting: list[int] = field(default_factory=list)
    """The people the game waits for; others may still be heard."""
    version: int = 0
    until: int | None = None
    announced: list[int] = field(default_factory=list)
    """Whom the game waited for at the last update."""

    def plain(self) -> p.LastCall:
        return {
            "seats": self.waiting,
            "until": None if self.until is None else wall_time(self.until),
        }


@dataclass
class Vote:
    """A vote on an undo beyond the table's undo policy."""

    by: int
    command: str
    entry: int
    answers: int
    agreed: list[int]
    waiting: list[int]
    until: int | None

    def plain(self) -> p.VoteState:
        return {
            "by": self.by,
            "entry": self.entry,
            "answers": self.answers,
            "agreed": list(self.agreed),
            "waiting": list(self.waiting),
            "until": None if self.until is None else wall_time(self.until),
        }

    def kept(self, version: int, count: int) -> dict[str, Any]:
        """For the disk: its end by the server's time, which has come to this count."""
        until = None if self.until is None else count + self.until - steady()
        return {
            "version": version,
            "by": self.by,
            "command": self.command,
            "entry": self.entry,
            "answers": self.answers,
            "agreed": list(self.agreed),
            "waiting": list(self.waiting),
            "until": until,
        }

    @classmethod
    def of(cls, kept: dict[str, Any] | None, version: int, count: int) -> "Vote | None":
        """As it was kept; None if there was none, or about another version."""
        if kept is None or kept["version"] != version:
            return None
        until = kept["until"]
        return cls(
            kept["by"],
            kept["command"],
            kept["entry"],
            kept["answers"],
            list(kept["agreed"]),
            list(kept["waiting"]),
            None if until is None else steady() + until - count,
        )


@dataclass
class Countdown:
    """A time limit: its start by the steady clock, and its end as sent to clients."""

    seat: int
    began: float
    seconds: float
    until: int

    @property
    def left(self) -> float:
        return self.began + self.seconds - time.monotonic()

    def plain(self) -> p.Hold:
        return {"seat": self.seat, "until": self.until}


@dataclass
class Hold(Countdown):
    """Who holds the game."""


@dataclass
class Silence(Countdown):
    """Who is asked at an opening and says nothing."""

    version: int
    announced: bool = False


@dataclass
class TurnEnd:
    """Who has still to confirm a turn, since when, and how long others wait for it."""

    seat: int
    began: float
    seconds: float | None
    until: int | None

    def plain(self) -> p.TurnEnd:
        return {"seat": self.seat, "until": self.until}


@dataclass
class Stretch:
    """Some seconds in which a seat does something that the server does for it."""

    seat: int
    began: float
    seconds: float

    @property
    def left(self) -> float:
        return self.began + self.seconds - time.monotonic()


@dataclass
class Errand(Stretch):
    """An order that is to answer, and how long its owner would need for that."""

    order: str
    version: int


@dataclass
class Visit(Stretch):
    """Who is shown at the table because an order answers for them."""


def ends_in(seconds: float) -> tuple[float, float, int]:
    """What a countdown that begins now is made of."""
    return time.monotonic(), seconds, now() + round(seconds * 1000)
