"""Time limits: chosen with the table, read before one sits down, seen at the table, and what happens at their end."""

import json
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rollplayer.server.storage.sqlite import FILE_NAME
from tests.browser.driving import DESKTOP, PLAY_BELOW, Served, Visitor, axe
from tests.server.prepared import grown
from tests.server.test_times import in_a_turn

pytestmark = [pytest.mark.browser, pytest.mark.once]

SMALL = (360, 740)
WORDS = {
    "de": (
        "1 Tag für jeden Zug, dazu 3 Tage auf dem Zeitkonto",
        "Um eine Pause bitten",
        "Pause: niemandes Zeit läuft.",
    ),
    "en": (
        "1 day for each turn, and 3 days in the bank",
        "Ask for a break",
        "Break: nobody’s time is running.",
    ),
}


def tools_are_in_sight(visitor: Visitor) -> None:
    box = visitor.page.locator(".bar .tools").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= visitor.width


def seen_by(visitor: Visitor, axe_source: str) -> None:
    visitor.no_overflow()
    assert axe(visitor.page, axe_source) == []


@pytest.mark.parametrize(("size", "language"), [(SMALL, "de"), (DESKTOP, "en")])
def test_a_table_agrees_on_time_and_on_a_break(
    browser: Browser, served: Served, axe_source: str, size: tuple[int, int], language: str
) -> None:
    limit, ask, on_break = WORDS[language]
    ada = Visitor(browser, served.address, language, size=size)
    page = ada.open("/")
    page.locator("input[value=friends]").check(force=True)
    page.locator(".customize > summary").click()
    page.locator("select[name=turn-time]").select_option("86400")
    page.locator("select[name=bank-time]").select_option(str(3 * 86400))
    expect(page.locator("input[name=downtime]")).not_to_be_checked()
    seen_by(ada, axe_source)
    page.locator(PLAY_BELOW).click()
    expect(page.locator(".time-limit")).to_contain_text(limit)
    seen_by(ada, axe_source)
    # Whoever comes by the link reads it before sitting down.
    bo = Visitor(browser, served.address, language, size=size)
    bo.open(page.url.removeprefix(served.address))
    expect(bo.page.locator(".time-limit")).to_contain_text(limit)
    bo.page.locator(".join button").click()
    page.locator("button.begin").click()
    for visitor in (ada, bo):
        expect(visitor.page.locator("button.clock")).to_be_visible()
    mine, other = (ada, bo) if page.locator("button.clock.own").count() else (bo, ada)
    expect(mine.page.locator("button.clock.own b")).to_be_visible()
    seen_by(mine, axe_source)
    tools_are_in_sight(other)
    # The whole of it by the keyboard.
    mine.page.locator("button.clock").focus()
    mine.page.keyboard.press("Enter")
    expect(mine.page.locator("dialog.times .runs")).to_have_count(1)
    seen_by(mine, axe_source)
    mine.page.get_by_role("button", name=ask).focus()
    mine.page.keyboard.press("Enter")
    mine.page.keyboard.press("Escape")
    expect(mine.page.locator(".break-vote[role=status]")).to_be_visible()
    other.page.locator(".break-vote[role=alert] .button").first.click()
    for visitor in (ada, bo):
        expect(visitor.page.locator(".notice.break")).to_contain_text(on_break)
    seen_by(other, axe_source)
    for visitor in (ada, bo):
        visitor.close()


def limited(served: Served, created: dict[str, Any], **limit: Any) -> None:
    """Give a time limit to a game that the server has not looked at yet."""
    agreed = {"turn_seconds": 300, "bank_seconds": 0, "downtime": False, "stand_in": "random"}
    with closing(sqlite3.connect(served.folder / FILE_NAME, timeout=20)) as db, db:
        sql = "UPDATE games SET time_limit = ? WHERE id = ?"
        db.execute(sql, (json.dumps({**agreed, **limit}), created["game"]["id"]))


LATE_AFTER = 15
"""Seconds: two pages are opened in them, on a busy machine as well."""


def test_when_time_is_up_all_read_that_a_bot_plays_on(browser: Browser, served: Served) -> None:
    table = grown(in_a_turn)
    created, seat = served.lay(table), table.game.seat()
    limited(served, created, turn_seconds=LATE_AFTER)
    visitors = [Visitor(browser, served.address, size=SMALL) for _ in range(2)]
    for at, visitor in enumerate(visitors):
        token = created["seats"][str(at)]
        visitor.open(f"/g/{created['game']['id']}#seat={at}.{token}")
    late, other = visitors[seat], visitors[1 - seat]
    expect(late.page.locator("button.clock.own b").last).to_have_text(re.compile("0:[01][0-9]"))
    for visitor in (late, other):
        tools_are_in_sight(visitor)
        overrun = visitor.page.locator(".overrun")
        expect(overrun).to_contain_text("has run out of time", timeout=2000 * LATE_AFTER)
        expect(visitor.page.locator(".log .lines")).to_contain_text("has run out of time")
    back = late.page.locator(".stand-in .button")
    expect(back).to_be_visible()
    for visitor in visitors:
        visitor.close()
