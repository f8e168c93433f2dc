"""Scenarios (TOML): a table in the middle of a game, answers, and the expected outcome."""

from rollplayer.scenario.file import ListedScenario, Scenario, ScenarioError, index, read_file
from rollplayer.scenario.given import build
from rollplayer.scenario.play import ScenarioResult, run, run_file

__all__ = [
    "ListedScenario",
    "Scenario",
    "ScenarioError",
    "ScenarioResult",
    "build",
    "index",
    "read_file",
    "run",
    "run_file",
]
