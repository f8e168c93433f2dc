"""Every screen: access for all, in three languages and two sizes; lesson, replay and scorer."""

import json
import os
import random
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollplayer.bots import make_bot
from rollplayer.content import load
from rollplayer.engine.table import COLORS, ROWS, SPACES
from rollplayer.log import write_lines
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options
from rollplayer.scorer import read_table, score
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, LANGUAGES, PHONE, TAKE, Served, Visitor, axe

pytestmark = [pytest.mark.browser, pytest.mark.once]

SHOWN_LINES = ("goals", "class_color", "alignment", "backstory", "armor", "traits")
NOTE_WHEN_READY = """new MutationObserver(() => {
  if (document.querySelector('button.go:not(:disabled)')) window.ready ??= performance.now();
}).observe(document, {childList: true, subtree: true, attributes: true})"""
FRAME = 17.0
"""Milliseconds of one frame at 60 a second, as a browser's clock rounds them."""
ROLL_ALL = """async () => {
  const dice = [...document.querySelectorAll('.sheet .scene')];
  for (const die of dice) { die.classList.remove('roll'); void getComputedStyle(die).animationName; }
  for (const die of dice) die.classList.add('roll');
  const tumbling = document.getAnimations().filter((each) => each.animationName?.includes('tumble'));
  if (tumbling.length !== 18) throw new Error(`${tumbling.length} dice tumble`);
  const frames = [];
  let last = await new Promise(requestAnimationFrame);
  for (const end = last + 900; last < end; ) {
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  frames.sort((a, b) => a - b);
  return frames[Math.floor(frames.length / 2)];
}"""
"""The median time between two frames while every die tumbles."""
MOTION = """() => {
  const cube = document.querySelector('.sheet .cube');
  cube.closest('.scene').classList.add('roll');
  const style = getComputedStyle(cube);
  return {animation: style.animationName, transition: style.transitionProperty};
}"""
PAGES = ("/", "/tables", "/rules", "/score", "/replay", "/learn", "/about")


def sit_down(visitor: Visitor) -> None:
    """Into a game, as far as the first Initiative card."""
    visitor.begin("bots")
    visitor.page.wait_for_selector(".dock")
    visitor.play_until(TAKE)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_has_nothing_to_say(
    visit: Visit, axe_source: str, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(language, size)
    for path in PAGES:
        page = visitor.open(path)
        page.wait_for_timeout(250)
        assert axe(page, axe_source) == [], path
        visitor.no_overflow()
    visitor.begin("bots")
    visitor.page.wait_for_selector(".setup")
    assert axe(visitor.page, axe_source) == [], "choosing a race"
    sit_down(visitor)
    assert axe(visitor.page, axe_source) == [], "the table"
    visitor.page.locator(".pile").first.click()
    assert axe(visitor.page, axe_source) == [], "the bag"
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("?")
    assert axe(visitor.page, axe_source) == [], "help"
    visitor.no_overflow()
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".hand button").click()  # a bot plays on to the end
    visitor.page.wait_for_selector("dialog.end tfoot")
    assert axe(visitor.page, axe_source) == [], "the end"
    visitor.no_overflow()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_longer_words_fit(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit("en-XA", size)
    for path in PAGES:
        visitor.open(path).wait_for_timeout(200)
        visitor.no_overflow()
    sit_down(visitor)
    visitor.no_overflow()
    if size == PHONE:
        for tab in range(4):
            visitor.page.locator(".tabs button").nth(tab).click()
            visitor.no_overflow()


def test_the_lesson_comes_to_its_end(visit: Visit) -> None:
    page = visit("de").open("/learn")
    page.locator(".coach button").click()
    page.locator("button.glow[data-at='init:2']").click()
    page.locator("button.space.glow[data-at='row:str']").click()
    page.locator("button.glow[data-at='spot:con2']").click()
    page.locator("button.glow[data-at='card:longbow']").click()
    page.locator(".answers .button").first.click()
    page.locator("button.glow[data-at='space:ng']").click()
    page.locator(".own[data-at='card:acrobatics']").click()
    page.locator(".answers .button").first.click()
    page.locator("button.glow[data-at='spot:str3']").click()
    page.locator("button.glow[data-at='spot:dex3']").click()
    expect(page.locator(".coach")).to_contain_text("Das ist das ganze Spiel")
    expect(page.locator(".standing")).to_contain_text("4/6")
    expect(page.locator(".coach a.button")).to_have_attribute("href", "/")


def finished_file() -> str:
    match = Match.new(Options(players=2, variants=("short-game",)))
    play_out(match, [make_bot("random", f"browser{seat}") for seat in range(2)])
    return "\n".join(write_lines(match.file())) + "\n"


def drop_finished(visitor: Visitor) -> Page:
    """The replay of a whole game, from a file that is dropped on the page."""
    page = visitor.open("/replay")
    page.evaluate(
        """(text) => {
          const moved = new DataTransfer();
          moved.items.add(new File([text], 'game.jsonl'));
          window.dispatchEvent(new DragEvent('drop', {dataTransfer: moved, bubbles: true, cancelable: true}));
        }""",
        finished_file(),
    )
    page.wait_for_selector(".controls")
    return page


def full_sheet(visitor: Visitor) -> Page:
    """Eighteen dice that may move."""
    visitor.open("/").evaluate(
        "localStorage.setItem('rollplayer.settings', JSON.stringify({language: 'en', speed: 'normal'}))"
    )
    page = drop_finished(visitor)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".sheet .cube")).to_have_count(18)
    return page


