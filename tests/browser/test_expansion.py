"""Monsters & Minions in real browsers: three around one device, and alone, large and small."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rollplayer.expansions.monsters_and_minions.things import COMBAT_ROLL, HONOR, INJURIES
from rollplayer.expansions.monsters_and_minions.wilds import wilds
from rollplayer.server.lesson import taught
from rollplayer.server.table import Table
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, PHONE, Served, Visitor, axe
from tests.server.prepared import grown, stored

pytestmark = [pytest.mark.browser, pytest.mark.once]

SIZES = (DESKTOP, PHONE)
BOX = "input[name=expansion][value=monsters-and-minions]"
SECONDS = 150


def begin(player: Visitor, mode: str, players: int = 3) -> None:
    page = player.open("/")
    page.wait_for_selector("button.go:not(:disabled)")
    page.locator(f"label.mode:has(input[value={mode}])").click()
    page.locator(BOX).check()
    if mode != "solitaire":
        page.locator("select").first.select_option(str(players))
    page.locator("summary").click()
    page.locator("input[value=short-game]").check()
    page.locator("button.go").click()
    page.wait_for_url("**/g/*")


def no_violations(player: Visitor, source: str) -> None:
    assert axe(player.page, source) == []
    player.no_overflow()


def test_the_box_brings_a_fifth_seat_and_its_variants(visit: Visit, axe_source: str) -> None:
    player = visit("de")
    page = player.open("/")
    page.locator(BOX).check()
    expect(page.locator("label.box")).to_contain_text("Schergen")
    expect(page.locator("select").first.locator("option")).to_have_count(4)
    page.locator("select").first.select_option("5")
    page.locator("summary").click()
    page.locator("input[value=open-adventure]").check()
    expect(page.locator("input[name=edition]")).to_have_count(1)
    no_violations(player, axe_source)
    page.locator(BOX).uncheck()
    expect(page.locator("input[value=open-adventure]")).to_have_count(0)
    expect(page.locator("select").first).to_have_value("4")


@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone"))
def test_three_around_one_device(visit: Visit, axe_source: str, size: tuple[int, int]) -> None:
    player = visit("en", size)
    begin(player, "hotseat")
    page = player.page
    player.play_until(".wilds .hunt", SECONDS)
    expect(page.locator(".wilds .minion .rewards thead")).to_be_attached()
    no_violations(player, axe_source)
    player.play_until("button.card.secret", SECONDS)
    # Nobody reads over the shoulder: neither on the table nor in the log.
    looked = [text for text in page.locator(".log p").all_text_contents() if "looked at" in text]
    assert looked
    assert all(text.endswith("looked at an Adventure card.") for text in looked)
    page.locator("button.card.secret").first.click()
    curtain = page.locator("dialog.curtain")
    expect(curtain).to_contain_text("Pass the device to")
    expect(curtain.locator("dl")).to_have_count(0)
    curtain.locator("button").first.click()
    expect(curtain.locator("dt").first).to_contain_text("Location:")
    no_violations(player, axe_source)
    curtain.locator("button").first.click()
    expect(curtain).to_have_count(0)
    player.play_until(".wilds .fight", SECONDS)
    expect(page.locator(".wilds .fight tbody tr")).to_have_count(3)
    no_violations(player, axe_source)
    player.play_until("dialog.end", SECONDS)
    expect(page.locator("dialog.end tbody")).to_contain_text("Monster Combat")
    no_violations(player, axe_source)


@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone"))
def test_alone_until_the_monster_wins(visit: Visit, axe_source: str, size: tuple[int, int]) -> None:
    player = visit("fr", size)
    begin(player, "solitaire")
    player.play_until(".wilds .monster", SECONDS)
    expect(player.page.locator(".wilds .strength")).to_contain_text("Puissance")
    player.play_until("dialog.end", SECONDS)
    # Who only points at whatever glows has little to set against a Monster.
    expect(player.page.locator("dialog.end h2")).to_contain_text("Le Monstre a tué Alrik")
    expect(player.page.locator("dialog.end tbody")).to_contain_text("Combat contre le Monstre")
    no_violations(player, axe_source)


def hunts_and_saves(notation: str) -> int:
    """Hunt whenever that is open, and keep XP and cards for the Monster."""
    if notation == "hunt":
        return 2
    return 0 if notation.startswith(("reroll", "action", "heal", "use", "drop")) else 1


def will_win(table: Table) -> bool:
    """The last roll is enough as it lies, and there is XP to reroll it."""
    game = table.game
    if game.question() != "monster-reroll":
        return False
    hero, now = game.heroes[0], wilds(game)
    monster, roll = now.the_monster(), hero.piles[COMBAT_ROLL]
    counted = sum(face for face in roll if face not in monster.worthless)
    total = counted + hero.counts[HONOR] - hero.counts[INJURIES] * monster.injury
    return total >= now.strength() and not set(roll) & set(monster.must_reroll)


@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone"))
def test_alone_until_the_hero_wins(
    visit: Visit, axe_source: str, tmp_path: Path, size: tuple[int, int]
) -> None:
    table = grown(will_win, 1, hunts_and_saves, expansions=("monsters-and-minions",))
    # Playwright has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as beside:
        created = beside.submit(stored, tmp_path / "games", table).result()
    server = Served(tmp_path / "games")
    try:
        player = visit("de", size, server.address)
        page = player.open(f"/g/{created['game']['id']}#seat=0.{created['seats']['0']}")
        page.wait_for_selector(".dock.asked")
        dice = page.locator(".wilds .fight .combat")
        expect(dice).to_have_count(len(table.game.heroes[0].piles[COMBAT_ROLL]))
        no_violations(player, axe_source)
        # A die is chosen by pointing at it; nothing is rolled before a button says so.
        page.locator("button.combat.glow").first.click()
        expect(page.locator("button.combat.picked").first).to_be_visible()
        expect(page.locator(".answers .button.roll")).to_have_count(1)
        page.keyboard.press("Escape")
        page.locator(".answers .skip").click()
        page.wait_for_selector("dialog.end")
        expect(page.locator("dialog.end h2")).to_contain_text("Du bist")
        no_violations(player, axe_source)
    finally:
        server.stop()


LESSON = {
    "take": (("button.glow[data-at='init:1']", "1"),),
    "place": (("button.space.glow[data-at='row:cha']", "1"),),
    "charm": ((".answers .button", "1"),),
    "hunt": ((".answers .button", "1"),),
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
    fought = page.locator(".wilds .fight")
    expect(fought).to_contain_text(str(told["steps"][-1]["view"]["heroes"][0]["combat"]))
    expect(page.locator(".sheet .stars")).to_contain_text(str(told["end"]["heroes"][0]["total"]))
    coach.locator("a[href='/']").click()
    page.wait_for_selector("form.begin")


def test_the_lesson_can_be_left_and_speaks_every_language(visit: Visit) -> None:
    player = visit("en")
    page = player.open("/learn/hunt")
    page.locator(".coach button").click()
    for language in ("de", "fr"):
        page.locator(f"header button[lang={language}]").click()
        expect(page.locator(".coach p")).to_have_text(taught("hunt", language)["steps"][1]["text"])
        expect(page.locator(".wilds .minion")).to_contain_text(
            {"de": "Kampfwürfel", "fr": "dé de Combat"}[language]
        )
    page.locator(".coach a[href='/']").click()
    page.wait_for_selector("form.begin")
