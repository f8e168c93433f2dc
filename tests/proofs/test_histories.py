"""What clients see of whole tables fits the log; servers that tell another history are caught."""

import pytest

from tests.proofs import histories
from tests.server.stores import KINDS, VARIABLE

pytestmark = pytest.mark.once


def test_a_table_has_one_history() -> None:
    report = histories.prove(1, 80)
    assert report.failures == []
    assert int(report.figures["acknowledged"]) > 10


@pytest.mark.parametrize("kind", KINDS)
def test_several_tables_have_one_history_each(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    report = histories.prove(4, 200, seed="short")
    assert report.failures == []
    assert int(report.figures["sent again"]) > 10


@pytest.mark.parametrize("defect", histories.FOUND_AS)
def test_another_history_is_caught(defect: str) -> None:
    report = histories.prove(4, 250, seed="defect", defect=defect)
    assert int(report.figures[histories.FOUND_AS[defect]]) > 0
    assert not report.passed
