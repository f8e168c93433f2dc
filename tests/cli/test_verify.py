"""Verifying: whatever is edited is found and named with its line; the file stays as it is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rollplayer.chance import Chance
from rollplayer.log import Entry, write_lines
from rollplayer.match import Match, result
from rollplayer.rules.options import Options
from tests.cli.runner import Ran, cli

Lines = list[dict[str, Any]]


@pytest.fixture
def lines(game_file: Path) -> Lines:
    return [json.loads(line) for line in game_file.read_text(encoding="utf-8").splitlines()]


def verify_lines(lines: Lines, tmp_path: Path) -> Ran:
    """What is said, on one line however long the path is."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    before = path.read_bytes()
    ran = cli("verify", str(path))
    assert path.read_bytes() == before
    return Ran(ran.code, " ".join(ran.out.split()), ran.err)


def at_answer(lines: Lines, wanted: Callable[[dict[str, Any]], bool]) -> int:
    return next(at for at, line in enumerate(lines) if "answer" in line and wanted(line))


def test_a_game_holds(game_files: list[Path]) -> None:
    for path in game_files:
        ran = cli("verify", str(path))
        assert (ran.code, ran.err) == (0, "")
        assert "verified" in ran.out
        assert "The seed is the one committed to" in " ".join(ran.out.split())
        verdict = json.loads(cli("verify", str(path), "--json").out)
        assert (verdict["holds"], verdict["over"], verdict["seed"]) == (True, True, "checked")


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_it_speaks_the_language(game_file: Path, lang: str) -> None:
    word = {"en": "verified.", "de": "stimmt.", "fr": "vérifié."}[lang]
    assert word in cli("verify", str(game_file), "--lang", lang).out


def test_an_edited_answer_is_found(lines: Lines, tmp_path: Path) -> None:
    at = at_answer(lines, lambda line: line["answer"].startswith("place "))
    lines[at]["answer"] = "place luck"
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert f"line {at + 1}:" in ran.out


def test_another_legal_answer_is_found_by_its_events(lines: Lines, tmp_path: Path) -> None:
    at = at_answer(lines, lambda line: line["answer"].startswith("race "))
    lines[at]["answer"] = lines[at]["answer"].replace("female", "male")
    if lines[at]["events"][0]["side"] == "male":
        lines[at]["answer"] = lines[at]["answer"].replace("male", "female")
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert f"line {at + 1}: event 1 says" in ran.out


def test_an_edited_event_is_found(lines: Lines, tmp_path: Path) -> None:
    at = at_answer(
        lines, lambda line: any(event["event"] == "gold-gained" for event in line["events"])
    )
    for event in lines[at]["events"]:
        if event["event"] == "gold-gained":
            event["gold"] += 1
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert f"line {at + 1}: event" in ran.out
    assert "gold-gained" in ran.out


def test_a_missing_or_extra_event_is_found(lines: Lines, tmp_path: Path) -> None:
    at = at_answer(lines, lambda line: bool(line["events"]))
    removed = lines[at]["events"].pop()
    assert verify_lines(lines, tmp_path).code == 1
    lines[at]["events"] += [removed, removed]
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert "the rules give nothing" in ran.out


def test_an_edited_seed_is_found(lines: Lines, tmp_path: Path) -> None:
    lines[-1]["end"]["seed"] = Chance.from_text("another").seed.hex()
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert f"line {len(lines)}: the seed's SHA-256" in ran.out


def test_another_seed_with_its_own_commitment_is_found(lines: Lines, tmp_path: Path) -> None:
    another = Chance.from_text("another")
    lines[-1]["end"]["seed"] = another.seed.hex()
    lines[0]["commitment"] = another.commitment
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert "but the seed gives" in ran.out


@pytest.mark.parametrize("seed", [3, "", "xyz", "ab" * 65, None])
def test_a_seed_that_is_none_is_found(lines: Lines, tmp_path: Path, seed: object) -> None:
    lines[-1]["end"]["seed"] = seed
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert "hexadecimal" in ran.out


def test_a_hidden_seed_is_no_difference(lines: Lines, tmp_path: Path) -> None:
    del lines[-1]["end"]["seed"]
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 0
    assert "not been revealed" in ran.out


@pytest.mark.parametrize("key", ["heroes", "winners", "rank"])
def test_an_edited_result_is_found(lines: Lines, tmp_path: Path, key: str) -> None:
    lines[-1]["end"][key] = "mine"
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert f"line {len(lines)}: {key} says" in ran.out


