"""``odds`` and ``review``: what a position promises and what a game cost, for people and programs."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from rollplayer.chance import Chance
from rollplayer.log import write_lines
from rollplayer.match import Match, answer_once
from rollplayer.rules.options import Options
from tests.analysis.games import squires
from tests.cli.runner import cli

LANGUAGES = ("en", "de", "fr")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ann against a bot, both played like squires."""
    seats = ({"name": "Ann"}, {"name": "Squire", "bot": "squire"})
    options = Options(2, variants=("short-game",))
    match = Match.new(options, seats, Chance.from_text("coach"))
    bots = squires(match)
    while not match.game.over:
        answer_once(match, bots)
    path = tmp_path_factory.mktemp("coach") / "game.jsonl"
    path.write_text("\n".join(write_lines(match.file())) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def begun(finished: Path) -> Path:
    path = finished.with_name("begun.jsonl")
    lines = finished.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:100]), encoding="utf-8")
    return path


def json_of(*arguments: str) -> dict[str, Any]:
    ran = cli(*arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    plain: dict[str, Any] = json.loads(ran.out)
    return plain


def end_of(path: Path) -> dict[str, Any]:
    end: dict[str, Any] = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])["end"]
    return end


# -- odds -------------------------------------------------------------------------------------------


def test_odds_are_exact_at_the_end(finished: Path) -> None:
    plain = json_of("odds", str(finished))
    assert plain["over"] is True
    for hero, ended in zip(plain["heroes"], end_of(finished)["heroes"], strict=True):
        assert hero["lines"] == ended["lines"]
        assert hero["stars"] == ended["total"]
        for goal in hero["goals"]:
            assert goal["chance"] == float(goal["met"])


def test_odds_have_a_form_that_lasts(begun: Path) -> None:
    plain = json_of("odds", str(begun), "--seat", "2")
    assert list(plain) == ["at", "round", "phase", "over", "heroes"]
    assert (plain["at"], plain["over"]) == (99, False)
    (hero,) = plain["heroes"]
    assert list(hero) == ["seat", "name", "goals", "lines", "stars"]
    assert (hero["seat"], hero["name"]) == (1, "Squire")
    assert [goal["row"] for goal in hero["goals"]] == ["str", "dex", "con", "int", "wis", "cha"]
    for goal in hero["goals"]:
        assert list(goal) == ["row", "score", "goal", "met", "stars", "chance"]
        assert 0 <= goal["chance"] <= 1
    assert len({goal["chance"] for goal in hero["goals"]}) > 1
    assert math.isclose(sum(hero["lines"].values()), hero["stars"], abs_tol=0.05)
    assert 5 < hero["stars"] < 60
    expected = sum(goal["chance"] * goal["stars"] for goal in hero["goals"])
    assert math.isclose(hero["lines"]["goals"], expected, abs_tol=0.05)


def test_odds_of_an_earlier_position(finished: Path) -> None:
    start = json_of("odds", str(finished), "--at", "0")
    assert (start["at"], start["round"], start["phase"]) == (0, 0, "setup")
    for hero in start["heroes"]:
        # No class and no goals yet, but stars to come from them.
        assert hero["goals"] == []
        assert hero["lines"]["goals"] > 0
    middle = json_of("odds", str(finished), "--at", "80")
    assert middle["heroes"][0]["lines"] != start["heroes"][0]["lines"]
    later = json_of("odds", str(finished), "--at", "100")
    assert later["round"] > middle["round"] > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_odds_for_people(finished: Path, language: str) -> None:
    words = {"en": "stars expected", "de": "Sterne erwartet", "fr": "étoiles attendues"}
    ran = cli("odds", str(finished), "--at", "80", "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count(words[language]) == 2
    assert ran.out.count(" %\n") == 12
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    assert "Ann, " in ran.out
    ended = cli("odds", str(finished), "--lang", language)
    assert words[language] not in ended.out


# -- review -----------------------------------------------------------------------------------------


@pytest.mark.once
def test_a_review_adds_up(finished: Path) -> None:
    plain = json_of("review", str(finished))
    assert list(plain) == ["worth", "over", "heroes"]
    assert len(plain["worth"]) == 16
    assert plain["over"] is True
    # Only the person; the bot is asked for by its seat.
    (hero,) = plain["heroes"]
    assert (hero["name"], hero["seat"]) == ("Ann", 0)
    assert hero["stars"] == end_of(finished)["heroes"][0]["total"]
    total = hero["start"] + sum(hero["luck"].values()) + hero["others"] + hero["correction"]
    assert math.isclose(total - hero["lost"], hero["stars"], abs_tol=0.05)
    assert list(hero["luck"]) == ["setup", "dice", "market"]
    entries = [json.loads(line) for line in finished.read_text(encoding="utf-8").splitlines()]
    assert 0 < len(hero["costliest"]) <= 5
    for choice in hero["costliest"]:
        entry = entries[choice["at"]]
        assert (entry["who"], entry["answer"]) == (0, choice["answered"]["answer"])
        assert choice["better"]["answer"] != entry["answer"]
        assert choice["answered"]["behind"] == choice["lost"] >= 0.05
    assert hero["lost"] >= sum(choice["lost"] for choice in hero["costliest"]) - 0.05


@pytest.mark.once
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Ann: ", "the game is not over", "Luck with dice", "Better: ", "What others did"]),
        ("de", ["Ann: ", "das Spiel ist nicht zu Ende", "Glück mit Würfeln", "Besser: "]),
        ("fr", ["Ann\u00a0: ", "la partie n’est pas finie", "Chance aux dés", "Mieux\u00a0: "]),
    ],
)
def test_reviews_for_people(begun: Path, language: str, words: list[str]) -> None:
    ran = cli("review", str(begun), "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    for word in words:
        assert word in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80


def test_a_bot_is_reviewed_when_asked_for(begun: Path) -> None:
    (hero,) = json_of("review", str(begun), "--seat", "2")["heroes"]
    assert (hero["name"], hero["seat"]) == ("Squire", 1)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["odds", "--at", "999"], "--at is 999, but the game has 99 answers"),
        (["odds", "--at", "x"], "whole number"),
        (["odds", "--seat", "3"], "from 1 to 2"),
        (["odds", "--seat", "0"], "from 1 to 2"),
        (["review", "--seat", "3"], "from 1 to 2"),
        (["review", "--pack", "/nowhere"], "/nowhere"),
    ],
)
def test_what_cannot_be_asked_is_refused(begun: Path, arguments: list[str], part: str) -> None:
    ran = cli(arguments[0], str(begun), *arguments[1:])
    assert (ran.code, ran.out) == (2, "")
    assert part in ran.err


@pytest.mark.parametrize("command", ["odds", "review"])
def test_a_spoilt_file_is_refused(command: str, begun: Path, tmp_path: Path) -> None:
    path = tmp_path / "spoilt.jsonl"
    text = begun.read_text(encoding="utf-8")
    path.write_text(text.replace('"answer":"race', '"answer":"rice', 1), encoding="utf-8")
    ran = cli(command, str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "rice" in ran.err
