"""My games and statistics over very many finished games, beside people at their tables.

    python -m benchmarks.server.my_games --games 100000 --own 1000 --seconds 20

One person has some of the games. Readers ask for lists, with and without filters, for words and for statistics,
one after another on a few devices, and for the list once more after something in it has changed. People answer
at their tables, first alone, then beside the readers, and both once more. Limits by address are off, since all
come from one. The processor time of a changed list includes the change.
"""

import asyncio
import random
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import quote

from rollplayer.build import kind
from rollplayer.server.common.tokens import now, token_hash
from rollplayer.server.storage.sqlite import FILE_NAME
from rollplayer.server.storage.sqlite_connection import connect
from tests.proofs.archive import SYLLABLES, fill
from tests.proofs.crowds import get, measure, post
from tests.proofs.process import cpu_seconds, load_now, pid_of
from tests.proofs.report import Report, end, milliseconds, parser_of, percentile, progress
from tests.server.harness import Server
from tests.server.person import Somebody

GOAL_MS = 50.0
READERS = 4
PAUSE = 0.25
"""A reader turns to something else after this."""
IN_A_ROW = 50
CHANGED = "changed list"

Waits = dict[str, list[float]]
"""By kind of request: how long each took, in seconds."""


def give_games(data: Path, person: str, ids: list[str], own: int) -> None:
    """Every so many games are the person's, on their first seat."""
    with closing(connect(data / FILE_NAME)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        for number, id in enumerate(ids[:: max(1, len(ids) // own)][:own]):
            digest = token_hash(f"seat {number}")
            sql = "UPDATE seats SET token_hash = ? WHERE game = ? AND seat = 0"
            db.execute(sql, (digest, id))
            db.execute(
                "INSERT INTO claims (person, game, digest, seat, at) VALUES (?, ?, ?, 0, ?)",
                (person, id, digest, now()),
            )
        db.execute("COMMIT")


def wishes(dice: random.Random) -> dict[str, str]:
    """What somebody looks at, by kind."""
    word = "".join(dice.choices(SYLLABLES, k=2))
    narrow = dice.choice(["class=bard", "result=won", "box=none", "level=people", "class=ranger"])
    return {
        "list": "/games?part=finished&limit=24",
        "filtered": f"/games?part=finished&limit=24&{narrow}",
        "search": f"/games?part=finished&limit=24&query={quote(word)}",
        "statistics": "/statistics",
        "running": "/games?part=running",
        CHANGED: "/games?part=finished&limit=24",
    }


async def ask(port: int, path: str, secret: str) -> int:
    return await get(port, f"/api/v1/person{path}", secret=secret)


async def change(port: int, secret: str, game: str, *, archived: bool) -> None:
    """Nothing that was kept of the person's games holds any more."""
    body = {"id": game, "archived": archived}
    status = await post(port, "/api/v1/person/archive", body, secret=secret)
    assert status == 200, status


async def read_on(
    port: int, secret: str, own: str, number: int, until: float, waits: Waits
) -> None:
    dice = random.Random(f"reader {number}")
    archived = False
    while time.perf_counter() < until:
        for what, path in wishes(dice).items():
            # At first as well: devices are not opened in the same instant.
            await asyncio.sleep(dice.uniform(0, 2 * PAUSE))
            if what == CHANGED:
                archived = not archived
                await change(port, secret, own, archived=archived)
            started = time.perf_counter()
            status = await ask(port, path, secret)
            waits[what].append(time.perf_counter() - started)
            assert status == 200, (what, status)


def read_for(port: int, seconds: float, secret: str, own: str) -> Waits:
    """All readers."""
    waits: Waits = defaultdict(list)
    until = time.perf_counter() + seconds

    async def all_of_them() -> None:
        each = (read_on(port, secret, own, number, until, waits) for number in range(READERS))
        await asyncio.gather(*each)

    asyncio.run(all_of_them())
    return dict(waits)


async def processor_time(server: Server, secret: str, own: str) -> dict[str, float]:
    """By kind: milliseconds of the server's processor time a request, with nothing else to do.

    Unlike the clock it does not depend on what else runs on the machine.
    """
    pid, costs = pid_of(server), {}
    for what, path in wishes(random.Random("cost")).items():
        used = cpu_seconds(pid)
        for number in range(IN_A_ROW):
            if what == CHANGED:
                await change(server.port, secret, own, archived=number % 2 == 0)
            await ask(server.port, path, secret)
        costs[what] = milliseconds((cpu_seconds(pid) - used) / IN_A_ROW)
    return costs


def prove(games: int, own: int, seconds: float, *, goal: bool = False) -> Report:
    report = Report("my games")
    waits: Waits = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        ids = fill(data, games)
        with Server(data) as server:
            ada = Somebody.new(server)
            person = ada.ask()["id"]
            server.end()
            give_games(data, person, ids, own)
            server.start()
            report.expect(ada.ask("/statistics")["games"] == own, "not all games were counted")
            progress(f"{games} finished games, {own} of one person")
            acks, crowds = measure(
                server, seconds, partial(read_for, secret=ada.secret, own=ids[0])
            )
            for read in crowds:
                for what, some in read.items():
                    waits[what] += some
            costs = asyncio.run(processor_time(server, ada.secret, ids[0]))
            report.expect_no_faults(server.faults())
    report.figures = {"finished games": games, "own games": own, **acks.figures("readers")}
    for what, some in waits.items():
        report.figures |= {
            f"{what}: requests": len(some),
            f"{what} p50 ms": milliseconds(percentile(some, 0.5)),
            f"{what} p99 ms": milliseconds(percentile(some, 0.99)),
            f"{what} processor ms": costs[what],
        }
    report.figures |= {"load of the machine": load_now(), "engine": kind()}
    if goal:
        for what, some in waits.items():
            slow = milliseconds(percentile(some, 0.99))
            report.expect(slow < GOAL_MS, f"{what} takes {slow} ms at p99")
        acks.expect_unchanged(report, "readers")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--own", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=20.0, help="each of the four parts")
    parser.add_argument("--goal", action="store_true", help=f"fail above {GOAL_MS:.0f} ms at p99")
    arguments = parser.parse_args()
    report = prove(arguments.games, arguments.own, arguments.seconds, goal=arguments.goal)
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