def test_an_invented_part_of_the_result_is_found(lines: Lines, tmp_path: Path) -> None:
    lines[-1]["end"]["bonus"] = 5
    assert verify_lines(lines, tmp_path).code == 1


def test_an_end_before_the_end_is_found(lines: Lines, tmp_path: Path) -> None:
    del lines[-2]
    del lines[-1]["end"]["seed"]
    ran = verify_lines(lines, tmp_path)
    assert ran.code == 1
    assert "not over" in ran.out


def test_a_game_cut_between_answers_is_unfinished(lines: Lines, tmp_path: Path) -> None:
    ran = verify_lines(lines[:50], tmp_path)
    assert ran.code == 0
    assert "not over" in ran.out


def test_a_finished_game_without_its_result_is_cut_off(lines: Lines, tmp_path: Path) -> None:
    ran = verify_lines(lines[:-1], tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert f"line {len(lines)}: is missing" in ran.err


def test_a_truncated_file_is_no_game_file(game_file: Path, tmp_path: Path) -> None:
    whole = game_file.read_bytes()
    path = tmp_path / "cut.jsonl"
    for size in (0, 1, 100, len(whole) // 2 + 3, len(whole) - 3):
        path.write_bytes(whole[:size])
        ran = cli("verify", str(path))
        assert (ran.code, ran.out) == (2, "")
        assert "line " in ran.err
        assert path.read_bytes() == whole[:size]


@pytest.mark.parametrize(
    ("key", "value", "part"),
    [
        ("content", "0" * 64, "other cards"),
        ("format", "chess/1", "rollplayer-game/1"),
        ("rules", "base/99", "base/1"),
        ("options", {"players": 9}, "players is 9"),
        ("seats", [], "seats"),
        ("packs", ["/nowhere"], "/nowhere"),
    ],
)
def test_a_foreign_file_is_no_game_file(
    lines: Lines, tmp_path: Path, key: str, value: object, part: str
) -> None:
    lines[0][key] = value
    ran = verify_lines(lines, tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "line 1" in ran.err
    assert part in ran.err


@pytest.mark.parametrize("text", ["", "\n", "hello", "[]", "{}", '{"heroes": []}', "\x00"])
def test_anything_else_is_no_game_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other"
    path.write_text(text, encoding="utf-8")
    ran = cli("verify", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {path}: line 1: ")


# -- taking back ------------------------------------------------------------------------------------


@pytest.fixture
def match() -> Match:
    """Both races chosen, after which chance has drawn."""
    match = Match.new(Options(players=2), chance=Chance.from_text("undo"))
    while match.game.question() != "choose-race":
        match.roll()
    return match


def verify_match(match: Match, tmp_path: Path, *more: Entry) -> Ran:
    file = match.file()
    file.entries = [*file.entries, *more]
    return verify_lines([json.loads(line) for line in write_lines(file)], tmp_path)


def test_an_own_answer_may_be_taken_back(match: Match, tmp_path: Path) -> None:
    first = match.game.seat()
    match.say(first, "race elf male")
    match.undo(first)
    match.say(first, "race orc male")
    ran = verify_match(match, tmp_path)
    assert ran.code == 0
    assert result(match.game)["winners"]


def test_chance_cannot_be_taken_back(match: Match, tmp_path: Path) -> None:
    seat = match.game.seat()
    ran = verify_match(match, tmp_path, Entry(seat, "", undo=1))
    assert ran.code == 1
    assert "which chance answered" in ran.out


def test_chance_taken_back_by_agreement_is_allowed_and_told(match: Match, tmp_path: Path) -> None:
    seat = match.game.seat()
    ran = verify_match(match, tmp_path, Entry(seat, "", undo=1, agreed=(0, 1)))
    assert ran.code == 0
    assert "1 roll or draw was undone" in ran.out
    nobody = verify_match(match, tmp_path, Entry(seat, "", undo=1, agreed=(seat, 7)))
    assert nobody.code == 1
    assert "seat 7 agreed" in nobody.out


def test_nobody_takes_back_for_another(match: Match, tmp_path: Path) -> None:
    seat = match.game.seat()
    match.say(seat, "race elf male")
    ran = verify_match(match, tmp_path, Entry(1 - seat, "", undo=1))
    assert ran.code == 1
    assert f"line {len(match.entries) + 2}: seat {1 - seat} undoes" in ran.out


def test_no_more_can_be_taken_back_than_there_is(match: Match, tmp_path: Path) -> None:
    seat = match.game.seat()
    match.say(seat, "race elf male")
    assert verify_match(match, tmp_path, Entry(seat, "", undo=99)).code == 1
