"""The games of those who asked last, kept while nothing in them changes.

Reading all games of a person is most of what a page of them costs, and who looks once looks again: at the
next page, through a filter, at the statistics. The store counts the changes of each person's rows, so that
what is kept is never older than what would be read.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.person_games import GameFacts, own_games

T = TypeVar("T")

MOST_GAMES: Final = 10_000
"""Of all persons together: some 15 MB."""


@dataclass
class Kept:
    """What was read of a person's games, and after how many changes."""

    changes: int
    games: list[GameFacts]
    found: dict[str, Any] = field(default_factory=dict)
    """By name: what follows from the games alone, and was worked out already."""


class KeptGames:
    """One thread reads, so nothing here is locked."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self.most = most
        self.by_person: OrderedDict[str, Kept] = OrderedDict()
        """Whoever asked last is last."""

    def work_out(
        self, db: Database, person: str, work: Callable[[list[GameFacts]], T], name: str
    ) -> T:
        """What follows from somebody's games. With a name it is worked out once for all who ask by it."""
        kept = self.of(db, person)
        if not name:
            return work(kept.games)
        if name not in kept.found:
            kept.found[name] = work(kept.games)
        found: T = kept.found[name]
        return found

    def of(self, db: Database, person: str) -> Kept:
        # Counted before it is read: a change in between is read again, and never missed.
        sql = "SELECT n FROM own_changes WHERE person = ?"
        (changes,) = db.execute(sql, (person,)).fetchone() or (0,)
        kept = self.by_person.pop(person, None)
        if kept is None or kept.changes != changes:
            kept = Kept(changes, own_games(db, person))
        self.by_person[person] = kept
        while sum(len(each.games) for each in self.by_person.values()) > self.most:
            self.by_person.popitem(last=False)
        return kept
