"""The build can be chosen, and says truly which one it is."""

import ast
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from rollplayer import build

SUFFIX = EXTENSION_SUFFIXES[0]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose compiled engine is a file that nothing can load."""
    package = tmp_path / "src" / "rollplayer"
    engine = package / "engine"
    engine.mkdir(parents=True)
    (tmp_path / "setup.py").touch()
    for name in ("__init__.py", "build.py"):
        shutil.copy(Path(build.PACKAGE) / name, package)
    # What the package hands down to the rules as soon as it is imported.
    (package / "rules").mkdir()
    for name in ("__init__.py", "boxes.py"):
        shutil.copy(Path(build.PACKAGE) / "rules" / name, package / "rules")
    (engine / "__init__.py").touch()
    (engine / "game.py").write_text("NAME = 'source'\n")
    (engine / f"game{SUFFIX}").write_text("no library")
    date(engine / "game.py", 1000)
    date(engine / f"game{SUFFIX}", 2000)
    return package


def date(path: Path, when: float) -> None:
    os.utime(path, (when, when))


def ask(package: Path, code: str, *, pure: str = "") -> str:
    """What a new interpreter prints that finds the package there."""
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "ROLLPLAYER_PURE": pure}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    return (done.stdout + done.stderr).strip()


KIND = "import rollplayer.build as build; print(build.kind())"
NAME = "import rollplayer.engine.game as game; print(game.NAME)"


def test_python_prefers_the_compiled_file(checkout: Path) -> None:
    assert ask(checkout, KIND) == "compiled"
    assert "ImportError" in ask(checkout, NAME)


def test_pure_imports_the_source_although_a_compiled_file_exists(checkout: Path) -> None:
    assert ask(checkout, KIND, pure="1") == "interpreted"
    assert ask(checkout, NAME, pure="1") == "source"


def test_pure_reaches_nested_folders(checkout: Path) -> None:
    nested = checkout / "expansions" / "monsters"
    nested.mkdir(parents=True)
    (nested / "__init__.py").touch()
    (nested.parent / "__init__.py").touch()
    (nested / "hunt.py").write_text("NAME = 'nested'\n")
    (nested / f"hunt{SUFFIX}").write_text("no library")
    code = "import rollplayer.expansions.monsters.hunt as hunt; print(hunt.NAME)"
    assert ask(checkout, code, pure="1") == "nested"


def test_pure_reaches_single_modules(checkout: Path) -> None:
    rooms = checkout / "server" / "rooms"
    rooms.mkdir(parents=True)
    for package in (rooms, rooms.parent):
        (package / "__init__.py").touch()
    for folder, name in ((rooms, "wording"), (checkout, "text")):
        (folder / f"{name}.py").write_text(f"NAME = '{name}'\n")
        (folder / f"{name}{SUFFIX}").write_text("no library")
        date(folder / f"{name}.py", 1000)
    code = "from rollplayer import text; from rollplayer.server.rooms import wording as w; print(text.NAME, w.NAME)"
    assert ask(checkout, code, pure="1") == "text wording"
    assert "ImportError" in ask(checkout, code)
    date(rooms / "wording.py", 3000)
    date(rooms / f"wording{SUFFIX}", 2000)
    assert ask(checkout, KIND) == "compiled (older than its source)"


def test_zero_does_not_ask_for_pure(checkout: Path) -> None:
    assert ask(checkout, KIND, pure="0") == "compiled"


def test_without_compiled_files_the_build_is_interpreted(checkout: Path) -> None:
    (checkout / "engine" / f"game{SUFFIX}").unlink()
    assert ask(checkout, KIND) == "interpreted"
    assert ask(checkout, NAME) == "source"


def test_an_edited_module_makes_the_build_stale(checkout: Path) -> None:
    date(checkout / "engine" / "game.py", 3000)
    assert ask(checkout, KIND) == "compiled (older than its source)"


def test_a_new_module_makes_the_build_stale(checkout: Path) -> None:
    (checkout / "engine" / "novelty.py").touch()
    assert ask(checkout, KIND) == "compiled (older than its source)"


def test_dates_in_an_installed_package_say_nothing(checkout: Path) -> None:
    date(checkout / "engine" / "game.py", 3000)
    (checkout.parent.parent / "setup.py").unlink()
    assert ask(checkout, KIND) == "compiled"


def test_this_run_uses_the_build_it_was_asked_for() -> None:
    if build.pure_wanted():
        assert build.kind() == "interpreted"
    else:
        assert build.kind() in ("compiled", "interpreted"), "run make build"


def test_make_knows_what_is_compiled() -> None:
    makefile = (Path(build.PACKAGE).parent.parent / "Makefile").read_text(encoding="utf-8")
    named = makefile.partition("COMPILED :=")[2].partition("CHECKED :=")[0]
    for each in (
        *build.COMPILED_FOLDERS,
        *(name.split("/")[-1] for name in build.COMPILED_MODULES),
    ):
        assert each in named
    assert len(build.single_modules(build.PACKAGE)) == len(build.COMPILED_MODULES)


def test_what_boxes_bring_to_faces_is_not_compiled(checkout: Path) -> None:
    box = checkout / "expansions" / "monsters"
    (box / "server").mkdir(parents=True)
    for name in ("hunt", "terminal", "lessons", "docs", "server/views", "servers"):
        (box / f"{name}.py").touch()
    (box.parent / "places.py").touch()
    sources = [Path(path) for path in build.sources(str(checkout))]
    inside = [path.relative_to(box.parent) for path in sources if box.parent in path.parents]
    assert [path.as_posix() for path in inside] == ["monsters/hunt.py", "monsters/servers.py"]


def test_packages_themselves_are_not_compiled() -> None:
    names = {Path(source).name for source in build.sources()}
    assert "game.py" in names
    assert "__init__.py" not in names


AWAITS = (ast.Await, ast.AsyncWith, ast.AsyncFor)


def lines_of(body: list[ast.stmt], kinds: tuple[type[ast.AST], ...]) -> list[int]:
    return [
        each.lineno
        for part in body
        for each in ast.walk(part)
        if isinstance(each, kinds) and isinstance(each, ast.stmt | ast.expr)
    ]


def test_nothing_compiled_raises_what_others_handle() -> None:
    """Once it has waited, mypyc no longer knows its own exception: it takes what any coroutine is handling."""
    found: list[str] = []
    for path in build.sources():
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        for each in ast.walk(tree):
            if isinstance(each, ast.Try):
                found += [
                    f"{path}:{line} awaits at last" for line in lines_of(each.finalbody, AWAITS)
                ]
            elif isinstance(each, ast.ExceptHandler):
                waited = min(lines_of(each.body, AWAITS), default=None)
                again = [
                    part
                    for part in ast.walk(each)
                    if isinstance(part, ast.Raise) and part.exc is None
                ]
                found += [
                    f"{path}:{part.lineno} raises again after waiting"
                    for part in again
                    if waited is not None and part.lineno > waited
                ]
    assert found == []
