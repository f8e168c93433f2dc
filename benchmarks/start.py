"""How long it takes from an empty folder to a table, and to a compiled engine.

    python -m benchmarks.start [play] [compile] [dist] [offline]

Clones the commit that is checked out into an empty folder and measures there, without pip's cache.
``play``: `make play` until the first page, on a machine with and one without a compiler and Node.
``compile``: `make build` from nothing and after an edit. ``dist``: what `make dist` writes, and
what pip makes of the archive.
``offline``: what `make offline` builds, twice the same, measured by ``benchmarks/offline.py``.
"""

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PATIENCE: Final = 900
LEFT_OUT: Final = (
    "cc",
    "c89",
    "c99",
    "gcc",
    "g++",
    "c++",
    "cpp",
    "clang",
    "tcc",
    "node",
    "npm",
    "npx",
)
"""Programs that the machine without compiler and Node does not have; `gcc-12` and the like neither."""
BODY: Final = ("rules/market.py", "rules/cleanup.py", "engine/scoring.py", "server/rooms/play.py")
"""Modules that are edited one at a time."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", nargs="*", choices=[[], *MEASURES], default=[])
    wanted = parser.parse_args().what or list(MEASURES)
    print(f"| what | measured |\n|---|---|\n| load before | {os.getloadavg()[0]:.2f} |", flush=True)
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            for what, measured in MEASURES[name](Path(folder)):
                print(f"| {what} | {measured} |", flush=True)


# -- make play --------------------------------------------------------------------------------------


def play(folder: Path) -> Iterator[tuple[str, str]]:
    bare = {**without_cache(), "PATH": str(poor_machine(folder / "bin"))}
    clone = cloned(folder / "poor")
    for start in ("first", "second"):
        seconds = first_page(clone, bare)
        yield f"without compiler and Node: {start} start", f"{seconds:.1f} s to the page"
    shutil.rmtree(clone)
    clone = cloned(folder / "rich")
    with playing(clone, without_cache()) as seconds:
        yield "with a compiler: first start", f"{seconds:.1f} s to the page"
        began = time.monotonic()
        wait_for(clone / "build" / "behind" / "made-from")
        behind = time.monotonic() - began
    yield "compiled behind the game after", f"{behind:.0f} s"
    yield "next start, puts the engine in place", f"{first_page(clone, without_cache()):.1f} s"
    yield "start after that, compiled", f"{first_page(clone, without_cache()):.1f} s"


def poor_machine(folder: Path) -> Path:
    """A folder with all programs of this machine but compilers and Node."""
    folder.mkdir()
    for path in (Path(each) for each in os.environ["PATH"].split(os.pathsep)):
        for program in sorted(path.iterdir()) if path.is_dir() else ():
            name = program.name.rpartition("-gnu-")[2] or program.name
            known = name in LEFT_OUT or name.rstrip("0123456789.").rstrip("-") in LEFT_OUT
            if not known and not (folder / program.name).exists():
                (folder / program.name).symlink_to(program)
    return folder


def without_cache() -> dict[str, str]:
    return {**os.environ, "PIP_NO_CACHE_DIR": "1", "LANG": "en_US.UTF-8", "BROWSER": "true"}


def cloned(folder: Path) -> Path:
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    return folder


def first_page(clone: Path, environment: dict[str, str]) -> float:
    with playing(clone, environment) as seconds:
        return seconds


@contextmanager
def playing(clone: Path, environment: dict[str, str]) -> Iterator[float]:
    """`make play` until it is left: how many seconds it took to the first page."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    arguments = f"ARGS=--port {port} --data {clone / 'games'}"
    began = time.monotonic()
    game = subprocess.Popen(
        ["make", "play", arguments],
        cwd=clone,
        env=environment,
        stdout=sys.stderr,
        start_new_session=True,
    )
    try:
        while not answers(f"http://127.0.0.1:{port}/"):
            if game.poll() is not None or time.monotonic() - began > PATIENCE:
                sys.exit("make play did not come to a page")
            time.sleep(0.02)
        yield time.monotonic() - began
    finally:
        os.killpg(game.pid, signal.SIGINT)
        game.wait(30)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as page:
            return b"<script" in page.read()
    except OSError:
        return False


def wait_for(path: Path) -> None:
    began = time.monotonic()
    while not path.exists():
        if time.monotonic() - began > PATIENCE:
            sys.exit(f"{path.name} did not appear")
        time.sleep(0.2)


