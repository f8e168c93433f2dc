"""Wrong actors, wrong pages and nonsense change nothing."""

import pytest

from tests.proofs import malformed, spoof

pytestmark = pytest.mark.once


def test_wrong_actors_are_not_heard() -> None:
    actors, origins, persons = spoof.prove(("answer", "seat"), ("give",))
    assert actors.failures == []
    assert int(actors.figures["kinds of wrong actor"]) >= 10
    assert origins.failures == []
    assert persons.failures == []
    assert int(persons.figures["right actors heard"]) == persons.figures["routes"]


def test_nonsense_is_refused() -> None:
    report = malformed.prove(messages=400, frames=80, bodies=200)
    assert report.failures == []
    assert int(report.figures["of these malformed"]) > 300
