"""A worker: thinks for the bots of all servers that share a database, on whatever machine it runs.

It takes one question after another from the queue (``storage/thinking.py``) and keeps the games it was asked about, so
that the next question of a game costs only the answers since. It owns nothing: whoever kills it takes away its speed.
"""

import json
import logging
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from rollplayer.server.common.logs import set_up_logs
from rollplayer.server.common.settings import BadSetting, Settings, without_password
from rollplayer.server.rooms.bot_workers import MOST_GAMES, Mirror
from rollplayer.server.rooms.far_thinkers import code_of_bots
from rollplayer.server.storage.postgres_connection import NotOurs, PostgresConnection
from rollplayer.server.storage.postgres_sessions import reason_of
from rollplayer.server.storage.postgres_thinking import WorkersPlace
from rollplayer.server.storage.schema import migrations

logger = logging.getLogger(__name__)

COME_SECONDS: Final = 1.0
"""So often a worker says that it is there."""
NAP_SECONDS: Final = 0.02
LONG_NAP_SECONDS: Final = 0.1
"""Between two looks into the queue, while there was something lately and after a while without."""
LATELY: Final = 10.0
AGAIN_SECONDS: Final = 1.0


class Student:
    """The games that a worker knows, and what it has heard of each."""

    def __init__(self) -> None:
        self.mirror = Mirror()
        self.known: OrderedDict[str, tuple[str, list[Any]]] = OrderedDict()
        """By game: its header and its answers."""

    def reply(self, question: str) -> str:
        plain = json.loads(question)
        game, header, answers = plain["game"], plain["header"], plain["answers"]
        before, known = self.known.pop(game, ("", []))
        if before == header and answers[: len(known)] == known:
            plain |= {"header": None, "answers": answers[len(known) :]}
        started = time.perf_counter()
        reply = self.mirror.reply(plain)
        if "error" not in reply:
            # In the same order as the mirror, so that both forget the same games.
            self.known[game] = header, answers
            if len(self.known) > MOST_GAMES:
                self.known.popitem(last=False)
        return json.dumps({**reply, "seconds": time.perf_counter() - started})


class Work:
    """What a worker does until somebody stops it."""

    def __init__(self, settings: Settings, name: str) -> None:
        self.settings = settings
        self.name = name
        self.is_over = False

    def stop(self, number: int, frame: FrameType | None) -> None:
        self.is_over = True

    def run(self, on_ready: Callable[[], None]) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        place = self.enter()
        on_ready()
        logger.info("working", extra={"worker": self.name})
        try:
            self.think(place)
        finally:
            place.leave()
        logger.info("stopped", extra={"worker": self.name})

    def enter(self) -> WorkersPlace:
        shown = without_password(self.settings.store)
        try:
            place = WorkersPlace(self.settings.store, self.name, code_of_bots())
        except NotOurs as error:
            raise BadSetting("name", self.name, str(error)) from error
        except PostgresConnection.Error as error:
            raise BadSetting("store", shown, reason_of(error)) from error
        form, newest = place.db.version(), migrations()[-1][0]
        if form != newest:
            place.leave()
            reason = f"has format {form}, this version needs {newest}: start its server first"
            raise BadSetting("store", shown, reason)
        place.db.form = form
        return place

    def think(self, place: WorkersPlace) -> None:
        student = Student()
        came = busy = 0.0
        while not self.is_over:
            now = time.monotonic()
            try:
                if now - came > COME_SECONDS:
                    place.come()
                    came = now
                taken = place.take()
                if taken is not None:
                    place.answer(taken[0], student.reply(taken[1]))
                    busy = time.monotonic()
                    continue
            except place.db.Error as error:
                # The servers think for themselves meanwhile.
                logger.warning("no queue", extra={"reason": reason_of(error)})
                time.sleep(AGAIN_SECONDS)
                continue
            time.sleep(NAP_SECONDS if now - busy < LATELY else LONG_NAP_SECONDS)


def work(settings: Settings, name: str, on_ready: Callable[[], None]) -> None:
    """Think until SIGTERM or Ctrl-C."""
    set_up_logs(settings.log_level, settings.log_format)
    Work(settings, name).run(on_ready)
