"""No room has two owners, however often it changes hands; without fences that would be noticed."""

import pytest

from tests.proofs import leases

pytestmark = pytest.mark.once


def test_no_room_has_two_owners() -> None:
    report = leases.prove(changes=200)
    assert report.failures == []


def test_without_fences_it_is_noticed() -> None:
    report = leases.prove(changes=200, control=True)
    assert not report.passed
    assert int(report.figures["lost"]) > 0
