"""An order: pointed together while another plays, read as a sentence, carried out, revoked."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.browser.driving import DESKTOP, PHONE, Served, Visitor, axe
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
    # Closed once, it is no news any more.
    page.locator(".notice.order .button").click()
    expect(page.locator(".notice.order")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".decision-bar")
    page.wait_for_timeout(500)
    expect(page.locator(".notice.order")).to_have_count(0)
    for visitor in visitors:
        visitor.close()


SAID = {
    "en": r"If I have at least 0 Gold, at least 1 Initiative card is left, at least 1 space is open in "
    r"Strength, and .+ lies in the Market: take the lowest \w+ die of \d or more and place it in "
    r"Strength; otherwise ask me\.",
    "de": r"Wenn ich mindestens 0 Gold habe, mindestens 1 Initiativekarte übrig ist, in Stärke mindestens "
    r"1 Feld frei ist und .+ im Markt liegt: nimm den niedrigsten Würfel \(\w+\) mit \d oder mehr "
    r"und lege ihn in Stärke; sonst frag mich\.",
    "fr": r"Si j’ai au moins 0 pièces? d’or, s’il reste au moins 1 carte Initiative, si au moins "
    r"1 emplacement est libre en Force et si .+ est au Marché\s: prenez le dé le plus bas \(\w+\), "
    r"à \d ou plus, et placez-le en Force\s; sinon, demandez-moi\.",
}
LEAVE = {"en": "Leave an order", "de": "Auftrag hinterlassen", "fr": "Laisser une consigne"}


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (DESKTOP, "en"), ((360, 740), "de")])
def test_an_order_begins_with_a_tap_on_the_table(
    browser: Browser, served: Served, axe_source: str, size: tuple[int, int], language: str
) -> None:
    table = grown(ends_first_turn)
    created, first = served.lay(table, "turns"), table.game.seat()
    owner = Visitor(browser, served.address, language, size=size)
    owner.hold(created, 1 - first)
    page = owner.open(f"/g/{created['game']['id']}")
    page.wait_for_selector(".decision-bar")
    leave, form = (
        page.locator(".help").get_by_role("button", name=LEAVE[language]),
        page.locator("form.order-form"),
    )
    # A card of the Market is to be bought, a row is to be filled.
    for tab, place, pressed in (
        ("market", "[data-at^='card:']", 3),
        ("table", "[data-help='row:str']", 4),
    ):
        owner.turn_to(tab)
        page.locator(place).first.click()
        leave.click()
        expect(form.locator("[aria-pressed=true]")).to_have_count(pressed)
        page.keyboard.press("Escape")
        expect(form).to_have_count(0)
    die = table.game.free_cards()[-1]
    page.locator(f"[data-at='init:{die}']").click()
    leave.click()
    form.locator("[role=group]").nth(1).get_by_role("button").last.click()
    strength = {"en": "Strength", "de": "Stärke", "fr": "Force"}[language]
    form.get_by_role("button", name=strength).first.click()
    form.locator("summary").click()
    # Conditions stand apart from one another.
    boxes = [each.bounding_box() for each in form.locator("details .conditions > *").all()]
    assert len(boxes) > 3
    for above, below in pairwise(boxes):
        assert above is not None
        assert below is not None
        assert below["y"] - above["y"] - above["height"] >= 8
    form.locator("details input").nth(0).fill("0")
    form.locator("details input").nth(1).fill("1")
    form.locator("details").get_by_role("button", name=strength).click()
    form.locator("details fieldset").nth(1).get_by_role("button").first.click()
    expect(form.locator(".said")).to_have_text(re.compile(SAID[language]))
    owner.no_overflow()
    assert axe(page, axe_source) == []
    form.locator(".end .button").last.click()
    expect(form).to_have_count(0)
    page.locator("button.leave-order").click()
    expect(page.locator("dialog.orders li:not(.ended)")).to_have_text(re.compile(SAID[language]))
    owner.close()
