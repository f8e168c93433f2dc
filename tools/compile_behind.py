"""Compile the engine behind a running game, beside the source, and put it in place at the next start.

Never under a running program: it would find half of its modules compiled and half interpreted.
"""

import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
from contextlib import suppress
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import IO, Any, Final

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "src" / "rollplayer"
FOLDER: Final = ROOT / "build" / "behind"
LOG: Final = FOLDER / "log"
RESULT: Final = FOLDER / "result"
MADE_FROM: Final = FOLDER / "made-from"
ENVIRONMENT: Final = ROOT / ".venv-build"
LOCK: Final = ROOT / "requirements-build.lock"

_held: list[IO[str]] = []
"""Locks that last as long as this process, or the program that it becomes."""


def build() -> dict[str, Any]:
    """`build.py` by its path: importing the package could import what is about to be compiled."""
    return runpy.run_path(str(PACKAGE / "build.py"))


def obstacle() -> str | None:
    """Why nothing can be compiled here, as a key of `start_texts.toml`, or None."""
    if build()["pure_wanted"]():
        return "asked"
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if os.name != "posix" or shutil.which(compiler.split()[0]) is None:
        return "compiler"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "headers"
    return None


def is_in_place() -> bool:
    """Whether every module has a compiled one of this Python beside it that is not older."""
    described = build()
    compiled = PACKAGE / "engine" / f"game{EXTENSION_SUFFIXES[0]}"
    return compiled.exists() and not described["is_stale"](str(PACKAGE))


def source_digest() -> str:
    """What a result must have been made from to be used."""
    texts = sha256(sys.version.encode())
    for path in [*build()["sources"](str(PACKAGE)), str(ROOT / "setup.py")]:
        texts.update(path.encode() + b"\0" + Path(path).read_bytes())
    return texts.hexdigest()


# -- at the next start ------------------------------------------------------------------------------


def put_in_place() -> bool:
    """Use what was compiled from the source as it is now; not while another game runs from it."""
    if not MADE_FROM.exists() or MADE_FROM.read_text() != source_digest():
        return False
    alone = _lock("running", exclusive=True)
    if alone is None:
        return False
    with alone:
        for old in PACKAGE.rglob("*"):
            if old.name.endswith(tuple(EXTENSION_SUFFIXES)):
                old.unlink()
        for path in sorted(RESULT.rglob(f"*{EXTENSION_SUFFIXES[0]}")):
            shutil.copyfile(path, PACKAGE / path.relative_to(RESULT / "rollplayer"))
    return True


def keep_in_place_while_running() -> None:
    """What this process becomes runs from these files: nobody may put others there meanwhile."""
    held = _lock("running", exclusive=False)
    if held is not None:
        os.set_inheritable(held.fileno(), True)
        _held.append(held)


def _lock(name: str, *, exclusive: bool) -> IO[str] | None:
    """A lock that ends with its process, or None if somebody has it."""
    if sys.platform == "win32":
        return None
    import fcntl

    FOLDER.mkdir(parents=True, exist_ok=True)
    file = (FOLDER / f"{name}.lock").open("w")
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


# -- behind the game --------------------------------------------------------------------------------


def begin() -> None:
    """Start compiling as a process of its own that goes on when the game is left."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with LOG.open("w") as log:
        subprocess.Popen(
            [sys.executable, "-m", "tools.compile_behind"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def main() -> int:
    """Install the compiler's tools, compile, and leave the result for the next start."""
    alone = _lock("compiling", exclusive=True)
    if alone is None:
        print("another process is compiling already")
        return 0
    with alone:
        # The game comes first.
        with suppress(OSError):
            os.nice(15)
        digest = source_digest()
        python = str(ENVIRONMENT / "bin" / "python")
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        steps = (
            [sys.executable, "-m", "venv", str(ENVIRONMENT)],
            [*pip, "install", "--require-hashes", "--requirement", str(LOCK)],
            [python, "setup.py", "-q", "build_ext", "--build-lib", str(RESULT)],
        )
        MADE_FROM.unlink(missing_ok=True)
        shutil.rmtree(RESULT, ignore_errors=True)
        environment = {**os.environ, "ROLLPLAYER_STRICT_BUILD": "1"}
        for step in steps:
            print(*step, flush=True)
            done = subprocess.run(step, cwd=ROOT, env=environment, check=False)
            if done.returncode != 0:
                return done.returncode
        if source_digest() != digest:
            print("the source was edited meanwhile; the next start compiles again")
            return 0
        MADE_FROM.write_text(digest)
        print("compiled; the next start uses it")
        return 0


if __name__ == "__main__":
    sys.exit(main())
