"""The facts in force beside lists of components that somebody else has written.

What can differ is a fact: the name of a component, its set, its numbers. Texts and sources say the
same thing in other words, so they are not compared, and neither is a key that one side never uses.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rollplayer.content.errors import ContentError
from rollplayer.content.export import exported, written
from rollplayer.content.files import LANGUAGES, Table
from rollplayer.content.library import Library

Lists = dict[str, dict[str, Table]]
"""By name of the list and id: the entry."""

NOT_COMPARED: Final = (
    "id",
    *(f"name_{language}" for language in LANGUAGES),
    "effect",
    "ability_effect",
    "source",
    "source_note",
)
MISSING: Final = "id"
"""The key of a difference that is a whole entry: one side has no entry with this id."""


@dataclass(frozen=True)
class Difference:
    """A fact that is another there; None if that side does not give it."""

    name: str
    """Of the list."""
    id: str
    key: str
    here: Any
    there: Any


@dataclass(frozen=True)
class Comparison:
    """What differs, and how much could be compared."""

    facts: int
    differences: tuple[Difference, ...]
    only_here: Counter[str]
    """Keys that the other lists never use, as ``list.key``, with the entries that have them."""
    only_there: Counter[str]

    @property
    def counts(self) -> Counter[str]:
        """How many facts differ, by ``list.key``."""
        return Counter(f"{each.name}.{each.key}" for each in self.differences)


def lists_in(folder: Path) -> Lists:
    """All lists in the TOML files of a folder; ContentError says what is wrong with one."""
    lists: Lists = {}
    paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    if not paths:
        raise ContentError(
            str(folder), "has no .toml file; `rollplayer cards export` writes such lists"
        )
    for path in paths:
        try:
            read = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except ValueError as error:  # not TOML, or not UTF-8
            raise ContentError(str(path), f"is not valid TOML: {error}") from error
        for name, entries in read.items():
            add_list(lists, str(path), name, entries)
    return lists


def add_list(lists: Lists, path: str, name: str, entries: Any) -> None:
    if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        expected = f"an entry begins with [[{name}]], as `rollplayer cards export` writes it"
        raise ContentError(path, f"{name!r} is not a list of components; {expected}")
    known = lists.setdefault(name, {})
    for entry in entries:
        id = entry.get("id")
        if not isinstance(id, str):
            raise ContentError(path, f"an entry of [[{name}]] has no id: {entry}")
        if id in known:
            raise ContentError(path, f"[[{name}]] has two entries with the id {id!r}")
        try:
            written(entry)
        except TypeError as error:
            allowed = "facts are texts, whole numbers, lists and tables"
            raise ContentError(path, f"{name} {id}: {error}; {allowed}") from error
        known[id] = entry


def lists_of(library: Library, edition: str = "second") -> Lists:
    """The facts in force as ``exported`` writes them."""
    lists: Lists = {}
    for path, text in exported(library, edition).items():
        for name, entries in tomllib.loads(text).items():
            add_list(lists, path, name, entries)
    return lists


def compared(here: Lists, there: Lists) -> Comparison:
    """Entry by entry and key by key. A list that one side does not have is left out."""
    facts = 0
    differences: list[Difference] = []
    only_here: Counter[str] = Counter()
    only_there: Counter[str] = Counter()
    for name in [name for name in here if name in there]:
        ours, theirs = keys_of(here[name]), keys_of(there[name])
        only_here += Counter({f"{name}.{key}": n for key, n in ours.items() if key not in theirs})
        only_there += Counter({f"{name}.{key}": n for key, n in theirs.items() if key not in ours})
        shared = [key for key in ours if key in theirs]
        for id in dict.fromkeys([*here[name], *there[name]]):
            one, other = here[name].get(id), there[name].get(id)
            if one is None or other is None:
                facts += 1
                present = [None if entry is None else id for entry in (one, other)]
                differences.append(Difference(name, id, MISSING, *present))
                continue
            facts += len(shared)
            differences += differing(name, id, shared, one, other)
    return Comparison(facts, tuple(differences), only_here, only_there)


def keys_of(entries: Mapping[str, Table]) -> Counter[str]:
    """The keys of all entries that can be compared, with the number of entries that have them."""
    return Counter(key for entry in entries.values() for key in entry if key not in NOT_COMPARED)


def differing(
    name: str, id: str, keys: list[str], one: Table, other: Table
) -> Iterator[Difference]:
    for key in keys:
        here, there = one.get(key), other.get(key)
        # Nothing can be said by leaving it out, too.
        if here != there and (here or there):
            yield Difference(name, id, key, here, there)
