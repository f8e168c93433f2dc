"""What a run of the lab is measured by: cards worth arguing over, classes and paths near the mean."""

from typing import Any

import pytest

from rollplayer.lab.goals import goals_of


def goal_outcome(share: float, payable: int, bard: float, skills: float) -> dict[str, Any]:
    """As much of an outcome as the goals look at."""

    def owned(*means: float) -> list[dict[str, Any]]:
        return [{"n": 10, "mean": mean} for mean in means]

    return {
        "heroes": {"n": 60, "mean": 30.0},
        "cards": {"climb": {"share": share, "payable": payable}},
        "others": {"class": {"bard": {"with": {"n": 9, "mean": bard}}}, "race": {}},
        "kinds": {
            "skill": {"owned": owned(30, 30, 30, 30, skills, skills)},
            "weapon": {"owned": []},
        },
    }


def test_goals_of_a_balanced_run_are_met() -> None:
    goals = goals_of(goal_outcome(0.15, 200, 32.0, 31.5))
    assert (goals["cards"], goals["outside"], goals["seldom"]) == (1, [], [])
    assert goals["far"] == {"class": {}, "race": {}}
    assert goals["paths"]["skill"] == {"least": 3, "n": 30, "apart": 1.0}
    assert goals["paths"]["weapon"] == {"least": 2, "n": 0, "apart": None}


def test_goals_that_are_missed_are_named() -> None:
    for share in (0.149, 0.851):
        assert goals_of(goal_outcome(share, 200, 30, 30))["outside"] == ["climb"]
    assert goals_of(goal_outcome(0.5, 199, 30, 30))["seldom"] == ["climb"]
    for bard in (27.9, 32.1):
        far = goals_of(goal_outcome(0.5, 200, bard, 30))["far"]["class"]
        assert far == {"bard": pytest.approx(bard - 30)}
