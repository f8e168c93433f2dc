"""Counts and the shapes of their rewards: one vocabulary for stars, goals, weaknesses, Adventure cards."""

import json
from typing import Any

import pytest

from rollplayer.content import ContentError, load
from rollplayer.content.files import Table
from rollplayer.content.kept import kept_path, read_kept
from rollplayer.content.library import _lay_packs
from rollplayer.content.old_words import OLD_WORDS, renewed
from rollplayer.content.words import Known, build_count, build_row_tally, build_tally
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import read_die
from rollplayer.engine.tally import AT_LEAST, AT_MOST, EVERY, NO_LIMIT, Shape
from rollplayer.log import GameFile, Header, open_library, read_lines, write_lines
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.words.counts import Dice, Rows
from rollplayer.words.registry import COUNTS, EFFECTS, GOAL_BONUS, STARS

OPTIONS = Options()
RULES = compose(OPTIONS, load().components)
KNOWN = Known(load().components.vocabulary, load().components.armor_names)


def hero_with(*rows: str, **more: Any) -> Hero:
    """Rows from Strength on: ``red5 gold2``."""
    hero = new_game(OPTIONS, RULES).heroes[0]
    for row, dice in enumerate(rows):
        for place, die in enumerate(dice.split()):
            hero.sheet[row * 3 + place] = read_die(die)
    for name, value in more.items():
        setattr(hero, name, value)
    return hero


def stars(hero: Hero, **table: Any) -> int:
    return build_tally("[card.x] stars", {"stars": 1, **table}, STARS, KNOWN).reward(RULES, hero)


# -- shapes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "rewards"),
    [
        (Shape(EVERY, 1, 2), {-3: 0, 0: 0, 1: 2, 4: 8}),
        (Shape(EVERY, 3, 1), {-3: 0, 2: 0, 3: 1, 5: 1, 6: 2}),
        (Shape(EVERY, 3, 2, 5), {3: 2, 6: 4, 9: 5, 90: 5}),
        (Shape(EVERY, 1, -2), {0: 0, 3: -6}),
        (Shape(AT_LEAST, 4, 3), {3: 0, 4: 3, 99: 3}),
        (Shape(AT_LEAST, 0, 3), {-1: 0, 0: 3}),
        (Shape(AT_MOST, 4, 3), {-1: 3, 4: 3, 5: 0}),
        (Shape(AT_MOST, 0, 9, 2), {0: 2, 1: 0}),
    ],
)
def test_a_shape_makes_a_reward_of_a_number(shape: Shape, rewards: dict[int, int]) -> None:
    assert {count: shape.reward(count) for count in rewards} == rewards
    assert NO_LIMIT not in range(1, 100)


def test_at_most_waits_until_the_spaces_are_full() -> None:
    """E12."""
    low = {"count": "row-total", "row": "str", "at_most": 8}
    assert stars(hero_with("red1 red1"), **low) == 0
    assert stars(hero_with("red1 red1 red1"), **low) == 1
    missing = {"count": "rarest-class-color", "at_most": 0}
    full = ["red1 red2 red3"] * 6
    assert stars(hero_with(*full[:5], "red1 red2"), **missing) == 0
    assert stars(hero_with(*full), **missing) == 1
    few = {"count": "dice", "color": "blue", "at_most": 0}
    assert [stars(hero_with(*full[:5]), **few), stars(hero_with(*full), **few)] == [0, 1]
    # Cards and Gold have no spaces to fill.
    assert stars(hero_with(), count="cards", at_most=0) == 1
    assert stars(hero_with(gold=3), count="gold", at_most=2) == 0


def test_a_condition_must_hold_too() -> None:
    table = {"count": "gold", "at_least": 3, "only_if": {"count": "cards", "at_most": 0}}
    assert stars(hero_with(gold=3), **table) == 1
    assert stars(hero_with(gold=2), **table) == 0
    assert stars(hero_with(gold=3, cards=(0,)), **table) == 0


