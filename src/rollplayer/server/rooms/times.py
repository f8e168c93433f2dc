"""The time that each seat of a game has left, and breaks that all have agreed on.

Everything here is counted in milliseconds of the server's time (``server_time``), which is passed in:
nothing here looks at a clock. A seat's time runs while the game waits for it, first the time of the
turn, then its bank. A turn's time is given once: neither an undo nor another hand on the seat
renews it.
"""

import logging
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from rollplayer.server.protocol import times as p

logger = logging.getLogger(__name__)

OVERRUNS_KEPT: Final = 20


@dataclass
class SeatTime:
    """The bank of a seat, and what is left of its turns in this round, by name."""

    bank: int
    round: int = -1
    turns: dict[str, int] = field(default_factory=dict)
    turn: str = ""

    @property
    def of_turn(self) -> int:
        return self.turns.get(self.turn, 0)

    @property
    def left(self) -> int:
        return self.of_turn + self.bank

    def charge(self, passed: int) -> None:
        from_turn = min(passed, self.of_turn)
        if from_turn:
            self.turns[self.turn] -= from_turn
        self.bank = max(0, self.bank - (passed - from_turn))


@dataclass
class Break:
    """Nobody's time runs until then; with a seat, only the time of that seat, on vacation, stands still."""

    seat: int | None
    until: int


@dataclass
class BreakVote:
    """Somebody asks for a break or a vacation; with 0 seconds, to end the break."""

    by: int
    seconds: int
    vacation: bool
    agreed: list[int]


@dataclass
class Overrun:
    """When a seat's time was up, and how long the log was then."""

    seat: int
    version: int
    at: int


class Times:
    """The times of one game."""

    def __init__(self, limit: p.TimeLimit, seats: list[SeatTime]) -> None:
        self.limit = limit
        self.seats = seats
        self.running: int | None = None
        """Whose time runs."""
        self.since = 0
        """Up to when it has been charged."""
        self.breaks: list[Break] = []
        self.vote: BreakVote | None = None
        self.overruns: list[Overrun] = []
        self.is_written = False
        """Whether the disk knows whose time runs."""

    # -- memory and disk ----------------------------------------------------------------------------

    @classmethod
    def begin(cls, limit: p.TimeLimit, players: int) -> "Times":
        return cls(limit, [SeatTime(limit["bank_seconds"] * 1000) for _ in range(players)])

    @classmethod
    def of(cls, limit: p.TimeLimit, kept: dict[str, Any] | None, players: int) -> "Times":
        """As they were kept; all of it before the start, and where what was kept cannot be read."""
        if kept is not None:
            try:
                return cls.read(limit, kept)
            except (LookupError, TypeError) as error:
                logger.error("times cannot be read", extra={"reason": repr(error)})
        return cls.begin(limit, players)

    @classmethod
    def read(cls, limit: p.TimeLimit, plain: dict[str, Any]) -> "Times":
        times = cls(limit, [SeatTime(**each) for each in plain["seats"]])
        times.running, times.since = plain["running"], plain["since"]
        times.breaks = [Break(**each) for each in plain["breaks"]]
        times.vote = None if plain["vote"] is None else BreakVote(**plain["vote"])
        times.overruns = [Overrun(**each) for each in plain["overruns"]]
        times.is_written = True
        return times

    def plain(self) -> dict[str, Any]:
        return {
            "seats": [asdict(each) for each in self.seats],
            "running": self.running,
            "since": self.since,
            "breaks": [asdict(each) for each in self.breaks],
            "vote": None if self.vote is None else asdict(self.vote),
            "overruns": [asdict(each) for each in self.overruns],
        }

    # -- time passes --------------------------------------------------------------------------------

    def settle(self, count: int) -> None:
        """Charge whoever's time runs. After a crash the count may be behind: that is no time."""
        if self.running is not None:
            self.seats[self.running].charge(max(0, count - self.since))
        self.since = count

    def run(self, count: int, seat: int | None, turn: tuple[int, str] | None = None) -> None:
        """From now on the game waits for this seat, in this turn of a round; None: for nobody."""
        self.settle(count)
        ended = [each for each in self.breaks if each.until <= count]
        if ended:
            self.breaks = [each for each in self.breaks if each not in ended]
            self.is_written = False
        waits = None if seat is None or self.is_on_break(seat) else seat
        if seat is not None and turn is not None:
            self._begin_turn(seat, *turn)
        if waits != self.running:
            self.running = waits
            self.is_written = False

    def _begin_turn(self, seat: int, number: int, name: str) -> None:
        mine = self.seats[seat]
        if mine.round != number:
            mine.round, mine.turns = number, {}
        if name not in mine.turns:
            mine.turns[name] = self.limit["turn_seconds"] * 1000
            self.is_written = False
        mine.turn = name

    def left(self, seat: int, count: int) -> tuple[int, int]:
        """What is left of a seat's turn and of its bank."""
        mine = self.seats[seat]
        passed = max(0, count - self.since) if seat == self.running else 0
        of_turn = max(0, mine.of_turn - passed)
        return of_turn, max(0, mine.bank - max(0, passed - mine.of_turn))

    def is_up(self, seat: int, count: int) -> bool:
        return sum(self.left(seat, count)) <= 0

    def wakes_in(self, count: int) -> int | None:
        """The milliseconds until somebody's time is up or a break ends; None if nothing is awaited."""
        moments = [each.until - count for each in self.breaks]
        if self.running is not None:
            moments.append(sum(self.left(self.running, count)))
        return max(0, min(moments)) if moments else None

    def note_overrun(self, seat: int, version: int, at: int) -> None:
        self.overruns = [*self.overruns, Overrun(seat, version, at)][-OVERRUNS_KEPT:]

    # -- breaks -------------------------------------------------------------------------------------

    def is_on_break(self, seat: int) -> bool:
        return any(each.seat in (None, seat) for each in self.breaks)

    def forget_vote_of(self, seat: int) -> None:
        """Somebody else sits there now, who has neither asked nor agreed."""
        vote = self.vote
        if vote is not None and vote.by == seat:
            self.vote, self.is_written = None, False
        elif vote is not None and seat in vote.agreed:
            vote.agreed.remove(seat)
            self.is_written = False

    def agree(self, count: int) -> None:
        """All have agreed to what was asked."""
        vote = self.vote
        assert vote is not None
        self.vote, self.is_written = None, False
        seat = vote.by if vote.vacation else None
        self.end_break(count, seat)
        if vote.seconds:
            self.breaks.append(Break(seat, count + vote.seconds * 1000))

    def end_break(self, count: int, seat: int | None) -> None:
        self.settle(count)
        self.breaks = [each for each in self.breaks if each.seat != seat]

    # -- what is sent -------------------------------------------------------------------------------

    def payload(self, count: int, must_agree: list[int]) -> p.Times:
        vote = self.vote
        left = [self.left(seat, count) for seat in range(len(self.seats))]
        return {
            "running": self.running,
            "left": [{"turn": of_turn, "bank": bank} for of_turn, bank in left],
            "breaks": [
                {"seat": each.seat, "left": max(0, each.until - count)} for each in self.breaks
            ],
            "vote": None
            if vote is None
            else {
                "by": vote.by,
                "seconds": vote.seconds,
                "vacation": vote.vacation,
                "waiting": [seat for seat in must_agree if seat not in vote.agreed],
            },
            "overruns": [
                {"seat": each.seat, "version": each.version, "at": each.at}
                for each in self.overruns
            ],
        }
