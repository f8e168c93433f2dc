"""Take the store away again and again while people play: no acknowledged answer may be lost.

    python -m tests.proofs.outages --rounds 30 --games 30
    python -m tests.proofs.outages --rounds 30 --games 30 --store postgresql
    python -m tests.proofs.outages --rounds 12 --games 20 --store postgresql --control   # must fail

Whoever is told that nothing was saved sends the same again, as a person would. The control is a server that
acknowledges before it commits. What cannot be injected here: a disk that lies about what it has written.
"""

import asyncio
import os
import random
import resource
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from websockets.asyncio.client import ClientConnection

from rollplayer.build import kind
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.store_reasons import KEYS
from tests.proofs.crash import BUSY, CONTROL, Player, World, play_table, until_busy
from tests.proofs.logs import check_admin, check_logs
from tests.proofs.people import LOST, Plain, Sent, quietly, say
from tests.proofs.process import load_now, pid_of
from tests.proofs.report import Report, end, parser_of, percentile, progress, take_store
from tests.server.harness import Server
from tests.server.own_postgresql import OwnPostgresql, own_postgresql
from tests.server.stores import KINDS, VARIABLE, keep_at, usual

BACK_GOAL = 5.0
"""Seconds after the repair in which everybody who waits must have been answered."""
AGAIN_SECONDS = 0.2
MOST_WAIT = 60.0
AWAY_SECONDS = (0.3, 2.0)
CONTROL_SECONDS = 1.0
"""How long the control waits for what does not come."""
LONGEST_FILE = 128 << 10
"""Bytes of a file beyond those of the log, while the disk is full."""
IN_WORDS = frozenset(Refused("not-saved", reason=reason).text("en") for reason in KEYS)
"""What people may read while nothing can be saved."""


@dataclass(frozen=True)
class Fault:
    """A way in which a store fails, and its repair."""

    name: str
    begin: Callable[[], object]
    repair: Callable[[], object]
    refuses: bool = True
    """Whether answers must be refused meanwhile; what PostgreSQL survives by itself may be over before."""


@dataclass
class Outages(World):
    """What happened besides."""

    not_saved: int = 0
    """How often somebody was told so."""
    sent_again: set["asyncio.Task[None]"] = field(default_factory=set)
    now_waiting: dict[str, str] = field(default_factory=dict)
    """By player: the command that was neither acknowledged nor refused."""


class Patient(Player):
    """Somebody who tries again where nothing could be saved."""

    world: Outages
    socket: ClientConnection

    async def listen(self, socket: ClientConnection) -> None:
        self.socket = socket
        await super().listen(socket)

    async def act(self, socket: ClientConnection) -> None:
        await super().act(socket)
        if self.waits_for is not None:
            self.world.now_waiting[self.name] = self.waits_for.command

    def was_refused(self, message: Plain) -> None:
        sent = self.waits_for
        if message["code"] != "not-saved":
            super().was_refused(message)
            return
        self.world.not_saved += 1
        if message["text"] not in IN_WORDS:
            self.world.failures.append(f"{self.name}: {message['text']}")
        # Who only says hello is let in by the server as soon as it can.
        if sent is not None and message["command"] == sent.command:
            task = asyncio.create_task(self.once_more(sent))
            self.world.sent_again.add(task)
            task.add_done_callback(self.world.sent_again.discard)

    async def once_more(self, sent: Sent) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        try:
            await say(self.socket, sent.message(self.seat))
        except LOST:
            return  # It is sent on the next socket.

    def done(self) -> None:
        super().done()
        self.world.now_waiting.pop(self.name, None)


# -- the faults ----------------------------------------------------------------------------------------


def faults_of_file(server: Server) -> list[Fault]:
    """The system refuses to make files longer, as a full disk does."""

    def allow(size: int) -> None:
        _, hard = resource.prlimit(pid_of(server), resource.RLIMIT_FSIZE)
        resource.prlimit(pid_of(server), resource.RLIMIT_FSIZE, (size, hard))

    def fill() -> None:
        allow(server.log_path.stat().st_size + LONGEST_FILE)

    return [Fault("no space", fill, lambda: allow(resource.RLIM_INFINITY))]


