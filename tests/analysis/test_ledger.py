"""The benchmark of the ledger: it goes on where it stopped, and luck is nothing in the mean."""

import json
import math
import sys
from pathlib import Path

import pytest

from benchmarks import ledger
from rollplayer.analysis import prices
from rollplayer.analysis.worth import worth_of
from rollplayer.content import library_for
from rollplayer.rules.compose import compose
from rollplayer.rules.options import Options

ROOT = Path(__file__).parents[2]
PLAN = {"options": Options(1).plain(), "seed": "luck", "until": float("inf"), "control": True}


def test_luck_is_nothing_in_the_mean_of_random_games() -> None:
    """Long: chances shared by all games had made it +1.06 stars."""
    ledgers = ledger.Ledgers(PLAN)
    told = ledger.summary([ledgers.play(("random", number)) for number in range(200)])
    low, high = told["luck_95"]
    half = (high - low) / 2
    assert abs(told["luck"]) < 1.6 * half
    assert half < 0.6


@pytest.mark.once
def test_it_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ledger.jsonl"
    command = ["ledger", "--levels", "random", "--jobs", "1", "--control", "--out", str(out)]
    for games in ("1", "2"):
        monkeypatch.setattr(sys, "argv", [*command, "--games", games])
        ledger.main()
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line.get("game") for line in lines] == [None, 1, 2]
    assert "| random | 2 |" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*command, "--seed", "another"])
    with pytest.raises(SystemExit, match="holds other games"):
        ledger.main()


def test_the_ledger_is_tried_on_games_that_were_not_in_the_fit() -> None:
    told = json.loads((ROOT / "benchmarks/bots/results/ledger.json").read_text(encoding="utf-8"))
    fit = json.loads(Path(prices.__file__).with_name(prices.FILE).read_text(encoding="utf-8"))
    # Files of fits before November 2026 do not name their seeds.
    assert told["seed"] not in fit.get("seeds", ["prices-7", "prices-7b"])


@pytest.mark.parametrize("run", ["ledger", "ledger_others"])
def test_the_docs_tell_what_was_recorded(run: str) -> None:
    path = ROOT / f"benchmarks/bots/results/{run}.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    options = Options(1)
    docs = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    # The recorded games were valued by what we ship, or the docs name what they were valued by.
    shipped = worth_of(compose(options, library_for(options).components)).name
    assert told["worth"] == shipped or f"values `{told['worth']}`" in docs
    for level, each in told["levels"].items():
        off = f"{each['correction']:+.2f}".replace("-", "−")
        half = (each["correction_95"][1] - each["correction_95"][0]) / 2
        assert f"| {each['games']} | {each['stars']:.2f} |" in docs
        assert f"| {level} |" in docs or f"(`{level}`) |" in docs
        of_one = ledger.NORMAL_95 * each["correction_sd"]
        assert f"| {off} ± {half:.2f} | ± {of_one:.1f} | {each['variance_kept']:.2f} |" in docs
        assert math.isfinite(each["lost"])


def test_luck_was_nothing_in_the_mean_of_ten_thousand_games() -> None:
    path = ROOT / "benchmarks/bots/results/ledger_control.json"
    told = json.loads(path.read_text(encoding="utf-8"))["levels"]["random"]
    low, high = told["luck_95"]
    assert told["games"] >= 10_000
    assert -0.1 <= low <= high <= 0.1
    luck = f"{told['luck']:.2f} ± {(high - low) / 2:.2f} stars".replace("-", "−")
    assert luck in (ROOT / "docs/bots.md").read_text(encoding="utf-8")
