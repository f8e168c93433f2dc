"""The gallery: every card, class, race and piece of a box, as ``rollplayer cards show`` has it.

Written when the site is built, from the content and in three languages; nothing of it is kept.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from rollplayer.cli.card_page import described, source_cells, table_cells
from rollplayer.cli.entries import HOUSE_SIGN, ContentEntry, all_entries, sections
from rollplayer.content import Library, load
from rollplayer.expansions import EXPANSIONS
from rollplayer.text import Texts
from tools.site.assemble import Assembly
from tools.site.drawings import alignment_picture, backstory_picture
from tools.site.navigation import LANGUAGES, toctree
from tools.site.pictures import Icons
from tools.site.scenarios import ScenarioPages

KINDS: Final = ("weapon", "armor", "trait", "skill", "scroll")
RULES: Final = {"en": "rules.html", "de": "rules.de.html", "fr": "rules.fr.html"}
NUMBER: Final = re.compile(r"\b([A-Z]\d{1,2})\b")
TO_ROOT: Final = "../../"
DRAWN: Final[dict[str, Callable[[Icons, dict[str, Any]], str]]] = {
    "alignment": alignment_picture,
    "backstory": backstory_picture,
}
WORDS: Final = {
    "en": {
        "intro": "Everything printed on cards and sheets, with its rulings, the source of each fact and the scenarios that show it in play. Rule numbers lead to [the rules](../../rules.md).",
        "house": "{sign} marks what holds a house value: our own, because no source prints it. If you own the printed cards, [correct it with a pack](../../content.md).",
        "scenarios": "Scenarios",
        "languages": "In other languages",
    },
    "de": {
        "intro": "Alles, was auf Karten und Tableaus steht, mit Festlegungen, der Quelle jeder Angabe und den Szenarien (englisch), die es im Spiel zeigen. Die Nummern führen zu [den Regeln](../../rules.de.md).",
        "house": "{sign} bezeichnet, was einen eigenen Wert enthält: von uns, weil ihn keine Quelle nennt. Wer die gedruckten Karten besitzt, kann ihn [mit einem Paket berichtigen](../../content.md).",
        "scenarios": "Szenarien",
        "languages": "In anderen Sprachen",
    },
    "fr": {
        "intro": "Tout ce qui figure sur les cartes et les fiches, avec les décisions d’arbitrage, la source de chaque valeur et les scénarios (en anglais) qui le montrent en jeu. Les numéros mènent aux [règles](../../rules.fr.md).",
        "house": "{sign} signale une valeur maison : la nôtre, faute de source imprimée. Si vous possédez les cartes, vous pouvez [la corriger par un paquet](../../content.md).",
        "scenarios": "Scénarios",
        "languages": "Dans les autres langues",
    },
}


@dataclass(frozen=True)
class GalleryPage:
    """Entries that share a page: of one section, of Market cards one kind."""

    slug: str
    section: str
    kind: str
    entries: tuple[ContentEntry, ...]

    def title(self, texts: Texts) -> str:
        title = texts.t(f"web.gallery.{self.section}")
        colon = "\N{NO-BREAK SPACE}: " if texts.spoken == "fr" else ": "
        return f"{title}{colon}{texts.name('kind', self.kind)}" if self.kind else title


class Gallery:
    """All pages of the gallery in all languages, and their pictures."""

    def __init__(
        self, library: Library, scenarios: ScenarioPages, portraits: Mapping[str, str]
    ) -> None:
        self.library = library
        self.scenarios = scenarios
        self.portraits = portraits
        self.icons = Icons()
        self.texts = {language: Texts(language, self.library) for language in LANGUAGES}
        self.pages = gallery_pages(self.library)
        self.pictures: dict[str, str] = {}
        """Every picture, with the name of the first entry that has it: many cards have the same."""
        for entry in (entry for page in self.pages for entry in page.entries):
            self.pictures.setdefault(self.picture(entry), f"{entry.section}-{entry.id}")
        base = load()
        self.box_of = {
            (section, id): box.title
            for box_name, box in EXPANSIONS.items()
            for section, ids in load(expansions=(box_name,)).facts.items()
            for id in ids
            if id not in base.facts.get(section, {})
        }

    def write(self, assembly: Assembly) -> None:
        for picture, name in self.pictures.items():
            assembly.write(f"_static/gallery/{name}.svg", picture)
        for page in self.pages:
            for language, texts in self.texts.items():
                assembly.write(f"gallery/{language}/{page.slug}.md", self.page(page, texts))
        for language, texts in self.texts.items():
            assembly.write(f"gallery/{language}/index.md", self.overview(language, texts))

    def facts(self, entry: ContentEntry) -> dict[str, Any]:
        facts: dict[str, Any] = self.library.facts[entry.section][entry.id]
        return facts

    def picture(self, entry: ContentEntry) -> str:
        facts = self.facts(entry)
        # An Adventure card shows its Monster.
        for name in (f"{entry.section}-{entry.id}", f"monster-{facts.get('monster')}"):
            if name in self.portraits:
                return self.portraits[name]
        if entry.section in DRAWN:
            return DRAWN[entry.section](self.icons, facts)
        return self.icons.picture(entry.section, entry.id, facts)

    # -- pages ----------------------------------------------------------------------------------

    def overview(self, language: str, texts: Texts) -> str:
        words = WORDS[language]
        lines = [f"# {texts.t('web.nav.gallery')}", "", words["intro"], ""]
        lines += [words["house"].format(sign=f"`{HOUSE_SIGN}`"), ""]
        for page in self.pages:
            pictures = " ".join(
                f'<a href="{page.slug}.html#entry-{entry.id}">{self.image(entry)}'
                f"{escape(texts.name(entry.section, entry.id))}</a>"
                for entry in page.entries
            )
            lines += [f"## [{page.title(texts)}]({page.slug}.md)", ""]
            lines += [f'<div class="shelf">{pictures}</div>', ""]
        return "\n".join([*lines, toctree([page.slug for page in self.pages])])

    def page(self, page: GalleryPage, texts: Texts) -> str:
        lines = [f"# {page.title(texts)}", "", self.switch(page, texts), ""]
        for entry in page.entries:
            sign = f" {HOUSE_SIGN}" if self.library.is_house(entry.section, entry.id) else ""
            name = texts.name(entry.section, entry.id)
            lines += [f"## {name}{sign.replace('*', chr(92) + '*')}", ""]
            lines += [self.entry(page, entry, texts), ""]
        return "\n".join(lines)

    def switch(self, page: GalleryPage, texts: Texts) -> str:
        """The same page in the other languages."""
        links = [
            f'<a lang="{language}" href="../{language}/{page.slug}.html">{name}</a>'
            for language, name in LANGUAGES.items()
            if language != texts.spoken
        ]
        return f'<p class="switch">{" · ".join(links)}</p>'

    def entry(self, page: GalleryPage, entry: ContentEntry, texts: Texts) -> str:
        """One entry as HTML without a blank line, which would end it."""
        facts = self.facts(entry)
        parts = [
            f'<p class="kind">{escape(described(texts, entry.section, facts))}{self.box(entry)}</p>'
        ]
        text = texts.content(entry.section, entry.id, "text")
        ability = texts.content(entry.section, entry.id, "ability")
        if text:
            said = f"<b>{escape(ability)}:</b> " if ability else ""
            parts.append(f'<p class="text">{said}{escape(text)}</p>')
        cells = table_cells(texts, entry.section, facts)
        parts += [table(cells, "facts")] if cells else []
        note = texts.content(entry.section, entry.id, "note")
        if note:
            parts.append(f'<p class="note">{with_rules(escape(note), texts.spoken)}</p>')
        parts += [
            self.sources(texts, facts),
            self.shown(texts, entry),
            self.names(page, entry, texts),
        ]
        body = " ".join(parts).replace("\n", " ")
        return (
            f'<div class="entry" id="entry-{entry.id}">{self.image(entry)}'
            f'<div class="words">{body}</div></div>'
        )

    def image(self, entry: ContentEntry) -> str:
        address = f"{TO_ROOT}_static/gallery/{self.pictures[self.picture(entry)]}.svg"
        return f'<img src="{address}" alt="" width="96" height="96" loading="lazy">'

    def box(self, entry: ContentEntry) -> str:
        box = self.box_of.get((entry.section, entry.id), "")
        return f' <span class="box">{escape(box)}</span>' if box else ""

    def sources(self, texts: Texts, facts: dict[str, Any]) -> str:
        cells = source_cells(texts, facts)
        if not cells:
            return f'<p class="sources">{escape(texts.t("cards.no-source"))}</p>'
        lines = [table(cells, "facts")]
        if any(cell[-1] for cell in cells):
            house = texts.content("source", "house", "text")
            lines.append(f"<p>{HOUSE_SIGN} {escape(house)}</p>")
        if facts.get("source_note") and texts.spoken == "en":
            # The content has these remarks in English only.
            lines.append(f"<p>{escape(facts['source_note'])}</p>")
        return folded(texts.t("cards.sources"), "".join(lines))

    def shown(self, texts: Texts, entry: ContentEntry) -> str:
        found = self.scenarios.showing(entry.id)
        items = "".join(
            f'<li lang="en"><a href="{TO_ROOT}{self.scenarios.place(each)}">{escape(each.name)}</a></li>'
            for each in found
        )
        title = f"{WORDS[texts.spoken]['scenarios']} ({len(found)})"
        return folded(title, f"<ul>{items}</ul>") if found else ""

    def names(self, page: GalleryPage, entry: ContentEntry, texts: Texts) -> str:
        """Its names in the other languages, each a link to the entry there."""
        links = [
            f'<a lang="{language}" href="../{language}/{page.slug}.html#entry-{entry.id}">'
            f"{escape(other.name(entry.section, entry.id))}</a> ({language})"
            for language, other in self.texts.items()
            if language != texts.spoken
        ]
        title = WORDS[texts.spoken]["languages"]
        return f'<p class="names" title="{escape(title)}">{" · ".join(links)}</p>'


def gallery_pages(library: Library) -> list[GalleryPage]:
    """Market cards by kind, then the other sections in the order of ``rollplayer cards``."""
    entries = all_entries(library)
    pages = []
    for section in sections():
        of_section = [entry for entry in entries if entry.section == section]
        for kind in KINDS if section == "card" else ("",):
            shown = [
                entry
                for entry in of_section
                if not kind or library.facts["card"][entry.id]["kind"] == kind
            ]
            pages.append(GalleryPage(kind or section, section, kind, tuple(shown)))
    return pages


def table(cells: list[list[str]], name: str) -> str:
    rows = "".join(
        "<tr>" + " ".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in cells
    )
    return f'<table class="{name}"><tbody>{rows}</tbody></table>'


def folded(title: str, body: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{body}</details>"


def with_rules(text: str, language: str) -> str:
    """Rule numbers as links to the rules in that language."""
    address = f"{TO_ROOT}{RULES[language]}"
    return NUMBER.sub(rf'<a href="{address}#\1">\1</a>', text)
