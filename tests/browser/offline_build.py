"""The folder of the offline game, built once for all workers of a run."""

import fcntl
import subprocess
from pathlib import Path

import pytest

from tools.offline.host import Host

ROOT = Path(__file__).parents[2]


def built(shared: Path) -> Path:
    folder, done = shared / "offline", shared / "offline-built"
    with Path(shared, "offline-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            command = ["node", "web/offline/build.mjs", str(folder), "--quick"]
            subprocess.run(command, cwd=ROOT, check=True)
            done.touch()
    return folder


def host_of(tmp_path_factory: pytest.TempPathFactory) -> Host:
    base = tmp_path_factory.getbasetemp()
    # Below one folder of the whole run lies one for each worker.
    shared = base.parent if base.name.startswith("popen-") else base
    return Host(built(shared)).begin()
