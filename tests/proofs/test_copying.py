"""Games that are copied stay what they are; a change on the way is noticed."""

import pytest

from tests.proofs import copying

pytestmark = pytest.mark.once


@pytest.mark.parametrize("control", [False, True], ids=["the copy", "the control"])
def test_a_copy_differs_in_nothing(control: bool) -> None:
    report = copying.prove(20, control=control)
    assert report.passed != control, report.failures
    assert int(report.figures["lines of logs"]) > 20 * 50
