"""The gallery: everything there is, found by its name in any language, for all, and on paper."""

import pytest
from playwright.sync_api import Page, expect

from rollplayer.content import load
from rollplayer.expansions import EXPANSIONS
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, LANGUAGES, PHONE, Visitor, axe

pytestmark = [pytest.mark.browser, pytest.mark.once]

SECTIONS = ("race", "class", "alignment", "backstory", "card", "monster", "minion", "adventure")
LIBRARY = load(expansions=tuple(EXPANSIONS))
CUT = """() => [...document.querySelectorAll('.tile, .tile *')]
  .filter((node) => !node.closest('.sr, svg, .portrait-face') && node.offsetParent)
  .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline'
    || node.getBoundingClientRect().right > innerWidth + 1
    || node.scrollHeight > node.clientHeight + 2 && getComputedStyle(node).overflowY !== 'visible')
  .map((node) => node.className + ': ' + node.textContent.trim().slice(0, 40))"""


def opened(visitor: Visitor, path: str = "/gallery") -> Page:
    page = visitor.open(path)
    page.wait_for_selector(".tile a[href^='/gallery/'], .detail")  # the start page has tiles, too
    return page


def ids_of(word: str) -> list[tuple[str, str]]:
    """The components called so in any language."""
    return [
        (section, id)
        for section in SECTIONS
        for id in LIBRARY.facts[section]
        if any(LIBRARY.texts[each][section][id]["name"] == word for each in LANGUAGES)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_is_there(visit: Visit, language: str) -> None:
    page = opened(visit(language))
    shown = page.evaluate(
        "[...document.querySelectorAll('.tile')].map((tile) => "
        "[tile.querySelector('a').getAttribute('href'), tile.querySelector('.name').textContent])"
    )
    assert {tuple(each) for each in shown} == {
        (f"/gallery/{section}/{id}", LIBRARY.texts[language][section][id]["name"])
        for section in SECTIONS
        for id in LIBRARY.facts[section]
    }


def test_a_search_knows_three_languages_at_once(visit: Visit) -> None:
    words = {
        LIBRARY.texts[language][section][id]["name"]
        for language in LANGUAGES
        for section, id in named("Goblin", "Hermit", "Aristocrat")
    }
    assert len(words) > 3
    page = opened(visit("en"))
    for word in sorted(words):
        page.locator("input[inputmode=search]").fill(word)
        for section, id in ids_of(word):
            expect(page.locator(f".tile a[href='/gallery/{section}/{id}']")).to_be_visible()
        assert page.locator(".tile").count() < 20


def named(*words: str) -> list[tuple[str, str]]:
    found = [each for word in words for each in ids_of(word)]
    assert len(found) == len(words)
    return found


def test_the_rules_find_what_is_in_the_boxes(visit: Visit) -> None:
    page = visit("en").open("/rules")
    for word in ("Goblin", "Hermit", "Aristocrat"):
        page.locator("input[inputmode=search]").fill(word)
        [(section, id)] = ids_of(word)
        expect(page.locator(f"a[href='/gallery/{section}/{id}']")).to_be_visible()


def test_filters_are_in_the_address(visit: Visit) -> None:
    page = opened(visit("en"), "/gallery?kind=weapon&box=monsters-and-minions")
    of_box = set(LIBRARY.facts["card"]) - set(load().facts["card"])
    weapons = {id for id in of_box if LIBRARY.facts["card"][id]["kind"] == "weapon"}
    assert page.locator(".tile").count() == len(weapons) > 0
    page.locator("select").nth(3).select_option("base")
    page.wait_for_url("**box=base**")
    page.reload()
    page.wait_for_selector(".tile a[href$='/longsword']")
    page.locator(".tile a[href$='/longsword']").click()
    expect(page.locator("h1")).to_contain_text("Longsword")
    expect(page.locator(".sources")).to_contain_text("House value")
    expect(page.locator(".ruling dt")).to_contain_text(["N5", "E9", "M4", "D20"])


def test_a_bar_leads_to_each_kind_of_cards_and_clears_the_filters(visit: Visit) -> None:
    page = opened(visit("en", PHONE))
    kinds = {facts["kind"] for facts in LIBRARY.facts["card"].values()}
    bar = page.get_by_role("navigation", name="Jump to")
    expect(bar.get_by_role("link")).to_have_count(len(SECTIONS) - 1 + len(kinds))
    bar.get_by_role("link", name="Skill").click()
    expect(page.locator("#section-card-skill")).to_be_in_viewport(ratio=1)
    everything = page.locator(".tile").count()
    page.goto(page.url.partition("#")[0] + "?kind=weapon&price=4")
    expect(page.get_by_role("status")).to_contain_text("Weapon · 4 Gold")
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator(".tile")).to_have_count(everything)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_has_nothing_to_say_about_the_gallery(
    visit: Visit, axe_source: str, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language, size)
    paths = ("/gallery", "/gallery/card/longsword", "/gallery/race/elf", "/gallery/minion/goblin")
    for path in paths:
        page = opened(visitor, path)
        assert axe(page, axe_source) == [], path
        visitor.no_overflow()


def test_a_print_cuts_nothing(visit: Visit) -> None:
    page = opened(visit("de"))
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 1020})  # a page of A4 within its margins
    assert page.locator("form.filters").is_hidden()
    assert page.evaluate("getComputedStyle(document.body, '::before').display") == "none", "wood"
    assert page.evaluate(CUT) == []
    broken = page.evaluate(
        "[...document.querySelectorAll('.tile')]"
        ".filter((tile) => getComputedStyle(tile).breakInside !== 'avoid').length"
    )
    assert broken == 0
    assert page.pdf(format="A4").count(b"/Type /Page\n") > 10


@pytest.mark.parametrize("size", [(360, 740), (844, 390)])
def test_on_a_phone_cards_come_before_filters(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit("de", size)
    page = visitor.open("/gallery")
    expect(page.locator(".tile").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".filters select").first).to_be_hidden()
    page.locator("button[aria-controls=filters]").click()
    page.locator(".filters select").first.select_option("weapon")
    expect(page.locator("button[aria-controls=filters]")).to_contain_text("1")
    visitor.no_overflow()


def test_a_wide_window_is_used(visit: Visit) -> None:
    page = visit("en", (3840, 2160)).open("/gallery")
    page.wait_for_selector(".tile")
    edges = page.locator(".tile").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().right)"
    )
    assert max(edges) > 3400
