"""Kill and stop the owners of rooms while people play at several processes of one PostgreSQL.

    python -m tests.proofs.owners --kills 50 --pauses 10 --games 60
    python -m tests.proofs.owners --kills 500 --pauses 0 --games 1000 --players 1 --think 10 --hashed --notes owners.jsonl

Every seat is a client as in ``crash`` that comes to any of the processes, not only to the one that owns its room, and
comes back to another one when its own is gone. Killed processes are started again; stopped ones (SIGSTOP) sleep for
longer than their leases hold and go on as if nothing had been. What was acknowledged is in the logs once, what was refused
is not, and at every table that a killed process owned play goes on: somebody who came back after the kill is acknowledged
an answer. With ``--think`` people take their time, so that many tables are no more work than people make; whoever is
asked when the line is back answers at once. With ``--hashed`` all who come to a game come to the same process;
with ``--players 1`` one client sits at each, so that this machine has less to do beside the servers.
"""

import asyncio
import hashlib
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection

from rollplayer.build import kind
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.store_reasons import STOOD_STILL
from tests.proofs.crash import BUSY, Ack, Player, World, play_table, settle, until_busy
from tests.proofs.kills import Note
from tests.proofs.logs import check_admin, check_logs
from tests.proofs.people import LOST, Plain, is_healthy, quietly
from tests.proofs.process import allow_many_files, load_now, pid_of
from tests.proofs.report import Report, end, parser_of, percentile, progress, until
from tests.server.harness import Server
from tests.server.stores import Kept, kept_in

GOAL = 2.0
"""Seconds within which play goes on after an owner was killed."""
LEASE = 2.0
ASLEEP = LEASE * 1.5
EXPECTED = ("stopping", "moved", "cannot-undo", "not-asked")
EXPECTED_TEXTS = (Refused("not-saved", reason=STOOD_STILL).text("en"),)
"""Why a command may be refused; a process that is stopped within a transaction loses it, and nothing was saved."""
ENDS_SECONDS = 30.0
ROOMS_A_SECOND = 10.0
"""How quickly a process hands its rooms over at least, also on a busy machine."""
LONGEST = 20.0
"""After so many seconds nobody waits for a table any more."""


@dataclass
class Cluster(World):
    """The processes, and when something was acknowledged at which table."""

    servers: Sequence[Server] = ()
    awake: set[int] = field(default_factory=set)
    """Which processes are neither killed nor stopped."""
    hashed: bool = False
    """Whether all who come to a game come to the same process, as the proxy sends them."""
    think: float = 0.0
    """Seconds that somebody thinks about an answer, on average."""
    played: set[str] = field(default_factory=set)
    """Games in which something was acknowledged."""
    awaited: dict[str, float] = field(default_factory=dict)
    """Games whose owner was killed, and when, until play goes on."""
    waited: list[float] = field(default_factory=list)
    """How long each of these waited, since the latest kill."""

    def door(self, dice: random.Random, game: str = "") -> Server:
        if self.hashed and game:
            return self.servers[max(self.awake, key=lambda n: hash_of(game, name_of(n)))]
        return self.servers[dice.choice(sorted(self.awake))]

    def acknowledged(self, ack: Ack) -> None:
        super().acknowledged(ack)
        self.played.add(ack.game)

    def goes_on(self, game: str, came_at: float) -> None:
        """An answer was acknowledged to somebody who came at this moment; what was under way before a kill says nothing."""
        killed_at = self.awaited.get(game)
        if killed_at is not None and came_at > killed_at:
            del self.awaited[game]
            self.waited.append(time.perf_counter() - killed_at)

    def owned_by(self, number: int) -> set[str]:
        """The games that go on in rooms of a process."""
        sql = (
            "SELECT game FROM leases JOIN games ON id = game WHERE node = ? AND status = 'running'"
        )
        with self.server.opened() as db:
            return {game for (game,) in db.execute(sql, (name_of(number),))}

    def over(self, games: Collection[str]) -> set[str]:
        """Those of the games that have ended."""
        with self.server.opened() as db:
            rows = db.execute("SELECT id FROM games WHERE status <> 'running'").fetchall()
        return {game for (game,) in rows} & set(games)


