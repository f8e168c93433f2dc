"""In small windows all words that a choice needs are there without a tap, and nothing lies on them."""

import json
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.browser.conftest import Visit
from tests.browser.driving import Served
from tests.browser.positions import REST, At, asked, can_only_discard, moment_of
from tests.browser.prepared_games import SCORED, hold, scored, shown

pytestmark = [pytest.mark.browser, pytest.mark.once]

PHONES = [(360, 740), (390, 844), (844, 390)]
FLAT = (844, 390)
LOW = (1280, 720)


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, f"{selector} is not shown"
    return box


def apart(one: FloatRect, two: FloatRect) -> bool:
    return (
        one["x"] + one["width"] <= two["x"] + 1
        or two["x"] + two["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= two["y"] + 1
        or two["y"] + two["height"] <= one["y"] + 1
    )


@pytest.mark.parametrize("size", PHONES)
def test_a_phone_says_what_minion_and_monster_do_beside_the_market(
    browser: Browser, served: Served, size: tuple[int, int]
) -> None:
    at = At(browser, served.address, "en", size, touch=True)
    page = at.lay(moment_of(2, asked("market-turn", 7), "en", box=True))
    bar = box_of(page, ".docked > .decision-bar")
    for words in (
        "[data-place=minion] > .text",
        "[data-place=monster] > .text",
        "[data-place=monster] .strength",
        ".market :is(.text, .reading p)",
    ):
        box = box_of(page, words)
        assert box["y"] + box["height"] <= size[1], f"{words} leaves the window: {box}"
        assert apart(box, bar), f"{words} lies under the question"
    at.close()


@pytest.mark.parametrize("size", PHONES)
def test_a_phone_has_the_words_of_all_cards_on_offer(
    browser: Browser, served: Served, size: tuple[int, int]
) -> None:
    at = At(browser, served.address, "en", size, touch=True)
    page = at.lay(moment_of(2, asked("market-turn", 7), "en", box=False))
    cards = page.locator(".market [data-at^='card:']")
    expect(page.locator(".market .text")).to_have_count(cards.count())
    for card in cards.all():
        expect(card.locator(".text")).to_be_in_viewport(ratio=1)
        expect(card.locator(".kind")).to_be_in_viewport(ratio=1)
    # Whose value it is stands in the details of a card.
    expect(page.locator(".board")).not_to_contain_text("⌂")
    at.close()


@pytest.mark.parametrize("size", PHONES)
def test_a_card_picked_in_a_list_stays_there_and_has_its_buttons(
    browser: Browser, served: Served, size: tuple[int, int]
) -> None:
    at = At(browser, served.address, "en", size, touch=True)
    page = at.lay(moment_of(2, asked("market-turn", 7), "en", box=False))
    card = page.locator(".market button.glow").last
    before = card.bounding_box()
    card.tap()
    # On its side a phone has them below the cards, in the place of the question.
    buttons = ".answers [data-option]" if size == FLAT else ".acts.chosen .button"
    expect(page.locator(buttons).first).to_be_in_viewport(ratio=1)
    page.evaluate(REST)
    after = page.locator(".market .picked").bounding_box()
    at.close()
    assert before is not None
    assert after is not None
    changes = [abs(after[side] - before[side]) for side in ("width", "height")]
    assert max(changes) < 6, "the cards are laid out anew"


def test_the_words_of_a_card_stand_below_a_market_on_its_side(
    browser: Browser, served: Served
) -> None:
    at = At(browser, served.address, "de", FLAT, touch=True)
    page = at.lay(moment_of(4, asked("market-turn", 7), "de", box=False))
    words = page.locator(".market .reading p")
    expect(words).to_be_in_viewport(ratio=1)
    assert words.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 16
    card = page.locator(".market button.glow").last
    name = card.locator(".name").inner_text()
    card.tap()
    expect(words).to_contain_text(name)
    expect(page.locator(".answers [data-option]").first).to_be_in_viewport(ratio=1)
    at.close()


def test_a_question_about_a_box_lies_on_no_cards_of_a_phone_on_its_side(
    browser: Browser, served: Served
) -> None:
    at = At(browser, served.address, "en", FLAT, touch=True)
    page = at.lay(moment_of(2, asked("hunt-hire", 3), "en", box=True))
    expect(page.locator(".market")).to_be_hidden()
    bar = box_of(page, ".docked > .decision-bar")
    assert bar["y"] + bar["height"] < FLAT[1], f"the frame of the question is cut: {bar}"
    at.close()


def test_the_names_of_a_hero_lie_beside_its_gold(browser: Browser, served: Served) -> None:
    at = At(browser, served.address, "en", FLAT, touch=True)
    moment = moment_of(2, asked("take", 7), "en", box=False)
    state = moment.state("en")
    state["view"]["heroes"][moment.seat] |= {"race": "halfling", "class": "barbarian"}
    longest = replace(moment, states={"en": json.dumps(state)})
    page = at.lay(longest)
    gold = box_of(page, ".sheet .purse")
    for name in page.locator(".sheet .kin button").all():
        box = name.bounding_box()
        assert box is not None
        assert apart(box, gold), f"{name.text_content()} lies under the Gold"
    at.close()


def test_an_upright_tablet_has_room_for_alignment_log_and_chat(
    browser: Browser, served: Served
) -> None:
    at = At(browser, served.address, "en", (820, 1180), touch=True)
    page = at.lay(moment_of(2, asked("market-turn", 7), "en", box=True))
    for part in (".story > .log", ".story > .chat input"):
        box = box_of(page, part)
        assert box["y"] + box["height"] <= 1180, f"{part} leaves the window: {box}"
    assert apart(box_of(page, ".story > .log"), box_of(page, ".story > .chat input"))
    assert box_of(page, ".alignment .cell")["height"] > 20
    at.close()


def test_the_goals_of_a_class_are_in_sight_on_a_phone_on_its_side(
    browser: Browser, served: Served
) -> None:
    at = At(browser, served.address, "en", FLAT, touch=True)
    page = at.lay(moment_of(2, asked("choose-class"), "en", box=False))
    goals = page.locator(".setup .goals tbody")
    assert goals.count() == 2
    for each in goals.all():
        expect(each).to_be_in_viewport(ratio=1)
    at.close()


def test_a_lessons_note_fills_the_place_of_the_question(visit: Visit) -> None:
    page = visit(size=PHONES[0]).open("/learn")
    page.wait_for_selector(".coach")
    note, place = box_of(page, ".coach"), box_of(page, ".docked")
    assert place["height"] - note["height"] < 12, "an empty panel beside the note"
    for dice in ("[data-at='init:1']", "[data-spot=cha1]"):
        assert apart(note, box_of(page, dice)), f"the note lies on {dice}"


def test_who_is_asked_sees_what_the_others_did(browser: Browser, served: Served) -> None:
    def second_to_take(table: RecordedMatch) -> bool:
        return asked("take", 7)(table) and any(seat >= 0 for seat in table.game.taken)

    at = At(browser, served.address, "en", PHONES[0], touch=True)
    page = at.lay(moment_of(2, second_to_take, "en", box=False))
    line = page.locator(".story .recap li")
    expect(line).to_have_count(1)
    bar = box_of(page, ".board > .story")
    page.get_by_role("button", name="Since your turn").click()
    expect(page.locator(".story .deeds")).to_have_text(line.inner_text())
    assert box_of(page, ".board > .story") == bar
    page.keyboard.press("Escape")
    expect(page.locator(".story .deeds")).to_have_count(0)
    page.get_by_role("button", name="What the signs mean").click()
    expect(page.get_by_role("dialog")).to_contain_text("Gold")
    at.close()


def test_the_scorer_writes_the_names_of_its_heroes_in_full(visit: Visit) -> None:
    visitor = visit(size=PHONES[0])
    heroes = json.dumps([scored(*hero) for hero in SCORED])
    visitor.open("/about").evaluate(
        "(heroes) => localStorage.setItem('rollplayer.scorer', heroes)", heroes
    )
    page = visitor.open("/score")
    page.wait_for_selector(".tab .face")
    for name in page.locator(".tab .who").all():
        assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth"), name.inner_text()


@pytest.mark.parametrize("lesson", ["/learn", "/learn/hunt"])
def test_a_lessons_note_leaves_the_tabs_of_a_phone_on_its_side(visit: Visit, lesson: str) -> None:
    page = visit(size=FLAT).open(lesson)
    page.wait_for_selector(".coach")
    expect(page.locator(".tabs")).to_be_visible()
    page.wait_for_function("document.querySelector('.coach').offsetLeft > 0")
    assert apart(box_of(page, ".coach"), box_of(page, ".tabs"))


@pytest.mark.parametrize("size", [*PHONES, (820, 1180), LOW])
def test_the_controls_of_a_replay_lie_on_nothing(
    visit: Visit, served: Served, size: tuple[int, int]
) -> None:
    game = shown(served.address)
    visitor = visit(size=size)
    page = visitor.page
    hold(page, served.address, game)
    visitor.open(f"/replay/{game['game']['id']}")
    page.wait_for_selector(".controls")
    page.locator(".controls input[type=range]").fill("60")
    controls = box_of(page, ".controls")
    last = ".spread > .hero > .sheet [data-at='row:cha']"
    held = (".board > .story .line", ".spread > .table", ".spread > .tabs")
    for part in (last, *(held if size in PHONES else (".decision-bar .what", ".own"))):
        assert apart(controls, box_of(page, part)), f"the controls lie on {part}"


def at_the_end(visit: Visit, served: Served, size: tuple[int, int]) -> Page:
    """The end of a finished game, with all that it counts."""
    game = shown(served.address)
    visitor = visit(size=size)
    hold(visitor.page, served.address, game)
    page = visitor.open(f"/g/{game['game']['id']}")
    page.wait_for_selector("dialog.end figcaption", state="attached")
    return page


@pytest.mark.parametrize("size", [FLAT, LOW])
def test_a_low_window_ends_a_game_with_its_total_in_sight(
    visit: Visit, served: Served, size: tuple[int, int]
) -> None:
    page = at_the_end(visit, served, size)
    foot = box_of(page, "dialog.end > footer")
    parts = ["dialog.end tfoot"] + (["dialog.end figure"] if size == LOW else [])
    for part in parts:
        box = box_of(page, part)
        assert box["y"] + box["height"] <= foot["y"] + 1, f"{part} is cut: {box}"


def test_buttons_to_discard_stand_below_the_words_of_their_cards(
    browser: Browser, served: Served
) -> None:
    at = At(browser, served.address, "en", LOW)
    page = at.lay(moment_of(2, can_only_discard, "en", box=False))
    places = page.locator(".market .place:has(.unpaid)")
    assert places.count() > 0
    for place in places.all():
        words = place.locator(".text").bounding_box()
        button = place.locator(".button").bounding_box()
        assert words is not None
        assert button is not None
        assert apart(words, button), f"{place.inner_text()}: {words} and {button}"
    at.close()


def test_spaces_of_the_alignment_are_no_bars_and_the_stars_stand_beside_them(
    browser: Browser, served: Served
) -> None:
    at = At(browser, served.address, "en", LOW)
    page = at.lay(moment_of(4, asked("market-turn", 7), "en", box=True))
    space = box_of(page, ".alignment .cell")
    assert space["width"] < 2.4 * space["height"]
    stars, grid = box_of(page, ".standing dl"), box_of(page, ".standing")
    assert stars["y"] + stars["height"] <= grid["y"] + grid["height"] + 1, "lines are cut"
    at.close()


@pytest.mark.parametrize("size", [LOW, (1440, 900)])
def test_what_a_race_adds_to_a_row_stands_on_one_line(
    browser: Browser, served: Served, size: tuple[int, int]
) -> None:
    at = At(browser, served.address, "en", size)
    page = at.lay(moment_of(2, asked("take", 7), "en", box=False))
    added = page.locator(".sheet .bonuses span")
    assert added.count() > 0
    for each in added.all():
        assert each.evaluate("(node) => node.getClientRects().length") == 1
        assert each.evaluate(
            "(node) => node.getBoundingClientRect().right <= node.closest('.row').getBoundingClientRect().right + 1"
        )
    at.close()


def test_the_end_breaks_no_name_of_a_row(visit: Visit, served: Served) -> None:
    page = at_the_end(visit, served, LOW)
    for row in page.locator("dialog.end td .rows li").all():
        assert row.evaluate(
            "(node) => node.getBoundingClientRect().height < 1.8 * parseFloat(getComputedStyle(node).lineHeight)"
        ), row.inner_text()
