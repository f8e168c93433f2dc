"""Show one card, class, race, Alignment, Backstory or piece of an expansion."""

from collections.abc import Callable
from typing import Any, Final

from rollplayer.cli.common import Session, columns, to_json, wrapped
from rollplayer.cli.entries import ARROW_SIGNS, HOUSE_SIGN, ContentEntry
from rollplayer.engine.table import ROWS, SPACES
from rollplayer.text import Argument, Texts

Facts = dict[str, Any]
Cells = list[list[str]]


def card_page(session: Session, texts: Texts, entry: ContentEntry) -> str:
    """All facts and texts of an entry, each fact with its source."""
    facts = texts.library.facts[entry.section][entry.id]
    title = session.style(texts.name(entry.section, entry.id), "bold")
    parts = [f"{title} ({entry.id})", wrapped(described(texts, entry.section, facts), "  ")]
    text = texts.content(entry.section, entry.id, "text")
    if text:
        ability = texts.content(entry.section, entry.id, "ability")
        parts.append(wrapped(f"{ability}: {text}" if ability else text, "  "))
    parts += drawn(texts, entry.section, facts)
    note = texts.content(entry.section, entry.id, "note")
    if note:
        parts.append(wrapped(note, "  "))
    parts += sources(session, texts, facts)
    return "\n".join(parts)


# -- the line below the name ------------------------------------------------------------------------


def describe_card(texts: Texts, facts: Facts) -> str:
    parts = [
        texts.name("kind", facts["kind"]),
        texts.t("cards.dots", n=facts["dots"]),
        texts.t("cards.cost", n=facts["cost"]),
    ]
    if facts.get("hands"):
        parts.append(texts.t("count.hands", n=facts["hands"]))
    if facts.get("armor_set"):
        parts.append(texts.t("cards.set", name=texts.name("armor", facts["armor_set"])))
    if facts.get("arrow"):
        parts.append(f"{ARROW_SIGNS[facts['arrow']]} {texts.name('arrow', facts['arrow'])}")
    if facts.get("timing"):
        parts.append(texts.content("timing", facts["timing"], "text"))
    return " · ".join(parts)


def describe_class(texts: Texts, facts: Facts) -> str:
    return texts.t("cards.class", color=texts.name("color", facts["color"]))


def describe_other(key: str) -> Callable[[Texts, Facts], str]:
    return lambda texts, _facts: texts.t(key)


DESCRIBED: Final[dict[str, Callable[[Texts, Facts], str]]] = {
    "card": describe_card,
    "class": describe_class,
    "race": describe_other("cards.race"),
    "alignment": describe_other("cards.alignment"),
    "backstory": describe_other("cards.backstory"),
}


def described(texts: Texts, section: str, facts: Facts) -> str:
    """The line below the name; sections of expansions have a text ``cards.<section>`` for it."""
    if section in DESCRIBED:
        return DESCRIBED[section](texts, facts)
    arguments: dict[str, Argument] = {}
    for key, value in facts.items():
        if isinstance(value, int):
            arguments[key] = value
        elif isinstance(value, str):
            named = f"{section}-{key}" if texts.named(f"{section}-{key}") else key
            arguments[key] = texts.name(named, value) if texts.named(named) else value
    return texts.t(f"cards.{section}", **arguments)


# -- what is drawn as a table -----------------------------------------------------------------------


def goal_cells(texts: Texts, facts: Facts) -> Cells:
    return [
        [texts.content("row", row, "short"), facts["goals"][row], texts.stars(facts["stars"][row])]
        for row in ROWS
    ]


def grid_cells(texts: Texts, facts: Facts) -> Cells:
    """C5: Good on top, Lawful on the left."""
    values = [value for line in facts["grid"] for value in line]
    cells = [
        f"{texts.name('alignment_space', space)} {value:+d}".replace("+0", "0")
        for space, value in zip(SPACES, values, strict=True)
    ]
    return [cells[top : top + 3] for top in range(0, len(SPACES), 3)]


def backstory_cells(texts: Texts, facts: Facts) -> Cells:
    """One color per row, in its space."""
    rows = []
    for row in ROWS:
        color, place = facts["dice"][row]
        spaces = ["·", "·", "·"]
        spaces[place - 1] = texts.name("color", color)
        rows.append([texts.content("row", row, "short"), *spaces])
    return rows


def reward_cells(texts: Texts, facts: Facts) -> Cells:
    """What each total brings, by its lowest value."""
    return [
        [f"{row['from']}+", ", ".join(rewards(texts, row)) or texts.t("reward.nothing")]
        for row in facts["rows"]
    ]


def rewards(texts: Texts, row: Facts) -> list[str]:
    return [texts.t(f"reward.{key}", n=int(n)) for key, n in row.items() if n and key != "from"]


CELLS: Final[dict[str, Callable[[Texts, Facts], Cells]]] = {
    "class": goal_cells,
    "alignment": grid_cells,
    "backstory": backstory_cells,
}


def table_cells(texts: Texts, section: str, facts: Facts) -> Cells:
    """The facts of an entry that are best read as a table; empty if it has none."""
    if section in CELLS:
        return CELLS[section](texts, facts)
    return reward_cells(texts, facts) if "rows" in facts else []


def drawn(texts: Texts, section: str, facts: Facts) -> list[str]:
    """The table of an entry as lines of text."""
    cells = table_cells(texts, section, facts)
    if section == "alignment":
        width = max(len(texts.name("alignment_space", space)) for space in SPACES) + 4
        return ["    " + "".join(cell.ljust(width) for cell in line).rstrip() for line in cells]
    right = (0,) if section not in CELLS else ()
    return ["    " + line for line in columns(cells, right=right)] if cells else []


# -- sources ----------------------------------------------------------------------------------------


def sources(session: Session, texts: Texts, facts: Facts) -> list[str]:
    """The source of each fact; house values are marked."""
    by_fact: dict[str, str] = facts.get("source", {})
    if not by_fact:
        return ["  " + texts.t("cards.no-source")]
    lines = ["  " + session.style(texts.t("cards.sources"), "bold")]
    lines += ["    " + line for line in columns(source_cells(texts, facts))]
    if "house" in by_fact.values():
        lines.append(wrapped(f"{HOUSE_SIGN} {texts.content('source', 'house', 'text')}", "    "))
    if facts.get("source_note") and texts.spoken == "en":
        # The content has these remarks in English only.
        lines.append(wrapped(f"({facts['source_note']})", "    "))
    return lines


def source_cells(texts: Texts, facts: Facts) -> Cells:
    """One line for each fact: its name and number, its source, and the sign of house values."""
    rows = []
    for fact, source in facts.get("source", {}).items():
        sign = HOUSE_SIGN if source == "house" else ""
        key = f"cards.fact.{fact}"
        name = texts.t(key) if texts.has(key) else fact
        value = facts.get(fact)
        number = to_json(value) if isinstance(value, int) else ""
        rows.append([f"{name} {number}".rstrip(), texts.name("source", source), sign])
    return rows
