"""Two rulesets in one process: the cases stand in ``boxes_side_by_side.py``.

They define a box of their own, whose pieces get numbers for as long as the process lives; so they
run in a process of their own. The box is interpreted, the engine is whatever build is tested.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CASES = "tests/boxes_side_by_side.py"


@pytest.mark.once
def test_games_with_different_boxes_never_see_each_others_pieces() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", CASES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    cases = (ROOT / CASES).read_text(encoding="utf-8").count("\ndef test_")
    assert passed
    assert int(passed[1]) >= cases > 15
