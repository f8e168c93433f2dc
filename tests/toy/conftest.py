import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "toy_box"


@pytest.fixture(autouse=True)
def named_box() -> Iterator[None]:
    from rollplayer.expansions import EXPANSIONS

    sys.path.insert(0, str(FOLDER.parent))
    import toy_box

    EXPANSIONS.add(toy_box.BOX, "toy_box", str(FOLDER))
    yield
    EXPANSIONS.remove("glassworks")
