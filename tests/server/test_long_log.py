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
    table = fresh(2, "long")
    choice = random.Random(1)
    while table.game.seat() < 0 or table.version < 20:
        step(table, choice)
    seat, answer = table.game.seat(), table.game.options()[0]
    while table.version < entries:
        table.act(seat, answer, STARTED, "human")
        if table.match.why_not_undo(seat):
            table.undo_together(seat, 1, [0, 1], STARTED, "human", f"{seat}:{table.version}")
        else:
            table.undo(seat, STARTED, "human", f"{seat}:{table.version}")
    return table


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
    table = long_game(1000)
    room = room_of(table, {0: "ada", 1: "bo"})
    counted = table.match.entries = Counted(table.match.entries)
    seat = table.game.seat()
    table.act(seat, table.game.options()[0], STARTED, "human")
    room.new_picture()
    views.update(room, "update", table.version - 1, hashes_of(["ada", "bo"]), "en")
    assert counted.looks < 100
    assert [counted[at] for at in table.match.standing()] == effective(counted)
    assert table.standing() == [at + 1 for at in table.match.standing()]


def test_the_answers_that_stand_are_counted_anew_where_the_log_is_another() -> None:
    table = long_game(60)
    match = table.match
    assert match.standing()
    del match.entries[5:]
    assert match.standing() == [0, 1, 2, 3, 4]
    match.entries.append(Entry(0, "", undo=9))
    with pytest.raises(LogError):
        match.standing()


def test_a_full_log_takes_nothing_back_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_match, "MOST_ENTRIES", 60)
    table = long_game(60)
    room = room_of(table, {0: "ada", 1: "bo"})
    client: Any = SimpleNamespace(hashes=hashes_of(["ada", "bo"]), language="en")
    update = views.update(room, "update", 0, client.hashes, "en")
    for each in ("0", "1"):
        assert update["seats"][each]["undo"]["reason"] == "log-full"
        assert update["seats"][each]["undo"]["text"]
    seat = table.game.seat()
    said: dict[str, Any] = {"command": "back-again", "version": table.version, "seat": seat}

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
    while not table.game.over:
        step(table, choice)
    assert table.match.end() is not None
