"""The library: all packs of a game laid over each other, with one hash to name the result."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from rollplayer.content.build import build
from rollplayer.content.errors import ContentError
from rollplayer.content.files import BASE_SECTIONS, LANGUAGES, Table, read_folder
from rollplayer.engine.components import Components
from rollplayer.rules.expansion import EXPANSIONS
from rollplayer.rules.options import Options

HOME = Path(__file__).parent
EXPANSION_HOME = HOME.parent / "expansions"
EDITION_FOLDERS = {"second": ("base",), "first": ("base", "first_edition")}


class Library:
    """The facts and texts in force, the components built from them, and their hash."""

    def __init__(
        self,
        facts: dict[str, Table],
        texts: dict[str, Table],
        packs: list[Path],
        expansions: tuple[str, ...] = (),
    ) -> None:
        self.facts = facts
        self.texts = texts
        self.packs = packs
        self.expansions = expansions
        self.components: Components = build(facts, expansions)
        self.hash = content_hash(facts)

    def text(self, section: str, id: str, key: str, language: str = "en") -> str:
        """A name or text in a language; in English, or the id, where a pack has none."""
        for spoken in (language, "en"):
            found = self.texts.get(spoken, {}).get(section, {})
            entry = found.get(id, {}) if isinstance(found, dict) else {}
            value = entry.get(key) if isinstance(entry, dict) else None
            if isinstance(value, str):
                return value
        return id if key == "name" else ""

    def is_house(self, section: str, id: str) -> bool:
        """Whether any fact of this card is our own."""
        return "house" in self.facts[section][id].get("source", {}).values()


def content_hash(facts: dict[str, Table]) -> str:
    """The same facts give the same hash, wherever they were read from; sources do not matter."""
    told = {
        section: {
            id: {key: value for key, value in entry.items() if not key.startswith("source")}
            for id, entry in entries.items()
        }
        for section, entries in facts.items()
        # What expansions could add changes nothing while they are left out.
        if entries or section in BASE_SECTIONS
    }
    plain = json.dumps(told, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(plain.encode()).hexdigest()


def load(
    edition: str = "second", packs: tuple[str, ...] = (), expansions: tuple[str, ...] = ()
) -> Library:
    """The content of an edition and its expansions with the user's packs laid over it, in order."""
    if edition not in EDITION_FOLDERS:
        raise ContentError("edition", f"{edition!r} is not one of: {', '.join(EDITION_FOLDERS)}")
    for name in expansions:
        if name not in EXPANSIONS:
            raise ContentError("expansion", f"{name!r} is not one of: {', '.join(EXPANSIONS)}")
    expansions = tuple(sorted(expansions))
    if packs:
        return _load(edition, packs, expansions)
    return _load_plain(edition, expansions)


def library_for(options: Options, packs: tuple[str, ...] = ()) -> Library:
    """The content that a game with these options is played with."""
    return load(options.edition, packs, options.expansions)


@cache
def _load_plain(edition: str, expansions: tuple[str, ...]) -> Library:
    return _load(edition, (), expansions)


def _load(edition: str, packs: tuple[str, ...], expansions: tuple[str, ...]) -> Library:
    facts: dict[str, Table] = {}
    texts: dict[str, Table] = {language: {} for language in LANGUAGES}
    own = [HOME / name for name in EDITION_FOLDERS[edition]]
    own += [EXPANSION_HOME / EXPANSIONS[name].folder / "content" for name in expansions]
    for folder in [*own, *[Path(pack) for pack in packs]]:
        more_facts, more_texts = _read_own(folder) if folder in own else read_folder(folder)
        lay_over(facts, more_facts)
        keep_only(facts)
        for language, told in more_texts.items():
            lay_texts_over(texts[language], told, folder)
    return Library(facts, texts, [Path(pack) for pack in packs], expansions)


@cache
def _read_own(folder: Path) -> tuple[dict[str, Table], dict[str, Table]]:
    """Our own files do not change while we run. Laying over never changes what is read here."""
    return read_folder(folder)


def lay_over(facts: dict[str, Table], more: dict[str, Table]) -> None:
    """A later pack corrects single values of an entry, or adds entries."""
    for section, entries in more.items():
        known = facts.setdefault(section, {})
        for id, entry in entries.items():
            if isinstance(entry, dict) and isinstance(known.get(id), dict):
                merged = {**known[id], **entry}
                before, now = known[id].get("source"), entry.get("source")
                if isinstance(before, dict) and isinstance(now, dict):
                    merged["source"] = {**before, **now}
                known[id] = merged
            else:
                known[id] = entry


def lay_texts_over(texts: Table, more: Table, folder: Path) -> None:
    for section, entries in more.items():
        if not isinstance(entries, dict):
            raise ContentError(f"{folder.name}/locale: [{section}]", "must be a table of ids")
        known = texts.setdefault(section, {})
        for id, entry in entries.items():
            if not isinstance(entry, dict):
                raise ContentError(
                    f"{folder.name}/locale: [{section}.{id}]", f"must be a table, not {entry!r}"
                )
            known[id] = {**known.get(id, {}), **entry}


def keep_only(facts: dict[str, Table]) -> None:
    """An edition may be a part of what came before: [only] lists what stays, by section."""
    only: dict[str, Any] = facts.pop("only", {})
    for section, ids in only.items():
        known = facts.get(section)
        if known is None or not isinstance(ids, list):
            raise ContentError(f"[only] {section}", "must be a list of ids of a section")
        missing = [id for id in ids if id not in known]
        if missing:
            raise ContentError(f"[only] {section}", f"unknown: {', '.join(map(str, missing))}")
        facts[section] = {id: entry for id, entry in known.items() if id in ids}
