"""The toy box in a real browser, beside Monsters & Minions: its panel, its texts, a game to its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.driving import PHONE, Served, Visitor, axe, launch

pytestmark = [pytest.mark.browser, pytest.mark.once]

BOXES = ("glassworks", "monsters-and-minions")
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path / "games", seed="toy")
    yield server
    server.stop()


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


def sit_down(visitor: Visitor) -> None:
    """A short game with both boxes and a bot, by the form that everybody uses."""
    page = visitor.open("/")
    page.wait_for_selector("button.go:not(:disabled)")
    for box in BOXES:
        page.locator(f"input[name=expansion][value={box}]").check()
    page.locator("summary").click()
    page.locator("input[value=short-game]").check()
    page.locator("button.go").click()
    page.wait_for_url("**/g/*")


@pytest.mark.parametrize(
    ("language", "kiln", "line"), [("en", "Kiln", "Glass"), ("de", "Ofen", "Glas")]
)
def test_a_game_is_played_to_its_end(
    served: Served, browser: Browser, language: str, kiln: str, line: str
) -> None:
    player = Visitor(browser, served.address, language)
    sit_down(player)
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
    sit_down(player)
    player.play_until(".glassworks", 120)
    player.no_overflow()
    player.close()
