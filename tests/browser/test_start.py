"""A start page that knows you: resume on top, one Play with the last settings; and the waiting room."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, Served, axe
from tests.browser.prepared_games import ADA, bot, call, create, finished, hold

pytestmark = [pytest.mark.browser, pytest.mark.once]

SMALL = (360, 740)
LOW = 520
"""Windows that are no higher have no room for a button that stays."""
READY = "form.begin[aria-busy=false] button.go:not(:disabled)"
SHARED = """(() => {
  window.shared = [];
  navigator.share = async (what) => void window.shared.push(what);
})()"""


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
def test_a_first_visit_plays_with_one_click(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    visitor = visit(size=size)
    page = visitor.open("/")
    page.wait_for_selector(READY)
    expect(page.locator(".customize")).not_to_have_attribute("open", "")
    expect(page.locator("button.go")).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_role("checkbox", name="Monsters & Minions")).to_be_in_viewport()
    expect(page.locator(".resume")).to_have_count(0)
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    page.locator("button.go").click()
    page.wait_for_url("**/g/*")
    page.wait_for_selector(".setup")
    room = call(served.address, f"/games/{page.url.rsplit('/', 1)[1]}")
    assert room["options"]["players"] == 2
    assert [seat["kind"] for seat in room["seats"]] == ["human", "bot"]


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("en", SMALL),
        ("de", SMALL),
        ("fr", SMALL),
        ("en", (390, 844)),
        ("de", (844, 390)),
        ("fr", (844, 390)),
        ("en", (1280, 720)),
    ],
)
def test_play_is_in_the_first_screen_below_games_that_go_on(
    visit: Visit, served: Served, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language, size)
    page, address = visitor.page, served.address
    hold(page, address, *(create(address, [ADA, bot(name)]) for name in ("Osric", "Tancred")))
    visitor.open("/")
    page.wait_for_selector(READY)
    expect(page.locator(".resume .button").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator("button.go")).to_be_in_viewport(ratio=0.9)
    if size == (1280, 720):
        expect(page.locator(".lessons b").first).to_be_in_viewport(ratio=1)
    if size[1] > LOW:
        # However much there is to choose, the way to begin stays in sight.
        page.locator(".customize summary").click()
        page.locator(".customize input[type=text]").first.focus()
        expect(page.locator("button.go")).to_be_in_viewport(ratio=0.9)
    page.locator("header button[aria-haspopup=dialog]").click()
    expect(page.locator("dialog.settings")).to_be_visible()
    visitor.no_overflow()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
def test_games_that_go_on_stand_above_the_form(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int], theme: str
) -> None:
    visitor = visit(size=size)
    page, address = visitor.page, served.address
    hold(page, address, finished(address), create(address, [ADA, bot("Osric")]))
    page.evaluate(
        "(theme) => localStorage.setItem('rollplayer.settings',"
        " JSON.stringify({language: 'en', speed: 'off', theme}))",
        theme,
    )
    visitor.open("/")
    resume = page.locator(".resume .running")
    expect(resume).to_have_count(1)
    expect(resume).to_contain_text("Your turn")
    expect(resume).to_contain_text("Ada · Osric")
    expect(page.locator(".resume .button")).to_be_in_viewport()
    below = page.locator("form.begin").bounding_box()
    above = resume.bounding_box()
    assert below is not None
    assert above is not None
    assert above["y"] + above["height"] <= below["y"]
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    resume.get_by_role("link").click()
    page.wait_for_selector(".setup")


def test_play_begins_what_was_played_last(visit: Visit, served: Served) -> None:
    visitor = visit()
    page = visitor.page
    visitor.begin_by_form("bots", players=3, box="monsters-and-minions")
    first = call(served.address, f"/games/{page.url.rsplit('/', 1)[1]}")
    visitor.open("/")
    page.wait_for_selector(READY)
    summary = page.locator(".begin .summary")
    for part in ("2 bots", "Monsters & Minions", "Short Game"):
        expect(summary).to_contain_text(part)
    page.locator("button.go").click()
    page.wait_for_url("**/g/*")
    second = call(served.address, f"/games/{page.url.rsplit('/', 1)[1]}")
    assert second["id"] != first["id"]
    assert second["options"] == first["options"]
    assert [seat["level"] for seat in second["seats"]] == [seat["level"] for seat in first["seats"]]


def test_a_last_game_that_is_nonsense_is_forgotten(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/about")
    for kept in ("[]", "null", "{", '{"mode": "chess", "level": "god", "expansions": ["none"]}'):
        page.evaluate("(kept) => localStorage.setItem('rollplayer.last-game', kept)", kept)
        visitor.open("/")
        page.wait_for_selector(READY)
        expect(page.locator("input[value=bots]")).to_be_checked()
        expect(page.locator(".begin .summary")).to_have_text(
            "You against a bot, strength: Adventurer"
        )


# -- the waiting room -------------------------------------------------------------------------------


def waiting(address: str) -> Any:
    return call(
        address,
        "/games",
        {"options": {"players": 3}, "seats": [ADA, {"kind": "open"}, {"kind": "open"}]},
    )


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
def test_the_waiting_room_shows_who_is_missing_and_a_code(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    address = served.address
    table = waiting(address)
    game = table["game"]["id"]
    host = visit(size=size)
    host.context.add_init_script(SHARED)
    hold(host.page, address, table)
    page = host.open(f"/g/{game}")
    expect(page.get_by_role("img", name="QR code of the invitation link")).to_be_visible()
    expect(page.locator(".state")).to_contain_text("2 seats are free")
    expect(page.locator(".facts")).to_have_text(re.compile("Base game.*3 heroes.*Live", re.DOTALL))
    guest = visit(size=size)
    guest.open(f"/g/{game}")
    guest.page.locator(".join input").fill("Bo")
    guest.page.locator(".join button").click()
    expect(page.locator(".seats li.here").nth(1)).to_contain_text("Bo")
    guest.open("/about")
    expect(page.locator(".state")).to_contain_text("Still missing: Bo")
    page.get_by_role("button", name="Share the link").click()
    assert page.evaluate("window.shared") == [
        {"title": "Roll Player", "url": f"{address}/g/{game}"}
    ]
    assert axe(page, axe_source) == []
    host.no_overflow()
    page.get_by_role("button", name="Begin with").click()
    page.wait_for_selector(".decision-bar")


def test_who_waits_is_told_that_the_table_was_closed(visit: Visit, served: Served) -> None:
    address = served.address
    table = waiting(address)
    host, guest = visit(), visit()
    hold(host.page, address, table)
    host.open(f"/g/{table['game']['id']}")
    guest.open(f"/g/{table['game']['id']}")
    host.page.get_by_role("button", name="Close the table").click()
    expect(host.page.locator("dialog.leave")).to_contain_text("closed for everyone")
    host.page.locator("dialog.leave .roll").click()
    host.page.wait_for_url(address + "/")
    expect(guest.page.locator("h1")).to_have_text("This table was closed by its host.")
    expect(host.page.locator(".resume")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, SMALL, (844, 390)])
def test_a_waiting_room_says_what_to_do_and_offers_it(
    visit: Visit, served: Served, size: tuple[int, int]
) -> None:
    wish = {"options": {"players": 3}, "seats": [ADA, {"kind": "open"}, bot("Osric")]}
    created = call(served.address, "/games", wish)
    visitor = visit(size=size)
    hold(visitor.page, served.address, created)
    page = visitor.open(f"/g/{created['game']['id']}")
    expect(page.locator(".state")).to_contain_text("Share the link")
    for offered in (".invite .share", ".invite svg", "button.begin"):
        expect(page.locator(offered).first).to_be_in_viewport(ratio=0.5)
    expect(page.locator("main .button:not(.quiet) >> visible=true")).to_have_class(
        re.compile("begin")
    )
    # It lies on no seat.
    begin, last = page.locator("button.begin"), page.locator(".seats > li").last
    assert last.evaluate(
        "(seat, begin) => { const [one, two] = [seat, begin].map((each) => each.getBoundingClientRect());"
        " return one.bottom <= two.top || two.bottom <= one.top || one.right <= two.left; }",
        begin.element_handle(),
    )
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".copy")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    guest = visit(size=size).open(f"/g/{created['game']['id']}")
    expect(guest.locator(".state")).to_contain_text("sit down")
    expect(guest.locator(".join button")).to_be_in_viewport(ratio=0.9)


# -- open tables ------------------------------------------------------------------------------------


def test_open_tables_say_who_sits_there_and_what_is_played(visit: Visit, served: Served) -> None:
    visitor = visit()
    page = visitor.page
    page.route("**/api/v1/games?*", lambda route: route.fulfill(json={"games": []}))
    visitor.open("/tables")
    expect(page.locator("main")).to_contain_text("What is an open table?")
    expect(page.get_by_role("link", name="Your first Hunt")).to_be_visible()
    page.get_by_role("link", name="Open a table").click()
    page.wait_for_selector(READY)
    expect(page.locator("input[value=friends]")).to_be_checked()
    page.unroute("**/api/v1/games?*")
    seats = [ADA, {"kind": "open"}, bot("Osric")]
    wish = {"options": {"players": 3}, "seats": seats, "listed": True, "title": "Friday"}
    game = call(served.address, "/games", wish)["game"]["id"]
    visitor.open("/tables")
    table = page.locator(f".table[data-game='{game}']")
    expect(table.locator(".seat")).to_have_count(3)
    expect(table.locator(".seat.open")).to_have_text("free seat")
    expect(table.locator(".facts")).to_contain_text("Base game")
    table.get_by_role("link", name="Join: Friday").click()
    page.wait_for_url(f"**/g/{game}")
