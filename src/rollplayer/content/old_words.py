"""Words of earlier versions and their current equivalents.

Packs and the content of older games keep their words; ``renewed`` translates them.
"""

import re
from typing import Any, Final

from rollplayer.content.files import Table

Expression = dict[str, Any]
PLACE = re.compile(r"\{(?P<said>\w+)(=(?P<default>\d+))?\}(?P<after>.*)")

OLD_WORDS: Final[dict[str, dict[str, Expression]]] = {
    # What a Trait was worth and what a Weapon added to a row's score.
    "for": {
        "row-at-least": {"count": "row-total", "at_least": "{value}"},
        "row-at-most": {"count": "row-total", "at_most": "{value}"},
        "per-row-same-value": {"count": "rows", "pattern": "same-value"},
        "per-row-different-class-colors": {"count": "rows", "pattern": "different-class-colors"},
        "per-row-same-color": {"count": "rows", "pattern": "same-color"},
        "per-card": {"count": "cards", "kind": "{card}"},
        "per-gold": {"count": "gold", "every": "{gold}"},
        "at-least-of-each-class-color": {"count": "rarest-class-color", "at_least": "{dice}"},
        "per-class-color-dice": {"count": "dice", "color": "class", "every": "{dice}"},
        "class-color-missing": {"count": "rarest-class-color", "at_most": 0},
        "goals-met": {"count": "goals-met", "at_least": "{goals}"},
        "hands-used": {"count": "hands-used", "at_least": "{hands}"},
        "per-card-type-with": {"count": "card-kinds"},
        "market-cards": {"count": "cards", "at_least": "{cards}"},
        "per-honor": {"count": "honor"},
        "per-trophy": {"count": "trophies"},
        "no-weapons": {"count": "cards", "kind": "weapon", "at_most": 0},
        "trophies-without-injury": {
            "count": "trophies",
            "at_least": "{trophies}",
            "only_if": {"count": "injuries", "at_most": 0},
        },
        "per-class-color-die": {"count": "dice", "color": "class"},
        "per-die-of-color": {"count": "dice"},
        "row-bonus": {"count": "rows"},
    },
    # What Minions and Adventure cards counted.
    "count": {
        "upright-skills": {"count": "cards", "kind": "skill", "upright": True},
        "armor-of-set": {"count": "armor-set"},
        "largest-armor-set": {"count": "armor-set"},
        "no-injuries": {"count": "injuries", "at_most": 0},
        "dice-in-row": {"count": "dice"},
        "dice-of-color": {"count": "dice"},
        "class-color-dice": {"count": "dice", "color": "class"},
        "dice-showing": {"count": "dice"},
        "dice-at-least": {"count": "dice", "value": "{value}+"},
        "full-rows": {"count": "rows", "pattern": "full"},
        "in-good-row": {"count": "alignment-side", "side": "good"},
        "goal-met": {"count": "goals-met"},
    },
    # Effects.
    "do": {
        "charity": {"do": "gain-gold", "only_if": {"count": "gold", "at_most": "{at_most=1}"}},
        "must-swap": {"do": "swap", "must": True},
        "stars-to-xp": {
            "do": "gain-xp",
            "xp": "{rate=2}",
            "each": {"count": "alignment-stars"},
            "reason": "scroll",
        },
        "stars-to-gold": {
            "do": "gain-gold",
            "gold": "{rate=2}",
            "each": {"count": "alignment-stars"},
            "reason": "scroll",
        },
        "gather-power": {
            "do": "gain-xp",
            "xp": "{per_token=1}",
            "each": {"count": "adventure-tokens"},
            "plus": "{xp=2}",
            "reason": "scroll",
        },
    },
}
"""By the key that holds the word: the old word and its current expression.

``"{value}"`` is replaced by the old word's ``value``, ``"{rate=2}"`` by its ``rate`` or else by 2;
parameters that are not mentioned are kept.
"""


def renewed(facts: dict[str, Table]) -> dict[str, Table]:
    """The facts in current words. Sections and entries without old words are not copied."""
    return {
        section: {id: _renewed(entry) for id, entry in entries.items()}
        for section, entries in facts.items()
    }


def _renewed(value: Any) -> Any:
    if isinstance(value, list):
        new = [_renewed(item) for item in value]
        return new if any(one is not two for one, two in zip(value, new, strict=True)) else value
    if isinstance(value, dict):
        table = {key: _renewed(item) for key, item in value.items()}
        for key, words in OLD_WORDS.items():
            called = table.get(key)
            if isinstance(called, str) and called in words:
                return _said_today(table, key, words[called])
        return table if any(table[key] is not value[key] for key in value) else value
    return value


def _said_today(table: Table, key: str, expression: Expression) -> Table:
    used = {key}
    new = _filled(expression, table, used)
    return {**new, **{name: value for name, value in table.items() if name not in used}}


def _filled(expression: Expression, table: Table, used: set[str]) -> Table:
    """Fill in the expression from the old table, noting which keys were used."""
    new: Table = {}
    for name, value in expression.items():
        place = PLACE.fullmatch(value) if isinstance(value, str) else None
        if isinstance(value, dict):
            new[name] = _filled(value, table, used)
        elif place is None:
            new[name] = value
        else:
            used.add(place["said"])
            default = int(place["default"]) if place["default"] else None
            said = table.get(place["said"], default)
            new[name] = f"{said}{place['after']}" if place["after"] else said
    return new