class Thinker(Player):
    """One seat that takes its time, unless it has just come back: it has thought meanwhile."""

    world: Cluster
    thinking: asyncio.Task[None] | None = None
    hurries = False
    came_at = 0.0

    async def listen(self, socket: ClientConnection) -> None:
        self.came_at = time.perf_counter()
        self.hurries = self.since is not None
        try:
            await super().listen(socket)
        finally:
            if self.thinking is not None:
                await quietly(self.thinking)

    async def act(self, socket: ClientConnection) -> None:
        mine = self.table["seats"].get(str(self.seat))
        if not self.world.think or self.hurries or mine is None or not mine["options"]:
            self.hurries = False
            await super().act(socket)
        elif self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(self.think(socket))

    async def think(self, socket: ClientConnection) -> None:
        await asyncio.sleep(self.dice.uniform(0.0, 2.0 * self.world.think))
        if self.waits_for is None and not self.world.calm:
            # If the line is lost just now, whoever listens learns of it, too.
            with suppress(*LOST):
                await super().act(socket)

    def acknowledged(self, message: Plain) -> None:
        super().acknowledged(message)
        self.world.goes_on(self.place.id, self.came_at)


def name_of(number: int) -> str:
    return f"node{number}"


def hash_of(game: str, node: str) -> bytes:
    """Of the processes that are there, the one for which this is highest has the game."""
    return hashlib.sha256(f"{game} {node}".encode()).digest()


async def kill(world: Cluster, number: int) -> list[float]:
    """Kill a process and start it again; returns how long each of its tables waited."""
    owned = await asyncio.to_thread(world.owned_by, number)
    server = world.servers[number]
    port = server.port
    world.awake.discard(number)
    world.waited = []
    moment = time.perf_counter()
    world.awaited = dict.fromkeys(owned & world.played, moment)
    await asyncio.to_thread(server.end, signal.SIGKILL)
    while world.awaited and time.perf_counter() - moment < LONGEST:
        await asyncio.sleep(0.02)
    over = await asyncio.to_thread(world.over, world.awaited)
    for game in set(world.awaited) - over:
        world.failures.append(f"{game}: nobody could play on within {LONGEST} s of a kill")
    world.awaited = {}
    await asyncio.to_thread(server.start, port)
    if not await asyncio.to_thread(until, lambda: is_healthy(server.address), 30):
        world.failures.append("a process did not come back")
    world.awake.add(number)
    return world.waited


