"""Comfort: two themes, palettes of dice, sounds, settings and keys, each as somebody would notice it."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rollplayer.text import homes
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, PHONE, ROOT, TAKE, Served, Visitor, axe

pytestmark = [pytest.mark.browser, pytest.mark.once]

THEMES = ("light", "dark")
PALETTES = ("classic", "safe", "contrast")
NARROW = (360, 740)
PAGES = ("/", "/tables", "/rules", "/score", "/replay", "/learn", "/about")
LUMINANCES = """async ([png, share]) => {
  const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const {data} = canvas.getImageData(0, Math.round(picture.height * share), picture.width, 1);
  const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  return Array.from({length: picture.width}, (_, x) =>
    0.2126 * linear(data[4 * x]) + 0.7152 * linear(data[4 * x + 1]) + 0.0722 * linear(data[4 * x + 2]));
}"""


def wish(visitor: Visitor, path: str, **settings: Any) -> Page:
    """A page, with these settings."""
    page = visitor.open(path)
    page.evaluate(
        "(wanted) => localStorage.setItem('rollplayer.settings',"
        " JSON.stringify({language: 'en', speed: 'off', ...wanted}))",
        settings,
    )
    page.reload()
    page.wait_for_selector("main")
    return page


def luminances(page: Page, thing: Locator, share: float) -> list[float]:
    """How light a thing looks along a line across it, so far from its top."""
    # As text: a list of numbers takes a minute on its way to the page.
    png = b64encode(thing.screenshot()).decode()
    found: list[float] = page.evaluate(LUMINANCES, [png, share])
    return found


def contrast(one: float, two: float) -> float:
    dark, light = sorted((one, two))
    return (light + 0.05) / (dark + 0.05)


@contextmanager
def phone(browser: Browser, served: Served) -> Iterator[Page]:
    """A device with nothing but a finger."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True, locale="en-US"
    )
    context.add_init_script(
        'localStorage.setItem(\'rollplayer.settings\', \'{"language": "en", "speed": "off"}\')'
    )
    page = context.new_page()
    page.goto(served.address)
    yield page
    context.close()


@pytest.mark.parametrize("theme", THEMES)
def test_an_open_box_looks_open(visit: Visit, theme: str) -> None:
    page = wish(visit(), "/score", theme=theme)
    page.wait_for_selector("tfoot")
    box = page.locator(".game .flag input[type=checkbox]").last
    box.scroll_into_view_if_needed()
    surface = luminances(page, page.locator("main .parchment").first, 0.5)[6]
    middle = luminances(page, box, 0.5)[12]
    assert contrast(middle, surface) < 2, "an open box is filled with what it lies on"
    box.check()
    page.mouse.move(0, 0)
    assert contrast(luminances(page, box, 0.2)[12], middle) >= 3, "a ticked one is filled"


