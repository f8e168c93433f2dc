"""A command has one effect, and a version is answered once."""

import pytest

from tests.proofs import duplicates, races

pytestmark = pytest.mark.once


def test_commands_sent_again_have_one_effect() -> None:
    report = duplicates.prove(300)
    assert report.failures == []
    assert int(report.figures["reconnects between copies"]) > 0


def test_of_many_answers_to_one_version_one_is_accepted() -> None:
    assert races.prove(rounds=10, clients=16).failures == []
