"""Ways to spoil a text: as bytes, as lines, as JSON and as TOML."""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

WORDS: Final = (
    "null", "true", "-1", "0", "7", "99999999999999999999", "9" * 5000, "1e999", "NaN", '""', "''",
    "[]", "{}", "[[[[[[", '"\\ud800"', '"\\u0000"', '"..\\/..\\/etc"', '"chance"', "str", "gold7",
    "# x", "]", "}", '"""', "1979-05-27", "inf", "é", "\u2028", "\x1b[31m", "\x00", "🎲", " ",
    '["red6", "red6"]', '{ do = "flip" }', "[card.climb]", "[only]", "=", "\r",
)  # fmt: skip
JUNK: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0, 1, 7, 10**30, 1.5, float("nan"), "", " ", "x", "red7", "chance",
    "\ud800", "\x00", "a" * 1000, [], {}, [[]], [None], {"x": None}, ["red6"] * 4, [1, 2, 3],
    {"event": "gold-gained"}, -99, 255, 256, 65536, "undo", "elf", "climb", "pass", "é\n",
)  # fmt: skip


def spoil_text(text: str, rng: random.Random) -> bytes:
    """One or more small changes anywhere."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = rng.choice(TEXT_CHANGES)(text, rng)
    raw = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.05 and raw:
        at = rng.randrange(len(raw))
        raw = raw[:at] + bytes([rng.randrange(256)]) + raw[at + 1 :]
    return raw


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _remove(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.choice((1, 1, 3, 20)) :]


def _insert(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(WORDS) + text[at:]


def _replace_word(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    words[rng.randrange(len(words))] = rng.choice((*WORDS, rng.choice(words)))
    return " ".join(words)


def _change_digit(text: str, rng: random.Random) -> str:
    digits = [at for at, char in enumerate(text) if char.isdigit()]
    if not digits:
        return text
    at = rng.choice(digits)
    return text[:at] + rng.choice("0123456789") + text[at + 1 :]


def _change_lines(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            lines[one] = rng.choice(WORDS)
    return "\n".join(lines)


def _change_value(text: str, rng: random.Random) -> str:
    """In TOML: another value for a key, or another key for a value."""
    lines = text.split("\n")
    pairs = [at for at, line in enumerate(lines) if " = " in line]
    if not pairs:
        return text
    at = rng.choice(pairs)
    key, _, value = lines[at].partition(" = ")
    if rng.random() < 0.7:
        value = rng.choice(WORDS)
    else:
        key = rng.choice((key + "s", "cost", "goals", "stars", "arrow", "", key.upper()))
    lines[at] = f"{key} = {value}"
    return "\n".join(lines)


TEXT_CHANGES: Final[tuple[Callable[[str, random.Random], str], ...]] = (
    _cut,
    _remove,
    _insert,
    _replace_word,
    _change_digit,
    _change_lines,
    _change_value,
)


def spoil_json(value: Any, rng: random.Random) -> Any:
    """Another value, one thing less or one thing more, somewhere inside."""
    places = list(_places(value))
    if not places:
        return deepcopy(rng.choice(JUNK))
    holder, key = rng.choice(places)
    match rng.randrange(4):
        case 0 if isinstance(holder, dict):
            holder[rng.choice(("x", "name", "undo", "end", key + "s"))] = holder.pop(key)
        case 1:
            del holder[key]
        case 2 if isinstance(holder, list):
            holder.append(deepcopy(holder[key]))
        case _:
            other, there = rng.choice(places)
            # A copy, so that no later change reaches what is chosen from or ties a knot.
            holder[key] = deepcopy(rng.choice((*JUNK, other[there])))
    return value


def _places(value: Any) -> list[tuple[Any, Any]]:
    places: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            places += [(value, key), *_places(inner)]
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            places += [(value, at), *_places(inner)]
    return places
