"""Why a seat cannot undo its own last answer."""

from collections.abc import Sequence

from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE
from rollplayer.log import Entry


def why_not_undo(game: Game, entries: Sequence[Entry], standing: list[int], seat: int) -> str:
    """Empty if the seat may take its last answer back; else what stands in the way.

    ``standing`` is the places of the entries that still stand.
    """
    first: Entry | None = None
    for at in range(len(standing) - 1, -1, -1):
        entry = entries[standing[at]]
        # What was passed by itself stands in nobody's way, and is nobody's answer.
        if entry.auto:
            continue
        if entry.who == seat:
            return why_stays(game, entry, seat) or (why_stays(game, first, seat) if first else "")
        # What came first after the answer stands in its way, whatever else has come since.
        first = entry
    return "nothing"


def why_stays(game: Game, entry: Entry, seat: int) -> str:
    """What about an entry keeps a seat from taking it back; empty if nothing does."""
    secret = game.rules.vocabulary.secret_events
    for event in entry.events:
        if event["event"] in secret:
            return "reveal"
    if entry.who == seat:
        return ""
    return "chance" if entry.who == CHANCE else "other"
