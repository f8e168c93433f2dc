"""Notices in the browser: where they go, when, and a push message from the server to the open seat."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, LANGUAGES, Served, axe
from tests.browser.prepared_games import ADA, call
from tests.browser.test_me import SMALL, become, kept
from tests.server.harness import Server
from tests.server.person import Somebody
from tests.server.receivers import Receiver
from tests.server.test_notices import begun, first_asked, play_until_other
from tests.server.test_push import Subscription

pytestmark = [pytest.mark.browser, pytest.mark.once]

SIZES = pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
HOOK = "https://discord.com/api/webhooks/1/secret"
SUBSCRIBE = "PushManager.prototype.subscribe = async () => ({ toJSON: () => (%s) })"
# chromium-headless-shell lets nobody show notifications: what would be shown is noted in the worker instead.
NOTE = """() => {
  self.shown = new Map();
  self.registration.showNotification = async (title, more) => void self.shown.set(more.tag, { title, ...more });
}"""
SHOWN = "() => [...self.shown.values()]"
CLICK = """() => {
  const [{ data }] = self.shown.values();
  const notification = { data, close: () => self.shown.clear() };
  const click = new ExtendableEvent('notificationclick');
  self.dispatchEvent(Object.assign(click, { notification, waitUntil: (work) => work }));
}"""


@SIZES
@pytest.mark.parametrize("language", LANGUAGES)
def test_notices_are_set_by_keyboard(
    visit: Visit, axe_source: str, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language, size)
    page = visitor.open("/me")
    page.locator("input[name=name]").fill("Ada")
    page.locator(".make").click()
    page.locator("select[name=kind]").select_option("discord")
    page.locator("input[name=address]").fill("http://10.0.0.1/")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.locator("input[name=address]").fill(HOOK)
    page.keyboard.press("Enter")
    channel = page.locator("[data-channel=discord]")
    expect(channel).to_contain_text("discord.com")
    expect(channel).not_to_contain_text("secret")
    channel.get_by_role("checkbox").press("Space")
    expect(page.locator("input[name=digest_at]")).to_have_value("18:00")
    page.locator("input[name=quiet_from]").fill("22:30")
    page.locator("input[name=quiet_to]").fill("07:00")
    page.locator("input[name=quiet_to]").press("Tab")
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    secret = kept(page, "rollplayer.device")
    page = visitor.open("/me")
    expect(page.locator("input[name=quiet_from]")).to_have_value("22:30")
    expect(channel.get_by_role("checkbox")).to_be_checked()
    channel.get_by_role("button").press("Enter")
    expect(channel).to_have_count(0)
    assert secret == kept(page, "rollplayer.device")


def delivered(page: Page, address: str, message: str) -> None:
    """Hand a message to the service worker, as a push service would; it is shown."""
    line = page.context.new_cdp_session(page)
    registrations: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            each["registrationId"] for each in event["registrations"] if not each["isDeleted"]
        ),
    )
    line.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    fields = {"origin": address, "registrationId": registrations[-1], "data": message}
    line.send("ServiceWorker.deliverPushMessage", fields)


def test_a_push_message_opens_the_seat(
    visit: Visit, push_server: Server, push_service: Receiver
) -> None:
    """`subscribe` is replaced, since this browser has no push service; the message is handed to it."""
    visitor = visit("fr", address=push_server.address, keeps=True)
    visitor.context.grant_permissions(["notifications"], origin=push_server.address)
    browser = Subscription()
    made = {"endpoint": push_service.origin + "/push", "keys": browser.keys}
    visitor.context.add_init_script(SUBSCRIBE % json.dumps(made))
    become(visitor, note=False)
    page = visitor.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.locator(".push").click()
    expect(page.locator("[data-channel=push]")).to_be_visible()
    game = begun(push_server, title="Friday table")
    first = first_asked(game)
    Somebody(push_server, kept(page, "rollplayer.device")).claim(game, game.tokens[1 - first])
    play_until_other(game, first)
    (received,) = push_service.wait()
    message = browser.decrypted(received.body).decode()
    worker = visitor.context.service_workers[0]
    worker.evaluate(NOTE)
    for _ in range(2):
        # Sent twice, as after a crash: the id is the same, and it is shown once.
        delivered(page, push_server.address, message)
    for _ in range(50):
        if worker.evaluate(SHOWN):
            break
        page.wait_for_timeout(100)
    (shown,) = worker.evaluate(SHOWN)
    assert shown["title"] == "C’est à vous\u00a0: Friday table"
    assert shown["tag"] == received.headers["topic"]
    worker.evaluate(CLICK)
    page.wait_for_url(f"{push_server.address}/g/{game.id}")
    # It is the seat that is asked, not a place to watch from.
    expect(page.get_by_role("button", name="Orque").first).to_be_visible()


@SIZES
def test_a_table_tells_its_friends_and_each_what_they_wish(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    wish = {"options": {"players": 2}, "seats": [ADA, {"kind": "open"}]}
    created = call(served.address, "/games", wish)
    path = f"/g/{created['game']['id']}"
    visitor = visit(size=size)
    visitor.hold(created)
    page = visitor.open(path)
    here = page.locator("details.table-notices")
    here.locator("summary").press("Enter")
    expect(here.get_by_role("link", name="This is me")).to_be_visible()
    here.locator("input[name=address]").fill(HOOK)
    page.keyboard.press("Enter")
    expect(here.locator("[data-channel=discord]")).to_contain_text("discord.com")
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    # Once the game has begun, the same is in the settings; and somebody is known here.
    become(visitor, note=False)
    page = visitor.open(path)
    page.locator(".begin").click()
    page.wait_for_selector(".decision-bar")
    page.get_by_role("button", name="Settings").click()
    here = page.locator("dialog details.table-notices")
    here.locator("summary").press("Enter")
    told = here.locator("input[name=told]")
    expect(told).to_be_checked()
    told.press("Space")
    expect(here.get_by_role("status")).to_have_text("Saved.")
    here.locator("[data-channel=discord]").get_by_role("button").press("Enter")
    expect(here.locator("[data-channel=discord]")).to_have_count(0)
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    page = visitor.open(path)
    page.get_by_role("button", name="Settings").click()
    here.locator("summary").press("Enter")
    expect(here.locator("[data-channel=discord]")).to_have_count(0)
    expect(told).to_be_visible()
    expect(told).not_to_be_checked()
