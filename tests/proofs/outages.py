"""Take the store away again and again while people play: no acknowledged answer may be lost.

    python -m tests.proofs.outages --rounds 30 --games 30
    python -m tests.proofs.outages --rounds 30 --games 30 --store postgresql
    python -m tests.proofs.outages --rounds 12 --games 20 --store postgresql --control   # must fail

Whoever is told that nothing was saved sends the same again, as a person would. The control is a server that
acknowledges before it commits. What a disk alone does, `failing_disk` repeats often; what it may have lost, `torn` shows.
"""

import asyncio
import os
import random
import signal
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from rollplayer.build import kind
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.store_reasons import KEYS
from tests.proofs.crash import BUSY, CONTROL, Player, World, play_table, until_busy
from tests.proofs.faults import Fault, faults_of, faults_of_file
from tests.proofs.logs import check_admin, check_logs, read_logs
from tests.proofs.people import LOST, Plain, Sent, quietly, say
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, parser_of, percentile, progress, take_store
from tests.server.harness import Server
from tests.server.own_postgresql import OwnPostgresql, own_postgresql
from tests.server.stores import KINDS, VARIABLE, keep_at, usual

BACK_GOAL = 5.0
"""Seconds after the repair in which everybody who waits must have been answered."""
CONTROL_SECONDS = 1.0
"""How long the control waits for what does not come."""
IN_WORDS = frozenset(Refused("not-saved", reason=reason).text("en") for reason in KEYS)
"""What people may read while nothing can be saved."""


@dataclass(frozen=True)
class Pace:
    """How long an outage takes and what comes before it."""

    away: tuple[float, float] = (0.3, 2.0)
    """Seconds, and so many of play before."""
    busy: int = BUSY
    """The least number of answers before."""
    again: float = 0.2
    """After how many seconds somebody sends again what was not saved."""


SHORT = Pace((0.02, 0.1), 4, 0.1)


@dataclass
class Outages(World):
    """What happened besides."""

    pace: Pace = Pace()
    requests_refused: int = 0
    """Requests that were told so, with a reason."""
    kept: set[str] = field(default_factory=set)
    """Tables that were opened meanwhile, where the store had room for them."""
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
        await asyncio.sleep(self.world.pace.again)
        try:
            await say(self.socket, sent.message(self.seat))
        except LOST:
            return  # It is sent on the next socket.

    def done(self) -> None:
        super().done()
        self.world.now_waiting.pop(self.name, None)


# -- the proof -----------------------------------------------------------------------------------------


async def suffer(world: Outages, fault: Fault, seconds: float) -> float:
    """One fault; how long after its repair the last of those who waited was answered."""
    await until_busy(world, seconds, world.pace.busy)
    before = world.not_saved
    await asyncio.to_thread(fault.begin)
    end_at = time.monotonic() + world.patience
    await asyncio.sleep(seconds)
    while fault.refuses and world.not_saved == before and time.monotonic() < end_at:
        await asyncio.sleep(0.02)
    if fault.refuses and world.not_saved == before:
        world.failures.append(f"nobody was refused: {fault.name}")
    if fault.refuses:
        await asyncio.to_thread(request_meanwhile, world, fault)
    await asyncio.to_thread(fault.repair)
    repaired = time.monotonic()
    waiting = set(world.now_waiting.items())
    while waiting & set(world.now_waiting.items()):
        if time.monotonic() > repaired + world.patience:
            world.failures.append(f"never answered after the repair: {fault.name}")
            break
        await asyncio.sleep(0.01)
    return time.monotonic() - repaired


def request_meanwhile(world: Outages, fault: Fault) -> None:
    """A request that would write is refused, too, and told why; what is answered otherwise must be kept."""
    body = {"options": {"players": 2}}
    status, answer, _ = world.server.request("POST", "/api/v1/games", body)
    if status == 503 and answer["code"] == "not-saved" and answer["detail"] in IN_WORDS:
        world.requests_refused += 1
    elif status == 201 and fault.has_room:
        world.kept.add(answer["game"]["id"])
    else:
        world.failures.append(f"{status} in answer to a request: {fault.name}: {answer}")


async def torment(
    world: Outages, faults: Sequence[Fault], rounds: int, games: int
) -> dict[str, list[float]]:
    tables = [asyncio.create_task(play_table(world, number, Patient)) for number in range(games)]
    world.up.set()
    dice = random.Random(world.seed)
    times: dict[str, list[float]] = {fault.name: [] for fault in faults}
    for number in range(rounds):
        fault = faults[number % len(faults)]
        times[fault.name].append(await suffer(world, fault, dice.uniform(*world.pace.away)))
        if (number + 1) % 50 == 0:
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


def prove(
    rounds: int, games: int, *, control: bool = False, disk: bool = False, seed: int = 1
) -> Report:
    name = "failing disk" if disk else "outages"
    report = Report(f"{name} (control)" if control else name)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
        database: OwnPostgresql | None = None
        if os.environ.get(VARIABLE, KINDS[0]) == "postgresql":
            database = stack.enter_context(own_postgresql())
            keep_at(data, database.address)
        server = stack.enter_context(Server(data, command=CONTROL) if control else Server(data))
        faults = faults_of_file(server) if database is None else faults_of(database)
        if disk:
            faults = [fault for fault in faults if fault.of_disk]
        world = Outages(server, seed, pace=SHORT if disk else Pace())
        if control:
            # Nobody is refused, and players of games that lost entries wait in vain.
            world.patience = CONTROL_SECONDS
        times = asyncio.run(torment(world, faults, rounds, games))
        server.end(signal.SIGTERM)
        checked = check_logs(usual(data), world.acks, world.refused, world.broadcast)
        not_kept = world.kept - read_logs(usual(data)).keys()
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
        "requests answered with 503 and a reason": world.requests_refused,
        "requests for which there was room": len(world.kept),
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
    report.expect(not not_kept, f"{len(not_kept)} tables were opened and are lost")
    report.expect("Traceback" not in log, "there is a traceback in the log")
    return report


def run(about: str | None, rounds: int, games: int, *, disk: bool = False) -> None:
    """The command line."""
    parser = parser_of(about)
    take_store(parser)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="a server that must fail")
    parser.add_argument(
        "--goal", action="store_true", help=f"fail if it takes over {BACK_GOAL} s, too"
    )
    given = parser.parse_args()
    report = prove(given.rounds, given.games, control=given.control, disk=disk, seed=given.seed)
    if given.goal:
        slow = float(report.figures["at worst s"]) > BACK_GOAL
        report.expect(not slow, f"somebody waited for more than {BACK_GOAL} s")
    end([report], as_json=given.json)


if __name__ == "__main__":
    run(__doc__, rounds=30, games=30)
