"""Last calls (K7): who may still interrupt is asked once, and waited for as little as possible."""

import time
from pathlib import Path

from rollplayer.last_calls import last_callers
from rollplayer.server.rooms import views
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.room_state import RoomState
from tests.server.harness import Server, play_on
from tests.server.prepared import grown, on, stored
from tests.server.recording import Play
from tests.server.test_games import at_random


def wants_skills(notation: str) -> int:
    if notation.startswith(("buy climb", "buy intimidate", "buy negotiate")):
        return 2
    return 0 if notation.startswith(("buy", "use", "drop")) else 1


def calls_somebody(table: RecordedMatch) -> bool:
    return bool(last_callers(table.game))


def test_a_last_call_holds_the_game_until_all_have_passed(tmp_path: Path) -> None:
    table = grown(calls_somebody, 2, wants_skills)
    (caller,) = last_callers(table.game)
    asked = table.game.seat()
    waiting = {"ROLLPLAYER_LAST_CALL_SECONDS": "60"}
    created = stored(tmp_path / "data", table)
    with Server(tmp_path / "data", waiting) as server:
        game = on(server, created)
        with game.sit(caller) as holder, game.sit(asked) as taker:
            answer = taker.options(asked)[0]["notation"]
            assert taker.answer(asked, answer)["code"] == "last-call"
            assert taker.table["last_call"]["seats"] == [caller]
            assert taker.table["last_call"]["until"] > time.time() * 1000
            passed = holder.ask("pass-call", seat=caller, version=holder.version)
            assert passed["type"] == "ack"
            taker.until_true(lambda c: c.table["last_call"] is None)
            assert taker.answer(asked, answer)["type"] == "ack"


def test_a_last_call_can_be_used_and_runs_out(tmp_path: Path) -> None:
    table = grown(calls_somebody, 2, wants_skills)
    (caller,) = last_callers(table.game)
    asked = table.game.seat()
    created = stored(tmp_path / "data", table)
    with Server(tmp_path / "data", {"ROLLPLAYER_LAST_CALL_SECONDS": "1.5"}) as server:
        game = on(server, created)
        with game.sit(caller) as holder, game.sit(asked) as taker:
            uses = holder.table["seats"][str(caller)]["interruptions"]
            use = next(each for each in uses if each["notation"].startswith("use"))
            fields = {"seat": caller, "option": use["id"]}
            assert holder.ask("interrupt", version=holder.version, **fields)["type"] == "ack"
            holder.until_true(lambda c: c.version > table.version)
            while holder.asked() == caller:
                play_on([holder], at_random(12), most=1)
            taker.until_true(lambda c: c.version == holder.version)
            assert taker.asked() == asked
            answer = taker.options(asked)[0]["notation"]
            # Once before each such question: it is not asked again after the interruption.
            assert taker.answer(asked, answer)["type"] == "ack"
    created = stored(tmp_path / "other", table)
    with Server(tmp_path / "other", {"ROLLPLAYER_LAST_CALL_SECONDS": "0.5"}) as server:
        game = on(server, created)
        with game.sit(caller), game.sit(asked) as taker:
            taker.until_true(lambda c: c.table["last_call"] is None and len(c.heard) > 2)
            assert taker.answer(asked, taker.options(asked)[0]["notation"])["type"] == "ack"


def test_at_one_screen_nobody_waits(tmp_path: Path) -> None:
    table = grown(calls_somebody, 2, wants_skills)
    created = stored(tmp_path / "data", table)
    with Server(tmp_path / "data", {"ROLLPLAYER_LAST_CALL_SECONDS": "60"}) as server:
        game = on(server, created)
        with game.sit(0, 1) as both:
            seat = both.asked()
            assert seat is not None
            assert both.answer(seat, both.options(seat)[0]["notation"])["type"] == "ack"


def test_before_the_enemy_roll_the_player_may_still_act(tmp_path: Path) -> None:
    def calls_before_the_enemy(table: RecordedMatch) -> bool:
        return table.game.question() == "enemy-roll" and bool(last_callers(table.game))

    # By the first rules; by today's the player is asked before.
    table = grown(calls_before_the_enemy, 1, wants_skills, rules="base/1")
    created = stored(tmp_path / "data", table)
    with Server(tmp_path / "data", {"ROLLPLAYER_LAST_CALL_SECONDS": "0.1"}) as server:
        game = on(server, created)
        with game.sit(0) as ada:
            assert ada.table["pending"]["seat"] == "chance"
            assert ada.table["last_call"] == {"seats": [0], "until": None}
            assert ada.table["seats"]["0"]["interruptions"]
            assert ada.quiet(0.5) == []
            assert ada.ask("pass-call", seat=0, version=ada.version)["type"] == "ack"
            ada.until_true(lambda c: c.version > table.version)
            assert ada.table["entries"][0]["who"] == "chance"


def test_looking_at_a_room_changes_nothing() -> None:
    """Whom the game waits for is seen when something happens, never while it is drawn."""
    waited = 0
    for seed in range(3):
        game = Play(grown(calls_somebody, 2, wants_skills), seed)
        room = game.room
        room.listeners -= {ear for ear in game.ears if len(ear.hashes) > 1}
        room.update_waits()
        for _ in range(40):
            if game.table.game.over:
                break
            before = waits_of(room)
            told = [views.state(room, 0, ear.hashes, ear.language) for ear in game.ears]
            waited += told[0]["last_call"] is not None
            assert waits_of(room) == before
            game.step()
    assert waited > 0


def waits_of(room: RoomState) -> str:
    """Everything that says whom the game waits for."""
    # By name, because compiled objects do not tell what is in them.
    told = [parts(room.openings, "when", "chosen", "_known"), repr(room.silence), repr(room.hold)]
    call = room.call
    if call is not None:
        told.append(parts(call, "bots", "waiting", "version", "until", "announced"))
        told.append(parts(call.calls, "left", "moment", "_called", "_offered"))
    return "; ".join(told)


def parts(value: object, *names: str) -> str:
    return ", ".join(f"{name}={getattr(value, name)!r}" for name in names)
