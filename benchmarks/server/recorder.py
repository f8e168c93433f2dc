"""A wire tap: passes bytes between clients and a server, and keeps all that the server sent."""

import asyncio
import threading
from types import TracebackType
from urllib.parse import urlsplit

CHUNK = 1 << 16
CLOSING_SECONDS = 1.0


class Recorder:
    """Listens on a port of its own while its block runs."""

    def __init__(self, address: str) -> None:
        self.port = urlsplit(address).port
        self.streams: list[bytearray] = []
        """What the server sent, one for each connection."""
        self.address = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._listening = threading.Event()
        self._stop = asyncio.Event()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._listening.set()
        await self._stop.wait()
        server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers = [writer]
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.port)
            writers.append(server_writer)
            kept = bytearray()
            self.streams.append(kept)
            await asyncio.gather(
                pump(reader, server_writer, None), pump(server_reader, writer, kept)
            )
        finally:
            for each in writers:
                await hang_up(each)

    def __enter__(self) -> "Recorder":
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


async def pump(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kept: bytearray | None
) -> None:
    try:
        while data := await reader.read(CHUNK):
            if kept is not None:
                kept += data
            writer.write(data)
            await writer.drain()
    except OSError:
        return
    finally:
        writer.close()
