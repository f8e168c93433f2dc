"""The folder of the offline game, built once for all workers of a run, and how tests change what it does."""

import fcntl
import subprocess
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Route

from tools.offline.host import Host

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 120_000
"""Milliseconds for Python to start in a browser, beside whatever else runs."""
WORKER: Final = "**/assets/worker-*.js"
MADE: Final = "server = PageServer("
"""In the worker (web/offline/worker.ts): the engine is there, and nothing has been dealt."""


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


def repeat_chance(context: BrowserContext, seed: str) -> None:
    """Every game has the chance of this seed, as `repeatable.py` does to a server."""

    def changed(route: Route) -> None:
        worker = route.fetch().text()
        assert worker.count(MADE) == 1
        one = f"from rollplayer.chance import Chance; Chance.fresh = lambda: Chance.from_text('{seed}')"
        body = worker.replace(MADE, f"{one}; {MADE}")
        route.fulfill(body=body, content_type="text/javascript")

    context.route(WORKER, changed)
