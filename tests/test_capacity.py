"""The model of docs/capacity.md finds what it is fitted to, and its page tells everything that was recorded."""

import json
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.server.capacity import FITS, PARTS, PREDICTED
from benchmarks.server.model import Model, Point, fit
from tools import capacity

TRUE = Model(
    answer={"SQLite": 500.0, "one": 600.0, "several": 600.0},
    transaction={"SQLite": 200.0, "one": 400.0, "several": 700.0},
    seat=150.0,
    watcher=20.0,
    database={"one": 100.0, "several": 100.0},
    database_transaction={"one": 200.0, "several": 300.0},
)


def measured(point: Point, *, fits: bool) -> dict[str, Any]:
    costs = {"servers_us": TRUE.servers(point), "postgresql_us": TRUE.postgresql(point)}
    return {**vars(point), "apart": point.seconds_apart, **costs, "fits": fits}


def points() -> list[dict[str, Any]]:
    """As if the model were the truth."""
    known = [measured(point, fits=True) for point in FITS]
    return known + [measured(point, fits=False) for point in PREDICTED]


def test_the_model_finds_the_numbers_that_made_its_points() -> None:
    found = fit(points())
    for point in (*FITS, *PREDICTED, Point("several", 10, 2000, 4, 30)):
        assert found.servers(point) == pytest.approx(TRUE.servers(point))
        assert found.postgresql(point) == pytest.approx(TRUE.postgresql(point))


def test_what_it_has_to_predict_is_not_fitted_to() -> None:
    wrong = [
        {**each, "servers_us": 9 * each["servers_us"]} for each in points() if not each["fits"]
    ]
    assert fit([each for each in points() if each["fits"]] + wrong) == fit(points())


def test_no_cost_is_below_nothing() -> None:
    cheap = [
        {**each, "servers_us": 400.0 + each["rate"]} if each["store"] == "SQLite" else each
        for each in points()
    ]
    assert min(fit(cheap).transaction.values()) >= 0


def test_a_process_carries_as_much_as_fills_its_core() -> None:
    most = TRUE.most("several", 4, 0.7)
    assert most * TRUE.servers(Point("several", 1, most, 4)) / 1e6 == pytest.approx(0.7, rel=0.01)
    dearer = replace(TRUE, seat=300.0)
    assert dearer.most("several", 4, 0.7) < most < TRUE.most("several", 4, 0.8)


def test_the_page_tells_what_was_recorded() -> None:
    recorded = json.loads(capacity.RECORDED.read_text(encoding="utf-8"))
    assert set(recorded) == set(PARTS)
    page = capacity.page()
    for each in recorded["points"]["found"]:
        if not each["fits"]:
            assert f"| {capacity.words(each)} |" in page
    for found in recorded["held"]["found"].values():
        assert f"| {found['tables']:,} |" in page
        assert f"{found['answer p50 ms']:g}, {found['answer p99 ms']:g}" in page
    assert (
        f"**{recorded['processes']['found']['times the processor time of one']:g} times**" in page
    )


def test_the_page_says_how_far_apart_transactions_were_when_it_was_recorded() -> None:
    recorded = json.loads(capacity.RECORDED.read_text(encoding="utf-8"))
    plain = [{k: v for k, v in each.items() if k != "apart"} for each in points()]
    before = capacity.text_of(fit(plain))
    assert "transaction ÷ (1 + 0.005 s ×" in before
    assert "Since this was recorded" in before
    assert fit(plain).most("several", 4, 0.7) != fit(points()).most("several", 4, 0.7)
    now = capacity.text_of(fit(points()))
    assert "at least 5 ms (where several share a store, 15 ms) apart" in now
    assert "Since this was recorded" not in now
    assert fit(recorded["points"]["found"]).apart["one"] == 0.005


def test_a_busy_machine_is_called_busy() -> None:
    recorded = json.loads(capacity.RECORDED.read_text(encoding="utf-8"))
    for part in recorded.values():
        part["load"] = 0.5
    assert "busy with other programs" not in capacity.origin(recorded)
    recorded["held"]["load"] = 9.0
    assert "busy with other programs" in capacity.origin(recorded)
