"""Dice and answers are small ints; what reads them has a name, and what is too wide is refused."""

from collections.abc import Iterator

import pytest

from rollplayer.engine import answers, table


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
        assert table.read_die(table.die_name(die)) == die
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
