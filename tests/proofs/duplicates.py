"""Send each command several times, on two lines, at any process, across restarts: it has one effect.

    python -m tests.proofs.duplicates --sends 10000 --restarts 10
    python -m tests.proofs.duplicates --sends 10000 --restarts 10 --store postgresql   # three processes
    python -m tests.proofs.duplicates --sends 2000 --restarts 10 --control forgets-names   # must fail

Every line comes in at any of the processes and, when it ends, at another one. Meanwhile one process after another is
killed, every third is stopped instead, and each is started again. Whoever is told that a process is stopping or a table
has moved sends once more, as clients must; whatever else is said to the same command must be the same. The controls are
servers that know nothing any more of the commands before a restart, and that acknowledge something else the second time.
"""

import asyncio
import os
import random
import signal
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from rollplayer.build import kind
from tests.proofs.owners import ENDS_SECONDS, servers_of
from tests.proofs.people import LOST, Chooser, Gone, Place, Plain, Sitter, create, is_healthy
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, parser_of, progress, take_store, until
from tests.server.harness import Server
from tests.server.stores import KINDS, VARIABLE, Kept, kept_in

MOST_COPIES = 5
TABLES = 20
PROCESSES = {"sqlite": 1, "postgresql": 3}
CONTROLS = ("forgets-names", "acknowledges-otherwise")
"""Of the defects in ``tests.server.faulty_histories``."""
PUT_OFF = ("stopping", "moved", "not-saved", "busy")
"""Refusals that ask for the same once more."""
AGAIN_SECONDS = 0.1
STOPPED_EVERY = 3


@dataclass
class Count:
    wanted: int
    sends: int = 0
    commands: int = 0
    reconnects: int = 0
    lost_lines: int = 0
    put_off: int = 0
    across: int = 0
    """Commands whose copies came to several processes, or to one before and after its restart."""
    acks: int = 0
    entries: dict[tuple[str, str], int | None] = field(default_factory=dict)
    """By game and name in the log: the entry that was acknowledged; None for chat."""
    failures: list[str] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        return self.sends >= self.wanted or bool(self.failures)


