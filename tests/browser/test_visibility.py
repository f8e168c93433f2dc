"""Whatever is asked about lies in the window, and nothing that one must read is cut.

At ten sizes, each in one language, each kind of question is laid before the client, seats in turn. Every moment in
every language at every size, which takes long: ``python -m tests.browser.test_visibility``.
"""

import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.driving import LANGUAGES, Served, launch
from tests.browser.positions import BOX, At, Moment, moments

pytestmark = [pytest.mark.browser, pytest.mark.once]

SIZES: Final = (
    (360, 740),
    (390, 844),
    (844, 390),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1280, 720),
    (1440, 900),
    (2560, 1440),
    (3840, 2160),
)
SPOKEN: Final = dict(
    zip(SIZES, ("de", "fr", "de", "fr", "en", "fr", "de", "fr", "en", "de"), strict=True)
)
"""One language each: the longest words where there is least room."""
PARTS: Final = 3
TOUCH: Final = 1024
"""What is no wider is held in hands."""

LOOK: Final = """(parts) => {
  const faults = [];
  // Where something scrolls one sees that: by a shade at its edge, or by a thing that the edge cuts.
  const scrollsInSight = (area, things) => {
    if (getComputedStyle(area, '::after').position === 'sticky') return true;
    const {bottom} = area.getBoundingClientRect();
    return [...things].some((each) => {
      const r = each.getBoundingClientRect();
      return r.top < bottom - 8 && r.bottom > bottom + 8;
    });
  };
  const inside = (node, name) => {
    const r = node.getBoundingClientRect();
    if (!r.width || !r.height) return `${name} is not shown`;
    if (r.left < -2 || r.top < -2 || r.right > innerWidth + 2 || r.bottom > innerHeight + 2)
      return `${name} is outside: ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`;
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === 'visible') continue;
      const b = up.getBoundingClientRect();
      if (r.bottom > b.bottom + 8 || r.top < b.top - 8) return `${name} is cut by ${up.className}`;
    }
    // Its middle, or one of its corners if something lies on it: the die in its space.
    const under = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (under && !node.contains(under) && !under.contains(node)) return `${name} lies under ${under.className || under.tagName}`;
    return '';
  };
  for (const part of parts) {
    const all = [...document.querySelectorAll(part)];
    const said = all.map((node) => inside(node, part));
    if (!all.length) faults.push(`${part} is missing`);
    else if (!said.includes('')) faults.push(said[0]);
  }
  // Eight answers and more scroll where they stand; fewer are all in sight.
  const answers = document.querySelector('.answers');
  const many = answers && answers.scrollHeight > answers.clientHeight + 8;
  if (many && answers.children.length < 8) faults.push(`${answers.children.length} answers are not all in sight`);
  if (many && !scrollsInSight(answers, answers.children)) faults.push('nobody sees that there are more answers');
  for (const node of many ? [answers] : document.querySelectorAll('.answers .button'))
    if (node.offsetParent) {
      const fault = inside(node, `the answer ${node.innerText.slice(0, 60)}`);
      if (fault) faults.push(fault);
    }
  // Races and classes lie on a page that scrolls as a whole: all of them on it, and the first in sight.
  const choose = document.querySelector('.choose');
  if (choose) {
    const cards = [...choose.querySelectorAll('.setup > article')];
    const {left, right, bottom} = choose.getBoundingClientRect();
    if (cards.length < 2) faults.push(`${cards.length} to choose from`);
    if (choose.scrollHeight > choose.clientHeight + 8 && !scrollsInSight(choose, cards))
      faults.push('nobody sees that there is more to choose from');
    for (const each of cards) {
      const r = each.getBoundingClientRect();
      if (r.left < left - 2 || r.right > right + 2) faults.push(`${each.innerText.slice(0, 20)} is outside`);
      if (r.bottom - bottom > choose.scrollHeight - choose.clientHeight + 2)
        faults.push(`${each.innerText.slice(0, 20)} cannot be scrolled to`);
      if (!each.querySelector('button')) faults.push(`${each.innerText.slice(0, 20)} has no button`);
    }
    const {top} = cards[0].getBoundingClientRect();
    const bar = choose.querySelector('.decision-bar').getBoundingClientRect();
    if (top < bar.bottom - 2 || top > bottom - 60) faults.push('nothing to choose is in sight');
    return faults;
  }
  // A part that no place was found for lies in a row or column that the composition does not have.
  const tracks = getComputedStyle(document.querySelector('.spread'));
  const {rows, columns} = {rows: tracks.gridTemplateRows.split(' ').length, columns: tracks.gridTemplateColumns.split(' ').length};
  if (columns > 3 || rows > 5) faults.push(`the table has ${columns} columns and ${rows} rows`);
  if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight + 1)
    faults.push(`the page is ${document.documentElement.scrollWidth} by ${document.documentElement.scrollHeight}`);
  return faults;
}"""

