"""Find entries of the content by id, or by name in any language."""

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from rollplayer.content import Library
from rollplayer.content.files import LANGUAGES
from rollplayer.expansions import EXPANSIONS

BASE_SECTIONS: Final = ("card", "class", "race", "alignment", "backstory")
ARROW_SIGNS: Final = {"good": "↑", "evil": "↓", "lawful": "←", "chaotic": "→", "target": "+"}
HOUSE_SIGN: Final = "*"
MOST_NEAR: Final = 5
NEAR: Final = 0.75
"""How similar a name must be to be suggested."""


@dataclass(frozen=True)
class ContentEntry:
    """One entry of the content, by section and id."""

    section: str
    id: str


def sections() -> list[str]:
    """The sections that can be listed and shown, Market cards first."""
    return [*BASE_SECTIONS, *[name for box in EXPANSIONS.values() for name in box.sections]]


def all_entries(library: Library) -> list[ContentEntry]:
    return [
        ContentEntry(section, id) for section in sections() for id in library.facts.get(section, {})
    ]


def find_named(library: Library, text: str) -> list[ContentEntry]:
    """The entries with this id, or with this name in any language."""
    wanted = simple(text)
    return [entry for entry in all_entries(library) if wanted in called(library, entry)]


def called(library: Library, entry: ContentEntry) -> set[str]:
    """All names of an entry."""
    names = {library.text(entry.section, entry.id, "name", language) for language in LANGUAGES}
    return {simple(name) for name in (entry.id, *names)}


def simple(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").split())


def near_names(library: Library, wanted: str) -> str:
    names = {name: entry.id for entry in all_entries(library) for name in called(library, entry)}
    near = get_close_matches(simple(wanted), names, MOST_NEAR, NEAR)
    return ", ".join(dict.fromkeys(names[name] for name in near))
