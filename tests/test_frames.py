"""Frames: named fields, the numbers in a state's hash, and that nobody changes one (K5)."""

import ast
import random
from pathlib import Path

import pytest

from rollplayer.engine.game import Frame, Ruleset, Step
from rollplayer.engine.pieces import BASE_PIECES
from rollplayer.engine.table import NOBODY
from rollplayer.engine.vocabulary import Vocabulary
from rollplayer.expansions.monsters_and_minions.words_classes import ClearCard, KeepUpright
from rollplayer.expansions.monsters_and_minions.words_scrolls import Levitate, LevitateFrame
from rollplayer.rules.cleanup import RefreshUntilDone, RefreshUntilDoneFrame
from rollplayer.rules.compose import new_game
from rollplayer.rules.options import Options
from rollplayer.rules.setup import RollForStart, RollForStartFrame
from rollplayer.words.dice import Reroll, RerollFrame
from tests.properties.facts import EXPANSION
from tests.properties.heroes import rules_for
from tests.properties.walk import pick

SOURCE = Path(__file__).parent.parent / "src" / "rollplayer"


def rebuilt(frame: Frame) -> Frame:
    """The same frame made from what it says of itself."""
    return type(frame)(frame.step, frame.seat, *frame.fields().values())


@pytest.mark.parametrize(
    "options",
    [
        Options(1),
        Options(2),
        Options(1, expansions=(EXPANSION,)),
        Options(5, expansions=(EXPANSION,)),
    ],
    ids=str,
)
def test_every_frame_on_the_way_tells_its_fields(options: Options) -> None:
    rng = random.Random(12)
    met: set[str] = set()
    for _ in range(8):
        game = new_game(options, rules_for(options))
        while not game.over:
            for frame in game.agenda:
                met.add(type(frame).__name__)
                twin = rebuilt(frame)
                assert (repr(twin), twin.numbers()) == (repr(frame), frame.numbers())
                assert [type(number) for number in frame.numbers()] == [int, int, int]
            game.apply(pick(rng, game))
    assert {"SequenceFrame", "BuyingFrame", "ActionFrame", "RepeatedFrame", "RerollFrame"} <= met


NUMBERS: list[tuple[Frame, list[int], str]] = [
    (Step("end").frame(NOBODY), [0, 0, 0], "<end seat=-1>"),
    (Levitate().frame(1), [0, 0, 0], "<raise seat=1 kind_named=-1 spots_raised=0>"),
    (
        LevitateFrame(Levitate(), 1, kind_named=2, spots_raised=5),
        [3, 5, 0],
        "<raise seat=1 kind_named=2 spots_raised=5>",
    ),
    (
        Reroll().frame(0),
        [0, 0, 0],
        "<reroll seat=0 spots_done=0 times_done=0 spot=-1 face_rolled=0>",
    ),
    (
        RerollFrame(Reroll(), 0, spots_done=6, times_done=2, spot=4, face_rolled=3),
        [6, 2, 5 << 4 | 3],
        "<reroll seat=0 spots_done=6 times_done=2 spot=4 face_rolled=3>",
    ),
    (
        RollForStartFrame(RollForStart(), NOBODY, 7, 3, best_face=6, best_seats=2),
        [7, 3, 6 << 8 | 2],
        "<roll-for-start seat=-1 rollers=7 rolled=3 best_face=6 best_seats=2>",
    ),
    (
        RefreshUntilDoneFrame(RefreshUntilDone(), NOBODY, 1, refreshed=(2, 15, 1)),
        [1, 2 | 15 << 4 | 1 << 8, 0],
        "<refresh seat=-1 place=1 refreshed=(2, 15, 1)>",
    ),
]


@pytest.mark.parametrize(("frame", "numbers", "shown"), NUMBERS, ids=repr)
def test_hashes_keep_the_numbers_they_have_always_held(
    frame: Frame, numbers: list[int], shown: str
) -> None:
    assert frame.numbers() == numbers
    assert repr(frame) == shown


def test_a_hook_tells_a_step_what_it_is_about() -> None:
    assert KeepUpright().new_frame(0, about=17).card == 17
    assert ClearCard().new_frame(0, about=3).initiative_card == 3
    # A word that repeats begins at its beginning, whatever the moment is about.
    assert Reroll().new_frame(0, about=17).spots_done == 0


def test_a_beginning_is_made_once_for_each_seat() -> None:
    step = Reroll()
    assert step.frame(0) is step.frame(0)
    assert [step.frame(seat).seat for seat in (NOBODY, 0, 7)] == [NOBODY, 0, 7]


def test_more_seats_than_beginnings_are_refused() -> None:
    with pytest.raises(ValueError, match="room for 8 seats, not 9"):
        Ruleset(9, [], Vocabulary([BASE_PIECES]))


def changed(source: str) -> list[str]:
    """Every place that assigns to a field of a frame, other than a frame's own beginning."""
    changes = []
    for node in ast.walk(ast.parse(source)):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        changes += [
            ast.unparse(target)
            for target in targets
            if isinstance(target, ast.Attribute) and "frame" in ast.unparse(target.value)
        ]
    return changes


@pytest.mark.parametrize("folder", ["engine", "words", "rules", "expansions", "search", "scenario"])
def test_frames_are_replaced_and_never_changed(folder: str) -> None:
    for path in (SOURCE / folder).rglob("*.py"):
        assert changed(path.read_text("utf-8")) == [], path
    assert changed("frame.rows |= 1") == ["frame.rows"]
