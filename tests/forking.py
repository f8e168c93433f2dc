"""Commands in processes of their own that need not read the package first.

    process = start("rollplayer", ["serve", "--json"], environment)
    done = run("rollplayer", ["--version"], environment)

A helper has imported what every command imports. For each command it splits off a copy of itself, which
goes on as ``python -m`` would: with its own arguments, environment, folder, standard streams and exit
code. Tests start hundreds, and each would spend most of its time on reading modules and content.

Where only a fresh interpreter will do (another PYTHONPATH, another build), use ``subprocess``.
"""

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

from rollplayer.expansions.places import VARIABLE

ROOT = Path(__file__).parent.parent
LONGEST = 1 << 20
STREAMS = 3
PATIENCE = 120
"""Seconds until a command that does not end has failed."""
IMPORTED = (
    "prompt_toolkit",
    "pydantic.type_adapter",
    "rich.console",
    "rollplayer.cli.app",
    "rollplayer.cli.cards",
    "rollplayer.cli.play",
    "rollplayer.cli.replay",
    "rollplayer.cli.run",
    "rollplayer.cli.score",
    "rollplayer.cli.simulate",
    "rollplayer.cli.verify",
    "typer._adapters",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
)
"""No numpy: it starts threads, which a copy would lack."""


class Helper:
    """The process that copies itself, as those see it who want a copy."""

    def __init__(self) -> None:
        self.line, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.forking", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                cwd=ROOT,
                env=plain_environment(),
            )
        self.taken = threading.Lock()

    def copy(self, wish: dict[str, Any], streams: Sequence[int]) -> "Process":
        told, tell = os.pipe()
        try:
            with self.taken:
                text = json.dumps(wish).encode() + b"\n"
                socket.send_fds(self.line, [text], [*streams, tell])
        finally:
            os.close(tell)
        return Process(wish["arguments"], os.fdopen(told, encoding="ascii"))

    def end(self) -> None:
        self.line.close()
        self.process.wait(20)


def plain_environment() -> dict[str, str]:
    """Without what a test may have set just now: that is for its own command."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ROLLPLAYER_")}
    pure = os.environ.get("ROLLPLAYER_PURE", "")
    return {**kept, "ROLLPLAYER_PURE": pure, "PYTHONIOENCODING": "utf-8"}


@cache
def helper() -> Helper:
    """Started when it is first needed; it ends with whoever has started it."""
    started = Helper()
    atexit.register(started.end)
    return started


class Process:
    """As much of ``subprocess.Popen`` as tests use."""

    def __init__(self, arguments: Sequence[str], told: IO[str]) -> None:
        self.args = list(arguments)
        self.returncode: int | None = None
        self.stdout: IO[str] | None = None
        self._told = told
        number = told.readline()
        assert number, "the helper that starts commands has ended; its complaint is above"
        self.pid = int(number)

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = int(self._told.readline())
            self._told.close()
        return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __del__(self) -> None:
        self._told.close()


def start(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    stderr: int = 2,
    cwd: str | Path | None = None,
) -> "Process | subprocess.Popen[str]":
    """``python -m MODULE ARGUMENT...``, with nothing to read and a pipe to write to."""
    ours, theirs = os.pipe()
    with open(os.devnull, encoding="ascii") as nothing:
        try:
            streams = (nothing.fileno(), theirs, stderr)
            process = begun(module, arguments, environment, streams, cwd)
        finally:
            os.close(theirs)
    process.stdout = os.fdopen(ours, encoding="utf-8")
    return process


def run(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    given: str = "",
    cwd: str | Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """The same to its end, with what it has written. Nothing is a terminal."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as stdin,
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as stdout,
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as stderr,
    ):
        stdin.write(given)
        stdin.seek(0)
        streams = [each.fileno() for each in (stdin, stdout, stderr)]
        code = begun(module, arguments, environment, streams, cwd).wait(PATIENCE)
        stdout.seek(0)
        stderr.seek(0)
        return subprocess.CompletedProcess(arguments, code, stdout.read(), stderr.read())


def begun(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str] | None,
    streams: Sequence[int],
    cwd: str | Path | None,
) -> "Process | subprocess.Popen[str]":
    """A copy; or an interpreter of its own for boxes, which are found when the package is first read."""
    variables = dict(os.environ if environment is None else environment)
    folder = str(cwd or Path.cwd())
    if VARIABLE in variables or any(each.partition("=")[0] == "--box" for each in arguments):
        stdin, stdout, stderr = streams
        command = [sys.executable, "-m", module, *arguments]
        return subprocess.Popen(
            command, stdin=stdin, stdout=stdout, stderr=stderr, text=True, env=variables, cwd=folder
        )
    wish = {
        "module": module,
        "arguments": list(arguments),
        "environment": variables,
        "folder": folder,
    }
    return helper().copy(wish, streams)


def main(line: socket.socket) -> None:
    """Read everything once, then split off a copy for each wish until nobody can have any more."""
    read_everything()
    # A copy would otherwise copy each page on which the collector has left a mark.
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Nobody asks how the keepers end.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while (wish := next_wish(line)) is not None:
        said, streams, tell = wish
        if os.fork() == 0:
            line.close()
            keep(said, streams, tell)
        for each in (*streams, tell):
            os.close(each)


def next_wish(line: socket.socket) -> tuple[dict[str, Any], list[int], int] | None:
    text, descriptors, _, _ = socket.recv_fds(line, LONGEST, STREAMS + 1)
    while text and not text.endswith(b"\n"):
        text += line.recv(LONGEST)
    if not text:
        return None
    *streams, tell = descriptors
    return json.loads(text), streams, tell


def keep(said: dict[str, Any], streams: list[int], tell: int) -> NoReturn:
    """Start the copy, tell its number and in the end its exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        os.close(tell)
        become(said, streams)
    for each in streams:
        os.close(each)
    # Whoever wanted to know may be gone.
    with suppress(BrokenPipeError):
        os.write(tell, f"{child}\n".encode())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.write(tell, f"{code}\n".encode())
    os._exit(0)


def become(said: dict[str, Any], streams: list[int]) -> NoReturn:
    """Go on as the command, to the end of this process."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, each in enumerate(streams):
        os.dup2(each, number)
    for each in streams:
        os.close(each)
    os.environ.clear()
    os.environ.update(said["environment"])
    # Those from before know whether their files could be searched.
    spoken = os.environ.get("PYTHONIOENCODING") or "utf-8"
    sys.stdin = open(0, encoding=spoken, closefd=False)  # noqa: SIM115 - open until the end
    sys.stdout = open(1, "w", encoding=spoken, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, spoken, "backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(said["folder"])
    sys.argv[1:] = said["arguments"]
    runpy.run_module(said["module"], run_name="__main__", alter_sys=True)
    sys.exit()


def read_everything() -> None:
    """What commands import, and what servers read before they are ready."""
    from rollplayer.server.operation.run import read_content
    from rollplayer.server.transport import static

    for name in IMPORTED:
        import_module(name)
    read_content()
    # Every server compresses all files of the client. They are the same for each.
    setattr(static, "packed", cache(static.packed))  # noqa: B010 - a function is replaced on purpose
    static.Client()


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
