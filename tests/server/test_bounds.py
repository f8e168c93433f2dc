"""What strangers can make a server remember and work on is bounded."""

import asyncio
import json
import socket
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import Request
from starlette.responses import Response

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.settings import Settings
from rollplayer.server.rooms.bot_queue import Line
from rollplayer.server.rooms.bot_workers import Thread
from rollplayer.server.rooms.lobby import JUST_NOW_SECONDS, Lobby
from rollplayer.server.rooms.ownership import Elsewhere, Ownership
from rollplayer.server.rooms.services import Services
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.sqlite import FILE_NAME, SqliteStore
from rollplayer.server.storage.store import Fence, NotSaved, TooMuchWork
from rollplayer.server.transport import uvicorn_protocols
from rollplayer.server.transport.http import ApiContext, Route
from rollplayer.server.transport.requests import ApiRequest
from tests.proofs.archive import fill
from tests.proofs.process import pid_of, resident_bytes
from tests.server.harness import Server
from tests.server.stores import take_over

pytestmark = pytest.mark.once

GAMES = 60
AT_LAST = 60.0
"""Seconds until what takes no time must have come, on however busy a machine."""


def rooms(server: Server) -> int:
    number: int = server.get("/readyz")["rooms"]
    return number


def test_looking_at_finished_games_leaves_nothing_in_memory(tmp_path: Path) -> None:
    ids = fill(tmp_path / "filled", GAMES, entries=0)
    take_over(tmp_path / "data", tmp_path / "filled" / FILE_NAME)
    with Server(tmp_path / "data") as server:
        server.get(f"/api/v1/games/{ids[0]}")
        before = resident_bytes(pid_of(server))
        for id in ids:
            payload = server.get(f"/api/v1/games/{id}")
            assert payload["status"] == "finished"
            assert payload["version"] > 100
            assert payload["result"]["winners"]
            status, body, _ = server.request("GET", f"/api/v1/games/{id}/file")
            assert status == 200, body
        assert rooms(server) == 0
        assert resident_bytes(pid_of(server)) - before < 20 << 20
        replayed = server.get(f"/api/v1/games/{ids[0]}/replay")
        assert len(replayed["frames"]) == server.get(f"/api/v1/games/{ids[0]}")["version"] + 1
        # Whoever really looks at one gets the room.
        assert server.get(f"/api/v1/games/{ids[0]}/state")["over"]
        assert rooms(server) == 1


def test_rooms_that_nobody_looks_at_make_way(tmp_path: Path) -> None:
    ids = fill(tmp_path, 6, entries=0)

    async def use() -> None:
        store = SqliteStore(tmp_path)
        await store.open()
        settings = Settings(data=str(tmp_path), rooms_megabytes=1)
        lobby = Lobby(Services(settings, store, Metrics(), Line([Thread()], 1.0, Metrics())))
        for id in ids:
            for room in lobby.rooms.values():
                room.touched -= JUST_NOW_SECONDS + 1
            await lobby.get(id)
            assert sum(each.size for each in lobby.rooms.values()) < (1 << 20) + (1 << 19)
        assert ids[-1] in lobby.rooms
        assert ids[0] not in lobby.rooms
        watched = lobby.rooms[ids[-1]]
        watched.listeners.add(object())  # type: ignore[arg-type]
        for id in ids[:4]:
            for room in lobby.rooms.values():
                room.touched -= JUST_NOW_SECONDS + 1
            await lobby.get(id)
        assert lobby.rooms[ids[-1]] is watched, "somebody looks at it"
        await lobby.stop()
        await store.close()

    asyncio.run(use())


def test_thousands_of_rooms_are_not_measured_for_each_that_comes(tmp_path: Path) -> None:
    measured = 0

    class Some:
        @property
        def size(self) -> int:
            nonlocal measured
            measured += 1
            return 1

    async def use() -> None:
        store = SqliteStore(tmp_path)
        await store.open()
        settings = Settings(data=str(tmp_path), rooms_megabytes=1)
        lobby = Lobby(Services(settings, store, Metrics(), Line([Thread()], 1.0, Metrics())))
        for n in range(3200):
            # Nothing but its size is asked for.
            lobby.rooms[str(n)] = Some()  # type: ignore[assignment]
        for _ in range(200):
            lobby.make_room()
        assert measured == 2 * 3200
        lobby.rooms.clear()
        await lobby.stop()
        await store.close()

    asyncio.run(use())


