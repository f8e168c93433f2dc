"""Many games: the same bytes for any number of processes, and a summary that adds up."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from rollplayer.simulation import SimulationPlan, Summary, mean_interval, play_games, share_interval
from tests.cli.runner import cli

GAME_KEYS = ["game", "seed", "seats", "totals", "lines", "winners", "rank", "decisions"]


def simulate(*arguments: str) -> list[dict[str, Any]]:
    ran = cli("simulate", "--json", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_one_object_a_game_then_a_summary() -> None:
    *games, last = simulate("--players", "random,squire,random", "--games", "4", "--seed", "7")
    assert [list(game) for game in games] == [GAME_KEYS] * 4
    assert [game["game"] for game in games] == [1, 2, 3, 4]
    assert len({game["seed"] for game in games}) == 4
    assert list(last) == ["summary"]
    summary = last["summary"]
    assert (summary["games"], summary["seed"]) == (4, "7")
    for seat in range(3):
        of_seat = summary["seats"][seat]
        assert of_seat["bot"] == games[0]["seats"][seat]
        assert of_seat["stars"] == round(sum(game["totals"][seat] for game in games) / 4, 4)
        wins = sum(1 / len(game["winners"]) for game in games if seat in game["winners"])
        assert math.isclose(of_seat["wins"], wins, abs_tol=1e-4)
        low, high = of_seat["win_share_95"]
        assert 0 <= low <= of_seat["win_share"] <= high <= 1
        goals = sum(game["lines"][seat]["goals"] for game in games) / 4
        assert of_seat["lines"]["goals"] == round(goals, 4)
    assert summary["decisions"] == sum(game["decisions"] for game in games) / 4
    assert math.isclose(sum(seat["win_share"] for seat in summary["seats"]), 1, abs_tol=1e-3)
    for game in games:
        totals = [sum(lines.values()) for lines in game["lines"]]
        assert totals == game["totals"]


@pytest.mark.once
def test_the_same_bytes_for_any_number_of_jobs() -> None:
    arguments = ["simulate", "--players", "squire,random", "--games", "7", "--seed", "x", "--json"]
    alone = cli(*arguments, "--jobs", "1")
    assert alone.code == 0
    assert cli(*arguments, "--jobs", "2") == alone
    assert cli(*arguments, "--jobs", "3") == alone


def test_another_seed_gives_other_games() -> None:
    one = simulate("--games", "2", "--seed", "1")
    other = simulate("--games", "2", "--seed", "2")
    assert one[0]["totals"] != other[0]["totals"] or one[1]["totals"] != other[1]["totals"]
    # The first games of a longer run are those of the shorter one.
    assert simulate("--games", "3", "--seed", "1")[:2] == one[:2]


def test_without_a_seed_the_one_used_is_told() -> None:
    first = simulate("--games", "1", "--players", "random")
    seed = first[-1]["summary"]["seed"]
    assert simulate("--games", "1", "--players", "random", "--seed", seed) == first


def test_game_files_are_kept_and_hold(tmp_path: Path) -> None:
    arguments = ["--games", "10", "--players", "random", "--seed", "7", "--variant", "short-game"]
    plain = simulate(*arguments)
    assert simulate(*arguments, "--log", str(tmp_path / "games")) == plain
    paths = sorted((tmp_path / "games").iterdir())
    assert [path.name for path in paths] == [f"game-{number:02}.jsonl" for number in range(1, 11)]
    for path, game in zip(paths, plain, strict=False):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert json.loads(lines[-1])["end"]["heroes"][0]["total"] == game["totals"][0]
        assert len(lines) - 2 == game["decisions"]
    assert cli("verify", str(paths[0])).code == 0


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    """Also where it was killed between a game file and the line about that game."""
    out, log = tmp_path / "games.jsonl", tmp_path / "games"
    arguments = ["simulate", "--players", "random", "--games", "5", "--seed", "7", "--json"]
    kept = [*arguments, "--out", str(out), "--log", str(log)]
    whole = cli(*kept)
    assert whole == cli(*arguments)
    lines, files = out.read_bytes(), [path.read_bytes() for path in sorted(log.iterdir())]
    assert [json.loads(line).get("game") for line in lines.splitlines()] == [None, 1, 2, 3, 4, 5]
    out.write_bytes(b"".join(lines.splitlines(keepends=True)[:3]) + b'{"game": 3, "se')
    (log / "game-5.jsonl").unlink()
    assert cli(*kept) == whole
    assert out.read_bytes() == lines
    assert [path.read_bytes() for path in sorted(log.iterdir())] == files
    # More games may be added; fewer are told from what is there.
    more = simulate(*arguments[1:4], "6", *arguments[5:7], "--out", str(out))
    assert (len(more), more[-1]["summary"]["games"]) == (7, 6)
    assert cli(*arguments, "--out", str(out)) == whole


def test_a_run_that_goes_on_overwrites_nothing(tmp_path: Path) -> None:
    out, log = tmp_path / "games.jsonl", tmp_path / "games"
    arguments = ["simulate", "--players", "random", "--seed", "7", "--out", str(out)]
    assert cli(*arguments, "--games", "2", "--log", str(log)).code == 0
    (log / "game-3.jsonl").write_text("mine", encoding="utf-8")
    ran = cli(*arguments, "--games", "3", "--log", str(log))
    assert (ran.code, "game-3.jsonl" in ran.err) == (2, True)
    assert (log / "game-3.jsonl").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("spoil", "part"),
    [
        (lambda lines: ["mine\n"], "is not a results file"),
        (lambda lines: [lines[0].replace('"seed":"7"', '"seed":"8"')], 'its seed is "8"'),
        (lambda lines: [*lines, lines[1]], "line 4: is not a result"),
        (lambda lines: [*lines, "{}\n"], "line 4: is not a result"),
        (lambda lines: [*lines[:2], lines[2].replace("7/2", "8/2")], "line 3: is not a result"),
    ],
)
def test_results_of_something_else_are_left_alone(tmp_path: Path, spoil: Any, part: str) -> None:
    out = tmp_path / "games.jsonl"
    arguments = ["simulate", "--players", "random", "--games", "2", "--seed", "7"]
    assert cli(*arguments, "--out", str(out)).code == 0
    spoilt = "".join(spoil(out.read_text(encoding="utf-8").splitlines(keepends=True)))
    out.write_text(spoilt, encoding="utf-8")
    ran = cli(*arguments, "--out", str(out))
    assert (ran.code, ran.out, part in ran.err) == (2, "", True)
    assert out.read_text(encoding="utf-8") == spoilt


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "game-2.jsonl").write_text("mine", encoding="utf-8")
    ran = cli("simulate", "--games", "3", "--players", "random", "--log", str(tmp_path))
    assert ran.code == 2
    assert "game-2.jsonl" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["game-2.jsonl"]
    assert (tmp_path / "game-2.jsonl").read_text(encoding="utf-8") == "mine"


def test_all_options_of_a_game_can_be_set() -> None:
    options = ["--edition", "first", "--draft", "reverse", "--variant", "short-game"]
    options += ["--variant", "friendly-market"]
    summary = simulate("--games", "1", "--seed", "1", *options)[-1]["summary"]
    assert summary["options"] == {
        "players": 3,
        "edition": "first",
        "class_draft": "reverse",
        "variants": ["friendly-market", "short-game"],
    }


def test_solitaire_has_ranks() -> None:
    *games, last = simulate("--players", "squire", "--games", "5", "--seed", "3")
    assert last["summary"]["ranks"] == {
        rank: [game["rank"] for game in games].count(rank)
        for rank in sorted({game["rank"] for game in games})
    }


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["3 games, seed 7", "Attribute Goals", "decisions per game"]),
        ("de", ["3 Spiele, Seed 7", "Attributziele", "Entscheidungen je Spiel"]),
        ("fr", ["3 parties, graine 7", "Objectifs", "décisions par partie"]),
    ],
)
def test_without_json_there_is_a_table(lang: str, words: list[str]) -> None:
    ran = cli("simulate", "--games", "3", "--seed", "7", "--players", "random", "--lang", lang)
    assert ran.code == 0
    for word in words:
        assert word in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--players", "random,clever"], "'clever' is not one of: random, squire"),
        (["--players", ""], "random, squire"),
        (
            ["--players", ",".join(["random"] * 5)],
            "5 players need the expansion Monsters & Minions: add --mm",
        ),
        (["--games", "0"], "--games is '0'"),
        (["--games", "many"], "whole number"),
        (["--games", "9" * 30], "--games"),
        (["--jobs", "0"], "--jobs is '0'"),
        (["--out", "games.jsonl"], "--out needs --seed"),
        (["--variant", "nonsense"], "less-random-setup"),
        (["--variant", "short-game", "--variant", "short-game"], "twice"),
        (["--draft", "blind"], "dice, reverse, forward"),
        (["--pack", "/nowhere"], "/nowhere"),
    ],
)
def test_options_that_make_no_simulation_are_refused(arguments: list[str], part: str) -> None:
    ran = cli("simulate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert part in ran.err


def test_the_intervals_are_those_of_the_textbooks() -> None:
    # Wilson's interval for 10 of 20, and for none of 20.
    assert share_interval(10, 20) == [0.2993, 0.7007]
    assert share_interval(0, 20) == [0.0, 0.1611]
    assert share_interval(0, 0) == [0.0, 1.0]
    # 1, 2, 3: mean 2, deviation 1, so 2 ± 1.96 / sqrt(3).
    half = 1.959964 / math.sqrt(3)
    assert mean_interval(6, 14, 3) == [round(2 - half, 4), round(2 + half, 4)]
    assert mean_interval(5, 25, 1) == [5.0, 5.0]


def test_the_summary_takes_equal_bots_together() -> None:
    plan = SimulationPlan(("random", "squire", "random"), {"players": 3}, 3, "s")
    summary = Summary(plan, "hash")
    games = list(play_games(plan, 1))
    for game in games:
        summary.add(game)
    assert summary.plain()["summary"]["content"] == "hash"
    bots = summary.plain()["summary"]["bots"]
    assert (bots["random"]["seats"], bots["squire"]["seats"]) == (2, 1)
    both = sum(game["totals"][0] + game["totals"][2] for game in games)
    assert bots["random"]["stars"] == round(both / 6, 4)
