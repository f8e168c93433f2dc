"""Links that carry a seat: a good one adds it, a forged one takes nothing away."""

import json
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.driving import Served, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.once]

FORGED = "A" * 43


def keys(player: Visitor) -> dict[str, Any]:
    told: dict[str, Any] = player.page.evaluate(
        "JSON.parse(localStorage.getItem('rollplayer.keys'))"
    )
    return told


def follow(player: Visitor, link: str) -> None:
    """A link that somebody sent: the page is opened anew, also where only its fragment differs."""
    player.page.goto(player.address + "/rules")
    player.page.goto(link)


def test_a_forged_link_takes_no_seat_away(visit: Visit) -> None:
    player = visit("en")
    player.begin("bots")
    page = player.page
    page.wait_for_selector(".decision-bar.asked")
    before = keys(player)
    table = page.url
    follow(player, f"{table}#seat=0.{FORGED}")
    expect(page.get_by_text("This link does not open a seat here.")).to_be_visible()
    expect(page.locator(".decision-bar.asked")).to_be_visible()
    assert page.url == table
    assert keys(player) == before
    page.reload()
    expect(page.locator(".decision-bar.asked")).to_be_visible()


def test_a_seat_that_was_given_comes_to_those_held(visit: Visit, served: Served) -> None:
    host = visit("en")
    host.begin("friends")
    id = host.page.url.rsplit("/", 1)[1]
    expect(host.page.get_by_text("you", exact=True)).to_have_count(1)
    (held,) = keys(host).values()
    request = urllib.request.Request(
        f"{served.address}/api/v1/games/{id}/seats/1/give",
        b"{}",
        {"content-type": "application/json", "authorization": f"Bearer {held['host']}"},
        method="POST",
    )
    with urllib.request.urlopen(request) as reply:
        token = json.load(reply)["token"]
    # The number in the link is wrong: what counts is what the token opens.
    follow(host, f"{served.address}/g/{id}#seat=0.{token}")
    expect(host.page.get_by_text("you", exact=True)).to_have_count(2)
    assert "#" not in host.page.url
    assert keys(host)[id]["seats"] == held["seats"]


def test_a_token_that_opens_nothing_any_more_does_not_cost_the_other_seats(
    visit: Visit, served: Served
) -> None:
    host = visit("en")
    host.begin("friends")
    page = host.page
    expect(page.get_by_text("you", exact=True)).to_have_count(1)
    page.evaluate(
        """(spent) => {
          const all = JSON.parse(localStorage.getItem('rollplayer.keys'));
          Object.values(all)[0].seats['1'] = spent;
          localStorage.setItem('rollplayer.keys', JSON.stringify(all));
        }""",
        FORGED,
    )
    page.reload()
    expect(page.get_by_text("You no longer hold this seat.")).to_be_visible()
    expect(page.get_by_text("you", exact=True)).to_have_count(1)
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_everybody_may_add_to_the_dice_before_the_start(visit: Visit) -> None:
    host = visit("en")
    host.begin("friends")
    page = host.page
    page.locator(".pinch summary").click()
    page.get_by_role("button", name="Random").click()
    field = page.get_by_label("A word of yours")
    drawn = field.input_value()
    assert len(drawn) == 32
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_title(f"Mixed into the dice: {drawn}")).to_be_visible()
    field.fill("an owl")
    page.keyboard.press("Enter")
    expect(page.get_by_title("Mixed into the dice: an owl")).to_be_visible()
    guest = visit("de")
    guest.page.goto(page.url)
    expect(guest.page.get_by_title("In die Würfel gemischt: an owl")).to_be_visible()
    host.no_overflow()
