"""What every test shares."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from tests import selection

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    selection.choose(config, items)


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
def browser() -> Iterator[Browser]:
    """One for all folders: a process can have no second."""
    from tests.browser.driving import launch

    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()
