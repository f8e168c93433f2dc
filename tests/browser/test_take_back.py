"""Undo against bots: the button says what it takes back, or why it cannot."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.driving import PHONE, TAKE, settle
from tests.browser.test_games import two_sit_down

pytestmark = [pytest.mark.browser, pytest.mark.once]

ACROSS_A_BOT = ".decision-bar.asked .undo[title*='bot']"
WORDS = {
    "en": ("Undo: ", "The dice have been rolled or cards drawn since."),
    "de": ("Rückgängig: ", "Seitdem wurde gewürfelt oder gezogen."),
    "fr": ("Annuler : ", "On a lancé des dés ou tiré des cartes depuis."),
}


@pytest.mark.parametrize("language", WORDS)
def test_undo_says_what_it_takes_back_and_why_not(visit: Visit, language: str) -> None:
    player = visit(language)
    player.begin("bots", until="take")
    page = player.page
    page.wait_for_selector(".decision-bar")
    does, refuses = WORDS[language]
    player.play_until(TAKE)
    settle(player)
    undo = page.locator(".decision-bar .undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    assert refuses in (undo.get_attribute("title") or "")
    undo.click(force=True)
    expect(page.locator(".decision-bar .refused")).to_contain_text(refuses)
    page.locator(TAKE).first.click()
    expect(undo).to_have_attribute("aria-label", re.compile(does.replace(" ", r"\s")))
    expect(undo).to_have_attribute("aria-disabled", "false")


def test_undo_goes_back_over_the_answers_of_bots(visit: Visit) -> None:
    """As often as one likes, until something was rolled: the same dice lie there as before."""
    player = visit("en")
    player.begin("bots")
    page = player.page
    page.wait_for_selector(".decision-bar")
    player.play_until(ACROSS_A_BOT)
    settle(player)
    undo = page.locator(".decision-bar .undo")
    what = undo.get_attribute("aria-label")
    before = player.version()
    page.keyboard.press("u")
    expect(page.locator(".log .undo").last).to_be_attached()
    settle(player)
    # The undo is one more line of the log; now something else can be taken back, or nothing.
    assert player.version() == before + 1
    expect(page.locator(".decision-bar.asked")).to_be_visible()
    assert undo.get_attribute("aria-label") != what
    steps = 0
    while undo.get_attribute("aria-disabled") == "false":
        page.keyboard.press("u")
        settle(player)
        steps += 1
        assert steps < 40
    expect(undo).to_have_attribute("aria-disabled", "true")


def test_a_finger_sees_what_undo_takes_back(visit: Visit) -> None:
    player = visit("en", PHONE)
    player.begin("bots", until="take")
    player.page.wait_for_selector(".decision-bar")
    player.play_until(TAKE)
    player.page.locator(TAKE).first.click()
    undo = player.page.locator(".decision-bar .undo")
    expect(undo).to_have_attribute("aria-disabled", "false")
    label = undo.get_attribute("aria-label") or ""
    assert label.startswith("Undo: Take Initiative card"), label
    player.no_overflow()


# -- confirming a turn ------------------------------------------------------------------------------

CONFIRMS = """localStorage.setItem('rollplayer.settings', JSON.stringify(
  {...JSON.parse(localStorage.getItem('rollplayer.settings') ?? '{}'), confirm: true}))"""
CONFIRM = ".answers .confirm"


def test_a_turn_waits_to_be_confirmed_and_can_be_undone_until_then(visit: Visit) -> None:
    player = visit("en")
    player.context.add_init_script(CONFIRMS)
    player.begin("bots", until="take")
    page = player.page
    page.wait_for_selector(".decision-bar")
    player.play_until(CONFIRM)
    version = settle(player)
    expect(page.locator(".decision-bar .what")).to_contain_text("Your turn is done")
    undo = page.locator(".decision-bar .undo")
    expect(undo).to_have_attribute("aria-label", re.compile("^Undo: "))
    page.keyboard.press("u")
    expect(page.locator(CONFIRM)).to_have_count(0)
    expect(page.locator(".decision-bar.asked")).to_be_visible()
    player.play_until(CONFIRM)
    assert settle(player) > version
    page.locator(CONFIRM).click()
    expect(page.locator(CONFIRM)).to_have_count(0)
    player.play_until(TAKE)


def test_others_learn_whose_confirmation_they_wait_for(visit: Visit) -> None:
    host, guest = visit("en"), visit("de")
    for each in (host, guest):
        each.context.add_init_script(CONFIRMS)
    two_sit_down(host, guest)
    settle(host, guest)
    first, other = (host, guest) if host.page.locator(".asked").count() else (guest, host)
    first.play_until(CONFIRM)
    expect(other.page.locator(".turn-end.on")).to_be_visible()
    expect(other.page.locator(CONFIRM)).to_have_count(0)
    first.page.keyboard.press("x")
    expect(other.page.locator(".turn-end.on")).to_have_count(0)


def test_confirming_is_a_setting_that_is_off(visit: Visit) -> None:
    player = visit("en")
    player.begin("bots", until="take")
    page = player.page
    page.wait_for_selector(".decision-bar")
    page.get_by_role("button", name="Settings").click()
    box = page.get_by_role("checkbox", name="Confirm my turn")
    expect(box).not_to_be_checked()
    box.check(force=True)
    page.keyboard.press("Escape")
    player.play_until(CONFIRM)
