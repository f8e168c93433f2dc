"""Openings (K5) on the server: people are asked as they wish, and nobody keeps a table waiting."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rollplayer.engine.table import CHANCE
from rollplayer.last_calls import last_callers
from rollplayer.log import read_answer, write_lines
from rollplayer.openings import acts
from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.server.harness import Client, Game, Plain, Server, play_on
from tests.server.prepared import grown, on, stored
from tests.server.test_calls import wants_skills
from tests.test_openings import opening_passed_by_itself

SLOW = "60"


def any_skill(notation: str) -> int:
    """Buy Skills for any time, and use nothing."""
    known = ("buy acrobatics", "buy pickpocket", "buy sleight-of-hand", "buy animal-handling")
    if notation.startswith(known):
        return 2
    return 0 if notation.startswith(("use", "drop")) else 1


def at_an_opening(table: RecordedMatch) -> bool:
    game = table.game
    return game.seat() != CHANCE and game.question() == "opening" and bool(acts(game, game.seat()))


def before_an_opening(table: RecordedMatch) -> bool:
    """Somebody is asked whose pass leads to an opening of the other seat."""
    game = table.game
    if game.seat() == CHANCE or game.question() != "action":
        return False
    copy = game.copy()
    passes = [o for o in copy.options() if copy.rules.names.write(o) == "pass"]
    if not passes or bool(acts(game, game.seat())):
        return False
    copy.apply(passes[0])
    other = 1 - game.seat()
    return copy.question() == "opening" and copy.seat() == other and bool(acts(copy, other))


@pytest.fixture(scope="module")
def opening() -> RecordedMatch:
    return grown(at_an_opening, 2, any_skill)


@pytest.fixture(scope="module")
def before() -> RecordedMatch:
    return grown(before_an_opening, 2, any_skill)


@contextmanager
def serving(
    folder: Path, table: RecordedMatch, pace: str = "live", **settings: str
) -> Iterator[tuple[Server, Game]]:
    chosen = {f"ROLLPLAYER_{name.upper()}": value for name, value in settings.items()}
    created = stored(folder / "data", table, pace)
    with Server(folder / "data", chosen) as server:
        yield server, on(server, created)


def question(client: Client) -> tuple[object, object]:
    pending = client.table["pending"]
    return (pending["seat"], pending["question"]) if pending else (None, None)


# -- as often as one wishes -------------------------------------------------------------------------


def test_somebody_who_never_wants_to_be_asked_is_passed_for(
    tmp_path: Path, before: RecordedMatch
) -> None:
    """With the answer before, in one update; the entry says that nobody made it."""
    asked = before.game.seat()
    with (
        serving(tmp_path, before) as (_, game),
        game.sit(1 - asked) as other,
        game.sit(asked) as ada,
    ):
        reply = other.ask("openings", seat=1 - asked, when="never")
        assert reply["type"] == "ack"
        assert ada.answer(asked, "pass")["type"] == "ack"
        ada.until_true(lambda c: c.version > before.version)
        entries = ada.table["entries"]
        assert [entry["answer"] for entry in entries[:2]] == ["pass", "pass"]
        assert entries[1]["who"] == 1 - asked
        assert entries[1]["auto"] is True
        assert "auto" not in entries[0]
        assert question(ada) != (1 - asked, "opening")


def test_somebody_with_something_new_is_asked_and_can_stop_that(
    tmp_path: Path, before: RecordedMatch
) -> None:
    """After a restart nothing is known: they are asked once, and not again."""
    asked = before.game.seat()
    other = 1 - asked
    with serving(tmp_path, before) as (_, game), game.sit(other) as holder, game.sit(asked) as ada:
        assert ada.answer(asked, "pass")["type"] == "ack"
        holder.until_true(lambda c: question(c) == (other, "opening"))
        version = holder.version
        assert holder.ask("openings", seat=other, when="never")["type"] == "ack"
        ada.until_true(lambda c: c.version > version)
        assert ada.table["entries"][0]["auto"] is True
        assert holder.ask("openings", seat=asked, when="never")["code"] == "forbidden"
        assert holder.ask("openings", seat=other, when="often")["code"] == "malformed"


def test_a_game_with_all_wishes_ends_and_holds_together(
    tmp_path: Path, before: RecordedMatch
) -> None:
    """Passes of the server stand in the file, and the log holds after a restart."""
    wishes = ("never", "always")

    def choose(options: list[Plain]) -> Plain:
        best = max(any_skill(option["notation"]) for option in options)
        return next(each for each in options if any_skill(each["notation"]) == best)

    with serving(tmp_path, before) as (server, game):
        with game.sit(0) as ada, game.sit(1) as bo:
            for client, seat, when in zip((ada, bo), (0, 1), wishes, strict=True):
                assert client.ask("openings", seat=seat, when=when)["type"] == "ack"
            play_on([ada, bo], choose, most=60)
            while question(bo)[1] == "opening":
                # Whoever leaves during their opening is passed for.
                play_on([ada, bo], choose, most=1)
            version = max(ada.version, bo.version)
        server.restart()
        assert game.room()["version"] == version
        assert game.room()["status"] in ("running", "finished")
        with game.sit(0) as ada:
            ada.send({"type": "entries", "from": before.version + 1, "to": version})
            entries = ada.until("entries")["entries"]
    auto = [entry for entry in entries if entry.get("auto")]
    assert {entry["answer"] for entry in auto} == {"pass"}
    passed_for = set()
    replayed = before.game.copy()
    for entry in entries:
        who = CHANCE if entry["who"] == "chance" else entry["who"]
        if entry.get("auto") and acts(replayed, who):
            passed_for.add(who)
        replayed.apply(read_answer(replayed, who, entry["answer"]))
    # Where somebody could do nothing, nobody is asked. Where they could, only "never" passes for them.
    assert passed_for == {0}


def test_a_replay_tells_which_passes_nobody_made(tmp_path: Path) -> None:
    match = opening_passed_by_itself()
    file = "\n".join(line.strip() for line in write_lines(match.file())).encode()
    with Server(tmp_path / "data") as server:
        kind = {"content-type": "application/x-ndjson"}
        status, reply, _ = server.request("POST", "/api/v1/replay", file, kind)
    assert status == 200, reply
    auto = [frame["n"] for frame in reply["frames"] if frame.get("auto")]
    assert auto == [n for n, entry in enumerate(match.entries, 1) if entry.auto]
    assert auto


# -- nobody keeps the table waiting -----------------------------------------------------------------


def test_a_silent_person_has_as_long_as_for_a_last_call(
    tmp_path: Path, opening: RecordedMatch
) -> None:
    asked = opening.game.seat()
    with serving(tmp_path, opening, last_call_seconds="1.5") as (_, game):
        begun = time.monotonic()
        with game.sit(asked) as silent, game.sit(1 - asked) as waiting:
            waiting.until_true(lambda c: c.table["opening"] is not None)
            assert waiting.table["opening"]["seat"] == asked
            assert waiting.table["opening"]["until"] > time.time() * 1000
            waiting.until_true(lambda c: c.version > opening.version)
            assert time.monotonic() - begun >= 1.4
            assert waiting.table["entries"][0]["auto"] is True
            # Perhaps the other one is asked now.
            assert (waiting.table["opening"] or {}).get("seat") != asked
            silent.until_true(lambda c: c.version == waiting.version)


def test_an_answer_in_time_counts(tmp_path: Path, opening: RecordedMatch) -> None:
    asked = opening.game.seat()
    with (
        serving(tmp_path, opening, last_call_seconds=SLOW) as (_, game),
        game.sit(asked) as ada,
        game.sit(1 - asked) as waiting,
    ):
        waiting.until_true(lambda c: c.table["opening"] is not None)
        use = next(o for o in ada.options(asked) if o["notation"].startswith("use"))
        assert ada.answer(asked, use["notation"])["type"] == "ack"
        waiting.until_true(lambda c: c.version > opening.version)
        assert waiting.table["entries"][0]["answer"] == use["notation"]
        assert "auto" not in waiting.table["entries"][0]


def test_who_is_not_there_is_passed_for(tmp_path: Path, opening: RecordedMatch) -> None:
    asked = opening.game.seat()
    with serving(tmp_path, opening) as (_, game), game.sit(1 - asked) as waiting:
        waiting.until_true(lambda c: c.version > opening.version)
        assert waiting.table["entries"][0]["auto"] is True


@pytest.mark.parametrize("pace", ["turns", "live"])
def test_an_opening_waits_where_nobody_is_kept_waiting(
    tmp_path: Path, opening: RecordedMatch, pace: str
) -> None:
    """In games without hurry also for those who are away; in live ones while nobody else is there."""
    asked = opening.game.seat()
    with (
        serving(tmp_path, opening, pace, last_call_seconds="0.3") as (_, game),
        game.sit(1 - asked if pace == "turns" else asked) as ada,
    ):
        ada.quiet(1.2)
        assert ada.version == opening.version
        assert ada.table["opening"] is None


# -- before a bot goes on ---------------------------------------------------------------------------


def something_new(table: RecordedMatch) -> bool:
    """Seat 0 or 1 could use something before the other's Market turn."""
    game = table.game
    if game.seat() == CHANCE or game.question() != "market-turn" or last_callers(game):
        return False
    return bool(acts(game, 1 - game.seat()))


