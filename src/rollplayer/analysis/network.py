"""The learned evaluation: a small network over facts, with an output for each score line.

Each fact adds a vector; part of it goes directly to the outputs, the rest through two layers that
combine facts. ``docs/bots.md`` describes how it was trained.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rollplayer.engine.game import Ruleset
from rollplayer.engine.table import NOBODY
from rollplayer.expansions import EXPANSIONS
from rollplayer.search.features import Vocabulary
from rollplayer.search.tree import Differences

Floats = NDArray[np.float32]

FILE = "network.npz"

LINES = ("class_color", "alignment", "backstory", "armor", "traits", "gold")
"""The score lines of the base game besides the goals."""
GOALS = 6
TINY = 1e-9
"""So that facts that never occurred have a step, too."""


@dataclass(frozen=True)
class Network:
    """The weights and the ids they were trained with."""

    words: Vocabulary
    lines: tuple[str, ...]
    """The score lines of the outputs after the six goals. The last output is the whole score."""
    trust: float
    """The best weight against the rules of thumb, from 0 to 1; measured, not learned."""
    facts: Floats
    """By fact: what it adds to the outputs, then to the first layer."""
    start: Floats
    second: Floats
    second_start: Floats
    third: Floats
    third_start: Floats

    @property
    def total(self) -> int:
        """The index of the output for the whole score."""
        return GOALS + len(self.lines)

    def outputs(self, differences: Differences) -> Floats:
        """The chances of the six goals and the stars of the other lines, for many heroes at once."""
        added = np.empty((len(differences.more_ends), self.facts.shape[1]), np.float32)
        added[:] = self.facts[differences.base].sum(axis=0) + self.start
        self.add(added, differences.more, differences.more_ends, np.add)
        self.add(added, differences.less, differences.less_ends, np.subtract)
        outputs = self.total + 1
        first = np.maximum(added[:, outputs:], 0)
        second = np.maximum(first @ self.second + self.second_start, 0)
        out: Floats = added[:, :outputs] + second @ self.third + self.third_start
        out[:, :GOALS] = 1 / (1 + np.exp(-out[:, :GOALS]))
        return out

    def totals(self, out: Floats, classes: list[int], stars: Sequence[Sequence[float]]) -> Floats:
        """The expected total stars, by what the goals of each class bring."""
        at = np.asarray(classes)
        known: Floats = (out[:, :GOALS] * np.asarray(stars, np.float32)[at]).sum(axis=1)
        known += out[:, GOALS:-1].sum(axis=1)
        # Before there is a class with goals, use the output for the whole score.
        return np.where(at == NOBODY, out[:, -1], known)

    def add(self, added: Floats, facts: list[int], ends: list[int], how: np.ufunc) -> None:
        """Add the facts of each row: first facts together, then second facts, and so on."""
        flat = np.array(facts, np.intp)
        starts = np.array([0, *ends], np.intp)
        lengths = np.diff(starts)
        rows = np.argsort(-lengths, kind="stable")
        starts = starts[:-1][rows]
        lengths = lengths[rows]
        for at in range(int(lengths[0])):
            many = int(np.searchsorted(-lengths, -at))
            which = rows[:many]
            added[which] = how(added[which], self.facts[flat[starts[:many] + at]])

    def bytes(self) -> bytes:
        words = self.words
        facts, fact_steps, output_steps = rounded(self.facts)
        file = BytesIO()
        np.savez_compressed(
            file,
            cards=np.array(words.cards),
            classes=np.array(words.classes),
            races=np.array(words.races),
            alignments=np.array(words.alignments),
            expansions=np.array(words.expansions, np.str_),
            lines=np.array(self.lines),
            trust=np.array(self.trust, np.float32),
            facts=facts,
            fact_steps=fact_steps,
            output_steps=output_steps,
            start=self.start,
            second=self.second,
            second_start=self.second_start,
            third=self.third,
            third_start=self.third_start,
        )
        return file.getvalue()


def read_network(data: bytes) -> Network:
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        words = Vocabulary(
            *(
                [str(word) for word in arrays[key]]
                for key in ("cards", "classes", "races", "alignments", "expansions")
            )
        )
        return Network(
            words,
            tuple(str(line) for line in arrays["lines"]),
            float(arrays["trust"]),
            arrays["facts"] * arrays["fact_steps"][:, None] * arrays["output_steps"],
            *(
                arrays[key].astype(np.float32)
                for key in ("start", "second", "second_start", "third", "third_start")
            ),
        )


def rounded(facts: Floats) -> tuple[NDArray[np.int8], Floats, Floats]:
    """The weights of the facts in a quarter of their size: whole numbers of steps up to 127.

    Each fact has a step and each output has one; their product counts, because both differ a
    hundredfold in size. On sums of sixty facts this errs by 0.014 stars, where totals differ by 2.7.
    """
    output_steps = (np.sqrt((facts**2).mean(axis=0)) + TINY).astype(np.float32)
    scaled = facts / output_steps
    fact_steps = (np.abs(scaled).max(axis=1) / 127 + TINY).astype(np.float32)
    return np.round(scaled / fact_steps[:, None]).astype(np.int8), fact_steps, output_steps


@cache
def shipped(expansions: tuple[str, ...] = ()) -> Network:
    """The network that comes with the package, or with the first of these expansions."""
    return read_network(network_file(expansions).read_bytes())


def network_file(expansions: tuple[str, ...]) -> Path:
    for name in expansions:
        folder = EXPANSIONS.folder(name)
        if folder and Path(folder, FILE).is_file():
            return Path(folder, FILE)
    return Path(__file__).with_name(FILE)


def network_for(rules: Ruleset) -> Network:
    """The network for games under these rules."""
    return shipped(tuple(rules.parts))
