"""Devices at one table that do at random what people do, and note what happens (``history``)."""

import asyncio
import contextlib
import random
import urllib.request
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import msgspec
from websockets.asyncio.client import ClientConnection

from tests.proofs.history import ENTRIES, NEVER, Entry, History, Line, Look, now
from tests.proofs.people import LOST, Place, Plain, hello, open_socket, quietly, say
from tests.server.harness import Server, bearer

REPLY_SECONDS = 60.0
"""Longer than any machine keeps a server waiting: whatever has no reply then never has one."""
IDLE_SECONDS = 0.15
TWICE = 0.25
OLD = 0.03
EXPECTED = frozenset(
    [
        "stale",
        "illegal",
        "not-asked",
        "last-call",
        "cannot-undo",
        "no-vote",
        "not-running",
        "too-fast",
    ]
)
"""Why something may be refused at a table where everybody does as they like."""
MAY_PASS = frozenset(["moved", "stopping", "held", "unconfirmed"])


class Option(msgspec.Struct):
    notation: str


class Undo(msgspec.Struct):
    can: bool


class Part(msgspec.Struct):
    """What one's own seat may do."""

    undo: Undo
    options: list[Option] = []
    interruptions: list[Option] = []


class Call(msgspec.Struct):
    seats: list[int]


class Vote(msgspec.Struct):
    waiting: list[int]
    by: int


class Heard(msgspec.Struct):
    """As much of any message as counts here."""

    type: str
    command: str = ""
    entry: int | None = None
    version: int = 0
    since: int | None = None
    duplicate: bool = False
    code: str = ""
    text: str = ""
    over: bool = False
    view: msgspec.Raw = msgspec.Raw()
    seats: dict[str, Part] | list[int] = {}
    entries: list[Entry] = []
    chat: list[Line] = []
    last_call: Call | None = None
    vote: Vote | None = None
    n: int = 0
    seat: int | None = None


read = msgspec.json.Decoder(Heard).decode


@dataclass
class Schedule:
    """How much is still to be done, wherever that is."""

    seed: str
    operations: int
    doors: Sequence[Server]
    until: float = NEVER
    """The moment from which on nothing more is begun."""

    @property
    def is_done(self) -> bool:
        return self.operations <= 0 or now() > self.until


