"""What lies beside the Market: the Monster, its Adventure cards and the Minion deck.

As elsewhere nothing hidden is kept: an Adventure card is undecided until somebody may look at it,
and the unseen Minions are multisets above the known bottom of the deck.
"""

from typing import Any

from rollplayer.engine.answers import Names
from rollplayer.engine.game import Extension, Game
from rollplayer.engine.table import NOBODY
from rollplayer.expansions.monsters_and_minions.components import Box, Minion, Monster
from rollplayer.expansions.monsters_and_minions.registrations import (
    ADVENTURE_KINDS,
    TOKENS,
    TROPHIES,
)

UNDECIDED = (NOBODY, NOBODY, NOBODY)


class MonsterTable(Extension):
    """Never changed, only replaced (``changes.edit_monster_table``)."""

    def __init__(self, box: Box, is_open: bool, is_hard: bool) -> None:
        self.box = box
        self.is_open = is_open
        """V5: the Adventure cards lie open and there are no tokens."""
        self.is_hard = is_hard
        """V6, Y1: the Monster has its 1P Strength."""
        self.monster = NOBODY
        self.adventure: tuple[int, ...] = UNDECIDED
        """By kind: the card, once chance has decided it."""
        self.known: tuple[int, ...] = (0, 0, 0)
        """By kind: a mask of the seats that have seen the card."""
        self.turned_up = 0
        """How many of the three lie open."""
        self.minion = NOBODY
        """The top of the deck, face up."""
        self.unseen: list[list[int]] = []
        """One-dot pile on two-dot pile."""
        self.bottom: tuple[int, ...] = ()
        """The known rest, the next to come first."""

    def copy(self) -> "MonsterTable":
        twin = MonsterTable(self.box, self.is_open, self.is_hard)
        twin.monster = self.monster
        twin.adventure = self.adventure
        twin.known = self.known
        twin.turned_up = self.turned_up
        twin.minion = self.minion
        twin.unseen = self.unseen
        twin.bottom = self.bottom
        return twin

    # -- what is asked of it ----------------------------------------------------------------------

    def the_monster(self) -> Monster:
        return self.box.monsters[self.monster]

    def strength(self) -> int:
        monster = self.box.monsters[self.monster]
        return monster.strength_1p if self.is_hard else monster.strength

    def top_minion(self) -> Minion:
        return self.box.minions[self.minion]

    def next_pile(self) -> list[int]:
        """The unseen Minions of which one comes next."""
        for pile in self.unseen:
            if pile:
                return pile
        return []

    def has_another_minion(self) -> bool:
        """X14: whether there is one below the top."""
        return len(self.bottom) > 0 or len(self.next_pile()) > 0

    def candidates(self, kind: int) -> list[int]:
        """The cards of the Monster that may be the one of this kind (X2)."""
        return [
            adventure.index
            for adventure in self.box.adventures
            if adventure.monster == self.monster and adventure.kind == kind
        ]

    def knows(self, seat: int, kind: int) -> bool:
        return kind < self.turned_up or (seat >= 0 and self.known[kind] >> seat & 1 == 1)

    # -- what a seat may know ---------------------------------------------------------------------

    def seen_by(self, seat: int) -> Extension:
        adventure: list[int] = []
        known: list[int] = []
        for kind in range(3):
            if self.knows(seat, kind):
                adventure.append(self.adventure[kind])
                known.append(self.known[kind])
            else:
                adventure.append(NOBODY)
                known.append(0)
        if tuple(adventure) == self.adventure:
            return self
        seen = self.copy()
        seen.adventure = tuple(adventure)
        seen.known = tuple(known)
        return seen

    # -- plain data -------------------------------------------------------------------------------

    def plain(self, names: Names) -> dict[str, object]:
        adventure: dict[str, object] = {}
        for kind, name in enumerate(ADVENTURE_KINDS):
            card = self.adventure[kind]
            adventure[name] = names.word("adventure", card) if card >= 0 else None
        return {
            "monster": names.word("monster", self.monster) if self.monster >= 0 else None,
            "strength": self.strength() if self.monster >= 0 else None,
            "adventure": adventure,
            "adventure_open": self.turned_up,
            "minion": names.word("minion", self.minion) if self.minion >= 0 else None,
            "minion_deck": [[names.word("minion", each) for each in pile] for pile in self.unseen],
            "minion_bottom": [names.word("minion", each) for each in self.bottom],
        }

    def plain_shown(self, names: Names) -> dict[str, object]:
        rungs = self.the_monster().ladder(self.strength()) if self.monster >= 0 else []
        return {"ladder": [{"from": least, "stars": stars} for least, stars in rungs]}

    def plain_secrets(self, names: Names) -> dict[str, object]:
        known: dict[str, object] = {}
        for kind, name in enumerate(ADVENTURE_KINDS):
            known[name] = [seat for seat in range(8) if self.known[kind] >> seat & 1]
        return {"adventure_known": known}


