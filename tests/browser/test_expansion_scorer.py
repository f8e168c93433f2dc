"""The scorer with Monsters & Minions, by keyboard on a large screen and by touch on a small one."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rollplayer.content import Library, load
from rollplayer.engine.table import COLORS, HIGHEST, LOWEST, ROWS, SPACES
from rollplayer.expansions.monsters_and_minions.registrations import BOOST
from rollplayer.scorer import read_table, score
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, PHONE, Visitor, axe

pytestmark = [pytest.mark.browser, pytest.mark.once]

NAME = "monsters-and-minions"
BOX = f"input[name=expansion][value={NAME}]"
LINES = ("goals", "class_color", "alignment", "backstory", "armor", "traits", "monster")
REASONS = "(all) => all.map(({dataset}) => [dataset.reason, Number(dataset.stars)])"
HERO: dict[str, Any] = {
    "name": "Ada",
    "race": "orc",
    "class": "elementalist",
    "token": "nn",
    "sheet": {"str": ["boost8", "boost3", "red5"]},
    "cards": ["mirage"],
    "honor": 3,
    "injuries": 1,
    "xp": 2,
    "trophies": ["kobold", "goblin"],
    "combat": 19,
}
COMPLAINTS = {
    "en": "Ada, honor: 120 is not a whole number from 0 to 99.",
    "de": "Ada, honor: 120 ist keine ganze Zahl von 0 bis 99.",
    "fr": "Ada, honor : 120 n’est pas un nombre entier de 0 à 99.",
}


@pytest.fixture(scope="module")
def library() -> Library:
    return load(expansions=(NAME,))


class Hand:
    """Somebody who uses only the keyboard, or only a finger."""

    def __init__(self, visitor: Visitor) -> None:
        self.page: Page = visitor.page
        self.touches = visitor.width < 500

    def press(self, target: Locator) -> None:
        if self.touches:
            target.tap()
        else:
            target.press("Enter" if target.evaluate("(n) => n.tagName") != "INPUT" else "Space")

    def write(self, field: str, text: str) -> None:
        self.page.locator(f"input[name={field}]").fill(text)

    def put(self, dice: list[tuple[str, int]]) -> None:
        self.press(self.page.locator(".space").first)
        for color, face in dice:
            for told in (color, f"{color} {face}"):
                picker = self.page.locator(".picker")
                self.press(picker.get_by_role("button", name=told, exact=True))


def shown_lines(page: Page) -> list[int]:
    return [int(line) for line in page.locator("tbody td b").all_inner_texts()]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hero_of_the_box_is_scored(
    visit: Visit, axe_source: str, library: Library, size: tuple[int, int], language: str
) -> None:
    visitor = visit(language, size)
    page = visitor.open("/score")
    page.wait_for_selector("tfoot")
    expect(page.locator("input[name=honor]")).to_have_count(0)
    complaint = COMPLAINTS[language]
    boost, red = (library.text("color", color, "name", language) for color in ("boost", "red"))
    hand = Hand(visitor)
    hand.press(page.locator(BOX))
    page.locator("select[name=monster]").select_option("giant-troll")
    fields = page.locator(".top .field")
    fields.locator("input[type=text]").fill("Ada")
    fields.locator("select:has(option[value=elementalist])").select_option("elementalist")
    fields.locator("select:has(option[value=orc])").select_option("orc")
    hand.put([(boost, 8), (boost, 3), (red, 5)])
    for field in ("honor", "injuries", "xp", "combat"):
        hand.write(field, str(HERO[field]))
    hand.press(page.locator("summary").first)
    for trophy in HERO["trophies"]:
        hand.press(page.locator(f"input[name=trophies][value={trophy}]"))
    expect(page.locator("summary").first).to_contain_text("(2)")
    if hand.touches:  # beside the result there is room for all cards
        hand.press(page.locator("summary").last)
    hand.press(page.locator("input[value=mirage]"))
    wanted = score(read_table({"monster": "giant-troll", "heroes": [HERO]}, library))["heroes"][0]
    expect(page.locator("tfoot td b")).to_contain_text(str(wanted["total"]))
    assert shown_lines(page) == [wanted["lines"][line] for line in LINES]
    assert wanted["lines"]["monster"] == 6
    assert wanted["lines"]["class_color"] == 2  # E11: the Boost Dice
    expect(page.locator("#score-complaint")).to_be_hidden()
    assert axe(page, axe_source) == []
    visitor.no_overflow()
    # V6: 19 exceeds the Strength of 10 by less.
    hand.press(page.locator("input[name=difficult_monsters]"))
    expect(page.locator("tbody tr").last.locator("td b")).to_have_text("4")
    # What cannot be is said where it stands, in words.
    hand.write("honor", "120")
    expect(page.locator("[role=alert]:visible")).to_contain_text(complaint)
    expect(page.locator("input[name=honor]")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("input[name=honor]")).to_have_accessible_description(complaint_of(page))
    assert axe(page, axe_source) == []
    hand.write("honor", "3")
    expect(page.locator("#score-complaint")).to_be_hidden()
    # What the box has brought goes with it.
    hand.press(page.locator(BOX))
    expect(page.locator("input[name=honor]")).to_have_count(0)
    expect(page.locator(".space .scene")).to_have_count(1)


def complaint_of(page: Page) -> str:
    return page.locator("#score-complaint").inner_text()


def test_five_heroes_and_what_they_cannot_share(visit: Visit) -> None:
    page = visit("en").open("/score")
    page.locator(BOX).check()
    for _ in range(4):
        page.get_by_role("button", name="+ Hero").click()
    expect(page.locator(".tabs button")).to_have_count(5)
    page.locator("input[value=mirage]").check()
    page.locator(".tabs button").first.click()
    page.locator("input[value=mirage]").check()
    # It stands with the hero it is about, and names the card as people do.
    expect(page.locator(".tabs button").last).to_contain_text("Something is wrong here")
    expect(page.locator("#score-complaint")).to_be_hidden()
    page.locator(".tabs button").last.click()
    expect(page.locator("[role=alert]:visible")).to_contain_text("Mirage already belongs to Hero 1")
    page.locator("input[value=mirage]").uncheck()
    expect(page.locator("#score-complaint")).to_be_hidden()
    page.locator(BOX).uncheck()
    expect(page.locator(".tabs button")).to_have_count(4)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_no_table_has_is_said(visit: Visit, axe_source: str, language: str) -> None:
    warning, refusal = {
        "en": ("Ada has the Class color of the Monster", "already belongs to Ada"),
        "de": ("Ada hat die Klassenfarbe des Monsters", "gehört schon Ada"),
        "fr": ("Ada a la couleur de Classe du Monstre", "appartient déjà à Ada"),
    }[language]
    page = visit(language, PHONE).open("/score")
    page.locator(BOX).check()
    page.locator("select[name=monster]").select_option("dragon")
    fields = page.locator(".top .field")
    fields.locator("input[type=text]").fill("Ada")
    classes = fields.locator("select:has(option[value=warrior])")
    classes.select_option("warrior")
    expect(page.locator("[role=status]")).to_contain_text(warning)
    assert axe(page, axe_source) == []
    classes.select_option("cleric")
    expect(page.locator("[role=status]")).to_have_count(0)
    for hero in range(2):
        if hero:
            page.locator(".tabs button").last.click()
        page.locator("summary").first.click()
        page.locator("input[name=trophies][value=kobold]").check()
    expect(page.locator("[role=alert]:visible")).to_contain_text(refusal)
    page.locator("input[name=trophies][value=kobold]").uncheck()
    expect(page.locator("#score-complaint")).to_be_hidden()


def test_who_falls_short_alone_is_told_so(visit: Visit) -> None:
    page = visit("de", PHONE).open("/score")
    page.locator(BOX).check()
    page.locator("select[name=monster]").select_option("giant-troll")
    page.locator("label.flag input:not([name])").last.check()
    page.locator("input[name=combat]").fill("9")
    expect(page.locator("[role=status]")).to_contain_text("Das Monster hat")
    page.locator("input[name=combat]").fill("10")
    expect(page.locator("[role=status]")).to_have_count(0)
    expect(page.locator("tbody tr:nth-child(7) td b")).to_have_text("1")


def random_hero(chance: random.Random, library: Library) -> dict[str, Any]:
    facts = library.facts
    dice = [color for color in COLORS[: BOOST + 1] for _ in range(5)]
    chance.shuffle(dice)

    def roll(color: str) -> str:
        kind = COLORS.index(color)
        return f"{color}{chance.randint(LOWEST[kind], HIGHEST[kind])}"

    others = [card for card, fact in facts["card"].items() if fact["kind"] != "weapon"]
    return {
        "name": "Ada",
        "race": chance.choice(list(facts["race"])),
        "class": chance.choice(list(facts["class"])),
        "alignment": chance.choice(list(facts["alignment"])),
        "token": chance.choice(SPACES),
        "backstory": chance.choice(list(facts["backstory"])),
        "sheet": {row: [roll(dice.pop()) for _ in range(3)] for row in ROWS},
        "gold": chance.randint(0, 30),
        "cards": chance.sample(others, 14),
        "honor": chance.randint(0, 7),
        "injuries": chance.choice((0, 0, 3)),
        "trophies": chance.sample(list(facts["minion"]), chance.randint(0, 6)),
        "combat": chance.randint(0, 40),
    }


@pytest.mark.parametrize("part", range(4))
def test_the_scorer_counts_the_box_as_the_engine_does(
    visit: Visit, library: Library, part: int
) -> None:
    chance = random.Random(17 + part)
    visitor = visit("en")
    page = visitor.open("/score")
    page.wait_for_selector("tfoot")
    for _ in range(10):
        hero = random_hero(chance, library)
        about = {
            "solitaire": False,
            "monster": chance.choice(list(library.facts["monster"])),
            "difficult_monsters": chance.choice((False, True)),
        }
        page.evaluate(
            """([hero, table]) => {
              localStorage.setItem('rollplayer.scorer', hero);
              localStorage.setItem('rollplayer.scorer.table', table);
            }""",
            [json.dumps([hero]), json.dumps({"expansions": [NAME], "about": about})],
        )
        page.reload()
        page.wait_for_selector("tfoot")
        table = read_table({**about, "heroes": [hero]}, library)
        told = score(table)["heroes"][0]
        assert shown_lines(page) == [told["lines"][line] for line in LINES], hero
        rules = table.game.rules
        reasons = [
            [f"{kind}:{id}", stars]
            for line in rules.score_lines
            for kind, id, stars in line.reasons(rules, table.game.heroes[0])
        ]
        assert page.locator("[data-reason]").evaluate_all(REASONS) == reasons


def test_what_the_server_says_late_leaves_the_table_of_another_tab(visit: Visit) -> None:
    visitor = visit("en")
    first = visitor.page
    waiting: list[Route] = []

    def hold_back(route: Route) -> None:
        waiting.append(route)

    first.route(re.compile(r"/api/v1(\?|$)"), hold_back)
    visitor.open("/score")
    first.wait_for_selector("tfoot")
    second = first.context.new_page()
    second.goto(first.url)
    second.locator(BOX).check()
    expect(second.locator("tfoot")).to_be_visible()
    for route in waiting:
        route.continue_()
    expect(first.locator(BOX)).to_be_visible()
    second.reload()
    expect(second.locator(BOX)).to_be_checked()
