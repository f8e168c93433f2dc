from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.driving import DESKTOP, Served, Visitor
from tests.browser.offline_build import PATIENCE, host_of, repeat_chance
from tools.offline.host import Host

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("games"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Sends the files of the game without a server."""
    host = host_of(tmp_path_factory)
    yield host
    host.end()


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


@pytest.fixture(params=["served", "offline"])
def alone(request: pytest.FixtureRequest, visit: Visit, tmp_path: Path) -> Iterator[Visit]:
    """Open windows where one can play alone: at a server, and in the game without one.

    With a seed, all games have its chance.
    """
    servers: list[Served] = []

    def at_a_server(language: str, size: tuple[int, int], seed: str) -> Visitor:
        if seed:
            servers.append(Served(tmp_path / "games", seed))
        return visit(language, size, servers[-1].address if seed else "")

    def without_one(language: str, size: tuple[int, int], seed: str) -> Visitor:
        host: Host = request.getfixturevalue("host")
        visitor = visit(language, size, host.address + "#")
        visitor.page.set_default_timeout(PATIENCE)
        if seed:
            repeat_chance(visitor.context, seed)
        return visitor

    def enter(language: str = "en", size: tuple[int, int] = DESKTOP, seed: str = "") -> Visitor:
        return {"served": at_a_server, "offline": without_one}[request.param](language, size, seed)

    yield enter
    for server in servers:
        server.stop()
