"""Answers that were acknowledged survive a kill; a server that acknowledges early is caught."""

import pytest

from tests.proofs import crash
from tests.server.stores import KINDS, VARIABLE

pytestmark = pytest.mark.once


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_acknowledged_is_lost(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    report = crash.prove(kills=3, games=4, pause=0.3)
    assert report.failures == []
    assert report.figures["lost"] == 0
    # A table plays another game once one is over, on a quick machine already in this short time.
    assert int(report.figures["games replayed"]) >= 4 + int(
        report.figures["games played to the end"]
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_acknowledges_early_is_caught(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    report = crash.prove(kills=2, games=4, pause=0.3, control=True)
    assert not report.passed
    assert int(report.figures["lost"]) > 0
