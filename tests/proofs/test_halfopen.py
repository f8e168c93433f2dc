"""Lines fail in the middle of games; how soon everybody is back is measured on a quiet machine."""

import pytest

from tests.proofs import halfopen

pytestmark = pytest.mark.once


def test_nothing_is_lost_or_doubled_when_lines_fail() -> None:
    report = halfopen.prove(rounds=14, asleep=4.0)
    assert report.failures == []
    assert int(report.figures["rounds"]) == 14
    for way in halfopen.WAYS:
        assert int(report.figures[f"{way}: rounds"]) > 0


@pytest.mark.parametrize("defect", halfopen.CONTROLS)
def test_a_server_that_shows_or_keeps_something_else_is_caught(defect: str) -> None:
    report = halfopen.prove(rounds=42, asleep=1.0, defect=defect)
    assert not report.passed
