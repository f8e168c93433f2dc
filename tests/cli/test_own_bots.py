"""``--bot``: bots of somebody's own at every table, and what is said when they cannot be used."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rollplayer import bots
from rollplayer.api import own
from tests.cli.runner import cli

BOT = '''
import rollplayer as rp
from my_taste import taste

class MyBot(rp.Bot):
    """Likes the last option best."""

    def choose(self, view, options):
        print("thinking")
        return options[-taste]

class Clumsy(rp.Bot):
    def choose(self, view, options):
        if view.round == 1:
            raise KeyError("sword")
        return options[0]

class Cheat(rp.Bot):
    def choose(self, view, options):
        return "win"

class Deserter(rp.Bot):
    def choose(self, view, options):
        __import__("os")._exit(9)

class Squire(rp.Bot):
    pass

class Odd(rp.Bot):
    name = "Odd Bot"

class Alone(rp.Bot):
    def __init__(self):
        super().__init__()

class Person:
    pass
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A file with bots, and what lies beside it."""
    (tmp_path / "my_bot.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "my_taste.py").write_text("taste = 1\n", encoding="utf-8")
    (tmp_path / "broken.py").write_text("import nowhere_at_all\n", encoding="utf-8")
    (tmp_path / "lonely.py").write_text(BOT.split("class Clumsy", 1)[0], encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(bots, "_OWN", {})
    monkeypatch.setattr(own, "_SEATED", {})
    monkeypatch.setattr(own, "_SOURCES", {})
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    yield "my_bot.py:MyBot"
    sys.modules.pop("my_taste", None)


def test_simulate_seats_it_beside_a_squire(file: str) -> None:
    ran = cli("simulate", "--bot", file, "--games", "3", "--seed", "7", "--json")
    assert ran.code == 0
    *games, summary = [json.loads(line) for line in ran.out.splitlines()]
    assert [game["seats"] for game in games] == [["my-bot", "squire"]] * 3
    assert summary["summary"]["seats"][0]["bot"] == "my-bot"
    # What it prints goes where no program reads results.
    assert "thinking" in ran.err


@pytest.mark.once
def test_the_same_games_for_any_number_of_processes(file: str) -> None:
    arguments = ["simulate", "--bot", file, "--players", "my-bot,random,my-bot", "--json"]
    arguments += ["--games", "4", "--seed", "x"]
    alone = cli(*arguments)
    assert alone.code == 0
    assert cli(*arguments, "--jobs", "2").out == alone.out


def test_a_file_with_one_bot_needs_no_class_and_players_may_name_it(file: str) -> None:
    del file
    ran = cli("simulate", "--players", "lonely.py,random", "--games", "1", "--json")
    assert ran.code == 0
    assert json.loads(ran.out.splitlines()[0])["seats"] == ["my-bot", "random"]


def test_tournament_lets_it_join(file: str) -> None:
    arguments = ["tournament", "--bot", file, "--games", "2", "--seed", "7"]
    ran = cli(*arguments, "--players", "my-bot,random", "--json")
    assert ran.code == 0
    results = json.loads(ran.out)["tournament"]
    assert {level["level"] for level in results["levels"]} == {"my-bot", "random"}
    assert "My bot" in cli(*arguments, "--players", "my-bot,random").out
    ran = cli(*arguments, "--players", "my-bot", "--solitaire")
    assert (ran.code, "My bot" in ran.out) == (0, True)


def test_a_tournament_does_not_go_on_with_another_version_of_a_bot(
    file: str, tmp_path: Path
) -> None:
    arguments = ["tournament", "--bot", file, "--players", "my-bot,random", "--out", "out.jsonl"]
    arguments += ["--seed", "7", "--games"]
    assert cli(*arguments, "1").code == 0
    assert cli(*arguments, "2").code == 0
    (tmp_path / "my_bot.py").write_text(BOT + "# better\n", encoding="utf-8")
    ran = cli(*arguments, "3")
    assert ran.code == 2
    assert "own" in ran.err


@pytest.mark.once
def test_play_and_resume_seat_it(file: str, tmp_path: Path) -> None:
    ran = cli("play", "--bot", file, "--save", "game.jsonl", stdin="1\nq\n")
    assert ran.code == 0
    header = json.loads((tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["seats"][1] == {"name": "My bot", "bot": "my-bot"}
    assert cli("resume", "game.jsonl", "--bot", file, stdin="q\n").code == 0
    bots.forget_level("my-bot")
    ran = cli("resume", "game.jsonl", stdin="q\n")
    assert ran.code == 2
    assert "my-bot" in ran.err
    ran = cli("play", "--bot", file, "--players", "3", "--save", "three.jsonl", stdin="q\n")
    header = json.loads((tmp_path / "three.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert [seat.get("bot") for seat in header["seats"]] == [None, "my-bot", "adventurer"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("nowhere.py:MyBot", ["nowhere.py"]),
        ("my_bot.py:YourBot", ["YourBot", "MyBot, Clumsy, Cheat"]),
        ("my_bot.py", ["?", "MyBot, Clumsy, Cheat"]),
        ("my_bot.py:Person", ["class Person(rollplayer.Bot)"]),
        ("my_bot.py:taste", ["class taste(rollplayer.Bot)"]),
        ("broken.py:Any", ["ModuleNotFoundError", "nowhere_at_all"]),
        ("no.such.module:Any", ["ModuleNotFoundError", "no"]),
        ("my_bot.py:Squire", ["squire", "name = 'my-bot'"]),
        ("my_bot.py:Odd", ["Odd Bot", "name = 'my-bot'"]),
        ("my_bot.py:Alone", ["alone", "super().__init__(seed)"]),
        ("my_bot.py:Clumsy", ["clumsy", "round 1", "KeyError: 'sword'", "my_bot.py, line 15"]),
        ("my_bot.py:Cheat", ["cheat", "choose-race", "'win' is not possible", "race dragonkin"]),
        ("goblin", ["goblin", "random, squire", ".py:"]),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    file: str, spec: str, parts: list[str], language: str
) -> None:
    del file
    ran = cli("simulate", "--bot", spec, "--games", "1", "--seed", "1", "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    for part in parts:
        assert part in line


@pytest.mark.once
@pytest.mark.parametrize(
    ("name", "why"),
    [("Clumsy", "KeyError: 'sword'"), ("Deserter", "in the middle of the same task")],
)
def test_a_bot_that_fails_in_another_process_keeps_nobody_waiting(
    file: str, name: str, why: str
) -> None:
    del file
    ran = cli("simulate", "--bot", f"my_bot.py:{name}", "--games", "4", "--jobs", "2")
    assert ran.code == 2
    assert why in ran.err


def test_installed_packages_bring_bots(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    del file
    sys.path.append(".")
    entries = [
        EntryPoint("goblin", "my_bot:MyBot", own.GROUP),
        EntryPoint("troll", "broken:Any", own.GROUP),
    ]
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [e for e in entries if e.group == group]
    )
    ran = cli("simulate", "--bot", "goblin", "--games", "1", "--json")
    assert ran.code == 0
    assert json.loads(ran.out.splitlines()[0])["seats"] == ["goblin", "squire"]
    assert "nowhere_at_all" in cli("simulate", "--bot", "troll").err
    assert "goblin, troll" in cli("simulate", "--bot", "ogre").err
    sys.modules.pop("my_bot", None)


@pytest.mark.once
def test_an_installed_package_is_found_in_every_process(file: str, tmp_path: Path) -> None:
    del file
    about = tmp_path / "goblins-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: goblins\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[rollplayer.bots]\ngoblin = my_bot:MyBot\n")
    command = [sys.executable, "-m", "rollplayer", "simulate", "--players", "goblin,random"]
    ran = subprocess.run(
        [*command, "--games", "2", "--jobs", "2", "--json"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout.splitlines()[0])["seats"] == ["goblin", "random"]


def test_a_game_file_cannot_name_code_to_run(file: str, tmp_path: Path) -> None:
    """Whoever opens somebody's file must not run somebody's program."""
    cli("play", "--bot", file, "--save", "game.jsonl", stdin="q\n")
    path = tmp_path / "game.jsonl"
    trap = tmp_path / "trap.py"
    trap.write_text("open('sprung', 'w')\n", encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace('"my-bot"', '"trap.py:Trap"'), "utf-8")
    ran = cli("resume", "game.jsonl", stdin="q\n")
    assert ran.code == 2
    assert not (tmp_path / "sprung").exists()
