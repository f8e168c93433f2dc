"""docs/balance.md says what the recorded runs of the lab say, and they are consistent."""

import copy
import re
from typing import Any

import pytest

from tools import balance

pytestmark = pytest.mark.once


@pytest.mark.parametrize("run", balance.RUNS)
def test_a_recorded_run_is_consistent_and_fair(run: str) -> None:
    found = balance.told(run)
    for card in found["cards"].values():
        assert card["taken"] <= card["payable"] <= card["shown"]
        assert sum(card["by"].values()) == card["taken"] + card["elsewhere"]
        assert card["with"]["n"] + card["without"]["n"] == found["heroes"]["n"]
        by_round = [card["worth"][at]["n"] for at in found["moments"] if at in card["worth"]]
        assert card["worth"]["all"]["n"] == sum(by_round)
    assert found["heroes"]["n"] == found["games"] * found["options"]["players"]
    # The control: a gift of nothing changes nothing. A run may have no gifts at all, to ask what is bought.
    assert (found["nothing"]["n"] > 0) == (found["gifts"] > 0)
    if found["gifts"]:
        assert (found["nothing"]["mean"], found["nothing"]["95"]) == (0, [0, 0])


def test_the_page_follows_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    found = balance.told("legend")
    before = balance.section("legend")
    other: dict[str, Any] = copy.deepcopy(found)
    assert found["cards"]["longsword"]["payable"] >= 200
    other["cards"]["longsword"]["payable"] = 199
    monkeypatch.setattr(balance, "told", lambda run: other)
    after = balance.section("legend")
    seldom = re.compile(r"Fewer than 200 times: .*Longsword")
    assert not seldom.search(before)
    assert seldom.search(after)
    assert "| 199 |" in after
