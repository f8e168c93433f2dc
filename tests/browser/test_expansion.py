"""Monsters & Minions in real browsers: three around one device, and alone, large and small."""

import json
import time
import urllib.request
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from rollplayer.bots import make_bot
from rollplayer.chance import Deal
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import View
from rollplayer.match import Match, result
from rollplayer.openings import Openings
from rollplayer.rules.options import Options
from rollplayer.server.reference.lessons import taught
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, PHONE, Served, Visitor, axe
from tests.browser.positions import At, asked, moment_of

pytestmark = [pytest.mark.browser, pytest.mark.once]

SIZES = (DESKTOP, PHONE)
MONSTERS = "monsters-and-minions"
BOX = f"input[name=expansion][value={MONSTERS}]"
SECONDS = 150
SEEDS = 200
EMPTY = """(bar) => {
  const ends = [...bar.querySelectorAll('.question *, .aside *, .answers *')]
    .map((each) => each.getBoundingClientRect().bottom);
  const {bottom, height} = bar.getBoundingClientRect();
  return (bottom - Math.max(...ends)) / height;
}"""
"""How much of it lies empty below what it says."""


def no_violations(player: Visitor, source: str) -> None:
    assert axe(player.page, source) == []
    player.no_overflow()


def test_the_box_brings_a_fifth_seat_and_its_variants(visit: Visit, axe_source: str) -> None:
    player = visit("de")
    page = player.open("/")
    page.locator(".customize > summary").click()
    page.locator(BOX).check()
    expect(page.locator("label.box")).to_contain_text("Schergen")
    expect(page.locator("select").first.locator("option")).to_have_count(4)
    page.locator("select").first.select_option("5")
    page.locator("input[value=open-adventure]").check()
    expect(page.locator("input[name=edition]")).to_have_count(1)
    no_violations(player, axe_source)
    page.locator(BOX).uncheck()
    expect(page.locator("input[value=open-adventure]")).to_have_count(0)
    expect(page.locator("select").first).to_have_value("4")


@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone"))
def test_finished_games_of_the_box_are_found(
    visit: Visit, served: Served, axe_source: str, size: tuple[int, int]
) -> None:
    bots = [{"kind": "bot", "level": "squire", "name": name} for name in ("Ada", "Bo")]
    titles = {"monsters-and-minions": f"In the caves {size[0]}", "": f"At home {size[0]}"}
    for box, title in titles.items():
        options = {"variants": ["short-game"], "expansions": [box] if box else []}
        wish = {"options": options, "seats": bots, "listed": True, "start": True, "title": title}
        created = json.load(urllib.request.urlopen(post(f"{served.address}/api/v1/games", wish)))
        finish(f"{served.address}/api/v1/games/{created['game']['id']}")
    player = visit("en", size)
    page = player.open("/replay")
    for box, shown in (("monsters-and-minions", "In the caves"), ("none", "At home")):
        page.locator("select[name=expansion]").select_option(box)
        expect(page.get_by_role("link", name=f"{shown} {size[0]}")).to_be_visible()
        other = next(title for title in titles.values() if not title.startswith(shown))
        expect(page.get_by_role("link", name=other)).to_have_count(0)
    page.locator("select[name=expansion]").select_option("")
    for title in titles.values():
        expect(page.get_by_role("link", name=title)).to_be_visible()
    no_violations(player, axe_source)


def post(address: str, body: dict[str, Any]) -> urllib.request.Request:
    headers = {"content-type": "application/json"}
    return urllib.request.Request(address, json.dumps(body).encode(), headers)


def finish(address: str) -> None:
    """Wait until bots have played a game to its end."""
    until = time.monotonic() + SECONDS
    while json.load(urllib.request.urlopen(address))["status"] != "finished":
        assert time.monotonic() < until, "the bots do not come to an end"
        time.sleep(0.2)


