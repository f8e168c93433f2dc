"""A command has one effect, and a version is answered once."""

import pytest

from tests.proofs import duplicates, races

pytestmark = pytest.mark.once


def test_commands_sent_again_have_one_effect() -> None:
    report = duplicates.prove(300, restarts=2)
    assert report.failures == []
    assert int(report.figures["lines opened again between copies"]) > 0
    assert int(report.figures["commands sent to several processes, or across a restart"]) > 0


@pytest.mark.parametrize("defect", duplicates.CONTROLS)
def test_another_effect_or_reply_is_noticed(defect: str) -> None:
    assert duplicates.prove(2000, restarts=6, defect=defect).failures


def test_of_many_answers_to_one_version_one_is_accepted() -> None:
    assert races.prove(rounds=10, clients=16).failures == []
