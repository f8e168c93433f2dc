"""Lines fail in the middle of games; how soon everybody is back is measured on a quiet machine."""

import pytest

from tests.proofs import halfopen

pytestmark = pytest.mark.once


def test_nothing_is_lost_or_doubled_when_lines_fail() -> None:
    report = halfopen.prove(rounds=12)
    assert report.failures == []
    assert int(report.figures["rounds"]) == 12
    assert int(report.figures["half-open: rounds"]) > 0
