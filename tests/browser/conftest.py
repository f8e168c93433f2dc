from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.driving import DESKTOP, Served, Visitor

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("games"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def axe_source() -> str:
    path = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    return path.read_text(encoding="utf-8")


@pytest.fixture
def visit(served: Served, browser: Browser) -> Iterator[Visit]:
    """Open windows; each must have had nothing to complain about at the end."""
    visitors: list[Visitor] = []

    def enter(
        language: str = "en",
        size: tuple[int, int] = DESKTOP,
        address: str = "",
        *,
        keeps: bool = False,
    ) -> Visitor:
        visitors.append(Visitor(browser, address or served.address, language, size, keeps=keeps))
        return visitors[-1]

    yield enter
    for visitor in visitors:
        visitor.close()