class Doors:
    """Processes, of which one after another is killed or stopped and started again."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers
        self.open = set(range(len(servers)))
        self.started = [0] * len(servers)
        """How often each was started again."""

    def any(self, dice: random.Random) -> int:
        return dice.choice(sorted(self.open) or range(len(self.servers)))

    async def restart(self, number: int, how: int) -> bool:
        """Whether it came back."""
        server = self.servers[number]
        port = server.port
        self.open.discard(number)
        await asyncio.to_thread(server.end, how, ENDS_SECONDS)
        await asyncio.to_thread(server.start, port)
        is_back = await asyncio.to_thread(until, lambda: is_healthy(server.address), 30)
        self.started[number] += 1
        self.open.add(number)
        return is_back

    async def restart_often(self, times: int, count: Count) -> None:
        """Evenly over all that is sent."""
        dice = random.Random(times)
        for number in range(1, times + 1):
            while count.sends < count.wanted * number // (times + 1):
                if count.failures:
                    return
                await asyncio.sleep(0.01)
            how = signal.SIGKILL if number % STOPPED_EVERY else signal.SIGTERM
            if not await self.restart(self.any(dice), how):
                count.failures.append("a process did not come back")
            if number % 10 == 0:
                progress(f"{number} of {times} restarts, {count.sends} sends")


class Line(Sitter):
    """One of the two lines to a table, at another process each time."""

    door = 0
    awaited = 0
    """How many replies to the command there must be, with those that were heard before the line was opened."""


class Repeater:
    """One table, two lines that hold both seats, every command several times."""

    def __init__(self, count: Count, doors: Doors, place: Place, number: int) -> None:
        self.count, self.doors, self.place = count, doors, place
        self.dice = random.Random(number)
        self.lines = [Line("", place, *place.tokens.values()) for _ in range(2)]
        self.came_to: set[tuple[int, int]] = set()
        """Where the copies of the command came: which process, and after how many restarts."""
        self.choosers = {
            seat: Chooser(seat, self.dice, 0, 0.1, f"repeat-{number}-{seat}")
            for seat in place.tokens
        }

    async def play(self) -> None:
        for line in self.lines:
            await self.reopen(line, "")
        while not self.count.is_done and not self.lines[0].table["over"]:
            await self.repeat(*self.message())
        for line in self.lines:
            await line.close()

    def message(self) -> tuple[Plain, int]:
        """The next message, and its seat."""
        table = self.lines[0].table
        seat = self.lines[0].asked()
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
        self.came_to = set()
        for line in self.lines:
            line.awaited = 0
        for copy in range(copies):
            line = self.dice.choice(self.lines)
            await self.send(line, message)
            if copy + 1 < copies and self.dice.random() < 0.1:
                self.count.reconnects += 1
                # Nobody knows whether these arrived; the next copy will tell.
                await self.reopen(line, command)
        for line in self.lines:
            await self.hear(line, message)
        self.count.commands += 1
        self.count.across += len(self.came_to) > 1
        version = self.check(message, seat)
        for line in self.lines:
            await self.catch_up(line, version)

    async def send(self, line: Line, message: Plain) -> None:
        while True:
            try:
                await line.send(message)
                break
            except LOST:
                await self.come_back(line, message["command"])
        line.awaited += 1
        self.came_to.add((line.door, self.doors.started[line.door]))
        self.count.sends += 1

    async def hear(self, line: Line, message: Plain) -> None:
        """Wait for all replies. Send again what is put off, or had no reply when the line ended, as clients must."""
        command = message["command"]
        while line.awaited:
            try:
                await line.until_replied(command, line.awaited)
            except Gone:
                await self.come_back(line, command)
            else:
                replies = line.replies[command]
                final = [each for each in replies if each.get("code") not in PUT_OFF]
                if len(final) == len(replies):
                    return
                self.count.put_off += len(replies) - len(final)
                line.replies[command] = final
                await asyncio.sleep(AGAIN_SECONDS)
                await self.reopen(line, command)
            await self.send(line, message)

    async def catch_up(self, line: Line, version: int) -> None:
        while True:
            try:
                return await line.until_version(version)
            except Gone:
                await self.come_back(line, "")

    async def come_back(self, line: Line, command: str) -> None:
        """The process has ended, or has closed the line, as it may when the machine kept it waiting."""
        self.count.lost_lines += 1
        await self.reopen(line, command)

    async def reopen(self, line: Line, command: str) -> None:
        """Come in anywhere, and again until somebody shows the table."""
        late = line.late
        while True:
            await line.close()
            line.door = self.doors.any(self.dice)
            line.address = self.doors.servers[line.door].address
            try:
                await line.open()
                break
            except (Gone, *LOST):
                await asyncio.sleep(self.dice.uniform(0.02, 0.2))
        self.count.lost_lines += line.late - late
        line.awaited = len(line.replies.get(command, []))

    def check(self, message: Plain, seat: int) -> int:
        """Compare all replies; returns the version they name."""
        command = message["command"]
        replies = [each for line in self.lines for each in line.replies.pop(command, [])]
        self.count.acks += len(replies)
        refused = [reply for reply in replies if reply["type"] != "ack"]
        entries = {each.get("entry") for each in replies}
        first = sum(not each.get("duplicate") for each in replies)
        if refused or len(entries) != 1 or first > 1:
            self.count.failures.append(f"{message} was answered with {replies}")
        else:
            self.count.entries[self.place.id, f"{seat}:{command}"] = entries.pop()
        return max(int(each.get("version", 0)) for each in replies)


def check_disk(kept: Kept, count: Count) -> int:
    """How many commands are on disk exactly once, under the acknowledged number."""
    good = 0
    with kept.opened() as games:
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


async def play_all(doors: Doors, count: Count, restarts: int) -> None:
    number = 0
    dice = random.Random(0)

    async def place() -> Place:
        while True:
            try:
                return await asyncio.to_thread(create, doors.servers[doors.any(dice)], 2)
            except (*LOST, AssertionError):
                await asyncio.sleep(AGAIN_SECONDS)

    async def play_on() -> None:
        nonlocal number
        while not count.is_done:
            number += 1
            own = number
            await Repeater(count, doors, await place(), own).play()

    async with asyncio.TaskGroup() as group:
        for _ in range(TABLES):
            group.create_task(play_on())
        group.create_task(doors.restart_often(restarts, count))


def prove(sends: int, *, restarts: int = 0, processes: int = 0, defect: str = "") -> Report:
    report = Report(f"duplicates ({defect})" if defect else "duplicates")
    store = os.environ.get(VARIABLE, KINDS[0])
    processes = processes or PROCESSES[store]
    count = Count(sends)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        kept = kept_in(store, folder / "data")
        servers = servers_of(folder, kept, processes, defect=defect)
        for server in servers:
            stack.enter_context(server)
        asyncio.run(play_all(Doors(servers), count, restarts))
        for server in servers:
            server.end(signal.SIGKILL)
        good = check_disk(kept, count)
        report.failures += count.failures
        report.expect_no_faults([fault for server in servers for fault in server.faults()])
    report.figures = {
        "store": store,
        "processes": processes,
        "sends": count.sends,
        "commands": count.commands,
        "restarts": restarts,
        "lines opened again between copies": count.reconnects,
        "lines lost": count.lost_lines,
        "put off": count.put_off,
        "commands sent to several processes, or across a restart": count.across,
        "acks": count.acks,
        "commands with exactly one effect": good,
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(good == count.commands, "some commands had no effect or several")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--sends", type=int, default=10_000)
    parser.add_argument("--restarts", type=int, default=10, help="of one of the processes")
    parser.add_argument(
        "--processes", type=int, default=0, help="1 for SQLite, 3 for PostgreSQL unless told"
    )
    parser.add_argument("--control", choices=CONTROLS, default="", help="a server that must fail")
    given = parser.parse_args()
    report = prove(
        given.sends, restarts=given.restarts, processes=given.processes, defect=given.control
    )
    end([report], as_json=given.json)


if __name__ == "__main__":
    main()
