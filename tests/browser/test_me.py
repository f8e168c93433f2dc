"""A person without a password, in the browser: one tap, the sentence, another device, and the way out."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, Served, Visitor, axe
from tests.browser.prepared_games import ADA, bot, call, create, finished

pytestmark = [pytest.mark.browser, pytest.mark.once]

SMALL = (360, 740)
SIZES = pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
BO = {"kind": "human", "name": "Bo"}


def become(visitor: Visitor, name: str = "Ada", *, note: bool = True) -> list[str]:
    """Become somebody in one tap, and note the sentence; returns its words."""
    page = visitor.open("/me")
    page.locator("input[name=name]").fill(name)
    page.locator(".make").click()
    words = page.locator(".words li")
    expect(words).to_have_count(13)
    told = words.all_inner_texts()
    if note:
        write_down(page, told)
    return told


def write_down(page: Page, words: list[str]) -> None:
    page.locator(".noted").click()
    fields = page.locator("[data-word]")
    expect(fields).to_have_count(2)
    for field in fields.all():
        field.fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    for field in fields.all():
        field.fill(words[int(field.get_attribute("data-word") or 0)])
    page.keyboard.press("Enter")
    expect(fields).to_have_count(0)


def kept(page: Page, key: str) -> str:
    return str(page.evaluate("(key) => localStorage.getItem(key) ?? ''", key))


@SIZES
def test_a_lost_browser_loses_nothing_if_the_sentence_was_kept(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    game = finished(served.address)
    first = visit(size=size)
    first.hold(game)
    page = first.open("/me")
    assert axe(page, axe_source) == []
    words = become(first, note=False)
    assert axe(page, axe_source) == []
    first.no_overflow()
    write_down(page, words)
    assert axe(page, axe_source) == []
    first.no_overflow()
    # The person has the seat now: a device that is signed out must hold nothing that opens it.
    assert game["seats"]["0"] not in kept(page, "rollplayer.keys")
    second = visit(size=size)
    page = second.open("/me")
    page.locator("textarea").fill(" ".join([*words[:-1], "bear"]))
    page.locator(".recover button").click()
    expect(page.get_by_role("alert")).to_contain_text("not a recovery sentence")
    page.locator("textarea").fill(" ".join(words).upper())
    page.locator(".recover button").click()
    expect(page.locator("[data-device]")).to_have_count(2)
    page = second.open("/mine")
    hero = page.locator(f"article.hero[data-game='{game['game']['id']}']")
    expect(hero).to_contain_text("Ada")
    # Nobody has to write the sentence down twice.
    second.open("/me")
    expect(page.locator(".words")).to_have_count(0)


@SIZES
def test_a_long_name_is_read_whole(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit("de", size)
    become(visitor, "Maximiliane von Hohenstein", note=False)
    field = visitor.page.locator("input[name=name]")
    hidden = field.evaluate("(node) => node.scrollWidth - node.clientWidth")
    assert hidden <= 0
    if size == DESKTOP:
        save = visitor.page.get_by_role("button", name="Speichern", exact=True)
        above, beside = field.bounding_box(), save.bounding_box()
        assert above is not None
        assert beside is not None
        assert beside["y"] < above["y"] + above["height"]
    visitor.no_overflow()


@SIZES
def test_another_device_comes_by_a_link_and_is_confirmed(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    game = create(served.address, [ADA, BO])
    first, second = visit(), visit("de", size=size)
    first.hold(game, 0)
    become(first)
    here = first.page
    here.locator(".add").click()
    expect(here.locator(".code svg")).to_be_visible()
    link = here.locator("#device-link").input_value()
    there = second.page
    there.goto(link)
    there.locator(".come").click()
    number = there.locator(".number").inner_text()
    # The code is gone from the address, so that no history keeps it.
    assert there.url == served.address + "/me"
    assert axe(there, axe_source) == []
    expect(here.locator(".asks .number")).to_have_text(number)
    assert axe(here, axe_source) == []
    expect(there.locator("[data-device]")).to_have_count(0)
    here.locator(".yes").click()
    expect(there.locator("[data-device]")).to_have_count(2)
    second.no_overflow()
    # The seat is there, by the device alone; and her language.
    second.open(f"/g/{game['game']['id']}")
    there.wait_for_selector(".decision-bar")
    expect(there.locator("html")).to_have_attribute("lang", "en")
    assert game["seats"]["0"] not in kept(there, "rollplayer.keys")
    # Signed out from afar it closes, also where it is looked at.
    here.reload()
    here.locator("[data-device]").last.get_by_role("button").click()
    expect(here.locator("[data-device]")).to_have_count(1)
    second.open("/mine")
    expect(there.locator(".running")).to_have_count(0)
    assert kept(there, "rollplayer.device") == ""


@SIZES
def test_everything_can_be_taken_away_and_deleted(
    visit: Visit, served: Served, size: tuple[int, int], tmp_path: Path
) -> None:
    game = create(served.address, [ADA, BO])
    visitor = visit(size=size)
    visitor.hold(game, 0)
    become(visitor)
    page = visitor.page
    with page.expect_download() as saved:
        page.locator(".export").click()
    path = tmp_path / "all.json"
    saved.value.save_as(path)
    (own,) = json.loads(path.read_text("utf-8"))["games"]
    assert own["id"] == game["game"]["id"]
    page.locator("summary", has_text="Delete everything").click()
    erase = page.locator("form .button.roll")
    expect(erase).to_be_disabled()
    page.locator("input[name=sure]").fill("Delete")
    erase.click()
    expect(page.get_by_role("status").first).to_have_text("Everything about you has been deleted.")
    room = call(served.address, f"/games/{game['game']['id']}")
    assert room["seats"][0]["name"] == "A former player"
    assert room["status"] == "running"
    assert kept(page, "rollplayer.device") == ""


def test_a_game_begun_later_is_the_persons_too(visit: Visit, served: Served) -> None:
    visitor = visit()
    become(visitor)
    game = create(served.address, [ADA, bot("Osric")])
    visitor.hold(game)
    page = visitor.open("/mine")
    expect(page.locator(".running")).to_have_count(1)
    page.get_by_role("button", name="Leave the game").click()
    page.locator("dialog.leave").get_by_role("button", name="Leave the game").click()
    expect(page.locator(".running")).to_have_count(0)
    assert call(served.address, f"/games/{game['game']['id']}")["status"] == "closed"


def test_name_portrait_and_language_are_the_same_everywhere(visit: Visit) -> None:
    visitor = visit()
    words = become(visitor)
    page = visitor.page
    page.locator("input[name=name]").fill("Ada L.")
    page.keyboard.press("Enter")
    expect(page.locator("main h2").first).to_have_text("Ada L.")
    page.locator(".face").nth(2).click()
    page.get_by_role("combobox", name="Language").select_option("fr")
    expect(page.locator("h1")).to_contain_text("C’est moi")
    other = visit()
    page = other.open("/me")
    page.locator("textarea").fill(" ".join(words))
    page.locator(".recover button").click()
    expect(page.locator("h1")).to_contain_text("C’est moi")
    expect(page.locator("main h2").first).to_have_text("Ada L.")
    expect(page.locator(".face").nth(2).locator("input")).to_be_checked()


def test_somebody_elses_sentence_or_link_takes_no_games_away(visit: Visit, served: Served) -> None:
    """Whoever is lured into another's person gives nothing of their own, unless they say so."""
    words = become(visit(), "Mallory")
    game = create(served.address, [ADA, BO])
    lured = visit()
    lured.hold(game, 0)
    page = lured.open("/me")
    page.locator("textarea").fill(" ".join(words))
    page.locator(".recover button").click()
    expect(page.locator(".gather")).to_be_visible()
    page = lured.open("/mine")
    expect(page.locator(".running")).to_have_count(1)
    assert game["seats"]["0"] in kept(page, "rollplayer.keys")
    page = lured.open("/me")
    page.locator(".gather").click()
    expect(page.locator(".gather")).to_have_count(0)
    assert game["seats"]["0"] not in kept(page, "rollplayer.keys")


