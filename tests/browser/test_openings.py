"""Openings (K5) in the browser: what can be used has a button, and the reader says how often to ask."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rollplayer.openings import acts
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.text import Texts
from tests.browser.driving import PHONE, Served, Visitor, axe
from tests.server.prepared import NAMES, grown
from tests.server.test_openings import any_skill, at_an_opening, something_new

pytestmark = [pytest.mark.browser, pytest.mark.once]

Prepared = tuple[Served, dict[str, Any]]
WORDS = {
    "en": ("Before the", "Continue", "Settings"),
    "de": ("Bevor die", "Weiter", "Einstellungen"),
    "fr": ("Avant la fin", "Continuer", "réglages"),
}


@pytest.fixture(scope="module")
def opening() -> RecordedMatch:
    return grown(at_an_opening, 2, any_skill)


@pytest.fixture
def prepared(opening: RecordedMatch, served: Served) -> Prepared:
    return served, served.lay(opening)


def sit(
    browser: Browser, prepared: Prepared, seat: int, language: str = "en", **size: Any
) -> Visitor:
    served, created = prepared
    visitor = Visitor(browser, served.address, language, **size)
    token = created["seats"][str(seat)]
    visitor.open(f"/g/{created['game']['id']}#seat={seat}.{token}")
    visitor.page.wait_for_selector(".decision-bar")
    return visitor


def version(page: Page) -> int:
    return int(page.evaluate("document.documentElement.dataset.version"))


def until_it_goes_on(page: Page, before: int) -> None:
    page.wait_for_function("n => Number(document.documentElement.dataset.version) > n", arg=before)


@pytest.mark.parametrize("language", list(WORDS))
def test_an_opening_names_what_can_be_used(
    browser: Browser, prepared: Prepared, opening: RecordedMatch, axe_source: str, language: str
) -> None:
    asks, go_on, _ = WORDS[language]
    game = opening.game
    seat = game.seat()
    texts = Texts(language, opening.match.library)
    cards = [game.rules.names.word("card", act >> 8 & 255) for act in acts(game, seat)]
    visitor = sit(browser, prepared, seat, language)
    page = visitor.page
    expect(page.locator(".decision-bar .what")).to_contain_text(asks)
    for card in cards:
        expect(page.locator(".decision-bar .what")).to_contain_text(texts.name("card", card))
        expect(page.locator(".answers .button", has_text=texts.name("card", card))).to_be_visible()
    # Going on is as easy to see as using something, and is said to those who listen.
    skip = page.locator(".answers .skip")
    expect(skip).to_contain_text(go_on)
    assert "quiet" not in (skip.get_attribute("class") or "").split()
    expect(page.locator("[aria-live]", has_text=asks).first).to_be_attached()
    assert axe(page, axe_source) == []
    before = version(page)
    page.keyboard.press("x")
    until_it_goes_on(page, before)
    visitor.close()


def test_a_button_or_a_digit_uses_it(
    browser: Browser, prepared: Prepared, opening: RecordedMatch
) -> None:
    visitor = sit(browser, prepared, opening.game.seat(), size=PHONE)
    page = visitor.page
    before = version(page)
    button = page.locator(".answers .button:not(.skip)").first
    expect(button).to_be_visible()
    button.tap()
    until_it_goes_on(page, before)
    visitor.close()


def test_the_reader_says_how_often_to_ask(
    browser: Browser, prepared: Prepared, opening: RecordedMatch, axe_source: str
) -> None:
    visitor = sit(browser, prepared, opening.game.seat())
    page = visitor.page
    expect(page.locator(".decision-bar .what")).to_contain_text("Phase ends: use ")
    before = version(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="when something new is possible").wait_for()
    assert page.get_by_role("radio", name="when something new is possible").is_checked()
    assert axe(page, axe_source) == []
    page.locator("input[name=openings][value=never]").check()
    # The server passes at once, and nothing of it is told.
    until_it_goes_on(page, before)
    page.keyboard.press("Escape")
    expect(page.locator(".decision-bar .what")).not_to_contain_text("Phase ends: use ")
    expect(page.locator(".log")).not_to_contain_text("Continue")
    page.reload()
    page.wait_for_selector(".decision-bar")
    page.get_by_role("button", name="Settings").click()
    assert page.locator("input[name=openings][value=never]").is_checked()
    visitor.close()


def test_before_a_bot_goes_on_there_is_a_button_for_what_is_new(
    browser: Browser, served: Served, axe_source: str
) -> None:
    table = grown(something_new, 2, any_skill)
    asked = table.game.seat()
    created = served.lay(table)
    prepared = (served, created)
    taker = sit(browser, prepared, asked)
    holder = sit(browser, prepared, 1 - asked)
    page = holder.page
    taker.page.evaluate(
        """([game, seat, token]) => new Promise((done) => {
          const socket = new WebSocket(`ws://${location.host}/api/v1/games/${game}/socket`);
          socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', protocol: 1, tokens: [token] }));
          socket.onmessage = (event) => {
            const told = JSON.parse(event.data);
            if (told.type === 'state') socket.send(JSON.stringify({ type: 'give-to-bot', seat, level: 'random' }));
            if (told.type === 'ack') { socket.close(); done(null); }
          };
        })""",
        [created["game"]["id"], asked, created["seats"][str(asked)]],
    )
    expect(page.locator(".decision-bar .what")).to_contain_text(": use ")
    before = version(page)
    # Before whose answer it is, how long there is for it, and where to say that it is asked too often.
    expect(page.locator(".decision-bar .what .left")).to_have_text(re.compile(r"[1-6] s left"))
    expect(page.locator(".decision-bar .what")).to_contain_text(f"Before {NAMES[asked]} ")
    page.locator(".decision-bar .question .more").click()
    expect(page.locator(".decision-bar .explain")).to_contain_text("Settings")
    expect(page.locator("[aria-live]", has_text=": use ").first).to_be_attached()
    expect(page.locator(".answers .button").first).to_be_visible()
    assert page.locator(".answers .button").count() > 1
    assert axe(page, axe_source) == []
    page.keyboard.press("x")
    # Or it went on by itself, where all this took longer than there was time.
    until_it_goes_on(page, before)
    for visitor in (holder, taker):
        visitor.close()
