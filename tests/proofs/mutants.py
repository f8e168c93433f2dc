"""Messages and frames as nobody would write them."""

import json
import random
import struct
from collections.abc import Callable
from typing import Any

from rollplayer.server.protocol.messages import FRAME_LIMIT, read_message

VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    10**30,
    -(10**400),
    1.5,
    1e308,
    "",
    "x" * 3000,
    "\x00",
    "\u202eevil",
    "\ud800",
    [],
    {},
    [[[[[[]]]]]],
    {"type": "ping"},
    "'; DROP TABLE games; --",
    "../../etc/passwd",
)
LITERALS = ("NaN", "Infinity", "-0", "1e999", "0x10", "01", "+1", "tru", "undefined", "'x'")
BASES: tuple[dict[str, Any], ...] = (
    {"type": "hello", "protocol": 1, "tokens": ["x"], "since": 0, "language": "en"},
    {"type": "answer", "command": "mutant-0001", "version": 5, "seat": 0, "answer": "take 1"},
    {"type": "interrupt", "command": "mutant-0001", "version": 5, "seat": 0, "option": 70000},
    {"type": "pass-call", "version": 5, "seat": 0},
    {"type": "wait", "seat": 0},
    {"type": "go-on", "seat": 0},
    {"type": "openings", "seat": 0, "when": "never"},
    {"type": "entropy", "seat": 0, "text": "owl"},
    {"type": "hint", "version": 5, "seat": 0},
    {"type": "undo", "command": "mutant-0001", "version": 5, "seat": 0},
    {"type": "undo-ask", "command": "mutant-0001", "version": 5, "seat": 0, "entry": 3},
    {"type": "undo-vote", "version": 5, "seat": 0, "agree": True},
    {"type": "break-ask", "seat": 0, "seconds": 3600, "vacation": False},
    {"type": "chat", "command": "mutant-0001", "seat": 0, "text": "hello"},
    {"type": "rename", "seat": 0, "name": "Ada"},
    {"type": "seat", "seat": 0, "kind": "bot", "level": "random"},
    {"type": "start", "fill": "random"},
    {"type": "give-to-bot", "seat": 0, "level": "squire"},
    {"type": "take-back", "seat": 0},
    {"type": "leave", "seat": 0},
    {"type": "language", "language": "de"},
    {"type": "entries", "from": 1, "to": 5},
    {"type": "ping", "command": "mutant-0001"},
)
BODIES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/v1/games", {"options": {"players": 2}, "seats": None, "title": "t", "start": False}),
    ("{game}/join", {"name": "Bo", "seat": 1}),
    ("{game}/seats/0/give", {"name": "Cleo"}),
    ("{game}/rematch", {}),
    ("{game}/close", {}),
    (
        "/api/v1/replay",
        {"format": "rollplayer-game/1", "rules": "base/1", "options": {}, "seats": []},
    ),
    ("/api/v1/score", {"heroes": [{"class": "x", "sheet": {"str": ["red5", "blue3", "gold6"]}}]}),
)


def other_value(dice: random.Random, base: dict[str, Any]) -> str:
    key = dice.choice(list(base) or ["x"])
    return json.dumps({**base, key: dice.choice(VALUES)})


def other_literal(dice: random.Random, base: dict[str, Any]) -> str:
    key = dice.choice(list(base) or ["x"])
    return json.dumps({**base, key: "LITERAL"}).replace('"LITERAL"', dice.choice(LITERALS))


def without_key(dice: random.Random, base: dict[str, Any]) -> str:
    key = dice.choice(list(base) or ["x"])
    return json.dumps({k: v for k, v in base.items() if k != key})


def more_keys(dice: random.Random, base: dict[str, Any]) -> str:
    return json.dumps({**base, f"more{dice.randrange(9)}": dice.choice(VALUES)})


def keys_twice(dice: random.Random, base: dict[str, Any]) -> str:
    return json.dumps(base)[:-1] + f', "type": {json.dumps(dice.choice(VALUES))}}}'


def cut_short(dice: random.Random, base: dict[str, Any]) -> str:
    text = json.dumps(base)
    return text[: dice.randrange(len(text))]


