"""Games that are made without a browser: running ones, and some that bots have played to their end."""

import json
import time
import urllib.request
from typing import Any, Final

from playwright.sync_api import Page
from websockets.sync.client import connect

from rollplayer.engine.table import ROWS

Plain = dict[str, Any]
SHORT: Final = {"players": 2, "variants": ["short-game"]}
ADA: Final = {"kind": "human", "name": "Ada"}


def bot(name: str, level: str = "squire") -> Plain:
    return {"kind": "bot", "level": level, "name": name}


def call(address: str, path: str, body: Plain | None = None, *tokens: str) -> Any:
    headers = {"content-type": "application/json"}
    if tokens:
        headers["authorization"] = "Bearer " + " ".join(tokens)
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + "/api/v1" + path, data, headers)
    with urllib.request.urlopen(request, timeout=60) as reply:
        return json.load(reply)


def create(address: str, seats: list[Plain], **wish: Any) -> Plain:
    options = {**SHORT, "players": len(seats), **wish.pop("options", {})}
    game: Plain = call(
        address, "/games", {"options": options, "seats": seats, "start": True, **wish}
    )
    return game


def play_out(address: str, created: Plain, level: str = "squire") -> Plain:
    """Let a bot play the first seat to the end; the room as it is then."""
    game, token = created["game"]["id"], created["seats"]["0"]
    with connect(
        f"{address.replace('http', 'ws', 1)}/api/v1/games/{game}/socket", max_size=None
    ) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 1, "tokens": [token]}))
        socket.send(json.dumps({"type": "give-to-bot", "seat": 0, "level": level}))
        end = time.monotonic() + 120
        while not json.loads(socket.recv(60)).get("over"):
            assert time.monotonic() < end, "the game does not end"
    room: Plain = call(address, f"/games/{game}", None, token)
    assert room["status"] == "finished"
    return room


def finished(address: str, level: str = "squire", rival: str = "squire") -> Plain:
    created = create(address, [ADA, bot("Osric", rival)])
    return {**created, "game": play_out(address, created, level)}


def hold(page: Page, address: str, *games: Plain) -> None:
    """Put the keys of some games into the browser, the latest last."""
    keys = {each["game"]["id"]: {"host": each["host"], "seats": each["seats"]} for each in games}
    page.goto(address + "/about")
    page.evaluate("(keys) => localStorage.setItem('rollplayer.keys', keys)", json.dumps(keys))


SCORED: Final = (
    (
        "Ada",
        "elf wizard hermit nn brawler",
        "R5 O4 P6 G3 W6 B6 R6 B4 O5 B6 B6 W5 O6 B5 G6 K2 P4 W6",
    ),
    ("Bo", "orc warrior rebel nn savage", "R6 R6 O6 G3 W4 B5 R6 B5 O5 B2 K6 W5 O4 B5 G6 K2 P4 W3"),
)
"""Two heroes of a cardboard box: name; race, class, Alignment, token, Backstory; dice in order."""
COLORS: Final = dict(
    zip("RGBWKPO", ["red", "green", "blue", "white", "black", "purple", "gold"], strict=True)
)


def scored(name: str, about: str, dice: str) -> Plain:
    """A hero as the scorer keeps it."""
    parts = ("race", "class", "alignment", "token", "backstory")
    faces = [COLORS[die[0]] + die[1] for die in dice.split()]
    sheet = {row: faces[3 * at : 3 * at + 3] for at, row in enumerate(ROWS)}
    hero = dict(zip(parts, about.split(), strict=True))
    return {"name": name, **hero, "sheet": sheet, "gold": 3, "cards": ["proud", "chain-helm"]}
