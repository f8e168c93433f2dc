"""Questions that explain themselves: what is asked, what it brings, and where one answers it."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rollplayer.engine.answers import BUY, verb_of
from rollplayer.engine.table import CHANCE
from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.browser.driving import DESKTOP, LANGUAGES, PHONE, Served, Visitor
from tests.browser.positions import At, asked, moment_of
from tests.browser.test_openings import sit
from tests.server.prepared import Prefer, grown

pytestmark = [pytest.mark.browser, pytest.mark.once]

MONSTERS = ("monsters-and-minions",)
Moment = Callable[..., Visitor]
CLAMPED = """() => [...document.querySelectorAll('.decision-bar .question *')]
  .filter((node) => getComputedStyle(node).webkitLineClamp !== 'none'
    || node.scrollHeight > node.clientHeight + 2 && getComputedStyle(node).overflow === 'hidden')
  .map((node) => node.textContent)"""
BUSY = "document.documentElement.dataset.version"


def least_skills(notation: str) -> int:
    return 0 if notation.startswith(("use", "drop", "pass")) else 1


@pytest.fixture
def moment(browser: Browser, served: Served) -> Iterator[Moment]:
    """Sit down at the first game that comes to a wanted point, on the seat that is asked."""
    opened: list[Visitor] = []

    def find(
        stop: Callable[[RecordedMatch], bool],
        language: str = "en",
        size: tuple[int, int] = DESKTOP,
        prefer: Prefer = least_skills,
        **options: Any,
    ) -> Visitor:
        def at(table: RecordedMatch) -> bool:
            return table.game.seat() != CHANCE and stop(table)

        table = grown(at, 2, prefer, **options)
        laid = (served, served.lay(table))
        opened.append(sit(browser, laid, table.game.seat(), language, size=size))
        return opened[-1]

    yield find
    for visitor in opened:
        visitor.close()


def notations(table: RecordedMatch) -> list[str]:
    return [table.game.rules.names.write(option) for option in table.game.options()]


def may_swap(table: RecordedMatch) -> bool:
    game = table.game
    rows = getattr(game.agenda[-1], "rows", 0)
    return game.question() == "action" and rows == 1 << 1 and "swap str1 dex1" in notations(table)


def may_buy(table: RecordedMatch) -> bool:
    kinds = [each.split()[0] for each in notations(table)]
    return table.game.question() == "market-turn" and kinds.count("buy") >= 2


def may_hunt(table: RecordedMatch) -> bool:
    return table.game.question() == "hunt-reveal" and "reveal" in notations(table)


def arranges(table: RecordedMatch) -> bool:
    return table.game.question() == "arrange-dice" and len(table.game.heroes[0].hand) >= 4


def heroes_hand(page: Page) -> list[str]:
    """The starting dice that are still to be placed."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-at^=\"hand:\"]')].map((each) => each.dataset.at)"
    )
    return found


def goes_on(page: Page, before: int) -> None:
    page.wait_for_function(f"(n) => Number({BUSY}) > n", arg=before)


@pytest.mark.parametrize(
    ("language", "row", "first", "then"),
    [
        ("en", "Dexterity: Swap two dice", "Tap the first die.", "to swap with STR 1"),
        ("de", "Beweglichkeit: Zwei Würfel tauschen", "ersten Würfel", "mit STR 1 tauscht"),
        ("fr", "Dextérité", "premier dé", "intervertir avec STR 1"),
    ],
)
def test_an_action_names_its_attribute_and_the_next_step(
    moment: Moment, language: str, row: str, first: str, then: str
) -> None:
    page = moment(may_swap, language).page
    expect(page.locator(".decision-bar .what")).to_contain_text(row, ignore_case=True)
    expect(page.locator(".decision-bar .next")).to_contain_text(first)
    page.locator("button[data-at='spot:str1']").click()
    expect(page.locator(".decision-bar .next")).to_contain_text(then)
    # Declining is there, says what it means, and is not the gold one.
    page.keyboard.press("Escape")
    assert "quiet" in (page.locator(".answers .skip").get_attribute("class") or "").split()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_must_be_read_is_cut(
    moment: Moment, language: str, size: tuple[int, int]
) -> None:
    page = moment(may_hunt, language, size, expansions=MONSTERS).page
    assert page.evaluate(CLAMPED) == []
    more = page.locator(".decision-bar .question .more")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.click()
    expect(page.locator("#explanation")).to_be_visible()
    assert page.evaluate(CLAMPED) == []


