"""The end of a game with a Monster: cards turn up one by one, seen and heard."""

from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from rollplayer.engine.game import Game
from rollplayer.engine.plain import plain_game
from rollplayer.engine.table import CHANCE
from rollplayer.server.rooms.recorded_match import RecordedMatch
from tests.browser.conftest import Visit
from tests.browser.driving import DESKTOP, PHONE, Served, Visitor, axe
from tests.browser.positions import asked, grown_by_bots
from tests.server.prepared import grown

pytestmark = [pytest.mark.browser, pytest.mark.once]

SPEED = "fast"
STEP = 260 * 1.6
"""Milliseconds that a step of the ending stands at this speed, at least (``pace`` and ``LONG``)."""
RECORD = """(() => {
  window.steps = [];
  window.turned = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (how?.id === 'turn-up') window.turned += 1;
    return animate.call(this, frames, how);
  };
  const heard = () => [...document.querySelectorAll('[role=log]:not([aria-live=off]) p')]
    .filter((line) => line.checkVisibility() && /^Adventure card turned up/.test(line.textContent)).length;
  const look = () => {
    const at = performance.now();
    const count = (selector) => document.querySelectorAll(selector).length;
    const open = count('.adventure button.card:not(.secret)');
    const now = {
      open,
      heard: heard(),
      gained: count('.adventure .gained'),
      // The same, large: a card in sight with what it brings below its name.
      scene: count('[data-scene=monster]'),
      large: [...document.querySelectorAll('[data-scene=monster] .cards .open')]
        .filter((card) => card.checkVisibility() && card.querySelector('.brings')?.textContent.trim()).length,
      fighting: Boolean(document.querySelector('.monsters .fight')),
      asked: Boolean(document.querySelector('.decision-bar.asked, [data-scene] .choices, dialog.end')),
      at,
    };
    const last = window.steps.at(-1);
    if (!last || last.open !== open || last.fighting !== now.fighting) window.steps.push(now);
  };
  new MutationObserver(look).observe(document, {childList: true, subtree: true, characterData: true});
})()"""

LOW = (1280, 720)
RESULT = """() => {
  const of = (part) => document.querySelector(`[data-scene] ${part}`);
  if (!of('.seen:not(.quiet)') || !of('.verdict .headline')) return null;
  const letters = (part) => parseFloat(getComputedStyle(of(part)).fontSize);
  return {
    headline: of('.headline').textContent,
    told: of('.ended').textContent.split(': ')[1].trim(),
    letters: letters('.headline'),
    others: letters('.about .text'),
    dice: of('.dice').offsetHeight,
    arena: of('.arena').offsetHeight,
    below: of('.heroes').getBoundingClientRect().bottom,
    button: of('.seen').getBoundingClientRect().top,
  };
}"""
"""How Monster Combat ended for a hero, once it is held."""


class Eve(NamedTuple):
    """A table whose next answer leads to Monster Combat, and that answer."""

    table: RecordedMatch
    answer: str


def fights_next(game: Game, option: int) -> bool:
    """Whether this answer brings Monster Combat, and Combat Dice with it."""
    ahead = game.copy()
    ahead.apply(option)
    while not ahead.over and ahead.seat() == CHANCE:
        ahead.apply(ahead.options()[0])
    pools = [hero["combat_dice"] for hero in plain_heroes(ahead)]
    return (
        ahead.rules.vocabulary.phases[ahead.phase] == "monster-combat"
        and ahead.seat() >= 0
        and max(pools) > 1
    )


def plain_heroes(game: Game) -> list[dict[str, Any]]:
    heroes: list[dict[str, Any]] = plain_game(game)["heroes"]
    return heroes


def hunts(notation: str) -> int:
    return 1 if notation == "hunt" else 0


@pytest.fixture(scope="module")
def eve() -> Eve:
    def is_eve(table: RecordedMatch) -> bool:
        game = table.game
        return game.seat() != CHANCE and any(fights_next(game, each) for each in game.options())

    table = grown(is_eve, 2, hunts, expansions=("monsters-and-minions",), variants=("short-game",))
    game = table.game
    option = next(each for each in game.options() if fights_next(game, each))
    return Eve(table, game.rules.names.write(option))


