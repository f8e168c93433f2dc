"""What happens is seen: in order, at a pace one sets, with Hunts and Monster Combat as scenes."""

import json
import random
import re
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from rollplayer.chance import Chance
from rollplayer.engine.table import CHANCE
from rollplayer.expansions.monsters_and_minions.registrations import COMBAT_DICE, XP
from rollplayer.log import write_lines
from rollplayer.match import Match
from rollplayer.rules.options import Options
from rollplayer.server.rooms.recorded_match import RecordedMatch, rebuild
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, PHONE, Served, Visitor, allowance, axe
from tests.browser.test_motion import FRAME, LONG_FRAMES
from tests.server.prepared import grown

pytestmark = [pytest.mark.browser, pytest.mark.once]

MONSTERS = "monsters-and-minions"
SIZES = (DESKTOP, PHONE)
SCENE = "[data-scene=minion]"
SOON = 30_000
"""Milliseconds for what comes at its own pace, also where others want the processors."""
DRAWN = """async () => {
  const {style} = document.documentElement;
  while (!style.getPropertyValue('--felt-drawn')) await new Promise(requestAnimationFrame);
}"""
FRAMES = """async () => {
  // From the moment the dice are in the air.
  const flies = (each) => each.animationName?.includes('tumble') && each.currentTime > each.effect.getTiming().delay;
  while (!document.getAnimations().some(flies)) await new Promise(requestAnimationFrame);
  let last = await new Promise(requestAnimationFrame);
  const frames = [];
  for (const end = last + 900; last < end; ) {
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  return {frames, dice: document.querySelectorAll('[data-scene] .combat').length};
}"""
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const market = [...document.querySelectorAll('.market .slot:not(.empty)')].map((each) => each.dataset.at);
    const dice = document.querySelectorAll('.line .card[data-at^="init:"] .scene').length;
    const coins = document.querySelectorAll('.line .coin').length;
    const now = JSON.stringify([market, coins, dice]);
    if (window.seen.at(-1) !== now) window.seen.push(now);
  };
  look();
  new MutationObserver(look).observe(document, {childList: true, subtree: true, attributes: true});
}"""
"""Every state of Market, coins and dice that the table shows."""


class Moment(NamedTuple):
    """A table, and the answer that brings what is to be seen."""

    table: RecordedMatch
    answer: str


def phase_after(table: RecordedMatch, option: int) -> str:
    """The phase that an answer, and the chance after it, leads to."""
    match = table.match
    ahead = rebuild(
        match.header.plain(), match.chance.seed, [record.row() for record in table.records]
    )
    ahead.act(ahead.game.seat(), option, 1, "human", "ahead")
    while not ahead.game.over and ahead.game.seat() == CHANCE:
        ahead.roll(2)
    phase: str = ahead.game.rules.vocabulary.phases[ahead.game.phase]
    return phase


def hunts(notation: str) -> int:
    return 1 if notation == "hunt" else 0


def at_hire(table: RecordedMatch) -> bool:
    """A Hunt of at least three dice that only needs to be rolled, with nothing to reroll."""
    game = table.game
    if game.seat() == CHANCE or game.question() != "hunt-hire":
        return False
    hero = game.heroes[game.seat()]
    return hero.counts[COMBAT_DICE] >= 3 and hero.counts[XP] == 0


@pytest.fixture(scope="module")
def hunt() -> Moment:
    return Moment(grown(at_hire, 2, hunts, expansions=(MONSTERS,)), "pass")


def last_of_round(table: RecordedMatch) -> bool:
    """Discarding a card ends the round, and the next one lays a coin."""
    game = table.game
    if game.seat() == CHANCE or game.question() != "market-turn" or game.round < 1:
        return False
    options = [each for each in game.options() if game.rules.names.write(each).startswith("disc")]
    return bool(options) and phase_after(table, options[0]) == "dice"


@pytest.fixture(scope="module")
def eve_of_round() -> Moment:
    table = grown(last_of_round, 2)
    names = table.game.rules.names
    answers = [names.write(option) for option in table.game.options()]
    return Moment(table, next(each for each in answers if each.startswith("discard")))


@pytest.fixture
def serve(served: Served) -> Any:
    return lambda moment: (served, served.lay(moment.table))


def sit(visitor: Visitor, created: dict[str, Any], speed: str, seats: tuple[int, ...]) -> Page:
    """Takes seats at a table that stands ready; none to watch."""
    visitor.prefer(language="en", speed=speed)
    if seats:
        visitor.hold(created, *seats)
    page = visitor.open(f"/g/{created['game']['id']}")
    page.wait_for_selector(".decision-bar.asked" if seats else ".decision-bar")
    return page


def say(page: Page, notation: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(notation)
    page.keyboard.press("Enter")


TRIES = 3
DELAYS = """(row) => [row, ...row.querySelectorAll('.odds, .here')]
  .map((part) => part.getAnimations()[0]?.effect.getTiming().delay ?? 0)"""


def scene_share(page: Page) -> float:
    """How much of a scene's width its creature has."""
    face = page.locator(f"{SCENE} .creature .face").bounding_box()
    scene = page.locator(SCENE).bounding_box()
    assert face is not None
    assert scene is not None
    return face["width"] / scene["width"]


