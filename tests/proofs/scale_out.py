"""Lose the bus, the database and processes under players and watchers at three processes: all are current again soon.

    python -m tests.proofs.scale_out --kills 50 --bus-kills 50 --restarts 3 --pauses 3
    python -m tests.proofs.scale_out --kills 0 --bus-kills 4 --restarts 0 --pauses 0 --control   # must fail

Everybody comes to any process, and back to any that is there; clients behave like the browser's (``guests``). Each time
something is lost, play goes on for a while without it. When it is back, everybody must have been shown, within two
seconds, whatever had been acknowledged to anybody until then, who watches at another process as well; in every second
round nothing new happens meanwhile that would tell them. The control is a process that trusts the bus alone: what was
said while the bus was away it never learns. Whatever players are told has to be said in words, each in their language.
"""

import asyncio
import os
import random
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rollplayer.build import kind
from tests.proofs.logs import check_admin, check_logs
from tests.proofs.owners import ENDS_SECONDS, name_of, settings_of
from tests.proofs.people import is_healthy, quietly
from tests.proofs.process import allow_many_files, load_now, pid_of
from tests.proofs.report import Report, end, parser_of, percentile, progress, until
from tests.proofs.visitors import Scene, play_table
from tests.server.buses import Nats
from tests.server.harness import Server
from tests.server.own_postgresql import OwnPostgresql, own_postgresql
from tests.server.stores import Kept

GOAL = 2.0
"""Seconds after the return within which all are current."""
CONTROL_LONGEST = 4.0
ASLEEP = 30.0
AWAY = (0.3, 1.5)
LEAST = 6
"""So many answers at least between two losses, and while something is away."""
CONTROL = ("-m", "tests.server.faulty_histories", "trusts-the-bus")
SETTLE_SECONDS = 30.0


# -- what is lost, and how it returns --------------------------------------------------------------------


async def until_current(world: Scene, what: str) -> list[float]:
    """From now on: how long it takes each client to show what had been acknowledged until now."""
    moment = time.monotonic()
    wanted = {client: world.newest.get(client.place.id, 0) for client in world.clients}
    behind, times = set(wanted), []
    while behind and time.monotonic() - moment < world.longest:
        for client in list(behind):
            if client.is_current(wanted[client]) or client not in world.clients:
                behind.discard(client)
                times.append(time.monotonic() - moment)
        await asyncio.sleep(0.01)
    watching = sum(client.watches for client in behind)
    if behind:
        world.failures.append(
            f"{what}: {len(behind)} stay behind for {world.longest} s, {watching} of them watchers"
        )
    return times


async def until_back(world: Scene, what: str, port: int) -> None:
    """Those whose process is lost find another one; they note how long that takes."""
    moment = time.monotonic()
    away = {
        client: client.lines
        for client in world.clients
        if client.line is not None and client.line.remote_address[1] == port
    }
    times = world.back.setdefault(what, [])
    while away and time.monotonic() - moment < world.longest:
        for client, lines in list(away.items()):
            if client.lines > lines or client not in world.clients:
                del away[client]
                times.append(time.monotonic() - moment)
        await asyncio.sleep(0.01)
    if away:
        world.failures.append(f"{what}: {len(away)} found no other within {world.longest} s")


async def until_played(world: Scene, seconds: float, answers: int) -> None:
    """For some seconds, and until so much was acknowledged."""
    before, moment = len(world.acks), time.monotonic()
    while time.monotonic() - moment < seconds + world.patience:
        if time.monotonic() - moment >= seconds and len(world.acks) - before >= answers:
            return
        await asyncio.sleep(0.02)
    world.failures.append(f"fewer than {answers} answers in {seconds + world.patience:.0f} seconds")


async def rest(world: Scene) -> None:
    """Nobody begins anything new, and whatever was begun is answered."""
    world.goes.clear()
    moment = time.monotonic()
    while any(client.unsure for client in world.clients):
        if time.monotonic() - moment > SETTLE_SECONDS:
            world.failures.append("somebody was never answered")
            return
        await asyncio.sleep(0.02)