def test_who_insists_gets_a_room_that_another_only_asks_for(tmp_path: Path) -> None:
    (game,) = fill(tmp_path, 1, entries=0)

    class Owned(Ownership):
        """Another process has it."""

        async def take(self, game: str, *, by_force: bool = False) -> Fence | None:
            await asyncio.sleep(0.01)
            if not by_force:
                raise Elsewhere(Node("bob", "http://bob"))
            return None

    async def use() -> None:
        store = SqliteStore(tmp_path)
        await store.open()
        settings = Settings(data=str(tmp_path))
        lobby = Lobby(Services(settings, store, Metrics(), Line([Thread()], 1.0, Metrics())))
        lobby.ownership = Owned(lobby.ownership.leases, dict, lobby._lose)
        asked = [lobby.get(game), lobby.get(game, by_force=True)]
        guest, operator = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(guest, Elsewhere)
        assert operator is lobby.rooms[game]
        await lobby.stop()
        await store.close()

    asyncio.run(use())


def test_replays_hold_up_nothing_and_unread_ones_keep_their_places(tmp_path: Path) -> None:
    ids = fill(tmp_path / "filled", 3, entries=0)
    take_over(tmp_path / "data", tmp_path / "filled" / FILE_NAME)
    with Server(tmp_path / "data") as server:
        head = f"GET /api/v1/games/{ids[2]}/replay HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        # Three from one address who read nothing: two hold the places, the third is turned away.
        asking = []
        for _ in range(3):
            client = socket.create_connection(("127.0.0.1", server.port))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.sendall(head)
            asking.append(client)
            time.sleep(0.1)
        waits = []
        for _ in range(20):
            started = time.perf_counter()
            server.get("/healthz")
            waits.append(time.perf_counter() - started)
            time.sleep(0.02)
        asking[2].settimeout(AT_LAST)
        assert asking[2].recv(200).startswith(b"HTTP/1.1 503")
        assert sorted(waits)[10] < 0.5
        for client in asking:
            client.close()
        end = time.monotonic() + AT_LAST
        status = 503
        while status == 503 and time.monotonic() < end:
            status, reply, _ = server.request("GET", f"/api/v1/games/{ids[0]}/replay")
            time.sleep(0.2)
        assert status == 200, reply


class Pipe:
    """A transport whose other end reads as fast as it is told to."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.parametrize(("reads", "dropped"), [(0, True), (64 * 1024, False)])
def test_who_reads_nothing_is_dropped(reads: int, dropped: bool) -> None:
    async def use() -> None:
        protocol: Any = uvicorn_protocols.Http.__new__(uvicorn_protocols.Http)
        protocol.loop = asyncio.get_running_loop()
        protocol.transport = pipe = Pipe((1 << 20) - reads)
        protocol.is_read_since(1 << 20)
        assert pipe.aborted == dropped
        # Who does read is looked at again.
        assert (protocol.unread is None) == dropped
        if protocol.unread is not None:
            protocol.unread.cancel()

    asyncio.run(use())


def test_a_file_that_is_not_one_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        for _ in range(3):
            status, reply, _ = server.request("POST", "/api/v1/replay", b'{"format": 1}')
            assert (status, reply["code"]) == (422, "bad-file")


def context_alone() -> ApiContext:
    """As much of it as a handler without games needs."""
    unused = cast(Any, None)
    services = Services(Settings(data="."), unused, Metrics(), Line([Thread()], 1.0, Metrics()))
    return ApiContext(services, unused, unused)


def test_what_never_changes_is_packed_once(server: Server) -> None:
    calls = []

    async def use() -> None:
        context = context_alone()
        raw: Any = SimpleNamespace(headers={"accept-encoding": "gzip"})
        request = ApiRequest(raw, "en", {}, None, frozenset(), None)

        def make() -> dict[str, str]:
            calls.append(1)
            return {"long": "text " * 10_000}

        answers = await asyncio.gather(*(context.page(request, ("x",), make) for _ in range(5)))
        assert len({bytes(answer.body) for answer in answers}) == 1
        assert len(answers[0].body) < 1000
        raw.headers["if-none-match"] = answers[0].headers["etag"]
        assert (await context.page(request, ("x",), make)).status_code == 304

    asyncio.run(use())
    assert calls == [1]
    for path in ("/api/v1/content", "/api/v1/rules", "/api/v1/lesson"):
        plain = server.request("GET", path)
        packed = server.request("GET", path, headers={"accept-encoding": "gzip"})
        assert plain[0] == packed[0] == 200
        assert plain[2]["etag"] == packed[2]["etag"]
        assert packed[2]["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("failure", "code"),
    [(TooMuchWork("interrupted"), "busy"), (NotSaved("the disk is full"), "not-saved")],
)
def test_what_the_store_does_not_do_is_a_problem_on_every_route(
    failure: NotSaved, code: str
) -> None:
    async def handler(context: ApiContext, request: ApiRequest) -> Response:
        raise failure

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def use() -> None:
        context = context_alone()
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
        route = Route("GET", "/", "anything", handler)
        response = await context.serve(route, Request(scope, receive))
        assert response.status_code == 503
        assert json.loads(bytes(response.body))["code"] == code
        assert int(response.headers["retry-after"]) > 0

    asyncio.run(use())
