"""Players add something of their own to chance before the start, and can prove that it counted."""

import json
import signal
from pathlib import Path

import pytest

from rollplayer.chance import ENTROPY_LIMIT, Chance
from tests.cli.runner import cli
from tests.server.harness import Server, play_on
from tests.server.test_games import HUMANS, at_random


def test_what_players_add_is_recorded_and_proved(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create(
            options={"players": 2, "variants": ["short-game"]}, seats=[HUMANS[0], {"kind": "open"}]
        )
        commitment = game.room()["commitment"]
        game.join("Bo", seat=1)
        with game.sit(0, host=True) as ada, game.sit(1) as bo:
            assert ada.ask("entropy", seat=0, text="  owl\n\u202eand \x1bmoon ")["type"] == "ack"
            assert bo.ask("entropy", seat=1, text="x" * 100)["type"] == "ack"
            assert bo.ask("entropy", seat=1, text="7 of 9")["type"] == "ack"
            assert bo.ask("entropy", seat=1, text="\u200b")["code"] == "malformed"
            ada.until_true(lambda c: c.room["seats"][1]["entropy"] == "7 of 9")
        server.restart(signal.SIGKILL)
        room = game.room()
        assert [seat["entropy"] for seat in room["seats"]] == ["owl and moon", "7 of 9"]
        assert room["commitment"] == commitment
        with game.sit(0, host=True) as ada, game.sit(1) as bo:
            assert ada.ask("start")["type"] == "ack"
            assert bo.ask("entropy", seat=1, text="too late")["code"] == "not-open"
            bo.until_true(lambda c: c.version > 0)
            ada.until_true(lambda c: c.version > 0)
            play_on([ada, bo], at_random(41), most=20)
        server.restart(signal.SIGKILL)
        with game.sit(0) as ada, game.sit(1) as bo:
            play_on([ada, bo], at_random(42))
        _, lines, _ = server.request("GET", game.path + "/file")
        path = tmp_path / "game.jsonl"
        path.write_bytes(lines)
        header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
        assert header["entropy"] == ["owl and moon", "7 of 9"]
        assert header["commitment"] == commitment
        verdict = json.loads(cli("verify", str(path), "--json").out)
        assert (verdict["holds"], verdict["seed"]) == (True, "checked")
        again = server.post(game.path + "/rematch", {}, game.host)["game"]
        assert [seat["entropy"] for seat in again["seats"]] == ["", ""]


def test_who_comes_to_a_seat_begins_without(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=[HUMANS[0], {"kind": "open"}])
    game.join("Bo", seat=1)
    with game.sit(0, host=True) as ada, game.sit(1) as bo:
        assert bo.ask("entropy", seat=1, text="mine")["type"] == "ack"
        assert ada.ask("entropy", seat=1, text="not mine")["code"] == "forbidden"
        assert bo.ask("leave", seat=1)["type"] == "ack"
    game.join("Cleo", seat=1)
    assert game.room()["seats"][1]["entropy"] == ""


@pytest.mark.parametrize("players", [1, 4])
def test_nothing_added_changes_nothing(players: int) -> None:
    seed = bytes(range(32))
    before, after = Chance(seed), Chance(seed, ("",) * players)
    assert [before.below(1000) for _ in range(50)] == [after.below(1000) for _ in range(50)]
    assert ENTROPY_LIMIT == 64
