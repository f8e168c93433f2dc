"""Kill the server again and again while people play: no acknowledged answer may be lost.

    python -m tests.proofs.crash --kills 100 --games 100
    python -m tests.proofs.crash --kills 20 --games 40 --control   # must fail

Every seat is a client with its own socket that answers at random and remembers what was acknowledged.
Commands without an acknowledgement are sent again after the restart, as the protocol demands. The control is a
server that acknowledges before it commits.
"""

import asyncio
import random
import signal
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from rollplayer.build import kind
from tests.proofs.logs import check_admin, check_logs
from tests.proofs.people import (
    LOST,
    Chooser,
    Place,
    Plain,
    Sent,
    create,
    hello,
    is_healthy,
    open_socket,
    quietly,
    read,
    say,
)
from tests.proofs.process import cpu_seconds, load_now, pid_of
from tests.proofs.report import Report, end, parser_of, percentile, progress, take_store, until
from tests.server.harness import Server
from tests.server.stores import usual

CONTROL = ("-m", "tests.server.faulty", "acknowledges-early")
HEALTHY_GOAL = 2.0
SETTLE_SECONDS = 60.0
MOST_PAUSE = 30.0
BUSY = 20
"""The least number of answers between two kills: an idle server would prove nothing."""


@dataclass(frozen=True)
class Ack:
    """An answer that the server has acknowledged."""

    game: str
    seat: int
    entry: int
    sent: Sent


@dataclass
class World:
    """All games and everything the clients remember."""

    server: Server
    seed: int
    acks: list[Ack] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Game and command, as in the log, of everything that was refused."""
    broadcast: dict[tuple[str, int], str | None] = field(default_factory=dict)
    """The broadcast answers, by game and number."""
    failures: list[str] = field(default_factory=list)
    duplicates: int = 0
    waiting: set[str] = field(default_factory=set)
    """Players whose last command is neither acknowledged nor refused."""
    calm: bool = False
    """Nobody begins anything new."""
    finished: int = 0
    expected: tuple[str, ...] = ("stopping", "cannot-undo", "not-asked")
    """Why a command may be refused besides being stale."""
    expected_texts: tuple[str, ...] = ()
    """Refusals that are expected only if they say exactly this."""
    patience: float = MOST_PAUSE
    """How long to wait for people to play before a kill."""
    players: int = 2
    """At each table."""
    up: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while the server runs: trying to connect in between would only cost time."""

    def door(self, dice: random.Random, game: str = "") -> Server:
        """Where somebody comes in, perhaps to a certain game."""
        return self.server

    def acknowledged(self, ack: Ack) -> None:
        self.acks.append(ack)

    def fails(self, what: str) -> None:
        self.failures.append(what)

    def is_expected(self, refused: Plain) -> bool:
        return refused["code"] in self.expected or refused["text"] in self.expected_texts


class Player:
    """One seat: plays, and reconnects after every crash."""

    def __init__(self, world: World, place: Place, seat: int, name: str) -> None:
        self.world, self.place, self.seat, self.name = world, place, seat, name
        self.dice = random.Random(f"{world.seed} {name}")
        self.chooser = Chooser(seat, self.dice, name=name)
        self.waits_for: Sent | None = None
        self.table: Plain = {}
        self.since: int | None = None

    async def play(self) -> None:
        while self.waits_for is not None or not self.table.get("over"):
            await self.world.up.wait()
            try:
                async with open_socket(self.door().address, self.place) as socket:
                    await say(socket, hello(self.place.tokens[self.seat], since=self.since))
                    await self.listen(socket)
            except LOST:
                await asyncio.sleep(self.dice.uniform(0.02, 0.2))

    def door(self) -> Server:
        return self.world.door(self.dice, self.place.id)

    async def listen(self, socket: ClientConnection) -> None:
        came_back = True
        async for raw in socket:
            message: Plain = read(raw)
            match message["type"]:
                case "state" | "update":
                    self.look(message)
                    if came_back and self.waits_for is not None:
                        await say(socket, self.waits_for.message(self.seat))
                    came_back = False
                case "ack":
                    self.acknowledged(message)
                case "refused":
                    self.was_refused(message)
            if self.waits_for is None and self.table.get("over"):
                return
            if self.waits_for is None and not came_back and not self.world.calm:
                await self.act(socket)

    def look(self, message: Plain) -> None:
        self.table, self.since = message, message["version"]
        for entry in message["entries"]:
            answer = entry.get("answer")
            if answer is None and not entry.get("undo"):
                continue  # hidden from this seat
            key = (self.place.id, entry["n"])
            if self.world.broadcast.setdefault(key, answer) != answer:
                self.world.failures.append(
                    f"{key} was broadcast as {answer!r} and otherwise before"
                )

    async def act(self, socket: ClientConnection) -> None:
        chosen = self.chooser.choose(self.table)
        if chosen is not None:
            self.waits_for = chosen
            self.world.waiting.add(self.name)
            await say(socket, chosen.message(self.seat))

    def acknowledged(self, message: Plain) -> None:
        sent = self.waits_for
        if sent is None or message["command"] != sent.command:
            self.world.failures.append(f"{self.name}: an ack for {message['command']!r}")
            return
        self.world.acknowledged(Ack(self.place.id, self.seat, message["entry"], sent))
        self.world.duplicates += message["duplicate"]
        self.done()

    def was_refused(self, message: Plain) -> None:
        sent = self.waits_for
        if sent is None or message["command"] != sent.command or message["code"] != "stale":
            if not self.world.is_expected(message):
                self.world.failures.append(f"{self.name}: {message['code']} {message['text']}")
        if sent is not None and message["command"] == sent.command:
            self.world.refused.append((self.place.id, f"{self.seat}:{sent.command}"))
            self.done()

    def done(self) -> None:
        self.waits_for = None
        self.world.waiting.discard(self.name)


