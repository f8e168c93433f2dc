"""Play goes on when the process that owns a room is killed or stands still, and nothing is lost or done twice."""

import pytest

from tests.proofs import owners

pytestmark = pytest.mark.once


def test_owners_are_killed_and_stopped_under_play() -> None:
    report = owners.prove(kills=2, pauses=1, games=4, nodes=2, pause=0.3)
    assert report.failures == []
    assert report.figures["lost"] == 0
    assert int(report.figures["leases taken"]) > int(report.figures["concurrent games"])
