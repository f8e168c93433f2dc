"""Last calls (K5, K7): each seat is asked once, by whoever drives the game."""

from pathlib import Path

import pytest

from rollplayer.last_calls import LastCalls
from rollplayer.openings import ALWAYS, NEVER, NEW, Openings
from tests.test_rules_not_in_scenarios import FOUR, given


def is_person(seat: int) -> bool:
    return False


def is_bot(seat: int) -> bool:
    return True


@pytest.mark.rules("K7")
def test_each_holder_is_asked_once_also_after_an_interruption(tmp_path: Path) -> None:
    game = given(tmp_path, FOUR)
    calls = LastCalls()
    assert calls.update(game, is_bot) == [2, 3, 0]
    calls.mark_passed(3)
    assert calls.update(game, is_bot) == [2, 0]
    game.interrupt(0, game.interruptions(0)[0])
    calls.mark_passed(0)
    while game.question() != "take":
        game.apply(game.options()[0])
    assert calls.update(game, is_bot) == [2]


@pytest.mark.rules("K7")
def test_who_never_wants_to_be_asked_is_not(tmp_path: Path) -> None:
    openings = Openings(NEW)
    openings.chosen[3] = NEVER
    game = given(tmp_path, FOUR)
    assert LastCalls(openings).update(game, is_person) == [2, 0]
    assert LastCalls(openings).update(game, is_bot) == [2, 3, 0]


@pytest.mark.rules("K5")
@pytest.mark.parametrize(
    ("when", "first", "again"), [(NEW, [3], [3]), (ALWAYS, [3], []), (NEVER, [], [])]
)
def test_before_a_bot_people_are_asked_as_they_wish(
    tmp_path: Path, when: str, first: list[int], again: list[int]
) -> None:
    game = given(tmp_path, FOUR.replace('at = "take"', 'at = "market-turn"'))
    # Seat 3 has Acrobatics; Climb is for the Dice Phase.
    calls = LastCalls(Openings(when))
    assert game.seat() == 1
    assert calls.update(game, lambda seat: seat == 1, [0, 3]) == first
    for seat in first:
        calls.mark_passed(seat)
    # What nobody has noted as seen is still new; the rest is asked once a turn.
    assert calls.update(game, lambda seat: seat == 1, [0, 3]) == again


def test_nobody_is_asked_before_a_question_that_an_undo_brought_back(tmp_path: Path) -> None:
    game = given(tmp_path, FOUR)
    calls = LastCalls()
    calls.skip(game)
    assert calls.update(game, is_bot) == []
