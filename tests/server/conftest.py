"""One server for all tests that need nothing special."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Server
from tests.server.stores import KINDS, VARIABLE, Kept, kept_in


@pytest.fixture(autouse=True)
def _keeps_its_kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is about an SQLite file has one, whichever kind all others use."""
    if request.node.get_closest_marker("sqlite"):
        monkeypatch.setenv(VARIABLE, KINDS[0])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with Server(folder / "data") as running:
        yield running
        assert running.process is not None
        assert running.process.poll() is None, running.log()
        assert running.faults() == []


@pytest.fixture(scope="session", params=KINDS)
def either(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server with each kind of store, for all tests that show what is read from it."""
    folder: Path = tmp_path_factory.mktemp("either")
    with Server(folder / "data", kept_in(request.param, folder).settings) as running:
        yield running
        assert running.faults() == []


@pytest.fixture(params=KINDS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """A store of each kind, one after the other, in a folder that is there."""
    return kept_in(request.param, tmp_path)
