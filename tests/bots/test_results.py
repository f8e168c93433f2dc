"""The figures in docs/bots.md are those of the recorded runs, and these are of the networks we ship or say of which."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.bots.card_values import compared
from rollplayer.expansions import EXPANSIONS
from rollplayer.runs.identity import network_hash

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
RESULTS = sorted((ROOT / "benchmarks/bots/results").glob("*.json"))
DOCS = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
COLUMNS = ("adventurer", "champion", "legend", "cost", "by_chance", "reachable")
"""Of the table of what evaluators think of cards."""


def tournaments() -> list[dict[str, Any]]:
    results = [json.loads(path.read_text(encoding="utf-8")) for path in RESULTS]
    return [result["tournament"] for result in results if "tournament" in result]


def roundings() -> list[dict[str, Any]]:
    """Recorded comparisons of a rounded network with the one it was made from."""
    results = [json.loads(path.read_text(encoding="utf-8")) for path in RESULTS]
    return [result["rounding"] for result in results if "rounding" in result]


def test_recorded_runs_are_of_the_networks_we_ship_or_the_docs_name_theirs() -> None:
    assert len(tournaments()) > 6
    rounded = {each["before"]: each["network"] for each in roundings()}
    for run in tournaments():
        expansions = tuple(run["options"].get("expansions", ()))
        if not set(expansions) <= set(EXPANSIONS):
            continue  # An expansion that has been taken away has no network.
        played = run["network"]
        if network_hash(expansions) not in (played, rounded.get(played)):
            # Of an earlier one: whoever reads the figures must be told.
            assert f"network `{played}`" in DOCS


@pytest.mark.parametrize("run", roundings(), ids=lambda run: run["network"])
def test_a_rounded_network_plays_as_the_one_it_was_made_from(run: dict[str, Any]) -> None:
    assert run["choices"] > 1000
    assert run["same"] > 0.995
    assert run["most"] < 0.01
    assert f"{100 * run['same']:.1f} % of {run['choices']:,}" in DOCS
    assert f"{run['most']:.3f} stars" in DOCS


@pytest.mark.parametrize("run", tournaments(), ids=lambda run: f"{run['kind']} {run['games']}")
def test_the_docs_tell_what_was_recorded(run: dict[str, Any]) -> None:
    if run["kind"] == "solitaire":
        figures = [f"| {level['level']} | {level['stars']:.2f} |" for level in run["levels"]]
    else:
        # A table of two has a row in the docs, larger ones a sentence: whose share is told first.
        firsts = [(table["players"][0], table["results"]) for table in run["tables"]]
        figures = [f"{100 * results[first]['win_share']:.1f} %" for first, results in firsts]
    assert figures
    assert [figure for figure in figures if figure not in DOCS] == []


def card_values() -> dict[str, Any]:
    path = ROOT / "benchmarks/bots/results/card_values.json"
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["card_values"]
    return told


def test_the_docs_tell_what_evaluators_think_of_cards() -> None:
    told = card_values()["correlation"]
    assert len(told) > 5
    for group in told.values():
        figures = [f"{group[column]:.2f}".replace("-", "−") for column in COLUMNS]
        assert f"| {group['cards']} | {' | '.join(figures)} |" in DOCS


def test_an_evaluator_is_measured_by_the_order_of_its_cards() -> None:
    """Who knows the worths, who has them the wrong way round, and who thinks nothing of any card."""
    cards = {
        f"{number}": {
            "kind": "skill",
            "cost": 3,
            "worth": {"all": {"mean": number / 4, "95": [number / 4 - 0.2, number / 4 + 0.2]}},
        }
        for number in range(12)
    }
    thought = {
        "knows": {id: 2.0 * int(id) for id in cards},
        "wrong": {id: -1.0 * int(id) for id in cards},
        "nothing": dict.fromkeys(cards, 0.8),
    }
    told = compared(cards, thought)["all"]
    assert (told["knows"], told["wrong"], told["nothing"], told["cost"]) == (1, -1, 0, 0)
    assert 0.3 < told["by_chance"] < 0.8
    assert 0.9 < told["reachable"] < 1


def test_the_docs_tell_the_times_of_each_level() -> None:
    path = ROOT / "benchmarks/bots/results/times.json"
    for told in json.loads(path.read_text(encoding="utf-8"))["times"]:
        figures = " | ".join(f"{told[key]:.1f}" for key in ("mean", "p99", "longest"))
        assert f"| {told['decisions']} | {figures} | {told['promised']} | {told['mib']} |" in DOCS
