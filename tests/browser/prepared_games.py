"""Games that are made without a browser: running ones, and some that bots have played to their end."""

import json
import time
import urllib.request
from functools import cache
from typing import Any, Final

from playwright.sync_api import Page
from websockets.sync.client import connect

from rollplayer.engine.table import ROWS

Plain = dict[str, Any]
SHORT: Final = {"players": 2, "variants": ["short-game"]}
ADA: Final = {"kind": "human", "name": "Ada"}


ALRIK: Final = {"kind": "human", "name": "Alrik"}
BOTS: Final = ("Brunhild", "Osric", "Mirabelle", "Tancred")
"""Who sits at a table of the start page, where nobody has given another name."""


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


def other_seat(mode: str, at: int) -> Plain:
    """Who sits beside the first, as the form of the start page has it."""
    if mode == "bots":
        return bot(BOTS[at])
    if mode == "friends":
        return {"kind": "open"}
    return {"kind": "human", "name": f"Seat {at + 2}"}


def answer_until(address: str, created: Plain, question: str, seat: int = 0) -> None:
    """Give the first answer there is to whatever is asked, until a seat is asked this."""
    game, tokens = created["game"]["id"], list(created["seats"].values())
    with connect(
        f"{address.replace('http', 'ws', 1)}/api/v1/games/{game}/socket", max_size=None
    ) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 1, "tokens": tokens}))
        told, end = -1, time.monotonic() + 60
        while time.monotonic() < end:
            table = json.loads(socket.recv(20))
            if table["type"] == "refused" and table["code"] != "stale":
                raise AssertionError(table)
            if "pending" not in table or table["version"] <= told:
                continue
            told, asked = table["version"], (table["pending"] or {}).get("seat")
            if asked == seat and table["pending"]["question"] == question:
                return
            for option in table["seats"].get(str(asked), {}).get("options", ())[:1]:
                wish = {"seat": asked, "answer": option["notation"], "version": told}
                socket.send(json.dumps({"type": "answer", "command": f"begun-{told:08}", **wish}))
    raise AssertionError(f"{question} is never asked")


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


def finished(
    address: str, level: str = "squire", rival: str = "squire", boxes: tuple[str, ...] = ()
) -> Plain:
    options = {"options": {"variants": [], "expansions": [*boxes]}} if boxes else {}
    created = create(address, [ADA, bot("Osric", rival)], **options)
    return {**created, "game": play_out(address, created, level)}


@cache
def shown(
    address: str, level: str = "squire", rival: str = "squire", boxes: tuple[str, ...] = ()
) -> Plain:
    """The same for tests that only look at it, played once."""
    return finished(address, level, rival, boxes)


def hold(page: Page, address: str, *games: Plain) -> None:
    """Put the keys of some games into the browser, the latest last."""
    keys = {each["game"]["id"]: {"host": each["host"], "seats": each["seats"]} for each in games}
    page.goto(address + "/about")
    page.evaluate("(keys) => localStorage.setItem('rollplayer.keys', keys)", json.dumps(keys))


SCORED: Final = (
    (
        "Ada",
        "elf wizard hermit nn brawler",
        "red5 gold4 purple6 green3 white6 blue6 red6 blue4 gold5 blue6 blue6 white5 gold6 blue5 green6 black2 purple4 white6",
    ),
    (
        "Bo",
        "orc warrior rebel nn savage",
        "red6 red6 gold6 green3 white4 blue5 red6 blue5 gold5 blue2 black6 white5 gold4 blue5 green6 black2 purple4 white3",
    ),
)
"""Two heroes of a cardboard box: name; race, class, Alignment, token, Backstory; dice in order."""


def scored(name: str, about: str, dice: str) -> Plain:
    """A hero as the scorer keeps it."""
    parts = ("race", "class", "alignment", "token", "backstory")
    faces = dice.split()
    sheet = {row: faces[3 * at : 3 * at + 3] for at, row in enumerate(ROWS)}
    hero = dict(zip(parts, about.split(), strict=True))
    return {"name": name, **hero, "sheet": sheet, "gold": 3, "cards": ["proud", "chain-helm"]}