async def play_table(world: World, number: int, sort: type[Player] = Player) -> None:
    """Play games one after another, so that their number stays the same."""
    once_more = 0
    dice = random.Random(f"{world.seed} table {number}")
    while not world.calm:
        await world.up.wait()
        try:
            place = await asyncio.to_thread(create, world.door(dice), world.players)
        except (*LOST, AssertionError):
            await asyncio.sleep(0.2)
            continue
        names = [f"table{number:03}-{once_more}-{seat}" for seat in place.tokens]
        players = [sort(world, place, seat, names[seat]) for seat in place.tokens]
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
        world.finished += 1
        once_more += 1


async def kill_and_start(world: World) -> tuple[float, float]:
    """Kill the server and start it again; returns how long it took to become healthy, by the clock
    and in processor time.
    """
    server = world.server
    port = server.port

    world.up.clear()

    def again() -> tuple[float, float]:
        server.end(signal.SIGKILL)
        started = time.perf_counter()
        server.start(port)
        if not until(lambda: is_healthy(server.address), 30):
            raise RuntimeError("the server did not come back")
        return time.perf_counter() - started, cpu_seconds(pid_of(server))

    times = await asyncio.to_thread(again)
    world.up.set()
    return times


async def until_busy(world: World, seconds: float, answers: int) -> None:
    """Wait for some seconds, and longer if too little has been played on a busy machine."""
    before = len(world.acks)
    started = time.perf_counter()
    while (waited := time.perf_counter() - started) < world.patience:
        if waited >= seconds and len(world.acks) - before >= answers:
            return
        await asyncio.sleep(0.02)
    world.failures.append(f"fewer than {answers} answers in {world.patience} seconds")


async def settle(
    world: World, tables: Sequence[asyncio.Task[None]], patience: float = SETTLE_SECONDS
) -> None:
    """Begin nothing new; commands still under way are sent again and answered now."""
    world.calm = True
    for _ in range(round(patience / 0.1)):
        if not world.waiting:
            break
        await asyncio.sleep(0.1)
    if world.waiting:
        world.fails(f"{len(world.waiting)} commands were never answered")
    for table in tables:
        await quietly(table)


async def torment(
    world: World, games: int, kills: int, pause: float, patience: float
) -> list[tuple[float, float]]:
    tables = [asyncio.create_task(play_table(world, number)) for number in range(games)]
    world.up.set()
    dice = random.Random(world.seed)
    times: list[tuple[float, float]] = []
    for number in range(kills):
        await until_busy(world, pause * dice.uniform(0.7, 1.3), BUSY)
        times.append(await kill_and_start(world))
        if (number + 1) % 10 == 0:
            progress(f"{number + 1} kills, {len(world.acks)} answers acknowledged")
    await settle(world, tables, patience)
    return times


def prove(
    kills: int, games: int, *, control: bool = False, pause: float = 1.0, seed: int = 1
) -> Report:
    report = Report("crash (control)" if control else "crash")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        server = Server(data, command=CONTROL) if control else Server(data)
        with server:
            world = World(server, seed)
            patience = SETTLE_SECONDS
            if control:
                # Players of games that lost entries wait in vain.
                world.patience, patience = 3.0, 1.0
            times = asyncio.run(torment(world, games, kills, pause, patience))
            server.end(signal.SIGTERM)
        checked = check_logs(usual(data), world.acks, world.refused, world.broadcast)
        admin = check_admin(usual(data))
    waited = [each[0] for each in times]
    report.failures += world.failures + checked.failures + admin
    report.figures = {
        "kills": kills,
        "concurrent games": games,
        "games played to the end": world.finished,
        "answers acknowledged": len(world.acks),
        "of these after being sent again": world.duplicates,
        "lost": checked.lost,
        "gaps": checked.gaps,
        "duplicates": checked.duplicates,
        "entries broadcast": len(world.broadcast),
        "broadcast but not in the log": checked.untrue,
        "games replayed": checked.replayed,
        "entries in the logs": checked.entries,
        "admin check": "green" if not admin else "red",
        "healthy p50 s": round(percentile(waited, 0.5), 2),
        "healthy p99 s": round(percentile(waited, 0.99), 2),
        "processor time of that p99 s": round(percentile([each[1] for each in times], 0.99), 2),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(len(world.acks) > kills, "hardly anything was acknowledged")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="a server that must fail")
    parser.add_argument(
        "--goal", action="store_true", help=f"fail if p99 is over {HEALTHY_GOAL} s, too"
    )
    arguments = parser.parse_args()
    report = prove(
        arguments.kills,
        arguments.games,
        control=arguments.control,
        pause=arguments.pause,
        seed=arguments.seed,
    )
    if arguments.goal:
        quick = float(report.figures["healthy p99 s"]) <= HEALTHY_GOAL
        report.expect(quick, f"healthy again after more than {HEALTHY_GOAL} s at p99")
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
