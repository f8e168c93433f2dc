"""Kill and stop the owners of rooms while people play at several processes of one PostgreSQL.

    python -m tests.proofs.owners --kills 50 --pauses 10 --games 60

Every seat is a client as in ``crash`` that comes to any of the processes, not only to the one that owns its room, and
comes back to another one when its own is gone. Killed processes are started again; stopped ones (SIGSTOP) sleep for
longer than their leases hold and go on as if nothing had been. What was acknowledged is in the logs once, what was refused
is not, and at every table that a killed process owned play goes on.
"""

import asyncio
import os
import random
import signal
import tempfile
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rollplayer.build import kind
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.store_reasons import STOOD_STILL
from tests.proofs.crash import BUSY, SETTLE_SECONDS, Ack, World, play_table, until_busy
from tests.proofs.logs import check_admin, check_logs
from tests.proofs.people import is_healthy, quietly
from tests.proofs.process import load_now, pid_of
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
LONGEST = 20.0
"""After so many seconds nobody waits for a table any more."""


@dataclass
class Cluster(World):
    """The processes, and when something was acknowledged at which table."""

    servers: Sequence[Server] = ()
    awake: set[int] = field(default_factory=set)
    """Which processes are neither killed nor stopped."""
    times: dict[str, list[float]] = field(default_factory=dict)

    def door(self, dice: random.Random) -> Server:
        return self.servers[dice.choice(sorted(self.awake))]

    def acknowledged(self, ack: Ack) -> None:
        super().acknowledged(ack)
        self.times.setdefault(ack.game, []).append(time.perf_counter())

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

    def since(self, game: str, moment: float) -> float | None:
        """How long after a moment something was acknowledged at a table."""
        later = [at for at in self.times.get(game, ()) if at > moment]
        return later[0] - moment if later else None


def name_of(number: int) -> str:
    return f"node{number}"


async def kill(world: Cluster, number: int) -> list[float]:
    """Kill a process and start it again; returns how long each of its tables waited."""
    owned = await asyncio.to_thread(world.owned_by, number)
    owned = {game for game in owned if world.times.get(game)}
    server = world.servers[number]
    port = server.port
    world.awake.discard(number)
    moment = time.perf_counter()
    await asyncio.to_thread(server.end, signal.SIGKILL)
    waited: dict[str, float] = {}
    while len(waited) < len(owned) and time.perf_counter() - moment < LONGEST:
        await asyncio.sleep(0.02)
        for game in owned - set(waited):
            after = world.since(game, moment)
            if after is not None:
                waited[game] = after
    over = await asyncio.to_thread(world.over, owned - set(waited))
    for game in owned - set(waited) - over:
        world.failures.append(f"{game}: nobody could play on within {LONGEST} s of a kill")
    await asyncio.to_thread(server.start, port)
    if not await asyncio.to_thread(until, lambda: is_healthy(server.address), 30):
        world.failures.append("a process did not come back")
    world.awake.add(number)
    return list(waited.values())


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


async def torment(
    world: Cluster, games: int, kills: int, pauses: int, pause: float, asleep: float
) -> list[float]:
    tables = [asyncio.create_task(play_table(world, number)) for number in range(games)]
    world.up.set()
    dice = random.Random(world.seed)
    steps = ["kill"] * kills + ["stop"] * pauses
    dice.shuffle(steps)
    waited: list[float] = []
    for done, step in enumerate(steps, start=1):
        await until_busy(world, pause * dice.uniform(0.7, 1.3), BUSY)
        number = dice.choice(sorted(world.awake))
        if step == "kill":
            waited += await kill(world, number)
        else:
            await stop_and_wake(world, number, asleep)
        if done % 10 == 0:
            progress(f"{done} of {len(steps)}, {len(world.acks)} answers acknowledged")
    await until_busy(world, pause, BUSY)
    world.calm = True
    for _ in range(round(SETTLE_SECONDS / 0.1)):
        if not world.waiting:
            break
        await asyncio.sleep(0.1)
    if world.waiting:
        world.failures.append(f"{len(world.waiting)} commands were never answered")
    for table in tables:
        await quietly(table)
    return waited


def prove(
    kills: int,
    pauses: int,
    games: int,
    *,
    nodes: int = 3,
    pause: float = 1.0,
    asleep: float = ASLEEP,
    seed: int = 1,
) -> Report:
    report = Report("owners")
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
            )
            waited = asyncio.run(torment(world, games, kills, pauses, pause, asleep))
            moved = sum(server.log().count('"room moved"') for server in servers)
            faults = [fault for server in servers for fault in server.faults()]
            stood_still = [fault for fault in faults if STOOD_STILL in fault]
            for server in servers:
                server.end(signal.SIGTERM)
        finally:
            for server in servers:
                if server.process is not None:
                    server.end(signal.SIGKILL)
        checked = check_logs(kept, world.acks, world.refused, world.broadcast)
        admin = check_admin(kept)
        with kept.opened() as db:
            (changes,) = db.execute("SELECT sum(epoch) FROM leases").fetchone()
    report.failures += world.failures + checked.failures + admin
    report.expect_no_faults([fault for fault in faults if fault not in stood_still])
    report.figures = {
        "processes": nodes,
        "kills": kills,
        "stops": pauses,
        "seconds of each stop": asleep,
        "concurrent games": games,
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


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--pauses", type=int, default=10, help="how often a process is stopped")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=3, help="how many processes there are")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two kills")
    parser.add_argument(
        "--asleep", type=float, default=ASLEEP, help="seconds for which a process is stopped"
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
        seed=arguments.seed,
    )
    if arguments.goal:
        quick = float(report.figures["play goes on p99 s"]) <= GOAL
        report.expect(quick, f"play went on only after more than {GOAL} s at p99")
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
