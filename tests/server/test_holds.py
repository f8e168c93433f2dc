"""Holding the game: who could interrupt stops bots and others, for a bounded time."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rollplayer.engine.answers import USE
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import interruptions
from rollplayer.last_calls import LAST_CALLS, last_callers
from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.server.harness import Client, Server
from tests.server.prepared import grown, on, stored
from tests.server.test_calls import calls_somebody, wants_skills

STEADY = {"ROLLPLAYER_WAIT_SECONDS": "60", "ROLLPLAYER_WAITS_PER_ROUND": "2"}


def others(table: RecordedMatch) -> list[int]:
    """Those who could use something although another is asked."""
    game = table.game
    return [
        seat
        for seat in range(game.rules.players)
        if any(answer >> 16 == USE for answer in interruptions(game, seat))
    ]


def could_be_stopped(table: RecordedMatch) -> bool:
    game = table.game
    quiet = game.question() not in LAST_CALLS and game.seat() != CHANCE
    return quiet and len(game.options()) > 1 and len(others(table)) == 1


@pytest.fixture(scope="module")
def moment() -> RecordedMatch:
    """Seat `others` could use a Skill while the other one is asked."""
    return grown(could_be_stopped, 2, wants_skills)


@contextmanager
def at_the_table(
    folder: Path, table: RecordedMatch, pace: str = "live", **settings: str
) -> Iterator[tuple[Client, Client, int, int]]:
    """Who could interrupt, who is asked, and their seats."""
    chosen = {f"ROLLPLAYER_{name.upper()}": value for name, value in settings.items()}
    created = stored(folder / "data", table, pace)
    with Server(folder / "data", {**STEADY, **chosen}) as server:
        game = on(server, created)
        (seat,) = others(table)
        asked = table.game.seat()
        with game.sit(seat) as holder, game.sit(asked) as taker:
            yield holder, taker, seat, asked


def test_no_bot_answers_while_a_person_holds_the_game(
    tmp_path: Path, moment: RecordedMatch
) -> None:
    with at_the_table(tmp_path, moment) as (holder, taker, seat, asked):
        assert holder.table["waits"] == {str(seat): 2}
        assert taker.table["waits"] == {}
        assert holder.ask("wait", seat=seat)["type"] == "ack"
        taker.until_true(lambda c: c.table["hold"] is not None)
        assert taker.table["hold"]["seat"] == seat
        left = taker.table["hold"]["until"] / 1000 - time.time()
        assert 50 < left <= 60
        assert taker.ask("give-to-bot", seat=asked, level="random")["type"] == "ack"
        holder.quiet(1.0)
        assert holder.version == moment.version, "the bot did not wait"
        assert holder.ask("go-on", seat=seat)["type"] == "ack"
        holder.until_true(lambda c: c.version > moment.version)
        assert holder.table["hold"] is None


def test_a_bot_that_thinks_already_is_stopped_too(tmp_path: Path, moment: RecordedMatch) -> None:
    with at_the_table(tmp_path, moment, bot_delay="1.5") as (holder, taker, seat, asked):
        assert taker.ask("give-to-bot", seat=asked, level="random")["type"] == "ack"
        time.sleep(0.3)
        assert holder.ask("wait", seat=seat)["type"] == "ack"
        holder.quiet(2.0)
        assert holder.version == moment.version
        assert holder.table["hold"]["seat"] == seat


def arranges(table: RecordedMatch) -> bool:
    return table.game.question() == "arrange-dice"


def test_a_bot_arranges_its_starting_dice_in_one_go(tmp_path: Path) -> None:
    table = grown(arranges)
    asked = table.game.seat()
    dice = len(table.game.heroes[asked].hand)
    created = stored(tmp_path / "data", table)
    with Server(tmp_path / "data", {"ROLLPLAYER_BOT_DELAY": "30"}) as server:
        game = on(server, created)
        with game.sit(asked) as taker, game.sit(1 - asked) as ada:
            assert taker.ask("give-to-bot", seat=asked, level="adventurer")["type"] == "ack"
            ada.until_true(lambda c: c.version >= table.version + dice)
            assert ada.table["view"]["heroes"][asked]["hand"] == []


def test_nobody_else_answers_until_the_time_is_over(tmp_path: Path, moment: RecordedMatch) -> None:
    with at_the_table(tmp_path, moment, wait_seconds="1.5") as (holder, taker, seat, asked):
        assert holder.ask("wait", seat=seat)["type"] == "ack"
        answer = taker.options(asked)[0]["notation"]
        assert taker.answer(asked, answer)["code"] == "held"
        taker.until_true(lambda c: c.table["hold"] is not None)
        # Its end is told, also to those who do nothing.
        taker.until_true(lambda c: c.table["hold"] is None)
        assert taker.answer(asked, answer)["type"] == "ack"


def test_it_ends_when_its_holder_acts(tmp_path: Path, moment: RecordedMatch) -> None:
    with at_the_table(tmp_path, moment) as (holder, taker, seat, _):
        assert holder.ask("wait", seat=seat)["type"] == "ack"
        uses = holder.table["seats"][str(seat)]["interruptions"]
        use = next(each for each in uses if each["notation"].startswith("use"))
        reply = holder.ask("interrupt", seat=seat, version=holder.version, option=use["id"])
        assert reply["type"] == "ack"
        taker.until_true(lambda c: c.version > moment.version)
        assert taker.table["hold"] is None


def test_it_ends_when_a_bot_takes_the_holders_seat(tmp_path: Path, moment: RecordedMatch) -> None:
    with at_the_table(tmp_path, moment) as (holder, taker, seat, asked):
        assert holder.ask("wait", seat=seat)["type"] == "ack"
        assert holder.ask("give-to-bot", seat=seat)["type"] == "ack"
        assert holder.ask("wait", seat=seat)["code"] == "stand-in"
        taker.until_true(lambda c: len(c.heard) > 3 and c.table["hold"] is None)
        assert taker.answer(asked, taker.options(asked)[0]["notation"])["type"] == "ack"


def test_nobody_can_stall_with_it(tmp_path: Path, moment: RecordedMatch) -> None:
    with at_the_table(tmp_path, moment) as (holder, _, seat, _):
        for left in (1, 0):
            assert holder.ask("wait", seat=seat)["type"] == "ack"
            assert holder.ask("wait", seat=seat)["code"] == "cannot-wait", "it is held already"
            assert holder.ask("go-on", seat=seat)["type"] == "ack"
            holder.until_true(lambda c: c.table["hold"] is None)
            assert holder.table["waits"] == ({str(seat): left} if left else {})
        refused = holder.ask("wait", seat=seat)
        assert refused["code"] == "cannot-wait"
        assert "often enough" in refused["text"]


def test_only_who_could_do_something_while_another_is_asked(
    tmp_path: Path, moment: RecordedMatch
) -> None:
    with at_the_table(tmp_path, moment) as (_, taker, _, asked):
        assert taker.ask("wait", seat=asked)["code"] == "cannot-wait"
        assert taker.ask("go-on", seat=asked)["type"] == "ack", "there is nothing to end"


def test_nobody_else_ends_it(tmp_path: Path, moment: RecordedMatch) -> None:
    with at_the_table(tmp_path, moment) as (holder, taker, seat, asked):
        assert holder.ask("wait", seat=seat)["type"] == "ack"
        assert taker.ask("go-on", seat=asked)["type"] == "ack"
        assert taker.ask("go-on", seat=seat)["code"] == "forbidden"
        taker.quiet(0.2)
        assert taker.table["hold"]["seat"] == seat


@pytest.mark.parametrize(
    ("pace", "settings"),
    [("turns", {}), ("live", {"wait_seconds": "0"}), ("live", {"waits_per_round": "0"})],
)
def test_not_in_games_without_hurry_and_not_where_it_is_off(
    tmp_path: Path, moment: RecordedMatch, pace: str, settings: dict[str, str]
) -> None:
    with at_the_table(tmp_path, moment, pace, **settings) as (holder, _, seat, _):
        assert holder.table["waits"] == {}
        assert holder.ask("wait", seat=seat)["code"] == "cannot-wait"


def test_at_one_screen_there_is_nobody_to_stop(tmp_path: Path, moment: RecordedMatch) -> None:
    created = stored(tmp_path / "data", moment)
    with Server(tmp_path / "data", STEADY) as server, on(server, created).sit(0, 1) as both:
        assert both.table["waits"] == {}
        assert both.ask("wait", seat=others(moment)[0])["code"] == "cannot-wait"


def test_a_last_call_does_not_run_out_meanwhile(tmp_path: Path) -> None:
    table = grown(calls_somebody, 2, wants_skills)
    (caller,) = last_callers(table.game)
    asked = table.game.seat()
    created = stored(tmp_path / "data", table)
    settings = {**STEADY, "ROLLPLAYER_LAST_CALL_SECONDS": "1.5"}
    with Server(tmp_path / "data", settings) as server:
        game = on(server, created)
        with game.sit(caller) as holder, game.sit(asked) as taker:
            assert holder.ask("wait", seat=caller)["type"] == "ack"
            taker.quiet(2.5)
            assert taker.table["last_call"]["seats"] == [caller]
            assert holder.ask("go-on", seat=caller)["type"] == "ack"
            taker.until_true(lambda c: c.table["hold"] is None)
            assert taker.table["last_call"]["seats"] == [caller], "the rest of its time is gone"
            taker.until_true(lambda c: c.table["last_call"] is None)
            assert taker.answer(asked, taker.options(asked)[0]["notation"])["type"] == "ack"


def test_a_bot_leaves_time_to_stop_it(tmp_path: Path, moment: RecordedMatch) -> None:
    with at_the_table(tmp_path, moment, interrupt_seconds="1.5") as (holder, taker, seat, asked):
        begun = time.monotonic()
        assert taker.ask("give-to-bot", seat=asked, level="random")["type"] == "ack"
        holder.until_true(lambda c: c.version > moment.version)
        assert time.monotonic() - begun >= 1.5
        assert str(seat) in holder.table["seats"]


def test_a_bot_need_not_wait_for_those_who_are_not_there(
    tmp_path: Path, moment: RecordedMatch
) -> None:
    with at_the_table(tmp_path, moment, interrupt_seconds="60") as (holder, taker, _, asked):
        holder.close()
        taker.until_true(lambda c: sum(seat["connected"] for seat in c.room["seats"]) == 1)
        assert taker.ask("give-to-bot", seat=asked, level="random")["type"] == "ack"
        taker.until_true(lambda c: c.version > moment.version)
