"""Game files and an environment that is the same everywhere."""

from pathlib import Path

import pytest

from rollplayer.simulation import SimulationPlan, play_games


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROLLPLAYER_LANG", "LANG", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def game_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A game of two, and a solitaire."""
    paths = []
    for bots in (("squire", "random"), ("random",)):
        folder = tmp_path_factory.mktemp("games")
        options = {"players": len(bots), "variants": ["short-game"]}
        plan = SimulationPlan(bots, options, 1, "tests", log=str(folder))
        assert len(list(play_games(plan, 1))) == 1
        paths.append(plan.file_of(1))
    return paths


@pytest.fixture(scope="session")
def game_file(game_files: list[Path]) -> Path:
    return game_files[0]
