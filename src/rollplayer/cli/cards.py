"""``rollplayer cards``: find, list and show the entries of the content."""

from dataclasses import dataclass

from rollplayer.cli.card_page import card_page
from rollplayer.cli.common import (
    OK,
    ChosenContent,
    Problem,
    Session,
    columns,
    to_json,
    whole,
    width,
    wrapped,
)
from rollplayer.cli.entries import (
    ARROW_SIGNS,
    HOUSE_SIGN,
    ContentEntry,
    all_entries,
    called,
    find_named,
    near_names,
    sections,
)
from rollplayer.content import Library
from rollplayer.engine.plain import Plain
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.expansion import vocabulary_of
from rollplayer.text import Texts


@dataclass(frozen=True)
class Filters:
    """The filters of a list; empty means any."""

    words: list[str]
    kind: str = ""
    armor: str = ""
    dots: str = ""
    cost_max: str = ""
    house: bool = False

    def any_but_words(self) -> bool:
        return bool(self.kind or self.armor or self.dots or self.cost_max or self.house)


def all_kinds() -> list[str]:
    """The values of ``--kind``."""
    # Box by box: two that are never played together may call different things the same.
    known = [vocabulary_of([]), *[vocabulary_of([box]) for box in EXPANSIONS.values()]]
    kinds = dict.fromkeys(kind for each in known for kind in each.card_kinds.values())
    return [*kinds, *sections()[1:]]


# -- listing ----------------------------------------------------------------------------------------


def list_entries(
    session: Session,
    filters: Filters,
    box: ChosenContent,
    *,
    json: bool,
) -> int:
    library = box.library()
    texts = session.texts(library)
    if filters.words and not filters.any_but_words():
        named = find_named(library, " ".join(filters.words))
        if named:
            return show_found(session, texts, named, json=json)
    entries = narrowed(library, texts, filters)
    if not entries and box.expansions is None:
        # It may be in an expansion.
        wider = box.with_everything()
        everything = session.texts(wider.library())
        if narrowed(wider.library(), everything, filters):
            return list_entries(session, filters, wider, json=json)
    if json:
        print(to_json([plain_entry(texts, entry) for entry in entries], indent=2))
        return OK
    if not entries:
        raise nothing_found(library, filters)
    if len(entries) == 1:
        return show_found(session, texts, entries, json=False)
    for section in sections():
        rows = [entry for entry in entries if entry.section == section]
        if rows:
            print_rows(session, texts, section, rows)
    print(wrapped(texts.t("cards.hint", sign=HOUSE_SIGN)))
    return OK


def print_rows(session: Session, texts: Texts, section: str, entries: list[ContentEntry]) -> None:
    count = texts.t(f"cards.count.{section}", n=len(entries))
    print(session.style(count, "bold"))
    rows = [row_of(texts, entry) for entry in entries]
    lines = columns(rows, right=(4,))
    if max(map(len, lines)) > width():
        lines = columns(rows, right=(4,), gap=" ")
    for line in lines:
        print(line[: width()])
    print()


def row_of(texts: Texts, entry: ContentEntry) -> list[str]:
    facts = texts.library.facts[entry.section][entry.id]
    house = HOUSE_SIGN if texts.library.is_house(entry.section, entry.id) else " "
    name = [f"{house} {texts.name(entry.section, entry.id)}", entry.id]
    if entry.section != "card":
        return [*name, summary_of(texts, entry)]
    kind = texts.name("kind", facts["kind"])
    cost = texts.t("count.gold", n=facts["cost"])
    return [*name, kind, "•" * facts["dots"], cost, summary_of(texts, entry)]


def summary_of(texts: Texts, entry: ContentEntry) -> str:
    """The most distinctive fact of a card for its kind, in a few words."""
    facts = texts.library.facts[entry.section][entry.id]
    if entry.section == "class":
        return texts.name("color", facts["color"])
    if entry.section == "race":
        return texts.content("race", entry.id, "text")
    if entry.section == "alignment":
        return "  ".join(" ".join(f"{stars:2}" for stars in line) for line in facts["grid"])
    if entry.section not in ("card", "backstory"):
        return texts.content(entry.section, entry.id, "text")
    if facts.get("arrow"):
        sign = ARROW_SIGNS[facts["arrow"]]
        # The name of Diplomacy's arrow is too long for a column.
        named = facts["arrow"] != "target"
        return f"{sign} {texts.name('arrow', facts['arrow'])}" if named else sign
    if facts.get("armor_set"):
        return texts.name("armor", facts["armor_set"])
    return texts.t("count.hands", n=facts["hands"]) if "hands" in facts else ""


