"""The pieces a game is played with, and which of them each game knows.

A piece is a small int: a kind of dice, a verb, an event, a count. The number is the piece's
identity in this process, handed out once when the box that brings it is imported, and never used
for another. That a piece has a number does not make it part of any game: a ``Vocabulary``, put
together from the base box and the boxes that a game is given, says which pieces belong to it.
Whatever lists pieces, reads their names or needs to know how many there are asks the vocabulary.
"""

from collections.abc import Sequence
from math import lcm
from typing import Any

from rollplayer.engine.answers import SORTS, Verb
from rollplayer.engine.open_classes import mypyc_attr
from rollplayer.engine.pieces import NO_EVENT, BoxFault, EventParts, Number, Pieces
from rollplayer.engine.table import (
    COLORS,
    EMPTY,
    HIGHEST,
    KINDS,
    LOWEST,
    ROWS,
    SPOT_COUNT,
    SPOTS,
    read_die,
)


class Vocabulary:
    """All pieces of one game, those of the base box first."""

    def __init__(self, boxes: Sequence[Pieces]) -> None:
        self.boxes: list[str] = []
        self.dice: list[int] = []
        """Kinds of dice; ``colors`` are their names."""
        self.colors: list[str] = []
        self.spots: list[int] = list(range(SPOT_COUNT))
        """The spaces for dice: those of the sheet, then those beside it."""
        self.spaces: dict[str, list[int]] = {}
        """By name: the spaces that boxes lay beside the sheet."""
        self.card_kinds: dict[int, str] = {}
        self.verbs: list[Verb] = []
        self.verb_at: list[Verb | None] = []
        """By number; None for those of other games."""
        self.events: list[EventParts] = []
        self.event_at: list[EventParts] = []
        """By number; empty for those of other games."""
        self.secret_events: list[str] = []
        """Names of the events whose parts only the seat they name may know."""
        self.reasons: dict[int, str] = {}
        self.phases: dict[int, str] = {}
        self.numbers: list[Number] = []
        self.number_defaults: list[int] = []
        """By number, also of those that belong to other games: a hero's numbers to begin with."""
        self.hooks: dict[int, str] = {}
        self.counts: dict[int, str] = {}
        self.no_counts: tuple[int, ...] = ()
        """A hero's counts to begin with, by number."""
        self.piles: dict[int, str] = {}
        self.pile_sorts: dict[int, str] = {}
        self.no_piles: tuple[tuple[int, ...], ...] = ()
        self.named_kinds: list[str] = []
        self.fixed_words: dict[str, list[str]] = {}
        self.words: dict[str, dict[str, Any]] = {}
        """By role: the words that content may use there."""
        self.prospects: dict[str, tuple[float, float]] = {}
        self.growths: dict[str, float] = {}
        """What bots expect of words and numbers, by name (``Pieces.prospect``)."""
        # By kind of card, by kind of card and by row: what ``Pieces`` tells.
        self.discounts: list[list[int]] = [[] for _ in KINDS]
        self.after_buying: list[list[int]] = [[] for _ in KINDS]
        self.after_action: list[list[int]] = [[] for _ in ROWS]
        self._brought: dict[tuple[str, str], str] = {}
        for pieces in boxes:
            self._add(pieces)
        self._check_sorts()
        self.lowest = min([LOWEST[kind] for kind in self.dice], default=0)
        self.highest = max([HIGHEST[kind] for kind in self.dice], default=0)
        """The lowest and the highest face of all dice of the game."""
        self.shares = self._shares()
        """By kind of dice: how often a face comes up beside others; empty where all have six."""

    def _add(self, pieces: Pieces) -> None:
        if pieces.box not in self.boxes:
            self.boxes.append(pieces.box)
        self._add_things(pieces)
        self._add_course(pieces)
        self._add_of_heroes(pieces)
        for role, words in pieces.words.items():
            known = self.words.setdefault(role, {})
            for name, word in words.items():
                self._once(pieces, f"word for {role}", name)
                known[name] = word
        for name, prospect in pieces.prospects.items():
            self._once(pieces, "prospect", name)
            self.prospects[name] = prospect
        for name, growth in pieces.growths.items():
            self._once(pieces, "growth", name)
            self.growths[name] = growth

    def _add_things(self, pieces: Pieces) -> None:
        for kind in pieces.dice_kinds:
            self._once(pieces, "kind of dice", COLORS[kind])
            self.dice.append(kind)
            self.colors.append(COLORS[kind])
        for name, first, count in pieces.dice_spaces:
            self._once(pieces, "count, pile or space", name)
            self.spaces[name] = list(range(first, first + count))
            self.spots += self.spaces[name]
        for kind in pieces.card_kinds:
            self._once(pieces, "kind of card", KINDS[kind])
            self.card_kinds[kind] = KINDS[kind]
        for verb in pieces.verbs:
            self._once(pieces, "verb", f"{verb.word} {verb.first} {verb.second}".rstrip())
            self.verbs.append(verb)
            while len(self.verb_at) <= verb.number:
                self.verb_at.append(None)
            self.verb_at[verb.number] = verb
        for name in pieces.named_kinds:
            self._once(pieces, "sort of parameter", name)
            self.named_kinds.append(name)
        for name, words in pieces.fixed_words.items():
            self._once(pieces, "sort of parameter", name)
            self.fixed_words[name] = words

    def _add_course(self, pieces: Pieces) -> None:
        for number, event in pieces.events:
            self._once(pieces, "event", event[0])
            self.events.append(event)
            while len(self.event_at) <= number:
                self.event_at.append(NO_EVENT)
            self.event_at[number] = event
            if number in pieces.secret_events:
                self.secret_events.append(event[0])
        for number, name in pieces.reasons:
            self._once(pieces, "reason", name)
            self.reasons[number] = name
        for number, name in pieces.phases:
            self._once(pieces, "phase", name)
            self.phases[number] = name
        for kind, number in pieces.discounts:
            self.discounts[kind].append(number)
        for kind, hook in pieces.after_buying:
            self.after_buying[kind].append(hook)
        for row, hook in pieces.after_action:
            self.after_action[row].append(hook)

    def _add_of_heroes(self, pieces: Pieces) -> None:
        for number in pieces.numbers:
            self._once(pieces, "number", number.name)
            self.numbers.append(number)
            while len(self.number_defaults) <= number.index:
                self.number_defaults.append(0)
            self.number_defaults[number.index] = number.default
        for index, name in pieces.hooks:
            self._once(pieces, "hook", name)
            self.hooks[index] = name
        for index, name in pieces.counts:
            self._once(pieces, "count, pile or space", name)
            self.counts[index] = name
            self.no_counts = (0,) * max(len(self.no_counts), index + 1)
        for index, name, sort in pieces.piles:
            self._once(pieces, "count, pile or space", name)
            self.piles[index] = name
            self.pile_sorts[index] = sort
            self.no_piles = ((),) * max(len(self.no_piles), index + 1)

    def _once(self, pieces: Pieces, what: str, name: str) -> None:
        """No two things of one game are called the same."""
        before = self._brought.get((what, name), "")
        if before == pieces.box:
            raise BoxFault(f"{before} brings a {what} called {name!r} twice")
        if before:
            raise BoxFault(f"{pieces.box} and {before} both bring a {what} called {name!r}")
        self._brought[what, name] = pieces.box

    def _check_sorts(self) -> None:
        """Every parameter of a verb is of a sort that can be written."""
        for verb in self.verbs:
            for sort in (verb.first, verb.second):
                if sort not in SORTS and not self.has_words_for(sort):
                    raise BoxFault(f"verb {verb.word!r}: nobody can write a parameter {sort!r}")

    def _shares(self) -> list[int]:
        faces = {kind: HIGHEST[kind] - LOWEST[kind] + 1 for kind in self.dice}
        if all(count == 6 for count in faces.values()):
            return []
        common = lcm(*faces.values())
        shares = [0] * (max(self.dice) + 1)
        for kind, count in faces.items():
            shares[kind] = common // count
        return shares

    def has_words_for(self, sort: str) -> bool:
        return sort in self.named_kinds or sort in self.fixed_words

    def verb(self, number: int) -> Verb:
        """The verb of an answer of this game; ValueError if the game has no such verb."""
        verb = self.verb_at[number] if 0 <= number < len(self.verb_at) else None
        if verb is None:
            raise ValueError(f"this game has no verb {number}")
        return verb

    def read_die(self, text: str) -> int:
        """The die of a notation such as ``red5``; EMPTY where this game has no such die."""
        return read_die(text, self.dice)

    def empty_sheet(self) -> list[int]:
        """A hero's spaces to begin with, by number."""
        return [EMPTY] * (max(self.spots) + 1)

    def read_spot(self, text: str) -> int:
        """The space of a notation such as ``str2``; -1 where none of this game is written so."""
        for spot in self.spots:
            if SPOTS[spot] == text:
                return spot
        return -1

    def number_names(self) -> list[str]:
        return [number.name for number in self.numbers]

    def number_index(self, name: str) -> int:
        """The number of this name; -1 for none."""
        for number in self.numbers:
            if number.name == name:
                return number.index
        return -1


def number_of(names: dict[int, str], name: str) -> int:
    """The number of a piece by its name, among those of a vocabulary; -1 for none."""
    for number, known in names.items():
        if known == name:
            return number
    return -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """A box as the engine knows it: its name, and the pieces it brings."""

    def __init__(self, name: str, title: str, pieces: Pieces) -> None:
        self.name = name
        self.title = title
        self.pieces = pieces
