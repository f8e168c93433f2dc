"""Scenarios: a table in the middle of a game, answers, and what must come of them (TOML)."""

from rollplayer.scenario.file import Listed, Scenario, ScenarioError, index, read_file
from rollplayer.scenario.given import build
from rollplayer.scenario.play import Outcome, run, run_file

__all__ = [
    "Listed",
    "Outcome",
    "Scenario",
    "ScenarioError",
    "build",
    "index",
    "read_file",
    "run",
    "run_file",
]