async def stop_and_wake(world: Cluster, number: int, seconds: float) -> None:
    """A process sleeps, for longer than its leases hold."""
    pid = pid_of(world.servers[number])
    world.awake.discard(number)
    os.kill(pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        os.kill(pid, signal.SIGCONT)
    world.awake.add(number)


async def all_begin(world: Cluster, games: int) -> float:
    """Wait until something was acknowledged at every table; returns how long it took."""
    started = time.perf_counter()
    said = 0.0
    while len(world.played) < games and not world.failures:
        await asyncio.sleep(0.1)
        if time.perf_counter() > said + 10:
            said = time.perf_counter()
            progress(f"{len(world.played)} of {games} games have begun")
    return time.perf_counter() - started


async def torment(
    world: Cluster,
    games: int,
    kills: int,
    pauses: int,
    pause: float,
    asleep: float,
    note: Callable[[Note], None],
) -> tuple[float, list[Note]]:
    """Returns how long it took to begin, and what became of each kill."""
    tables = [asyncio.create_task(play_table(world, number, Thinker)) for number in range(games)]
    world.up.set()
    began = await all_begin(world, games)
    dice = random.Random(world.seed)
    steps = ["kill"] * kills + ["stop"] * pauses
    dice.shuffle(steps)
    notes: list[Note] = []
    for done, step in enumerate(steps, start=1):
        await until_busy(world, pause * dice.uniform(0.7, 1.3), BUSY)
        awake = sorted(world.awake)
        if step == "kill":
            # One that was just started owns nothing: to kill it would show nothing.
            owning = [each for each in awake if await asyncio.to_thread(world.owned_by, each)]
            number = dice.choice(owning or awake)
            notes.append(Note(await kill(world, number), len(world.acks), load_now()))
            note(notes[-1])
        else:
            await stop_and_wake(world, dice.choice(awake), asleep)
        if done % 10 == 0:
            progress(f"{done} of {len(steps)}, {len(world.acks)} answers acknowledged")
    await until_busy(world, pause, BUSY)
    await settle(world, tables)
    return began, notes


def prove(
    kills: int,
    pauses: int,
    games: int,
    *,
    nodes: int = 3,
    pause: float = 1.0,
    asleep: float = ASLEEP,
    think: float = 0.0,
    hashed: bool = False,
    players: int = 2,
    seed: int = 1,
    notes_file: Path | None = None,
) -> Report:
    report = Report("owners")

    def note(each: Note) -> None:
        if notes_file is not None:
            with notes_file.open("a", encoding="utf-8") as file:
                file.write(each.line() + "\n")

    allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        kept = kept_in("postgresql", Path(folder))
        servers = [Server(Path(folder) / name_of(n), settings_of(kept, n)) for n in range(nodes)]
        try:
            for server in servers:
                server.start()
            world = Cluster(
                servers[0],
                seed,
                servers=servers,
                awake=set(range(nodes)),
                expected=EXPECTED,
                expected_texts=EXPECTED_TEXTS,
                think=think,
                hashed=hashed,
                players=players,
            )
            began, notes = asyncio.run(torment(world, games, kills, pauses, pause, asleep, note))
            moved = sum(server.log().count('"room moved"') for server in servers)
            faults = [fault for server in servers for fault in server.faults()]
            stood_still = [fault for fault in faults if STOOD_STILL in fault]
            for server in servers:
                # Each hands its rooms over to those that are left.
                server.end(signal.SIGTERM, ENDS_SECONDS + games / ROOMS_A_SECOND)
        finally:
            for server in servers:
                if server.process is not None:
                    server.end(signal.SIGKILL)
        checked = check_logs(kept, world.acks, world.refused, world.broadcast)
        admin = check_admin(kept)
        with kept.opened() as db:
            (changes,) = db.execute("SELECT sum(epoch) FROM leases").fetchone()
    waited = [each for note in notes for each in note.waited]
    worst = max((note.slowest for note in notes), default=0.0)
    report.failures += world.failures + checked.failures + admin
    report.expect_no_faults([fault for fault in faults if fault not in stood_still])
    report.figures = {
        "processes": nodes,
        "kills": kills,
        "stops": pauses,
        "seconds of each stop": asleep,
        "concurrent games": games,
        "players at each": players,
        "thought about an answer, mean s": think,
        "come to": "one process by a hash" if hashed else "any process",
        "until all had begun s": round(began),
        "games played to the end": world.finished,
        "answers acknowledged": len(world.acks),
        "of these after being sent again": world.duplicates,
        "refused": len(world.refused),
        "of the log: lost a transaction, since it stood still": len(stood_still),
        "lost": checked.lost,
        "gaps": checked.gaps,
        "duplicates": checked.duplicates,
        "broadcast but not in the log": checked.untrue,
        "games replayed": checked.replayed,
        "leases taken": int(changes),
        "rooms that moved while in memory": moved,
        "tables whose owner was killed": len(waited),
        "play goes on p50 s": round(percentile(waited, 0.5), 2) if waited else 0,
        "play goes on p99 s": round(percentile(waited, 0.99), 2) if waited else 0,
        "the worst kill's p99 s": round(worst, 2),
        f"kills with a p99 over {GOAL} s": sum(note.slowest > GOAL for note in notes),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(len(world.acks) > kills + pauses, "hardly anything was acknowledged")
    return report


def settings_of(kept: Kept, number: int) -> dict[str, str]:
    return {
        **kept.settings,
        "ROLLPLAYER_NODE": name_of(number),
        "ROLLPLAYER_LEASE_SECONDS": str(LEASE),
    }


def servers_of(
    folder: Path,
    kept: Kept,
    processes: int,
    *,
    settings: Mapping[str, str] | None = None,
    defect: str = "",
) -> list[Server]:
    """One process, or several of one PostgreSQL; perhaps with a defect of ``tests.server.faulty_histories``."""
    command = ("-m", "rollplayer", "serve")
    if defect:
        command = ("-m", "tests.server.faulty_histories", defect)
    if processes == 1:
        return [Server(kept.data, kept.settings, command)]
    return [
        Server(folder / name_of(n), {**settings_of(kept, n), **(settings or {})}, command)
        for n in range(processes)
    ]


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--pauses", type=int, default=10, help="how often a process is stopped")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--players", type=int, default=2, help="at each table; 1 is solitaire")
    parser.add_argument("--nodes", type=int, default=3, help="how many processes there are")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two kills")
    parser.add_argument(
        "--asleep", type=float, default=ASLEEP, help="seconds for which a process is stopped"
    )
    parser.add_argument(
        "--think", type=float, default=0.0, help="seconds before an answer, on average"
    )
    parser.add_argument(
        "--hashed", action="store_true", help="all of a game come to one process, as by the proxy"
    )
    parser.add_argument(
        "--notes", type=Path, metavar="FILE", help="add a line for each kill to this file"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goal", action="store_true", help=f"fail if p99 is over {GOAL} s, too")
    arguments = parser.parse_args()
    report = prove(
        arguments.kills,
        arguments.pauses,
        arguments.games,
        nodes=arguments.nodes,
        pause=arguments.pause,
        asleep=arguments.asleep,
        think=arguments.think,
        hashed=arguments.hashed,
        players=arguments.players,
        seed=arguments.seed,
        notes_file=arguments.notes,
    )
    if arguments.goal:
        quick = float(report.figures["play goes on p99 s"]) <= GOAL
        report.expect(quick, f"play went on only after more than {GOAL} s at p99")
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
