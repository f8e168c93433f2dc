"""Random histories of tables: every log is a linearization of what its clients saw.

    python -m tests.proofs.histories --schedules 200 --operations 1000
    python -m tests.proofs.histories --schedules 200 --operations 1000 --store postgresql --processes 3
    python -m tests.proofs.histories --schedules 4 --operations 500 --control forgets   # must fail

In each schedule several devices at one table after another answer, take back, vote, chat, look, leave and come back, and
send things twice, as its seed says, each at its own pace. Whatever they want and see is written down with the moments of
its beginning and its end (``history``), and compared with the log on the disk (``linear``). Of several processes, each
device comes to any; who only watches may then be shown an answer a moment later.
"""

import asyncio
import os
import random
import signal
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rollplayer.build import kind
from tests.proofs.devices import Device, Schedule
from tests.proofs.history import NEVER, History, Line, now
from tests.proofs.linear import Found, Kept, check
from tests.proofs.logs import Checked, Log, check_one, read_logs
from tests.proofs.owners import ENDS_SECONDS, servers_of
from tests.proofs.people import create
from tests.proofs.process import allow_many_files, load_now
from tests.proofs.report import Report, end, parser_of, progress, take_store
from tests.server import stores
from tests.server.buses import Nats
from tests.server.harness import Server
from tests.server.stores import KINDS, VARIABLE, kept_in

FOUND_AS = {"stale-reads": "stale", "forgets": "lost", "acknowledges-otherwise": "twice"}
"""What ``tests.server.faulty_histories`` does wrong, and the kind of violation that is then found."""
AT_ONCE = 6
"""Schedules that go on side by side."""
LONGEST_SECONDS = 600.0
"""For one table; after that something has never had a reply."""
CONTROL_SECONDS = 20.0


async def play(schedule: Schedule, dice: random.Random, longest: float) -> list[History]:
    """Tables one after another, until all operations of a schedule are done."""
    histories: list[History] = []
    while not schedule.is_done:
        players = dice.choice([2, 2, 3, 4])
        place = await asyncio.to_thread(create, dice.choice(schedule.doors), players)
        history = History(place.id)
        seats: list[int | None] = [*place.tokens]
        # Some have a second device, some only watch.
        seats += [dice.choice([*place.tokens, None]) for _ in range(dice.randint(1, 3))]
        devices = [
            Device(schedule, history, place, f"device{number}-{len(histories)}", seat)
            for number, seat in enumerate(seats)
        ]
        histories.append(history)
        try:
            async with asyncio.timeout(longest), asyncio.TaskGroup() as group:
                for device in devices:
                    group.create_task(device.play())
        except TimeoutError:
            history.note("unanswered", f"not at its end after {longest} s")
            break
    return histories


async def play_all(
    seed: str,
    schedules: int,
    operations: int,
    doors: Sequence[Server],
    longest: float,
    until: float = NEVER,
) -> tuple[list[History], int, int]:
    """All histories; how many schedules were done to their end, and how many operations in all."""
    waiting = list(range(schedules))
    histories: list[History] = []
    ended: list[int] = []
    left: list[int] = []

    async def some() -> None:
        while waiting and now() < until:
            number = waiting.pop(0)
            own = f"{seed}-{number}"
            schedule = Schedule(own, operations, doors, until)
            histories.extend(await play(schedule, random.Random(own), longest))
            left.append(max(0, schedule.operations))
            if schedule.operations <= 0:
                ended.append(number)
            if (schedules - len(waiting)) % 10 == 0:
                progress(f"{len(waiting)} schedules wait, {len(histories)} games")

    async with asyncio.TaskGroup() as group:
        for _ in range(min(AT_ONCE, schedules)):
            group.create_task(some())
    done = (schedules - len(waiting)) * operations - sum(left)
    return histories, len(ended), done


def chats_in(kept: stores.Kept) -> dict[str, list[tuple[int, str | None, Line]]]:
    chats: dict[str, list[tuple[int, str | None, Line]]] = {}
    with kept.opened() as db:
        rows = db.execute("SELECT game, n, seat, text, command FROM chat ORDER BY game, n")
        for game, n, seat, text, command in rows:
            chats.setdefault(game, []).append((n, command, Line(n, seat, text)))
    return chats


def compare(kept: stores.Kept, histories: Sequence[History]) -> tuple[Found, Checked]:
    """What clients saw, with what is in the store; and whether that replays."""
    found, checked = Found(), Checked()
    logs, chats = read_logs(kept), chats_in(kept)
    for history in histories:
        log = logs.get(history.game, Log(None, None, []))
        check(found, history, Kept(log, chats.get(history.game, [])))
        check_one(checked, history.game, log)
    return found, checked


def prove(
    schedules: int,
    operations: int,
    *,
    processes: int = 0,
    seed: str = "1",
    defect: str = "",
    minutes: float = NEVER,
) -> Report:
    report = Report(f"histories ({defect})" if defect else "histories")
    store = os.environ.get(VARIABLE, KINDS[0])
    processes = processes or (3 if store == "postgresql" else 1)
    allow_many_files()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "data").mkdir()
        kept = kept_in(store, folder / "data")
        bus = stack.enter_context(Nats()).address if processes > 1 else ""
        servers = servers_of(
            folder, kept, processes, settings={"ROLLPLAYER_BUS": bus}, defect=defect
        )
        for server in servers:
            stack.enter_context(server)
        longest = CONTROL_SECONDS if defect else LONGEST_SECONDS
        histories, ended, done = asyncio.run(
            play_all(seed, schedules, operations, servers, longest, now() + 60 * minutes)
        )
        faults = [fault for server in servers for fault in server.faults()]
        for server in servers:
            server.end(signal.SIGTERM, ENDS_SECONDS)
        found, checked = compare(kept, histories)
    if defect:
        # Only what the defect causes shows that it is noticed.
        report.failures = [each for each in found.texts if each.startswith(FOUND_AS[defect])]
    else:
        report.failures = found.texts + checked.failures
        report.expect_no_faults(faults)
    report.figures = {
        "store": store,
        "processes": processes,
        "seed": seed,
        "schedules": schedules,
        "of these to their end": ended,
        "operations": done,
        "operations of each": operations,
        "games": len(histories),
        "commands": found.commands,
        "acknowledged": found.acknowledged,
        "sent again": found.repeats,
        "looks asked for": found.asked,
        "shown in all": found.looks,
        "watchers who came to a process that was behind": found.behind,
        "entries in the logs": checked.entries,
        "games replayed": checked.replayed,
        "violations": sum(found.kinds.values()),
        **found.kinds,
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(bool(defect) or found.acknowledged > schedules, "hardly anything was sent")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    take_store(parser)
    parser.add_argument("--schedules", type=int, default=20)
    parser.add_argument("--operations", type=int, default=1000, help="of each schedule")
    parser.add_argument(
        "--processes", type=int, default=0, help="1 for SQLite, 3 for PostgreSQL unless told"
    )
    parser.add_argument(
        "--minutes", type=float, default=NEVER, help="begin nothing more after so long"
    )
    parser.add_argument("--seed", default="1", help="what all schedules follow from")
    parser.add_argument("--control", choices=FOUND_AS, default="", help="a server that must fail")
    given = parser.parse_args()
    report = prove(
        given.schedules,
        given.operations,
        processes=given.processes,
        seed=given.seed,
        defect=given.control,
        minutes=given.minutes,
    )
    end([report], as_json=given.json)


if __name__ == "__main__":
    main()
