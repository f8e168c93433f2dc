"""Tables go on beside a flood; how quickly is measured on a quiet machine."""

import pytest

from tests.proofs import flood

pytestmark = pytest.mark.once


def test_tables_go_on_beside_a_flood() -> None:
    report = flood.prove(sockets=20, tables=2, seconds=4)
    assert report.failures == []
    assert int(report.figures["hello sent"]) >= 20 * flood.HELLOS
