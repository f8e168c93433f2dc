"""The same seeds give the same games, byte for byte, in every process and with either build."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
GAMES = 12


def transcript(
    hash_seed: str, pure: bool, seed: str = "7", games: int = GAMES
) -> tuple[bytes, str]:
    """What a new process prints, and which build it ran."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "ROLLPLAYER_PURE": "1" if pure else "",
    }
    command = [sys.executable, "-m", "tests.properties.matches"]
    done = subprocess.run(
        [*command, "--seed", seed, "--games", str(games)],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout, done.stderr.decode().strip()


@pytest.mark.once
def test_games_are_the_same_in_every_process_and_build() -> None:
    interpreted, kind = transcript("1", pure=True)
    assert kind == "interpreted"
    assert interpreted.count(b'{"format"') == 2 * GAMES
    assert len(interpreted.splitlines()) > 2 * GAMES * 100
    assert transcript("2", pure=True) == (interpreted, "interpreted")
    # Compiled where there is a compiler, else the same once more.
    for hash_seed in ("3", "4"):
        default, kind = transcript(hash_seed, pure=False)
        assert default == interpreted, kind


@pytest.mark.once
def test_another_seed_is_another_game() -> None:
    one, other = (transcript("1", pure=False, seed=seed, games=1)[0] for seed in ("7", "8"))
    assert one != other
