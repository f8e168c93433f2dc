"""The tables of facts in tests/facts, read back: what the tests of facts compare with and play."""

from tools.facts import FOLDER, LACKS

BASE = "base.txt"
MORE = "monsters_and_minions.txt"

Table = dict[str, list[str]]


def sections(file: str) -> dict[str, list[list[str]]]:
    """The lines of each section, as their words."""
    tables: dict[str, list[list[str]]] = {}
    name = ""
    for line in (FOLDER / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line[1:].partition("]")[0]
            tables[name] = []
        elif line and not line.startswith("#"):
            tables[name].append(line.split())
    return tables


def table(section: str, file: str = BASE) -> Table:
    """The words of each line by the first of them."""
    return {id: words for id, *words in sections(file)[section]}


def cards(file: str = BASE) -> Table:
    """Kind, dots and cost; hands of a Weapon, arrow of a Trait, arrow and timing of a Skill, set of
    Armor.
    """
    return {
        id: [word for word in words[1:] if not word.startswith("-")]
        for id, words in table("card", file).items()
    }


def not_in_first_edition(section: str) -> set[str]:
    return {id for kind, id in sections(BASE)[LACKS] if kind == section}
