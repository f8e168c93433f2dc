"""A log that takings back have made long: no slower, and not without end."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any, SupportsIndex

import pytest

from rollplayer.log import Entry, LogError, effective
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import hashes_of
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms import commands, recorded_match, views
from rollplayer.server.rooms.recorded_match import MOST_ENTRIES, RecordedMatch
from tests.server.prepared import STARTED, fresh, room_of, step

pytestmark = pytest.mark.once


def long_game(entries: int) -> RecordedMatch:
    """A game in which one answer is given and taken back again and again."""
    made = fresh(2, "long")
    choice = random.Random(1)
    while made.game.seat() < 0 or made.version < 20:
        step(made, choice)
    seat, answer = made.game.seat(), made.game.options()[0]
    while made.version < entries:
        made.act(seat, answer, STARTED, "human")
        if made.match.why_not_undo(seat):
            made.undo_together(seat, 1, [0, 1], STARTED, "human", f"{seat}:{made.version}")
        else:
            made.undo(seat, STARTED, "human", f"{seat}:{made.version}")
    return made


class Counted(list[Entry]):
    """Counts how many entries are looked at."""

    looks = 0

    def __getitem__(self, at: SupportsIndex) -> Entry:  # type: ignore[override]
        self.looks += 1
        return super().__getitem__(at)

    def __iter__(self) -> Any:
        self.looks += len(self)
        return super().__iter__()


def test_an_answer_does_not_look_through_the_whole_log() -> None:
    made = long_game(1000)
    room = room_of(made, {0: "ada", 1: "bo"})
    counted = made.match.entries = Counted(made.match.entries)
    seat = made.game.seat()
    made.act(seat, made.game.options()[0], STARTED, "human")
    room.new_picture()
    views.update(room, "update", made.version - 1, hashes_of(["ada", "bo"]), "en")
    assert counted.looks < 100
    assert [counted[at] for at in made.match.standing()] == effective(counted)
    assert made.standing() == [at + 1 for at in made.match.standing()]


def test_the_answers_that_stand_are_counted_anew_where_the_log_is_another() -> None:
    made = long_game(60)
    match = made.match
    assert match.standing()
    del match.entries[5:]
    assert match.standing() == [0, 1, 2, 3, 4]
    match.entries.append(Entry(0, "", undo=9))
    with pytest.raises(LogError):
        match.standing()


def test_a_full_log_takes_nothing_back_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_match, "MOST_ENTRIES", 60)
    made = long_game(60)
    room = room_of(made, {0: "ada", 1: "bo"})
    client: Any = SimpleNamespace(hashes=hashes_of(["ada", "bo"]), language="en")
    told = views.update(room, "update", 0, client.hashes, "en")
    for each in ("0", "1"):
        assert told["seats"][each]["undo"]["reason"] == "log-full"
        assert told["seats"][each]["undo"]["text"]
    seat = made.game.seat()
    said: dict[str, Any] = {"command": "back-again", "version": made.version, "seat": seat}

    async def use() -> None:
        handlers: list[tuple[Any, Any]] = [
            (m.Undo(**said), commands.undo),
            (m.UndoAsk(**said), commands.undo_ask),
        ]
        for wish, handler in handlers:
            with pytest.raises(Refused) as refused:
                await handler(room, client, wish)
            assert refused.value.code == "log-full"
            for language in ("en", "de", "fr"):
                assert f"{MOST_ENTRIES}" in refused.value.text(language).replace(
                    "\u202f", ""
                ).replace(",", "").replace(".", "")

    asyncio.run(use())
    choice = random.Random(2)
    while not made.game.over:
        step(made, choice)
    assert made.match.end() is not None