def test_eighteen_dice_roll_smoothly(visit: Visit) -> None:
    """60 frames a second; fewer only where more programs want to run than there are processors."""
    page = full_sheet(visit())
    medians: list[float] = []
    crowd = os.getloadavg()[0] / (os.cpu_count() or 1)
    allowed = FRAME * min(3.0, max(1.0, crowd))
    while len(medians) < 12 and min(medians, default=99.0) > allowed:
        medians.append(page.evaluate(ROLL_ALL))
    assert min(medians) <= allowed, medians


def test_dice_stand_still_for_those_who_want_it(visit: Visit) -> None:
    page = full_sheet(visit())
    moving = page.evaluate(MOTION)
    assert "tumble" in moving["animation"]
    assert moving["transition"] != "none"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOTION) == {"animation": "none", "transition": "none"}


def test_a_dropped_file_is_played_step_by_step(visit: Visit, tmp_path: Path) -> None:
    page = drop_finished(visit("fr"))
    total = int(page.locator(".controls input[type=range]").get_attribute("max") or 0)
    assert total > 100
    page.get_by_role("button", name="Décision suivante").click()
    assert page.locator(".now b").inner_text() != "0"
    page.locator(".controls select").first.select_option(index=3)
    expect(page.locator(".round b")).to_have_text("3")
    page.get_by_role("button", name="À la fin").click()
    expect(page.locator(".now b")).to_have_text(str(total))
    assert page.locator(".sheet .filled").count() == 18
    broken = tmp_path / "broken.jsonl"
    broken.write_text("no game\n", encoding="utf-8")
    page.goto(page.url.split("/replay")[0] + "/replay")
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.locator("[role=alert]")).to_be_visible()


def random_hero(chance: random.Random, facts: dict[str, Any], seat: int) -> dict[str, Any]:
    dice = [color for color in COLORS for _ in range(4)]
    chance.shuffle(dice)
    fewer = chance.choice((0, 0, 0, 1, 2))
    rows = {
        row: [
            f"{dice.pop()}{chance.randint(1, 6)}" for _ in range(3 - (fewer if row == "cha" else 0))
        ]
        for row in ROWS
    }
    weapons = [c for c, fact in facts["card"].items() if fact["kind"] == "weapon"]
    others = [c for c, fact in facts["card"].items() if fact["kind"] != "weapon"]
    cards = chance.sample(others, chance.randint(0, 11)) + chance.sample(weapons, 1)
    return {
        "name": f"Hero {seat}",
        "race": chance.choice(list(facts["race"])),
        "class": chance.choice(list(facts["class"])),
        "alignment": chance.choice(list(facts["alignment"])),
        "token": chance.choice(SPACES),
        "backstory": chance.choice(list(facts["backstory"])),
        "sheet": rows,
        "gold": chance.randint(0, 30),
        "cards": cards,
    }


def test_the_scorer_counts_as_the_engine_does(visit: Visit, served: Served) -> None:
    library = load("second")
    chance = random.Random(11)
    visitor = visit("fr", PHONE)
    for _ in range(40):
        hero = random_hero(chance, library.facts, 1)
        wanted = score(read_table({"heroes": [hero]}, library))
        padded = {row: (dice + [None] * 3)[:3] for row, dice in hero["sheet"].items()}
        page = visitor.open("/score")
        page.evaluate(
            "(text) => localStorage.setItem('rollplayer.scorer', text)",
            json.dumps([{**hero, "sheet": padded}]),
        )
        page.reload()
        page.wait_for_selector("tfoot")
        lines = page.locator("tbody td b").all_inner_texts()
        told = wanted["heroes"][0]["lines"]
        assert [int(line) for line in lines] == [told[key] for key in SHOWN_LINES], hero
    visitor.no_overflow()


def test_the_scorer_works_without_a_network(visit: Visit) -> None:
    visitor = visit("de", PHONE)
    page = visitor.open("/score")
    page.wait_for_selector("tfoot")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector("tfoot")
    visitor.context.set_offline(True)
    page.reload()
    page.wait_for_selector("tfoot")
    page.locator(".space").first.click()
    page.get_by_role("button", name="rot 6").click()
    expect(page.locator(".sum").first).to_contain_text("6")
    visitor.context.set_offline(False)


def test_the_page_is_quick_and_steady(visit: Visit) -> None:
    """Interactive within 1.5 s at a quarter of the speed, and nothing jumps; the best of three."""
    best = 99.0
    for _ in range(3):
        visitor = visit("en")
        line = visitor.context.new_cdp_session(visitor.page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        visitor.page.add_init_script(NOTE_WHEN_READY)
        visitor.page.goto(visitor.address + "/")
        visitor.page.wait_for_selector("button.go:not(:disabled)")
        best = min(best, visitor.page.evaluate("window.ready") / 1000)
        shift = visitor.page.evaluate(
            """() => new Promise((done) => { let sum = 0;
              new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; })
                .observe({type: 'layout-shift', buffered: true});
              setTimeout(() => done(sum), 400); })"""
        )
        assert shift <= 0.05
        if best < 1.5:
            break
    assert best < 1.5


def test_the_content_is_there_in_every_language(served: Served) -> None:
    for language in LANGUAGES:
        with urllib.request.urlopen(f"{served.address}/api/v1/content?language={language}") as told:
            assert json.load(told)["texts"]["card"]["climb"]["name"]
