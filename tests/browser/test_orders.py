"""An order: pointed together while another plays, read as a sentence, carried out, revoked."""

import re

import pytest
from playwright.sync_api import Browser, expect

from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.browser.driving import PHONE, Served, Visitor, axe
from tests.server.prepared import grown

pytestmark = [pytest.mark.browser, pytest.mark.once]


def ends_first_turn(table: RecordedMatch) -> bool:
    """Somebody has taken the first of three dice, and the other could still place one in Strength."""
    game = table.game
    return (
        game.question() == "action"
        and len(game.free_cards()) == 2
        and not game.heroes[1 - game.seat()].row_full(0)
    )


def test_an_order_is_left_by_clicks_read_revoked_and_carried_out(
    browser: Browser, served: Served, axe_source: str
) -> None:
    table = grown(ends_first_turn)
    created, first = served.lay(table, "turns"), table.game.seat()
    visitors = [Visitor(browser, served.address, size=PHONE) for _ in range(2)]
    for at, visitor in enumerate(visitors):
        visitor.hold(created, at)
        visitor.page.goto(f"{served.address}/g/{created['game']['id']}")
    other, owner = visitors[first], visitors[1 - first]
    page = owner.page
    page.locator("button.leave-order").click()
    form = page.locator("form.order-form")
    form.locator(".end .button").last.click()
    expect(form.locator(".said")).to_have_text("Choose at least one row.")
    form.get_by_role("button", name="red", exact=True).click()
    form.get_by_role("button", name="6", exact=True).click()
    form.get_by_role("button", name="Strength", exact=False).click()
    said = "Take the highest red die of 6 or more and place it in Strength; otherwise ask me."
    expect(form.locator(".said")).to_have_text(said)
    owner.no_overflow()
    assert axe(page, axe_source) == []
    form.locator(".end .button").last.click()
    # Thought better of it, and all of it by the keyboard.
    page.locator("button.leave-order").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.orders li")).to_contain_text(said)
    page.locator("dialog.orders .revoke").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.orders li.ended")).to_contain_text("Revoked.")
    for row in ("Strength", "Dexterity", "Constitution"):
        form.get_by_role("button", name=row, exact=False).press("Enter")
    form.locator(".end .button").last.press("Enter")
    other.give("pass")
    expect(page.locator(".notice.order")).to_contain_text(
        re.compile("Your order: .* took Initiative")
    )
    for visitor in visitors:
        visitor.close()
