"""A bot for a table server, in any language you like; here in plain Python.

    pip install websockets
    python bot_client.py http://localhost:8080 GAME [NAME]

It joins the game by its id and answers at random; docs/protocol.md describes every message.
"""

import json
import random
import sys
import urllib.request
import uuid
from typing import Any

from websockets.sync.client import connect


def join(server: str, game: str, name: str) -> tuple[int, str]:
    """Take an open seat over HTTP; the token is the only key to it."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/api/v1/games/{game}/join", body, method="POST")
    request.add_header("Content-Type", "application/json")
    joined = json.load(urllib.request.urlopen(request))
    return joined["seat"], joined["token"]


def choose(options: list[dict[str, Any]], table: dict[str, Any]) -> dict[str, Any]:
    """Be cleverer here: table["view"] is all there is to see."""
    return random.choice(options)


def play(server: str, game: str, name: str) -> dict[str, Any]:
    seat, token = join(server, game, name)
    address = server.replace("http", "ws", 1) + f"/api/v1/games/{game}/socket"
    with connect(address, compression=None, max_size=None) as socket:
        hello = {"type": "hello", "protocol": 1, "tokens": [token], "since": None, "language": "en"}
        socket.send(json.dumps(hello))
        for text in socket:
            table = json.loads(text)
            if table["type"] not in ("state", "update"):
                continue
            if table["over"]:
                return dict(table["result"])
            mine = table["seats"].get(str(seat))
            move = {"version": table["version"], "seat": seat}
            if mine and table["last_call"] and seat in table["last_call"]["seats"]:
                # Somebody else takes a card next; this bot never interrupts.
                socket.send(json.dumps({"type": "pass-call", **move}))
            elif mine and mine["options"] and not table["last_call"]:
                move |= {
                    "command": uuid.uuid4().hex,
                    "option": choose(mine["options"], table)["id"],
                }
                socket.send(json.dumps({"type": "answer", **move}))
    raise ConnectionError("the server has gone")


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1], sys.argv[2], (sys.argv[3:] or ["Bot"])[0])))