@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone"))
def test_three_around_one_device(visit: Visit, axe_source: str, size: tuple[int, int]) -> None:
    player = visit("en", size)
    player.begin("hotseat", players=3, box=MONSTERS, until="take")
    page = player.page
    player.play_until(".monsters .hunt", SECONDS)
    expect(page.locator(".monsters .minion .rewards thead")).to_be_attached()
    no_violations(player, axe_source)
    player.play_until("button.card.secret", SECONDS)
    # Nobody reads over the shoulder: neither on the table nor in the log.
    looked = [text for text in page.locator(".log p").all_text_contents() if "looked at" in text]
    assert looked
    assert all(text.endswith("looked at an Adventure card.") for text in looked)
    # On a phone the Monster lies beside the Market, whatever is asked.
    asked = page.locator("[data-tab]").first.get_attribute("data-tab") or ""
    player.turn_to("market")
    page.locator("button.card.secret").first.click()
    curtain = page.locator("dialog.curtain")
    expect(curtain).to_contain_text("Pass the device to")
    expect(curtain.locator("dl")).to_have_count(0)
    curtain.locator("button").first.click()
    expect(curtain.locator("dt").first).to_contain_text("Location:")
    no_violations(player, axe_source)
    curtain.locator("button").first.click()
    expect(curtain).to_have_count(0)
    player.turn_to(asked)
    player.play_until(".monsters .fight", SECONDS)
    expect(page.locator(".monsters .fight tbody tr")).to_have_count(3)
    no_violations(player, axe_source)
    player.play_until("dialog.end", SECONDS)
    expect(page.locator("dialog.end .scroll tbody")).to_contain_text("Monster Combat")
    no_violations(player, axe_source)


def test_a_hunt_is_answered_where_it_is_asked(browser: Browser, served: Served) -> None:
    """The button on the Minion is the same for a pointer; keys and readers of the screen meet one."""
    at = At(browser, served.address, "en", (1280, 720))
    page = at.lay(moment_of(2, asked("market-turn", 9), "en", box=True))
    expect(page.get_by_role("button", name="Hunt")).to_have_count(1)
    expect(page.locator(".answers").get_by_role("button", name="Go on a Hunt")).to_be_visible()
    expect(page.locator("[data-at='minion:top']")).to_be_visible()
    # What one has, what one more would bring and cost, and what waits at the end.
    expect(page.locator(".minion thead th")).to_have_text(["1 die", "2 dice"])
    expect(page.locator(".minion .count")).to_contain_text("1 to begin with, none for its weakness")
    expect(page.locator(".minion .hire")).to_contain_text("A mercenary adds 1 die")
    expect(page.locator(".monster > .text")).to_be_in_viewport(ratio=1)
    # What lies on the sheet says its name.
    expect(page.locator(".sheet .purse small").first).to_have_text("XP")
    # What is asked fills its place.
    empty = page.locator(".decision-bar").evaluate(EMPTY)
    assert empty < 0.25, f"{empty:.0%} of the question's place is empty below it"
    at.close()


def test_dice_against_the_monster_show_their_stars_before_they_are_kept(
    browser: Browser, served: Served
) -> None:
    at = At(browser, served.address, "en", (1280, 720))
    page = at.lay(moment_of(2, asked("monster-reroll"), "en", box=True))
    reached = page.locator(".fight .ladder .reached")
    expect(reached).to_have_count(1)
    stars = str(reached.locator("b").text_content()).strip()
    so_far = "no stars" if stars == "0" else f"{stars} star"
    expect(page.locator(".fight > .text").first).to_contain_text(f"So far: {so_far}")
    expect(page.locator(".adventure .does").first).to_contain_text("Combat Di")
    at.close()


class WholeGame(NamedTuple):
    """A solitaire game of a bot: its chance, the answers it chose, and how it ended."""

    seed: str
    answers: list[str]
    end: dict[str, Any]


def whole_game(*, dies: bool) -> WholeGame:
    """The first game, of the seeds in order, that ends so and has dice to reroll at its end."""
    options = Options(players=1, expansions=("monsters-and-minions",))
    for number in range(SEEDS):
        seed = f"alone {number}"
        match = Match.new(options, chance=Deal(Deal.from_text(seed).seed, ("",)))
        bot = make_bot("squire", seed)
        answers: list[str] = []
        questions: set[str] = set()
        openings = Openings()  # as the server asks by default
        while not match.game.over:
            game = match.game
            questions.add(game.question())
            if game.seat() == CHANCE:
                match.roll()
            elif openings.passes(game, 0):
                match.pass_opening()
            else:
                openings.note(game, 0)
                answer = bot.choose(View(game, 0), game.options())
                if len(game.options()) > 1:
                    answers.append(game.rules.names.write(answer))
                match.act(0, answer)
        end = result(match.game)
        if (end["rank"] == "dead") == dies and "monster-reroll" in questions:
            return WholeGame(seed, answers, end)
    raise AssertionError(f"none of {SEEDS} games ends so")


