"""Orders of an operator: handed to the server where one runs, else carried out at once.

A server has rooms in memory that must not differ from the disk, so nobody else may change games
while it runs. The command line leaves its order in the file of games, which only the operator can
write to, and waits for the answer; nothing of this can be reached from the network.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from rollplayer.server.common.settings import BadSetting
from rollplayer.server.common.tokens import now
from rollplayer.server.operation import moderation
from rollplayer.server.operation.moderation import BadOrder, Order
from rollplayer.server.operation.run import locked
from rollplayer.server.storage.sqlite import FILE_NAME, migrate
from rollplayer.server.storage.writer import connect

LOOK_SECONDS: Final = 0.1
PATIENCE_SECONDS: Final = 60.0


class NoAnswer(Exception):
    """A server uses the games and does not answer; the order has been withdrawn."""


def give(folder: Path, order: Order, patience: float = PATIENCE_SECONDS) -> int:
    """Have an order carried out; returns how many games it concerned."""
    path = folder / FILE_NAME
    if not path.exists():
        raise FileNotFoundError(str(path))
    try:
        with locked(folder), closing(connect(path)) as db:
            migrate(db)
            return carry_out(db, order)
    except BadSetting:
        with closing(connect(path)) as db:
            return ask(db, order, patience)


def carry_out(db: sqlite3.Connection, order: Order) -> int:
    with transaction(db):
        games = moderation.targets(db, order)
        for game in games:
            moderation.apply(db, game, order)
    return len(games)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def ask(db: sqlite3.Connection, order: Order, patience: float) -> int:
    """Leave an order for the server that runs, and wait for its answer."""
    try:
        cursor = db.execute(
            "INSERT INTO orders (at, what) VALUES (?, ?)", (now(), json.dumps(order))
        )
    except sqlite3.OperationalError as error:
        raise NoAnswer from error  # An older server, which knows no orders.
    n = cursor.lastrowid
    try:
        answer = json.loads(answer_to(db, n, time.monotonic() + patience))
    finally:
        # Also where nobody waits any more, as after Ctrl-C: it must not be carried out later.
        db.execute("DELETE FROM orders WHERE n = ?", (n,))
    if "problem" in answer:
        raise BadOrder(answer["problem"])
    return int(answer["games"])


def answer_to(db: sqlite3.Connection, n: int | None, end: float) -> str:
    while time.monotonic() < end:
        (told,) = db.execute("SELECT answer FROM orders WHERE n = ?", (n,)).fetchone()
        if told is not None:
            return str(told)
        time.sleep(LOOK_SECONDS)
    raise NoAnswer
