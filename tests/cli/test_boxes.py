"""``--box`` and ROLLPLAYER_BOXES: boxes that lie elsewhere, and what is said when one is of no use."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rollplayer.content import load
from rollplayer.content.files import LANGUAGES

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = (ROOT / "docs" / "boxes.md").read_text(encoding="utf-8")
SMALLEST = re.findall(r"```python\n(.*?)```", EXAMPLE, re.DOTALL)[0]
"""The whole ``__init__.py`` of the smallest box, as the docs show it."""
NAME = "cold-snap"

INFO = {
    "METADATA": "Metadata-Version: 2.1\nName: cold-snap\nVersion: 1\n",
    "entry_points.txt": "[rollplayer.boxes]\ncold-snap = cold_snap:BOX\n",
}


def smallest_box(home: Path) -> Path:
    folder = home / "cold_snap"
    folder.mkdir()
    (folder / "__init__.py").write_text(SMALLEST, encoding="utf-8")
    return folder


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The folder of a box."""
    home = tmp_path / "elsewhere"
    home.mkdir()
    return smallest_box(home)


@pytest.fixture
def installed(box: Path) -> Path:
    """The folder that the packages of an environment lie in, with that of the box."""
    info = box.parent / "cold_snap-1.dist-info"
    info.mkdir()
    for name, text in INFO.items():
        (info / name).write_text(text, encoding="utf-8")
    return box.parent