CUT: Final = """() => {
  const cut = [];
  // Lists that are long by nature scroll, and names that people give themselves may be any length.
  const scrolls = '.lines, .box, .hint, .list, .rivals, .others, .own, .answers, .choose';
  for (const node of document.querySelectorAll('.spread *, .choose *')) {
    if (!node.clientHeight || node.closest('.sr, svg, .lines, .scene')) continue;
    const words = [...node.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim());
    const face = node.matches('.inside');
    if (!words && !face) continue;
    const style = getComputedStyle(node);
    const wide = node.scrollWidth > node.clientWidth + 1, high = node.scrollHeight > node.clientHeight + 2;
    const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible' || face;
    if (hides && (wide || high) && style.display !== 'inline' && !node.matches(scrolls) && !node.matches('.who b, h2'))
      cut.push(`${node.className.replace(/ ?svelte-\\w+/, '') || node.tagName}: ${node.innerText.slice(0, 50)}`);
    // What does not hide its words may still be in something that does.
    const r = node.getBoundingClientRect();
    if (r.bottom > innerHeight + 2 && !node.closest(scrolls)) cut.push(`the window cuts ${node.innerText.slice(0, 50)}`);
    for (let up = node.parentElement; up && !up.matches('.spread, .choose'); up = up.parentElement) {
      const shows = getComputedStyle(up).overflowY === 'visible' && getComputedStyle(up).overflowX === 'visible';
      if (shows && !up.matches('.parchment')) continue;
      if (up.matches(scrolls)) break;
      const b = up.getBoundingClientRect();
      if (r.bottom > b.bottom + 2 || r.right > b.right + 2)
        cut.push(`${up.className.replace(/ ?svelte-\\w+/, '')} cuts ${node.innerText.slice(0, 50)}`);
    }
  }
  return [...new Set(cut)];
}"""


def parts_of(notation: str) -> list[str]:
    """Where one points to answer so: selectors of the places."""
    verb, *rest = notation.split()
    if verb in ("take", "hire"):
        return [f"[data-at='init:{rest[0]}']"] if verb == "take" else []
    if verb == "lay":
        return [f"[data-at='pool:{rest[0]}']"]
    if verb == "move":
        return ["button.glow[data-at^='space:'], .answers .button"]
    if verb in ("buy", "discard"):
        return [f"[data-at='card:{rest[0]}']"]
    if verb in ("use", "drop", "refresh"):
        return [f".own [data-at='card:{rest[0]}'], .answers .button"]
    if verb == "bring":
        return ["[data-pile='discard'].glow, .market [data-at]"]
    if verb == "place":
        row = [f"[data-at='row:{rest[-1]}']"]
        return row + ([f"[data-at='hand:{rest[0]}']"] if len(rest) == 2 else [])
    if verb == "reroll" and rest[0].isdigit():
        return ["button.combat.glow, .answers .button"]
    rows = ("str", "dex", "con", "int", "wis", "cha")
    return [
        f"[data-spot='{word}']" if word[:3] in rows and word[3:] else f"[data-at='row:{word}']"
        for word in rest
        if word[:3] in rows and (word[3:] in ("", "1", "2", "3"))
    ]


def asked_about(moment: Moment, state: dict[str, Any]) -> list[str]:
    options = state["seats"][str(moment.seat)]["options"]
    notations = {option["notation"] for option in options}
    # A Skill that may be used besides is not what is asked about.
    besides = {each for each in notations if each.split()[0] in ("use", "drop")}
    asked = notations - besides - {"pass"} or besides
    parts = {part for notation in asked for part in parts_of(notation)}
    parts.add(".decision-bar .what")
    if "hunt" in notations or moment.question.startswith("hunt-"):
        parts.add("[data-place='minion'] tbody tr:last-child")
        parts.add("[data-place='minion'] .name")
    return sorted(parts)


def faults_at(at: At, moment: Moment, state: dict[str, Any]) -> list[str]:
    page: Page = at.lay(moment)
    found: list[str] = page.evaluate(LOOK, asked_about(moment, state))
    found += [f"cut: {each}" for each in page.evaluate(CUT)]
    return [f"{moment} ({at.language}): {each}" for each in found]


@pytest.fixture(scope="module")
def kinds() -> dict[tuple[str, bool], list[Moment]]:
    """For each kind of question, with and without the box, moments of it by seats."""
    sorted_out: dict[tuple[str, bool], list[Moment]] = defaultdict(list)
    for moment in moments():
        sorted_out[moment.question, moment.box].append(moment)
    return sorted_out


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("once", [True, False], ids=("each", "plain"))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_is_asked_about_is_in_the_window_and_no_text_is_cut(
    browser: Browser,
    served: Served,
    kinds: dict[tuple[str, bool], list[Moment]],
    size: tuple[int, int],
    once: bool,
    part: int,
) -> None:
    """Each question once, with the box where it is asked there; or the same again without the box.

    In parts, so that a failure is soon seen, and a part can be looked at alone.
    """
    turn = SIZES.index(size)
    assert len(kinds) > 30
    again = {(question, False) for question, box in kinds if box}
    at = At(browser, served.address, SPOKEN[size], size, touch=size[0] <= TOUCH)
    faults = []
    for number, (kind, one_kind) in enumerate(kinds.items()):
        if (kind in again) == once or number % PARTS != part:
            continue
        moment = one_kind[(turn + number) % len(one_kind)]
        faults += faults_at(at, moment, moment.state(at.language))
    at.close()
    assert faults == []


def main() -> int:
    """All moments in all languages at all sizes; how many faults there are."""
    count = 0
    with tempfile.TemporaryDirectory() as games, sync_playwright() as playwright:
        served = Served(Path(games))
        browser = launch(playwright)
        all_of_them = moments(every=2)
        for size in SIZES:
            for language in LANGUAGES:
                at = At(browser, served.address, language, size, touch=size[0] <= TOUCH)
                for moment in all_of_them:
                    for fault in faults_at(at, moment, moment.state(language)):
                        count += 1
                        print(f"{size[0]}x{size[1]} {fault}", flush=True)
                at.close()
        browser.close()
        served.stop()
    print(f"{count} faults in {len(all_of_them)} moments, box {BOX!r} among them")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
