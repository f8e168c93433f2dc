"""Instructions of an operator: passed to the running server, or carried out at once if none runs.

A server has rooms in memory that must not differ from the disk, so nobody else may change games
while it runs. The command line leaves its instruction in the store, which only the operator can
write to, and waits for the answer. None of this can be reached from the network. Their table is
called orders, as it was before players could leave any: versions must understand each other.
"""

import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from rollplayer.server.common.tokens import now
from rollplayer.server.operation import moderation, sanctions
from rollplayer.server.operation.moderation import BadInstruction, Instruction
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.places import InUse, Place

LOOK_SECONDS: Final = 0.1
PATIENCE_SECONDS: Final = 60.0


class NoAnswer(Exception):
    """A server is using the games and does not answer; the instruction has been withdrawn."""


def give(place: Place, instruction: Instruction, patience: float = PATIENCE_SECONDS) -> int:
    """Have an instruction carried out; returns how many games, or reports, it concerned."""
    try:
        with place.alone() as db:
            return carry_out(db, instruction)
    except InUse:
        with closing(place.connect()) as db:
            return ask(db, instruction, patience)


def carry_out(db: Database, instruction: Instruction) -> int:
    with transaction(db):
        if sanctions.is_sanction(instruction):
            sanctions.apply(db, instruction)
            return 1
        games = moderation.targets(db, instruction)
        for game in games:
            moderation.apply(db, game, instruction)
    return len(games)


@contextmanager
def transaction(db: Database) -> Iterator[None]:
    db.begin()
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def ask(db: Database, instruction: Instruction, patience: float) -> int:
    """Leave an instruction for the running server and wait for its answer."""
    try:
        sql = "INSERT INTO orders (at, what) VALUES (?, ?) RETURNING n"
        (n,) = db.execute(sql, (now(), json.dumps(instruction))).fetchone()
    except db.Error as error:
        raise NoAnswer from error  # An older server, which knows no instructions.
    try:
        answer = json.loads(answer_to(db, n, time.monotonic() + patience))
    finally:
        # Even after Ctrl-C: an instruction that nobody waits for must not be carried out later.
        db.execute("DELETE FROM orders WHERE n = ?", (n,))
    if "problem" in answer:
        raise BadInstruction(answer["problem"])
    return int(answer["games"])


def answer_to(db: Database, n: int, end: float) -> str:
    while time.monotonic() < end:
        (answer,) = db.execute("SELECT answer FROM orders WHERE n = ?", (n,)).fetchone()
        if answer is not None:
            return str(answer)
        time.sleep(LOOK_SECONDS)
    raise NoAnswer
