"""Places are fixed: nothing jumps, what is picked is seen to be, and keys look like keys."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.browser.conftest import Visit
from tests.browser.driving import LANGUAGES, TAKE, Served
from tests.browser.positions import At, asked, can_only_discard, moment_of, moments_of

pytestmark = [pytest.mark.browser, pytest.mark.once]

SHIFTS = """(() => {
  // A log rolls: that is what it does.
  document.querySelector('.log').style.visibility = 'hidden';
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.hadRecentInput ? 0 : entry.value;
  }).observe({type: 'layout-shift'});
})()"""
LEAST_SHIFT = 0.02


def place_of(page: Page, selector: str) -> dict[str, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, f"{selector} is not shown"
    return {key: round(box[key]) for key in ("x", "y", "width", "height")}


@pytest.mark.parametrize("most", [60, 0], ids=("begun", "whole"))
def test_nothing_shifts_in_a_game(visit: Visit, most: int) -> None:
    visitor = visit()
    visitor.begin("bots", until="take")
    page = visitor.page
    visitor.play_until(TAKE, 120)
    page.evaluate(SHIFTS)
    visitor.play_until("dialog.end", 400, most)
    shifted = page.evaluate("window.shifted")
    assert shifted < LEAST_SHIFT, f"the table has shifted by {shifted}"


def test_the_market_stays_where_it_is_as_questions_grow(browser: Browser, served: Served) -> None:
    at = At(browser, served.address, "de", (1440, 900))
    places = set()
    for moment in moments_of(4, 2, 1, ("de",), box=False):
        if moment.question.startswith("choose-"):
            continue
        page = at.lay(moment)
        # A long list of answers, and the hint, are the longest that a question becomes.
        more = page.locator(".decision-bar .aside button:has([data-sign='☰'])")
        places.add(tuple(place_of(page, ".market").items()))
        if more.count():
            more.click()
            places.add(tuple(place_of(page, ".market").items()))
            more.click()
    at.close()
    assert len(places) == 1, places


def test_own_cards_and_all_of_the_sheet_are_in_a_desk(browser: Browser, served: Served) -> None:
    for size in ((1440, 900), (1280, 720)):
        at = At(browser, served.address, "en", size)
        last = moments_of(4, 2, 1, ("en",), box=False)[-1]
        page = at.lay(last)
        least = {".alignment": 1, ".standing .total": 1, ".own [data-at^='card:']": 5, ".log": 1}
        for selector, count in least.items():
            parts = page.locator(selector).all()
            assert len(parts) >= count, selector
            for part in parts:
                box = part.bounding_box()
                assert box is not None, f"{selector} is not shown"
                assert box["y"] + box["height"] <= size[1], f"{selector} leaves {size}: {box}"
        at.close()


def test_dice_grow_with_the_window(browser: Browser, served: Served) -> None:
    wide = {}
    moment = next(
        each for each in moments_of(2, 1, 1, ("en",), box=False) if each.question == "take"
    )
    for size in ((1280, 720), (1440, 900), (2560, 1440)):
        at = At(browser, served.address, "en", size)
        wide[size] = place_of(at.lay(moment), ".sheet .scene")["width"] / size[1]
        at.close()
    least, most = min(wide.values()), max(wide.values())
    assert most < least * 1.1, wide
    assert least > 0.05, "a die is a twentieth of the window's height"


def test_a_picked_die_is_raised_framed_and_ticked(browser: Browser, served: Served) -> None:
    moment = next(
        each
        for seed in (2, 6)
        for each in moments_of(4, seed, 1, ("en",), box=False)
        if each.question in ("swap", "exchange")
    )
    at = At(browser, served.address, "en", (1440, 900))
    page = at.lay(moment)
    die = page.locator("button.glow[data-spot]").first
    before = die.bounding_box()
    die.click()
    picked = page.locator("button.picked[data-spot]").first
    after = picked.bounding_box()
    assert before is not None
    assert after is not None
    looks = picked.evaluate(
        "(node) => [getComputedStyle(node, '::before').content, getComputedStyle(node, '::after').borderTopWidth]"
    )
    assert looks == ['"✓"', "3px"]
    assert after["y"] < before["y"]
    expect(picked).to_have_attribute("aria-pressed", "true")
    at.close()


def test_keys_are_shown_to_who_presses_one_and_never_on_touch(
    browser: Browser, served: Served
) -> None:
    moment = next(
        each for each in moments_of(2, 1, 1, ("en",), box=False) if each.question == "take"
    )
    held = At(browser, served.address, "en", (820, 1180), touch=True)
    page = held.lay(moment)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-at^='init:'] .key").first).to_be_hidden()
    held.close()
    at = At(browser, served.address, "en", (1440, 900))
    page = at.lay(moment)
    key = page.locator("[data-at^='init:'] .key").first
    expect(key).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(key).to_be_visible()
    # A cap below the die, where no pip is.
    die, cap = key.locator("xpath=..").locator(".scene").bounding_box(), key.bounding_box()
    assert die is not None
    assert cap is not None
    assert cap["y"] + cap["height"] / 2 > die["y"] + die["height"]
    at.close()


@pytest.mark.parametrize("size", [(360, 740), (844, 390)])
def test_a_phone_turns_to_what_is_asked_about(
    browser: Browser, served: Served, size: tuple[int, int]
) -> None:
    found = moments_of(3, 2, 1, ("en",), box=True)
    at = At(browser, served.address, "en", size, touch=True)
    wanted = {"take": "table", "market-turn": "market", "hunt-hire": "market", "place": "table"}
    seen = {
        moment.question: at.lay(moment).locator(".tabs [aria-current]").get_attribute("data-tab")
        for moment in found
        if moment.question in wanted
    }
    at.close()
    assert seen == {question: wanted[question] for question in seen}
    assert len(seen) >= 3


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_a_hunt_is_asked_about_above_the_initiative(
    browser: Browser, served: Served, size: tuple[int, int]
) -> None:
    """Three answers with long words, and what was taken in the Dice Phase still in sight."""

    def may_hire(table: RecordedMatch) -> bool:
        write = table.game.rules.names.write
        ways = [each for each in map(write, table.game.options()) if each.startswith("hire")]
        return asked("hunt-hire", 3)(table) and len(ways) >= 2

    at = At(browser, served.address, "en", size)
    page = at.lay(moment_of(2, may_hire, "en", box=True))
    assert page.locator(".answers .button").count() >= 3
    bar, card = place_of(page, ".docked > .decision-bar"), place_of(page, ".table .line > *")
    at.close()
    assert bar["y"] + bar["height"] <= card["y"] + card["height"] / 4, (bar, card)


def test_a_card_picked_on_another_tab_keeps_its_buttons(browser: Browser, served: Served) -> None:
    moment, notation = next(
        (each, option["notation"])
        for seed in range(2, 9)
        for each in moments_of(2, seed, 1, ("en",), box=False)
        if each.question in ("take", "place", "action")
        for option in each.state("en")["seats"][str(each.seat)]["options"]
        if option["notation"].startswith("use ")
    )
    at = At(browser, served.address, "en", (360, 740), touch=True)
    page = at.lay(moment)
    page.locator(".tabs [data-tab=cards]").click()
    page.locator(f".own [data-at='card:{notation.split()[1]}']").first.click()
    on_the_card = page.locator(".acts.chosen .button").first
    option = on_the_card.get_attribute("data-option")
    expect(on_the_card).to_be_visible()
    button = page.locator(f".answers [data-option='{option}']")
    expect(button).to_have_count(0)
    page.locator(".tabs [data-tab=table]").click()
    expect(button).to_be_visible()
    at.close()


def test_a_finger_brings_up_no_buttons_where_it_lies(browser: Browser, served: Served) -> None:
    """They would take its tap; for who comes by the keyboard they are there."""
    at = At(browser, served.address, "en", (820, 1180), touch=True)
    page = at.lay(moment_of(2, asked("market-turn", 8), "en", box=False))
    cards = page.locator(".market .place:has(.acts) > [data-at^='card:']")
    acts = "(card) => getComputedStyle(card.parentElement.querySelector('.acts')).pointerEvents"
    first, second = cards.first, cards.nth(1)
    first.tap()
    expect(first).to_have_class(re.compile(r"\bpicked\b"))
    second.focus()
    assert second.evaluate(acts) == "none"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(f"({acts})(document.activeElement)") == "auto"
    at.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_race_changes_is_one_word_on_one_line(
    browser: Browser, served: Served, language: str
) -> None:
    """On the largest screen, too, where letters are large and cards are not wider for it."""
    at = At(browser, served.address, language, (3840, 2160))
    page = at.lay(moment_of(2, asked("choose-race"), language, box=False))
    heights = page.locator(".changes li:not(.even) span[aria-hidden]").evaluate_all(
        "(all) => all.map((node) => node.offsetHeight / parseFloat(getComputedStyle(node).fontSize))"
    )
    assert len(heights) == 10
    assert max(heights) < 2
    at.close()


IN_SIGHT = """(selectors) => selectors.flatMap((selector) => {
  const all = [...document.querySelectorAll(selector)];
  const seen = (node) => {
    const {left, right, top, bottom} = node.getBoundingClientRect();
    const corners = [[left + 6, top + 6], [right - 6, bottom - 6]];
    return right > left && corners.every(([x, y]) => {
      const under = document.elementFromPoint(x, y);
      return under && (node.contains(under) || under.contains(node));
    });
  };
  return all.length && all.every(seen) ? [] : [selector];
})"""
"""Which of them are not there, or not wholly: something cuts or covers a corner."""
BROKEN = """() => [...document.querySelectorAll('.inside > .name')].filter((node) => node.offsetParent).flatMap((node) => {
  const text = node.firstChild, words = [...text.data.matchAll(/[^\\s\\u00ad-]+/g)];
  return words.filter(({0: word, index}) => {
    const range = document.createRange();
    // The hyphen that a browser writes belongs to the letter after it.
    range.setStart(text, index + (text.data[index - 1] === '\\u00ad' ? 1 : 0));
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1;
  }).map(([word]) => word);
})"""
"""The words of names that stand on two lines without a hyphen."""
CUT_LINES = """() => [...document.querySelectorAll('.log .lines, .chat .lines')].flatMap((place) => {
  const {top} = place.getBoundingClientRect();
  return [...place.children].filter((line) => {
    const r = line.getBoundingClientRect();
    return r.top < top - 1 && r.bottom > top + 2;
  }).map((line) => line.innerText);
})"""


def test_beside_a_full_market_the_hunt_and_the_chat_are_in_sight(
    browser: Browser, served: Served
) -> None:
    """Of four seats with the box: the most that lies on a table; and no word or line is cut in two."""
    moment = moment_of(4, asked("market-turn", 7), "de", box=True)
    faults = {}
    for size in ((1280, 720), (820, 1180)):
        at = At(browser, served.address, "de", size)
        page = at.lay(moment)
        wanted = ["[data-at='minion:top']", ".minion .hire", ".chat input", ".story .hand button"]
        faults[size] = (
            page.evaluate(IN_SIGHT, wanted) + page.evaluate(BROKEN) + page.evaluate(CUT_LINES)
        )
        at.close()
    assert faults == {(1280, 720): [], (820, 1180): []}


def test_all_races_are_in_a_desk(browser: Browser, served: Served) -> None:
    at = At(browser, served.address, "de", (1280, 720))
    for box in (False, True):
        page = at.lay(moment_of(2, asked("choose-race"), "de", box=box))
        last = page.locator(".setup > article").last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= 720
        expect(page.locator(".choose[data-more]")).to_have_count(0)
        # Another game in the same tab begins without the story of the one before.
        expect(page.locator(".story > .line")).to_have_text("")
    at.close()


def test_who_can_pay_for_nothing_finds_the_way_to_discard(browser: Browser, served: Served) -> None:
    at = At(browser, served.address, "en", (1280, 720))
    page = at.lay(moment_of(4, can_only_discard, "en", box=False))
    buttons = page.locator(".market .acts .button")
    assert buttons.count() > 0
    # Nobody is asked to tap a card that has its button.
    expect(page.locator(".question .next")).to_have_count(0)
    for button in buttons.all():
        expect(button).not_to_have_class(re.compile(r"\bquiet\b"))
        assert button.evaluate("(node) => getComputedStyle(node.parentElement).opacity") == "1"
    at.close()