@pytest.mark.parametrize("theme", THEMES)
def test_a_black_wish_shows(visit: Visit, theme: str) -> None:
    """The Backstory of the lesson wants a black die in the last space of Wisdom."""
    page = wish(visit(), "/learn", theme=theme)
    mark = page.locator("[data-spot=wis3] .wanted")
    expect(mark).to_have_attribute("data-sign", "K")
    line = luminances(page, page.locator("[data-spot=wis3]"), 0.345)
    inner = line[len(line) // 6 : -len(line) // 6]
    assert max(contrast(one, inner[0]) for one in inner) >= 3


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_has_nothing_to_say_in_the_dark(
    visit: Visit, axe_source: str, size: tuple[int, int]
) -> None:
    visitor = visit("en", size)
    visitor.prefer(language="en", speed="off", theme="dark")
    for path in PAGES:
        page = visitor.open(path)
        page.wait_for_timeout(250)
        assert axe(page, axe_source) == [], path
    visitor.begin("bots", until="take")
    visitor.play_until(TAKE)
    assert page.locator(":root").get_attribute("data-theme") == "dark"
    assert axe(page, axe_source) == [], "the table"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
def test_settings_take_effect_at_once(
    visit: Visit, axe_source: str, size: tuple[int, int], theme: str
) -> None:
    visitor = visit("en", size)
    page = wish(visitor, "/", theme=theme)
    page.locator("header .tool").last.click()
    dialog = page.locator("dialog.settings")
    expect(dialog.locator("h3")).to_have_count(3)
    visitor.no_overflow()
    assert axe(page, axe_source) == []
    small = dialog.locator("label").evaluate_all(
        "(all) => all.filter((each) => each.getBoundingClientRect().height < 44)"
        ".map((each) => each.textContent)"
    )
    assert small == [], "big enough for a finger"
    other = "light" if theme == "dark" else "dark"
    dialog.locator(f"input[name=theme][value={other}]").check()
    expect(page.locator(":root")).to_have_attribute("data-theme", other)
    dialog.locator("input[name=speed][value=slow]").check()
    expect(page.locator(":root")).to_have_attribute("data-speed", "slow")
    expect(dialog.locator("input[name=sounds]")).not_to_be_checked()
    expect(dialog.locator("input[type=range]")).to_have_count(0)
    dialog.locator("input[name=sounds]").check()
    dialog.locator("input[type=range]").fill("0.25")
    kept = json.loads(page.evaluate("localStorage.getItem('rollplayer.settings')"))
    assert (kept["sounds"], kept["volume"]) == (True, 0.25)


@pytest.mark.parametrize(
    ("size", "more"), [((1280, 720), False), ((3840, 2160), False), ((844, 390), True)]
)
def test_no_setting_is_cut_without_a_word(visit: Visit, size: tuple[int, int], more: bool) -> None:
    """All of them are in sight, or a shade and an arrow say that there is more."""
    page = visit("de", size).open("/")
    page.locator("header .tool").last.click()
    form = page.locator("dialog.settings .form")
    expect(form).to_be_visible()
    if more:
        expect(form).to_have_attribute("data-more", "")
        form.evaluate("(node) => node.scrollTo(0, node.scrollHeight)")
    expect(form).not_to_have_attribute("data-more", "")
    expect(form.get_by_role("link").last).to_be_in_viewport(ratio=0.9)


def test_dice_of_the_scorer_look_like_those_of_the_table(visit: Visit) -> None:
    page = visit().open("/score")
    page.locator(".space").first.click()
    expect(page.locator(".picker .scene .face")).to_have_count(18)
    page.locator(".picker .swatch:has(.scene)").first.click()
    expect(page.locator(".space .scene .face")).to_have_count(3)


def test_three_palettes_are_shown_and_worn(visit: Visit) -> None:
    page = wish(visit(), "/", palette="classic", letters=False)
    page.locator("header .tool").last.click()
    dialog = page.locator("dialog.settings")
    expect(dialog.locator("h3")).to_have_count(3)
    shown = {
        name: dialog.locator(f"[data-palette={name}] .flat").evaluate_all(
            "(all) => all.map((each) => getComputedStyle(each.querySelector('.base')).fill)"
        )
        for name in PALETTES
    }
    assert {len(set(fills)) for fills in shown.values()} == {7}
    assert len({tuple(fills) for fills in shown.values()}) == 3
    root = page.locator(":root")
    for name in PALETTES:
        dialog.locator(f"input[name=palette][value={name}]").check()
        expect(root).to_have_attribute("data-palette", name)
        expect(root).to_have_attribute("data-letters", "on" if name == "contrast" else "off")
        worn = root.evaluate("(each) => getComputedStyle(each).getPropertyValue('--green-base')")
        red, green, blue = (int(worn.strip()[at : at + 2], 16) for at in (1, 3, 5))
        assert f"rgb({red}, {green}, {blue})" in shown[name]


def test_every_sound_belongs_to_an_event() -> None:
    known = {
        key.removeprefix("event.")
        for home in homes()
        for path in (home / "en").glob("*.json")
        for key in json.loads(path.read_text(encoding="utf-8"))
        if key.startswith("event.")
    }
    sources = (
        ROOT / "web/src/lib/sound.ts",
        ROOT / "src/rollplayer/expansions/monsters_and_minions/web/index.ts",
    )
    for path in sources:
        text = path.read_text(encoding="utf-8")
        table = re.search(r"(?:HEARD: [^{]*|sounds: )\{(.*?)\}", text, re.DOTALL)
        assert table is not None
        names = set(re.findall(r"'([a-z-]+)':", table[1]))
        assert names
        assert names <= known


def test_a_slash_opens_the_line_to_type_in(visit: Visit) -> None:
    """Also while a button has the focus, and again once the line is open."""
    visitor = visit("en")
    visitor.begin("bots", until="take")
    visitor.play_until(TAKE)
    page = visitor.page
    page.locator(".decision-bar .aside button").first.focus()
    page.keyboard.press("/")
    line = page.locator("#command")
    expect(line).to_be_focused()
    page.locator(".phases button").first.focus()
    page.keyboard.press("/")
    expect(line).to_be_focused()
    expect(line).to_have_value("")
    line.press("Escape")
    expect(line).to_have_count(0)


def test_a_finger_sees_no_keys(browser: Browser, served: Served) -> None:
    with phone(browser, served) as page:
        page.wait_for_selector("button.go:not(:disabled)")
        page.locator("button.go").click()
        page.wait_for_selector(".setup button")
        expect(page.locator("[data-sign='⌨']")).to_have_count(0)
        while page.locator(".setup button").count():
            page.locator(".setup button").first.tap()
            page.wait_for_timeout(300)
        page.wait_for_selector(".decision-bar.asked .button")
        assert page.locator("kbd").evaluate_all("(all) => all.every((each) => !each.offsetParent)")
        page.locator("header .tool").last.tap()
        page.wait_for_selector("dialog.settings h3")
        expect(page.locator("input[name=hints]")).to_have_count(0)
