"""Self-play: the same positions for any number of processes, and a run that goes on where it stopped."""

import json
from pathlib import Path

import numpy as np
import pytest

from tools.learn.games import SchoolPlan
from tools.learn.selfplay import main, play, tasks_of
from tools.learn.train import MOST_GAMES, Training, arguments

pytestmark = pytest.mark.once

PLAN = SchoolPlan(None, 0.5, (), (), "test")
"""Rules of thumb, which are quick."""
GAMES = 4
NO_LIMIT = 1e9


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("whole") / "a.npz"
    assert play(PLAN, GAMES, NO_LIMIT, 1, str(out)).games == GAMES
    return out.read_bytes()


def test_the_same_bytes_for_any_number_of_processes(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "a.npz"
    play(PLAN, GAMES, NO_LIMIT, 2, str(out))
    assert out.read_bytes() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]
    read = np.load(out)
    assert len(read["facts"]) == read["lengths"].sum()
    assert len(read["lengths"]) == len(read["results"]) == len(read["ends"]) > 100


def test_a_stopped_run_goes_on(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.npz"
    kept = tmp_path / "a.npz.games"

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(np, "savez", stop)
        with pytest.raises(KeyboardInterrupt):
            play(PLAN, 2, NO_LIMIT, 1, str(out))
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    assert [json.loads(line).get("game") for line in lines] == [None, 0, 1]
    kept.write_text("".join(lines) + lines[2][:50], encoding="utf-8")
    played: list[int] = []
    monkeypatch.setattr("tools.learn.games.School.play", noting(played))
    play(PLAN, GAMES, NO_LIMIT, 1, str(out))
    assert played == [2, 3]
    assert out.read_bytes() == whole
    assert not kept.exists()


def noting(played: list[int]) -> object:
    from tools.learn.games import School

    really = School.play

    def play_and_note(school: School, task: tuple[int, int]) -> object:
        played.append(task[0])
        return really(school, task)

    return play_and_note


def test_games_of_another_run_are_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.npz"
    command = ["selfplay", "--games", "1", "--jobs", "1", "--out", str(out)]
    kept = tmp_path / "a.npz.games"
    kept.write_text('{"self-play":"rollplayer-self-play/1","version":"0.0.1"}\n', encoding="utf-8")
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit, match=r'another run: its version is "0\.0\.1"'):
        main()
    assert not out.exists()


def test_more_games_begin_with_the_same() -> None:
    assert tasks_of(PLAN, 10)[:5] == tasks_of(PLAN, 5)
    assert {players for _, players in tasks_of(PLAN, 500)} == {1, 2, 3, 4}


def test_a_cluster_without_ray_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.npz"
    monkeypatch.setattr("sys.argv", ["selfplay", "--games", "1", "--ray", "a:1", "--out", str(out)])
    with pytest.raises(SystemExit, match=r"rollplayer\[ray\]"):
        main()
    assert not out.exists()


@pytest.mark.parametrize("workers", [["--jobs", "3"], ["--ray", "head:6379"]])
def test_training_passes_on_who_plays(tmp_path: Path, workers: list[str]) -> None:
    given = arguments([str(tmp_path), "--seconds", "2", *workers])
    command = Training(given).command(1)
    at = command.index(workers[0])
    assert command[at : at + 2] == workers
    assert ("--jobs" in command) != ("--ray" in command)
    assert int(command[command.index("--games") + 1]) >= 2 * 3 * MOST_GAMES
