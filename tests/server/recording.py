"""Whole games as every kind of viewer hears them: by differences, and whole beside them.

    python -m tests.server.recording web/tests/streams.json.gz

records anew the streams that the tests of the browser client apply.
"""

import gzip
import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from rollplayer.engine.table import CHANCE
from rollplayer.match import CannotUndo
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes, hashes_of
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import last_calls, views
from rollplayer.server.rooms.play import go_on
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.rooms.updates import send_state
from rollplayer.server.rooms.waits import Vote
from rollplayer.server.storage.reports import Place
from tests.server.prepared import STARTED, fresh, room_of

Plain = dict[str, Any]
read = msgspec.json.Decoder().decode
ENVELOPE = ("type", "since", "version", "entries", "entries_from", "room", "chat", "ack")


@dataclass(eq=False)
class Ear:
    """A listener that keeps what it was sent."""

    name: str
    hashes: Hashes
    language: str = "en"
    differences: bool = True
    sent_table: Plain | None = None
    hidden: bool = False
    unheard: frozenset[Place] = frozenset()
    heard: list[Plain] = field(default_factory=list)
    letters: list[bytes] = field(default_factory=list)

    def send(self, message: bytes) -> None:
        self.letters.append(message)
        self.heard.append(read(message))

    def welcome(self, room: RoomState) -> None:
        self.send(encode({"type": "welcome"}))

    def dismiss(self, reason: Refused) -> None: ...


@dataclass
class Moment:
    """What one ear heard since the last moment, and the table as a newcomer is told it whole."""

    ear: str
    heard: list[Plain]
    whole: Plain


def table_of(state: Plain) -> Plain:
    return {key: value for key, value in state.items() if key not in ENVELOPE}


def tokens_of(players: int) -> dict[int, str]:
    return {seat: f"token of seat {seat}" for seat in range(players)}


class Play:
    """One game in this process, with everybody who could listen to it."""

    def __init__(self, table: RecordedMatch, seed: int) -> None:
        self.table = table
        self.dice = random.Random(seed)
        players = table.game.rules.players
        self.tokens = tokens_of(players)
        self.room = room_of(table, self.tokens)
        self.commands = 0
        every = list(self.tokens.values())
        seated = [Ear(f"seat {s}", hashes_of([t])) for s, t in self.tokens.items()]
        self.ears = [
            *seated,
            Ear("all at one screen", hashes_of(every)),
            Ear("two seats in German", hashes_of(every[:2]), "de"),
            Ear("host", hashes_of(["host"])),
            Ear("watcher", frozenset()),
            Ear("watcher in French", frozenset(), "fr"),
            Ear("whole", hashes_of(every), differences=False),
        ]
        self.room.listeners.update(self.ears)
        go_on(self.room, table)
        self.look()
        for ear in self.ears:
            send_state(self.room, ear, None)

    def look(self) -> None:
        """As after a commit."""
        self.room.on_disk = self.table.version
        self.room.count_time(self.table.records)
        self.room.asked_since = STARTED + self.table.version
        if self.table.game.over:
            self.room.row.status = "finished"
            self.room.row.result = {"end": self.table.match.end()}
        self.room.new_picture()

    def step(self) -> None:
        """An answer, an interruption, a taking back alone or by all, a new name, or a vote."""
        table, game, room = self.table, self.table.game, self.room
        since = table.version
        self.commands += 1
        name = f"0:command-{self.commands}"
        at = STARTED + 1000 * self.commands
        chance = self.dice.random()
        seats = range(game.rules.players)
        if chance > 0.95:
            self.vote(name)
            return
        room.vote = None
        if chance < 0.05:
            try:
                table.undo(self.dice.choice(seats), at, "human", name)
            except CannotUndo:
                room.tell_all(since)
                return
            room.call = None
        elif chance < 0.07 and len(table.standing()) > 8:
            table.undo_together(0, self.dice.randint(1, 6), list(seats), at, "human", name)
            room.call = None
        elif chance < 0.10:
            room.seats[0].name = self.dice.choice(["Ada", "Zoë", "Bo"])
            room.renamed()
        elif chance < 0.2 and (able := [s for s in seats if self.interruptions(s)]):
            seat = self.dice.choice(able)
            table.act(seat, self.dice.choice(self.interruptions(seat)), at, "human", name)
            last_calls.mark_passed(room, seat)
        elif game.seat() == CHANCE:
            room.call = None
            table.roll(at)
        else:
            table.act(game.seat(), self.dice.choice(game.options()), at, "human", name)
        go_on(room, table)
        self.look()
        room.tell_all(since)

    def vote(self, name: str) -> None:
        """Somebody asks to take back, or one more agrees to it."""
        room, vote = self.room, self.room.vote
        if vote is None or not vote.waiting:
            waiting = list(range(1, len(room.seats)))
            room.vote = Vote(0, name, 1, 1, [0], waiting, STARTED)
        else:
            vote.agreed.append(vote.waiting.pop())
        room.tell_all(self.table.version)

    def interruptions(self, seat: int) -> list[int]:
        game = self.table.game
        return [] if game.over or game.seat() == seat else game.interruptions(seat)

    def newcomer(self, like: Ear) -> Plain:
        """The table as it is told whole to somebody who has just come and may know the same."""
        state: Plain = read(encode(views.state(self.room, None, like.hashes, like.language)))
        return table_of(state)

    def reconnect(self, ear: Ear) -> None:
        """Gone and back, with a gap that a whole state bridges."""
        self.room.listeners.discard(ear)
        self.step()
        self.room.listeners.add(ear)
        send_state(self.room, ear, max(0, self.table.version - 3))

    def run(self, note: Callable[[Sequence[Moment]], None]) -> None:
        """Play to the end, and let every moment be noted."""
        while True:
            note(
                [
                    Moment(
                        ear.name, [ear.heard.pop(0) for _ in list(ear.heard)], self.newcomer(ear)
                    )
                    for ear in self.ears
                ]
            )
            if self.table.game.over:
                return
            if self.dice.random() < 0.03:
                self.reconnect(self.dice.choice(self.ears))
            else:
                self.step()


def play(players: int, seed: int, **options: Any) -> Play:
    return Play(fresh(players, f"recorded {seed}", **options), seed)


STREAMS: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "two heroes at one screen": ({"players": 2, "seed": 5}, "all at one screen"),
    "a watcher": ({"players": 3, "seed": 8, "variants": ("short-game",)}, "watcher in French"),
    "a seat of the expansion": (
        {"players": 2, "seed": 6, "expansions": ("monsters-and-minions",)},
        "seat 1",
    ),
}
EVERY: Final = 5
"""At every so many moments the whole table is kept beside the stream."""


def streams() -> dict[str, list[Plain]]:
    """By name: the messages of each moment, and now and then the table they must lead to."""
    recorded: dict[str, list[Plain]] = {}
    for name, (wish, ear) in STREAMS.items():
        noted: list[Moment] = []
        play(**wish).run(
            lambda moments, ear=ear, noted=noted: noted.extend(  # type: ignore[misc]
                moment for moment in moments if moment.ear == ear
            )
        )
        recorded[name] = [
            {
                "heard": each.heard,
                "whole": each.whole if at % EVERY == 0 or each is noted[-1] else None,
            }
            for at, each in enumerate(noted)
        ]
    return recorded


def main() -> None:
    packed = json.dumps(streams(), separators=(",", ":")).encode()
    Path(sys.argv[1]).write_bytes(gzip.compress(packed, mtime=0))


if __name__ == "__main__":
    main()
