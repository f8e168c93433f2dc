"""What can stand between clients and a server: a wire tap, and a net whose lines fail on demand."""

import asyncio
import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import NamedTuple, Self
from urllib.parse import urlsplit

CHUNK = 1 << 16
CLOSING_SECONDS = 1.0
MODES = ("drop", "delay", "half-open", "late")
"""How a line can fail.

drop: both ends notice at once. delay: everything arrives, but slowly. half-open: nothing arrives any
more in either direction, and neither end notices. late: the same, but what the client had sent
arrives later, after what it sent on newer lines.
"""
DELAY = 0.7
LATE = 8.0


class Line(NamedTuple):
    """One connection of a client, and the one to the server that belongs to it."""

    from_client: asyncio.StreamReader
    to_client: asyncio.StreamWriter
    from_server: asyncio.StreamReader
    to_server: asyncio.StreamWriter


class Relay(ABC):
    """Listens on a port of its own while its block runs, and connects each client to the server."""

    def __init__(self, address: str) -> None:
        self.port = urlsplit(address).port
        self.address = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._listening = threading.Event()
        self._stop = asyncio.Event()

    @abstractmethod
    async def pass_on(self, line: Line) -> None:
        """Pass bytes on in both directions until the line ends."""

    @abstractmethod
    async def end_lines(self, tasks: "list[asyncio.Task[None]]") -> None:
        """End the tasks of all lines that are still open."""

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._listening.set()
        await self._stop.wait()
        server.close()
        await self.end_lines(
            [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        )

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers = [writer]
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.port)
            writers.append(server_writer)
            await self.pass_on(Line(reader, writer, server_reader, server_writer))
        finally:
            for each in writers:
                await hang_up(each)

    def __enter__(self) -> Self:
        self._thread.start()
        self._listening.wait()
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


async def hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection for good: a loop that ends first would leave its socket open."""
    writer.close()
    try:
        async with asyncio.timeout(CLOSING_SECONDS):
            await writer.wait_closed()
    except OSError:
        # Nobody reads it, or it was reset.
        writer.transport.abort()
        await asyncio.sleep(0)


class Recorder(Relay):
    """A wire tap: keeps everything that the server sent."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.streams: list[bytearray] = []
        """What the server sent, one stream for each connection."""

    async def pass_on(self, line: Line) -> None:
        stream = bytearray()
        self.streams.append(stream)
        await asyncio.gather(
            record(line.from_client, line.to_server, None),
            record(line.from_server, line.to_client, stream),
        )

    async def end_lines(self, tasks: "list[asyncio.Task[None]]") -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def record(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, stream: bytearray | None
) -> None:
    try:
        while data := await reader.read(CHUNK):
            if stream is not None:
                stream += data
            writer.write(data)
            await writer.drain()
    except OSError:
        return
    finally:
        writer.close()


@dataclass(eq=False)
class Route:
    """One connection of a client through the net, and how it fails."""

    to_client: asyncio.StreamWriter
    to_server: asyncio.StreamWriter
    mode: str = ""
    held: list[bytes] = field(default_factory=list)

    def fail(self, mode: str) -> None:
        assert mode in MODES
        if mode == "drop":
            for writer in (self.to_client, self.to_server):
                writer.transport.abort()
        elif mode == "late":
            asyncio.get_running_loop().call_later(LATE, self.deliver)
        self.mode = mode

    def deliver(self) -> None:
        """Deliver at last what was held back."""
        if not self.to_server.transport.is_closing():
            self.to_server.write(b"".join(self.held))


class FaultyNet(Relay):
    """A net whose lines work until they are made to fail."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.routes: list[Route] = []
        """Connections that are open, the oldest first."""
        self.opened = 0
        self.away: dict[str, asyncio.Event] = {}
        """The addresses of clients whose net is gone, and what says that it is back."""

    def fail(self, mode: str, client_port: int | None = None) -> int:
        """Make all open lines fail, or the one from this port; returns how many failed."""

        async def fail_each() -> int:
            chosen = [
                route
                for route in self.routes
                if route.mode in ("", "delay") and client_port in (None, port_of(route.to_client))
            ]
            for route in chosen:
                route.fail(mode)
            return len(chosen)

        return asyncio.run_coroutine_threadsafe(fail_each(), self._loop).result(10)

    def go_away(self, client: str) -> None:
        """Nothing new gets through from this address; what was begun meanwhile goes on when the net is back."""
        self._loop.call_soon_threadsafe(self.away.setdefault, client, asyncio.Event())

    def come_back(self, client: str) -> None:
        def back() -> None:
            self.away.pop(client).set()

        self._loop.call_soon_threadsafe(back)

    async def pass_on(self, line: Line) -> None:
        self.opened += 1
        gone = self.away.get(line.to_client.get_extra_info("peername")[0])
        if gone is not None:
            await gone.wait()
        route = Route(line.to_client, line.to_server)
        self.routes.append(route)
        try:
            await asyncio.gather(
                carry(route, line.from_client, line.to_server, held=route.held),
                carry(route, line.from_server, line.to_client, held=None),
            )
        finally:
            self.routes.remove(route)

    async def end_lines(self, tasks: "list[asyncio.Task[None]]") -> None:
        for route in self.routes:
            route.fail("drop")
        if tasks:
            await asyncio.wait(tasks, timeout=10)


def port_of(writer: asyncio.StreamWriter) -> int:
    """The port on the other side."""
    port: int = writer.get_extra_info("peername")[1]
    return port


async def carry(
    route: Route,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    held: list[bytes] | None,
) -> None:
    """Pass bytes on. A line that has failed does not even pass on its end."""
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
