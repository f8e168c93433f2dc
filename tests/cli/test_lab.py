"""``lab``: JSON, tables and pictures, runs that go on where they stopped, and errors that teach."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rollplayer.content import load
from rollplayer.lab.picture import MARK
from tests.cli.runner import cli

SMALL = ["--level", "squire", "--games", "2", "--gifts", "1", "--card", "longsword", "--seed", "7"]


def found(*arguments: str) -> dict[str, Any]:
    ran = cli("lab", "--json", *arguments)
    assert (ran.code, ran.err) == (0, "")
    plain: dict[str, Any] = json.loads(ran.out)["lab"]
    return plain


@pytest.mark.once
def test_all_is_told_of_every_card(tmp_path: Path) -> None:
    picture = tmp_path / "market.svg"
    outcome = found(*SMALL, "--picture", str(picture))
    assert list(outcome["cards"]) == list(load().facts["card"])
    assert sum(card["shown"] for card in outcome["cards"].values()) == 2 * 12 * 3
    given = {id for id, card in outcome["cards"].items() if card["worth"]["all"]["n"]}
    assert given == {"longsword"}
    assert outcome["nothing"]["mean"] == 0
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    drawn = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Longsword", "Weapon", "Greedy"} <= drawn
    # The same again may take its place.
    assert cli("lab", *SMALL, "--picture", str(picture)).code == 0


@pytest.mark.once
@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "Market cards",
                "payable",
                "Control: 3 gifts of nothing changed 0.00 stars",
                "Balance",
            ],
        ),
        ("de", ["Marktkarten", "bezahlbar", "Langschwert", "0,00", "Ausgewogenheit"]),
        ("fr", ["Cartes Marché", "payable", "Longue Épée", "0,00", "Équilibre"]),
    ],
)
def test_tables_in_every_language(language: str, words: list[str]) -> None:
    ran = cli("lab", *SMALL, "--lang", language)
    assert ran.code == 0
    for word in words:
        assert word in ran.out


@pytest.mark.once
def test_what_a_box_names_is_in_the_accounts() -> None:
    outcome = found("--mm", "--level", "random", "--games", "2", "--gifts", "0", "--seed", "7")
    facts = load(expansions=("monsters-and-minions",)).facts
    for section in ("monster", "minion", "adventure"):
        assert list(outcome["others"][section]) == list(facts[section])
    monsters = outcome["others"]["monster"].values()
    # One Monster a game, for both heroes.
    assert sum(monster["with"]["n"] for monster in monsters) == 4
    assert "scroll" in outcome["kinds"]
    assert cli("lab", "--mm", "--level", "random", "--games", "1", "--gifts", "0").code == 0


@pytest.mark.once
def test_a_stopped_run_goes_on_and_any_number_of_processes_finds_the_same(tmp_path: Path) -> None:
    lines = tmp_path / "lab.jsonl"
    arguments = [*SMALL, "--pairs", "1"]
    whole = found(*arguments, "--jobs", "2", "--out", str(lines))
    assert found(*arguments) == whole
    kept = lines.read_bytes()
    head, first, *_ = kept.splitlines(keepends=True)
    lines.write_bytes(head + first + b'{"task": ["game", 2')
    assert found(*arguments, "--out", str(lines)) == whole
    assert lines.read_bytes() == kept
    # More games of the same run.
    more = [word if word != "2" else "3" for word in arguments]
    assert found(*more, "--out", str(lines))["games"] == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--level", "champ"], ["--level", "champion"]),
        (["--level", "squire,random"], ["--level", "squire,random"]),
        (["--players", "7"], ["--players", "7"]),
        (["--games", "many"], ["--games", "many"]),
        (["--gifts", "-1"], ["--gifts", "-1"]),
        (["--games", "0", "--gifts", "0"], ["--games", "--gifts"]),
        (["--games", "0", "--pairs", "3"], ["--pairs", "--games"]),
        (["--card", "excalibur"], ["excalibur"]),
        (["--card", "diplomacy", "--players", "1"], ["--card", "diplomacy"]),
        (["--out", "lab.jsonl"], ["--out", "--seed"]),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_bad_input_teaches(arguments: list[str], words: list[str], language: str) -> None:
    ran = cli("lab", *arguments, "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    for word in words:
        assert word in ran.err


def test_other_files_are_never_overwritten(tmp_path: Path) -> None:
    mine = tmp_path / "mine.svg"
    mine.write_text("<svg/>", encoding="utf-8")
    assert MARK not in mine.read_text(encoding="utf-8")
    ran = cli("lab", *SMALL, "--picture", str(mine))
    assert (ran.code, str(mine) in ran.err) == (2, True)
    ran = cli("lab", *SMALL, "--out", str(mine))
    assert (ran.code, str(mine) in ran.err) == (2, True)
    assert mine.read_text(encoding="utf-8") == "<svg/>"


@pytest.mark.once
def test_results_of_other_runs_are_refused(tmp_path: Path) -> None:
    lines = tmp_path / "lab.jsonl"
    quick = ["--level", "random", "--games", "1", "--gifts", "0", "--out", str(lines)]
    assert cli("lab", *quick, "--seed", "1").code == 0
    for other in (["--seed", "2"], ["--seed", "1", "--players", "3"]):
        ran = cli("lab", *quick, *other)
        assert (ran.code, str(lines) in ran.err) == (2, True)
    lines.write_text(
        lines.read_text(encoding="utf-8") + '{"task": ["game", 1]}\n', encoding="utf-8"
    )
    ran = cli("lab", *quick, "--seed", "1")
    assert (ran.code, ", line 3:" in ran.err) == (2, True)
