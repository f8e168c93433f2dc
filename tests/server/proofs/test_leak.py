"""What is hidden changes no byte for those who may not know it."""

import pytest

from benchmarks.server import leak, wire

pytestmark = pytest.mark.once


def test_hidden_things_change_no_byte() -> None:
    report = leak.with_still_clock(lambda: leak.prove(40))
    assert report.failures == []
    assert int(report.figures["who may know noticed"]) > 0


def test_a_build_that_tells_secrets_is_caught() -> None:
    report = leak.with_defect(lambda: leak.with_still_clock(lambda: leak.prove(40)))
    assert int(report.figures["leaks"]) > 0


def test_the_seed_is_in_no_byte_before_the_end() -> None:
    report = wire.prove_seed(2)
    assert report.failures == []
    assert int(report.figures["streams that reveal it after the end"]) > 0


def test_twins_at_real_sockets() -> None:
    assert wire.prove_twins().failures == []