def test_the_gold_button_hunts_and_the_other_names_its_price(moment: Moment) -> None:
    page = moment(may_hunt, expansions=MONSTERS).page
    expect(page.locator(".decision-bar .what")).to_contain_text("% for a reward")
    expect(page.locator(".decision-bar .what")).to_contain_text("on the bottom for 3 Gold")
    buttons = page.locator(".answers .button")
    expect(buttons.first).to_contain_text("Hunt it")
    quiet = [
        "quiet" in (buttons.nth(n).get_attribute("class") or "").split()
        for n in range(buttons.count())
    ]
    assert quiet[0] is False
    assert all(quiet[1:])


def test_a_card_is_bought_on_the_card_with_one_click(moment: Moment) -> None:
    visitor = moment(may_buy)
    page, before = visitor.page, visitor.version()
    place = page.locator(".market .place", has=page.locator(".acts .button:not(.quiet)")).first
    buy = place.locator(".acts .button").first
    expect(page.locator(".answers .button")).to_have_count(0)
    place.hover()
    expect(place.locator(".acts")).to_have_css("opacity", "1")
    expect(buy).to_contain_text("Buy for")
    card, button = place.bounding_box(), buy.bounding_box()
    assert card is not None
    assert button is not None
    assert card["x"] - 2 <= button["x"]
    assert button["x"] + button["width"] <= card["x"] + card["width"] + 2
    assert button["y"] >= card["y"] + card["height"] / 2
    buy.click()
    goes_on(page, before)


def test_a_finger_chooses_the_card_and_then_what_to_do(moment: Moment) -> None:
    visitor = moment(may_buy, size=PHONE)
    page, before = visitor.page, visitor.version()
    card = page.locator(".market .glow").first
    card.scroll_into_view_if_needed()
    card.tap()
    act = page.locator(".acts.chosen .button")
    expect(act.first).to_be_visible()
    act.first.tap()
    goes_on(page, before)


def test_what_an_option_would_bring_is_shown_before_it_is_chosen(moment: Moment) -> None:
    visitor = moment(may_buy)
    page, before = visitor.page, visitor.version()
    page.locator(".market .place:has(.acts .button:not(.quiet))").first.hover()
    expect(page.locator(".badge.here")).to_contain_text("Gold")
    page.mouse.move(5, 5)
    expect(page.locator(".badge")).to_have_count(0)
    # The same by keyboard: what is focused is previewed, for those who listen, too.
    page.locator(".acts .button.quiet").first.focus()
    expect(page.locator(".badge.here")).to_contain_text("+2 Gold")
    expect(page.locator("p.sr[aria-live]", has_text="+2 Gold")).to_be_attached()
    assert visitor.version() == before


def test_a_row_shows_its_total_before_the_dice_are_swapped(moment: Moment) -> None:
    visitor = moment(may_swap)
    page = visitor.page
    page.locator("button[data-at='spot:str1']").click()
    seen = []
    for spot in page.locator("button.space.glow").all():
        spot.hover()
        page.wait_for_timeout(500)
        seen += page.locator(".badge:not(.here)").all_inner_texts()
        if any("→" in each for each in seen):
            break
    assert any("→" in each for each in seen), seen


def test_suggested_spaces_are_the_hint_and_confirmed_together(moment: Moment) -> None:
    visitor = moment(arranges)
    page, before = visitor.page, visitor.version()
    dice = len(heroes_hand(page))
    page.locator(".answers .button", has_text="Suggest").click()
    expect(page.locator(".ghost").first).to_be_visible(timeout=30_000)
    assert page.locator(".ghost").count() == dice, heroes_hand(page)
    assert visitor.version() == before
    ghosts = page.evaluate(
        "[...document.querySelectorAll('.space:has(.ghost)')].map((each) => each.dataset.spot)"
    )
    # The hint marks the same first space: it is the hint.
    first = page.locator(".space.hinted").get_attribute("data-spot")
    assert first in ghosts
    page.locator(".answers .button", has_text=f"Place all {dice}").click()
    expect(page.locator("button[data-at^='hand:']")).to_have_count(0, timeout=30_000)
    filled = page.evaluate(
        "[...document.querySelectorAll('.sheet .space.filled')].map((each) => each.dataset.spot)"
    )
    assert set(ghosts) <= set(filled)


