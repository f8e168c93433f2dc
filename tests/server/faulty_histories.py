"""Servers whose tables have another history than they tell, on purpose: a proof must notice each.

python -m tests.server.faulty_histories DEFECT --port N --data FOLDER --json
"""

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.responses import Response

from rollplayer.cli import main
from rollplayer.server.rooms.following import Following
from rollplayer.server.storage import games
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import NOTHING_BESIDE, Beside, EntryRow, Fence
from rollplayer.server.transport import routes, uvicorn_protocols
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.requests import ApiRequest
from tests.server.faulty_persons import rewrite

STALE_SECONDS = 2.0
ONE_IN = 40
ACK = b'{"type":"ack"'


def stale_reads() -> None:
    """Requests for the table are answered from a copy that is up to two seconds old."""
    (route,) = (each for each in routes.ROUTES if each.path.endswith("/state"))
    answered = route.handler
    copies: dict[tuple[str, str], tuple[float, Response]] = {}

    async def state(context: ApiContext, request: ApiRequest) -> Response:
        key = (str(request.raw.url), request.raw.headers.get("authorization", ""))
        made, copy = copies.get(key, (0.0, None))
        if copy is None or time.monotonic() - made > STALE_SECONDS:
            copy = await answered(context, request)
            copies[key] = time.monotonic(), copy
        return copy

    object.__setattr__(route, "handler", state)


def forgets() -> None:
    """One answer in forty never comes to the disk."""
    append = SqlStore.append
    written = 0

    async def forgetful(
        self: SqlStore,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        nonlocal written
        written += 1
        if written % ONE_IN:
            await append(self, id, entries, changes, beside, fence)

    rewrite(SqlStore, "append", forgetful)


def acknowledges_otherwise() -> None:
    """Whatever is sent twice is acknowledged the second time as what came last."""
    frame = uvicorn_protocols.text_frame

    def otherwise(message: bytes) -> bytes:
        if message.startswith(ACK):
            told = json.loads(message)
            if told["duplicate"] and told["entry"] is not None:
                told["entry"] = told["version"]
                message = json.dumps(told).encode()
        return frame(message)

    vars(uvicorn_protocols)["text_frame"] = otherwise


def trusts_the_bus() -> None:
    """Whoever watches here is shown what the bus speaks of; nobody looks for what it has not said."""
    catch_up = Following._catch_up

    async def trusting(self: Following) -> None:
        self.caught_up = time.monotonic()
        await catch_up(self)

    rewrite(Following, "_catch_up", trusting)


def forgets_names() -> None:
    """Whoever reads a log again no longer knows which commands are in it."""

    def nameless(n: int, at: int, who: int, actor: str, command: str | None, line: str) -> EntryRow:
        return EntryRow(n, at, who, actor, None, line)

    vars(games)["EntryRow"] = nameless


DEFECTS: dict[str, Callable[[], None]] = {
    "stale-reads": stale_reads,
    "forgets": forgets,
    "acknowledges-otherwise": acknowledges_otherwise,
    "trusts-the-bus": trusts_the_bus,
    "forgets-names": forgets_names,
}

if __name__ == "__main__":
    DEFECTS[sys.argv[1]]()
    sys.exit(main(["serve", *sys.argv[2:]]))
