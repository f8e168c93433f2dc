"""Clients of the protocol that play many seats in one process."""

import asyncio
import random
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from rollplayer.server.protocol.differences import applied
from tests.server.harness import Server

Plain = dict[str, Any]
LOST = (OSError, EOFError, TimeoutError, WebSocketException)
"""What it looks like when the other side is gone."""
NO_HELLO = "4408"
WAIT_SECONDS = 120.0
"""Longer than any machine keeps a server waiting; whatever comes later comes never."""


class Gone(Exception):
    """The server has closed a socket that waited for something; says with which code."""


EXPANSIONS: Final[Iterator[list[str]]] = cycle([["monsters-and-minions"], []])

read = msgspec.json.Decoder().decode
write = msgspec.json.Encoder().encode


@dataclass
class Place:
    """One game with the tokens of its seats."""

    id: str
    tokens: dict[int, str]
    host: str

    @property
    def path(self) -> str:
        return f"/api/v1/games/{self.id}"


def create(server: Server, players: int, **wish: Any) -> Place:
    """A game that has begun: every second one with the expansion, unless its options are given."""
    seats = wish.pop("seats", [{"kind": "human", "name": f"P{n}"} for n in range(players)])
    options = wish.pop("options", None) or {"players": players, "expansions": next(EXPANSIONS)}
    body = {"options": options, "seats": seats, "start": True, **wish}
    created = server.post("/api/v1/games", body)
    tokens = {int(seat): token for seat, token in created["seats"].items()}
    return Place(created["game"]["id"], tokens, created["host"])