def wrong_letters(dice: random.Random, base: dict[str, Any]) -> str:
    letters = list(json.dumps(base))
    for _ in range(dice.randint(1, 4)):
        letters[dice.randrange(len(letters))] = chr(dice.choice((0, 9, 34, 92, 123, 233, 0x1F600)))
    return "".join(letters)


def nested(dice: random.Random, base: dict[str, Any]) -> str:
    depth = dice.randrange(10, 1900)
    opening, closing = dice.choice((("[", "]"), ('{"a":', "}")))
    depth = min(depth, (FRAME_LIMIT - 200) // (len(opening) + len(closing)))
    return opening * depth + "1" + closing * dice.choice((depth, depth - 1, 0))


def wrapped(dice: random.Random, base: dict[str, Any]) -> str:
    return json.dumps(dice.choice(([base], {"data": base}, json.dumps(base), [base, base])))


def noise(dice: random.Random, base: dict[str, Any]) -> str:
    return "".join(
        chr(dice.choice((dice.randrange(128), dice.randrange(0xD7FF)))) for _ in range(40)
    )


def twice(dice: random.Random, base: dict[str, Any]) -> str:
    return json.dumps(base) + dice.choice(("", " ", "\n", ",")) + json.dumps(base)


MUTATIONS: tuple[Callable[[random.Random, dict[str, Any]], str], ...] = (
    other_value,
    other_literal,
    without_key,
    more_keys,
    keys_twice,
    cut_short,
    wrong_letters,
    nested,
    wrapped,
    noise,
    twice,
)


def mutant(dice: random.Random, bases: tuple[dict[str, Any], ...] = BASES) -> str:
    """A text that fits into a frame; most are malformed, some are only odd."""
    while True:
        text = dice.choice(MUTATIONS)(dice, dice.choice(bases))
        try:
            if len(text.encode()) <= FRAME_LIMIT:
                return text
        except UnicodeEncodeError:
            continue


def is_malformed(text: str) -> bool:
    try:
        read_message(text)
    except (ValueError, RecursionError):
        return True
    return False


# -- frames -----------------------------------------------------------------------------------------------

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(
    opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True, bits: int = 0
) -> bytes:
    first = (0x80 if fin else 0) | bits << 4 | opcode
    flag = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, flag | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, flag | 126, size)
    else:
        head = struct.pack("!BBQ", first, flag | 127, size)
    mask = b"\x01\x02\x03\x04"
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)) if masked else payload
    return head + (mask if masked else b"") + body


def bad_frames(dice: random.Random) -> bytes:
    """Bytes on an open websocket that no client would send; each of them ends the socket."""
    ping = b'{"type":"ping"}'
    return dice.choice(
        (
            frame(TEXT, b"\xff\xfe\xfa" + ping),
            frame(TEXT, '{"type":"ping"}'.encode("utf-16")),
            frame(TEXT, b'{"type":"ping","command":"\xed\xa0\x80"}'),
            frame(BINARY, ping),
            frame(BINARY, dice.randbytes(200)),
            frame(TEXT, b"x" * (FRAME_LIMIT + 1)),
            frame(TEXT, b"[" * 70_000),
            frame(TEXT, ping, masked=False),
            frame(TEXT, ping, bits=4),
            frame(dice.choice((3, 4, 5, 11, 15)), ping),
            frame(PING, b"x" * 126),
            frame(PING, b"x", fin=False),
            frame(CLOSE, b"\x03"),
            frame(CLOSE, struct.pack("!H", 999)),
            frame(CLOSE, struct.pack("!H", 1005)),
            frame(CLOSE, struct.pack("!H", 1000) + b"\xff\xff"),
            frame(TEXT, b"x" * 4000, fin=False) + frame(0, b"x" * 4000),
            frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"),
            frame(0, ping),
            struct.pack("!BBQ", 0x81, 0xFF, 1 << 62),
            struct.pack("!BBQ", 0x81, 0xFF, (1 << 64) - 1),
            dice.randbytes(64) + b"\x83\x80" + dice.randbytes(64),
        )
    )
