"""What is installed is the whole program, with the licenses of everything in it."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

import pytest

from rollplayer.build import PACKAGE, sources
from tests.test_circles import package, reachable

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
DESCRIBED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = DESCRIBED["project"]
BUILT = ignore_patterns("__pycache__", "*.so", "*.pyd", "*.egg-info")
SOURCES = ("pyproject.toml", "setup.py", "tools/compiling.py", "README.md", "LICENSE", "CREDITS.md")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The package as it would be published, interpreted; of client and site only a page."""
    tree = tmp_path_factory.mktemp("tree")
    (tree / "tools").mkdir()
    for name in SOURCES:
        (tree / name).write_bytes((ROOT / name).read_bytes())
    for folder in ("src", "licenses"):
        copytree(ROOT / folder, tree / folder, ignore=BUILT)
    for name in ("web/assets/page.js", "site/gallery/en/page.html"):
        page = tree / "src" / "rollplayer" / name
        rmtree(tree / "src" / "rollplayer" / name.partition("/")[0], ignore_errors=True)
        page.parent.mkdir(parents=True)
        page.touch()
    built = subprocess.run(
        [sys.executable, "setup.py", "-q", "bdist_wheel"],
        cwd=tree,
        env={**os.environ, "ROLLPLAYER_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (path,) = (tree / "dist").glob("*.whl")
    return zipfile.ZipFile(path)


def names_in(wheel: zipfile.ZipFile) -> set[str]:
    """The files of the package, without the folder that wheels with compiled parts put them in."""
    return {name.partition("/purelib/")[2] or name for name in wheel.namelist()}


def test_every_file_of_the_package_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    source = ROOT / "src"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "rollplayer"],
        cwd=source,
        capture_output=True,
        text=True,
        check=True,
    )
    # What a box brings to the browser is built into the client.
    wanted = {
        name
        for name in listed.stdout.splitlines()
        if (source / name).exists() and "web" not in name.split("/")
    }
    assert "rollplayer/content/base/market.toml" in wanted
    assert wanted - names_in(wheel) == set()


def test_browser_client_and_documentation_are_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    assert "rollplayer/web/assets/page.js" in names_in(wheel)
    assert "rollplayer/site/gallery/en/page.html" in names_in(wheel)


def test_the_license_expression_names_every_license_that_is_credited(
    wheel: zipfile.ZipFile,
) -> None:
    (metadata,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
    about = Parser().parsestr(wheel.read(metadata).decode())
    licenses = about["License-Expression"].split(" AND ")
    assert licenses == ["MIT", "CC-BY-3.0", "OFL-1.1", "BSD-2-Clause", "BSD-3-Clause"]
    credit = (ROOT / "CREDITS.md").read_text(encoding="utf-8")
    assert "CC BY 3.0" in credit
    assert "SIL Open Font License 1.1" in credit
    assert "BSD 2-Clause" in credit
    assert "BSD 3-Clause" in credit


def test_the_texts_of_the_licenses_are_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    texts = {name.rpartition("/")[2] for name in wheel.namelist() if "/licenses/" in name}
    ours = {path.name for path in (ROOT / "licenses").iterdir()}
    assert {"LICENSE", "CREDITS.md"} | ours == texts
    # One for each font that CREDITS.md names, for the library in the built client, and for the
    # scripts that search the documentation site.
    assert ours == {
        "OFL-1.1-Cinzel.txt",
        "OFL-1.1-Alegreya.txt",
        "MIT-Svelte.txt",
        "BSD-2-Clause-Sphinx.txt",
        "BSD-3-Clause-Snowball.txt",
    }


def test_what_is_for_developers_is_not_installed_with_the_game() -> None:
    game = {line.partition(">")[0] for line in PROJECT["dependencies"]}
    extras = PROJECT["optional-dependencies"]
    wanted = {"build", "dev", "bench", "cluster", "docs", "notices", "passkeys", "proofs", "ray"}
    assert set(extras) == wanted
    for lines in extras.values():
        assert game.isdisjoint(line.partition(">")[0].partition("=")[0] for line in lines)


def read_by_the_compiler() -> set[str]:
    """What is not ours and imported by compiled modules, or by whatever these import."""
    graph = package(types=True)
    paths = {Path(path).resolve() for path in sources(PACKAGE)}
    compiled = {name for name in graph if source_of(name).resolve() in paths}
    tops: set[str] = set()
    for module in compiled.union(*(reachable(graph, name) for name in compiled)):
        for node in ast.walk(ast.parse(source_of(module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                tops.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                tops.add(node.module.partition(".")[0])
    # mypy_extensions comes with mypy.
    return tops - sys.stdlib_module_names - {"rollplayer", "mypy_extensions"}


def source_of(module: str) -> Path:
    path = ROOT.joinpath("src", *module.split("."))
    file = path.with_suffix(".py")
    return file if file.exists() else path / "__init__.py"


def name_of(line: str) -> str:
    return re.split(r"[<>=\[; ]", line, maxsplit=1)[0].replace("-", "_")


def test_whoever_compiles_has_installed_what_the_compiler_reads() -> None:
    """Without one of these, a build in an environment of its own compiles nothing."""
    read = read_by_the_compiler()
    assert {"msgspec", "starlette", "webauthn"} <= read
    extras = PROJECT["optional-dependencies"]
    behind = {name_of(line) for line in [*PROJECT["dependencies"], *extras["build"]]}
    alone = {name_of(line) for line in DESCRIBED["build-system"]["requires"]}
    locked = {name_of(line) for line in (ROOT / "requirements-build.lock").read_text().splitlines()}
    assert read <= behind, "make play compiles with these"
    assert read <= locked, "run make lock"
    assert read <= alone, "pip and cibuildwheel compile with these"
