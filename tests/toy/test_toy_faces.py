"""The toy box in terminal, simulation, scorer and server, each found by the folder's name alone."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rollplayer.server.protocol import payloads
from tests.server.harness import ROOT, Server, play_on
from tests.toy.conftest import FOLDER

BOXES = ["glassworks", "monsters-and-minions"]
BOTH = ["--box", str(FOLDER), "--expansion", "glassworks", "--mm"]


def rollplayer(*arguments: str, given: str = "") -> str:
    """What a command prints. It is told of the box by its arguments only."""
    environment = {key: each for key, each in os.environ.items() if key != "ROLLPLAYER_BOXES"}
    done = subprocess.run(
        [sys.executable, "-m", "rollplayer", *arguments],
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_simulations_play_it() -> None:
    bots = "random,random,squire"
    told = rollplayer("simulate", *BOTH, "--games", "2", "--players", bots, "--json").splitlines()
    assert {"glass", "monster"} <= set(json.loads(told[0])["lines"][0])


@pytest.mark.parametrize(
    ("language", "line"), [("en", "Glass"), ("de", "Glas"), ("fr", "Verre")], ids=lambda each: each
)
def test_the_scorer_counts_it(language: str, line: str, tmp_path: Path) -> None:
    hero = {
        "name": "Ada",
        "class": "warrior",
        "sheet": {"str": ["dawn3", "dusk4"]},
        "kiln": ["red2", None],
        "glow": 5,
        "cracks": ["stiff"],
    }
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"heroes": [hero]}), encoding="utf-8")
    told = json.loads(rollplayer("score", str(file), *BOTH, "--json"))
    lines = told["heroes"][0]["lines"]
    # A red die in the Kiln, five glow, one Crack; dawn is red, too.
    assert (lines["glass"], lines["class_color"]) == (2, 1)
    assert line in rollplayer("score", str(file), *BOTH, "--lang", language)


def test_the_scorer_says_what_is_wrong_with_a_kiln(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"heroes": [{"kiln": ["red2", "red3", "red4"]}]}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "rollplayer", "score", str(file), *BOTH],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 2
    assert "kiln: must be a list of at most 2 dice" in done.stderr


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["Kiln", "glow"]), ("de", ["Ofen", "Glut"]), ("fr", ["Four", "lueur"])],
    ids=["en", "de", "fr"],
)
def test_the_terminal_shows_it(language: str, words: list[str]) -> None:
    told = rollplayer(
        *("play", *BOTH, "--lang", language, "--players", "2", "--seats", "squire,squire"),
        *("--seed", "toy", "--no-color"),
    )
    for word in words:
        assert word in told


def test_the_server_plays_it_to_the_end(tmp_path: Path) -> None:
    payloads.additions.cache_clear()
    settings = {"ROLLPLAYER_BOXES": str(FOLDER)}
    with Server(tmp_path / "data", settings) as server:
        told = server.get("/api/v1?language=fr")
        assert "Verrerie" in [box["name"] for box in told["expansions"]]
        content = server.get("/api/v1/content?language=de&expansion=glassworks")
        assert content["texts"]["crack"]["stiff"]["name"] == "Steifes Gelenk"
        seats: list[dict[str, Any]] = [
            {"kind": "human", "name": "Ada"},
            {"kind": "bot", "level": "random"},
            {"kind": "bot", "level": "squire"},
        ]
        game = server.create(options={"players": 3, "expansions": BOXES}, seats=seats, start=True)
        with game.sit(0) as ada:
            given = play_on([ada], random.Random("toy").choice)
            assert given > 40
            assert ada.table["over"]
            heroes = ada.table["view"]["heroes"]
            assert all(len(hero["kiln"]) == 2 for hero in heroes)
            assert any(hero["glow"] or hero["cracks"] for hero in heroes)
            for hero in ada.table["result"]["heroes"]:
                assert {"glass", "monster"} <= set(hero["lines"])
            said = {
                event["event"]
                for message in ada.heard
                for entry in message.get("entries", ())
                for event in entry["events"]
            }
            assert {"glowed", "cracked", "monster-fought"} <= said
    payloads.additions.cache_clear()