def rollplayer(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own: one that has imported no box."""
    path = os.pathsep.join(filter(None, [variables.pop("packages", ""), *sys.path]))
    return subprocess.run(
        [sys.executable, "-m", "rollplayer", *arguments],
        env={**os.environ, "PYTHONPATH": path, "ROLLPLAYER_LANG": "en", **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def refused(ran: subprocess.CompletedProcess[str]) -> str:
    """The one line that is said."""
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    (line,) = ran.stderr.splitlines()
    assert "Traceback" not in line
    return line


def simulated(ran: subprocess.CompletedProcess[str]) -> list[dict[str, object]]:
    """Two games and their summary."""
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(lines) == 3
    return lines


# -- three ways to find it ------------------------------------------------------------------------

FAST = ("simulate", "--players", "random,random", "--games", "2", "--seed", "1", "--json")


def test_a_box_is_found_in_a_folder_in_the_environment_and_in_a_package(
    box: Path, installed: Path
) -> None:
    """All three play the same games, in other processes, too."""
    options = ("--expansion", NAME, "--expansion", "monsters-and-minions")
    named = simulated(rollplayer(*FAST, *options, "--box", str(box)))
    by_variable = simulated(rollplayer(*FAST, *options, ROLLPLAYER_BOXES=str(box)))
    by_package = simulated(rollplayer(*FAST, *options, packages=str(installed)))
    in_processes = simulated(rollplayer(*FAST, *options, f"--box={box}", "--jobs", "2"))
    assert named == by_variable == by_package == in_processes
    assert NAME in json.dumps(named)
    assert named != simulated(rollplayer(*FAST, "--mm"))


def test_a_box_that_is_found_is_listed_and_has_its_short_option(box: Path) -> None:
    told = rollplayer("play", "--help", "--box", str(box)).stdout
    assert f"monsters-and-minions, {NAME}" in " ".join(told.split())
    assert f"--{NAME} " in told
    assert NAME not in rollplayer("play", "--help").stdout


def test_naming_a_folder_twice_is_naming_it_once(box: Path, installed: Path) -> None:
    ran = rollplayer(
        *FAST,
        *("--box", str(box), "--box", f"{box}/", f"--{NAME}"),
        packages=str(installed),
        ROLLPLAYER_BOXES=str(box),
    )
    assert simulated(ran)


def test_base_games_are_what_they_were(box: Path) -> None:
    """A box that is found but not played with changes no game, no hash and no file."""
    assert simulated(rollplayer(*FAST, "--box", str(box))) == simulated(rollplayer(*FAST))
    code = "from rollplayer.content import load; print(load().hash)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "ROLLPLAYER_BOXES": str(box)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == load().hash


# -- game files -----------------------------------------------------------------------------------


def test_a_game_file_that_names_a_box_says_how_to_name_it(box: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    named = ("--box", str(box))
    assert simulated(rollplayer(*FAST, f"--{NAME}", *named, "--log", str(log)))
    file = str(min(log.iterdir()))
    assert rollplayer("verify", file, *named).returncode == 0
    line = refused(rollplayer("verify", file))
    assert f"line 1: expansions '{NAME}' is not one of: monsters-and-minions;" in line
    assert "--box FOLDER" in line
    assert "ROLLPLAYER_BOXES" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_expansion_that_is_not_found_is_named_in_every_language(language: str) -> None:
    line = refused(rollplayer("simulate", "--expansion", NAME, "--lang", language))
    assert NAME in line
    assert "monsters-and-minions" in line
    assert "--box" in line


# -- what is of no use ----------------------------------------------------------------------------

BROKEN = {
    "import nowhere_at_all": "ModuleNotFoundError: No module named 'nowhere_at_all'",
    "raise ValueError('two kinds of dice called red')": "ValueError: two kinds of dice called red",
    "BOX =": "SyntaxError",
    "": "holds no box. Its package must say BOX = ...",
    "BOX = 'cold-snap'": "holds no box",
    SMALLEST.replace('"cold-snap"', '"Cold Snap"'): "the name 'Cold Snap' does not fit",
    SMALLEST.replace('"cold-snap"', '"monsters-and-minions"'): "is taken by the box in",
}


@pytest.mark.parametrize(("source", "reason"), BROKEN.items())
def test_a_box_that_cannot_be_used_is_one_line(box: Path, source: str, reason: str) -> None:
    (box / "__init__.py").write_text(source, encoding="utf-8")
    line = refused(rollplayer("cards", "--box", str(box)))
    assert reason in line
    assert str(box) in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_that_is_no_box_is_one_line_in_every_language(
    tmp_path: Path, language: str
) -> None:
    lines = [
        refused(rollplayer("cards", "--box", folder, "--lang", language))
        for folder in (str(tmp_path / "nowhere"), str(tmp_path), "")
    ]
    assert [str(tmp_path) in line for line in lines] == [True, True, False]
    assert "__init__.py" in lines[1]
    assert all("Traceback" not in line for line in lines)


def test_a_folder_that_hides_another_package_is_refused(box: Path) -> None:
    for name in ("json", "no-name"):
        folder = box.rename(box.with_name(name))
        line = refused(rollplayer("cards", "--box", str(folder)))
        assert f"cannot be imported as '{name}'" in line
        box = folder


def test_a_broken_package_is_one_line(box: Path, installed: Path) -> None:
    entry = "cold-snap = cold_snap:BOX"
    (box / "__init__.py").write_text("import nowhere_at_all", encoding="utf-8")
    line = refused(rollplayer("cards", packages=str(installed)))
    assert f"{entry}: the box cannot be imported: ModuleNotFoundError" in line
    (box / "__init__.py").unlink()
    box.rename(box.with_name("renamed"))
    line = refused(rollplayer("cards", packages=str(installed)))
    assert f"{entry}: cold_snap is not an installed package" in line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"die.red": "rot"}', "cold.json: die.red appears twice or is not text"),
        ("{", "Expecting property name"),
    ],
)
def test_texts_that_cannot_be_used_are_one_line(box: Path, text: str, reason: str) -> None:
    folder = box / "locale" / "en"
    folder.mkdir(parents=True)
    (folder / "cold.json").write_text(text, encoding="utf-8")
    line = refused(rollplayer("cards", "--box", str(box)))
    assert reason in line
    assert str(box) in line


# -- boxes that are whole, but not together -------------------------------------------------------


def with_a_count(home: Path, name: str) -> Path:
    """The folder of a box of this name that brings a count called snow."""
    folder = smallest_box(home).rename(home / name)
    text = SMALLEST.replace("cold-snap", name).replace("ColdSnap", "Box")
    snow = 'BOX = Box()\nBOX.pieces.count("snow")\n'
    (folder / "__init__.py").write_text(text.replace("BOX = Box()\n", snow), encoding="utf-8")
    return folder


def test_two_boxes_that_bring_the_same_piece_are_refused_in_one_line(tmp_path: Path) -> None:
    one, two = with_a_count(tmp_path, "one"), with_a_count(tmp_path, "two")
    simulated(rollplayer(*FAST, "--box", str(one), "--expansion", "one"))
    boxes = ("--box", str(one), "--box", str(two), "--expansion", "one", "--expansion", "two")
    line = refused(rollplayer(*FAST, *boxes))
    assert line.endswith("two and one both bring a count, pile or space called 'snow'")
