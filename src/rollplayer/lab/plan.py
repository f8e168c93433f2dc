"""What the lab is to do, cut into tasks that any process can carry out."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from random import Random
from typing import Final

from rollplayer import __version__
from rollplayer.api.own import sources_of
from rollplayer.content import Library, library_for
from rollplayer.engine.game import Ruleset
from rollplayer.engine.plain import Plain
from rollplayer.rules.compose import compose
from rollplayer.rules.options import Options, read_options
from rollplayer.runs.identity import network_hash
from rollplayer.simulation import SimulationPlan

FORMAT: Final = "rollplayer-lab/1"
GAME: Final = "game"
GIFTS: Final = "gifts"
PAIR: Final = "pair"
SETUP: Final = "setup"
"""The moment at which classes and the like are given: before the first die is drawn."""
AT_SETUP: Final = ("class", "race", "alignment", "backstory")
GROUP: Final = 6
"""How many gifts share one deal and one game without any of them."""

Task = tuple[str | int, ...]
"""GAME and its number; GIFTS, moment, number and group; PAIR, both cards and the number."""


@dataclass(frozen=True)
class Gift:
    """Something that can be given to a hero, by section and id of the content."""

    section: str
    id: str

    @property
    def name(self) -> str:
        return f"{self.section}/{self.id}"


@dataclass(frozen=True)
class LabPlan:
    """What to look at. Plain data only, because it is sent to other processes."""

    level: str
    options: Plain
    games: int
    """Games that are watched."""
    gifts: int
    """Deals for each gift and moment."""
    pairs: int
    """Pairs of cards that are given together."""
    seed: str
    packs: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """Names of the gifts to give; none means all."""

    def __getstate__(self) -> Plain:
        """What other processes need; they load the rest themselves."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def read(self) -> Options:
        return read_options(self.options)

    @cached_property
    def library(self) -> Library:
        return library_for(self.read, self.packs)

    @cached_property
    def rules(self) -> Ruleset:
        return compose(self.read, self.library.components)

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.level,) * self.read.players

    def simulation(self) -> SimulationPlan:
        return SimulationPlan(self.bots, self.options, self.games, self.seed, self.packs)

    # -- gifts --------------------------------------------------------------------------------------

    @property
    def moments(self) -> tuple[str | int, ...]:
        """Before the first die, and at the beginning of an early, a middle and a late round."""
        last = self.rules.rounds
        return (SETUP, *sorted({1, max(1, last // 2), max(1, last * 5 // 6)}))

    def gifts_at(self, moment: str | int) -> list[Gift]:
        rules = self.rules
        if moment == SETUP:
            found = [Gift(kind, id) for kind in AT_SETUP for id in rules.names.by_kind[kind]]
        else:
            found = [Gift("card", card.id) for card in rules.cards if rules.in_deck[card.index]]
        return [gift for gift in found if not self.only or gift.name in self.only]

    def groups(self, moment: str | int, number: int) -> list[list[Gift]]:
        """The gifts of a moment, each in one group, otherwise grouped for each number."""
        gifts = self.gifts_at(moment)
        Random(f"{self.seed}/{moment}/{number}").shuffle(gifts)
        return [gifts[at : at + GROUP] for at in range(0, len(gifts), GROUP)]

    # -- tasks --------------------------------------------------------------------------------------

    def tasks(self) -> list[Task]:
        """Games first, then gifts number by number, so that a stopped run is still fair."""
        found: list[Task] = [(GAME, number) for number in range(1, self.games + 1)]
        for number in range(1, self.gifts + 1):
            for moment in self.moments:
                many = -(-len(self.gifts_at(moment)) // GROUP)
                found += [(GIFTS, moment, number, group) for group in range(many)]
        return found

    def pair_tasks(self, pairs: Sequence[tuple[str, str]]) -> list[Task]:
        """The pairs to give are known once the games are."""
        numbers = range(1, self.gifts + 1)
        return [(PAIR, first, second, number) for number in numbers for first, second in pairs]

    def seed_of(self, task: Task) -> str:
        """Each task has its own deal; a watched game has the same as in ``simulate``."""
        return "/".join(map(str, (self.seed, *(task[1:] if task[0] == GAME else task))))

    def head(self) -> Plain:
        """What must be equal to continue; the numbers of games, gifts and pairs may grow."""
        own = sources_of(self.bots)
        return {
            "lab": FORMAT,
            "version": __version__,
            "network": network_hash(self.read.expansions),
            "level": self.level,
            **({"own": own} if own else {}),
            "seed": self.seed,
            "options": self.read.plain(),
            "content": self.library.hash,
            "packs": list(self.packs),
            "only": list(self.only),
        }
