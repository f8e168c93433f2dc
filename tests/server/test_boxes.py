"""A box that lies elsewhere on a server: to choose, to play, and known to all its processes."""

from pathlib import Path

import pytest

from tests.cli.test_boxes import NAME, rollplayer, smallest_box
from tests.server.harness import Server, play_on

pytestmark = pytest.mark.once


def test_a_named_box_can_be_chosen_and_played(tmp_path: Path) -> None:
    box = smallest_box(tmp_path)
    command = ["-m", "rollplayer", "serve", "--box", str(box)]
    with Server(tmp_path / "data", {"ROLLPLAYER_BOT_WORKERS": "1"}, command) as server:
        names = [each["id"] for each in server.get("/api/v1")["expansions"]]
        assert names == ["monsters-and-minions", NAME]
        seats = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "random"}]
        options = {"players": 2, "expansions": [NAME]}
        game = server.create(options=options, seats=seats)
        with game.sit(0, host=True) as ann:
            assert ann.ask("start")["type"] == "ack"
            play_on([ann], lambda options: options[0], most=12)
        assert game.room()["options"]["expansions"] == [NAME]
        assert "bot failed" not in server.log()
        server.restart()
        with game.sit(0) as ann:
            assert play_on([ann], lambda options: options[0], most=12) == 12
        # Without the box it cannot be gone on with; who reads that can name the box.
        server.command = command[:3]
        server.restart()
        broken = server.get(f"/api/v1/games/{game.id}")
        assert broken["status"] == "broken"
        assert f"expansions '{NAME}' is not one of: monsters-and-minions" in broken["reason"]
        server.command = command
        server.restart()
        with game.sit(0) as ann:
            assert play_on([ann], lambda options: options[0], most=12) == 12


def test_the_process_for_long_work_knows_it(tmp_path: Path) -> None:
    box = smallest_box(tmp_path)
    games = tmp_path / "games"
    options = ("--players", "random,random", "--games", "1", f"--{NAME}", "--log", str(games))
    assert rollplayer("simulate", "--box", str(box), *options).returncode == 0
    (file,) = games.iterdir()
    command = ["-m", "rollplayer", "serve", "--box", str(box)]
    with Server(tmp_path / "data", {}, command) as server:
        status, replay, _ = server.request("POST", "/api/v1/replay", file.read_bytes())
        assert status == 200
        assert replay["header"]["options"]["expansions"] == [NAME]
