"""`make play` and `make terminal`: install what playing needs, start at once, compile behind the game.

``python -m tools.play COMMAND...`` runs a command of rollplayer from the source of this clone, in an
environment of its own. It needs nothing but the standard library.
"""

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NoReturn

from tools import compile_behind

ROOT: Final = Path(__file__).parent.parent
ENVIRONMENT: Final = ROOT / ".venv-play"
LOCK: Final = ROOT / "requirements.lock"
CLIENT: Final = ROOT / "src" / "rollplayer" / "web" / "index.html"
USUAL: Final = {"environment": 3, "packages": 10}
"""Seconds, on two cores with packages from near."""


def main(arguments: Sequence[str]) -> NoReturn:
    texts = Texts(os.environ)
    if arguments[:1] == ["serve"] and not CLIENT.exists():
        sys.exit(texts.say("no-client"))
    install(texts)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    if not prepare_build(texts):
        # What lies beside the source may be older than it.
        environment["ROLLPLAYER_PURE"] = "1"
    start(environment, arguments)


class Texts:
    """What is said before the package, which has its own texts, can be imported."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        known = tomllib.loads((ROOT / "tools" / "start_texts.toml").read_text(encoding="utf-8"))
        wanted = (environment.get(name, "")[:2].lower() for name in ("ROLLPLAYER_LANG", "LANG"))
        self._texts = next((known[each] for each in wanted if each in known), known["en"])

    def say(self, key: str, **values: object) -> str:
        return str(self._texts[key]).format(**values)

    def obstacle(self, name: str) -> str:
        return str(self._texts["obstacles"][name])


# -- what playing needs -----------------------------------------------------------------------------


def install(texts: Texts) -> None:
    """Fill the environment; a second start finds it filled at once."""
    mark = ENVIRONMENT / "installed"
    wanted = f"{sys.version}\n{sha256(LOCK.read_bytes()).hexdigest()}\n"
    python = python_of(ENVIRONMENT)
    if python.exists() and mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return
    # The installer of this Python, if it has one: to unpack another takes seconds.
    borrowed = find_spec("pip") is not None
    announce(texts, "environment")
    options = ["--clear", "--without-pip"] if borrowed else ["--clear"]
    made = run([sys.executable, "-m", "venv", *options, str(ENVIRONMENT)])
    announce(texts, "packages")
    pip = [sys.executable, "-m", "pip", "--python"] if borrowed else []
    options = ["--quiet", "--disable-pip-version-check", "--no-compile", "--require-hashes"]
    options += ["--root-user-action", "ignore", "--requirement", str(LOCK)]
    if not made or not run(
        [*pip, str(python), *([] if borrowed else ["-m", "pip"]), "install", *options]
    ):
        sys.exit(texts.say("packages-failed"))
    mark.write_text(wanted, encoding="utf-8")


def run(command: Sequence[str]) -> bool:
    return subprocess.run(command, check=False).returncode == 0


def announce(texts: Texts, step: str) -> None:
    print(texts.say(step, folder=ENVIRONMENT.name, seconds=USUAL[step]), flush=True)


def python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


# -- which build ------------------------------------------------------------------------------------


def prepare_build(texts: Texts) -> bool:
    """Whether the compiled engine runs; if it could and does not yet, it is compiled behind the game."""
    obstacle = compile_behind.obstacle()
    if obstacle == "asked":
        return False
    if compile_behind.is_in_place():
        return True
    if compile_behind.put_in_place():
        print(texts.say("compiled"), flush=True)
        return True
    if obstacle is not None:
        print(texts.say("no-compiler", why=texts.obstacle(obstacle)), flush=True)
        return False
    compile_behind.begin()
    log = os.path.relpath(compile_behind.LOG, ROOT)
    print(texts.say("compiling", log=log), flush=True)
    return False


def start(environment: dict[str, str], arguments: Sequence[str]) -> NoReturn:
    """Become the program, so that Ctrl-C and exit codes are its own."""
    compile_behind.keep_in_place_while_running()
    command = [str(python_of(ENVIRONMENT)), "-m", "rollplayer", *arguments]
    if sys.platform == "win32":
        with suppress(KeyboardInterrupt):
            sys.exit(subprocess.run(command, env=environment, check=False).returncode)
        sys.exit(130)
    os.execve(command[0], command, environment)


if __name__ == "__main__":
    main(sys.argv[1:])
