"""The API plays with nothing but the standard library, and says what needs more."""

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent.parent / "src"

# Isolated (-I) and without site-packages (-S); and should anything lie around all the same, it is
# refused by name.
GUARD = f"""
import sys
sys.path.insert(0, {str(SOURCE)!r})

class Guard:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top != "rollplayer" and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Guard())
"""


def bare_python(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", "-c", GUARD + code]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_guard_hides_what_is_installed() -> None:
    ran = bare_python("import numpy")
    assert "No module named 'numpy'" in ran.stderr
    assert ran.returncode == 1


def test_random_and_squire_play_whole_games() -> None:
    ran = bare_python(
        """
import rollplayer as rp
game = rp.play("squire", "random", seed="troll")
print(game.over, game.score().winners)
print(game)
alone = rp.play("squire", seed=1, expansions=["monsters-and-minions"])
print(alone.over)
import pickle
print(pickle.loads(pickle.dumps(game)) == game)
class Own(rp.Bot):
    def choose(self, view, options):
        return self.random.choice(options)
print(rp.play(Own, "squire", seed=1).over)
"""
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("True (")
    assert lines[-3:] == ["True", "True", "True"]


@pytest.mark.parametrize("level", ["champion", "legend"])
def test_what_needs_numpy_says_so_in_one_line(level: str) -> None:
    ran = bare_python(
        f"""
import rollplayer as rp
try:
    rp.play({level!r}, "random", seed="troll")
except ValueError as error:
    print(error)
"""
    )
    assert ran.stderr == ""
    (line,) = ran.stdout.splitlines()
    assert line.startswith(f"the bot {level!r} needs numpy")
    assert "pip install numpy" in line


def test_importing_the_package_imports_next_to_nothing_of_it_before_it_is_used() -> None:
    ran = bare_python(
        """
import rollplayer
print(sorted(name for name in sys.modules if name.startswith("rollplayer")))
rollplayer.Game
print("rollplayer.api" in sys.modules, "rollplayer.cli" in sys.modules)
"""
    )
    # Where boxes are found is handed down to the rules; none is looked for before options name one.
    handed_down = ["rules", "rules.boxes"]
    at_once = ["rollplayer", *(f"rollplayer.{name}" for name in ("build", *handed_down))]
    assert ran.stdout.splitlines() == [str(at_once), "True False"]
