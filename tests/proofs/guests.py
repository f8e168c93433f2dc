"""Clients behind lines that fail, which behave like the browser's: they ping, give up, come back and send again."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection

from tests.proofs.people import LOST, Place, Plain, Seated, hello, open_socket, quietly, read, say

PING_AFTER = 1.5
NO_ANSWER = 2.0
LOOK_EVERY = 0.05
AT_ONCE = 0.25
RETRY = 0.5
PATIENCE = 60.0


@dataclass
class Seen:
    """What all clients have seen."""

    back: dict[str, list[float]] = field(default_factory=dict)
    """By the way in which a line failed: seconds until its client was back, since it failed."""
    current: dict[str, list[float]] = field(default_factory=dict)
    """The same since the net was there again, until the client showed what the server has."""
    acknowledged: dict[str, int] = field(default_factory=dict)
    """The entry of each command, as the server said."""
    begun: int = 0
    sent: int = 0
    again: int = 0
    failures: list[str] = field(default_factory=list)


class Guest(Seated):
    """One seat, on one line after another."""

    def __init__(self, seen: Seen, address: str, place: Place, seat: int, source: str = "") -> None:
        super().__init__(address, place, seat)
        self.seen = seen
        self.source = source
        """The address of this machine that its lines come from."""
        self.unsure: dict[str, Plain] = {}
        self.line: ClientConnection | None = None
        self.lines = 0
        self.heard = self.asked = 0.0
        """When the server spoke last, and when it was last asked something it must answer."""
        self.changed = asyncio.Event()
        self.awake = asyncio.Event()
        self.awake.set()
        self.copies = 1
        """How often it sends again what it is unsure of."""
        self.backwards = False
        """Whether it sends that in another order than the first time."""
        self.last_sure: Plain | None = None
        self.living: asyncio.Task[None] | None = None
        self.leftover: set[asyncio.Task[None]] = set()

    # -- the line -------------------------------------------------------------------------------------

    async def open(self) -> None:
        self.living = asyncio.create_task(self.live())
        await self.until(lambda: self.lines > 0)

    async def close(self) -> None:
        if self.living is not None:
            await quietly(self.living)
        for task in list(self.leftover):
            await quietly(task)

    async def live(self) -> None:
        while True:
            lines = self.lines
            with contextlib.suppress(*LOST):
                await self.once()
            worked = self.lines > lines
            wait = AT_ONCE if worked else RETRY
            await asyncio.sleep(wait * self.dice.random())
            await self.awake.wait()

    def door(self) -> str:
        """The address to come to next."""
        return self.address

    def greeting(self) -> Plain:
        return hello(self.place.tokens[self.seat], since=self.table.get("version"))

    async def once(self) -> None:
        """From connecting until the line is considered dead."""
        line = await open_socket(self.door(), self.place, source=self.source)
        try:
            await say(line, self.greeting())
            await self.watch(line)
        finally:
            # Aborted, not closed: a dead client says no goodbye.
            self.line = None
            line.transport.abort()

    async def watch(self, line: ClientConnection) -> None:
        """Ping the server until it stays silent for too long."""
        listening = asyncio.create_task(self.listen(line))
        self.leftover.add(listening)
        listening.add_done_callback(self.leftover.discard)
        self.asked = time.monotonic()
        while not listening.done():
            await asyncio.wait([listening], timeout=LOOK_EVERY)
            slept = not self.awake.is_set()
            await self.awake.wait()
            moment = time.monotonic()
            if slept:
                # Whoever wakes asks at once whether the line still works.
                self.asked = moment
                await say(line, {"type": "ping"})
            elif self.heard < self.asked:
                if moment - self.asked >= NO_ANSWER:
                    return
            elif moment - self.heard >= PING_AFTER:
                self.asked = moment
                await say(line, {"type": "ping"})

    async def listen(self, line: ClientConnection) -> None:
        try:
            async for raw in line:
                await self.awake.wait()
                self.heard = time.monotonic()
                await self.hear(line, read(raw))
                self.changed.set()
        except LOST:
            return

    async def hear(self, line: ClientConnection, message: Plain) -> None:
        match message["type"]:
            case "welcome":
                self.line = line
                await self.send_again(line)
            case "state":
                self.table = message
                self.lines += 1
            case "update":
                if message["since"] not in (self.table["version"], message["version"]):
                    self.seen.failures.append("an update was missed on a line that works")
                self.table = message
            case "ack":
                self.last_sure = self.unsure.pop(message["command"], self.last_sure)
                self.note(message["command"], message["entry"])
            case "refused":
                self.was_refused(message)

    async def send_again(self, line: ClientConnection) -> None:
        """All that has no reply yet; who sends twice also sends what has long had one."""
        unsure = list(self.unsure.values())
        if self.backwards:
            unsure.reverse()
        if self.copies > 1 and self.last_sure is not None:
            unsure.append(self.last_sure)
        for sent in unsure:
            for _ in range(self.copies):
                self.seen.again += 1
                await say(line, sent)

    def was_refused(self, message: Plain) -> None:
        if message["code"] in ("stale", "last-call"):
            self.unsure.pop(message["command"], None)
        else:
            self.seen.failures.append(f"{message['code']}: {message['text']}")

    def note(self, command: str, entry: int | None) -> None:
        if entry is not None and self.seen.acknowledged.setdefault(command, entry) != entry:
            self.seen.failures.append(f"{command} was acknowledged as two entries")

    async def until(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds):
            while not holds():
                self.changed.clear()
                await self.changed.wait()

    async def until_version(self, version: int) -> None:
        await self.until(lambda: self.table["version"] >= version)

    # -- the game -------------------------------------------------------------------------------------

    async def answer(self) -> str:
        """Answer, if there is a line; returns the command."""
        message = self.wanted()
        assert message is not None
        return await self.send(message | {"version": self.table["version"]})

    async def chat(self) -> str:
        return await self.send({"type": "chat", "text": f"I have sent {self.seen.sent}"})

    async def send(self, message: Plain) -> str:
        self.seen.sent += 1
        command = f"{self.place.id}-{self.seat}-{self.seen.sent:06}"
        message |= {"command": command, "seat": self.seat}
        self.unsure[command] = message
        if self.line is not None:
            if self.heard >= self.asked:
                self.asked = time.monotonic()
            # If it is lost, it is sent again on the next line.
            with contextlib.suppress(*LOST):
                await say(self.line, message)
        return command
