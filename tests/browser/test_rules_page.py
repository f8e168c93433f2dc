"""The rules page as a book: contents, search by any name in any language, and signs that explain themselves."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.driving import LANGUAGES, TAKE

pytestmark = [pytest.mark.browser, pytest.mark.once]

LETTERS = """(text) => {
  const few = text.appendChild(document.createElement('span'));
  few.textContent = 'n'.repeat(10);
  const line = text.clientWidth / few.offsetWidth * 10;
  few.remove();
  return line;
}"""

NAMES = {
    "minion:goblin": {"en": "Goblin", "de": "Goblin", "fr": "Gobelin"},
    "alignment:hermit": {"en": "Hermit", "de": "Einsiedler", "fr": "Ermite"},
    "backstory:aristocrat": {"en": "Aristocrat", "de": "Aristokrat", "fr": "Aristocrate"},
    "card:longsword": {"en": "Longsword", "de": "Langschwert", "fr": "Longue Épée"},
}


def search(page: Page, words: str) -> None:
    page.locator("input[inputmode=search]").fill(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_found_by_its_name_in_every_language(visit: Visit, language: str) -> None:
    page = visit(language).open("/rules")
    page.wait_for_selector(".item")
    for key, names in NAMES.items():
        for called in names.values():
            search(page, called)
            expect(page.locator(f"[id='{key}']")).to_be_visible()
    search(page, "qqqq")
    expect(page.locator(".item, .rule")).to_have_count(0)


@pytest.mark.parametrize("size", [(1280, 720), (360, 740)], ids=["desktop", "phone"])
def test_the_contents_lead_to_every_chapter(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit("en", size)
    page = visitor.open("/rules")
    page.wait_for_selector(".rule")
    page.wait_for_selector(".item")
    if size[0] < 900:
        page.locator(".contents summary").click()
    links = page.locator(".contents a")
    targets = links.evaluate_all("(all) => all.map((each) => each.getAttribute('href').slice(1))")
    assert len(targets) > 20
    for target in targets:
        expect(page.locator(f"[id='{target}']")).to_have_count(1)
    links.last.click()
    expect(page.locator(f"[id='{targets[-1]}']")).to_be_in_viewport()
    visitor.no_overflow()


@pytest.mark.parametrize("size", [(820, 1180), (1440, 900), (3840, 2160)])
def test_the_contents_stand_beside_the_text_and_say_where_one_is(
    visit: Visit, size: tuple[int, int]
) -> None:
    visitor = visit("en", size)
    page = visitor.open("/rules")
    page.wait_for_selector(".item")
    expect(page.locator(".contents a[href='#chapter:M']")).to_be_in_viewport()
    page.evaluate("document.getElementById('chapter:M').scrollIntoView()")
    current = page.locator(".contents [aria-current]")
    expect(current).to_have_attribute("href", "#chapter:M")
    expect(current).to_be_in_viewport()
    letters = page.locator(".rule dd").first.evaluate(LETTERS)
    assert 40 < letters < 95
    visitor.no_overflow()


def test_on_a_phone_the_folded_contents_stay_and_name_the_chapter(visit: Visit) -> None:
    visitor = visit("en", (360, 740))
    page = visitor.open("/rules")
    page.wait_for_selector(".item")
    summary = page.locator(".contents summary")
    summary.click()
    page.locator(".contents a[href='#chapter:D']").click()
    expect(page.locator(".contents details")).not_to_have_attribute("open", "")
    expect(summary).to_be_in_viewport()
    expect(summary).to_contain_text("D · Dice Phase")
    heading = page.locator("[id='chapter:D']").bounding_box()
    above = page.locator(".contents").bounding_box()
    assert heading is not None
    assert above is not None
    assert heading["y"] >= above["y"] + above["height"]
    visitor.no_overflow()


def test_numbers_and_the_house_sign_are_explained_where_they_stand(visit: Visit) -> None:
    page = visit("en").open("/rules")
    page.wait_for_selector(".item button.house")
    page.locator(".item button.house").first.click()
    expect(page.locator(".item [role=note]").first).to_contain_text("House value")
    rule = page.locator("[id='rule:D14']")
    rule.locator("button.code", has_text="D4").click()
    expect(rule.locator(".cited")).to_have_text(re.compile(r"Rule D4: \w"))


def test_signs_are_explained_before_they_are_met(visit: Visit) -> None:
    page = visit("en").open("/rules")
    page.wait_for_selector(".item .house")
    signs = page.locator(".signs")
    expect(signs).to_contain_text("rule numbers")
    expect(signs).to_contain_text("⌂")
    assert page.evaluate(
        "() => document.querySelector('.signs').getBoundingClientRect().top"
        " < document.querySelector('.rule').getBoundingClientRect().top"
    )


def test_the_number_of_a_rule_says_what_the_rule_is(visit: Visit) -> None:
    page = visit("en").open("/rules")
    search(page, "cleric charitable")
    code = page.locator("[id='class:cleric'] button.code")
    expect(code).to_have_text("U2")
    code.click()
    expect(page.locator("[id='class:cleric'] .cited")).to_have_text(re.compile(r"Rule U2: \w"))
    rule = page.locator("[id='class:cleric'] .cited").inner_text().removeprefix("Rule U2: ")
    search(page, "U2")
    expect(page.locator(".rule dd")).to_have_text(rule)
    code.click()
    expect(page.locator(".cited")).to_have_count(0)


def test_a_link_leads_into_the_book(visit: Visit) -> None:
    page = visit("de").open("/rules#rule:D5")
    expect(page.locator("[id='rule:D5']")).to_be_in_viewport()


def test_help_says_what_it_is_what_one_can_do_and_where_to_read_on(visit: Visit) -> None:
    visitor = visit("en")
    visitor.begin("bots", until="take")
    visitor.play_until(TAKE)
    page = visitor.page
    page.locator(".market .slot").first.click()
    shown = page.locator("dialog.help")
    link = shown.locator("a[href^='/rules#card:']")
    expect(link).to_be_visible()
    expect(shown.locator(".why")).to_contain_text("Only during your own Market turn.")
    expect(shown.locator(".can")).to_have_count(0)
