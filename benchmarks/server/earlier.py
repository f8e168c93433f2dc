"""An earlier commit of this repository, checked out beside it and able to serve."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rollplayer.build import COMPILED_FOLDERS, COMPILED_MODULES, kind
from tests.server.harness import ROOT

COMPILED = ("*.so", "*.pyd")
SERVE = """\
import runpy, sys
sys.path.insert(0, {source!r})
sys.modules["uvloop"] = None
runpy.run_module("rollplayer", run_name="__main__", alter_sys=True)
"""
"""Serves from that source, on the event loop of Python itself: before there was no other."""


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The commit in a folder of its own, its engine compiled if ours is."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE
        )
        subprocess.run(["tar", "-x"], cwd=folder, check=True, input=packed.stdout)
        root = Path(folder)
        if kind() != "interpreted":
            compile_engine(root, commit)
        yield root


def compile_engine(root: Path, commit: str) -> None:
    """Ours will do as long as its source and flags are the same: compiling takes minutes."""
    sources = ["setup.py"]
    sources += [f"src/rollplayer/{each}" for each in (*COMPILED_FOLDERS, *COMPILED_MODULES)]
    same = subprocess.run(["git", "diff", "--quiet", commit, "--", *sources], cwd=ROOT, check=False)
    if same.returncode:
        build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        subprocess.run(build, cwd=root, check=True, capture_output=True)
        return
    for pattern in COMPILED:
        for built in (ROOT / "src").rglob(pattern):
            shutil.copy2(built, root / built.relative_to(ROOT))


def serving(root: Path) -> tuple[str, ...]:
    """The command of its server, for the harness."""
    return ("-c", SERVE.format(source=str(root / "src")), "serve")
