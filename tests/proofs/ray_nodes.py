"""A real Ray cluster on this machine: a head with one processor, and a second node that can be killed."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.server.harness import ROOT

VENV = ROOT / ".venv-ray"
PYTHON = VENV / "bin" / "python"
RAY = VENV / "bin" / "ray"
SOURCE = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
OBJECTS = 100_000_000
"""Bytes of a node's object store; without a limit each takes a third of the memory."""
STARTS_WITHIN = 60


def is_installed() -> bool:
    return RAY.exists()


def environment(more: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1", **more}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RayNode:
    """One ``ray start``, with everything below it."""

    def __init__(self, *arguments: str, surroundings: Mapping[str, str]) -> None:
        command = [str(RAY), "start", "--block", f"--object-store-memory={OBJECTS}", *arguments]
        self.process = subprocess.Popen(
            command,
            env=environment(surroundings),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def processes(self) -> list[int]:
        """This node's processes, parents before children."""
        found = [self.process.pid]
        for pid in found:
            with suppress(OSError):
                children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
                found += map(int, children.split())
        return found

    def kill(self) -> int:
        """End all of it at once, as a machine does that loses its power; how many processes."""
        pids = self.processes()
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        return len(pids)


class RayNodes:
    """A head and, where wanted, a second node; both end with it."""

    def __init__(self, processors: int = 1, surroundings: Mapping[str, str] = SOURCE) -> None:
        self.surroundings = surroundings
        self.folder = tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True)
        port = free_port()
        self.address = f"127.0.0.1:{port}"
        self.head = RayNode(
            "--head",
            f"--port={port}",
            f"--num-cpus={processors}",
            f"--temp-dir={self.folder.name}",
            "--include-dashboard=false",
            surroundings=surroundings,
        )
        self.second: RayNode | None = None

    def __enter__(self) -> Self:
        # Whoever ends this process by a signal ends the cluster, too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
        try:
            self.wait_for(1)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.second is not None:
            self.second.kill()
        self.head.kill()
        self.folder.cleanup()

    def add(self) -> None:
        """Start the second node, or start it again."""
        arguments = (f"--address={self.address}", "--num-cpus=1")
        self.second = RayNode(*arguments, surroundings=self.surroundings)
        self.wait_for(2)

    def kill_second(self) -> int:
        assert self.second is not None
        killed, self.second = self.second.kill(), None
        return killed

    def wait_for(self, nodes: int) -> None:
        until = time.monotonic() + STARTS_WITHIN
        while self.alive() < nodes:
            if time.monotonic() > until:
                raise RuntimeError(f"Ray has not started {nodes} nodes in {STARTS_WITHIN} s")

    def alive(self) -> int:
        program = (
            "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False); "
            "print(sum(node['Alive'] for node in ray.nodes()))"
        )
        asked = subprocess.run(
            [str(PYTHON), "-c", program, self.address],
            env={**environment({}), "RAY_NUM_REDIS_GET_RETRIES": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        return int(asked.stdout) if asked.returncode == 0 else 0
