"""The process behind ``backroom``: reads requests from its input, one after another.

    python -m rollplayer.server.reference.reader_process FOLDER LOG_LEVEL LOG_FORMAT

A request is a line of JSON, which also gives the length of the body that follows; so is a response.
The process ends when its input does.
"""

import gzip
import json
import logging
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, Final

import msgspec

from rollplayer.server.common.logs import set_up_logs
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.settings import Settings
from rollplayer.server.common.store_reasons import OUT_OF_REACH
from rollplayer.server.protocol import bodies as b
from rollplayer.server.reference import reference, statistics
from rollplayer.server.reference.backroom import MODULE, STORE_VARIABLE
from rollplayer.server.rooms.views import stored_info
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.games import (
    count_by_status,
    find_games,
    latest_finished,
    log_lengths,
)
from rollplayer.server.storage.places import Place, place_of
from rollplayer.server.storage.store import NotSaved, Search

logger = logging.getLogger(MODULE)

COMPRESSED_FROM: Final = 4096
MOST_ANSWER: Final = 16 << 20
"""Longer results are not returned."""
MOST_MEMORY: Final = 1 << 30
STEPS_BACK: Final = 10
"""How much nicer it is to other processes than the server."""


class Reader:
    """Carries out requests."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.not_read: tuple[type[Exception], ...] = (NotSaved, *place.errors)
        self._games: Database | None = None

    @property
    def games(self) -> Database:
        if self._games is None:
            try:
                self._games = self.place.connect_to_read()
            except NotSaved as error:
                # Where the database is, is for the log and not for players.
                logger.warning("database out of reach", extra={"reason": str(error)})
                raise NotSaved(OUT_OF_REACH) from error
        return self._games

    def finished(self, wishes: dict[str, Any], _: bytes) -> Any:
        search = msgspec.convert(wishes["search"], Search)
        limit = search.limit - 1
        stored = find_games(self.games, search)
        lengths = log_lengths(self.games, [game.game.id for game in stored])
        listed = [stored_info(game, lengths[game.game.id]) for game in stored[:limit]]
        return b.FinishedGames(games=listed, more=len(stored) > limit)

    def statistics(self, _: dict[str, Any], __: bytes) -> Any:
        games = latest_finished(self.games, statistics.LATEST)
        return statistics.count(games, count_by_status(self.games))

    def replay(self, wishes: dict[str, Any], body: bytes) -> Any:
        return reference.frames(reference.read_file(body), wishes["language"])

    def story(self, wishes: dict[str, Any], body: bytes) -> Any:
        return self.replay(wishes, body)["story"]

    def answer(self, wishes: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
        """The head and the body of a reply."""
        work: dict[str, Callable[[dict[str, Any], bytes], Any]] = {
            "finished": self.finished,
            "statistics": self.statistics,
            "replay": self.replay,
            "story": self.story,
        }
        try:
            ready = msgspec.json.encode(work[wishes["what"]](wishes, body))
            if len(ready) > MOST_ANSWER:
                raise Refused("too-large", most=MOST_ANSWER)
        except Refused as refused:
            return {"refused": refused.code, "arguments": refused.arguments}, b""
        except self.not_read as error:
            return {"not_saved": str(error)}, b""
        except MemoryError:
            return {"refused": "too-large", "arguments": {"most": MOST_ANSWER}}, b""
        except Exception as error:
            logger.exception("fault", extra={"what": wishes["what"]})
            return {"error": f"{type(error).__name__}: {error}"}, b""
        compressed = wishes["compress"] and len(ready) >= COMPRESSED_FROM
        if compressed:
            ready = gzip.compress(ready, 6, mtime=0)
        return {"compressed": compressed, "length": len(ready)}, ready


def limit_oneself() -> None:
    if sys.platform != "win32":
        import resource
        import signal

        os.nice(STEPS_BACK)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        # Ctrl-C is for the server, which then ends this process.
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def work(reader: Reader, requests: BinaryIO, answers: BinaryIO) -> None:
    answers.write(b"ready\n")
    answers.flush()
    for line in requests:
        wishes = json.loads(line)
        head, body = reader.answer(wishes, requests.read(wishes["length"]))
        answers.write(json.dumps(head).encode() + b"\n" + body)
        answers.flush()


if __name__ == "__main__":
    limit_oneself()
    set_up_logs(*sys.argv[2:])
    settings = Settings(data=sys.argv[1], store=os.environ.get(STORE_VARIABLE, ""))
    work(Reader(place_of(settings)), sys.stdin.buffer, sys.stdout.buffer)
