"""Tournaments: fair deals, results that add up, and runs that go on where they stopped."""

import json
import math
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rollplayer.simulation import share_interval
from rollplayer.tournament.adjusted import Adjusted
from rollplayer.tournament.elo import elo_of
from rollplayer.tournament.play import Tournament, play_tournament, step_of
from rollplayer.tournament.results import Results, Times
from tests.cli.runner import cli

FAST = ["--players", "squire,random", "--games", "3", "--seed", "7"]


def json_of(*arguments: str) -> dict[str, Any]:
    ran = cli("tournament", "--json", *arguments)
    assert (ran.code, ran.err) == (0, "")
    plain: dict[str, Any] = json.loads(ran.out)["tournament"]
    return plain


def without_cost(plain: dict[str, Any]) -> dict[str, Any]:
    """What is the same on every machine."""
    costs = ("decisions", "ms", "ms_p99", "ms_most")
    levels = [{k: v for k, v in level.items() if k not in costs} for level in plain["levels"]]
    return {**plain, "levels": levels, "peak_mib": 0}


def games_of(tournament: Tournament) -> list[dict[str, Any]]:
    return list(play_tournament(tournament, 1))


def test_every_pair_gets_the_same_deals_in_every_seat() -> None:
    levels = ("squire", "random", "adventurer")
    games = games_of(Tournament(levels, "pairs", 2, "fair"))
    by_table = {table: [game for game in games if game["table"] == table] for table in range(3)}
    for (one, other), played in zip(combinations(levels, 2), by_table.values(), strict=True):
        assert [game["seats"] for game in played] == [[one, other], [other, one]]
        assert [game["seed"] for game in played] == ["fair/1", "fair/1"]
    # The first games of all pairs come first.
    assert [game["game"] for game in games] == [1, 1, 1, 2, 2, 2]


def test_at_one_table_the_seats_turn() -> None:
    levels = ("squire", "random", "random")
    games = games_of(Tournament(levels, "table", 4, "turn"))
    assert [game["seats"].index("squire") for game in games] == [0, 2, 1, 0]
    assert [game["seed"] for game in games] == ["turn/1"] * 3 + ["turn/2"]


def test_an_expansion_is_played_by_its_own_network_and_a_lost_game_brings_no_stars() -> None:
    """Y5: a dead hero's sheet is not scored."""
    with_it = ("monsters-and-minions",)
    tournament = Tournament(("random",), "solitaire", 5, "lost", expansions=with_it)
    base = Tournament(("random",), "solitaire", 5, "lost")
    assert tournament.head()["network"] != base.head()["network"]
    assert tournament.head()["content"] != base.head()["content"]
    games = games_of(tournament)
    dead = [game["rank"] == "dead" for game in games]
    assert any(lost and game["totals"][0] > 0 for game, lost in zip(games, dead, strict=True))
    results = Results(tournament)
    for game in games:
        results.add(game)
    level = results.plain()["tournament"]["levels"][0]
    scored = [game["totals"][0] for game, lost in zip(games, dead, strict=True) if not lost]
    assert level["stars"] == round(sum(scored) / 5, 4)
    assert level["ranks"]["dead"] == round(sum(dead) / 5, 4)
    assert math.isclose(sum(level["lines"].values()), level["stars"], abs_tol=1e-3)
    assert "monster" in level["lines"]


def test_results_add_up() -> None:
    tournament = Tournament(("squire", "random"), "pairs", 5, "sum")
    results = Results(tournament)
    games = games_of(tournament)
    for game in games:
        results.add(game)
    plain = results.plain()["tournament"]
    squire = plain["levels"][0]
    at = [game["seats"].index("squire") for game in games]
    stars = [game["totals"][seat] for game, seat in zip(games, at, strict=True)]
    wins = sum(
        1 / len(game["winners"])
        for game, seat in zip(games, at, strict=True)
        if seat in game["winners"]
    )
    assert squire["games"] == plain["tables"][0]["games"] == 5
    assert squire["stars"] == round(sum(stars) / 5, 4)
    assert math.isclose(squire["wins"], wins, abs_tol=1e-4)
    assert squire["win_share_95"] == share_interval(wins, 5)
    assert math.isclose(sum(squire["lines"].values()), squire["stars"], abs_tol=1e-3)
    assert plain["tables"][0]["results"]["squire"]["stars"] == squire["stars"]
    assert squire["decisions"] == sum(
        game["cost"]["thinking"][seat]["decisions"] for game, seat in zip(games, at, strict=True)
    )
    assert squire["decisions"] > 100
    assert 0 < squire["ms"] <= squire["ms_most"]
    assert squire["ms_p99"] <= squire["ms_most"]


