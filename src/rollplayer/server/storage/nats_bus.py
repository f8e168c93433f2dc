"""The bus as a NATS server: a subject for each game, and on it its versions.

As much of its protocol as that takes, which is lines of text. One connection says and hears; it is made again whenever
it is lost.
"""

import asyncio
import json
import logging
from typing import Final
from urllib.parse import unquote, urlsplit

from rollplayer.server.common.settings import without_user
from rollplayer.server.storage.bus import Heard

logger = logging.getLogger(__name__)

PORT: Final = 4222
SUBJECT: Final = "rollplayer."
CONNECT_SECONDS: Final = 2.0
SILENT_SECONDS: Final = 5.0
"""So often the bus is asked whether it is there; after twice as long without a word the line is dead."""
AGAIN_SECONDS: Final = 0.5
MOST_WAITING: Final = 1 << 16
"""Bytes that may wait to be read by the bus. Who has to say more than that takes the line for dead."""
LONGEST: Final = 1 << 16
"""Bytes that are read at a time, and of a line at most."""
LONGEST_SIZE: Final = 9
"""Digits of the size of a message; a bus takes some megabytes at most."""
LOST: Final = (
    OSError,
    TimeoutError,
    asyncio.IncompleteReadError,
    asyncio.LimitOverrunError,
)


class NotABus(ConnectionError):
    """What answers does not speak as a bus does, or does not let us in."""


class NatsBus:
    """One process at the bus."""

    def __init__(self, address: str) -> None:
        self.name = without_user(address)
        self._address = address
        self._numbers: dict[str, int] = {}
        """The games that are listened to, and what the bus calls each."""
        self._last = 0
        self._heard: Heard | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        return self._writer is not None

    def start(self, heard: Heard) -> None:
        self._heard = heard
        self._task = asyncio.create_task(self._keep(), name="bus")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def tell(self, game: str, version: int) -> None:
        self._say(f"PUB {SUBJECT}{game} {len(str(version))}\r\n{version}")

    def listen(self, game: str) -> None:
        if game not in self._numbers:
            self._last += 1
            self._numbers[game] = self._last
            self._say(f"SUB {SUBJECT}{game} {self._last}")

    def ignore(self, game: str) -> None:
        number = self._numbers.pop(game, None)
        if number is not None:
            self._say(f"UNSUB {number}")

    def _say(self, line: str) -> None:
        writer = self._writer
        if writer is None or writer.is_closing():
            return
        if writer.transport.get_write_buffer_size() > MOST_WAITING:
            # It stands still, and to leave a line out could mean not to listen to a game.
            writer.transport.abort()
            return
        writer.write(line.encode() + b"\r\n")

    # -- the line -----------------------------------------------------------------------------------

    async def _keep(self) -> None:
        reason = ""
        while True:
            try:
                reader, writer = await self._connect()
            except LOST as error:
                if str(error) != reason:
                    # Once for each reason, however long it lasts.
                    reason = str(error)
                    logger.warning("no bus", extra={"bus": self.name, "reason": reason})
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            logger.info("bus", extra={"bus": self.name})
            reason = ""
            self._writer = writer
            try:
                for game, number in self._numbers.items():
                    self._say(f"SUB {SUBJECT}{game} {number}")
                await self._hear(reader)
            except LOST as error:
                logger.warning("bus lost", extra={"bus": self.name, "reason": str(error)})
            finally:
                self._writer = None
                writer.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        parts = urlsplit(self._address)
        # "echo": whoever says something knows it already.
        wishes: dict[str, object] = {"verbose": False, "pedantic": False, "echo": False}
        if parts.password is not None:
            wishes |= {"user": unquote(parts.username or ""), "pass": unquote(parts.password)}
        elif parts.username:
            wishes["auth_token"] = unquote(parts.username)
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port or PORT, limit=LONGEST
            )
            try:
                await expect(reader, "INFO")
                writer.write(f"CONNECT {json.dumps(wishes)}\r\nPING\r\n".encode())
                await expect(reader, "PONG")
            except BaseException:
                writer.transport.abort()
                raise
        return reader, writer

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        asking = asyncio.create_task(self._ask())
        try:
            while True:
                async with asyncio.timeout(2 * SILENT_SECONDS):
                    said = await read(reader)
                    if said[0] == "PING":
                        self._say("PONG")
                    elif said[0] == "MSG":
                        # The version itself: the store knows it better by now.
                        await skip(reader, size_of(said) + 2)
                        game = said[1].removeprefix(SUBJECT)
                        if game in self._numbers and self._heard is not None:
                            self._heard(game)
        finally:
            asking.cancel()

    async def _ask(self) -> None:
        while True:
            await asyncio.sleep(SILENT_SECONDS)
            self._say("PING")


async def read(reader: asyncio.StreamReader) -> list[str]:
    """The words of the next line; raises NotABus if it says that something is wrong."""
    line = (await reader.readuntil(b"\r\n")).decode(errors="replace").strip()
    words = line.split(" ")
    if words[0] == "-ERR":
        raise NotABus(line.removeprefix("-ERR").strip(" '"))
    return words


async def expect(reader: asyncio.StreamReader, word: str) -> None:
    words = await read(reader)
    if words[0] != word:
        raise NotABus("it does not speak the protocol of NATS")


def size_of(said: list[str]) -> int:
    """How long the message is that follows ``MSG subject number [where an answer goes] size``."""
    size = said[-1]
    if len(said) not in (4, 5) or not size.isdecimal() or len(size) > LONGEST_SIZE:
        raise NotABus("it does not say how long a message is")
    return int(size)


async def skip(reader: asyncio.StreamReader, size: int) -> None:
    """Read past a message, however long. None of us says as much, but others may, and nobody leaves for that."""
    while size:
        part = await reader.read(min(size, LONGEST))
        if not part:
            raise asyncio.IncompleteReadError(b"", size)
        size -= len(part)
