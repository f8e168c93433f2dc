"""Answers in tight loops, next to a bare echo of the same stack and to an earlier commit in the same run.

    python -m benchmarks.server.throughput --seconds 5 --rounds 5 --before 081883e --goal
    python -m benchmarks.server.throughput --seconds 5 --rounds 5 --beside postgresql

Each client sends, waits for the reply, and sends again. At the tables that is an answer, its commit to the disk, the
acknowledgement and the update; at the echo it is the same message back. All are measured in turns, and of the rounds
the median counts. The clients listen as the browser of their server does: with differences where it knows them.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.server.earlier import checked_out, serving
from rollplayer.build import kind
from tests.proofs.people import Place, Plain, create, heard, hello, open_socket, read, say
from tests.proofs.process import cpu_seconds, load_now, pid_of, postgresql_seconds
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import Server
from tests.server.stores import KINDS, kept_in

ECHO = ("-m", "benchmarks.server.echo")
LEAST_OF_ECHO = 0.18
LEAST_OF_BEFORE = 2.2


class Meter:
    """Counts replies for so many seconds from the moment at which all clients are ready."""

    def __init__(
        self, servers: Sequence[Server], seconds: float, clients: int, store: str = ""
    ) -> None:
        self.servers = servers
        self.seconds = seconds
        self.missing = clients
        self.store = store
        """The address of the PostgreSQL whose time counts beside, if there is one."""
        self.started = self.used = self.used_by_store = 0.0
        self.count = self.bytes = 0
        self.waits: list[float] = []
        """Seconds from each answer to what has become of it."""
        self._all_ready = asyncio.Event()

    async def ready(self) -> None:
        """Wait for all the others: what they do to begin is not measured."""
        self.missing -= 1
        if not self.missing:
            self.used, self.used_by_store = self.used_so_far()
            self.started = time.perf_counter()
            self._all_ready.set()
        await self._all_ready.wait()

    def used_so_far(self) -> tuple[float, float]:
        """Seconds of processor time of the servers, and of PostgreSQL."""
        servers = sum(cpu_seconds(pid_of(server)) for server in self.servers)
        return servers, postgresql_seconds(self.store) if self.store else 0.0

    @property
    def running(self) -> bool:
        return not self.started or time.perf_counter() < self.started + self.seconds

    def rates(self) -> tuple[float, float, float]:
        """Replies a second by the clock and by the servers' time on a processor; PostgreSQL's seconds for a reply."""
        passed = time.perf_counter() - self.started
        servers, store = self.used_so_far()
        by_store = (store - self.used_by_store) / max(1, self.count)
        return self.count / passed, self.count / (servers - self.used), by_store


async def answer_on(meter: Meter, number: int, *, whole: bool, doors_on: int = 0) -> None:
    """Play both seats of one table as quickly as the server lets us, and then of the next one.

    Tables are spread over the servers; clients come to the one that owns theirs, or so many doors farther on.
    """
    dice = random.Random(number)
    owner = meter.servers[number % len(meter.servers)]
    door = meter.servers[(number + doors_on) % len(meter.servers)]
    is_first = True
    sent = 0.0
    while meter.running:
        place = await asyncio.to_thread(create, owner, 2, options={"players": 2})
        async with open_socket(door.address, place) as socket:
            wish = {} if whole else {"differences": True}
            await say(socket, hello(*place.tokens.values(), **wish))
            table: Plain = {}
            async for raw in socket:
                message: Plain = read(raw)
                if message["type"] not in ("state", "update", "difference"):
                    continue
                table = heard(table, message)
                if is_first:
                    is_first = False
                    await meter.ready()
                elif message["type"] != "state":
                    meter.count += 1
                    meter.bytes += len(raw)
                    meter.waits.append(time.perf_counter() - sent)
                if table["over"] or not meter.running:
                    break
                seat = table["pending"]["seat"]
                option = dice.choice(table["seats"][str(seat)]["options"])
                sent = time.perf_counter()
                await say(socket, answer(table["version"], seat, option["notation"]))


def answer(version: int, seat: int, notation: str) -> Plain:
    command = f"tight-loop-{version:06}"
    message = {"type": "answer", "command": command, "version": version}
    return {**message, "seat": seat, "answer": notation}


async def echo_on(meter: Meter) -> None:
    async with open_socket(meter.servers[0].address, Place("echo", {}, "")) as socket:
        await meter.ready()
        while meter.running:
            await say(socket, answer(meter.count % 1000, 0, "place str"))
            read(await socket.recv())
            meter.count += 1


@dataclass
class Subject:
    """A server that is measured, or several of one store, with its replies a second in each round."""

    name: str
    servers: Sequence[Server]
    whole: bool = False
    """Whether its clients are told the whole table each time."""
    store: str = ""
    """The address of the PostgreSQL whose time counts beside, if there is one."""
    doors_on: int = 0
    """How many doors farther on than their owner clients come in."""
    part: int = 1
    """Only one of so many tables is played."""
    bytes: float = 0.0
    """Of one update, in the last round."""
    by_clock: list[float] = field(default_factory=list)
    by_processor: list[float] = field(default_factory=list)
    by_store: list[float] = field(default_factory=list)
    """Seconds of PostgreSQL for a reply."""
    slowest: list[float] = field(default_factory=list)
    """How long one in a hundred had to wait at least, in seconds."""

    async def measure(self, tables: int, seconds: float) -> None:
        """One more round."""
        tables = max(1, tables // self.part)
        meter = Meter(self.servers, seconds, tables, self.store)
        await asyncio.gather(*(self.client(meter, number) for number in range(tables)))
        by_clock, by_processor, by_store = meter.rates()
        self.by_clock.append(by_clock)
        self.by_processor.append(by_processor)
        self.by_store.append(by_store)
        self.slowest.append(percentile(meter.waits, 0.99))
        self.bytes = meter.bytes / max(1, meter.count)

    def forget(self) -> None:
        """What is made only once, such as the texts, belongs to no round."""
        for rounds in (self.by_clock, self.by_processor, self.by_store, self.slowest):
            rounds.clear()

    async def client(self, meter: Meter, number: int) -> None:
        if self.name == "echoes":
            await echo_on(meter)
        else:
            await answer_on(meter, number, whole=self.whole, doors_on=self.doors_on)


@contextmanager
def subjects(before: str, beside: str) -> Iterator[list[Subject]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        now = stack.enter_context(Server(folder / "tables"))
        echo = stack.enter_context(Server(folder / "echo", command=ECHO))
        measured = [Subject("echoes", [echo]), Subject("answers", [now])]
        if before:
            root = stack.enter_context(checked_out(before))
            earlier = stack.enter_context(Server(folder / "before", command=serving(root)))
            measured.append(Subject("answers before", [earlier], whole=True))
        if beside:
            kept = kept_in(beside, folder / "beside")
            other = stack.enter_context(Server(folder / "beside", kept.settings))
            measured.append(Subject("answers beside", [other]))
        yield measured


def in_turns(measured: Sequence[Subject], tables: int, seconds: float, rounds: int) -> None:
    """Measure all of them, round by round, after a short one that does not count."""
    for each in measured:
        asyncio.run(each.measure(tables, min(seconds, 1.0)))
        each.forget()
    for at in range(rounds):
        progress(f"round {at + 1} of {rounds}, load {load_now()}")
        for each in measured:
            asyncio.run(each.measure(tables, seconds))


def ratio(part: list[float], whole: list[float]) -> float:
    """The median of the rounds: what disturbs one round disturbs both of it."""
    return median(one / other for one, other in zip(part, whole, strict=True))


def prove(
    tables: int,
    seconds: float,
    rounds: int = 2,
    before: str = "",
    beside: str = "",
    *,
    goal: bool = False,
) -> Report:
    report = Report("throughput")
    with subjects(before, beside) as measured:
        in_turns(measured, tables, seconds, rounds)
    echo, now = measured[:2]
    report.figures = {
        "tables": tables,
        "rounds": rounds,
        "answers per s": round(median(now.by_clock)),
        "echoes per s": round(median(echo.by_clock)),
        "ratio": round(ratio(now.by_clock, echo.by_clock), 3),
        "answers per s of processor": round(median(now.by_processor)),
        "echoes per s of processor": round(median(echo.by_processor)),
        "p99 ms": milliseconds(median(now.slowest)),
        "bytes an update": round(now.bytes),
        "ratio by processor": round(ratio(now.by_processor, echo.by_processor), 3),
    }
    report.expect(min(now.by_clock) > 0, "nothing was answered")
    if before:
        then = measured[2]
        more = ratio(now.by_processor, then.by_processor)
        report.figures |= {
            "answers per s of processor before": round(median(then.by_processor)),
            "times as many": round(more, 2),
            "bytes an update before": round(then.bytes),
        }
        report.expect(
            not goal or more >= LEAST_OF_BEFORE, f"fewer than {LEAST_OF_BEFORE} times as many"
        )
    if beside:
        other = measured[-1]
        report.figures |= {
            f"answers per s in {beside}": round(median(other.by_clock)),
            f"answers per s of processor in {beside}, its own not counted": round(
                median(other.by_processor)
            ),
            f"p99 ms in {beside}": milliseconds(median(other.slowest)),
            f"times as many in {beside}": round(ratio(other.by_clock, now.by_clock), 2),
        }
        report.expect(min(other.by_clock) > 0, f"nothing was answered in {beside}")
    report.figures |= {"load of the machine": load_now(), "engine": kind()}
    report.expect(
        not goal or float(report.figures["ratio by processor"]) >= LEAST_OF_ECHO,
        f"less than {LEAST_OF_ECHO} of the echo",
    )
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--before", default="", metavar="COMMIT", help="measure that commit, too")
    parser.add_argument("--beside", default="", choices=KINDS, help="measure that store, too")
    parser.add_argument(
        "--goal",
        action="store_true",
        help=f"fail below {LEAST_OF_ECHO} of the echo and {LEAST_OF_BEFORE} times the commit before",
    )
    arguments = parser.parse_args()
    proved = prove(
        arguments.tables,
        arguments.seconds,
        arguments.rounds,
        arguments.before,
        arguments.beside,
        goal=arguments.goal,
    )
    end([proved], as_json=arguments.json)


if __name__ == "__main__":
    main()