# -- counts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "count"),
    [
        ({}, 8),
        ({"row": "dex"}, 2),
        ({"color": "red"}, 3),
        ({"color": "class"}, 4),
        ({"color": "class", "row": "str"}, 1),
        ({"value": 5}, 2),
        ({"value": "5+"}, 3),
        ({"value": "2-4", "row": "con"}, 2),
    ],
)
def test_dice_are_narrowed_by_row_color_and_value(table: dict[str, Any], count: int) -> None:
    hero = hero_with("red5 blue2 gold1", "blue6 blue5", "red3 red1 blue4", color=1)
    assert build_count("", {"count": "dice", **table}, KNOWN).count(RULES, hero) == count


def test_without_a_class_no_die_has_its_color() -> None:
    assert Dice(color="class").count(RULES, hero_with("green1 red2 gold3")) == 0


@pytest.mark.parametrize(
    ("row", "patterns"),
    [
        ("red5 red5", []),
        ("red5 red5 red5", ["full", "same-value", "same-color"]),
        ("gold1 gold2 gold3", ["full", "same-color"]),
        ("red5 blue5 gold5", ["full", "same-value"]),
        ("red5 blue4 green3", ["full", "different-class-colors"]),
        ("red5 blue4 red3", ["full"]),
    ],
)
def test_rows_have_patterns(row: str, patterns: list[str]) -> None:
    hero = hero_with(row, "red1")
    for pattern in ("full", "same-value", "same-color", "different-class-colors"):
        assert Rows(pattern=pattern).count(RULES, hero) == (pattern in patterns), pattern
    assert Rows().count(RULES, hero) == 6
    assert Rows("dex").count(RULES, hero) == 1


@pytest.mark.parametrize(
    ("table", "bonuses"),
    [
        ({"count": "dice", "color": "gold", "add": 1}, [1, 2, 0]),
        ({"count": "dice", "row": "dex", "add": 2}, [0, 4, 0]),
        ({"count": "rows", "row": "str", "add": 3}, [3, 0, 0]),
        ({"count": "rows", "pattern": "full", "add": -1}, [-1, 0, 0]),
        ({"count": "dice", "at_least": 1, "add": 1}, [1, 1, 0]),
        ({"count": "dice", "at_most": 3, "add": 1}, [1, 0, 0]),
    ],
)
def test_a_weapon_counts_in_each_row(table: dict[str, Any], bonuses: list[int]) -> None:
    hero = hero_with("red1 red2 gold3", "gold4 gold5")
    bonus = build_row_tally("[card.x] goals", table, GOAL_BONUS, KNOWN)
    assert [bonus.reward(hero, row) for row in range(3)] == bonuses


# -- content ---------------------------------------------------------------------------------------


def test_parameters_are_those_of_the_constructor() -> None:
    flip = EFFECTS["flip"].parameters
    assert [(name, parameter.sort, parameter.default) for name, parameter in flip.items()] == [
        ("times", "positive", 1),
        ("number", "number", -1),
        ("low_only", "flag", False),
    ]
    assert [parameter.required for parameter in COUNTS["row-total"].parameters.values()] == [True]
    assert COUNTS["gold"].parameters == {}


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        (3, "must be a table with 'count', not 3"),
        ({"stars": 1}, "each word is a table with 'count'"),
        ({"count": "gould", "stars": 1}, "'gould' is not one of: .*gold"),
        ({"count": "gold"}, "lacks 'stars'"),
        ({"count": "gold", "stars": 100}, "100 is not a whole number from 0 to 99"),
        ({"count": "gold", "stars": 1, "every": 0}, "every: 0 is not a whole number from 1 to 99"),
        ({"count": "gold", "stars": 1, "max": -1}, "max: -1 is not a whole number from 0 to 99"),
        (
            {"count": "gold", "stars": 1, "every": 2, "at_most": 3},
            "every and at_most exclude each other",
        ),
        ({"count": "gold", "stars": 1, "row": "str"}, "'gold' takes nothing, not 'row'"),
        ({"count": "row-total", "stars": 1}, "'row-total' lacks row"),
        ({"count": "dice", "value": "5-", "stars": 1}, "value = '5-' must be 6, '5-6' or '5\\+'"),
        ({"count": "dice", "color": "pink", "stars": 1}, "color = 'pink' must be one of: .*class"),
        ({"count": "rows", "pattern": "odd", "stars": 1}, "pattern = 'odd' must be one of: any"),
        (
            {"count": "armor-set", "armor_set": "silk", "stars": 1},
            "armor_set = 'silk' must be one of: .*mystic",
        ),
        (
            {"count": "gold", "stars": 1, "only_if": {"count": "cards"}},
            "only_if: needs at_least or at_most",
        ),
        ({"count": "gold", "stars": 1, "only_if": {"count": "cards", "stars": 1}}, "not 'stars'"),
    ],
)
def test_mistakes_are_explained(table: Any, problem: str) -> None:
    with pytest.raises(ContentError, match=problem):
        build_tally("[card.x] stars", table, STARS, KNOWN)


