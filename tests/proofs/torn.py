"""Power is lost at any moment while the store writes: what was acknowledged is there, and every log ends cleanly.

    python -m tests.proofs.torn --images 10000
    python -m tests.proofs.torn --images 500 --control off      # must fail; so must normal and early

The store plays games under strace, which writes down whatever reaches its files, every sync, and every acknowledgement,
in order. From that come images of the disk as it may be after a loss of power at a random moment (`tests/proofs/disk.py`).
The program opens each of them. What it finds must be what was written, game by game, up to some append, and never less
than was acknowledged before that moment. The controls are a store that syncs before checkpoints only, one that never
syncs, and one that acknowledges before it commits.
"""

import asyncio
import bisect
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from rollplayer.build import kind
from rollplayer.server.operation.maintenance import lonely_rows, look_over
from rollplayer.server.storage.games import load_game
from rollplayer.server.storage.places import Folder
from rollplayer.server.storage.schema import migrate, migrations
from rollplayer.server.storage.sqlite import FILE_NAME, SqliteStore
from rollplayer.server.storage.sqlite_connection import SqliteConnection, connect
from rollplayer.server.storage.store import EntryRow, NotSaved
from tests.proofs.disk import WAYS, Disk, lay
from tests.proofs.process import load_now
from tests.proofs.report import Report, end, parser_of, progress
from tests.proofs.torn_writer import ACKS, PLAYERS, WRONG
from tests.proofs.traced import Call, read_calls, run_traced
from tests.server.harness import ROOT

APPENDS = 500
"""Of one recording: enough for several checkpoints, and still small files."""
GAMES = 10
IMAGES_OF_ONE = 500
"""After so many images, another recording."""
BEFORE_PLAY = 0.05
"""How much of all power is lost while the file is still being made."""
WHOLE = 0.02
"""How many images the whole store opens, with all its threads, and ``rollplayer admin check`` replays."""
NEWEST = migrations()[-1][0]
MEMORY = Path("/dev/shm")


@dataclass
class Recording:
    """What happened to one folder, and what it came to."""

    folder: Path
    calls: list[Call] = field(default_factory=list)
    """Of its files, in the order in which they ended."""
    acks: list[tuple[int, str, int]] = field(default_factory=list)
    """After how many calls, which game, how many entries."""
    logs: dict[str, list[EntryRow]] = field(default_factory=dict)
    """Every game that was ever written, as a store that was closed properly has it."""

    def acknowledged_before(self, moment: int) -> dict[str, int]:
        """How many entries of each game must be there if power is lost after so many calls."""
        number = bisect.bisect_right(self.acks, moment, key=lambda ack: ack[0])
        found: dict[str, int] = {}
        for _, game, entries in self.acks[:number]:
            found[game] = max(entries, found.get(game, 0))
        return found


