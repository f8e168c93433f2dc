"""What a table has agreed on time, and how its clock stands."""

from typing import NotRequired, TypedDict


class TimeLimit(TypedDict):
    """What a table has agreed on time; with `downtime` it also counts while no server runs."""

    turn_seconds: int
    bank_seconds: int
    downtime: bool
    stand_in: str


class TimeLeft(TypedDict):
    """The milliseconds that a seat has left when this is sent: of its turn, then in its bank."""

    turn: int
    bank: int


class Break(TypedDict):
    """Nobody's time runs for ``left`` milliseconds; with a seat, only its time stands still: it is on vacation."""

    seat: int | None
    left: int


class BreakVoteState(TypedDict):
    """A seat asks for a break, or for a vacation of its own; 0 seconds: to end the break."""

    by: int
    seconds: int
    vacation: bool
    waiting: list[int]


class Overrun(TypedDict):
    """A seat whose time was up, the version then, and the time of day."""

    seat: int
    version: int
    at: int


class Times(TypedDict):
    """Whose time runs, what each seat has left, breaks, and whose time was up."""

    running: int | None
    left: list[TimeLeft]
    breaks: list[Break]
    vote: BreakVoteState | None
    overruns: list[Overrun]


class Clock(TypedDict):
    """The seat that thinks, since when, and how long each has thought so far; times if there is a limit."""

    seat: int | None
    since: int
    used: list[int]
    times: NotRequired[Times]
