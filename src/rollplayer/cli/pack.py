"""``rollplayer cards check``: check a pack and show what it changes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from rollplayer.cli.common import OK, ChosenContent, Session, to_json, wrapped
from rollplayer.cli.entries import sections
from rollplayer.content import Library
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.plain import Plain
from rollplayer.text import Texts

UNTOLD: Final = ("source_note",)
TEXT_SECTION: Final = {"armor_set": "armor"}
"""The text section of a fact section, if its name differs."""


@dataclass(frozen=True)
class Change:
    """One value of an entry before and after; None if absent."""

    section: str
    id: str
    key: str
    before: Any
    after: Any


def check_packs(session: Session, folders: list[str], box: ChosenContent, *, json: bool) -> int:
    plain = box.library()
    # ContentError explains what is wrong; otherwise the pack is playable.
    library = replace(box, packs=folders).library()
    texts = session.texts(library)
    if json:
        print(to_json(plain_report(plain, library, folders), indent=2))
    else:
        report(session, texts, plain, folders)
    return OK


def fact_changes(old: Library, new: Library) -> Iterator[Change]:
    for section, entries in new.facts.items():
        known = old.facts.get(section, {})
        for id, entry in entries.items():
            before = known.get(id)
            if before is None:
                yield Change(section, id, "", None, entry)
            elif section == "action":
                if entry != before:
                    yield Change(section, id, "", before, entry)
            else:
                yield from key_changes(section, id, before, entry)
        for id in known:
            if id not in entries:
                yield Change(section, id, "", known[id], None)


def key_changes(section: str, id: str, before: Plain, after: Plain) -> Iterator[Change]:
    """The changes of one entry, with nested tables compared key by key."""
    flat_before, flat_after = flattened(before), flattened(after)
    for key, value in flat_after.items():
        if key not in UNTOLD and flat_before.get(key) != value:
            yield Change(section, id, key, flat_before.get(key), value)


def flattened(entry: Plain) -> Plain:
    flat: Plain = {}
    for key, value in entry.items():
        if isinstance(value, dict):
            flat |= {f"{key}.{inner}": deeper for inner, deeper in value.items()}
        else:
            flat[key] = value
    return flat


def text_changes(old: Library, new: Library) -> Iterator[tuple[str, Change]]:
    """The texts that the pack changes, by language."""
    for language in LANGUAGES:
        for section, entries in new.texts[language].items():
            known = old.texts[language].get(section, {})
            for id, entry in entries.items():
                before = known.get(id, {})
                for key, value in entry.items():
                    if before.get(key) != value:
                        yield language, Change(section, id, key, before.get(key), value)


def doubts(texts: Texts, old: Library, new: Library) -> Iterator[str]:
    """Warnings: what is allowed, but looks forgotten or mistyped."""
    for section in (*sections(), "armor_set"):
        told_in = TEXT_SECTION.get(section, section)
        for id in new.facts[section]:
            missing = [
                language
                for language in LANGUAGES
                if not new.texts[language].get(told_in, {}).get(id, {}).get("name")
            ]
            if missing and id not in old.facts[section]:
                yield texts.t("pack.no-name", section=section, id=id, languages=", ".join(missing))
    for _, change in text_changes(old, new):
        section = change.section
        if section in sections() and change.id not in new.facts[section]:
            yield texts.t("pack.text-of-nothing", section=section, id=change.id)


def report(session: Session, texts: Texts, old: Library, folders: list[str]) -> None:
    new = texts.library
    print(session.style(texts.t("pack.usable", packs=", ".join(folders)), "good"))
    facts = list(fact_changes(old, new))
    text_edits = list(text_changes(old, new))
    if not facts and not text_edits:
        print(wrapped(texts.t("pack.no-change"), "  "))
    for change in facts:
        print(wrapped(told_change(texts, change), "  ", "      "))
    for language, change in text_edits:
        before = shown(change.before) if change.before is not None else ""
        where = f"[{change.section}.{change.id}] {change.key} ({language})"
        line = texts.t("pack.text", where=where, before=before, after=shown(change.after))
        print(wrapped(line, "  ", "      "))
    for doubt in dict.fromkeys(doubts(texts, old, new)):
        print(session.style(wrapped(doubt, "! ", "  "), "mark"))
    print(texts.t("pack.hash", hash=new.hash))


def told_change(texts: Texts, change: Change) -> str:
    library = texts.library
    name = library.text(
        TEXT_SECTION.get(change.section, change.section), change.id, "name", texts.spoken
    )
    where = f"[{change.section}.{change.id}]"
    if name != change.id:
        where += f" {name}"
    if change.before is None and not change.key:
        return texts.t("pack.new", where=where)
    if change.after is None:
        return texts.t("pack.gone", where=where)
    before = shown(change.before) if change.before is not None else ""
    return texts.t(
        "pack.change", where=where, field=change.key, before=before, after=shown(change.after)
    )


def shown(value: Any) -> str:
    return value if isinstance(value, str) else to_json(value)


def plain_report(old: Library, new: Library, folders: list[str]) -> Plain:
    facts = list(fact_changes(old, new))
    return {
        "packs": folders,
        "content": new.hash,
        "changed": [
            {
                "section": change.section,
                "id": change.id,
                "key": change.key,
                "from": change.before,
                "to": change.after,
            }
            for change in facts
            if change.before is not None or change.key
            if change.after is not None
        ],
        "added": [
            {"section": change.section, "id": change.id}
            for change in facts
            if change.before is None and not change.key
        ],
        "removed": [
            {"section": change.section, "id": change.id} for change in facts if change.after is None
        ],
        "texts": [
            {
                "language": language,
                "section": change.section,
                "id": change.id,
                "key": change.key,
                "from": change.before,
                "to": change.after,
            }
            for language, change in text_changes(old, new)
        ],
    }
