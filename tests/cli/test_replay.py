"""Walking through a game file, and looking at one position of it."""

import json
from pathlib import Path

import pytest

from rollplayer.cli.files import read_game_file
from rollplayer.engine.plain import plain_game, state_hash
from rollplayer.log import replay
from tests.cli.runner import cli


def test_every_answer_is_told_with_its_events(game_files: list[Path]) -> None:
    for path in game_files:
        before = path.read_bytes()
        ran = cli("replay", str(path))
        assert (ran.code, ran.err) == (0, "")
        lines = ran.out.splitlines()
        entries = read_game_file(str(path)).entries
        events = sum(len(entry.events) for entry in entries)
        starts = [line for line in lines if line[:4].strip().isdigit()]
        assert [int(line[:4]) for line in starts] == list(range(1, len(entries) + 1))
        for line, entry in zip(starts, entries, strict=True):
            assert line.endswith(f": {entry.answer}")
        # Every event is a sentence; long ones take a second line that is indented further.
        sentences = [line for line in lines if line.startswith("      ") and line[6] != " "]
        assert len(sentences) == events
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Chance:", "wins."]),
        ("de", ["Zufall:", "gewinnt."]),
        ("fr", ["Hasard\u00a0:", "gagne."]),
    ],
)
def test_it_speaks_the_language(game_file: Path, lang: str, words: list[str]) -> None:
    output = cli("replay", str(game_file), "--lang", lang).out
    for word in words:
        assert word in output


def test_solitaire_ends_with_a_rank(game_files: list[Path]) -> None:
    end = read_game_file(str(game_files[1])).end
    assert end is not None
    last_line = cli("replay", str(game_files[1])).out.splitlines()[-1]
    assert last_line.endswith(": NPC.") == (end["rank"] == "npc")


def test_json_tells_state_and_hash_after_each_answer(game_file: Path) -> None:
    ran = cli("replay", str(game_file), "--json")
    steps = [json.loads(line) for line in ran.out.splitlines()]
    file = read_game_file(str(game_file))
    assert len(steps) == len(file.entries)
    for step, (number, entry, game) in zip(steps, replay(file), strict=True):
        assert step["line"] == number
        assert {key: step[key] for key in ("who", "answer", "events")} == entry.plain()
        assert step["state"] == json.loads(json.dumps(plain_game(game)))
        assert step["hash"] == state_hash(game)


def test_a_position_is_shown_by_its_number(game_file: Path) -> None:
    every = cli("replay", str(game_file), "--json").out.splitlines()
    one = cli("replay", str(game_file), "--at", "40", "--json").out.splitlines()
    assert one == [every[39]]
    shown = cli("replay", str(game_file), "--at", "40").out
    assert json.loads(every[39])["answer"] in shown
    for hero in ("squire 1", "random 2"):
        assert hero in shown


def test_the_beginning_and_the_end_can_be_shown(game_file: Path) -> None:
    assert "Setup" in cli("replay", str(game_file), "--at", "0").out
    assert json.loads(cli("replay", str(game_file), "--at", "0", "--json").out)["line"] == 1
    last = len(read_game_file(str(game_file)).entries)
    assert "The game is over." in cli("replay", str(game_file), "--at", str(last)).out


@pytest.mark.parametrize("at", ["9999", "-1", "x", "1e3"])
def test_a_position_that_is_not_there_is_refused(game_file: Path, at: str) -> None:
    ran = cli("replay", str(game_file), "--at", at)
    assert ran.code == 2
    assert "--at" in ran.err


def test_an_unfinished_game_says_so(game_file: Path, tmp_path: Path) -> None:
    lines = game_file.read_text(encoding="utf-8").splitlines(keepends=True)
    part = tmp_path / "part.jsonl"
    part.write_text("".join(lines[:30]), encoding="utf-8")
    output = cli("replay", str(part)).out
    assert "after 29 answers" in output
    assert "rollplayer resume" in " ".join(output.split())


def test_standard_input_is_read(game_file: Path) -> None:
    ran = cli("replay", "-", "--at", "3", stdin=game_file.read_bytes())
    assert ran.code == 0
    assert "race" in ran.out


def test_an_edited_file_stops_at_the_edited_line(game_file: Path, tmp_path: Path) -> None:
    lines = game_file.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[20] = lines[20].replace("deal ", "deal not-")
    edited = tmp_path / "edited.jsonl"
    edited.write_text("".join(lines), encoding="utf-8")
    ran = cli("replay", str(edited))
    assert ran.code == 2
    assert "line 21" in ran.err
    assert "  19  " in ran.out
    assert "  20  " not in ran.out
