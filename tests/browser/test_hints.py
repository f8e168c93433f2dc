"""Opponents by their level, and hints at the table."""

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollplayer.server.protocol.differences import applied
from tests.browser.conftest import Visit
from tests.browser.driving import LANGUAGES, PHONE, TAKE, Served, Visitor, axe, settle
from tests.browser.test_everybody import CUT_OFF

pytestmark = [pytest.mark.browser, pytest.mark.once]

A_WHILE = 30_000
"""Milliseconds for a hint at most; most come within one second."""
TENTHS = 0.051
HINT = ".hint ol > li"


class Line:
    """What goes over a window's websocket."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        page.on("websocket", self.listen)

    def listen(self, socket: Any) -> None:
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.told.append(json.loads(frame)))

    def options(self, seat: int) -> list[str]:
        """The notation of every option in the last that was told."""
        table: dict[str, Any] = {}
        for each in self.told:
            if each["type"] == "state":
                table = each
            elif each["type"] == "difference":
                table = applied(table, each["changes"])
        return [option["notation"] for option in table["seats"][str(seat)]["options"]]


def at_the_first_card(visitor: Visitor) -> Line:
    line = Line(visitor.page)
    visitor.begin("bots", until="take")
    visitor.page.wait_for_selector(".decision-bar")
    visitor.play_until(TAKE)
    settle(visitor)
    return line


def levels(served: Served, language: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{served.address}/api/v1?language={language}") as told:
        read: dict[str, Any] = json.load(told)
    return read


def test_a_hint_names_an_answer_that_may_be_given(visit: Visit, axe_source: str) -> None:
    visitor = visit("de")
    page = visitor.page
    line = at_the_first_card(visitor)
    page.keyboard.press("h")
    expect(page.locator(HINT).first).to_be_visible(timeout=A_WHILE)
    named = page.locator(HINT).evaluate_all("(all) => all.map((each) => each.dataset.answer)")
    assert 1 <= len(named) <= 3
    assert set(named) <= set(line.options(0))
    told = [each for each in line.told if each["type"] == "hint"][-1]["hints"]
    best = page.locator(HINT).first
    expect(best).to_contain_text(told[0]["text"])
    expect(best).to_contain_text(told[0]["reason"])
    shown = re.search(r"(\d+),(\d) Sterne erwartet", best.locator(".worth").inner_text())
    assert shown is not None
    assert float(".".join(shown.groups())) == pytest.approx(told[0]["stars"], abs=TENTHS)
    changed = len(told[0]["goals"]) + len(told[0]["lines"])
    expect(best.locator(".changes li")).to_have_count(changed)
    expect(page.locator("p[aria-live=polite]").first).to_contain_text(told[0]["text"])
    assert axe(page, axe_source) == []

    other = page.locator(f"{HINT} .way").last
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".hinted")).to_have_attribute(
        "data-at", named[-1].replace("take ", "init:")
    )
    page.keyboard.press("Escape")
    expect(page.locator(".ask-hint")).to_be_focused()
    expect(page.locator(".hint, .hinted")).to_have_count(0)


def test_what_is_hinted_glows_and_can_be_pointed_at(visit: Visit) -> None:
    visitor = visit("en")
    page = visitor.page
    line = at_the_first_card(visitor)
    page.locator(".ask-hint").click()
    expect(page.locator(HINT).first).to_be_visible(timeout=A_WHILE)
    answer = page.locator(HINT).first.get_attribute("data-answer")
    assert answer is not None
    verb, number = answer.split()
    assert verb == "take"
    expect(page.locator(".hinted")).to_have_count(1)
    expect(page.locator(".hinted")).to_have_attribute("data-at", f"init:{number}")
    before = visitor.version()
    page.locator(".hinted").click()
    expect(page.locator(".hint, .hinted")).to_have_count(0)
    expect(page.locator(".decision-bar .what")).to_contain_text("in a row of your sheet")
    assert visitor.version() > before
    entries = [entry for each in line.told for entry in each.get("entries", [])]
    assert answer in [entry.get("answer") for entry in entries if entry["who"] == 0]


@pytest.mark.parametrize("language", ["fr", "en-XA"])
def test_a_hint_fits_on_a_phone(visit: Visit, axe_source: str, language: str) -> None:
    visitor = visit(language, PHONE)
    at_the_first_card(visitor)
    visitor.page.locator(".ask-hint").tap()
    expect(visitor.page.locator(HINT).first).to_be_visible(timeout=A_WHILE)
    visitor.no_overflow()
    assert visitor.page.evaluate(CUT_OFF) == []
    assert axe(visitor.page, axe_source) == []
    visitor.page.locator(".hint .close").tap()
    expect(visitor.page.locator(".hint")).to_have_count(0)


def test_only_who_is_asked_gets_a_hint(visit: Visit) -> None:
    visitor, watcher = visit("en"), visit("en")
    at_the_first_card(visitor)
    line = Line(watcher.page)
    watcher.open("/g/" + visitor.page.url.rsplit("/", 1)[1]).wait_for_selector(".decision-bar")
    settle(visitor, watcher)
    expect(visitor.page.locator(".ask-hint")).to_have_count(1)
    expect(watcher.page.locator(".ask-hint")).to_have_count(0)
    watcher.page.keyboard.press("h")
    watcher.page.keyboard.press("?")
    expect(watcher.page.locator("dialog.help")).to_be_visible()  # so the key before was heard, too
    assert "hint" not in [each["type"] for each in line.sent]


def test_bots_introduce_themselves_in_the_readers_language(visit: Visit, served: Served) -> None:
    for language in LANGUAGES:
        offered = levels(served, language)
        page = visit(language).open("/")
        page.locator(".customize > summary").click()
        choice = page.locator("select.level")
        expect(choice).to_have_value(offered["default_level"])
        assert (
            choice.locator("option").evaluate_all("(all) => all.map((each) => each.value)")
            == (offered["levels"])
        )
        for bot in offered["bots"]:
            choice.select_option(label=bot["name"])
            expect(page.locator("#character")).to_have_text(bot["character"])


def test_a_bot_of_the_chosen_level_sits_down(visit: Visit, served: Served) -> None:
    bot = levels(served, "en")["bots"][-1]
    host = visit("en")
    host.begin("friends")
    host.page.locator("select.level").select_option(bot["level"])
    expect(host.page.locator("#character")).to_have_text(bot["character"])
    host.page.get_by_role("button", name="Seat a bot here").click()
    expect(host.page.locator(".seats .level")).to_have_text(f"Bot · {bot['name']}")
