"""Faces: every race, side and class its own, where heroes are chosen and kept."""

import re

import pytest
from playwright.sync_api import Page

from rollplayer.content import load
from rollplayer.expansions import EXPANSIONS
from tests.browser.conftest import Visit
from tests.browser.driving import Served, Visitor
from tests.browser.positions import BOX
from tests.browser.prepared_games import shown

pytestmark = [pytest.mark.browser, pytest.mark.once]

LIBRARY = load(expansions=tuple(EXPANSIONS))
SMALL = 40
PIXELS = """async ([selector, size]) => {
  const canvas = Object.assign(document.createElement('canvas'), {width: size, height: size});
  const pen = canvas.getContext('2d', {willReadFrequently: true});
  const all = {};
  for (const face of document.querySelectorAll(selector)) {
    const picture = face.querySelector('img');
    if (!picture) { all[face.dataset.face] = ''; continue; }
    await picture.decode();
    pen.clearRect(0, 0, size, size);
    pen.drawImage(picture, 0, 0, size, size);
    all[face.dataset.face] = pen.getImageData(0, 0, size, size).data.join();
  }
  return all;
}"""
DRAWN = """async ([svg, fonts]) => {
  const text = fonts ? svg : svg.replace(/@font-face\\{[^}]*\\}/g, '');
  const picture = new Image(1200, 800);
  picture.src = URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'}));
  await picture.decode();
  await new Promise((done) => setTimeout(done, 200));
  const canvas = Object.assign(document.createElement('canvas'), {width: 600, height: 100});
  const pen = canvas.getContext('2d');
  pen.drawImage(picture, -500, -60);
  return pen.getImageData(0, 0, 600, 100).data.join();
}"""


def faces(page: Page, selector: str, size: int = SMALL) -> dict[str, str]:
    page.wait_for_function(
        "(selector) => { const all = [...document.querySelectorAll(selector)];"
        " return all.length && all.every((face) => face.firstElementChild); }",
        arg=selector,
    )
    pixels: dict[str, str] = page.evaluate(PIXELS, [selector, size])
    assert all(pixels.values()), "an icon stands in for a portrait"
    return pixels


@pytest.mark.parametrize("races", [2, len(LIBRARY.facts["race"])], ids=("two", "all"))
def test_every_hero_has_a_face_of_its_own(visit: Visit, races: int) -> None:
    visitor = visit("en")
    seen: dict[str, str] = {}
    for race in list(LIBRARY.facts["race"])[:races]:
        page = visitor.open(f"/gallery/race/{race}")
        page.wait_for_selector(".worn li")
        seen |= faces(page, ".worn .portrait-face")
    assert len(seen) == races * 2 * len(LIBRARY.facts["class"])
    assert len(set(seen.values())) == len(seen)


def test_monsters_and_minions_are_drawn(visit: Visit) -> None:
    page = visit("en").open("/gallery")
    page.wait_for_selector(".tile .minion")
    drawn = faces(page, ".picture.monster .portrait-face, .picture.minion .portrait-face")
    assert len(set(drawn.values())) == len(LIBRARY.facts["monster"]) + len(LIBRARY.facts["minion"])


def test_race_and_class_are_chosen_by_faces(visit: Visit) -> None:
    visitor = visit("en")
    page = visitor.page
    visitor.begin("bots")
    page.wait_for_selector(".setup")
    sides = faces(page, ".setup .side .portrait-face")
    assert len(set(sides.values())) == len(sides) == page.locator(".setup article").count() * 2
    chosen = page.locator(".setup .side .portrait-face").first.get_attribute("data-face")
    page.locator(".setup .side").first.click()
    page.wait_for_selector(".setup .class")
    worn = faces(page, ".setup .class .portrait > .portrait-face")
    assert len(set(worn.values())) == 2
    assert all(who.startswith(f"{chosen} ") for who in worn)
    page.locator(".setup .class .button").first.click()
    visitor.play_until("[data-at^='hand:']")
    assert next(iter(faces(page, ".sheet .portrait .portrait-face"))).startswith(f"{chosen} ")
    assert len(faces(page, ".rival .portrait-face")) == 1


def drawing(visit: Visit, served: Served, *boxes: str) -> tuple[Visitor, str]:
    """The picture of a hero that is downloaded at the end of a game."""
    visitor = visit("de")
    page = visitor.page
    game = shown(served.address, "adventurer", "adventurer", boxes)
    visitor.hold(game)
    visitor.open(f"/g/{game['game']['id']}").wait_for_selector("dialog.end figure")
    with page.expect_download() as download:
        page.evaluate(
            "[...document.querySelectorAll('dialog.end button')]"
            ".find((each) => /SVG/.test(each.textContent)).click()"
        )
    return visitor, download.value.path().read_text(encoding="utf-8")


def test_the_hero_picture_has_the_dice_of_a_box(visit: Visit, served: Served) -> None:
    _, svg = drawing(visit, served, BOX)
    assert svg.count("<circle") > 18
    assert "undefined" not in svg


def test_the_sums_of_the_hero_picture_are_right(visit: Visit, served: Served) -> None:
    """What race and cards add stands beside the dice."""
    _, svg = drawing(visit, served)
    rows = svg.split("""<path d="M520 """)[1:]
    rows[-1] = rows[-1].split('y="574"')[0]
    assert len(rows) == 6
    for row in rows:
        (total,) = re.findall(r'text-anchor="end" fill="[^"]*">(\d+)<', row)
        added = re.findall(r'text-anchor="middle" fill="[^"]*">([+−]\d+)<', row)
        extra = sum(int(each.replace("−", "-")) for each in added)
        assert row.count("<circle") + extra == int(total), row


def test_the_hero_picture_is_drawn_in_the_fonts_of_the_page(visit: Visit, served: Served) -> None:
    visitor, svg = drawing(visit, served)
    page = visitor.page
    assert svg.count("@font-face") == 4
    assert svg.count("data:font/woff2;base64,") == 4
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert '<svg x="44" y="44" width="412"' in svg, "the hero is large"
    assert page.evaluate(DRAWN, [svg, True]) != page.evaluate(DRAWN, [svg, False])
