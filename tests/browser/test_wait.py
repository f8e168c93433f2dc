"""The button that stops the game for a moment."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rollplayer.openings import acts
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.text import Texts
from tests.browser.driving import PHONE, Served, Visitor, axe
from tests.server.prepared import grown
from tests.server.test_calls import wants_skills
from tests.server.test_holds import could_be_stopped, others

pytestmark = [pytest.mark.browser, pytest.mark.once]

SMALL = (360, 740)
WORDS = {
    "en": ("Wait!", "You have paused the game", "has paused the game", "Continue"),
    "de": ("Moment!", "Du hast das Spiel angehalten", "hat das Spiel kurz angehalten", "Weiter"),
    "fr": ("Attendez", "Vous avez suspendu la partie", "a suspendu la partie", "Continuer"),
}


@pytest.fixture(scope="module")
def moment() -> RecordedMatch:
    return grown(could_be_stopped, 2, wants_skills)


@pytest.fixture
def prepared(moment: RecordedMatch, served: Served) -> tuple[Served, dict[str, Any]]:
    return served, served.lay(moment)


def sit(
    browser: Browser,
    prepared: tuple[Served, dict[str, Any]],
    seat: int,
    language: str = "en",
    **size: Any,
) -> Visitor:
    served, created = prepared
    visitor = Visitor(browser, served.address, language, **size)
    token = created["seats"][str(seat)]
    visitor.open(f"/g/{created['game']['id']}#seat={seat}.{token}")
    visitor.page.wait_for_selector(".decision-bar")
    return visitor


@pytest.mark.parametrize("language", list(WORDS))
def test_who_could_interrupt_stops_the_game_and_lets_it_go_on(
    browser: Browser,
    prepared: tuple[Served, dict[str, Any]],
    moment: RecordedMatch,
    axe_source: str,
    language: str,
) -> None:
    ask, own, other, go_on = WORDS[language]
    (seat,) = others(moment)
    holder = sit(browser, prepared, seat, language)
    taker = sit(browser, prepared, moment.game.seat(), language)
    expect(taker.page.locator("button.wait")).to_have_count(0)
    button = holder.page.locator("button.wait")
    expect(button).to_contain_text(ask)
    assert axe(holder.page, axe_source) == []
    # By mouse, and all see how long it may last.
    button.click()
    expect(holder.page.locator(".stopped")).to_contain_text(own)
    expect(taker.page.locator(".stopped")).to_contain_text(other)
    expect(taker.page.locator(".stopped .left")).to_have_text(re.compile(r"1[0-5]\s"))
    assert taker.page.locator(".stopped").get_attribute("role") == "status"
    expect(taker.page.locator("button.go-on")).to_have_count(0)
    assert axe(holder.page, axe_source) == []
    holder.page.get_by_role("button", name=go_on, exact=False).click()
    expect(taker.page.locator(".stopped")).to_be_hidden()
    # By the keyboard, there and back; then it is used up in this round.
    expect(button).to_be_visible()
    holder.page.keyboard.press("w")
    expect(holder.page.locator(".stopped")).to_contain_text(own)
    holder.page.keyboard.press("w")
    expect(holder.page.locator(".stopped")).to_be_hidden()
    expect(button).to_have_count(0)
    for visitor in (holder, taker):
        visitor.close()


def test_an_answer_of_another_is_held_and_counts_afterwards(
    browser: Browser, prepared: tuple[Served, dict[str, Any]], moment: RecordedMatch
) -> None:
    (seat,) = others(moment)
    holder = sit(browser, prepared, seat, size=PHONE)
    taker = sit(browser, prepared, moment.game.seat())
    version = taker.page.evaluate("document.documentElement.dataset.version")
    holder.page.locator("button.wait").tap()
    expect(taker.page.locator(".stopped")).to_be_visible()
    while not taker.page.locator(".notice.bad").count():
        taker.act(".notice.bad")
        taker.page.wait_for_timeout(50)
    expect(taker.page.locator(".notice.bad")).to_contain_text("paused the game")
    assert taker.page.evaluate("document.documentElement.dataset.version") == version
    holder.page.locator("button.go-on").tap()
    expect(taker.page.locator(".stopped")).to_be_hidden()
    taker.play_until(f"html:not([data-version='{version}'])")
    for visitor in (holder, taker):
        visitor.close()


def test_what_can_be_used_meanwhile_has_a_button(
    browser: Browser, prepared: tuple[Served, dict[str, Any]], moment: RecordedMatch
) -> None:
    """On a phone the cards lie behind another tab."""
    (seat,) = others(moment)
    holder = sit(browser, prepared, seat, size=SMALL)
    page = holder.page
    wide = page.locator(".sheet .sum").evaluate_all(
        "(all) => all.map((each) => each.scrollWidth - each.clientWidth)"
    )
    assert max(wide) <= 0, "stars and bonuses of a row are cut"
    card = moment.game.rules.names.word("card", acts(moment.game, seat)[0] >> 8 & 255)
    use = page.locator(
        ".answers .button", has_text=Texts("en", moment.match.library).name("card", card)
    )
    expect(page.locator("button.wait")).to_be_visible()
    expect(use).to_have_count(0)
    page.locator("button.wait").tap()
    expect(use).to_be_visible()
    before = page.evaluate("document.documentElement.dataset.version")
    use.tap()
    page.wait_for_selector(f"html:not([data-version='{before}'])")
    holder.close()