@pytest.mark.once
def test_the_same_games_for_any_number_of_jobs() -> None:
    assert without_cost(json_of(*FAST, "--jobs", "2")) == without_cost(json_of(*FAST))


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = json_of(*FAST, "--out", str(path))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 4
    # Killed while it wrote the second game.
    path.write_text("".join(lines[:2]) + lines[2][:30], encoding="utf-8")
    again = json_of(*FAST, "--out", str(path))
    assert without_cost(again) == without_cost(whole)
    gone_on = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert gone_on[:2] == lines[:2]
    assert [json.loads(line)["game"] for line in gone_on[1:]] == [1, 2, 3]
    # A run that is complete plays nothing, and says the same to the last bit.
    assert json_of(*FAST, "--out", str(path)) == again
    # More games may be added; fewer are told from what is there.
    more = [*FAST[:3], "4", *FAST[4:], "--out", str(path)]
    assert json_of(*more)["levels"][0]["games"] == 4
    assert without_cost(json_of(*FAST, "--out", str(path))) == without_cost(whole)


@pytest.mark.parametrize(
    ("spoil", "part"),
    [
        (lambda lines: ["mine\n"], "is not a results file"),
        (lambda lines: ["mine"], "is not a results file"),
        (lambda lines: ['{"heroes": []}\n'], "is not a results file"),
        (lambda lines: [lines[0].replace('"seed":"7"', '"seed":"8"')], 'its seed is "8"'),
        (lambda lines: [*lines, lines[1]], "line 5: is not a result"),
        (lambda lines: [*lines, "{}\n"], "line 5: is not a result"),
        (lambda lines: [*lines, "[]\n"], "line 5: is not a result"),
        (lambda lines: [*lines[:3], lines[3].replace('"totals":[', '"totals":["x",')], "line 4"),
        (lambda lines: [*lines[:3], lines[3].replace("squire", "knight")], "line 4"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, spoil: Any, part: str) -> None:
    path = tmp_path / "results.jsonl"
    json_of(*FAST, "--out", str(path))
    spoilt = "".join(spoil(path.read_text(encoding="utf-8").splitlines(keepends=True)))
    path.write_text(spoilt, encoding="utf-8")
    ran = cli("tournament", *FAST, "--out", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert part in ran.err
    assert path.read_text(encoding="utf-8") == spoilt


def test_solitaire_has_ranks_and_no_winners() -> None:
    plain = json_of("--players", "random,squire", "--solitaire", "--games", "3", "--seed", "1")
    for level in plain["levels"]:
        assert math.isclose(sum(level["ranks"].values()), 1, abs_tol=1e-3)
        assert not {"elo", "win_share"} & set(level)
    assert [table["players"] for table in plain["tables"]] == [["random"], ["squire"]]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["3 games per pair, seed 7", "Squire – Wanderer", "Attribute Goals"]),
        ("de", ["3 Spiele je Paarung, Seed 7", "Knappe – Streuner", "Attributziele"]),
        ("fr", ["3 parties par paire, graine 7", "Écuyer – Vagabond", "Objectifs"]),
    ],
)
def test_without_json_there_are_tables(lang: str, words: list[str]) -> None:
    ran = cli("tournament", *FAST, "--lang", lang)
    assert (ran.code, ran.err) == (0, "")
    for word in words:
        assert word in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--players", "squire"], "at least 2 levels"),
        (["--players", "squire,squire"], "squire is listed twice"),
        (["--players", "squire,knight"], "'knight' is not one of"),
        (["--players", "random,random,random,random,random", "--table"], "add --mm"),
        (["--table", "--solitaire"], "choose one"),
        (["--games", "0"], "--games is '0'"),
        (["--out", "results.jsonl"], "--out needs --seed"),
        (["--variant", "nonsense"], "less-random-setup"),
    ],
)
def test_what_makes_no_tournament_is_refused(arguments: list[str], part: str) -> None:
    ran = cli("tournament", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert part in ran.err


def test_elo_is_what_the_scale_means() -> None:
    # 10 of 11 games won is odds of 10 to 1: 400 points. One drawn game is added to each pairing.
    ahead_of = {("a", "b"): 9999.5, ("b", "a"): 999.5}
    elo = elo_of(["a", "b"], ahead_of)
    assert math.isclose(elo["a"][0] - elo["b"][0], 400, abs_tol=0.2)
    assert math.isclose(elo["a"][0] + elo["b"][0], 3000, abs_tol=0.2)
    low, high = elo["a"][1]
    assert low < elo["a"][0] < high
    # Strengths add: a beats b as b beats c, and a met c never.
    chain = elo_of(["a", "b", "c"], {**ahead_of, ("b", "c"): 9999.5, ("c", "b"): 999.5})
    assert math.isclose(chain["a"][0] - chain["c"][0], 800, abs_tol=0.5)
    # One who never lost is strong, not endless.
    never = elo_of(["a", "b"], {("a", "b"): 100.0})
    assert 300 < never["a"][0] - never["b"][0] < 1000


def test_times_keep_their_percentile() -> None:
    times = Times()
    steps = sorted({step_of(ms): 1 for ms in range(1, 101)}.items())
    counted = [[step, sum(step_of(ms) == step for ms in range(1, 101))] for step, _ in steps]
    times.add({"decisions": 100, "ms": 5050.0, "most": 100.0, "steps": counted})
    assert 99 <= times.below(0.99) <= 99 * 1.05
    assert 50 <= times.below(0.5) <= 50 * 1.05
    assert times.below(1.0) == 100
    assert times.plain()["ms"] == 50.5


# -- without luck -----------------------------------------------------------------------------------


def test_stars_without_luck_keep_their_mean_and_lose_variance() -> None:
    dice = random.Random("adjusted")
    sums = Adjusted()
    stars: list[float] = []
    for deal in range(2000):
        luck = dice.gauss(0, 3)
        # What the values see is twice the luck that shows in the stars, and blurred.
        stars.append(30 + luck + dice.gauss(0, 2))
        sums.add(deal, stars[-1], 2 * luck + dice.gauss(0, 1))
    told = sums.plain()
    assert abs(told["stars"] - 30) < 0.2
    assert told["variance_kept"] < 0.4
    assert told["games_saved"] > 3000
    low, high = told["stars_95"]
    assert 0 < high - low < 0.25


def test_what_is_no_luck_saves_nothing() -> None:
    dice = random.Random("none")
    sums = Adjusted()
    for deal in range(1000):
        sums.add(deal, dice.gauss(30, 3), dice.gauss(0, 3))
    assert 0.98 < sums.plain()["variance_kept"] < 1.02
    assert sums.plain()["games_saved"] < 25
    assert Adjusted().plain()["games_saved"] == 0


def test_heroes_of_one_deal_make_no_mean_more_certain() -> None:
    dice = random.Random("alike")
    once, twice, apart = Adjusted(), Adjusted(), Adjusted()
    for deal in range(400):
        stars, luck = dice.gauss(30, 3), dice.gauss(0, 3)
        once.add(deal, stars, luck)
        for copy in range(2):
            twice.add(deal, stars, luck)
            apart.add(deal + 400 * copy, stars, luck)
    widths = [
        high - low for low, high in (each.plain()["stars_95"] for each in (once, twice, apart))
    ]
    assert widths[1] == pytest.approx(widths[0], rel=0.01)
    assert widths[2] == pytest.approx(widths[0] / math.sqrt(2), rel=0.02)


@pytest.mark.once
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_raw_and_adjusted_stand_side_by_side(language: str) -> None:
    words = {
        "en": ["adjusted", "games saved"],
        "de": ["bereinigt", "Spiele gespart"],
        "fr": ["corrigé", "parties gagnées"],
    }
    solo = ["--players", "squire", "--solitaire", "--games", "2", "--seed", "7", "--adjusted"]
    ran = cli("tournament", *solo, "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    for word in words[language]:
        assert word in ran.out
    if language == "en":
        (level,) = json_of(*solo)["levels"]
        assert (
            level["stars"]
            == json_of(*[each for each in solo if each != "--adjusted"])["levels"][0]["stars"]
        )
        assert list(level["adjusted"]) == [
            "luck",
            "stars",
            "stars_95",
            "variance_kept",
            "games_saved",
        ]
