"""`make play`: what it says, when it installs, and when the engine compiled behind a game is used."""

import os
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tools import compile_behind, play

pytestmark = pytest.mark.once

SUFFIX = EXTENSION_SUFFIXES[0]
RUNNING = """
import sys
from pathlib import Path
from tools import compile_behind
compile_behind.FOLDER = Path(sys.argv[1])
compile_behind.keep_in_place_while_running()
print("runs", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone with an engine of one module, in which nothing is compiled."""
    package = tmp_path / "src" / "rollplayer"
    (package / "engine").mkdir(parents=True)
    (package / "engine" / "game.py").write_text("NAME = 'source'\n")
    (package / "build.py").write_bytes((compile_behind.PACKAGE / "build.py").read_bytes())
    (tmp_path / "setup.py").touch()
    folder = tmp_path / "build" / "behind"
    for name, path in {
        "ROOT": tmp_path,
        "PACKAGE": package,
        "FOLDER": folder,
        "LOG": folder / "log",
        "RESULT": folder / "result",
        "MADE_FROM": folder / "made-from",
    }.items():
        monkeypatch.setattr(compile_behind, name, path)
    return tmp_path


@pytest.fixture
def compiled(clone: Path) -> Path:
    """The same clone after the compiler has worked behind a game."""
    result = compile_behind.RESULT / "rollplayer" / "engine" / f"game{SUFFIX}"
    result.parent.mkdir(parents=True)
    result.write_text("a library")
    compile_behind.MADE_FROM.write_text(compile_behind.source_digest())
    return clone


def in_place(clone: Path) -> Path:
    return clone / "src" / "rollplayer" / "engine" / f"game{SUFFIX}"


def test_what_was_compiled_behind_a_game_is_used_at_the_next_start(compiled: Path) -> None:
    assert not compile_behind.is_in_place()
    assert compile_behind.put_in_place()
    assert in_place(compiled).read_text() == "a library"
    assert compile_behind.is_in_place()


def test_an_edit_after_compiling_makes_it_useless(compiled: Path) -> None:
    (compiled / "src" / "rollplayer" / "engine" / "game.py").write_text("NAME = 'edited'\n")
    assert not compile_behind.put_in_place()
    assert not in_place(compiled).exists()


def test_an_edit_after_it_was_put_in_place_is_noticed(compiled: Path) -> None:
    assert compile_behind.put_in_place()
    later = in_place(compiled).stat().st_mtime + 10
    os.utime(compiled / "src" / "rollplayer" / "engine" / "game.py", (later, later))
    assert not compile_behind.is_in_place()


def test_nothing_is_put_under_a_running_game(compiled: Path) -> None:
    running = subprocess.Popen(
        [
            sys.executable,
            "-c",
            RUNNING,
            str(compile_behind.FOLDER),
        ],
        cwd=play.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with running:
        assert running.stdout is not None
        assert running.stdout.readline() == "runs\n"
        assert not compile_behind.put_in_place()
        assert not in_place(compiled).exists()
        running.communicate("")
    assert compile_behind.put_in_place()


def test_two_compilers_do_not_work_at_once(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    busy = compile_behind._lock("compiling", exclusive=True)
    assert busy is not None
    with busy:
        assert compile_behind.main() == 0
    assert "already" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("obstacle", "said", "begins"),
    [
        (None, "compiled (usually", True),
        ("compiler", "no C compiler", False),
        ("headers", "header files", False),
        ("asked", "", False),
    ],
)
def test_a_first_start_is_interpreted_and_says_why(
    clone: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    obstacle: str | None,
    said: str,
    begins: bool,
) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(compile_behind, "obstacle", lambda: obstacle)
    monkeypatch.setattr(compile_behind, "begin", lambda: begun.append(True))
    assert not play.prepare_build(play.Texts({}))
    assert said in capsys.readouterr().out
    assert bool(begun) == begins


def test_without_a_compiler_that_is_known(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.delenv("ROLLPLAYER_PURE", raising=False)
    assert compile_behind.obstacle() == "compiler"
    monkeypatch.setenv("ROLLPLAYER_PURE", "1")
    assert compile_behind.obstacle() == "asked"


def test_a_filled_environment_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[list[str]] = []

    def run(command: list[str]) -> bool:
        ran.append(command)
        python = play.python_of(tmp_path / "environment")
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()
        return True

    lock = tmp_path / "requirements.lock"
    lock.write_text("one==1\n")
    monkeypatch.setattr(play, "ENVIRONMENT", tmp_path / "environment")
    monkeypatch.setattr(play, "LOCK", lock)
    monkeypatch.setattr(play, "run", run)
    play.install(play.Texts({}))
    assert len(ran) == 2
    assert "usually" in capsys.readouterr().out
    play.install(play.Texts({}))
    assert len(ran) == 2
    lock.write_text("one==2\n")
    play.install(play.Texts({}))
    assert len(ran) == 4


def test_a_failed_installation_is_said_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "ENVIRONMENT", tmp_path / "environment")
    monkeypatch.setattr(play, "run", lambda _command: False)
    for _ in range(2):
        with pytest.raises(SystemExit, match="package index"):
            play.install(play.Texts({}))


def test_a_missing_client_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "CLIENT", tmp_path / "index.html")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    with pytest.raises(SystemExit, match="make web"):
        play.main(["serve", "--open"])


def test_everything_is_said_in_three_languages() -> None:
    texts = tomllib.loads((play.ROOT / "tools" / "start_texts.toml").read_text(encoding="utf-8"))
    assert set(texts) == {"en", "de", "fr"}
    for table in texts.values():
        assert set(table) == set(texts["en"])
        assert set(table["obstacles"]) == set(texts["en"]["obstacles"])
    assert play.Texts({"LANG": "fr_FR.UTF-8"}).say("compiled").startswith("Le moteur")
    assert play.Texts({"ROLLPLAYER_LANG": "de", "LANG": "fr_FR"}).say("compiled").startswith("Es")
    assert play.Texts({"LANG": "ja_JP"}).say("compiled").startswith("Using")
