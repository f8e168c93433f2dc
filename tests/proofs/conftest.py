"""What a proof leaves open is its own failure, and not that of the test after it."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _leaves_nothing_open() -> Iterator[None]:
    yield
    # A socket that was never closed complains when it is collected.
    gc.collect()
