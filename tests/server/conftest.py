"""One server for all tests that need nothing special."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with Server(folder / "data") as running:
        yield running
        assert running.process is not None
        assert running.process.poll() is None, running.log()
        assert running.faults() == []