def is_healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(address + "/healthz", timeout=2) as response:
            return bool(response.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def open_socket(
    address: str, place: Place, headers: Mapping[str, str] | None = None, source: str = ""
) -> connect:
    """A socket at a table, perhaps from a certain address of this machine."""
    return connect(
        address.replace("http", "ws", 1) + place.path + "/socket",
        compression=None,
        max_size=None,
        ping_interval=None,
        open_timeout=20,
        close_timeout=0.2,
        additional_headers=headers or {},
        local_addr=(source, 0) if source else None,
    )


async def say(socket: ClientConnection, message: Plain) -> None:
    await socket.send(write(message).decode())


def hello(*tokens: str, since: int | None = None, **more: Any) -> Plain:
    return {"type": "hello", "protocol": 1, "tokens": list(tokens), "since": since, **more}


def heard(table: Plain, message: Plain) -> Plain:
    """The table after a message: told whole, or as the difference from the one before."""
    if message["type"] in ("state", "update"):
        return message
    if message["type"] != "difference":
        return table
    return {
        **applied(table, message["changes"]),
        "since": message["since"],
        "version": message["version"],
    }


def wanted_of(table: Plain, seat: int, dice: random.Random) -> Plain | None:
    """What the table waits for from this seat: an answer at random, or that it passes a last call."""
    mine = table["seats"].get(str(seat))
    if mine is None or table["over"]:
        return None
    call = table["last_call"]
    if call is not None:
        return {"type": "pass-call"} if seat in call["seats"] else None
    if mine["options"]:
        return {"type": "answer", "answer": dice.choice(mine["options"])["notation"]}
    return None


class Seated:
    """One seat at one table, played at random by its own dice."""

    def __init__(self, address: str, place: Place, seat: int) -> None:
        self.address, self.place, self.seat = address, place, seat
        self.dice = random.Random(f"{place.id} {seat}")
        self.table: Plain = {}

    def wanted(self) -> Plain | None:
        """What the table waits for from this seat."""
        return wanted_of(self.table, self.seat, self.dice)


@dataclass(frozen=True)
class Sent:
    """A command on its way."""

    command: str
    version: int
    kind: str
    notation: str

    def message(self, seat: int) -> Plain:
        message = {
            "type": self.kind,
            "command": self.command,
            "version": self.version,
            "seat": seat,
        }
        return message if self.kind == "undo" else {**message, "answer": self.notation}


@dataclass
class Chooser:
    """Plays at random: mostly answers, sometimes interrupts, sometimes takes back."""

    seat: int
    dice: random.Random
    interrupts: float = 0.1
    takes_back: float = 0.05
    name: str = ""
    count: int = field(default=0)

    def choose(self, table: Plain) -> Sent | None:
        """What to send now, if anything."""
        mine = table["seats"].get(str(self.seat))
        if mine is None or table["over"]:
            return None
        if mine["undo"]["can"] and self.dice.random() < self.takes_back:
            return self.sent(table, "undo", "")
        if mine["options"]:
            return self.sent(table, "answer", self.dice.choice(mine["options"])["notation"])
        if mine["interruptions"] and self.dice.random() < self.interrupts:
            return self.sent(
                table, "interrupt", self.dice.choice(mine["interruptions"])["notation"]
            )
        return None

    def sent(self, table: Plain, kind: str, notation: str) -> Sent:
        self.count += 1
        return Sent(f"{self.name}-{self.count:06}", table["version"], kind, notation)


async def quietly(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


class Heading(msgspec.Struct):
    """As much of a message as is read of each. What a table shows is read when somebody looks."""

    type: str
    command: str = ""
    version: int = 0
    view: msgspec.Raw = msgspec.Raw()


read_heading = msgspec.json.Decoder(Heading).decode


class Sitter:
    """A socket that listens all the time: the latest table, and what was replied to each command."""

    def __init__(self, address: str, place: Place, *tokens: str, source: str = "") -> None:
        self.address, self.place, self.tokens = address, place, tokens
        self.source = source
        self.version: int | None = None
        self.view = b""
        self._text: str | bytes = b"{}"
        self._table: Plain | None = None
        self.replies: dict[str, list[Plain]] = {}
        self.kinds: dict[str, int] = {}
        """How many messages of each type were heard."""
        self.is_gone = False
        self.why_gone = "closed"
        self.late = 0
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None

    async def open(self) -> "Sitter":
        while True:
            try:
                return await self._open()
            except Gone:
                await self.close()
                if NO_HELLO not in self.why_gone:
                    raise
                # The machine kept the server waiting for longer than it waits for a hello.
                self.late += 1

    async def _open(self) -> "Sitter":
        self._socket = await open_socket(self.address, self.place, source=self.source)
        await say(self._socket, hello(*self.tokens, since=self.version))
        states = self.heard("state")
        self.is_gone = False
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self.until_states(states + 1)
        return self

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._listening is not None:
            await quietly(self._listening)

    @property
    def table(self) -> Plain:
        """The latest."""
        if self._table is None:
            self._table = read(self._text)
        return self._table

    def heard(self, kind: str) -> int:
        return self.kinds.get(kind, 0)

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                message = read_heading(raw)
                kind = message.type
                self.kinds[kind] = self.heard(kind) + 1
                if kind in ("state", "update"):
                    self.version, self.view = message.version, bytes(message.view)
                    self._text, self._table = raw, None
                elif kind in ("ack", "refused"):
                    self.replies.setdefault(message.command, []).append(read(raw))
                self._changed.set()
        except LOST as error:
            self.why_gone = repr(error)
        finally:
            self.is_gone = True
            self._changed.set()

    async def send(self, message: Plain) -> None:
        assert self._socket is not None
        await say(self._socket, message)

    async def send_text(self, text: str) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def until(self, holds: Callable[[], bool], seconds: float = WAIT_SECONDS) -> None:
        """Listen until something holds; Gone if nobody speaks any more."""
        async with asyncio.timeout(seconds):
            while not holds():
                if self.is_gone:
                    raise Gone(self.why_gone)
                self._changed.clear()
                await self._changed.wait()

    async def until_replied(self, command: str, times: int = 1) -> None:
        await self.until(lambda: len(self.replies.get(command, [])) >= times)

    async def until_version(self, version: int) -> None:
        await self.until(lambda: self.version is not None and self.version >= version)

    async def until_states(self, number: int) -> None:
        await self.until(lambda: self.heard("state") >= number)

    def asked(self) -> int | None:
        """The seat of ours that is asked."""
        seat = self.table["pending"]["seat"] if self.table["pending"] else None
        return seat if str(seat) in self.table["seats"] else None
