"""Two who have played together become friends, invite each other and sit down; and one who is reported."""

import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, Served, Visitor, axe
from tests.browser.prepared_games import ADA, call, create

pytestmark = [pytest.mark.browser, pytest.mark.once]

SMALL = (360, 740)
BO = {"kind": "human", "name": "Bo"}
OPEN = {"kind": "open"}


def known(served: Served, visitor: Visitor, name: str) -> str:
    """A person whose device is this browser; returns its secret."""
    secret = secrets.token_urlsafe(32)
    call(served.address, "/person", {"secret": secret, "name": name})
    call(served.address, "/person/change", {"noted": True}, secret)
    visitor.context.add_init_script(f"localStorage.setItem('rollplayer.device', '{secret}')")
    return secret


def claim(served: Served, secret: str, game: str, *tokens: str) -> None:
    body = {"games": [{"id": game, "tokens": list(tokens)}]}
    call(served.address, "/person/claim", body, secret)


def button(page: Page, name: str, what: str) -> None:
    page.locator(f"[data-person='{name}'] [data-do='{what}']").first.click()


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
def test_two_become_friends_and_meet_at_a_table(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    ada, bo = visit(size=size), visit("de", size=size)
    hers, his = known(served, ada, "Ada"), known(served, bo, "Bo")
    played = create(served.address, [ADA, BO])
    claim(served, hers, played["game"]["id"], played["seats"]["0"], played["host"])
    claim(served, his, played["game"]["id"], played["seats"]["1"])

    page = ada.open("/me")
    button(page, "Bo", "ask")
    expect(page.locator("[data-person='Bo']")).to_contain_text("You have asked")
    there = bo.open("/me")
    expect(there.locator("[data-person='Ada']")).to_contain_text("Möchte befreundet sein")
    assert axe(there, axe_source) == []
    bo.no_overflow()
    button(there, "Ada", "answer")
    expect(there.locator("[data-person='Ada']")).to_contain_text("Befreundet")

    # The table is held by the browser alone until she invites somebody.
    created = create(served.address, [ADA, OPEN], start=False)
    table = created["game"]["id"]
    ada.hold(created)
    page = ada.open(f"/g/{table}")
    page.locator("details.known summary").click()
    button(page, "Bo", "invite")
    expect(page.locator("[data-person='Bo']")).to_contain_text("Invited")
    assert axe(page, axe_source) == []
    ada.no_overflow()

    there = bo.open("/")
    expect(there.locator("[data-person='Ada']")).to_contain_text("lädt dich ein")
    assert axe(there, axe_source) == []
    bo.no_overflow()
    button(there, "Ada", "sit")
    expect(there).to_have_url(f"{served.address}/g/{table}")
    expect(there.locator(".seats .you")).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("Bo")


def test_a_report_is_sent_from_the_chat(visit: Visit, served: Served, axe_source: str) -> None:
    created = create(served.address, [ADA, BO])
    guest = visit()
    guest.hold(created, 0)
    page = guest.open(f"/g/{created['game']['id']}")
    page.locator(".chat .report").click()
    box = page.locator("dialog.report").bounding_box()
    assert box is not None
    # In the middle of the window, though it is a part of the table.
    assert abs(box["x"] + box["width"] / 2 - DESKTOP[0] / 2) < 2
    assert abs(box["y"] + box["height"] / 2 - DESKTOP[1] / 2) < 2
    page.locator("dialog.report [name=reason]").select_option("name")
    page.locator("dialog.report [name=text]").fill("A bad name.")
    assert axe(page, axe_source) == []
    # A guest has nobody to block.
    expect(page.locator("dialog.report [name=block]")).to_have_count(0)
    page.locator("dialog.report form .button").first.click()
    expect(page.locator("dialog.report")).to_contain_text("Thank you")
