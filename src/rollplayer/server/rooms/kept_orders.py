"""The orders of one game as they are kept: those that may still act, and what became of the latest others."""

import logging
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from rollplayer.server.protocol import orders as o
from rollplayer.server.rooms.deciding import turn_of

logger = logging.getLogger(__name__)

MOST_KEPT: Final = 8
"""Orders of a seat, with those that have ended: one that is sent again is known by its id."""


class KeptOrder(Struct, kw_only=True):
    """An order, and how far it has come."""

    id: str
    at: int
    clauses: list[o.Clause]
    clause: int | None = None
    """The clause that has begun to act."""
    stage: int = 0
    """How many of its answers it has given."""
    entries: list[int] = []
    """Their numbers in the log."""
    ended: o.Ended = ""

    @property
    def turn(self) -> o.Turn:
        return turn_of(self.clauses)

    @property
    def is_open(self) -> bool:
        return not self.ended

    @property
    def has_begun(self) -> bool:
        return self.is_open and self.clause is not None


class KeptOrders:
    """The orders of all seats; nothing of one seat is ever looked up for another."""

    def __init__(self) -> None:
        self.by_seat: dict[int, list[KeptOrder]] = {}
        self.is_written = True
        """Whether the disk knows them as they are."""
        self.is_due = False
        """Whether one of them is to answer the question asked now, as far as the disk knows."""

    @classmethod
    def of(cls, kept: dict[str, Any] | None) -> "KeptOrders":
        """As they were kept; none where that cannot be read, for a wrong order is worse than none."""
        orders = cls()
        if kept is not None:
            try:
                seats = msgspec.convert(kept["seats"], dict[str, list[KeptOrder]])
                orders.is_due = bool(kept.get("due"))
                orders.by_seat = {int(seat): listed for seat, listed in seats.items()}
            except (msgspec.ValidationError, LookupError, ValueError) as error:
                logger.error("orders cannot be read", extra={"reason": repr(error)})
        return orders

    def plain(self) -> dict[str, Any] | None:
        """As a field of the game's row."""
        seats = {str(seat): listed for seat, listed in self.by_seat.items() if listed}
        return {"seats": msgspec.to_builtins(seats), "due": self.is_due} if seats else None

    def open_of(self, seat: int) -> list[KeptOrder]:
        return [each for each in self.by_seat.get(seat, []) if each.is_open]

    def all_open(self) -> Iterator[KeptOrder]:
        for seat in self.by_seat:
            yield from self.open_of(seat)

    def find(self, seat: int, id: str) -> KeptOrder | None:
        return next((each for each in self.by_seat.get(seat, []) if each.id == id), None)

    def add(self, seat: int, order: KeptOrder) -> None:
        """One more; it replaces an earlier one for the same turn that has not begun."""
        for earlier in self.open_of(seat):
            if earlier.turn == order.turn and not earlier.has_begun:
                self.end(earlier, "replaced")
        self.by_seat[seat] = [*self.by_seat.get(seat, []), order][-MOST_KEPT:]
        self.is_written = False

    def end(self, order: KeptOrder, how: o.Ended) -> None:
        order.ended = how
        self.is_written = False

    def drop(self, seat: int) -> None:
        """Delete all orders of a seat."""
        if self.by_seat.pop(seat, None):
            self.is_written = False

    def drop_all(self) -> None:
        for seat in list(self.by_seat):
            self.drop(seat)
