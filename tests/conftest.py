"""What every test shares."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests import selection

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.server.harness import Server
    from tests.server.receivers import Receiver

# The same test takes five times as long interpreted, and two workers share the machine.
settings.register_profile("rollplayer", deadline=None)
settings.load_profile("rollplayer")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--selection",
        choices=selection.SELECTIONS,
        default="all",
        help="which tests to run: see tests/selection.py",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return selection.leave_out_file(collection_path, config)


@pytest.hookimpl(tryfirst=True)  # before `-m`, so that all names are known
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    selection.choose(config, items)


def pytest_sessionfinish() -> None:
    stores = sys.modules.get("tests.server.stores")
    if stores is not None:
        stores.stop_postgresql()


@pytest.fixture(autouse=True)
def no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its event loop running, which would keep others from starting theirs."""
    loop = asyncio._get_running_loop()
    if loop is None or request.node.get_closest_marker("browser"):
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One for all folders: a process can have no second."""
    # To read them takes a while, and most runs need no browser.
    from playwright.sync_api import sync_playwright

    from tests.browser.driving import launch

    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture
def push_service() -> Iterator["Receiver"]:
    """What takes push messages for browsers."""
    from tests.server.receivers import Receiver

    with Receiver(status=201) as receiver:
        yield receiver


@pytest.fixture
def push_server(tmp_path: Path, push_service: "Receiver") -> Iterator["Server"]:
    """A server that may send some there."""
    from tests.server.harness import Server

    settings = {"ROLLPLAYER_NOTICE_ORIGINS": push_service.origin}
    with Server(tmp_path / "data", settings) as server:
        yield server
