"""The library: all packs of a game merged, with a hash that identifies the result."""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rollplayer.content.build import build
from rollplayer.content.errors import ContentError, one_of
from rollplayer.content.files import BASE_SECTIONS, LANGUAGES, Table, read_folder, sections
from rollplayer.content.kept import kept_contents
from rollplayer.content.old_words import renewed
from rollplayer.engine.components import Components
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import Options

HOME = Path(__file__).parent
EDITION_FOLDERS = {"second": ("base",), "first": ("base", "first_edition")}


class UnknownContent(ContentError):
    """No available content has the hash that a game names."""

    def __init__(self, content: str) -> None:
        super().__init__(
            f"content {content[:12]}...", "is neither current nor kept from an earlier version"
        )


class Library:
    """The facts and texts in force, the components built from them, and their hash."""

    def __init__(
        self,
        facts: dict[str, Table],
        texts: dict[str, Table],
        packs: Sequence[Table] = (),
        expansions: tuple[str, ...] = (),
    ) -> None:
        self.facts = renewed(facts)
        self.texts = texts
        self.packs = tuple(packs)
        """The user's packs in this library as read, for the header of a game."""
        self.expansions = expansions
        self.components: Components = build(self.facts, [EXPANSIONS[name] for name in expansions])
        # The hash covers the facts as written, so that games with old words keep theirs.
        self.hash = content_hash(facts)

    def text(self, section: str, id: str, key: str, language: str = "en") -> str:
        """A name or text in a language; if there is none, in English, or the id."""
        for spoken in (language, "en"):
            entries = self.texts.get(spoken, {}).get(section, {})
            entry = entries.get(id, {}) if isinstance(entries, dict) else {}
            value = entry.get(key) if isinstance(entry, dict) else None
            if isinstance(value, str):
                return value
        return id if key == "name" else ""

    def is_house(self, section: str, id: str) -> bool:
        """Whether this card has a house value."""
        return "house" in self.facts[section][id].get("source", {}).values()