def only_one(table: RecordedMatch) -> bool:
    options = notations(table)
    return table.game.question() == "place" and len(options) == 1


def test_an_answer_without_a_choice_is_given_for_the_reader(moment: Moment) -> None:
    versions: list[int] = []

    def stop(table: RecordedMatch) -> bool:
        versions.append(table.version)
        return only_one(table)

    page = moment(stop).page
    goes_on(page, versions[-1])
    expect(page.locator(".decision-bar .what")).not_to_contain_text("Place the")


def test_who_wants_to_know_sees_the_odds_of_each_goal(moment: Moment) -> None:
    page = moment(lambda table: table.game.round >= 2 and table.game.question() == "take").page
    chances = page.locator(".sheet .chance")
    expect(chances).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.locator("input[name=odds]").check()
    page.keyboard.press("Escape")
    expect(chances).to_have_count(6)
    for chance in chances.all():
        expect(chance).to_have_text(re.compile(r"chance of meeting this goal \d+ %"))
    # They are those of this moment: another one has others.
    before = chances.all_text_contents()
    page.locator("button.glow[data-at^='init:']").first.click()
    page.locator("button.space.glow").first.click()
    page.wait_for_function(
        "(told) => String([...document.querySelectorAll('.sheet .chance')].map((each) => each.textContent)) !== told",
        arg=",".join(before),
    )


def test_cards_that_cannot_be_paid_say_what_is_missing(browser: Browser, served: Served) -> None:
    def buys_some(table: RecordedMatch) -> bool:
        """Not all of what lies in the Market can be paid."""
        bought = [each for each in table.game.options() if verb_of(each) == BUY]
        poor = table.game.heroes[table.game.seat()].gold <= 3
        return asked("market-turn", 3)(table) and poor and 0 < len(bought) < 3

    at = At(browser, served.address, "en", (1440, 900))
    turn = moment_of(2, buys_some, "en", box=False)
    own = turn.state("en")["seats"][str(turn.seat)]
    hero = turn.state("en")["view"]["heroes"][turn.seat]
    options = own["options"]
    bought = {each["notation"].split()[1] for each in options if each["notation"][:4] == "buy "}
    page = at.lay(turn)
    cards = page.locator(".market [data-at^='card:']")
    assert cards.count() > len(bought) > 0
    dears = 0
    for card in cards.all():
        id = str(card.get_attribute("data-at"))[5:]
        # A Weapon for which no hand is free is not bought either.
        dear = id not in bought and own["prices"][id] > hero["gold"] + hero["charisma"]
        dears += dear
        expect(card.locator(".missing")).to_have_count(int(dear))
        if dear:
            expect(card.locator(".missing .words")).to_have_text(re.compile(r"^\d+ Gold short$"))
            assert (
                card.evaluate("(node) => getComputedStyle(node, '::after').animationName") == "none"
            )
    assert dears > 0
    at.close()


def buys_from_the_deck(table: RecordedMatch) -> bool:
    """Somebody looks at the top card of the deck, and can pay for it."""
    game = table.game
    return game.question() == "buy-from-deck" and len(game.options()) > 1


def open_lock(notation: str) -> int:
    return 2 if "open-lock" in notation else least_skills(notation)


def test_the_top_card_of_the_deck_lies_where_one_buys_it(moment: Moment) -> None:
    """Only its buyer sees it, and it is bought like the cards of the Market."""
    page = moment(buys_from_the_deck, size=PHONE, prefer=open_lock).page
    card = page.locator(".market button.slot.glow")
    expect(card).to_have_count(1)
    expect(card).to_be_in_viewport()
    part = card.get_attribute("data-at")
    card.tap()
    page.locator(".market .acts.chosen .button").first.tap()
    page.locator(".tabs [data-tab=cards]").tap()
    expect(page.locator(f".own [data-at='{part}']")).to_be_visible()