# -- scenes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone"))
def test_a_hunt_shows_its_dice_and_its_result_until_it_is_seen(
    visit: Visit, axe_source: str, serve: Any, hunt: Moment, size: tuple[int, int]
) -> None:
    server, created = serve(hunt)
    visitor, watcher = visit("en", size, server.address), visit("en", DESKTOP, server.address)
    seat = hunt.table.game.seat()
    watching = sit(watcher, created, "slow", ())
    page = sit(visitor, created, "slow", (seat,))
    minion = page.locator(".monsters .minion .name b").text_content()
    say(page, hunt.answer)
    for each in (page, watching):
        scene = each.locator(SCENE)
        each.wait_for_selector(f"{SCENE} .combat")
        expect(scene).to_contain_text(str(minion))
        expect(scene.locator(".combat").nth(2)).to_be_visible()
        # A letter names the color of a die; these have none.
        expect(scene.locator(".combat .letter >> visible=true")).to_have_count(0)
        # The dice come before what they bring, and the table does not tell it earlier.
        expect(scene.locator(".sum")).to_contain_text("Total")
    expect(page.locator(f"{SCENE} .ladder .odds").first).to_contain_text("%")
    for each in (page, watching):
        each.wait_for_selector(f"{SCENE} .seen")
        reached = each.locator(f"{SCENE} .ladder .reached")
        expect(reached).to_have_count(1)
        # Nothing of the row looks different before the dice lie still.
        assert reached.evaluate(DELAYS)
        assert all(delay > 0 for delay in reached.evaluate(DELAYS))
        expect(each.locator(f"{SCENE} .result")).to_contain_text("ended the Hunt")
        expect(each.locator(f"{SCENE} .headline")).to_contain_text(re.compile("Success!|Failure!"))
        faces = each.locator(f"{SCENE} .combat .sr").all_text_contents()
        total = re.search(r"with (\d+)", str(each.locator(".result .what").text_content()))
        assert total is not None
        assert sum(map(int, faces)) == int(total[1])
        expect(each.locator(".monsters .minion .name b")).to_have_text(str(minion))
        # The creature has its third of the scene, and all of the scene is in sight.
        assert scene_share(each) > 0.28
        places = [f"{SCENE} .ladder li:last-child", f"{SCENE} .foot"]
        lowest, foot = (each.locator(place).bounding_box() for place in places)
        assert lowest is not None
        assert foot is not None
        assert lowest["y"] + lowest["height"] <= foot["y"]
    visitor.no_overflow()
    if size == PHONE:
        page.touchscreen.tap(20, 300)
    else:
        page.keyboard.press("a")
    expect(page.locator(SCENE)).to_have_count(0)
    expect(page.locator(".monsters .minion .name b")).not_to_have_text(str(minion), timeout=SOON)
    watching.locator(f"{SCENE} .seen").click()
    expect(watching.locator(SCENE)).to_have_count(0)


