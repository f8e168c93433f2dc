"""All are current again when a bus, a process or the database is back; a process that trusts the bus alone is caught."""

import pytest

from tests.proofs import scale_out

pytestmark = pytest.mark.once


def test_all_are_current_when_it_is_back() -> None:
    wish = scale_out.Wish(kills=1, bus_kills=2, restarts=1, pauses=1, games=3, asleep=5.0)
    report = scale_out.prove(wish)
    assert report.failures == []
    assert report.figures["lost"] == 0
    assert "moved" in str(report.figures["told in words"])


def test_a_process_that_trusts_the_bus_alone_is_caught() -> None:
    wish = scale_out.Wish(kills=0, bus_kills=3, restarts=0, pauses=0, games=4)
    report = scale_out.prove(wish, control=True)
    assert any("stay behind" in failure for failure in report.failures)
