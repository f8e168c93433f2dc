"""Reads and writes with whatever msgspec is found first, and tells what came of it: one line of JSON."""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol.messages import FromClient, SeatInfo, encode
from rollplayer.server.protocol.own_games import AskOwnGames
from rollplayer.server.rooms.kept_orders import KeptOrder
from tests.offline.samples import NO_JSON, all_samples

STREAMS = Path(__file__).parents[2] / "web" / "tests" / "streams.json.gz"
KINDS: dict[str, Any] = {
    "message": FromClient,
    "create": b.CreateGame,
    "rematch": b.Rematch,
    "own-games": AskOwnGames,
}


def outcome(kind: str, text: str) -> Any:
    try:
        read = msgspec.json.decode(text, type=KINDS[kind])
    except msgspec.ValidationError as error:
        # The real one may stumble over a value before it sees that what follows is no JSON.
        return str(error) if text not in NO_JSON else None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return [type(read).__name__, msgspec.to_builtins(read), encode(read).decode()]


def written() -> list[str]:
    """What a server has really sent, as it would be sent again; and what only some messages hold."""
    streams = json.loads(gzip.decompress(STREAMS.read_bytes()))
    raw = msgspec.Raw(b'{"a": [1, 2]}')
    seat = SeatInfo(
        seat=0,
        name='"\\\x00\x1f\x7fé✨',
        kind="bot",
        level=None,
        stand_in=None,
        connected=True,
        away_since=1,
        entropy="",
    )
    kept = msgspec.convert({"0": []}, dict[str, list[KeptOrder]])
    plain = [1, -1.5, 0.1, 12345.678, True, None, {"1": ()}, {2: [raw]}, seat, kept]
    return [encode(each).decode() for each in (streams, plain, [raw], {"x": seat})]


if __name__ == "__main__":
    told = {
        "from": msgspec.__file__,
        "read": [outcome(kind, text) for kind, text in all_samples()],
        "written": written(),
    }
    json.dump(told, sys.stdout)
