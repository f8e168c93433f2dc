"""What the generated pages and tables say of Monsters & Minions (``tools/``)."""

from collections.abc import Callable
from typing import Any, Final

Facts = dict[str, Any]

HOOKS: Final = {
    "on_buying_armor": "after you have bought an Armor card",
    "on_buying_scroll": "after you have bought a Scroll and its effect is over",
    "on_wis_action": "after you have taken the Wisdom action",
    "on_monster_chosen": "when the Monster has been set up",
}
"""By moment: when its words happen."""
PARAMETERS: Final = {
    "monster": "a Monster",
    "minion": "a Minion",
    "adventure": "an Adventure card",
    "payment": "what you pay with",
}
"""By sort of parameter of an answer: what it is."""
REWARDS: Final = """\
| `weakness` of a Minion | `dice`: 1 to 9 Combat Dice, by default 1 | `{ count = "rows", pattern = "full", max = 4 }` |
| `gains` of an Adventure card | `dice`, for `each` player or for `who` has `most` or `fewest` | `{ who = "most", count = "gold", dice = 2, solo_min = 6 }` |
"""
"""Where a count stands, what it brings, and an example."""
LETTERS: Final = {"xp": "x", "gold": "g", "injury": "i", "honor": "h"}


def monster(facts: Facts) -> list[str]:
    return [facts["color"], str(facts["strength"]), str(facts["strength_1p"])]


def minion(facts: Facts) -> list[str]:
    rows = []
    for row in facts["rows"]:
        gains = "".join(f"{letter}{row[key]}" for key, letter in LETTERS.items() if key in row)
        rows.append(f"{row['from']}:{gains}{'t' if row.get('trophy') else ''}")
    return [str(facts["dots"]), *rows]


def adventure(facts: Facts) -> list[str]:
    return [str(facts["number"]), facts["monster"], facts["kind"]]


FACTS: Final[dict[str, tuple[str, Callable[[Facts], list[str]]]]] = {
    "monster": ("color, Strength with several players and with one", monster),
    "minion": (
        "dots; from which total on there is what: x XP, g Gold, i Injury, h Honor, t a Trophy",
        minion,
    ),
    "adventure": ("number, Monster, kind", adventure),
}
"""By section of the content: what a line of tests/facts says, and that line of an entry."""
