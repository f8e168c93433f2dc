"""The toy box is a folder that is named: nothing else knows where it lies."""

from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "toy_box"


@pytest.fixture(autouse=True)
def named_box() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROLLPLAYER_BOXES", str(FOLDER))
        yield
