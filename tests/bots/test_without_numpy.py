"""Bots up to the adventurer play with the standard library alone, and answer the same."""

import subprocess
import sys

import pytest

import rollplayer as rp

PLAY = """
import sys
sys.modules["numpy"] = None  # As if it were not installed: importing it fails.
import rollplayer as rp
print(rp.play(*sys.argv[1:], seed="without").score().totals)
"""


@pytest.mark.parametrize("level", ["random", "squire", "adventurer"])
def test_a_game_without_numpy_is_the_same_game(level: str) -> None:
    played = subprocess.run(
        [sys.executable, "-c", PLAY, level, "squire"], capture_output=True, text=True, check=False
    )
    with_it = rp.play(level, "squire", seed="without").score().totals
    assert played.stdout.strip() == str(with_it), played.stderr


def test_a_learned_bot_says_what_it_needs() -> None:
    played = subprocess.run(
        [sys.executable, "-c", PLAY, "champion", "squire"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode != 0
    assert "numpy" in played.stderr
