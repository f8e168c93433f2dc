"""The facts in force as lists of components in TOML, so that anybody can compare them with others.

Each entry names its box (``set``), its English name and text, and the source of each fact. What is
written can be read back (``read_export``) to the very facts of the library.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rollplayer.content.files import BASE_SECTIONS, LANGUAGES, Table
from rollplayer.content.library import Library, load
from rollplayer.expansions import EXPANSIONS

CHARACTERS: Final = "characters"
MARKET: Final = "market"
FILES: Final = {
    CHARACTERS: ("race", "class", "alignment", "backstory", "action"),
    MARKET: ("armor_set", "card"),
}
"""The sections of the base game in each file; a box's own sections get a file of its name."""
BASE: Final = "base"
OWN: Final = "pack"
"""The set of an entry that only a pack brings."""
LISTED_AS: Final = {"card": "market"}
CALLED: Final = {("card", "kind"): "type"}
"""Keys with another name in the list."""
TEXTS_OF: Final = {"armor_set": "armor"}
FIRST_EDITION: Final = ("race", "alignment", "backstory", "card")
"""The sections of which the first edition had only some."""
ADDED: Final = (
    "id",
    "name",
    *(f"name_{language}" for language in LANGUAGES if language != "en"),
    "set",
    "first_edition",
    "effect",
    "ability",
    "ability_effect",
)
"""The keys of a list that are no facts of the content; all others are."""
FIRST: Final = ("number", "set", "type", "dots", "first_edition", "cost", "hands", "armor_set")
LAST: Final = ("ability", "ability_effect", "effect", "source", "source_note", "not_in")

HEAD: Final = """\
# Facts about the components, written by `rollplayer cards export` from the content {content}.
# Where a fact comes from:
#   rulebook  printed in a rulebook
#   public    in published lists of components
#   house     our own value, because no source prints it
# Owners of the printed cards can correct every value with a pack (docs/content.md).
# id, name, set, first_edition and the English effect or ability tell which component it is; the other
# keys are facts as the content files have them. `type` is their `kind`.
"""


def exported(library: Library, edition: str = "second") -> dict[str, str]:
    """The text of each file by its name."""
    return {
        f"{name}.toml": page(library, edition, names)
        for name, names in files_of(library).items()
        if any(library.facts.get(section) for section in names)
    }


def files_of(library: Library) -> dict[str, tuple[str, ...]]:
    """The sections in each file, without its ending."""
    boxes = {name: tuple(EXPANSIONS[name].sections) for name in library.expansions}
    return {**FILES, **{name: sections for name, sections in boxes.items() if sections}}


def page(library: Library, edition: str, names: tuple[str, ...]) -> str:
    parts = [HEAD.format(content=library.hash[:16])]
    origins = origins_of(library, edition)
    first = load("first").facts if edition == "second" else {}
    for section in names:
        for id, facts in library.facts.get(section, {}).items():
            listed: Table = {**origins_of_entry(origins, section, id), **renamed(section, facts)}
            if section in FIRST_EDITION and first and listed.get("set") == BASE:
                listed["first_edition"] = id in first[section]
            listed |= told(library, section, id)
            lines = [f"{key} = {written(listed[key])}" for key in in_order(listed)]
            parts.append("\n".join([f"[[{LISTED_AS.get(section, section)}]]", *lines, ""]))
    return "\n".join(parts)


def origins_of(library: Library, edition: str) -> dict[str, Mapping[str, Table]]:
    """The facts of the base game and of each box, to see where an entry is from."""
    boxes = {name: load(edition, (), (name,)).facts for name in library.expansions}
    return {BASE: load(edition).facts, **boxes}


def origins_of_entry(
    origins: Mapping[str, Mapping[str, Table]], section: str, id: str
) -> dict[str, str]:
    if section == "action":
        return {"id": id}
    found = (name for name, facts in origins.items() if id in facts.get(section, {}))
    return {"id": id, "set": next(found, OWN)}


def renamed(section: str, facts: Table) -> Table:
    return {CALLED.get((section, key), key): value for key, value in facts.items()}


def told(library: Library, section: str, id: str) -> Table:
    """The names of an entry and what it does in English."""
    about = TEXTS_OF.get(section, section)
    name = library.text(about, id, "name")
    texts: Table = {"name": name} if section != "action" else {}
    for language in LANGUAGES:
        other = library.text(about, id, "name", language)
        if texts and other != name:
            texts[f"name_{language}"] = other
    effect, ability = library.text(about, id, "text"), library.text(about, id, "ability")
    if ability:
        return {**texts, "ability": ability, "ability_effect": effect}
    return {**texts, "effect": effect} if effect else texts


def in_order(listed: Table) -> list[str]:
    """The keys of an entry: which it is, what it costs, what it does, where that comes from."""
    names = [key for key in listed if key == "name" or key.startswith("name_")]
    front = ["id", *names, *(key for key in FIRST if key in listed)]
    back = [key for key in LAST if key in listed]
    return [*front, *(key for key in listed if key not in (*front, *back)), *back]


# -- TOML -------------------------------------------------------------------------------------------


def written(value: Any) -> str:
    """A value in TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, dict):
        inner = ", ".join(f"{key_of(key)} = {written(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    raise TypeError(f"content has no such value: {value!r}")


def key_of(key: str) -> str:
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else quoted(key)


def quoted(text: str) -> str:
    shown = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(escaped(letter) for letter in shown) + '"'


def escaped(letter: str) -> str:
    """TOML allows no control characters in a string."""
    return f"\\u{ord(letter):04x}" if letter < " " or letter == "\x7f" else letter


# -- reading back -----------------------------------------------------------------------------------


def read_export(lists: Mapping[str, list[Table]]) -> dict[str, Table]:
    """The facts by section and id of what ``exported`` wrote, parsed by any TOML reader."""
    return {
        section: {entry["id"]: facts for entry, facts in entries}
        for section, entries in ((name, list(facts_in(name, lists))) for name in all_sections())
        if entries
    }


def facts_in(section: str, lists: Mapping[str, list[Table]]) -> Iterator[tuple[Table, Table]]:
    facts_of = {listed: key for (named, key), listed in CALLED.items() if named == section}
    for entry in lists.get(LISTED_AS.get(section, section), []):
        facts = {facts_of.get(key, key): value for key, value in entry.items() if key not in ADDED}
        yield entry, facts


def all_sections() -> tuple[str, ...]:
    return (*BASE_SECTIONS, *(name for box in EXPANSIONS.values() for name in box.sections))
