"""Every page and the table for everybody: axe, and words that are longer than ours."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, LANGUAGES, PHONE, Visitor, axe
from tests.browser.dropped_file import drop_finished
from tests.browser.test_pages import sit_down

pytestmark = [pytest.mark.browser, pytest.mark.once]

CUT_OFF = """() => [...document.querySelectorAll('button, .button, h1, h2, h3, summary, label, .what')]
  .filter((node) => node.offsetParent && !node.closest('.sr, .market, .cards, .setup') && !node.matches('.sr'))
  .filter((node) => {
    const box = node.getBoundingClientRect();
    const clipped = getComputedStyle(node).overflow !== 'visible' && node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).textOverflow !== 'ellipsis';
    const beyond = box.width && !node.closest('.scroll, .market, .lines') && (box.right > innerWidth + 1 || box.left < -1);
    return clipped || beyond;
  }).map((node) => node.className + ': ' + node.textContent.trim().slice(0, 40))"""
"""What long words have pushed off the screen or cut without a sign."""
PAGES = (
    "/",
    "/tables",
    "/rules",
    "/score",
    "/replay",
    "/learn",
    "/learn/hunt",
    "/gallery",
    "/mine",
    "/about",
)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_has_nothing_to_say(
    visit: Visit, axe_source: str, language: str, size: tuple[int, int], path: str
) -> None:
    visitor = visit(language, size)
    page = visitor.open(path)
    page.wait_for_timeout(250)
    assert axe(page, axe_source) == []
    visitor.no_overflow()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_has_nothing_to_say_at_the_table(
    visit: Visit, axe_source: str, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language, size)
    visitor.begin("bots")
    visitor.page.wait_for_selector(".setup")
    assert axe(visitor.page, axe_source) == [], "choosing a race"
    sit_down(visitor)
    assert axe(visitor.page, axe_source) == [], "the table"
    visitor.turn_to("market")
    visitor.page.locator(".pile").first.click()
    assert axe(visitor.page, axe_source) == [], "the bag"
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("?")
    assert axe(visitor.page, axe_source) == [], "help"
    visitor.no_overflow()
    visitor.page.keyboard.press("Escape")
    visitor.turn_to("log")
    visitor.page.locator(".hand button").first.click()  # a bot plays on to the end
    visitor.page.wait_for_selector("dialog.end tfoot", timeout=60_000)
    assert axe(visitor.page, axe_source) == [], "the end"
    visitor.no_overflow()


def fits(visitor: Visitor, where: str) -> None:
    visitor.no_overflow()
    assert visitor.page.evaluate(CUT_OFF) == [], where


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_longer_words_fit(visit: Visit, size: tuple[int, int], path: str) -> None:
    visitor = visit("en-XA", size)
    visitor.open(path).wait_for_timeout(200)
    fits(visitor, path)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_longer_words_fit_at_the_table(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit("en-XA", size)
    page = visitor.page
    visitor.begin("bots")
    page.wait_for_selector(".setup")
    fits(visitor, "choosing a race")
    sit_down(visitor)
    fits(visitor, "the table")
    for key in ("?", "u"):
        page.keyboard.press(key)
        fits(visitor, f"after {key}")
    page.keyboard.press("Escape")
    visitor.turn_to("market")
    for pile in range(3):
        page.locator(".pile").nth(pile).click()
        fits(visitor, f"pile {pile}")
        page.keyboard.press("Escape")
    if size == PHONE:
        for tab in ("market", "cards", "rivals", "log", "table"):
            visitor.turn_to(tab)
            fits(visitor, f"tab {tab}")
    page.locator(".sheet .stars button").click()
    fits(visitor, "stars so far")
    page.keyboard.press("Escape")
    visitor.turn_to("log")
    page.locator(".hand button").first.click()
    page.wait_for_selector("dialog.end tfoot", timeout=60_000)
    fits(visitor, "the end")
    drop_finished(visitor)
    fits(visitor, "a replay")