class Device:
    """One client: of one seat, or of somebody who watches."""

    def __init__(
        self, schedule: Schedule, history: History, place: Place, name: str, seat: int | None
    ) -> None:
        self.schedule, self.history, self.place = schedule, history, place
        self.name, self.seat = name, seat
        self.dice = random.Random(f"{schedule.seed} {name}")
        self.table: Heard | None = None
        self.waits_for: set[str] = set()
        """Names of commands that have no reply on any line yet."""
        self.sent: dict[str, Plain] = {}
        self.asked_at: deque[float] = deque()
        """When each table that is still to be shown was asked for."""
        self.sent_at: dict[str, float] = {}
        self.socket: ClientConnection | None = None
        self.listening: asyncio.Task[None] | None = None
        self.changed = asyncio.Event()
        self.count = self.lines = 0
        self.is_gone = False

    @property
    def tokens(self) -> list[str]:
        return [] if self.seat is None else [self.place.tokens[self.seat]]

    @property
    def has_owner(self) -> bool:
        """Whether the owner of the room itself shows the table here."""
        return self.seat is not None or len(self.schedule.doors) == 1

    # -- the line -------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Come in at any door, and again until somebody shows the table."""
        while True:
            with contextlib.suppress(*LOST):
                door = self.dice.choice(self.schedule.doors)
                socket = await open_socket(door.address, self.place)
                self.socket, self.is_gone = socket, False
                self.lines += 1
                version = self.table.version if self.table else None
                self.asked_at.clear()
                self.asked_at.append(now())
                await say(socket, hello(*self.tokens, since=version))
                self.listening = asyncio.create_task(self.listen(socket))
                await self.until(lambda: not self.asked_at)
                # What has no reply yet is sent again, as the protocol demands.
                for name in sorted(self.waits_for):
                    await self.send_again(name)
                return
            await self.close(politely=False)
            await asyncio.sleep(self.dice.uniform(0.02, 0.2))

    async def close(self, *, politely: bool = True) -> None:
        if self.socket is not None:
            if politely:
                await self.socket.close()
            else:
                self.socket.transport.abort()
        if self.listening is not None:
            await quietly(self.listening)

    async def listen(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                self.hear(read(raw), now())
                self.changed.set()
        except LOST:
            return
        finally:
            self.is_gone = True
            self.changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait; whoever's line ends meanwhile reads OSError."""
        async with asyncio.timeout(REPLY_SECONDS):
            while not holds():
                if self.is_gone:
                    raise ConnectionResetError
                self.changed.clear()
                await self.changed.wait()

    def hear(self, message: Heard, moment: float) -> None:
        match message.type:
            case "state":
                begun = self.asked_at.popleft() if self.asked_at else None
                said = max((line.n for line in message.chat), default=0)
                self.see(message, moment, begun, said)
            case "update":
                before = self.table.version if self.table else message.version
                if message.since not in (before, message.version):
                    self.history.note("untrue", f"{self.name} missed what came after {before}")
                self.see(message, moment, None, None)
            case "chat":
                line = Line(message.n, message.seat, message.text)
                version = self.table.version if self.table else 0
                look = self.look(version, moment, None, message.n)
                self.history.shown(look, [], [line], b"")
            case "ack" | "refused" if message.command:
                self.replied(message)

    def see(self, message: Heard, moment: float, begun: float | None, said: int | None) -> None:
        self.table = message
        look = self.look(message.version, moment, begun, said)
        self.history.shown(look, message.entries, message.chat, bytes(message.view))

    def look(self, version: int, moment: float, begun: float | None, said: int | None) -> Look:
        return Look(self.name, moment, version, said, begun, self.lines, self.has_owner)

    def replied(self, message: Heard) -> None:
        name = f"{self.seat}:{message.command}"
        asked_at = self.sent_at.get(name)
        if asked_at is None:
            self.history.note("untrue", f"{self.name} had a reply to {name}, which it never sent")
            return
        if message.type == "ack":
            self.history.acknowledged(name, message.entry, message.version)
            is_shown = message.duplicate and message.entry is not None
        else:
            self.history.commands[name].refused.append(message.code)
            if message.code not in EXPECTED | MAY_PASS:
                self.history.note("untrue", f"{self.name}: {message.code} {message.text}")
            is_shown = message.code == "stale"
        if is_shown:
            # The table follows before anything else that was asked for.
            self.asked_at.appendleft(asked_at)
        self.waits_for.discard(name)

    # -- what it does ---------------------------------------------------------------------------------

    async def play(self) -> None:
        """Do one thing after another until there is nothing left to do, or the game is over."""
        try:
            await self.open()
            while not self.schedule.is_done and not (self.table and self.table.over):
                await self.surely(self.act)
            await self.surely(self.end)
        finally:
            await self.close()

    async def surely(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step; whoever loses the line comes back first, and what had no reply is sent again."""
        while True:
            with contextlib.suppress(*LOST):
                await step()
                return
            await self.close(politely=False)
            await self.open()

    async def end(self) -> None:
        """What is still on its way, and a last look."""
        await self.until(lambda: not self.waits_for)
        await self.ask()
        await self.ask_by_http()

    async def act(self) -> None:
        assert self.table is not None
        lot = self.dice.random()
        if lot < 0.08:
            await self.ask()
        elif lot < 0.15:
            await self.ask_by_http()
        elif lot < 0.19:
            self.schedule.operations -= 1
            await self.close(politely=self.dice.random() < 0.5)
            await self.open()
        elif self.seat is None:
            await self.idle()
        elif lot < 0.25:
            await self.command("chat", {"text": f"{self.name} says {self.count}"})
        else:
            wish = self.wish(self.table)
            if wish is None:
                await self.idle()
            else:
                await self.command(*wish)

    def wish(self, table: Heard) -> tuple[str, Plain] | None:
        """What to do at the table, if anything."""
        assert isinstance(table.seats, dict)
        mine = table.seats.get(str(self.seat))
        if mine is None or table.over:
            return None
        if table.last_call is not None and self.seat in table.last_call.seats:
            return "pass-call", {}
        vote = table.vote
        if vote is not None and self.seat in vote.waiting:
            return "undo-vote", {"agree": self.dice.random() < 0.7}
        lot = self.dice.random()
        if mine.undo.can and lot < 0.08:
            return "undo", {}
        if table.version > 3 and lot < 0.1 and vote is None:
            return "undo-ask", {}
        if mine.options:
            return "answer", {"answer": self.dice.choice(mine.options).notation}
        if mine.interruptions and lot < 0.2:
            return "interrupt", {"answer": self.dice.choice(mine.interruptions).notation}
        return None

    async def idle(self) -> None:
        """Until something changes, for a moment."""
        self.changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.dice.uniform(0, IDLE_SECONDS)):
                await self.changed.wait()
        if self.is_gone:
            raise ConnectionResetError

    async def ask(self) -> None:
        """A look on the line that is open."""
        assert self.socket is not None
        assert self.table is not None
        self.schedule.operations -= 1
        self.asked_at.append(now())
        await say(self.socket, hello(*self.tokens, since=self.table.version))
        await self.until(lambda: not self.asked_at)

    async def ask_by_http(self) -> None:
        """A look by a request, at any door."""
        self.schedule.operations -= 1
        door = self.dice.choice(self.schedule.doors)
        since = self.dice.choice([0, self.table.version if self.table else 0])
        request = urllib.request.Request(
            f"{door.address}{self.place.path}/state?since={since}", headers=bearer(*self.tokens)
        )

        def get() -> bytes:
            with urllib.request.urlopen(request, timeout=REPLY_SECONDS) as response:
                told: bytes = response.read()
            return told

        begun = now()
        message = read(await asyncio.to_thread(get))
        said = max((line.n for line in message.chat), default=0)
        look = Look(f"{self.name} by HTTP", now(), message.version, said, begun)
        self.history.shown(look, message.entries, message.chat, bytes(message.view))

    async def command(self, kind: str, fields: Plain) -> None:
        """Send it, perhaps twice, and wait for the replies."""
        assert self.table is not None
        self.count += 1
        version = self.table.version
        if kind in ENTRIES and self.dice.random() < OLD:
            version = max(0, version - self.dice.randrange(3))
        command = f"{self.name}-{self.count:05}"
        message = {"type": kind, "command": command, "seat": self.seat, **fields}
        if kind != "chat":
            message["version"] = version
        name = f"{self.seat}:{command}"
        copies = 2 if self.dice.random() < TWICE and kind != "undo-ask" else 1
        self.sent[name] = message
        self.waits_for.add(name)
        for _ in range(copies):
            await self.send_again(name)
            if self.dice.random() < 0.3:
                # The copy may also come after the reply, or on another line.
                await self.until(lambda: name not in self.waits_for)
                if self.dice.random() < 0.2:
                    await self.close(politely=False)
                    await self.open()
        await self.until(lambda: name not in self.waits_for)

    async def send_again(self, name: str) -> None:
        message = self.sent[name]
        text = str(message.get("answer", message.get("text", "")))
        assert self.seat is not None
        assert self.socket is not None
        kind, version = message["type"], message.get("version", 0)
        self.history.begin(kind, name, self.seat, text, version)
        self.schedule.operations -= 1
        self.waits_for.add(name)
        self.sent_at[name] = now()
        await say(self.socket, message)
