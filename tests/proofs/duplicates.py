"""Send each command several times, on two sockets and after reconnecting: it has one effect.

python -m tests.proofs.duplicates --sends 10000
"""

import asyncio
import random
import signal
from dataclasses import dataclass, field
from pathlib import Path

from tests.proofs.people import LOST, Chooser, Gone, Place, Plain, Sitter, create
from tests.proofs.report import Report, end, parser_of, take_store
from tests.server.harness import Server, temporary_server
from tests.server.stores import opened

MOST_COPIES = 5
TABLES = 10


@dataclass
class Count:
    wanted: int
    sends: int = 0
    commands: int = 0
    reconnects: int = 0
    closed_by_server: int = 0
    acks: int = 0
    entries: dict[tuple[str, str], int | None] = field(default_factory=dict)
    """By game and name in the log: the entry that was acknowledged; None for chat."""
    failures: list[str] = field(default_factory=list)


class Repeater:
    """One table, two sockets that hold both seats, every command several times."""

    def __init__(self, count: Count, address: str, place: Place, number: int) -> None:
        self.count, self.place = count, place
        self.dice = random.Random(number)
        self.sockets = [Sitter(address, place, *place.tokens.values()) for _ in range(2)]
        self.choosers = {
            seat: Chooser(seat, self.dice, 0, 0.1, f"repeat-{number}-{seat}")
            for seat in place.tokens
        }

    async def play(self) -> None:
        for socket in self.sockets:
            await self.reopen(socket)
        while self.count.sends < self.count.wanted and not self.sockets[0].table["over"]:
            await self.repeat(*self.message())
        for socket in self.sockets:
            await socket.close()

    def message(self) -> tuple[Plain, int]:
        """The next message, and its seat."""
        table = self.sockets[0].table
        seat = self.sockets[0].asked()
        assert seat is not None
        if self.dice.random() < 0.1:
            self.choosers[seat].count += 1
            command = f"chat-{self.place.id}-{seat}-{self.choosers[seat].count}"
            return {"type": "chat", "command": command, "seat": seat, "text": "again"}, seat
        chosen = self.choosers[seat].choose(table)
        assert chosen is not None
        return chosen.message(seat), seat

    async def repeat(self, message: Plain, seat: int) -> None:
        """Send a message one to five times in different ways; every reply must be the same."""
        copies = self.dice.randint(1, MOST_COPIES)
        command = message["command"]
        expected = {id(socket): 0 for socket in self.sockets}
        for copy in range(copies):
            socket = self.dice.choice(self.sockets)
            await self.send(socket, message)
            expected[id(socket)] += 1
            if copy + 1 < copies and self.dice.random() < 0.1:
                self.count.reconnects += 1
                await self.reopen(socket)
                # Nobody knows whether these arrived; the next copy will tell.
                expected[id(socket)] = len(socket.replies.get(command, []))
        for socket in self.sockets:
            await self.hear(socket, message, expected[id(socket)])
        self.count.commands += 1
        version = self.check(message, seat)
        for socket in self.sockets:
            await self.catch_up(socket, version)

    async def send(self, socket: Sitter, message: Plain) -> None:
        try:
            await socket.send(message)
        except LOST:
            await self.come_back(socket)
            await socket.send(message)
        self.count.sends += 1

    async def hear(self, socket: Sitter, message: Plain, replies: int) -> None:
        """Wait for this many replies. If the server closes the socket first, reconnect as clients must."""
        command = message["command"]
        while True:
            try:
                return await socket.until_replied(command, replies)
            except Gone:
                await self.come_back(socket)
                await self.send(socket, message)
                replies = len(socket.replies.get(command, [])) + 1

    async def catch_up(self, socket: Sitter, version: int) -> None:
        try:
            await socket.until_version(version)
        except Gone:
            await self.come_back(socket)
            await socket.until_version(version)

    async def come_back(self, socket: Sitter) -> None:
        """The server has closed the socket, as it may when the machine kept it waiting."""
        self.count.closed_by_server += 1
        await self.reopen(socket)

    async def reopen(self, socket: Sitter) -> None:
        await socket.close()
        late = socket.late
        await socket.open()
        self.count.closed_by_server += socket.late - late

    def check(self, message: Plain, seat: int) -> int:
        """Compare all replies; returns the version they name."""
        command = message["command"]
        replies = [each for socket in self.sockets for each in socket.replies.pop(command, [])]
        self.count.acks += len(replies)
        refused = [reply for reply in replies if reply["type"] != "ack"]
        entries = {each.get("entry") for each in replies}
        first = sum(not each.get("duplicate") for each in replies)
        if refused or len(entries) != 1 or first > 1:
            self.count.failures.append(f"{message} was answered with {replies}")
        else:
            self.count.entries[self.place.id, f"{seat}:{command}"] = entries.pop()
        return max(int(each.get("version", 0)) for each in replies)


def check_disk(data: Path, count: Count) -> int:
    """How many commands are on disk exactly once, under the acknowledged number."""
    good = 0
    with opened(data) as games:
        entries: dict[tuple[str, str], list[int | None]] = {}
        for game, command, n in games.execute(
            "SELECT game, command, n FROM entries WHERE command IS NOT NULL"
        ):
            entries.setdefault((game, command), []).append(n)
        for game, command in games.execute("SELECT game, command FROM chat"):
            entries.setdefault((game, command), []).append(None)
    for key, entry in count.entries.items():
        if entries.pop(key, []) == [entry]:
            good += 1
        else:
            count.failures.append(f"{key} is not on the disk once as {entry}")
    if entries:
        count.failures.append(f"{len(entries)} commands on the disk that nobody sent")
    return good


async def play_all(server: Server, count: Count) -> None:
    number = 0

    async def play_on() -> None:
        nonlocal number
        while count.sends < count.wanted:
            number += 1
            place = await asyncio.to_thread(create, server, 2)
            await Repeater(count, server.address, place, number).play()

    async with asyncio.TaskGroup() as group:
        for _ in range(TABLES):
            group.create_task(play_on())


def prove(sends: int) -> Report:
    report = Report("duplicates")
    count = Count(sends)
    with temporary_server() as server:
        asyncio.run(play_all(server, count))
        server.end(signal.SIGKILL)
        good = check_disk(server.data, count)
    report.failures = count.failures
    report.figures = {
        "sends": count.sends,
        "commands": count.commands,
        "reconnects between copies": count.reconnects,
        "sockets closed by the server": count.closed_by_server,
        "acks": count.acks,
        "commands with exactly one effect": good,
    }
    report.expect(good == count.commands, "some commands had no effect or several")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--sends", type=int, default=10_000)
    arguments = parser.parse_args()
    end([prove(arguments.sends)], as_json=arguments.json)


if __name__ == "__main__":
    main()