async def lose_the_bus(world: Scene, bus: Nats, dice: random.Random, *, rests: bool) -> list[float]:
    await asyncio.to_thread(bus.stop)
    await until_played(world, dice.uniform(*AWAY), LEAST)
    if rests:
        await rest(world)
    await asyncio.to_thread(bus.start)
    try:
        return await until_current(world, "the bus is back")
    finally:
        world.goes.set()


async def kill(world: Scene, dice: random.Random) -> list[float]:
    """A process that owns rooms is gone, and comes back at its old place."""
    owning = [each for each in world.awake if await asyncio.to_thread(world.owned_by, each)]
    number = dice.choice(sorted(owning or world.awake))
    server = world.servers[number]
    port = server.port
    world.awake.discard(number)
    back = asyncio.create_task(until_back(world, "killed", port))
    await asyncio.sleep(0)
    await asyncio.to_thread(server.end, signal.SIGKILL)
    await asyncio.to_thread(server.start, port)
    if not await asyncio.to_thread(until, lambda: is_healthy(server.address), 60):
        world.failures.append("a process did not come back")
    world.awake.add(number)
    await back
    return await until_current(world, "a process was killed and is back")


async def restart_postgresql(
    world: Scene, database: OwnPostgresql, dice: random.Random
) -> list[float]:
    await asyncio.to_thread(database.stop)
    await asyncio.sleep(dice.uniform(*AWAY))
    await asyncio.to_thread(database.start)
    return await until_current(world, "the database is back")


async def pause(world: Scene, dice: random.Random, asleep: float) -> list[float]:
    """A process stands still; nobody comes to it meanwhile, and whoever was there finds another one."""
    number = dice.choice(sorted(world.awake))
    server = world.servers[number]
    pid = pid_of(server)
    world.awake.discard(number)
    os.kill(pid, signal.SIGSTOP)
    back = asyncio.create_task(until_back(world, "stood still", server.port))
    try:
        await until_played(world, asleep, LEAST)
        await back
    finally:
        os.kill(pid, signal.SIGCONT)
    world.awake.add(number)
    return await until_current(world, "a process that stood still is awake")


@dataclass(frozen=True)
class Wish:
    """How often each is to be lost, and under how much play."""

    kills: int = 50
    bus_kills: int = 50
    restarts: int = 3
    pauses: int = 3
    games: int = 12
    watchers: int = 2
    think: float = 0.3
    asleep: float = ASLEEP


async def torment(
    world: Scene, wish: Wish, bus: Nats, database: OwnPostgresql
) -> dict[str, list[float]]:
    dice = random.Random(world.seed)
    tables = [
        asyncio.create_task(play_table(world, number, wish.watchers))
        for number in range(wish.games)
    ]
    world.goes.set()
    turns = 0

    async def no_bus() -> list[float]:
        nonlocal turns
        turns += 1
        return await lose_the_bus(world, bus, dice, rests=turns % 2 == 1)

    steps: dict[str, tuple[int, Callable[[], Awaitable[list[float]]]]] = {
        "bus": (wish.bus_kills, no_bus),
        "process": (wish.kills, lambda: kill(world, dice)),
        "database": (wish.restarts, lambda: restart_postgresql(world, database, dice)),
        "pause": (wish.pauses, lambda: pause(world, dice, wish.asleep)),
    }
    order = [name for name, (times, _) in steps.items() for _ in range(times)]
    dice.shuffle(order)
    times: dict[str, list[float]] = {name: [] for name in steps}
    for done, name in enumerate(order, start=1):
        await until_played(world, dice.uniform(0.2, 0.6), LEAST)
        some = await steps[name][1]()
        progress(
            f"{time.monotonic():.0f} {name} {max(some, default=0):.2f} {len(some)} {len(world.acks)}"
        )
        times[name] += some
        if done % 10 == 0:
            progress(f"{done} of {len(order)}, {len(world.acks)} answers acknowledged")
    await rest(world)
    world.calm = True
    for client in list(world.clients):
        await client.close()
    for table in tables:
        await quietly(table)
    return times


