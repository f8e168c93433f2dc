"""Every example runs, and those for the API stay short."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rollplayer.cli.verify import verify
from rollplayer.content import load
from rollplayer.log import read_lines
from tests.server.harness import ROOT, Server

pytestmark = pytest.mark.once

EXAMPLES = ROOT / "examples"
SHORT = ("own_bot", "many_games", "card_pack", "puzzle", "websocket_client")
TESTED_ELSEWHERE = ("bot_client", "verify_dice")
MOST_LINES = 39


def run(name: str, *arguments: str) -> str:
    """What an example prints."""
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_every_example_is_run_by_some_test() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*SHORT, *TESTED_ELSEWHERE}


@pytest.mark.parametrize("name", SHORT)
def test_an_example_is_short_and_uses_the_public_face_only(name: str) -> None:
    source = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= MOST_LINES
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("rollplayer")
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")


def test_own_bot() -> None:
    assert "Grabber beats the squire in" in run("own_bot", "3")


def test_own_bot_plays_from_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rollplayer", "simulate", "--games", "1", "--seed", "1"]
    command += ["--bot", str(EXAMPLES / "own_bot.py") + ":Grabber", "--log", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    (path,) = tmp_path.iterdir()
    file = read_lines(path.read_text(encoding="utf-8").splitlines())
    assert file.header.seats[0]["bot"] == "grabber"
    assert verify(file, load()).over


def test_many_games() -> None:
    title, _, *rows = run("many_games", "30").splitlines()
    assert title == "30 games"
    assert sum(int(row.split()[1]) for row in rows) == 60


def test_card_pack() -> None:
    lines = run("card_pack", "20").splitlines()
    assert lines[0].endswith("of 40 heroes own Chain Mittens at the end.")
    assert not lines[0].startswith("0 ")


def test_puzzle() -> None:
    table, _, best = run("puzzle", "crypt").strip().rpartition("\n\n")
    assert "round 12 of 12, dice phase" in table
    assert best.startswith("Best: take ")
    assert best.endswith(" stars.")


def test_websocket_client(server: Server) -> None:
    result = json.loads(run("websocket_client", server.address))
    assert len(result["heroes"]) == 2
    assert result["winners"]
