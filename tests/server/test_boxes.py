"""A box that lies elsewhere on a server: to choose, to play, and known to all its processes."""

from pathlib import Path

import pytest

from tests.cli.test_boxes import NAME, SMALLEST, rollplayer, smallest_box, with_a_count
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


def refusal(server: Server, expansions: list[str]) -> str:
    """Why a table with these boxes is refused; its content is refused for the same reason."""
    wish = {"options": {"players": 2, "expansions": expansions}}
    status, problem, _ = server.request("POST", "/api/v1/games", wish)
    assert (status, problem["code"]) == (422, "refused-options"), problem
    query = "&".join(f"expansion={name}" for name in expansions)
    status, again, _ = server.request("GET", f"/api/v1/content?{query}")
    assert (status, again["detail"]) == (422, problem["detail"])
    return str(problem["detail"])


def test_boxes_that_clash_are_refused_and_play_apart(tmp_path: Path) -> None:
    boxes = [with_a_count(tmp_path, name) for name in ("one", "two")]
    command = [
        "-m",
        "rollplayer",
        "serve",
        *[part for box in boxes for part in ("--box", str(box))],
    ]
    with Server(tmp_path / "data", {}, command) as server:
        assert "both bring a count, pile or space called 'snow'" in refusal(server, ["one", "two"])
        assert server.get("/api/v1/content?expansion=one")["expansions"] == ["one"]


LINE = """
from rollplayer.engine.game import ScoreLine


class Snowmen(ScoreLine):
    name = "snowmen"


"""


def test_a_score_line_that_the_browser_cannot_count_is_refused_by_name(tmp_path: Path) -> None:
    box = smallest_box(tmp_path)
    adds = "        plan.starting_dice += 1\n"
    text = SMALLEST.replace(adds, adds + '        plan.score_lines.append(Snowmen("snowmen"))\n')
    text = text.replace("class ColdSnap", LINE.lstrip() + "class ColdSnap")
    (box / "__init__.py").write_text(text, encoding="utf-8")
    with Server(tmp_path / "data", {}, ["-m", "rollplayer", "serve", "--box", str(box)]) as server:
        assert "has no formula" in refusal(server, [NAME])
