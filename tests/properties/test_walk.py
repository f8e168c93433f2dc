"""Random games of every kind: after each decision every invariant holds.

The long form is a command: python -m tests.properties.walk --decisions 200000 --seed 1
"""

import pytest

from tests.properties.walk import REFUSALS, every_options, everything, walk

DECISIONS = 30_000


@pytest.mark.parametrize(
    ("players", "expansion"),
    [*[(players, False) for players in range(1, 5)], *[(players, True) for players in range(1, 6)]],
)
def test_every_invariant_holds_after_every_decision(players: int, expansion: bool) -> None:
    figures = walk(DECISIONS // 4, seed=players, players=players, expansion=expansion)
    assert figures.decisions >= DECISIONS // 4
    assert figures.games >= 9
    assert figures.accepted > figures.positions
    # The last position of a game has no question.
    assert figures.refused >= (figures.positions - figures.games) * REFUSALS
    # A short walk may miss a rare card; the long one may not.
    due = everything(players, expansion)
    unseen = [name for name in due if not figures.seen[name]]
    assert len(unseen) <= len(due) // 10, unseen


def test_every_combination_of_options_is_walked() -> None:
    assert len(every_options()) == 4 * 2 * 3 * 16 + 5 * 3 * 64
    assert len(set(every_options())) == 384 + 960


def test_the_same_seed_walks_the_same_way() -> None:
    one, other = walk(300, seed=5), walk(300, seed=5)
    assert one == other
    assert one != walk(300, seed=6)
