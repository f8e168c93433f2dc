"""What both readers are given: a message of every kind, and the same with everything wrong that can be."""

import json
from collections.abc import Iterator
from typing import Any, Final

COMMAND: Final = "command-1"
ORDER: Final = {
    "turn": "dice",
    "take": {"colors": ["red"], "least": 2},
    "place": ["str"],
    "when": [{"if": "gold", "least": 1}],
}
MESSAGES: Final[tuple[dict[str, Any], ...]] = (
    {
        "type": "hello",
        "protocol": 1,
        "tokens": ["a"],
        "since": 3,
        "language": "de",
        "differences": True,
    },
    {"type": "answer", "command": COMMAND, "version": 7, "seat": 0, "option": 12, "answer": None},
    {"type": "interrupt", "command": COMMAND, "version": 7, "seat": 0, "answer": "use climb"},
    {"type": "pass-call", "version": 7, "seat": 1},
    {"type": "wait", "seat": 1},
    {"type": "go-on", "seat": 1},
    {"type": "openings", "seat": 0, "when": "never"},
    {"type": "confirm-turns", "seat": 0, "wanted": True},
    {"type": "turn-done", "seat": 0},
    {"type": "undo", "command": COMMAND, "version": 7, "seat": 0},
    {"type": "undo-ask", "command": COMMAND, "version": 7, "seat": 0, "entry": 5},
    {"type": "undo-vote", "version": 7, "seat": 0, "agree": False},
    {"type": "break-ask", "seat": 0, "seconds": 60, "vacation": False},
    {"type": "chat", "command": COMMAND, "text": "Grüße ✨", "seat": 0},
    {"type": "rename", "seat": 0, "name": "Alrik"},
    {"type": "entropy", "seat": 0, "text": "dice"},
    {"type": "seat", "seat": 1, "kind": "bot", "level": "squire"},
    {"type": "start", "fill": None},
    {"type": "give-to-bot", "seat": 0, "level": None},
    {"type": "language", "language": "fr"},
    {"type": "entries", "to": 9, "from": 1},
    {"type": "preview", "version": 7, "seat": 0, "options": [1, 2]},
    {"type": "ping", "hidden": True},
    {"type": "order", "command": COMMAND, "seat": 0, "clauses": [ORDER]},
)
BODIES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    (
        "create",
        {
            "options": {
                "players": 2,
                "edition": "second",
                "variants": ["short-game"],
                "expansions": [],
            },
            "seats": [{"kind": "human", "name": "Alrik"}, {"kind": "bot", "level": "squire"}],
            "listed": False,
            "watch": True,
            "pace": "live",
            "language": "de",
            "start": True,
            "time_limit": None,
        },
    ),
    ("rematch", {"start": True}),
    ("own-games", {"games": [{"id": "0123456789abcdef", "tokens": ["x", "y"]}]}),
)
ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    0,
    -1,
    1.0,
    1.5,
    10**12,
    "",
    "x" * 3000,
    "\n",
    [],
    ["x"] * 99,
    {},
    {"a": 1},
)
NO_JSON: Final = ("", "{", "[1,]", "nul", '{"type": NaN}', "[" * 50)


def variations(sample: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield sample
    yield {**sample, "unknown": 1}
    for name, value in sample.items():
        yield {each: held for each, held in sample.items() if each != name}
        yield from ({**sample, name: odd} for odd in ODD)
        if isinstance(value, dict):
            yield from ({**sample, name: changed} for changed in variations(value))
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ({**sample, name: [changed]} for changed in variations(value[0]))


def all_samples() -> Iterator[tuple[str, str]]:
    """What is to be read as, and the text."""
    for text in NO_JSON:
        yield "message", text
    for sample in MESSAGES:
        yield from (("message", json.dumps(each)) for each in variations(sample))
    for kind, sample in BODIES:
        yield from ((kind, json.dumps(each)) for each in variations(sample))