def prove(wish: Wish, *, nodes: int = 3, control: bool = False, seed: int = 1) -> Report:
    report = Report("scale out (control)" if control else "scale out")
    allow_many_files()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(own_postgresql())
        kept = Kept(folder, database.address)
        bus = stack.enter_context(Nats())
        command = CONTROL if control else ("-m", "rollplayer", "serve")
        servers = [
            Server(
                folder / name_of(n), settings_of(kept, n) | {"ROLLPLAYER_BUS": bus.address}, command
            )
            for n in range(nodes)
        ]
        for server in servers:
            stack.enter_context(server)
        world = Scene(servers[0], seed, servers=servers, awake=set(range(nodes)), think=wish.think)
        if control:
            world.longest = CONTROL_LONGEST
        times = asyncio.run(torment(world, wish, bus, database))
        log = "".join(server.log() for server in servers)
        for server in servers:
            server.end(signal.SIGTERM, ENDS_SECONDS + wish.games)
        checked = check_logs(kept, world.acks, world.refused, world.broadcast)
        admin = check_admin(kept)
    if control:
        report.failures = [each for each in world.failures if "stay behind" in each]
    else:
        report.failures += world.failures + world.seen.failures + checked.failures + admin
        report.expect("Traceback" not in log, "there is a traceback in a log")
        report.expect(len(world.acks) > LEAST, "hardly anything was acknowledged")
    report.figures = {
        "processes": nodes,
        "times lost: bus": wish.bus_kills,
        "process": wish.kills,
        "database": wish.restarts,
        f"stood still for {wish.asleep:g} s": wish.pauses,
        "concurrent games": wish.games,
        "players": 2 * wish.games,
        "watchers": wish.watchers * wish.games,
        "games played to the end": world.finished,
        "answers acknowledged": len(world.acks),
        "acknowledged again": world.duplicates,
        "sent again": world.seen.again,
        "lost": checked.lost,
        "gaps": checked.gaps,
        "duplicates": checked.duplicates,
        "broadcast but not in the log": checked.untrue,
        "games replayed": checked.replayed,
        "told in words": ", ".join(f"{what} {n}" for what, n in sorted(world.told.items())),
    }
    for name, some in times.items():
        if some:
            report.figures |= {
                f"current again, {name}: p50 s": round(percentile(some, 0.5), 2),
                f"{name}: p99 s": round(percentile(some, 0.99), 2),
                f"{name}: worst s": round(max(some), 2),
                f"{name}: over {GOAL:g} s": sum(each > GOAL for each in some),
            }
    for what, some in world.back.items():
        report.figures |= {
            f"whose process {what}, on another line: p50 s": round(percentile(some, 0.5), 2),
            f"{what}: p99 s": round(percentile(some, 0.99), 2),
            f"{what}: worst s": round(max(some, default=0.0), 2),
        }
    report.figures |= {"load of the machine": load_now(), "engine": kind()}
    return report


def main() -> None:
    parser = parser_of(__doc__)
    standard = Wish()
    parser.add_argument("--kills", type=int, default=standard.kills, help="of a process")
    parser.add_argument("--bus-kills", type=int, default=standard.bus_kills)
    parser.add_argument("--restarts", type=int, default=standard.restarts, help="of PostgreSQL")
    parser.add_argument("--pauses", type=int, default=standard.pauses, help="of a process")
    parser.add_argument("--asleep", type=float, default=ASLEEP, help="seconds of each pause")
    parser.add_argument("--games", type=int, default=standard.games)
    parser.add_argument("--watchers", type=int, default=standard.watchers, help="at each table")
    parser.add_argument(
        "--think", type=float, default=standard.think, help="seconds before an answer, on average"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="a server that must fail")
    parser.add_argument(
        "--goal", action="store_true", help=f"fail if it takes over {GOAL:g} s, too"
    )
    given = vars(parser.parse_args())
    as_json, goal = given.pop("json"), given.pop("goal")
    seed, control = given.pop("seed"), given.pop("control")
    report = prove(Wish(**given), control=control, seed=seed)
    if goal:
        slow = [
            name
            for name, figure in report.figures.items()
            if name.endswith(f"over {GOAL:g} s") and figure
        ]
        report.expect(not slow, f"not current within {GOAL:g} s: {', '.join(slow)}")
    end([report], as_json=as_json)


if __name__ == "__main__":
    main()