def faults_of(database: OwnPostgresql) -> list[Fault]:
    def run(*statements: str) -> list[tuple[int]]:
        options = "-c default_transaction_read_only=off"
        with psycopg.connect(database.address, autocommit=True, options=options) as db:
            for sql in statements[:-1]:
                db.execute(sql)
            cursor = db.execute(statements[-1])
            return cursor.fetchall() if cursor.description else []

    def sessions(what: str) -> list[int]:
        sql = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        return [pid for (pid,) in run(f"SELECT {what} {sql}")]

    def be_killed() -> None:
        for pid in sessions("pid")[:1]:
            os.kill(pid, signal.SIGKILL)

    def until_back() -> None:
        for _ in range(round(MOST_WAIT / 0.05)):
            try:
                run("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("PostgreSQL did not come back")

    def be_read_only(how: str) -> None:
        run(f"ALTER SYSTEM SET default_transaction_read_only = {how}", "SELECT pg_reload_conf()")

    def be_full() -> None:
        run(
            "CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$",
            "CREATE TRIGGER no_space BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION no_space()",
        )

    return [
        Fault("cut off", lambda: sessions("pg_terminate_backend(pid)::int"), until_back, False),
        Fault("killed", be_killed, until_back, False),
        Fault("stopped", database.stop, database.start),
        Fault("without power", lambda: database.stop("immediate"), database.start),
        Fault("read only", lambda: be_read_only("on"), lambda: be_read_only("off")),
        Fault("no space", be_full, lambda: run("DROP FUNCTION no_space() CASCADE")),
    ]


# -- the proof -----------------------------------------------------------------------------------------


async def suffer(world: Outages, fault: Fault, seconds: float) -> float:
    """One fault; how long after its repair the last of those who waited was answered."""
    await until_busy(world, seconds, BUSY)
    before = world.not_saved
    await asyncio.to_thread(fault.begin)
    end_at = time.monotonic() + world.patience
    await asyncio.sleep(seconds)
    while fault.refuses and world.not_saved == before and time.monotonic() < end_at:
        await asyncio.sleep(0.02)
    if fault.refuses and world.not_saved == before:
        world.failures.append(f"nobody was refused: {fault.name}")
    await asyncio.to_thread(fault.repair)
    repaired = time.monotonic()
    waiting = set(world.now_waiting.items())
    while waiting & set(world.now_waiting.items()):
        if time.monotonic() > repaired + world.patience:
            world.failures.append(f"never answered after the repair: {fault.name}")
            break
        await asyncio.sleep(0.01)
    return time.monotonic() - repaired


async def torment(
    world: Outages, faults: Sequence[Fault], rounds: int, games: int
) -> dict[str, list[float]]:
    tables = [asyncio.create_task(play_table(world, number, Patient)) for number in range(games)]
    world.up.set()
    dice = random.Random(world.seed)
    times: dict[str, list[float]] = {fault.name: [] for fault in faults}
    for number in range(rounds):
        fault = faults[number % len(faults)]
        times[fault.name].append(await suffer(world, fault, dice.uniform(*AWAY_SECONDS)))
        if (number + 1) % 10 == 0:
            progress(f"{number + 1} outages, {len(world.acks)} answers acknowledged")
    world.calm = True
    end_at = time.monotonic() + world.patience
    while world.waiting and time.monotonic() < end_at:
        await asyncio.sleep(0.05)
    if world.waiting:
        world.failures.append(f"{len(world.waiting)} commands were never answered")
    for task in (*tables, *world.sent_again):
        await quietly(task)
    return times


def prove(rounds: int, games: int, *, control: bool = False, seed: int = 1) -> Report:
    report = Report("outages (control)" if control else "outages")
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
        database: OwnPostgresql | None = None
        if os.environ.get(VARIABLE, KINDS[0]) == "postgresql":
            database = stack.enter_context(own_postgresql())
            keep_at(data, database.address)
        server = stack.enter_context(Server(data, command=CONTROL) if control else Server(data))
        faults = faults_of_file(server) if database is None else faults_of(database)
        world = Outages(server, seed)
        if control:
            # Nobody is refused, and players of games that lost entries wait in vain.
            world.patience = CONTROL_SECONDS
        times = asyncio.run(torment(world, faults, rounds, games))
        server.end(signal.SIGTERM)
        checked = check_logs(usual(data), world.acks, world.refused, world.broadcast)
        admin = check_admin(usual(data))
        log = server.log()
    everything = [each for some in times.values() for each in some]
    report.failures += world.failures + checked.failures + admin
    report.figures = {
        "outages": rounds,
        "concurrent games": games,
        "games played to the end": world.finished,
        "answers acknowledged": len(world.acks),
        "not saved and said so": world.not_saved,
        "in the log all the same": world.duplicates,
        "lost": checked.lost,
        "gaps": checked.gaps,
        "duplicates": checked.duplicates,
        "broadcast but not in the log": checked.untrue,
        "games replayed": checked.replayed,
        "admin check": "green" if not admin else "red",
        "all answered after p50 s": round(percentile(everything, 0.5), 2),
        "at worst s": round(max(everything, default=0.0), 2),
        "worst by fault": ", ".join(
            f"{name} {max(some):.2f}" for name, some in times.items() if some
        ),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(len(world.acks) > rounds, "hardly anything was acknowledged")
    report.expect("Traceback" not in log, "there is a traceback in the log")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="a server that must fail")
    parser.add_argument(
        "--goal", action="store_true", help=f"fail if it takes over {BACK_GOAL} s, too"
    )
    given = parser.parse_args()
    report = prove(given.rounds, given.games, control=given.control, seed=given.seed)
    if given.goal:
        slow = float(report.figures["at worst s"]) > BACK_GOAL
        report.expect(not slow, f"somebody waited for more than {BACK_GOAL} s")
    end([report], as_json=given.json)


if __name__ == "__main__":
    main()
