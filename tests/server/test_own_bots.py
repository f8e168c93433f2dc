"""A bot of the operator's own: a level to choose, playing in a process of its own."""

import time
from pathlib import Path

import pytest

from rollplayer.server.rooms.bot_queue import Pace, efforts
from tests.server.harness import ROOT, Server, play_on

pytestmark = pytest.mark.once

BOT = '''
import rollplayer as rp

class Goblin(rp.Bot):
    """Grabs the first thing it sees."""

    def choose(self, view, options):
        print("mine")
        return options[0]
'''


def test_it_can_be_chosen_and_plays(tmp_path: Path) -> None:
    (tmp_path / "goblin.py").write_text(BOT, encoding="utf-8")
    command = ["-m", "rollplayer", "serve", "--bot", str(tmp_path / "goblin.py") + ":Goblin"]
    with Server(tmp_path / "data", {"ROLLPLAYER_BOT_WORKERS": "1"}, command) as server:
        payload = server.get("/api/v1")
        assert payload["levels"][-1] == "goblin"
        assert payload["bots"][-1]["name"] == "Goblin"
        assert payload["bots"][-1]["character"] == "Grabs the first thing it sees."
        seats = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "goblin"}]
        game = server.create(options={"players": 2}, seats=seats)
        with game.sit(0, host=True) as ann:
            assert ann.ask("start")["type"] == "ack"
            play_on([ann], lambda options: options[0], most=12)
        assert [seat["name"] for seat in game.room()["seats"]] == ["Ann", "Goblin"]
        assert "bot failed" not in server.log()
        # Whoever starts the server again without it finds the usual bot in its place.
        server.command = ["-m", "rollplayer", "serve"]
        server.restart()
        assert "goblin" not in server.get("/api/v1")["levels"]
        with game.sit(0) as ann:
            assert play_on([ann], lambda options: options[0], most=12) == 12
        assert "bot failed" not in server.log()


CLUMSY = """
import rollplayer as rp

class Clumsy(rp.Bot):
    def choose(self, view, options):
        raise KeyError("sword")
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_bot_that_fails_is_logged_with_its_position(tmp_path: Path, workers: str) -> None:
    (tmp_path / "clumsy.py").write_text(CLUMSY, encoding="utf-8")
    command = ["-m", "rollplayer", "serve", "--bot", str(tmp_path / "clumsy.py")]
    with Server(tmp_path / "data", {"ROLLPLAYER_BOT_WORKERS": workers}, command) as server:
        seats = [{"kind": "bot", "level": "clumsy"}, {"kind": "human", "name": "Ann"}]
        game = server.create(options={"players": 2}, seats=seats)
        with game.sit(1, host=True) as ann:
            assert ann.ask("start")["type"] == "ack"
            ann.until_true(lambda heard: heard.table["pending"])
            if ann.asked() is not None:
                ann.answer(1, ann.options(1)[0]["notation"])
            deadline = time.monotonic() + 30
            while "bot failed" not in server.log() and time.monotonic() < deadline:
                time.sleep(0.1)
        wanted = "the bot 'clumsy' failed [seat 0, round 0, setup, choose-race]: KeyError: 'sword'"
        assert wanted in server.log()
        assert "clumsy.py, line 6" in server.log()


def test_nobody_else_can_name_code_to_run(server: Server, tmp_path: Path) -> None:
    (tmp_path / "goblin.py").write_text(BOT, encoding="utf-8")
    wish = {"kind": "bot", "level": str(tmp_path / "goblin.py")[-30:] + ":Goblin"}
    body = {"options": {"players": 2}, "seats": [{"kind": "open"}, wish]}
    status, reply, _ = server.request("POST", "/api/v1/games", body)
    assert (status, reply["code"]) == (422, "unknown-level")


def test_a_bot_that_cannot_be_used_ends_the_start_with_one_line(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", {}, ["-m", "rollplayer", "serve", "--bot", "nowhere.py:Bot"])
    with pytest.raises(AssertionError, match=r"nowhere\.py"):
        server.start()
    assert server.process is not None
    assert server.process.wait(10) == 2
    assert server.process.stdout is not None
    server.process.stdout.close()
    server.process = None
    assert len(server.log().splitlines()) == 1


def test_it_keeps_to_its_own_effort() -> None:
    assert efforts("goblin") == ("goblin",)
    pace = Pace()
    pace.learn("goblin", "take", 0.1)
    assert 0 < pace.expect("goblin", "take") < 1


def test_the_sample_settings_name_it() -> None:
    assert "\nbots = []" in (ROOT / "deploy" / "server.toml").read_text(encoding="utf-8")