def test_a_link_is_read_where_the_page_is_open_already(visit: Visit, served: Served) -> None:
    """Pasted into the address of the same window, it changes nothing but what is behind the #."""
    visitor = visit()
    page = visitor.open("/me")
    expect(page.locator(".make")).to_be_visible()
    for link, shown in (("confirm=" + "x" * 20, ".answer"), ("link=" + "x" * 43, ".come")):
        page.goto(f"{served.address}/me#{link}")
        expect(page.locator(shown)).to_be_visible()
        assert page.url == served.address + "/me"


NO_GAMES = (
    "//evil.example",
    "https://evil.example/k7w3m5xq2v9t4b8n",
    "javascript:alert(document.domain)",
    "%2F%2Fevil.example",
    "..%2F..%2Fapi%2Fv1",
    "k7w3m5xq2v9t4b8n/../../api",
    "k7w3m5xq2v9t4b8n%0A//evil.example",
    "k7w3m5xq2v9t4b8n%00",
    "K7W3M5XQ2V9T4B8N",
    "%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "k7w3m5xq2v9t4b8n" * 200,
    "//evil.example&back=k7w3m5xq2v9t4b8n",
    "",
)


def test_no_link_leads_from_here_to_where_it_says(visit: Visit, served: Served) -> None:
    """`back` is the id of a game, or nothing at all."""
    visitor = visit()
    alerts: list[str] = []

    def dismiss(asked: Dialog) -> None:
        alerts.append(asked.message)
        asked.dismiss()

    visitor.page.on("dialog", dismiss)
    back = visitor.page.locator("main a[href^='/g/']")
    visitor.open("/me?back=k7w3m5xq2v9t4b8n")
    expect(back).to_have_attribute("href", "/g/k7w3m5xq2v9t4b8n")
    for value in NO_GAMES:
        page = visitor.open(f"/me?back={value}")
        expect(page.locator(".make")).to_be_visible()
        expect(back).to_have_count(0)
        leads = page.locator("main a").evaluate_all("(links) => links.map((link) => link.href)")
        assert all(each.startswith(f"{served.address}/") for each in leads), value
    assert alerts == []


def test_a_guest_plays_at_once_as_before(visit: Visit, served: Served) -> None:
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.begin("bots")
    visitor.page.wait_for_selector(".decision-bar")
    assert not [url for url in asked if re.search(r"/api/v1/person", url)]
    assert kept(visitor.page, "rollplayer.device") == ""
