"""Lessons: the note never lies on what it is about, and what it says is what happens."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rollplayer.server.reference.lessons import lessons, taught
from tests.browser.conftest import Visit
from tests.browser.driving import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.once]

SIZES = [(360, 740), (844, 390), (820, 1180), (1280, 720), (1440, 900), (3840, 2160)]
COVERED = """(place) => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.offsetParent);
  const about = (place ? seen(`[data-place="${place}"]`) : seen('button.glow'))[0];
  if (!about) return place ? 'it is not there' : '';
  const [one, two] = [about, document.querySelector('.coach')].map((each) => each.getBoundingClientRect());
  const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  if (one.bottom < 8 || one.top > innerHeight - 8) return `out of sight: ${one.top} to ${one.bottom} of ${innerHeight}`;
  if (two.top < 0 || two.bottom > innerHeight + 1) return `the note is cut: ${two.top} to ${two.bottom}`;
  return wide > 1 && high > 1 ? `${Math.round(wide)} x ${Math.round(high)} of it` : '';
}"""
GO_ON = """() => {
  const on = document.querySelector('.coach button');
  if (on) return on.click();
  const usable = (node) => node.offsetParent && !node.disabled;
  const of = (selector) => [...document.querySelectorAll(selector)].filter(usable);
  const target = of('.acts.chosen .button')[0]
    ?? of('.answers .button:not(.skip)').find((each) => each.querySelector('kbd')?.dataset.key !== 'Esc')
    ?? of('button.glow:not(.picked)')[0] ?? of('.answers .skip')[0] ?? of('.own[data-at]')[0];
  target?.click();
}"""


def go_on(page: Page, at: int) -> None:
    """Give the answer of this step, by one or two clicks."""
    for _ in range(60):
        if page.locator(".coach small").inner_text().split()[1] != str(at + 1):
            return
        page.evaluate(GO_ON)
        page.wait_for_timeout(60)
    raise AssertionError(f"step {at + 1} does not end")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lesson", ["first", "hunt"])
def test_a_note_never_covers_what_it_explains(
    visit: Visit, lesson: str, size: tuple[int, int]
) -> None:
    page = visit("de", size).open(f"/learn/{lesson}")
    page.wait_for_selector(".coach")
    covered: dict[str, str] = {}
    for at, step in enumerate(steps := taught(lesson, "de")["steps"]):
        page.wait_for_timeout(120)
        if found := page.evaluate(COVERED, step["place"]):
            covered[step["caption"]] = found
        if at < len(steps) - 1:
            go_on(page, at)
    assert covered == {}


def own_cards(step: dict[str, Any]) -> set[str]:
    return set(step["view"]["heroes"][0]["cards"])


@pytest.mark.parametrize("lesson", list(lessons()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_names_the_cards_that_are_there(lesson: str, language: str) -> None:
    """In its own hands, in the Market or in its answer: no text speaks of another card."""
    library = lessons()[lesson].library()
    for step in taught(lesson, language)["steps"]:
        here = own_cards(step) | set(step["view"]["market"])
        for card, texts in library.texts[language]["card"].items():
            if re.search(rf"\b{re.escape(texts['name'])}\b", step["text"]):
                assert card in here, f"{step['caption']}: {card}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_of_the_first_lesson_is_three_sentences_at_most(language: str) -> None:
    for step in taught("first", language)["steps"]:
        sentences = re.findall(r"[.!?](?=\s|$)", step["text"])
        assert len(sentences) <= 3, f"{step['caption']}: {step['text']}"


def test_a_lesson_points_at_what_it_explains_and_offers_nothing_else(visit: Visit) -> None:
    page = visit().open("/learn")
    page.wait_for_selector(".coach")
    expect(page.locator("[data-explained]")).to_be_visible()
    expect(page.locator(".pointer")).to_be_visible()
    for useless in (".undo", ".type"):
        expect(page.locator(f".decision-bar {useless}")).to_be_hidden()


@pytest.mark.parametrize("lesson", list(lessons()))
def test_what_the_reader_buys_stays(lesson: str) -> None:
    steps = taught(lesson, "en")["steps"]
    bought = {
        option["notation"].split()[1]
        for step in steps
        for option in step["options"]
        if option["notation"].startswith("buy ")
    }
    assert bought <= own_cards(steps[-1])