def test_a_scene_can_be_read_by_everybody(
    visit: Visit, axe_source: str, serve: Any, hunt: Moment
) -> None:
    server, created = serve(hunt)
    page = sit(visit("en", PHONE, server.address), created, "slow", (hunt.table.game.seat(),))
    say(page, hunt.answer)
    page.wait_for_selector(f"{SCENE} .ladder .reached")
    assert axe(page, axe_source) == []


def test_a_result_nobody_looks_at_goes_by_itself(visit: Visit, serve: Any, hunt: Moment) -> None:
    server, created = serve(hunt)
    page = sit(visit("en", DESKTOP, server.address), created, "fast", (hunt.table.game.seat(),))
    say(page, hunt.answer)
    page.wait_for_selector(f"{SCENE} .seen")
    begun = time.monotonic()
    page.wait_for_selector(SCENE, state="detached")
    assert 2 < time.monotonic() - begun < 15


def frames_of_a_hunt(visit: Visit, serve: Any, hunt: Moment) -> list[float]:
    """Milliseconds of each frame while the dice of a Hunt roll."""
    server, created = serve(hunt)
    page = sit(visit("en", DESKTOP, server.address), created, "normal", (hunt.table.game.seat(),))
    # What is drawn for the first time is not yet what moves.
    page.evaluate(DRAWN)
    page.evaluate(f"() => {{ window.rolled = ({FRAMES})(); }}")
    say(page, hunt.answer)
    rolled = page.evaluate("window.rolled")
    assert rolled["dice"] >= 3
    return sorted(rolled["frames"])


