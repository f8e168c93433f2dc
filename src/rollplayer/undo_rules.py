"""What a seat may undo without asking anybody, and why not more.

The server, the terminal and the check of game files all decide by this. A seat goes back over its
own answers as far as nothing was rolled, drawn or seen in between. Bots that have held their seats
from the start are taken along if everybody else at the table is such a bot: their answers follow
from what is open, and they ask again. Where another person plays, a bot's answer stands like
anybody's, because trying out what it does would be an advantage; there everyone may agree instead.
"""

from collections.abc import Collection, Sequence
from typing import Final

from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.log import Entry

NOTHING: Final = "nothing"
REVEAL: Final = "reveal"
BY_CHANCE: Final = "chance"
BY_OTHER: Final = "other"
BY_STAND_IN: Final = "played-for"
"""A bot has answered for a person who was away: nobody goes back over that alone."""


def taken_along(seats: Sequence[Plain], seat: int) -> frozenset[int]:
    """The seats whose answers a seat may undo together with its own.

    ``seats`` are those of the header: who has a bot there has been one from the start.
    """
    others = [at for at in range(len(seats)) if at != seat]
    return frozenset(others if all(seats[at].get("bot") for at in others) else ())


def why_not_undo(
    secrets: Collection[str],
    entries: Sequence[Entry],
    standing: Sequence[int],
    seat: int,
    along: Collection[int] = (),
    stood_in: Collection[int] = (),
) -> str:
    """Empty if the seat may undo its last answer; else what stands in the way.

    ``secrets`` are the events that show something hidden, ``standing`` the places of the entries
    that still count, and ``stood_in`` the places of answers that a bot gave for an absent person.
    """
    first = ""
    for at in reversed(standing):
        entry = entries[at]
        # What was passed by itself stands in nobody's way, and is nobody's answer.
        if entry.auto:
            continue
        reason = BY_STAND_IN if at in stood_in else why_stays(secrets, entry, seat, along)
        if entry.who == seat:
            return reason or first
        # What came first after the answer is the reason, whatever else has come since.
        first = reason or first
    return NOTHING


def why_stays(
    secrets: Collection[str], entry: Entry, seat: int, along: Collection[int] = ()
) -> str:
    """What about an entry keeps a seat from undoing it; empty if nothing does."""
    for event in entry.events:
        if event["event"] in secrets:
            return REVEAL
    if entry.who == CHANCE:
        return BY_CHANCE
    return "" if entry.who == seat or entry.who in along else BY_OTHER
