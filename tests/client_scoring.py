"""The browser's scorer on heroes that the engine has scored."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.server.harness import ROOT

SECONDS = 300
"""Thousands of heroes take longer than a test of the client may usually take."""


def assert_client_agrees(games: dict[str, Any], folder: Path) -> None:
    """Hand forms and cases, by game, to the test of the client that counts them again."""
    path = folder / "cases.json"
    path.write_text(json.dumps(games), encoding="utf-8")
    ran = subprocess.run(
        ["npx", "vitest", "run", "tests/scoring.test.ts", f"--testTimeout={SECONDS * 1000}"],
        cwd=ROOT / "web",
        env={**os.environ, "CASES": str(path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