def test_a_hunt_rolls_smoothly(visit: Visit, serve: Any, hunt: Moment) -> None:
    """60 frames a second; fewer only by what else wants the processors, which it does not do each time."""
    for _ in range(TRIES):
        frames = frames_of_a_hunt(visit, serve, hunt)
        busy = allowance()
        middle = frames[len(frames) // 2]
        long = sum(frame > 1.5 * FRAME * busy for frame in frames) / len(frames)
        print(f"frame {middle:.1f} ms, {long:.1%} long, bounds count {busy:.2f} times")
        if middle <= FRAME * busy and long <= LONG_FRAMES * busy:
            return
    pytest.fail(f"{TRIES} Hunts, and in the last one a frame took {middle:.1f} ms")


def hunted() -> Match:
    """A game up to the end of its first Hunt."""
    options = Options(players=2, expansions=(MONSTERS,))
    match = Match.new(options, chance=Chance.from_text("hunted"))
    choice = random.Random(1)
    while "hunt-ended" not in str(match.entries[-1:]):
        game = match.game
        if game.seat() == CHANCE:
            match.roll()
            continue
        write = game.rules.names.write
        wanted = [each for each in game.options() if write(each) == "hunt"]
        if game.question().startswith("hunt-"):
            wanted = [each for each in game.options() if write(each) == "pass"]
        match.act(game.seat(), choice.choice(wanted or game.options()))
    return match


def test_a_replay_shows_the_same_scene(visit: Visit, tmp_path: Path) -> None:
    match, file = hunted(), tmp_path / "hunt.jsonl"
    file.write_text("\n".join(write_lines(match.file())) + "\n", encoding="utf-8")
    visitor = visit()
    visitor.open("/").evaluate(
        "localStorage.setItem('rollplayer.settings', JSON.stringify({language: 'en', speed: 'fast'}))"
    )
    page = visitor.open("/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_selector(".controls")
    frames = page.locator(".controls input[type=range]")
    last = int(frames.get_attribute("max") or 0)
    begun = next(entry for entry in reversed(match.entries) if "hunt-begun" in str(entry.events))
    before = match.entries.index(begun)
    frames.evaluate(
        "(node, to) => { node.value = to; node.dispatchEvent(new Event('input', {bubbles: true})); }",
        before,
    )
    for _ in range(last - before):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(1500)  # who presses on skips what is being shown
        if page.locator(f"{SCENE} .combat").count():
            break
    page.wait_for_selector(f"{SCENE} .seen")
    expect(page.locator(f"{SCENE} .result")).to_contain_text("ended the Hunt")
    page.keyboard.press("a")
    expect(page.locator(SCENE)).to_have_count(0)


# -- the story --------------------------------------------------------------------------------------


def begin(visitor: Visitor, speed: str, *, players: int = 2) -> Page:
    visitor.prefer(language="en", speed=speed)
    visitor.begin("bots", players=players)
    return visitor.page


TURN = re.compile(r"^Brunhild took card \d \(\w+ \d\)(: \+1 Gold)?; placed it on [A-Z]{3} \d")


@pytest.mark.parametrize("calm", [False, True], ids=("moving", "calm"))
@pytest.mark.parametrize("size", SIZES, ids=("desktop", "phone"))
def test_a_bots_turn_is_one_line_and_leaves_its_marks(
    visit: Visit, axe_source: str, size: tuple[int, int], calm: bool
) -> None:
    visitor = visit("en", size)
    if calm:
        visitor.page.emulate_media(reduced_motion="reduce")
    visitor.context.add_init_script(
        "window.flown = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...all) { window.flown += 1; return animate.apply(this, all); };"
    )
    page = begin(visitor, "fast")
    heard = page.locator("[role=log][aria-live=polite] p").filter(has_text=TURN)
    until = time.monotonic() + 90
    while not heard.count():
        assert time.monotonic() < until, page.locator(".story").inner_text()
        if not visitor.act():
            page.wait_for_timeout(20)
    expect(page.locator(".story .ahead")).to_have_count(0, timeout=SOON)
    # One line a turn is heard; the log with each event is for reading.
    lines = page.locator("[role=log][aria-live=polite] p").all_text_contents()
    assert sum("Brunhild took card" in line for line in lines) <= 2
    expect(page.locator(".log [role=log]")).to_have_attribute("aria-live", "off")
    told = next(line for line in reversed(lines) if TURN.match(line))
    page.locator(".story .earlier").click()
    expect(page.locator(".story .all li").filter(has_text=told)).to_have_count(1)
    page.locator(".story .earlier").click()
    spot = re.search(r"placed it on ([A-Z]{3}) (\d)", told)
    assert spot is not None
    seat = page.locator(".rival").get_attribute("data-seat")
    mark = page.locator(f"[data-rival-spot='{seat}.{spot[1].lower()}{spot[2]}']")
    expect(mark).to_have_class(re.compile("changed"))
    assert (page.evaluate("window.flown") == 0) is calm
    assert axe(page, axe_source) == []
    visitor.no_overflow()


def test_starting_dice_of_bots_lie_there_in_one_go(visit: Visit) -> None:
    visitor = visit()
    page = begin(visitor, "normal", players=3)
    end = time.monotonic() + 90
    page.evaluate(
        """() => { window.filled = {};
        const look = () => { for (const each of document.querySelectorAll('.rival')) {
          const dice = each.querySelectorAll('[data-rival-spot] svg').length;
          const times = window.filled[each.dataset.seat] ??= [];
          if (dice && times.at(-1)?.dice !== dice) times.push({dice, at: performance.now()});
        } };
        new MutationObserver(look).observe(document, {childList: true, subtree: true}); }"""
    )
    while not visitor.page.locator(".story .line").filter(has_text="Round 1").count():
        assert time.monotonic() < end, "the first round did not come"
        if not visitor.act():
            page.wait_for_timeout(20)
    for times in page.evaluate("Object.values(window.filled)"):
        lying = [each for each in times if each["dice"] <= 6]
        assert lying[-1]["dice"] >= 6
        assert lying[-1]["at"] - lying[0]["at"] < 1500 * allowance()


# -- order, pace and catching up --------------------------------------------------------------------


def begins(page: Page, eve_of_round: Moment) -> None:
    """Waits until the next round lies there: its dice are the last that comes."""
    number = eve_of_round.table.game.round + 1
    expect(page.locator(".log")).to_contain_text(f"Round {number}: Dice Phase", timeout=SOON)


def test_a_round_changes_one_thing_after_the_other(
    visit: Visit, serve: Any, eve_of_round: Moment
) -> None:
    server, created = serve(eve_of_round)
    visitor = visit("en", DESKTOP, server.address)
    page = sit(visitor, created, "fast", (0, 1))
    page.evaluate(WATCH)
    say(page, eve_of_round.answer)
    begins(page, eve_of_round)
    expect(page.locator(".story .ahead")).to_have_count(0, timeout=SOON)
    seen = [json.loads(each) for each in page.evaluate("window.seen")]
    first, last = seen[0], seen[-1]
    # The old cards are gone before new ones come, and the dice come last.
    empty = next(n for n, (cards, _, _) in enumerate(seen) if not cards)
    cards = next(n for n, (market, _, _) in enumerate(seen) if market == last[0])
    dice = next(n for n, (_, _, lying) in enumerate(seen) if n > empty and lying == last[2])
    assert first[0]
    assert set(first[0]).isdisjoint(last[0])
    assert last[2] > 0
    assert empty < cards < dice
    assert seen[empty][2] == 0


@pytest.mark.parametrize("how", ["button", "click", "key"])
def test_one_catches_up_at_any_time(
    visit: Visit, serve: Any, eve_of_round: Moment, how: str
) -> None:
    server, created = serve(eve_of_round)
    page = sit(visit("en", DESKTOP, server.address), created, "slow", (0, 1))
    say(page, eve_of_round.answer)
    page.wait_for_selector(".story .ahead")
    version = page.evaluate("document.documentElement.dataset.version")
    match how:
        case "button":
            page.locator(".story .ahead").click()
        case "click":
            felt = page.locator(".table.felt")  # its upper part may lie below the question
            height = felt.evaluate("(node) => node.offsetHeight")
            felt.click(position={"x": 8, "y": height - 8})
        case "key":
            page.evaluate("document.activeElement.blur()")  # who types does not hurry
            page.keyboard.press("ArrowDown")
    expect(page.locator(".story .ahead")).to_have_count(0)
    expect(page.locator(".decision-bar.asked")).to_be_visible()
    # Who only hurried has chosen nothing.
    assert page.evaluate("document.documentElement.dataset.version") > version
    assert page.locator(".line .card.taken").count() == 0


def test_an_own_question_does_not_wait_for_long(
    visit: Visit, serve: Any, eve_of_round: Moment
) -> None:
    server, created = serve(eve_of_round)
    page = sit(visit("en", DESKTOP, server.address), created, "normal", (0, 1))
    say(page, eve_of_round.answer)
    page.wait_for_selector(".story .ahead")
    begun = time.monotonic()
    page.wait_for_selector(".decision-bar.asked")
    assert time.monotonic() - begun < 3 * allowance()


def test_the_pace_is_set_at_the_table_and_kept(
    visit: Visit, serve: Any, eve_of_round: Moment
) -> None:
    server, created = serve(eve_of_round)
    visitor = visit("en", DESKTOP, server.address)
    page = sit(visitor, created, "normal", (0, 1))
    page.locator("header.bar button[aria-haspopup=dialog]").last.press("Enter")
    paces = page.locator("dialog.settings input[name=speed]")
    expect(paces).to_have_count(4)
    page.locator("dialog.settings input[name=speed][value=off]").check()
    page.keyboard.press("Escape")
    page.evaluate(WATCH)
    say(page, eve_of_round.answer)
    begins(page, eve_of_round)
    # Without a pace, everything is there at once.
    assert len(page.evaluate("window.seen")) == 2
    page.reload()
    expect(page.locator(":root")).to_have_attribute("data-speed", "off")
    kept = page.evaluate("JSON.parse(localStorage.getItem('rollplayer.settings')).speed")
    assert kept == "off"


def test_the_log_on_a_phone_opens_at_its_newest_line(
    visit: Visit, serve: Any, hunt: Moment
) -> None:
    server, created = serve(hunt)
    page = sit(visit("en", PHONE, server.address), created, "off", (hunt.table.game.seat(),))
    expect(page.locator(".log p")).not_to_have_count(0)
    page.locator(".tabs button").last.click()
    expect(page.locator(".log p").last).to_be_in_viewport()
