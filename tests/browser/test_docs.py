"""The documentation site as a reader meets it: found, searched, in both themes, under the server's policy."""

import re

import pytest
from playwright.sync_api import expect

from rollplayer.server.transport.site import is_built
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, PHONE, axe

pytestmark = [pytest.mark.browser, pytest.mark.once]

PAGES = (
    "index.html",
    "rules.de.html",
    "gallery/en/trait.html",
    "gallery/fr/alignment.html",
    "gallery/en/index.html",
    "api.html",
    "search.html?q=reckless",
)
WIDER = "document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    assert is_built(), "the site is not built: make docs"


def test_from_the_about_page_to_a_card(visit: Visit) -> None:
    page = visit().open("/about")
    page.locator("a[href='/docs/']").click()
    expect(page.locator("h1")).to_have_text(re.compile("rollplayer"))
    page.locator("form.search input").fill("Reckless")
    page.keyboard.press("Enter")
    page.locator("ul.search a", has_text="> Reckless").first.click()
    expect(page).to_have_url(re.compile(r"/docs/gallery/en/trait\.html.*#reckless"))
    entry = page.locator("#entry-reckless")
    expect(entry).to_contain_text("Constitution row total 6 or less")
    entry.locator("a", has_text="E12").click()
    expect(page).to_have_url(re.compile(r"/docs/rules\.html#E12"))
    expect(page.locator("#E12")).to_be_in_viewport()


def test_a_rule_number_and_a_foreign_name_are_found(visit: Visit) -> None:
    page = visit().open("/docs/")
    page.keyboard.press("/")
    page.keyboard.type("Gedankenkraft E12")
    expect(page.locator("form.search input")).to_have_value("Gedankenkraft E12")
    for word, found in (("S12", "The rules, numbered"), ("Rücksichtslos", "Marktkarten: Merkmal")):
        page.locator("form.search input").fill(word)
        page.keyboard.press("Enter")
        expect(page.locator("ul.search")).to_contain_text(found)


def test_on_a_phone_the_menu_folds(visit: Visit) -> None:
    page = visit(size=PHONE).open("/docs/")
    menu = page.locator("nav.menu")
    expect(menu).to_be_hidden()
    page.locator(".menu-button summary").click()
    expect(menu).to_be_visible()
    menu.locator("a", has_text="Fair dice").click()
    expect(page).to_have_url(re.compile("fair-dice"))


def test_dark_or_light_is_remembered(visit: Visit) -> None:
    page = visit().open("/docs/")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.locator("button.theme").click()
    expect(root).to_have_attribute("data-theme", "dark")
    page.goto(page.url.rstrip("/") + "/rules.html")
    expect(root).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everybody_can_read_it(
    visit: Visit, axe_source: str, size: tuple[int, int], theme: str
) -> None:
    visitor = visit(size=size)
    visitor.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    for path in PAGES:
        page = visitor.open(f"/docs/{path}")
        expect(page.locator("header.top form.search")).to_have_count(1)  # a page of the site
        assert page.evaluate(WIDER) <= 0, path
        assert axe(page, axe_source) == [], path
