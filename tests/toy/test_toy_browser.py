"""The toy box in a real browser, beside Monsters & Minions: its panel, its texts, a game to its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.driving import PHONE, Served, Visitor, axe

pytestmark = [pytest.mark.browser, pytest.mark.once]

BOXES = ("glassworks", "monsters-and-minions")
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path / "games", seed="toy")
    yield server
    server.stop()


@pytest.mark.parametrize(
    ("language", "kiln", "line"), [("en", "Kiln", "Glass"), ("de", "Ofen", "Glas")]
)
def test_a_game_is_played_to_its_end(
    served: Served, browser: Browser, language: str, kiln: str, line: str
) -> None:
    player = Visitor(browser, served.address, language)
    player.begin("bots", box=BOXES, until="take")
    page = player.page
    player.play_until(".glassworks .kiln-space.glow", 120)
    expect(page.locator(".glassworks h3")).to_have_text(kiln)
    expect(page.locator(".glassworks .kiln-space")).to_have_count(2)
    assert axe(page, AXE.read_text(encoding="utf-8")) == []
    # The die of the turn goes into the Kiln by pointing at it.
    page.locator(".glassworks .kiln-space.glow").first.click()
    expect(page.locator(".glassworks .kiln-space svg").first).to_be_visible()
    player.play_until("dialog.end", 240)
    expect(page.locator("dialog.end")).to_contain_text(line)
    player.close()


def test_the_panel_fits_a_phone(served: Served, browser: Browser) -> None:
    player = Visitor(browser, served.address, "fr", PHONE)
    player.begin("bots", box=BOXES, until="take")
    player.play_until(".glassworks", 120)
    player.no_overflow()
    player.close()