# -- finding ----------------------------------------------------------------------------------------


def narrowed(library: Library, texts: Texts, filters: Filters) -> list[ContentEntry]:
    """The entries that pass all filters. By default only Market cards, unless words are given."""
    if filters.kind and filters.kind not in all_kinds():
        known = ", ".join(all_kinds())
        raise Problem("choice", option="--kind", value=filters.kind, known=known)
    armor_sets = list(library.facts["armor_set"])
    if filters.armor and filters.armor not in armor_sets:
        raise Problem("choice", option="--set", value=filters.armor, known=", ".join(armor_sets))
    dots = whole("--dots", filters.dots, 1, 2) if filters.dots else 0
    cost_max = whole("--cost-max", filters.cost_max, 0, 99) if filters.cost_max else -1
    of_cards = bool(filters.armor or dots or cost_max >= 0)
    entries = []
    for entry in all_entries(library):
        facts = library.facts[entry.section][entry.id]
        is_card = entry.section == "card"
        if (of_cards or not (filters.kind or filters.words)) and not is_card:
            continue
        if filters.kind and filters.kind != (facts["kind"] if is_card else entry.section):
            continue
        if filters.armor and facts.get("armor_set") != filters.armor:
            continue
        if (dots and facts["dots"] != dots) or (cost_max >= 0 and facts["cost"] > cost_max):
            continue
        if filters.house and not library.is_house(entry.section, entry.id):
            continue
        if mentions(texts, entry, filters.words):
            entries.append(entry)
    return entries


def mentions(texts: Texts, entry: ContentEntry, words: list[str]) -> bool:
    """Whether its names and texts contain all words, in this language or in English."""
    searched = [entry.id, *called(texts.library, entry)]
    for language in (texts.spoken, "en"):
        searched += [
            texts.library.text(entry.section, entry.id, key, language)
            for key in ("text", "note", "ability")
        ]
    whole_text = " ".join(searched).lower()
    return all(word.lower() in whole_text for word in words)


def nothing_found(library: Library, filters: Filters) -> Problem:
    """The problem if nothing was found; suggests similar names."""
    if not filters.words:
        return Problem("no-card")
    wanted = " ".join(filters.words)
    return Problem("no-such-card", value=wanted, near=near_names(library, wanted))


# -- showing ----------------------------------------------------------------------------------------


def show_entry(
    session: Session,
    names: list[str],
    box: ChosenContent,
    *,
    json: bool,
) -> int:
    """Show each name, or all words as one name such as ``tower shield``."""
    library = box.library()
    entries = find_named(library, " ".join(names))
    for name in names if not entries else ():
        matches = find_named(library, name)
        wider = box.with_everything()
        if not matches and box.expansions is None and find_named(wider.library(), name):
            return show_entry(session, names, wider, json=json)
        if not matches:
            raise Problem("no-such-card", value=name, near=near_names(library, name))
        entries += matches
    return show_found(session, session.texts(library), entries, json=json)


def show_found(session: Session, texts: Texts, entries: list[ContentEntry], *, json: bool) -> int:
    if json:
        plain = [plain_entry(texts, entry) for entry in entries]
        print(to_json(plain[0] if len(plain) == 1 else plain, indent=2))
    else:
        print("\n\n".join(card_page(session, texts, entry) for entry in entries))
    return OK


def plain_entry(texts: Texts, entry: ContentEntry) -> Plain:
    """An entry as plain data: names and texts in the language, facts as in the content."""
    library = texts.library
    facts = library.facts[entry.section][entry.id]
    return {
        "id": entry.id,
        "section": entry.section,
        "name": texts.name(entry.section, entry.id),
        "text": texts.content(entry.section, entry.id, "text"),
        "note": texts.content(entry.section, entry.id, "note"),
        "facts": {key: value for key, value in facts.items() if not key.startswith("source")},
        "source": facts.get("source", {}),
        "source_note": facts.get("source_note", ""),
        "house": library.is_house(entry.section, entry.id),
    }
