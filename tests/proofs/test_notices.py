"""Games that are played by notices alone go on after a kill; a store that forgets some is caught."""

import pytest

from tests.proofs import notices

pytestmark = pytest.mark.once


def test_no_notice_is_lost() -> None:
    report = notices.prove(turns=40, kills=2, games=4)
    # On a busy machine they may come late; that is for the proof at length.
    assert [failure for failure in report.failures if "came within" not in failure] == []
    assert report.figures["lost"] == 0
    assert int(report.figures["notices"]) >= 40