def monsters_of(game: Game) -> MonsterTable:
    """The expansion's part of the table."""
    for extension in game.extensions:
        if isinstance(extension, MonsterTable):
            return extension
    raise AssertionError("a step of Monsters & Minions in a game without it")


GIVEN_KEYS = (
    "monster",
    "adventure",
    "adventure_known",
    "adventure_open",
    "minion",
    "minion_deck",
    "minion_bottom",
)


def lay_monsters(game: Game, start: MonsterTable, given: dict[str, Any]) -> MonsterTable:
    """The table of a scenario: what is given, and what heroes have, leaves the unseen piles."""
    names = game.rules.names
    players = game.rules.players
    laid = start.copy()
    if "monster" in given:
        laid.monster = _find(names, "monster", given["monster"])
    adventure = _table(given, "adventure")
    cards = list(laid.adventure)
    for name, id in adventure.items():
        kind = _kind(name)
        cards[kind] = _find(names, "adventure", id)
        if laid.monster < 0 or cards[kind] not in laid.candidates(kind):
            raise ValueError(f"adventure.{name}: {id!r} is not a {name} of the given monster")
    laid.adventure = tuple(cards)
    known = list(laid.known)
    for name, seats in _table(given, "adventure_known").items():
        kind = _kind(name)
        if not isinstance(seats, list):
            raise ValueError(f"adventure_known.{name}: must be a list of seats")
        for seat in seats:
            if type(seat) is not int or not 0 <= seat < players or cards[kind] < 0:
                raise ValueError(
                    f"adventure_known.{name}: {seat!r} is not a seat, or no card is given"
                )
            known[kind] |= 1 << seat
    if "adventure_known" not in given:
        # Who has the token has seen the card.
        for hero in game.heroes:
            for kind in hero.piles[TOKENS]:
                if cards[kind] >= 0:
                    known[kind] |= 1 << hero.seat
    laid.known = tuple(known)
    turned = given.get("adventure_open", laid.turned_up)
    if type(turned) is not int or not 0 <= turned <= 3 or NOBODY in cards[:turned]:
        raise ValueError("adventure_open: how many of the three given cards, from 0 to 3")
    laid.turned_up = turned
    if "minion" in given:
        laid.minion = _find(names, "minion", given["minion"])
    laid.bottom = tuple([_find(names, "minion", id) for id in _ids(given, "minion_bottom")])
    placed = [*laid.bottom, laid.minion]
    for hero in game.heroes:
        placed += hero.piles[TROPHIES]
    if "minion_deck" in given:
        piles = given["minion_deck"]
        if not isinstance(piles, list) or len(piles) != 2:
            raise ValueError("minion_deck: two piles of Minions, one-dot and two-dot")
        laid.unseen = [sorted([_find(names, "minion", id) for id in pile]) for pile in piles]
        placed += [*laid.unseen[0], *laid.unseen[1]]
    else:
        laid.unseen = [[each for each in pile if each not in placed] for pile in laid.unseen]
    for each in placed:
        if each >= 0 and placed.count(each) > 1:
            raise ValueError(f"the Minion {names.word('minion', each)!r} lies in two places")
    return laid


def _find(names: Names, kind: str, id: Any) -> int:
    ids = names.by_kind[kind]
    if id not in ids:
        raise ValueError(f"{id!r} is not a {kind}; known: {', '.join(ids)}")
    return ids.index(id)


def _kind(name: str) -> int:
    if name not in ADVENTURE_KINDS:
        raise ValueError(f"{name!r} is not one of: {', '.join(ADVENTURE_KINDS)}")
    return ADVENTURE_KINDS.index(name)


def _table(given: dict[str, Any], key: str) -> dict[str, Any]:
    value = given.get(key, {})
    if not isinstance(value, dict):
        raise ValueError(f"{key}: must be a table by kind: location, obstacle, attack")
    return value


def _ids(given: dict[str, Any], key: str) -> list[Any]:
    value = given.get(key, [])
    if not isinstance(value, list):
        raise ValueError(f"{key}: must be a list of Minions")
    return value
