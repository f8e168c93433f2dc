"""What `make dist` writes installs without compiler and Node, plays, and is the same each time.

All but the first take minutes and ask a package index, so `make proofs` runs them.
"""

import os
import shutil
import socket
import subprocess
import tarfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from tools import dist

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
KINDS = ("archive", "pure", "compiled")


def test_an_archive_names_neither_moment_nor_person() -> None:
    def made(name: str, when: int) -> bytes:
        packed = BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for path, text in ((f"{name}/b", b"two"), (f"{name}/a", b"one")):
                member = tarfile.TarInfo(path)
                member.size, member.mtime, member.uname = len(text), when, f"person {when}"
                archive.addfile(member, BytesIO(text))
        return packed.getvalue()

    assert made("x", 1) != made("x", 2)
    once = dist.packed_again(made("x", 1), 7)
    assert once == dist.packed_again(made("x", 2), 7)
    assert once != dist.packed_again(made("y", 1), 7)
    with tarfile.open(fileobj=BytesIO(once)) as archive:
        assert archive.getnames() == ["x/a", "x/b"]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One build, by kind."""
    folder = tmp_path_factory.mktemp("dist")
    assert dist.main([str(folder)]) == 0
    return by_kind(folder)


def by_kind(folder: Path) -> dict[str, Path]:
    (archive,) = folder.glob("*.tar.gz")
    (pure,) = folder.glob("*-py3-none-any.whl")
    (compiled,) = set(folder.glob("*.whl")) - {pure}
    return dict(zip(KINDS, (archive, pure, compiled), strict=True))


def test_a_second_build_has_the_same_bytes(written: dict[str, Path], tmp_path: Path) -> None:
    assert dist.main([str(tmp_path)]) == 0
    again = by_kind(tmp_path)
    for kind, path in written.items():
        assert path.name == again[kind].name
        assert path.read_bytes() == again[kind].read_bytes(), kind


def test_each_is_small_and_whole(written: dict[str, Path]) -> None:
    for path in written.values():
        assert path.stat().st_size <= dist.LARGEST
    for kind in ("pure", "compiled"):
        names = zipfile.ZipFile(written[kind]).namelist()
        assert "rollplayer/web/index.html" in names
        assert "rollplayer/site/index.html" in names
        assert any(name.endswith((".so", ".pyd")) for name in names) == (kind == "compiled")
    with tarfile.open(written["archive"]) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"setup.py", "tools/compiling.py", "src/rollplayer/web/index.html"} <= inside


@pytest.fixture(scope="module", params=KINDS)
def installed(
    request: pytest.FixtureRequest,
    written: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[str, Path, dict[str, str]]]:
    """An empty environment with one of them, on a machine without compiler and Node."""
    kind: str = request.param
    folder = tmp_path_factory.mktemp(kind)
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / "bin"
    environment = {name: value for name, value in os.environ.items() if "ROLLPLAYER" not in name}
    environment["PATH"] = str(programs)
    assert shutil.which("cc", path=str(programs)) is None
    assert shutil.which("node", path=str(programs)) is None
    environment.pop("PYTHONPATH", None)
    environment.pop("CC", None)
    pip = [str(programs / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, str(written[kind])], env=environment, cwd=folder, check=True)
    yield kind, programs, environment
    shutil.rmtree(folder)


def test_it_plays(installed: tuple[str, Path, dict[str, str]], tmp_path: Path) -> None:
    kind, programs, environment = installed
    command = [str(programs / "rollplayer"), "--version"]
    version = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ("interpreted" in version.stdout) == (kind != "compiled"), version.stdout
    levels = "random,squire,adventurer,legend"
    played = subprocess.run(
        [str(programs / "rollplayer"), "simulate", "--players", levels, "--games", "1", "--json"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert "legend" in played.stdout


def test_it_serves_a_table(installed: tuple[str, Path, dict[str, str]], tmp_path: Path) -> None:
    _, programs, environment = installed
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [
        str(programs / "rollplayer"),
        "serve",
        "--port",
        str(port),
        "--data",
        str(tmp_path),
        "--json",
    ]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    with server:
        try:
            assert server.stdout is not None
            assert str(port) in server.stdout.readline()
            for path, expected in (("/", b"<script"), ("/docs/", b"<html")):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as page:
                    assert expected in page.read()
        finally:
            server.terminate()