@pytest.mark.parametrize("count", ["goals-met", "gold", "rarest-class-color"])
def test_a_weapon_counts_only_what_a_row_has(count: str) -> None:
    """The score of a row may not depend on the goals that it decides."""
    with pytest.raises(ContentError, match="is not counted row by row"):
        build_row_tally("[card.x] goals", {"count": count, "add": 1}, GOAL_BONUS, KNOWN)


# -- words of earlier versions -----------------------------------------------------------------------


BEFORE_AND_AFTER = [
    ("891a888102d3e2f1", "c879831f83a13e87"),
    ("b08ee77b40586176", "0757af2d11d2df37"),
    ("feda47d594a09d2b", "43b05ed9e327bd2e"),
]


@pytest.mark.parametrize(("before", "after"), BEFORE_AND_AFTER)
def test_old_words_say_what_todays_say(before: str, after: str) -> None:
    """The content before and after the words changed: reading the one gives the other."""
    old, new = (read_kept(kept_path(name))["facts"] for name in (before, after))
    assert old != new
    assert renewed(old) == renewed(new) == new


def test_every_old_word_was_used() -> None:
    """Control: the comparison above has seen all of the table."""
    kept = "".join(json.dumps(read_kept(kept_path(before))) for before, _ in BEFORE_AND_AFTER)
    for key, words in OLD_WORDS.items():
        for word in words:
            assert f'"{key}": "{word}"' in kept


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            {"do": "charity"},
            {"do": "gain-gold", "only_if": {"count": "gold", "at_most": 1}},
        ),
        (
            {"do": "gather-power", "xp": 3},
            {
                "do": "gain-xp",
                "xp": 1,
                "each": {"count": "adventure-tokens"},
                "plus": 3,
                "reason": "scroll",
            },
        ),
        (
            {"count": "dice-at-least", "row": "str", "value": 4, "max": 2},
            {"count": "dice", "row": "str", "value": "4+", "max": 2},
        ),
        (
            {"for": "row-at-least", "row": "str"},
            {"count": "row-total", "row": "str", "at_least": None},
        ),
        ({"do": "flip", "times": 2}, {"do": "flip", "times": 2}),
        ({"for": ["goals-met"]}, {"for": ["goals-met"]}),
    ],
)
def test_what_an_old_word_left_out_has_its_old_default(old: Table, new: Table) -> None:
    facts = {"card": {"x": {"on_buy": [old]}}}
    assert renewed(facts) == {"card": {"x": {"on_buy": [new]}}}
    assert facts == {"card": {"x": {"on_buy": [old]}}}


def test_a_game_with_a_pack_in_old_words_goes_on() -> None:
    """Its header names the facts as they were written then, of the pack and of the base game."""
    card = {
        "kind": "weapon",
        "dots": 2,
        "cost": 9,
        "hands": 1,
        "goals": [{"for": "row-bonus", "row": "str", "add": 3}],
    }
    pack = {"name": "mine", "facts": {"card": {"excalibur": card}}, "texts": {}}
    before = read_kept(kept_path("891a888102d3e2f1"))
    library = _lay_packs(before["facts"], before["texts"], [pack], ())
    header = Header(OPTIONS, ({"name": "Ada"}, {"name": "Bo"}), library.hash, pack_contents=(pack,))
    again = open_library(read_lines(write_lines(GameFile(header, []))).header)
    assert again.hash == library.hash
    assert again.facts["card"]["excalibur"]["goals"] == [{"count": "rows", "row": "str", "add": 3}]
    (sword,) = [card for card in again.components.cards if card.id == "excalibur"]
    assert [sword.goal_bonuses[0].reward(hero_with(), row) for row in range(3)] == [3, 0, 0]