@pytest.fixture
def at_table(eve: Eve, served: Served) -> tuple[Served, dict[str, Any]]:
    return served, served.lay(eve.table)


def see_the_ending(visitor: Visitor, created: dict[str, Any], eve: Eve, speed: str) -> Page:
    visitor.context.add_init_script(RECORD)
    visitor.prefer(language="en", speed=speed)
    visitor.hold(created)
    page = visitor.open(f"/g/{created['game']['id']}")
    page.wait_for_selector(".decision-bar.asked")
    page.keyboard.press("/")
    page.keyboard.type(eve.answer)
    page.keyboard.press("Enter")
    expect(page.locator(".adventure .gained")).to_have_count(3)
    page.wait_for_selector(".decision-bar.asked, dialog.end")
    return page


@pytest.mark.parametrize("calm", [False, True], ids=["moving", "calm"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_adventure_cards_turn_up_one_by_one(
    visit: Visit,
    axe_source: str,
    at_table: tuple[Served, dict[str, Any]],
    eve: Eve,
    size: tuple[int, int],
    calm: bool,
) -> None:
    server, created = at_table
    visitor = visit("en", size, server.address)
    if calm:
        visitor.page.emulate_media(reduced_motion="reduce")
    page = see_the_ending(visitor, created, eve, SPEED)
    expect(page.locator("[data-scene=monster] .cards .open")).to_have_count(3)
    steps = [each for each in page.evaluate("window.steps") if each["fighting"]]
    assert [each["open"] for each in steps] == [0, 1, 2, 3]
    # Each is heard when it is seen, and says who gained dice; nobody is asked before the last.
    assert [each["heard"] for each in steps] == [0, 1, 2, 3]
    assert [each["gained"] for each in steps] == [0, 1, 2, 3]
    assert [(each["scene"], each["large"]) for each in steps] == [(1, 0), (1, 1), (1, 2), (1, 3)]
    assert [each["asked"] for each in steps[:-1]] == [False, False, False]
    times = [each["at"] for each in steps]
    assert min(after - before for before, after in pairwise(times)) > STEP / 2
    assert page.evaluate("window.turned") == (0 if calm else 3)
    for place in (".adventure .gained", "[data-scene=monster] .brings"):
        expect(page.locator(place).filter(has_text="+").first).to_be_visible()
    assert axe(page, axe_source) == []
    visitor.no_overflow()


def test_without_movement_all_lie_open_at_once_and_each_is_heard(
    visit: Visit, at_table: tuple[Served, dict[str, Any]], eve: Eve
) -> None:
    server, created = at_table
    page = see_the_ending(visit("en", PHONE, server.address), created, eve, "off")
    steps = [each for each in page.evaluate("window.steps") if each["fighting"]]
    assert [(each["open"], each["heard"], each["scene"]) for each in steps] == [(3, 3, 0)]
    assert page.evaluate("window.turned") == 0


def test_monster_combat_ends_with_its_result_large_and_heard(visit: Visit, served: Served) -> None:
    table = grown_by_bots(2, asked("monster-reroll", dice=3), box=True)
    created, seat = served.lay(table), table.game.seat()
    visitor = visit(size=LOW)
    visitor.prefer(language="en", speed=SPEED)
    visitor.hold(created, seat)
    page = visitor.open(f"/g/{created['game']['id']}")
    page.wait_for_selector(".decision-bar.asked")
    page.keyboard.press("/")
    page.keyboard.type("pass")
    page.keyboard.press("Enter")
    # In one look: it stands until it is seen, or its time is over.
    seen = page.wait_for_function(RESULT).json_value()
    assert "defeated" in seen["headline"]
    assert "star" in seen["told"]
    assert seen["letters"] > 1.5 * seen["others"]
    assert seen["dice"] > 0.35 * seen["arena"], "the dice have the room of their arena"
    assert seen["below"] <= seen["button"], "the ladder and the others are in sight"
    heard = page.locator("[role=log]:not([aria-live=off]) p")
    expect(heard.filter(has_text=seen["told"]).first).to_be_attached()
