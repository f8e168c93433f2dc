"""The games of this browser: found by its keys, left for good, taken off the list."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, Served, axe
from tests.browser.prepared_games import ADA, bot, call, create, finished, hold

pytestmark = [pytest.mark.browser, pytest.mark.once]

SMALL = (360, 740)
BO = {"kind": "human", "name": "Bo"}


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
def test_own_finished_games_are_found_though_nobody_listed_them(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    address = served.address
    game = finished(address)
    total = game["game"]["result"]["heroes"][0]["total"]
    visitor = visit(size=size)
    page = visitor.page
    hold(page, address, game)
    for path in ("/", "/mine", "/replay"):
        visitor.open(path)
        hero = page.locator(f"article.hero[data-game='{game['game']['id']}']")
        expect(hero).to_contain_text("Ada")
        expect(hero.locator(".stars")).to_have_text(str(total))
        visitor.no_overflow()
    assert axe(page, axe_source) == []
    visitor.open("/mine")
    assert axe(page, axe_source) == []
    # Race and class, by the names that people know them by.
    expect(page.locator("article.hero .what")).to_contain_text(" · ")
    page.locator("article.hero a").click()
    page.wait_for_selector(".controls")


def test_the_list_speaks_the_readers_language(visit: Visit, served: Served) -> None:
    visitor = visit("de")
    hold(visitor.page, served.address, create(served.address, [ADA, bot("Osric")]))
    visitor.open("/mine")
    expect(visitor.page.locator(".running")).to_contain_text("Du bist dran")


def test_a_game_alone_is_given_up(visit: Visit, served: Served, axe_source: str) -> None:
    address = served.address
    game = create(address, [ADA, bot("Osric")])
    visitor = visit()
    page = visitor.page
    hold(page, address, game)
    visitor.open("/mine")
    page.get_by_role("button", name="Leave the game").click()
    dialog = page.locator("dialog.leave")
    expect(dialog).to_contain_text("ends here, without a result")
    assert axe(page, axe_source) == []
    # Escape and Stay change nothing.
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert call(address, f"/games/{game['game']['id']}")["status"] == "running"
    page.get_by_role("button", name="Leave the game").click()
    dialog.get_by_role("button", name="Leave the game").click()
    expect(page.locator(".running")).to_have_count(0)
    assert call(address, f"/games/{game['game']['id']}")["status"] == "closed"
    page.reload()
    expect(page.locator("main")).to_contain_text("No games yet")


def test_who_leaves_others_is_played_by_a_bot(visit: Visit, served: Served) -> None:
    address = served.address
    game = create(address, [ADA, BO])
    ada = visit()
    hold(ada.page, address, {**game, "seats": {"0": game["seats"]["0"]}})
    page = ada.open(f"/g/{game['game']['id']}")
    page.wait_for_selector(".decision-bar")
    page.locator(".hand button", has_text="Leave the game").click()
    expect(page.locator("dialog.leave")).to_contain_text("A bot plays on for you")
    page.locator("dialog.leave .roll").click()
    page.wait_for_url(address + "/")
    room = call(address, f"/games/{game['game']['id']}")
    assert room["status"] == "running"
    assert room["seats"][0]["stand_in"]
    expect(page.locator(".resume")).to_have_count(0)


def test_a_game_comes_off_the_list_and_back(visit: Visit, served: Served) -> None:
    address = served.address
    game = finished(address)
    visitor = visit()
    page = visitor.page
    hold(page, address, game)
    visitor.open("/mine")
    hero = page.locator("article.hero")
    page.get_by_role("button", name="Remove from my list").click()
    expect(hero).to_have_count(0)
    page.reload()
    page.wait_for_selector("main h1")
    expect(page.locator("main")).to_contain_text("No games yet")
    # The link still opens it, seat and all.
    visitor.open(f"/g/{game['game']['id']}")
    expect(page.locator("dialog.end .again")).to_be_visible()
    page.evaluate(
        "() => { const all = JSON.parse(localStorage.getItem('rollplayer.keys'));"
        " for (const keys of Object.values(all)) delete keys.hidden;"
        " localStorage.setItem('rollplayer.keys', JSON.stringify(all)); }"
    )
    visitor.open("/mine")
    page.get_by_role("button", name="Remove from my list").click()
    page.get_by_role("button", name="Put it back").click()
    expect(hero).to_have_count(1)


def test_without_the_server_the_last_known_games_stay(visit: Visit, served: Served) -> None:
    address = served.address
    visitor = visit()
    page = visitor.page
    hold(page, address, finished(address))
    visitor.open("/mine")
    expect(page.locator("article.hero")).to_have_count(1)
    page.route("**/api/v1/own-games*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    expect(page.locator("article.hero")).to_have_count(1)


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=("desktop", "phone"))
def test_what_was_reached_is_told_with_all_heroes(
    visit: Visit, served: Served, size: tuple[int, int]
) -> None:
    game = finished(served.address)
    visitor = visit(size=size)
    hold(visitor.page, served.address, game, create(served.address, [ADA, bot("Tancred")]))
    page = visitor.open("/mine")
    totals = {hero["seat"]: hero["total"] for hero in game["game"]["result"]["heroes"]}
    expect(page.locator(".tally dd").last).to_have_text(str(totals[0]))
    sheet = page.locator("article.hero")
    expect(sheet.locator(".medal")).to_have_count(2)
    expect(sheet.locator(".other")).to_have_text(re.compile(rf"Osric\s*{totals[1]}"))
    place = 1 + (totals[1] > totals[0])
    if totals[0] != totals[1]:
        expect(sheet.locator(".place")).to_contain_text(f"Place {place} of 2")
    expect(sheet.get_by_role("link", name="Replay")).to_be_visible()
    with page.expect_download() as kept:
        sheet.get_by_role("button", name="Picture").click()
    assert kept.value.suggested_filename == "Ada.png"
    expect(page.locator(".running small")).to_have_text(re.compile("now|minute"))
    visitor.no_overflow()