def given_to_a_bot(game: Game, asked: int) -> None:
    with game.sit(asked) as taker:
        assert taker.ask("give-to-bot", seat=asked, level="random")["type"] == "ack"


def test_before_a_bots_turn_somebody_with_something_new_is_waited_for(tmp_path: Path) -> None:
    table = grown(something_new, 2, any_skill)
    asked = table.game.seat()
    holder = 1 - asked
    with serving(tmp_path, table, last_call_seconds=SLOW) as (_, game), game.sit(holder) as ada:
        given_to_a_bot(game, asked)
        ada.until_true(lambda c: c.table["last_call"] is not None)
        assert ada.table["last_call"]["seats"] == [holder]
        assert ada.version == table.version
        assert ada.ask("pass-call", seat=holder, version=ada.version)["type"] == "ack"
        ada.until_true(lambda c: c.version > table.version)
        assert ada.table["entries"][0]["who"] == asked


@pytest.mark.parametrize("prefer", [any_skill, wants_skills])
def test_who_never_wants_to_be_asked_is_not_waited_for(
    tmp_path: Path, prefer: Callable[[str], int]
) -> None:
    """Neither for something new nor for a last call."""
    calls_one = something_new if prefer is any_skill else lambda t: bool(last_callers(t.game))
    table = grown(calls_one, 2, prefer)
    asked = table.game.seat()
    with serving(tmp_path, table, last_call_seconds=SLOW) as (_, game), game.sit(1 - asked) as ada:
        assert ada.ask("openings", seat=1 - asked, when="never")["type"] == "ack"
        given_to_a_bot(game, asked)
        ada.until_true(lambda c: c.version > table.version)


