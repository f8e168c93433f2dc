"""Answers that were acknowledged survive a store that fails; a server that acknowledges early is caught."""

import pytest

from tests.proofs import outages
from tests.server.stores import KINDS, VARIABLE

pytestmark = pytest.mark.once

ROUNDS = {"sqlite": 5, "postgresql": 8}
"""Each fault once."""


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_acknowledged_is_lost(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    report = outages.prove(ROUNDS[kind], games=4)
    assert report.failures == []
    assert int(report.figures["not saved and said so"]) > 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_acknowledges_early_is_caught(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    report = outages.prove(ROUNDS[kind], games=4, control=True)
    assert int(report.figures["lost"]) > 0


OF_DISK = {"sqlite": 5, "postgresql": 4}
"""Each fault of a disk once."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_disk_that_fails_costs_nothing_acknowledged(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    report = outages.prove(OF_DISK[kind], games=4, disk=True)
    assert report.failures == []
    assert int(report.figures["requests answered with 503 and a reason"]) >= 3
