"""The queue of what bots are asked, from which workers on any machine take.

A question is put by the owner of a room, taken by one worker, and answered or not: whoever has asked looks after it,
and takes it back if nobody wants it or whoever took it is gone. So nothing in the queue has to last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Thought:
    """How far a question has come."""

    is_taken: bool
    is_left: bool
    """Whether its worker is gone, or has had it for too long."""
    answer: str | None


class Thinking(Protocol):
    """The queue as a process sees it that asks."""

    async def put(self, code: str, question: str, seconds: float) -> int:
        """Ask workers with the same code; returns the number of the question. After so long nobody waits for it."""

    async def look(self, numbers: Sequence[int], seconds: float) -> dict[int, Thought]:
        """How far these have come; a worker may have one for so long."""

    async def forget(self, numbers: Sequence[int]) -> None:
        """Out of the queue: nobody waits for these any more."""

    async def thinkers(self) -> dict[str, int]:
        """How many workers are there, by their code."""