# -- make build -------------------------------------------------------------------------------------


def compile_engine(folder: Path) -> Iterator[tuple[str, str]]:
    clone = cloned(folder / "clone")
    subprocess.run(["make", ".venv/installed"], cwd=clone, check=True, stdout=sys.stderr)
    yield "make build, from nothing", f"{make_build(clone):.0f} s"
    for name in BODY:
        edit_a_body(clone / "src" / "rollplayer" / name)
        yield f"make build, one line added in `{name}`", f"{make_build(clone):.0f} s"
    path = clone / "src" / "rollplayer" / BODY[0]
    path.write_text(path.read_text(encoding="utf-8") + '\nNEW_TEXT = "a text that is new"\n')
    yield f"make build, a new text in `{BODY[0]}`", f"{make_build(clone):.0f} s"


def edit_a_body(path: Path) -> None:
    """Move all lines of a module down by one, so that its C file changes."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith(("def ", "class ")))
    path.write_text("".join([*lines[:first], "\n", *lines[first:]]), encoding="utf-8")


def make_build(clone: Path) -> float:
    began = time.monotonic()
    subprocess.run(["make", "build"], cwd=clone, check=True, stdout=sys.stderr)
    return time.monotonic() - began


# -- make dist --------------------------------------------------------------------------------------


def dist(folder: Path) -> Iterator[tuple[str, str]]:
    clone = cloned(folder / "clone")
    began = time.monotonic()
    subprocess.run(["make", "dist"], cwd=clone, check=True, stdout=sys.stderr)
    yield "make dist, from nothing", f"{time.monotonic() - began:.0f} s"
    first = {path.name: path.read_bytes() for path in (clone / "dist").iterdir()}
    for name, content in sorted(first.items()):
        yield f"`{name}`", f"{len(content) / 1e6:.2f} MB"
    yield "`pip wheel` of the archive alone", wheel_of_archive(clone / "dist", folder / "wheel")
    subprocess.run(["make", "dist"], cwd=clone, check=True, stdout=sys.stderr)
    second = {path.name: path.read_bytes() for path in (clone / "dist").iterdir()}
    yield "a second make dist", "the same bytes" if first == second else "OTHER BYTES"


def wheel_of_archive(made: Path, output: Path) -> str:
    """As pip builds it for whoever has no wheel, and cibuildwheel: in an environment of its own."""
    (archive,) = made.glob("*.tar.gz")
    began = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(output), str(archive)],
        env=without_cache(),
        check=True,
        stdout=sys.stderr,
    )
    seconds = time.monotonic() - began
    (wheel,) = output.iterdir()
    kind = "interpreted" if wheel.name.endswith("-none-any.whl") else "compiled"
    return f"{kind}, {seconds:.0f} s"


# -- make offline -----------------------------------------------------------------------------------


def offline(folder: Path) -> Iterator[tuple[str, str]]:
    """Built from nothing, then measured with the clone's own compiled engine."""
    clone = cloned(folder / "clone")
    began = time.monotonic()
    subprocess.run(["make", "offline"], cwd=clone, check=True, stdout=sys.stderr)
    yield "make offline, from nothing", f"{time.monotonic() - began:.0f} s"
    first = contents(clone / "dist" / "offline")
    subprocess.run(["make", "offline"], cwd=clone, check=True, stdout=sys.stderr)
    same = first == contents(clone / "dist" / "offline")
    yield "a second make offline", "the same bytes" if same else "OTHER BYTES"
    subprocess.run(["make", "build"], cwd=clone, check=True, stdout=sys.stderr)
    command = [".venv/bin/python", "-m", "benchmarks.offline", "dist/offline"]
    environment = {**os.environ, "PYTHONPATH": "src:."}
    with subprocess.Popen(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, text=True
    ) as measuring:
        for line in measuring.stdout or ():
            what, _, said = line.strip("| \n").partition(" | ")
            yield what, said
    if measuring.returncode:
        sys.exit("the offline game could not be measured")


def contents(folder: Path) -> dict[str, bytes]:
    """What each file of a folder holds."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


MEASURES: Final[dict[str, Callable[[Path], Iterator[tuple[str, str]]]]] = {
    "play": play,
    "compile": compile_engine,
    "dist": dist,
    "offline": offline,
}

if __name__ == "__main__":
    main()
