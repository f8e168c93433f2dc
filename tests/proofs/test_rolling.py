"""Processes are restarted one after the other under play, and nothing fails; killed without draining, something does."""

import pytest

from tests.proofs import rolling

pytestmark = pytest.mark.once


def test_a_process_is_restarted_under_play() -> None:
    report = rolling.prove(games=2, rounds=1, nodes=2, pause=0.3)
    assert report.failures == []
    assert report.figures["failed"] == 0
    assert int(report.figures["sockets that came back"]) > 0


def test_a_kill_without_draining_is_noticed() -> None:
    report = rolling.prove(games=4, rounds=1, nodes=2, pause=0.3, control=True)
    assert int(report.figures["failed"]) > 0
    assert report.figures["lost"] == 0
