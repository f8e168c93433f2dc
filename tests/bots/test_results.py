"""The figures in docs/bots.md are those of the recorded runs, and these are of the networks we ship or say of which."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.bots.card_values import compared
from rollplayer.bots import LEVELS
from rollplayer.content import load
from rollplayer.expansions import EXPANSIONS
from rollplayer.runs.identity import network_hash
from rollplayer.simulation import share_interval

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
RESULTS = sorted((ROOT / "benchmarks/bots/results").glob("*.json"))
DOCS = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
COLUMNS = ("adventurer", "champion", "legend", "cost", "by_chance", "reachable")
"""Of the table of what evaluators think of cards."""
RANKS = ("true-hero", "clan-leader", "luminary", "adventurer", "hireling", "npc")
"""Of the charts (L7, Y6), from the best."""


def tournaments() -> list[dict[str, Any]]:
    results = [json.loads(path.read_text(encoding="utf-8")) for path in RESULTS]
    return [result["tournament"] for result in results if "tournament" in result]


def contests() -> list[dict[str, Any]]:
    """Recorded games of one network against another, or of one alone."""
    results = [json.loads(path.read_text(encoding="utf-8")) for path in RESULTS]
    return [result["against"] for result in results if "against" in result]


def trainings() -> list[dict[str, Any]]:
    results = [json.loads(path.read_text(encoding="utf-8")) for path in RESULTS]
    return [result for result in results if "generations" in result and "command" in result]


def half(low_high: list[float]) -> float:
    low, high = low_high
    return (high - low) / 2


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
            assert f"| `{played}` |" in DOCS


def test_the_docs_name_the_values_of_every_recorded_run() -> None:
    """In one row with the network: whoever reads a table must know what was played."""
    for run in tournaments():
        (row,) = [line for line in DOCS.splitlines() if f"| `{run['content'][:16]}` |" in line]
        assert f"`{run['network']}`" in row


@pytest.mark.parametrize("boxes", [(), *((name,) for name in EXPANSIONS)], ids=str)
def test_the_docs_name_todays_networks_and_values(boxes: tuple[str, ...]) -> None:
    today = [line for line in DOCS.splitlines() if line.startswith("| today's, ")]
    (row,) = [line for line in today if f"| `{network_hash(boxes)}` |" in line]
    assert f"| `{load(expansions=boxes).hash[:16]}` |" in row


@pytest.mark.parametrize("run", roundings(), ids=lambda run: run["network"])
def test_a_rounded_network_plays_as_the_one_it_was_made_from(run: dict[str, Any]) -> None:
    assert run["choices"] > 1000
    assert run["same"] > 0.995
    assert run["most"] < 0.01
    assert f"{100 * run['same']:.1f} % of {run['choices']:,}" in DOCS
    assert f"{run['most']:.3f} stars" in DOCS


def solitaire_rows(run: dict[str, Any]) -> list[str]:
    """Of each level: its row of stars and ranks, and its row of times."""
    with_expansion = bool(run["options"].get("expansions"))
    names = ("monster-slayer", *RANKS, "dead") if with_expansion else RANKS
    box = "solitaire, Monsters & Minions" if with_expansion else "solitaire"
    promises = {level.name: level.milliseconds for level in LEVELS}
    rows = []
    for told in run["levels"]:
        level = told["level"]
        shares = [f"{100 * told['ranks'].get(name, 0):.1f}" for name in names]
        figures = [level, f"{told['stars']:.2f}", f"± {half(told['stars_95']):.2f}", *shares]
        rows.append(f"| {' | '.join(figures)} |")
        times = f"{told['ms']:.1f} | {told['ms_p99']:.1f} | {told['ms_most']:.0f}"
        promised = f"{promises[level]} | {run['peak_mib']}"
        rows.append(f"| {level} | {box} | {times} | {promised} |")
    return rows


@pytest.mark.parametrize("run", tournaments(), ids=lambda run: f"{run['kind']} {run['games']}")
def test_the_docs_tell_what_was_recorded(run: dict[str, Any]) -> None:
    if run["kind"] == "solitaire":
        figures = solitaire_rows(run)
    else:
        # A table of two has a row in the docs, larger ones a sentence: whose share is told first.
        firsts = [(table["players"][0], table["results"]) for table in run["tables"]]
        figures = [f"{100 * results[first]['win_share']:.1f} %" for first, results in firsts]
    assert figures
    assert [figure for figure in figures if figure not in DOCS] == []


@pytest.mark.parametrize("run", contests(), ids=lambda run: str(run["networks"]))
def test_the_docs_tell_how_networks_fared_against_each_other(run: dict[str, Any]) -> None:
    for network in run["networks"].values():
        assert f"`{network}`" in DOCS
    if run["players"] > 1:
        assert f" {contest_row(run)} |" in DOCS
    elif "more" in run:
        low, high = (signed(each) for each in run["more_95"])
        told = f"{signed(run['more'])} (95 %: {low} to {high}) on the same {run['games']}"
        assert f"{run['now']['stars']:.2f} stars instead of {run['before']['stars']:.2f}" in DOCS
        assert told in DOCS
    else:
        assert f"{run['now']['stars']:.2f} ± {half(run['now']['stars_95']):.2f}" in DOCS


def same_legends(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one.get(part) == other.get(part) for part in ("networks", "foresights"))


def contest_row(run: dict[str, Any]) -> str:
    """Games of the same legends at tables of the same size are one row, whatever their seeds."""
    alike = [
        each for each in contests() if same_legends(each, run) and each["players"] == run["players"]
    ]
    games = sum(each["games"] for each in alike)
    won = sum(each["win_share"] * each["games"] for each in alike)
    now, before = (
        sum(each[who]["stars"] * each["games"] for each in alike) / games
        for who in ("now", "before")
    )
    low, high = (100 * each for each in share_interval(won, games))
    share = f"{100 * won / games:.1f} % | {low:.1f} – {high:.1f} %"
    return f"{games:,} games | {now:.1f} stars | {before:.1f} | {share}"


def signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "−").replace("+0.00", "0.00")


@pytest.mark.parametrize("run", trainings(), ids=lambda run: run["network"])
def test_the_docs_tell_how_a_network_was_trained_on(run: dict[str, Any]) -> None:
    assert run["command"] in DOCS
    assert f"`{run['network']}`" in DOCS
    assert f"{sum(each['games'] for each in run['generations']):,} games" in DOCS
    for players in ("1", "2"):
        first, second, third = (f"{each['stars'][players]:.1f}" for each in run["generations"])
        assert f"{first}, {second} and {third}" in DOCS


def card_values(run: str) -> dict[str, Any]:
    path = ROOT / f"benchmarks/bots/results/{run}.json"
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["card_values"]
    return told


@pytest.mark.parametrize(
    ("run", "groups"),
    [
        ("card_values", ("all", "skills and weapons", "skill", "weapon", "trait", "armor")),
        ("card_values_mm", ("all", "skills and weapons", "trait", "scroll")),
    ],
)
def test_the_docs_tell_what_evaluators_think_of_cards(run: str, groups: tuple[str, ...]) -> None:
    told = card_values(run)["correlation"]
    for group in (told[name] for name in groups):
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
