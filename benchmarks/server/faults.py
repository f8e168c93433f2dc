"""A net that fails: passes bytes between clients and a server, as well or as badly as it is told to."""

import asyncio
import threading
from dataclasses import dataclass, field
from types import TracebackType
from urllib.parse import urlsplit

from benchmarks.server.recorder import CHUNK, hang_up

MODES = ("drop", "delay", "half-open", "late")
"""What can happen to a line.

drop: both ends hear that it is gone. delay: everything comes, but slowly. half-open: nothing comes any more, in
neither direction, and nobody hears of it. late: the same, but what the client had sent arrives later, after what it
sent on newer lines.
"""
DELAY = 0.7
LATE = 8.0


@dataclass(eq=False)
class Route:
    """One connection of a client through the net."""

    number: int
    to_client: asyncio.StreamWriter
    to_server: asyncio.StreamWriter
    mode: str = ""
    held: list[bytes] = field(default_factory=list)

    def fail(self, mode: str) -> None:
        assert mode in MODES
        if mode == "drop":
            for each in (self.to_client, self.to_server):
                each.transport.abort()
        elif mode == "late":
            asyncio.get_running_loop().call_later(LATE, self.deliver)
        self.mode = mode

    def deliver(self) -> None:
        """What was held back comes at last."""
        if not self.to_server.transport.is_closing():
            self.to_server.write(b"".join(self.held))


class FaultyNet:
    """Listens on a port of its own while its block runs; new connections work until they are told to fail."""

    def __init__(self, address: str) -> None:
        self.port = urlsplit(address).port
        self.address = ""
        self.routes: list[Route] = []
        """Connections that are open, the oldest first."""
        self.made = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._listening = threading.Event()
        self._stop = asyncio.Event()

    def fail(self, mode: str, client_port: int | None = None) -> int:
        """Let all lines fail that are open now, or the one from this port; how many there were."""

        async def each() -> int:
            chosen = [
                route
                for route in self.routes
                if route.mode in ("", "delay") and client_port in (None, port_of(route.to_client))
            ]
            for route in chosen:
                route.fail(mode)
            return len(chosen)

        return asyncio.run_coroutine_threadsafe(each(), self._loop).result(10)

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._listening.set()
        await self._stop.wait()
        server.close()
        for route in self.routes:
            route.fail("drop")
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        if tasks:
            await asyncio.wait(tasks, timeout=10)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers = [writer]
        route = None
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.port)
            writers.append(server_writer)
            self.made += 1
            route = Route(self.made, writer, server_writer)
            self.routes.append(route)
            await asyncio.gather(
                pump(route, reader, server_writer, held=route.held),
                pump(route, server_reader, writer, held=None),
            )
        finally:
            if route is not None:
                self.routes.remove(route)
            for each in writers:
                await hang_up(each)

    def __enter__(self) -> "FaultyNet":
        self._thread.start()
        self._listening.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


def port_of(writer: asyncio.StreamWriter) -> int:
    """The port on the other side."""
    port: int = writer.get_extra_info("peername")[1]
    return port


async def pump(
    route: Route,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    held: list[bytes] | None,
) -> None:
    """Pass bytes on. On a line that has failed even its end is not passed on."""
    try:
        while data := await reader.read(CHUNK):
            if route.mode == "delay":
                await asyncio.sleep(DELAY)
            if route.mode in ("half-open", "late"):
                if held is not None and route.mode == "late":
                    held.append(data)
                continue
            writer.write(data)
            await writer.drain()
    except OSError:
        return
    finally:
        if route.mode not in ("half-open", "late"):
            writer.close()