def content_hash(facts: dict[str, Table]) -> str:
    """The hash of the facts, without their sources. It does not depend on where they are from."""
    unsourced = {
        section: {
            id: {key: value for key, value in entry.items() if not key.startswith("source")}
            for id, entry in entries.items()
        }
        for section, entries in facts.items()
        # Empty sections of expansions do not change the hash.
        if entries or section in BASE_SECTIONS
    }
    plain = json.dumps(unsourced, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(plain.encode()).hexdigest()


def load(
    edition: str = "second", packs: tuple[str, ...] = (), expansions: tuple[str, ...] = ()
) -> Library:
    """The content of an edition and its expansions, with the user's packs applied in order."""
    if edition not in EDITION_FOLDERS:
        raise ContentError("edition", f"{edition!r} is not one of: {', '.join(EDITION_FOLDERS)}")
    for name in expansions:
        if name not in EXPANSIONS:
            raise ContentError("expansion", f"{name!r} is not one of: {', '.join(EXPANSIONS)}")
    expansions = EXPANSIONS.in_order(expansions)
    if packs:
        return _load(edition, packs, expansions)
    return _load_plain(edition, expansions)


def library_for(options: Options, packs: tuple[str, ...] = ()) -> Library:
    """The content for a game with these options."""
    return load(options.edition, packs, options.expansions)


def library_of(
    options: Options, content: str, packs: Sequence[Table], folders: Sequence[str] = ()
) -> Library:
    """The content with this hash: the current one, or one kept from an earlier version.

    Packs are taken as they were when the game began or, failing that, from their folders.
    ContentError if no available content has this hash.
    """
    edition, expansions = options.edition, EXPANSIONS.in_order(options.expansions)
    for pack in packs:
        check_pack(pack)
    packs = packs or [read_pack(Path(folder)) for folder in folders]
    if not packs:
        today = _load_plain(edition, expansions)
        return today if today.hash == content else _load_kept(content, edition, expansions)
    facts, texts = _own(edition, expansions)
    library = _lay_packs(facts, texts, packs, expansions)
    for kept in kept_contents(edition, expansions):
        if library.hash == content:
            break
        library = _lay_packs(kept["facts"], kept["texts"], packs, expansions)
    if library.hash != content:
        raise UnknownContent(content)
    return library


@cache
def _load_plain(edition: str, expansions: tuple[str, ...]) -> Library:
    return _load(edition, (), expansions)


@cache
def _load_kept(content: str, edition: str, expansions: tuple[str, ...]) -> Library:
    for kept in kept_contents(edition, expansions):
        if content_hash(kept["facts"]) == content:
            return Library(kept["facts"], kept["texts"], (), expansions)
    raise UnknownContent(content)


def _load(edition: str, packs: tuple[str, ...], expansions: tuple[str, ...]) -> Library:
    facts, texts = _own(edition, expansions)
    return _lay_packs(facts, texts, [read_pack(Path(pack)) for pack in packs], expansions)


def _own(edition: str, expansions: tuple[str, ...]) -> tuple[dict[str, Table], dict[str, Table]]:
    """The shipped facts and texts: the base game, its edition, its expansions."""
    facts: dict[str, Table] = {}
    texts: dict[str, Table] = {language: {} for language in LANGUAGES}
    folders = [HOME / name for name in EDITION_FOLDERS[edition]]
    boxes = [EXPANSIONS.folder(name) for name in expansions]
    folders += [Path(box, "content") for box in boxes if box and Path(box, "content").is_dir()]
    for folder in folders:
        more_facts, more_texts = _read_own(folder)
        lay_pack_over(facts, texts, folder.name, more_facts, more_texts)
    return facts, texts


def read_pack(folder: Path) -> Table:
    """A user's pack as plain data, as stored in the header of a game."""
    facts, texts = read_folder(folder)
    return {
        "name": folder.name,
        "facts": {section: entries for section, entries in facts.items() if entries},
        "texts": texts,
    }


def check_pack(pack: Table) -> None:
    """Check the outer shape of a pack from a game file, which anybody may have written."""
    where = f"pack {pack.get('name')!r}"
    if sorted(pack) != ["facts", "name", "texts"]:
        raise ContentError(where, "needs a name, facts and texts")
    for key, known in (("facts", sections()), ("texts", LANGUAGES)):
        if not isinstance(pack[key], dict):
            raise ContentError(f"{where} {key}", "must be a table")
        for name, entries in pack[key].items():
            if name not in known:
                raise one_of(f"{where} {key}", name, known)
            if not isinstance(entries, dict):
                raise ContentError(f"{where} {key}: [{name}]", "must be a table of ids")


def _lay_packs(
    facts: dict[str, Table],
    texts: dict[str, Table],
    packs: Sequence[Table],
    expansions: tuple[str, ...],
) -> Library:
    facts = {section: dict(entries) for section, entries in facts.items()}
    texts = {
        language: {section: dict(entries) for section, entries in spoken.items()}
        for language, spoken in texts.items()
    }
    for pack in packs:
        lay_pack_over(facts, texts, pack["name"], pack["facts"], pack["texts"])
    return Library(facts, texts, packs, expansions)


def lay_pack_over(
    facts: dict[str, Table],
    texts: dict[str, Table],
    name: str,
    more_facts: dict[str, Table],
    more_texts: dict[str, Table],
) -> None:
    lay_over(facts, more_facts)
    keep_only(facts)
    for language, spoken in more_texts.items():
        lay_texts_over(texts[language], spoken, name)


@cache
def _read_own(folder: Path) -> tuple[dict[str, Table], dict[str, Table]]:
    """Read shipped files once; they do not change at run time, and merging copies them."""
    return read_folder(folder)


def lay_over(facts: dict[str, Table], more: dict[str, Table]) -> None:
    """Apply a later pack, which changes single values of entries or adds entries."""
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


def lay_texts_over(texts: Table, more: Table, name: str) -> None:
    for section, entries in more.items():
        if not isinstance(entries, dict):
            raise ContentError(f"{name}/locale: [{section}]", "must be a table of ids")
        known = texts.setdefault(section, {})
        for id, entry in entries.items():
            if not isinstance(entry, dict):
                raise ContentError(
                    f"{name}/locale: [{section}.{id}]", f"must be a table, not {entry!r}"
                )
            known[id] = {**known.get(id, {}), **entry}


def keep_only(facts: dict[str, Table]) -> None:
    """Apply [only], with which an edition lists by section what it keeps."""
    only: dict[str, Any] = facts.pop("only", {})
    for section, ids in only.items():
        known = facts.get(section)
        if known is None or not isinstance(ids, list):
            raise ContentError(f"[only] {section}", "must be a list of ids of a section")
        missing = [id for id in ids if id not in known]
        if missing:
            raise ContentError(f"[only] {section}", f"unknown: {', '.join(map(str, missing))}")
        facts[section] = {id: entry for id, entry in known.items() if id in ids}
