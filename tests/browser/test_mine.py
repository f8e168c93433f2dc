"""My games as a person finds them: what is new, what is over, the archive, and statistics in pictures."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, Served, axe
from tests.browser.prepared_games import ADA, answer_until, call, create, finished
from tests.browser.test_me import become

pytestmark = [pytest.mark.browser, pytest.mark.once]

SMALL = (360, 740)
BO = {"kind": "human", "name": "Bo"}


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
def test_what_is_new_what_is_over_and_what_was_reached(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    over = finished(served.address)
    total = over["game"]["result"]["heroes"][0]["total"]
    running = create(served.address, [ADA, BO])
    visitor = visit(size=size)
    visitor.hold(over)
    visitor.hold(running, 0)
    become(visitor)
    answer_until(served.address, running, "place", seat=1)
    page = visitor.open("/mine")
    # What the other has done is told where the game stands.
    moves = page.locator(".news summary")
    expect(moves).to_have_text(re.compile("[0-9]+ new moves"))
    moves.click()
    expect(page.locator(".news li").last).to_contain_text("Bo")
    # Only the latest are listed, which is said.
    assert page.locator(".news ol li").count() < int(moves.inner_text().split()[0])
    expect(page.get_by_text("The latest of them")).to_be_visible()
    expect(page.locator(".news .facts")).to_contain_text("Asked")
    hero = page.locator("article.hero")
    expect(hero).to_have_count(1)
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    # Nothing is found, and all again.
    page.get_by_label("Search titles").fill("nobody at all")
    expect(hero).to_have_count(0)
    page.get_by_role("button", name="Show all").click()
    expect(hero).to_have_count(1)
    page.get_by_label("Result").select_option("alone")
    expect(hero).to_have_count(0)
    page.get_by_label("Result").select_option("")
    # Into the archive, back, and in again.
    page.get_by_role("button", name="Archive: Ada").click()
    expect(hero).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(hero).to_have_count(1)
    page.get_by_role("button", name="Archive: Ada").click()
    page.get_by_role("link", name="Archive").click()
    expect(hero).to_have_count(1)
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator(".tiles dd").nth(3)).to_have_text(str(total))
    picture = page.get_by_role("figure").filter(has_text="Average stars by class")
    expect(picture.get_by_role("row")).to_have_count(2)
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    expect(page.locator(".record").first).to_have_attribute("href", f"/replay/{over['game']['id']}")
    # One's trace of it goes, and the game stays for the others.
    page.get_by_role("link", name="Archive").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    assert axe(page, axe_source) == []
    page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(hero).to_have_count(0)
    room = call(served.address, f"/games/{over['game']['id']}")
    assert room["seats"][0]["name"] == "A former player"