def at_an_idle_opening(table: RecordedMatch) -> bool:
    """Somebody could do nothing but drop a Weapon, which no thinking bot does then."""
    game = table.game
    asked = game.seat() != CHANCE and game.question() == "opening"
    return asked and not acts(game, game.seat())


def test_a_bot_passes_an_opening_without_delay(tmp_path: Path) -> None:
    table = grown(at_an_idle_opening, 2, any_skill)
    asked = table.game.seat()
    settings = {"bot_delay": "30", "last_call_seconds": "0", "interrupt_seconds": "30"}
    with (
        serving(tmp_path, table, **settings) as (_, game),
        game.sit(asked) as taker,
        game.sit(1 - asked) as ada,
    ):
        assert taker.ask("give-to-bot", seat=asked, level="adventurer")["type"] == "ack"
        ada.until_true(lambda c: c.version > table.version)
        assert ada.table["entries"][0]["who"] == asked
        assert ada.table["entries"][0]["answer"] == "pass"
        assert "auto" not in ada.table["entries"][0]


# -- taking back ------------------------------------------------------------------------------------


def test_an_undo_goes_past_what_was_passed_by_itself(tmp_path: Path, before: RecordedMatch) -> None:
    asked = before.game.seat()
    with (
        serving(tmp_path, before) as (_, game),
        game.sit(1 - asked) as other,
        game.sit(asked) as ada,
    ):
        assert other.ask("openings", seat=1 - asked, when="never")["type"] == "ack"
        assert ada.answer(asked, "pass")["type"] == "ack"
        ada.until_true(lambda c: c.version > before.version)
        assert ada.table["seats"][str(asked)]["undo"]["can"]
        reply = ada.ask("undo", command="taken-back", seat=asked, version=ada.version)
        assert reply["type"] == "ack"
        ada.until_true(lambda c: "undo" in (c.table["entries"] or [{}])[-1])
        assert ada.table["entries"][-1]["undo"] == 2
        assert question(ada) == (asked, "action")


def test_a_vote_ends_when_somebody_is_passed_for(tmp_path: Path, opening: RecordedMatch) -> None:
    """Else those who agreed to take back one answer would take back another."""
    asked = opening.game.seat()
    other = 1 - asked
    with (
        serving(tmp_path, opening, last_call_seconds=SLOW) as (_, game),
        game.sit(asked) as holder,
        game.sit(other) as ada,
    ):
        assert ada.ask("undo-ask", seat=other, version=ada.version)["type"] == "ack"
        holder.until_true(lambda c: c.table["vote"] is not None)
        version = holder.version
        assert holder.ask("openings", seat=asked, when="never")["type"] == "ack"
        holder.until_true(lambda c: c.version > version)
        assert holder.table["vote"] is None
        agreed = holder.ask("undo-vote", seat=asked, version=holder.version, agree=True)
        assert agreed["code"] == "no-vote"


def test_somebody_else_on_the_seat_has_wishes_of_their_own(
    tmp_path: Path, before: RecordedMatch
) -> None:
    asked = before.game.seat()
    other = 1 - asked
    with serving(tmp_path, before) as (server, game), game.sit(asked) as ada:
        with game.sit(other) as holder:
            assert holder.ask("openings", seat=other, when="never")["type"] == "ack"
        given = server.post(f"{game.path}/seats/{other}/give", {"name": "Eve"}, game.tokens[other])
        game.tokens[other] = given["token"]
        with game.sit(other) as eve:
            assert ada.answer(asked, "pass")["type"] == "ack"
            eve.until_true(lambda c: question(c) == (other, "opening"))
