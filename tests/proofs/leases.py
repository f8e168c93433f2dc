"""Rooms change hands all the time while several processes write: no room ever has two owners.

    python -m tests.proofs.leases --changes 10000
    python -m tests.proofs.leases --changes 300 --control   # must fail

Three processes' worth of stores on one PostgreSQL take each other's rooms by force. Whoever has taken one reads a number
from it, waits a moment, and writes the next one, as a room does with everything. Were there two owners for a moment, both
would write the same number, and one of two acknowledged steps would be lost. Steps, messages and answers are written in
the ways in which a room writes: in a transaction of several statements, and in one statement. The control writes without
a fence.
"""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from rollplayer.server.storage.leases import HeldElsewhere, Node
from rollplayer.server.storage.postgres_rows import put_rows
from rollplayer.server.storage.postgresql import PostgresStore
from rollplayer.server.storage.store import (
    Beside,
    ChatRow,
    EntryRow,
    Fence,
    Fenced,
    NotSaved,
    ProgressRow,
)
from tests.proofs.report import Report, end, parser_of, progress
from tests.server.prepared import fresh, row_of
from tests.server.stores import new_database

NODES = 3
GAMES = 8
AT_ONCE = 4
"""How many rooms each process works on at a time."""
MOST_PAUSE = 0.004


@dataclass
class Storm:
    """What the stores have been told, apart from what they keep."""

    changes: int
    dice: random.Random
    taken: int = 0
    steps: Counter[str] = field(default_factory=Counter)
    """Acknowledged steps by game."""
    said: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    fenced: int = 0
    epochs: set[tuple[str, int]] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)


async def answers_of(store: PostgresStore, game: str) -> int:
    """How many answers there are, as the last one has said."""
    row = (await store.progress([game])).get(game)
    return 0 if row is None else row.since


async def answer(storm: Storm, store: PostgresStore, game: str, fence: Fence) -> None:
    """One more answer: it is inserted by the very statement that compares the lease."""
    n = 1 + await answers_of(store, game)
    await asyncio.sleep(storm.dice.uniform(0, MOST_PAUSE))
    entry = EntryRow(n, n, 0, "human", f"0:{fence.epoch}-{n}", "{}")
    await store.append(game, [entry], None, Beside(progress=ProgressRow(0, n, 1, 1, [])), fence)
    storm.answers[game] += 1


async def own_and_write(storm: Storm, store: PostgresStore, games: list[str]) -> None:
    while storm.taken < storm.changes:
        game = storm.dice.choice(games)
        try:
            fence = await store.leases.take(game, by_force=storm.dice.random() < 0.9)
        except (HeldElsewhere, NotSaved):
            # Held by another, or somebody is just writing there.
            continue
        assert fence is not None
        storm.taken += 1
        if (game, fence.epoch) in storm.epochs:
            storm.failures.append(f"{game}: epoch {fence.epoch} was given twice")
        storm.epochs.add((game, fence.epoch))
        try:
            for _ in range(storm.dice.randint(1, 3)):
                stored = await store.load(game)
                assert stored is not None
                await asyncio.sleep(storm.dice.uniform(0, MOST_PAUSE))
                await store.change(game, {"settled": stored.game.settled + 1}, fence=fence)
                storm.steps[game] += 1
                n = stored.chat[-1].n + 1 if stored.chat else 1
                name = f"{fence.epoch}-{n}"
                await store.say(game, ChatRow(n, n, None, "", name, name), fence)
                storm.said[game] += 1
                await answer(storm, store, game, fence)
            if storm.dice.random() < 0.3:
                await store.leases.give_back(fence)
        except Fenced:
            storm.fenced += 1
        except NotSaved as error:
            storm.failures.append(f"{game}: {error}")
        if storm.taken % 1000 == 0:
            progress(f"{storm.taken} changes of owner")


async def rage(storm: Storm, address: str, *, control: bool) -> tuple[int, int, int]:
    """Returns how many acknowledged steps, messages and answers are not in the store."""
    stores = [PostgresStore(address, None, Node(f"n{n}", "http://n"), 60.0) for n in range(NODES)]
    for store in stores:
        if control:
            store.check_fences = lambda _db, _fences: None
            store.put_rows = partial(put_rows, node=None)
        await store.open()
    try:
        rows = [row_of(fresh(2, f"storm{n}"), "host") for n in range(GAMES)]
        for row in rows:
            await stores[0].create(row, [])
        ids = [row.id for row in rows]
        async with asyncio.TaskGroup() as group:
            for store in stores:
                for _ in range(AT_ONCE):
                    group.create_task(own_and_write(storm, store, ids))
        lost = unheard = unanswered = 0
        for row in rows:
            stored = await stores[0].load(row.id)
            assert stored is not None
            lost += abs(storm.steps[row.id] - stored.game.settled + row.settled)
            last = stored.chat[-1].n if stored.chat else 0
            unheard += abs(storm.said[row.id] - last)
            answers = await answers_of(stores[0], row.id)
            unanswered += abs(storm.answers[row.id] - answers)
            unanswered += abs(storm.answers[row.id] - len(stored.entries))
        return lost, unheard, unanswered
    finally:
        for store in stores:
            await store.close()


def prove(changes: int, *, control: bool = False, seed: int = 1) -> Report:
    report = Report("leases (control)" if control else "leases")
    storm = Storm(changes, random.Random(seed))
    lost, unheard, unanswered = asyncio.run(rage(storm, new_database(), control=control))
    report.failures += storm.failures
    report.expect(lost == 0, f"{lost} acknowledged steps were overwritten by another owner")
    report.expect(unheard == 0, f"{unheard} acknowledged messages are not there")
    report.expect(unanswered == 0, f"{unanswered} acknowledged answers are not there")
    report.figures = {
        "changes of owner": storm.taken,
        "steps acknowledged": storm.steps.total(),
        "messages acknowledged": storm.said.total(),
        "answers acknowledged": storm.answers.total(),
        "lost": lost + unheard + unanswered,
        "writes of former owners, all refused": storm.fenced,
    }
    report.expect(storm.steps.total() > changes // 2, "hardly anything was written")
    report.expect(control or storm.fenced > 0, "no former owner has tried to write")
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--changes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="without fences: must fail")
    arguments = parser.parse_args()
    report = prove(arguments.changes, control=arguments.control, seed=arguments.seed)
    end([report], as_json=arguments.json)


if __name__ == "__main__":
    main()
