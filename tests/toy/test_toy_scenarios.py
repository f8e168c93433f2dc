"""The box's own scenarios hold."""

import pytest

from rollplayer.scenario import Scenario, read_file, run
from tests.toy.conftest import FOLDER

SCENARIOS = read_file(FOLDER / "scenarios" / "glassworks.toml")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each.name)
def test_scenario(scenario: Scenario) -> None:
    outcome = run(scenario)
    assert outcome.passed, outcome.message
