"""Dice and answers are small ints; what reads them has a name, and what is too wide is refused."""

import ast
import doctest
import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rollplayer.engine import answers, table
from rollplayer.engine.answers import VERBS, Names
from rollplayer.engine.game import Step
from rollplayer.engine.numbers import GOLD_FOR_GOLD_DIE
from rollplayer.engine.pieces import BASE_PIECES
from rollplayer.engine.scoring import ClassColor, backstory_matches, ranking_key
from rollplayer.engine.vocabulary import Vocabulary
from rollplayer.rules.compose import new_game
from rollplayer.rules.options import Options
from rollplayer.rules.phases import place
from tests.properties.facts import EXPANSION
from tests.properties.heroes import rules_for


@pytest.fixture
def more_kinds() -> Iterator[None]:
    """Whatever kinds of dice a test registers are gone after it."""
    before = len(table.COLORS)
    yield
    del table.COLORS[before:], table.LOWEST[before:], table.HIGHEST[before:]
    del table.COLORS_OF[before:]


@pytest.mark.usefixtures("more_kinds")
def test_a_kind_of_dice_too_many_is_refused() -> None:
    while len(table.COLORS) < table.MOST_KINDS:
        kind = table.add_dice(f"kind{len(table.COLORS)}-", 1, 6)
        die = table.die(kind, 6)
        assert table.read_die(table.die_name(die), [kind]) == die
        assert table.read_die(table.die_name(die)) == table.EMPTY
    with pytest.raises(ValueError, match="room for 16 kinds"):
        table.add_dice("one-more", 1, 6)


@pytest.mark.parametrize(("lowest", "highest"), [(0, 6), (1, 16), (7, 6)])
def test_faces_that_no_die_can_show_are_refused(lowest: int, highest: int) -> None:
    with pytest.raises(ValueError, match="faces go from 1 to 15"):
        table.add_dice("odd", lowest, highest)


@pytest.mark.usefixtures("more_kinds")
def test_a_die_may_have_two_colors_or_one_of_its_own() -> None:
    flame = table.add_dice("flame", 1, 6, (table.RED, table.GOLD))
    mist = table.add_dice("mist", 1, 6)
    colors = range(len(table.COLORS))
    assert [c for c in colors if table.has_color(table.die(flame, 3), c)] == [2, 6]
    assert [c for c in colors if table.has_color(table.die(mist, 3), c)] == [mist]
    assert not any(table.has_color(table.EMPTY, color) for color in colors)


def test_parts_of_dice_and_answers_have_names() -> None:
    red = table.die(table.RED, 5)
    assert (table.kind_of(red), table.face_of(red)) == (table.RED, 5)
    swap = answers.code(answers.SWAP, 4, 17)
    parts = (answers.verb_of(swap), answers.first_of(swap), answers.second_of(swap))
    assert parts == (answers.SWAP, 4, 17)


def test_the_color_of_a_hero_without_a_class_is_no_dies_color() -> None:
    assert not table.has_color(table.die(table.GREEN, 1), table.NOBODY)


def test_a_turned_die_is_of_the_same_kind() -> None:
    assert table.turned(table.die(table.GOLD, 6), 1) == table.die(table.GOLD, 1)


@pytest.mark.usefixtures("more_kinds")
def test_faces_of_two_digits_are_read_back() -> None:
    kind = table.add_dice("huge", 9, 12)
    for face in range(9, 13):
        die = table.die(kind, face)
        assert table.read_die(table.die_name(die), [kind]) == die
    assert table.read_die("huge09", [kind]) == table.EMPTY


def test_more_of_a_kind_than_a_parameter_can_say_are_refused() -> None:
    ids = [f"card-{at}" for at in range(answers.MOST_IDS + 1)]
    names = Names(Vocabulary([BASE_PIECES]))
    names.give("card", ids[:-1])
    last = answers.code(answers.USE, 0, answers.MOST_IDS)
    assert names.write(last) == f"use card-0 on {ids[-2]}"
    with pytest.raises(ValueError, match="card: answers have room for 255, not for 256"):
        names.give("card", ids)


def test_values_show_themselves_in_their_notation() -> None:
    rules = rules_for(Options(2, expansions=(EXPANSION,)))
    kinds: dict[str, Sequence[object]] = {
        "card": rules.cards,
        "race": rules.races,
        "class": rules.classes,
        "alignment": rules.alignments,
        "backstory": rules.backstories,
    }
    for kind, components in kinds.items():
        assert [repr(component) for component in components] == rules.names.by_kind[kind]
    assert repr(VERBS[answers.SWAP]) == "swap <spot> <spot>"
    assert repr(VERBS[answers.PASS]) == "pass"
    assert repr(Step("lay")) == "lay"
    assert [repr(line) for line in rules.score_lines][:2] == ["goals", "class_color"]
    assert repr(rules.interruptions[0]) == "use"


@pytest.mark.parametrize("module", ["table", "answers", "hero"])
def test_examples_of_the_engine_are_true(module: str) -> None:
    """Read from the source: a compiled module shows doctest nothing."""
    path = Path(__file__).parent.parent / "src" / "rollplayer" / "engine" / f"{module}.py"
    names = vars(importlib.import_module(f"rollplayer.engine.{module}"))
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            text = ast.get_docstring(node) or ""
            runner.run(parser.get_doctest(text, dict(names), node.name, str(path), 0))
    assert runner.summarize().failed == 0
    assert runner.tries > 0


@pytest.mark.usefixtures("more_kinds")
def test_a_die_of_two_colors_is_of_both_wherever_a_color_is_asked_for() -> None:
    flame = table.die(table.add_dice("flame", 1, 6, (table.RED, table.GOLD)), 3)
    options = Options(2)
    game = new_game(options, rules_for(options))
    hero = game.heroes[0]
    hero.hand = (flame,)
    gold = hero.gold
    hero.color = table.RED
    place(game, 0, flame, table.STR)
    assert hero.gold == gold + hero.numbers[GOLD_FOR_GOLD_DIE] > gold, "D3: a gold die"
    assert ClassColor().stars(game.rules, hero) == 1
    assert ranking_key(game.rules, hero)[2] == -1
    story = game.rules.backstories[0]
    hero.backstory = story.index
    hero.sheet[story.spots[story.colors.index(table.RED)]] = flame
    assert backstory_matches(game.rules, hero) == 1
    hero.color = table.BLUE
    assert ClassColor().stars(game.rules, hero) == 0
