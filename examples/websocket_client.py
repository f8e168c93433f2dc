"""A client over the websocket: begins a game against a bot and plays it at random.

python examples/websocket_client.py http://127.0.0.1:8080  # docs/protocol.md
"""

import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def play(server: str) -> str:
    wish = {"start": True, "seats": [{"kind": "human"}, {"kind": "bot", "level": "squire"}]}
    headers = {"Content-Type": "application/json"}
    body = json.dumps(wish).encode()
    created = json.load(urlopen(Request(f"{server}/api/v1/games", body, headers)))
    address = f"{server.replace('http', 'ws', 1)}/api/v1/games/{created['game']['id']}/socket"
    with connect(address, max_size=None) as socket:
        hello = {"type": "hello", "protocol": 1, "tokens": list(created["seats"].values())}
        socket.send(json.dumps(hello))
        for table in map(json.loads, socket):
            if table["type"] not in ("state", "update"):
                continue
            if table["over"]:
                return json.dumps(table["result"])
            move = {"type": "pass-call", "version": table["version"], "seat": 0}
            if table["last_call"]:  # Another one takes a card next; this one lets it be.
                socket.send(json.dumps(move))
            elif options := table["seats"]["0"]["options"]:
                answer = {"type": "answer", "option": random.choice(options)["id"]}
                socket.send(json.dumps({**move, **answer, "command": random.randbytes(8).hex()}))
    raise ConnectionError("the server has gone")


if __name__ == "__main__":
    print(play(sys.argv[1]))
