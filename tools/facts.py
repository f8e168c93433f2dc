"""The tables of facts in tests/facts: what the content files say, a line for each card.

``python -m tools.docs`` writes them. A slip of the hand in a content file shows as a changed line, and
tests play every line of them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rollplayer.content import Library, load
from rollplayer.engine.plain import goal_text
from rollplayer.engine.table import COLORS, ROWS, SPOTS
from rollplayer.expansions import EXPANSIONS

FOLDER = Path(__file__).parent.parent / "tests" / "facts"
SECTIONS = {
    "card": "number, kind, dots, cost; hands of a Weapon, arrow of a Trait, arrow and timing of a "
    "Skill, set of Armor; after a minus sign the games that it is not part of",
    "armor_set": "stars for 1, 2, ... cards; the Class colors that earn one more",
    "class": "Class color; goal and stars from STR to CHA",
    "race": "what each row gets, from STR to CHA",
    "alignment": "the grid from Good to Evil, each line Lawful, Neutral, Chaotic",
    "backstory": "color and space of the die that each row asks for, from STR to CHA",
}
LACKS = "not in the first edition"

Facts = dict[str, Any]


def tables() -> dict[str, str]:
    """Every file of tests/facts by its name: the base game, and what each expansion adds."""
    base = load()
    files = {"base.txt": _page("the base game", {**lines(base), LACKS: _missing(base)})}
    for name, expansion in EXPANSIONS.items():
        folder = Path(EXPANSIONS.folder(name))
        added = lines(load(expansions=(name,)), base)
        files[f"{folder.name}.txt"] = _page(expansion.title, added)
    return files


def _page(title: str, sections: dict[str, list[list[str]]]) -> str:
    text = [
        f"# The facts of {title}, from its content files. Do not edit:",
        "# `make renew` writes this file. Look at every line that it changes.",
    ]
    for section, entries in sections.items():
        if entries:
            text += [
                "",
                f"[{section}] {len(entries)}: {all_sections().get(section, 'section, id')}",
            ]
            text += _columns(entries)
    return "\n".join(text) + "\n"


def _columns(entries: list[list[str]]) -> list[str]:
    """The lines of a table, what belongs together below each other."""
    widths: list[int] = []
    for entry in entries:
        widths += [0] * (len(entry) - len(widths))
        widths = [
            max(width, len(entry[at]) if at < len(entry) else 0) for at, width in enumerate(widths)
        ]
    return [
        " ".join(word.ljust(width) for word, width in zip(entry, widths, strict=False)).rstrip()
        for entry in entries
    ]


def lines(library: Library, without: Library | None = None) -> dict[str, list[list[str]]]:
    """By section: the entries that the other library does not have, each as its words."""
    known = without.facts if without else {}
    return {
        section: [
            [id, *tell(library, section, id)]
            for id in library.facts.get(section, {})
            if id not in known.get(section, {})
        ]
        for section in all_sections()
    }


def _missing(whole: Library) -> list[list[str]]:
    smaller = load("first")
    return [
        [section, id]
        for section in SECTIONS
        for id in whole.facts.get(section, {})
        if id not in smaller.facts[section]
    ]


def _card(_library: Library, _id: str, facts: Facts) -> list[str]:
    words = [str(facts.get("number", 0)), facts["kind"], str(facts["dots"]), str(facts["cost"])]
    if facts["kind"] == "weapon":
        words.append(str(facts.get("hands", 0)))
    words += [facts[key] for key in ("arrow", "timing", "armor_set") if key in facts]
    return [*words, *(f"-{game}" for game in facts.get("not_in", ()))]


def _armor_set(_library: Library, _id: str, facts: Facts) -> list[str]:
    return [",".join(map(str, facts["stars"])), *facts["colors"]]


def _class(library: Library, id: str, _facts: Facts) -> list[str]:
    chosen = next(each for each in library.components.classes if each.id == id)
    goals = zip(chosen.low, chosen.high, chosen.stars, strict=True)
    return [COLORS[chosen.color], *(f"{goal_text(low, high)}/{n}" for low, high, n in goals)]


def _race(_library: Library, _id: str, facts: Facts) -> list[str]:
    return [str(facts["modifiers"].get(row, 0)) for row in ROWS]


def _alignment(_library: Library, _id: str, facts: Facts) -> list[str]:
    return [str(stars) for line in facts["grid"] for stars in line]


def _backstory(library: Library, id: str, _facts: Facts) -> list[str]:
    story = next(backstory for backstory in library.components.backstories if backstory.id == id)
    dice = zip(story.spots, story.colors, strict=True)
    return [f"{COLORS[color]}{SPOTS[spot][-1]}" for spot, color in dice]


TELL = {
    "card": _card,
    "armor_set": _armor_set,
    "class": _class,
    "race": _race,
    "alignment": _alignment,
    "backstory": _backstory,
}


def _of_boxes() -> dict[str, tuple[str, Callable[[Facts], list[str]]]]:
    """What the ``docs`` of each box says of its own sections."""
    pages = [EXPANSIONS.part(name, "docs") for name in EXPANSIONS]
    return {
        section: page
        for module in pages
        if module is not None
        for section, page in module.FACTS.items()
    }


def all_sections() -> dict[str, str]:
    """What a line says, by section."""
    return {**SECTIONS, **{section: told for section, (told, _) in _of_boxes().items()}}


def tell(library: Library, section: str, id: str) -> list[str]:
    """The line of an entry."""
    facts = library.facts[section][id]
    if section in TELL:
        return TELL[section](library, id, facts)
    _, of_box = _of_boxes()[section]
    return of_box(facts)
