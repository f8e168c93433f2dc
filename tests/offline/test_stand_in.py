"""The stand-in for msgspec reads, refuses and writes as msgspec itself does."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.offline.samples import all_samples

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
STAND_INS = ROOT / "tools" / "offline" / "stand_ins"


def told_by(*first: Path) -> dict[str, Any]:
    """What a Python says that looks for packages in these folders first."""
    path = os.pathsep.join(map(str, (*first, ROOT / "src", ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "ROLLPLAYER_PURE": "1"}
    command = [sys.executable, "-m", "tests.offline.reads"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_it_reads_and_writes_as_the_real_one() -> None:
    real, ours = told_by(), told_by(STAND_INS)
    assert str(STAND_INS) in ours["from"]
    assert str(STAND_INS) not in real["from"]
    samples = list(all_samples())
    assert sum(isinstance(each, list) for each in real["read"]) > 100
    assert sum(isinstance(each, str) for each in real["read"]) > 1000
    different = [
        (kind, text[:200], one, other)
        for (kind, text), one, other in zip(samples, real["read"], ours["read"], strict=True)
        if one != other
    ]
    assert not different, (len(different), different[:10])
    assert ours["written"] == real["written"]
