"""All are current again when a bus, a process or the database is back."""

import pytest

from tests.proofs import scale_out

pytestmark = pytest.mark.once


def test_all_are_current_when_it_is_back() -> None:
    wish = scale_out.Wish(kills=1, bus_kills=2, restarts=1, pauses=1, games=3, asleep=5.0)
    report = scale_out.prove(wish)
    assert report.failures == []
    assert report.figures["lost"] == 0
    assert "moved" in str(report.figures["told in words"])
