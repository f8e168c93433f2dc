"""All are current again when a bus, a process or the database is back."""

import pytest

from tests.proofs import scale_out

pytestmark = pytest.mark.once


def test_all_are_current_when_it_is_back() -> None:
    wish = scale_out.Wish(kills=1, bus_kills=2, restarts=1, pauses=1, games=3, asleep=5.0)
    report = scale_out.prove(wish)
    assert report.failures == []
    assert report.figures["lost"] == 0
    # Why play has to wait, or that a table is elsewhere now: which of them depends on who asked when.
    assert report.figures["told in words"]


def test_who_trusts_the_bus_alone_is_noticed() -> None:
    wish = scale_out.Wish(kills=0, bus_kills=3, restarts=0, pauses=0)
    report = scale_out.prove(wish, control=True)
    assert "of them watchers" in report.failures[0]
