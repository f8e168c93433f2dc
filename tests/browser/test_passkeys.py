"""Passkeys in the browser, kept by chromium's virtual authenticator: added, named, used elsewhere, removed."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, LANGUAGES, Served, axe
from tests.browser.test_me import SMALL, become, kept

pytestmark = [pytest.mark.browser, pytest.mark.once]

SIZES = pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
PHONE_LIKE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keeper:
    """What keeps passkeys beside a page."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)
        self.line.send("WebAuthn.enable")
        made = self.line.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE_LIKE})
        self.here = {"authenticatorId": made["authenticatorId"]}

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.line.send("WebAuthn.getCredentials", self.here)[
            "credentials"
        ]
        return found

    def take(self, passkey: dict[str, Any]) -> None:
        self.line.send("WebAuthn.addCredential", {**self.here, "credential": passkey})


def named(served: Served) -> str:
    """A passkey belongs to a name, and 127.0.0.1 is none."""
    return served.address.replace("127.0.0.1", "localhost")


@SIZES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_passkey_alone_brings_somebody_back(
    visit: Visit, served: Served, axe_source: str, language: str, size: tuple[int, int]
) -> None:
    first = visit(language, size, named(served))
    keeper = Keeper(first.page)
    become(first, "Ada", note=False)
    page = first.page
    page.locator(".add-passkey").press("Enter")
    row = page.locator("[data-passkey]")
    expect(row).to_have_count(1)
    name = row.locator("input")
    name.fill("Ada's phone")
    name.press("Tab")
    assert axe(page, axe_source) == []
    first.no_overflow()
    # The same phone keeps one for her already, and says so.
    page.locator(".add-passkey").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(row).to_have_count(1)
    # On another device, with nothing but what the phone keeps.
    second = visit(language, size, named(served))
    other = Keeper(second.page)
    (passkey,) = keeper.passkeys()
    other.take(passkey)
    there = second.open("/me")
    expect(there.locator(".by-passkey")).to_be_visible()
    assert axe(there, axe_source) == []
    second.no_overflow()
    there.locator(".by-passkey").press("Enter")
    expect(there.locator("[data-device]")).to_have_count(2)
    expect(there.locator("[data-passkey] input")).to_have_value("Ada's phone")
    there.locator("[data-passkey]").get_by_role("button").press("Enter")
    expect(there.locator("[data-passkey]")).to_have_count(0)
    # What was removed opens nothing; whoever refuses is told so.
    third = visit(language, size, named(served))
    last = Keeper(third.page)
    last.take(passkey)
    page = third.open("/me")
    page.locator(".by-passkey").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert axe(page, axe_source) == []
    assert kept(page, "rollplayer.device") == ""


def test_a_copied_passkey_is_shown_as_such(visit: Visit, served: Served) -> None:
    first = visit(address=named(served))
    keeper = Keeper(first.page)
    become(first, "Ada", note=False)
    page = first.page
    page.locator(".add-passkey").click()
    expect(page.locator("[data-passkey]")).to_have_count(1)
    (passkey,) = keeper.passkeys()
    for count in (7, 3):
        other = visit(address=named(served))
        Keeper(other.page).take({**passkey, "signCount": count})
        there = other.open("/me")
        there.locator(".by-passkey").click()
        if count == 7:
            expect(there.locator("[data-device]")).to_have_count(2)
    expect(there.get_by_role("alert")).to_contain_text("copy")
    page.reload()
    expect(page.locator("[data-passkey] .doubted")).to_contain_text("Remove it")


def test_where_there_can_be_no_passkeys_none_are_offered(visit: Visit) -> None:
    """By its address a server has no name that a passkey could belong to."""
    visitor = visit()
    page = visitor.open("/me")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".by-passkey")).to_have_count(0)
    become(visitor, note=False)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".add-passkey")).to_have_count(0)
