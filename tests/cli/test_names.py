"""Names are what can be seen, in one line, everywhere by the same rule; and no text moves the cursor."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from rollplayer.cli.guard import harmless
from rollplayer.log import read_lines, to_line
from rollplayer.names import clean
from tests.cli.runner import Ran, cli

INVISIBLE = ("\u200b", "\u3164", "\u2800", "\u115f\u1160", "\u034f\ufe0f", "\u0301", "\u00a0\u2003")
EVIL = "Ada\x1b]0;owned\x07\x1b[2J\x9b1A\u202eoB\u200b\r\n"
STYLE = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada", "Ada"),
        ("  two   words ", "two words"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\x00b\x1bc\x7f", "abc"),
        ("e\u0301", "é"),
        ("\ud800", ""),
        ("x" * 100, "x" * 40),
        ("👩\u200d🚀", "👩🚀"),
        ("\u200b\u2060\ufeff", ""),
        ("\u3164", ""),
        ("\u115f\uffa0\u2800\u00a0", ""),
        ("\u0301\u0302", ""),
        ("\ufe0f\U000e0101\u034f", ""),
        ("Z" + "\u0335" * 30 + "a", "Z" + "\u0335" * 3 + "a"),
        ("\u05e9\u05c1\u05bc\u05b8\u05dc", "\u05e9\u05b8\u05bc\u05c1\u05dc"),
        ("\u0e19\u0e49\u0e33", "\u0e19\u0e49\u0e33"),
        ("...", "..."),
    ],
)
def test_what_people_type_is_cleaned(typed: str, kept: str) -> None:
    assert clean(typed, 40) == kept


@pytest.mark.parametrize("text", [EVIL, "\x1b[2J", "\x1b[10;10H", "\x85", "\u2028", "\U000e0041"])
def test_what_is_written_to_a_terminal_cannot_move_its_cursor(text: str) -> None:
    written = harmless(text)
    assert written.replace("\n", "").isprintable()
    # Within JSON it is still the same text.
    quoted = json.dumps(text, ensure_ascii=False)
    assert json.loads(harmless(quoted)) == text


def test_styles_of_our_own_pass() -> None:
    assert harmless("\x1b[1mbold\x1b[0m\tand\n") == "\x1b[1mbold\x1b[0m\tand\n"


def with_names(path: Path, target: Path, *names: str) -> Path:
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(first)
    for seat, name in zip(header["seats"], names, strict=False):
        seat["name"] = name
    target.write_text("\n".join([json.dumps(header), *rest]) + "\n", encoding="utf-8")
    return target


def is_harmless(ran: Ran) -> None:
    for written in (ran.out, ran.err):
        kinds = {
            unicodedata.category(letter)
            for letter in STYLE.sub("", written)
            if letter not in "\n\t"
        }
        assert kinds.isdisjoint({"Cc", "Cf", "Cs", "Zl", "Zp"}), ascii(written[:300])


def test_a_file_has_names_that_can_be_seen(game_file: Path, tmp_path: Path) -> None:
    path = with_names(game_file, tmp_path / "evil.jsonl", EVIL, "\u3164")
    names = [
        seat["name"]
        for seat in read_lines(path.read_text(encoding="utf-8").splitlines()).header.seats
    ]
    assert names[:2] == ["Ada]0;owned[2J1AoB", "Hero 2"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay",),
        ("replay", "--json"),
        ("replay", "--at", "20"),
        ("verify",),
        ("verify", "--json"),
        ("review",),
        ("odds", "--at", "20"),
        ("odds", "--at", "20", "--json"),
    ],
    ids=" ".join,
)
def test_no_command_writes_the_codes_of_a_file(
    arguments: tuple[str, ...], game_file: Path, tmp_path: Path
) -> None:
    command, *options = arguments
    path = with_names(game_file, tmp_path / "evil\x1b[2J.jsonl", EVIL, "\x1b[31mBo")
    ran = cli(command, str(path), *options)
    assert ran.code == 0, ran.err
    is_harmless(ran)
    assert "\x1b[31m" not in ran.out


def test_no_difference_is_told_in_codes(game_file: Path, tmp_path: Path) -> None:
    lines = game_file.read_text(encoding="utf-8").splitlines()
    entry = json.loads(lines[3])
    entry["events"] = [{"event": "\x9b2J\u202e\x1b[2J"}]
    path = tmp_path / "evil.jsonl"
    path.write_text("\n".join([*lines[:3], to_line(entry), *lines[4:]]), encoding="utf-8")
    for ran in (cli("verify", str(path)), cli("verify", str(path), "--json")):
        assert ran.code == 1
        is_harmless(ran)


def test_no_scenario_or_score_is_told_in_codes(tmp_path: Path) -> None:
    path = tmp_path / "evil.toml"
    path.write_text('name = "\\u001b[2J\\u009b"\n[given]\n"\\u202e" = 1\n', encoding="utf-8")
    is_harmless(cli("scenario", str(path)))
    score = tmp_path / "score.json"
    score.write_text(json.dumps({"heroes": [{"name": EVIL}]}), encoding="utf-8")
    is_harmless(cli("score", str(score)))
    is_harmless(cli("admin", "check", "--data", str(tmp_path / "\x1b[2J")))


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_an_invisible_name_is_refused_with_a_reason(name: str, tmp_path: Path) -> None:
    assert clean(name, 40) == ""
    path = tmp_path / "score.json"
    path.write_text(json.dumps({"heroes": [{"name": name}]}), encoding="utf-8")
    ran = cli("score", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "name" in ran.err
    ran = cli("play", "--seats", f"human:{name},squire", "--save", str(tmp_path / "game.jsonl"))
    assert ran.code == (0 if name.isspace() else 2)  # a blank one is none: there is another
