"""The measurements run; their figures are for a quiet machine, so only what must hold is asked here."""

import pytest

from benchmarks.server import load, throughput

pytestmark = pytest.mark.once


def test_people_and_bots_play_without_errors() -> None:
    report = load.prove(games=2, bot_games=1, seconds=4)
    assert report.failures == []
    assert int(report.figures["acks"]) > 0


def test_throughput_beside_an_echo() -> None:
    report = throughput.prove(tables=2, seconds=0.5)
    assert report.failures == []
    assert 0 < float(report.figures["ratio"]) < 1