def record(folder: Path, appends: int, games: int, wrong: str | None) -> Recording:
    data, trace = folder / "data", folder / "trace"
    data.mkdir()
    writer = [sys.executable, "-m", "tests.proofs.torn_writer", str(data), str(appends), str(games)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run_traced([*writer, *([wrong] if wrong else [])], trace, environment, ROOT)
    made = Recording(data)
    disk = Disk(data)
    with trace.open(encoding="latin-1") as lines:
        for call in read_calls(lines):
            if call.file == str(data / ACKS):
                id, entries = call.data.split()
                made.acks.append((len(made.calls), id.decode(), int(entries)))
            elif disk.knows(call) and not call.file.endswith("-shm"):
                made.calls.append(call)
    trace.unlink()
    with closing(connect(data / FILE_NAME)) as db:
        made.logs = read_logs(db, [])
    return made


def read_logs(db: SqliteConnection, known: Iterable[str]) -> dict[str, list[EntryRow]]:
    """All logs as the store loads them: of games that it should know, and of whatever else there is."""
    ids = {id for (id,) in db.execute("SELECT id FROM games")}
    logs: dict[str, list[EntryRow]] = {}
    for id in ids.union(known):
        stored = load_game(db, id, log=True)
        if stored is None:
            continue
        if stored.damage:
            raise NotSaved(f"{id}: {stored.damage}")
        if stored.game.settled not in (0, len(stored.entries)):
            raise NotSaved(f"{id}: settled at {stored.game.settled} of {len(stored.entries)}")
        if len(stored.seats) != PLAYERS:
            raise NotSaved(f"{id}: {len(stored.seats)} seats")
        logs[id] = stored.entries
    return logs


async def open_and_close(folder: Path) -> None:
    """As a server does when it starts."""
    store = SqliteStore(folder)
    await store.open()
    try:
        await store.ready()
    finally:
        await store.close()


@dataclass
class Found:
    """What was found in all images."""

    images: int = 0
    clean: int = 0
    lost: int = 0
    """Acknowledged entries that are not there."""
    entries: int = 0
    whole: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    under_way: int = 0
    """Images of a moment at which something was written and not yet synced."""
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


def look_at(found: Found, recording: Recording, moment: int, folder: Path, *, whole: bool) -> None:
    """Open one image and compare it with what was written."""
    try:
        if whole:
            asyncio.run(open_and_close(folder))
        with closing(connect(folder / FILE_NAME)) as db:
            if db.version() < NEWEST:
                migrate(db)
            logs = read_logs(db, recording.logs)
            failures = soundness(db)
    except (NotSaved, sqlite3.Error) as error:
        found.failures.append(f"after {moment} calls: {error}")
        return
    if whole:
        failures += [f"{id}: {reason}" for id, reason in look_over(Folder(folder))[1]]
    for id, entries in logs.items():
        found.entries += len(entries)
        if recording.logs.get(id, [])[: len(entries)] != entries:
            failures.append(f"after {moment} calls {id} is no prefix of what was written")
    for id, number in recording.acknowledged_before(moment).items():
        missing = number - len(logs[id]) if id in logs else max(1, number)
        if missing > 0:
            found.lost += missing
            failures.append(f"after {moment} calls {id} has {missing} acknowledged entries less")
    found.whole += whole
    found.failures += failures
    found.clean += not failures


def soundness(db: SqliteConnection) -> list[str]:
    """What `rollplayer admin check` looks at before it replays the logs."""
    (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
    return [*([] if verdict == "ok" else [str(verdict)]), *lonely_rows(db)]


def moments(recording: Recording, images: int, dice: random.Random) -> list[int]:
    """After how many calls power is lost, in order."""
    begun = next((before for before, _, _ in recording.acks), 0)
    last = len(recording.calls)
    return sorted(
        dice.randint(0, begun) if dice.random() < BEFORE_PLAY else dice.randint(begun, last)
        for _ in range(images)
    )


def lose_power(found: Found, recording: Recording, images: int, seed: int, place: Path) -> None:
    dice = random.Random(seed)
    disk = Disk(recording.folder)
    happened = 0
    ways = list(WAYS)
    for moment in moments(recording, images, dice):
        for call in recording.calls[happened:moment]:
            disk.happens(call)
        happened = moment
        way = dice.choice(ways)
        folder = place / "image"
        folder.mkdir(mode=0o700)
        lay(disk.image(way, dice), folder)
        if dice.random() < 0.5:
            # What is shared between processes is no part of what must last, so it may be anything.
            (folder / f"{FILE_NAME}-shm").write_bytes(dice.randbytes(1 << 15))
        began = time.process_time()
        look_at(found, recording, moment, folder, whole=dice.random() < WHOLE)
        found.seconds += time.process_time() - began
        found.images += 1
        found.ways[way] += 1
        found.under_way += disk.unsafe > 0
        shutil.rmtree(folder)
        if found.images % 500 == 0:
            progress(f"{found.images} images, {found.lost} entries lost")


def prove(
    images: int, *, wrong: str | None = None, appends: int = APPENDS, seed: int = 1
) -> Report:
    report = Report(f"torn (control: {wrong})" if wrong else "torn")
    found = Found()
    calls: Counter[str] = Counter()
    acks = 0
    while found.images < images:
        with (
            tempfile.TemporaryDirectory(prefix="rollplayer-") as folder,
            tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as place,
        ):
            recording = record(Path(folder), appends, GAMES, wrong)
            calls.update(call.name for call in recording.calls)
            acks += len(recording.acks)
            here = min(IMAGES_OF_ONE, images - found.images)
            lose_power(found, recording, here, seed + found.images, Path(place))
    report.failures += found.failures
    report.figures = {
        "images": found.images,
        "while something was not yet synced": found.under_way,
        **dict(sorted(found.ways.items())),
        "clean prefixes": found.clean,
        "acknowledged entries lost": found.lost,
        "entries read": found.entries,
        "of these opened by the whole store and replayed": found.whole,
        "writes recorded": calls["pwrite64"],
        "syncs": calls["fdatasync"] + calls["fsync"],
        "acknowledged appends": acks,
        "processor time of an image ms": round(1000 * found.seconds / max(1, found.images), 1),
        "load of the machine": load_now(),
        "engine": kind(),
    }
    report.expect(found.under_way > images // 10, "hardly ever was something not yet synced")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--images", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", choices=sorted(WRONG), help="a store that must be caught")
    given = parser.parse_args()
    report = prove(given.images, wrong=given.control, seed=given.seed)
    end([report], as_json=given.json)


if __name__ == "__main__":
    main()