@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone"))
@pytest.mark.parametrize("dies", [False, True], ids=("victory", "death"))
def test_alone_from_the_first_to_the_last_answer(
    alone: Visit, axe_source: str, dies: bool, size: tuple[int, int]
) -> None:
    wanted = whole_game(dies=dies)
    player = alone("fr" if dies else "de", size, wanted.seed)
    player.begin_by_form("solitaire", short=False, box=MONSTERS)
    page = player.page
    pointed = False
    for answer in wanted.answers:
        player.give(answer)
        if not pointed and page.locator(".monsters .fight button.combat.glow").count():
            point_at_a_die(player, axe_source)
            pointed = True
    assert pointed
    page.wait_for_selector("dialog.end tfoot")
    title, line = (
        ("Le Monstre a tué Alrik", "Combat contre le Monstre")
        if dies
        else ("Dein Rang", "Kampf gegen das Monster")
    )
    expect(page.locator("dialog.end h2")).to_contain_text(title)
    expect(page.locator("dialog.end .scroll tbody")).to_contain_text(line)
    expect(page.locator("dialog.end tfoot")).to_contain_text(str(wanted.end["heroes"][0]["total"]))
    no_violations(player, axe_source)


def point_at_a_die(player: Visitor, axe_source: str) -> None:
    """A die is chosen by pointing at it; nothing is rolled before a button says so."""
    page, before = player.page, player.version()
    expect(page.locator(".monsters .strength")).to_be_visible()
    no_violations(player, axe_source)
    page.locator("button.combat.glow").first.click()
    expect(page.locator("button.combat.picked").first).to_be_visible()
    expect(page.locator(".answers .button[data-option]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("button.combat.picked")).to_have_count(0)
    assert player.version() == before


LESSON = {
    "take": (("button.glow[data-at='init:1']", "1"),),
    "place": (("button.space.glow[data-at='row:cha']", "1"),),
    "charm": ((".answers .button", "1"),),
    "hunt": (("button.glow[data-at='minion:top'], .answers .button", "1"),),
    "stay": ((".answers .skip", "x"),),
    "hire": ((".answers .button", "1"),),
    "roll": ((".answers .skip", "x"),),
    "reroll": (("button.combat.glow", "1"), (".answers .button.roll", "1")),
    "monster": ((".answers .button", "1"),),
    "fight": (("button.combat.glow", "1"), (".answers .button.roll", "1")),
    "again": (("button.combat.glow", "1"), (".answers .button.roll", "1")),
}
"""What one touches in each step of the lesson, and the key that does the same."""
SIGHT = """(what) => {
  const box = document.querySelector(what).getBoundingClientRect();
  const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return document.querySelector(what).contains(under);
}"""
"""Whether the middle of something can be seen: it is on the screen, and nothing lies over it."""


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "fr")])
def test_the_hunt_is_learned_by_going_on_one(
    visit: Visit, axe_source: str, size: tuple[int, int], language: str
) -> None:
    """By keys alone where there is a keyboard, by touch alone where there is none."""
    player = visit(language, size)
    told = taught("hunt", language)
    page = player.open("/")
    page.locator("a.tile[href='/learn/hunt']").click()
    coach = page.locator(".coach[aria-live=polite]")
    for n, step in enumerate(told["steps"][:-1], 1):
        expect(coach).to_contain_text(step["text"])
        expect(coach).to_contain_text(str(n))
        expect(coach.locator("a[href='/']")).to_be_visible()  # one may leave at any time
        page.wait_for_timeout(50)
        if step["place"]:
            assert page.evaluate(SIGHT, f"[data-place={step['place']}]"), step["caption"]
        no_violations(player, axe_source)
        actions = LESSON[step["caption"]] if step["options"] else ((".coach button", "Enter"),)
        for selector, key in actions:
            assert page.evaluate(SIGHT, selector), step["caption"]
            if size == PHONE:
                assert player.tap((selector,)), step["caption"]
            elif key == "Enter":
                page.locator(selector).press(key)
            else:
                page.keyboard.press(key)
    expect(coach).to_contain_text(told["steps"][-1]["text"])
    no_violations(player, axe_source)
    fought = page.locator(".monsters .fight")
    expect(fought).to_contain_text(str(told["steps"][-1]["view"]["heroes"][0]["combat"]))
    expect(page.locator(".sheet .stars")).to_contain_text(str(told["end"]["heroes"][0]["total"]))
    coach.locator("a[href='/']").click()
    page.wait_for_selector("form.begin")


def test_the_lesson_can_be_left_and_speaks_every_language(visit: Visit) -> None:
    player = visit("en")
    page = player.open("/learn/hunt")
    page.locator(".coach button").click()
    for language in ("de", "fr"):
        page.locator(f"header .quick button[lang={language}]").click()
        expect(page.locator(".coach p")).to_have_text(taught("hunt", language)["steps"][1]["text"])
        expect(page.locator(".monsters .minion")).to_contain_text(
            {"de": "Kampfwürfel", "fr": "dé de Combat"}[language]
        )
    page.locator(".coach a[href='/']").click()
    page.wait_for_selector("form.begin")
