"""``cards check``: what a pack changes, and what is wrong with one."""

import json
from pathlib import Path

import pytest

from rollplayer.content import load
from tests.cli.runner import cli

SWORD = """
[card.longsword]
cost = 5
source = { cost = "public" }

[card.excalibur]
kind = "weapon"
dots = 2
cost = 9
hands = 1
goals = [{ count = "rows", row = "str", add = 3 }]
"""


def make_pack(folder: Path, text: str, **texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    (folder / "locale").mkdir(exist_ok=True)
    for language, translation in texts.items():
        (folder / "locale" / f"{language}.toml").write_text(translation, encoding="utf-8")
    return folder


def test_changes_are_told_by_card_with_old_and_new_value(tmp_path: Path) -> None:
    pack = make_pack(tmp_path / "p", SWORD, en='[card.excalibur]\nname = "Excalibur"\n')
    ran = cli("cards", "check", str(pack))
    assert ran.code == 0
    assert "[card.longsword] Longsword: cost 2 → 5" in ran.out
    assert "source.cost house → public" in ran.out
    assert "[card.excalibur] Excalibur: new" in ran.out
    assert "has no name in: de, fr" in " ".join(ran.out.split())
    assert load("second", (str(pack),)).hash in ran.out


def test_the_same_as_json(tmp_path: Path) -> None:
    pack = make_pack(tmp_path / "p", SWORD)
    report = json.loads(cli("cards", "check", str(pack), "--json").out)
    assert report["content"] == load("second", (str(pack),)).hash
    assert report["added"] == [{"section": "card", "id": "excalibur"}]
    assert {"section": "card", "id": "longsword", "key": "cost", "from": 2, "to": 5} in report[
        "changed"
    ]
    assert report["removed"] == []


def test_an_override_of_nothing_says_so(tmp_path: Path) -> None:
    pack = make_pack(tmp_path / "p", "[card.longsword]\ncost = 2\n")
    ran = cli("cards", "check", str(pack))
    assert "It changes nothing." in ran.out
    assert load().hash in ran.out


def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    races = '[only]\nrace = ["elf", "dwarf", "human", "orc"]\n'
    ran = cli("cards", "check", str(make_pack(tmp_path / "p", races)))
    assert "[race.halfling] Halfling: removed" in ran.out


def test_a_mistyped_id_in_the_texts_is_noticed(tmp_path: Path) -> None:
    pack = make_pack(tmp_path / "p", SWORD, en='[card.exkalibur]\nname = "Excalibur"\n')
    assert "[card.exkalibur] has texts" in cli("cards", "check", str(pack)).out


def test_packs_are_laid_over_each_other_in_order(tmp_path: Path) -> None:
    one = make_pack(tmp_path / "one", "[card.climb]\ncost = 4\n")
    two = make_pack(tmp_path / "two", "[card.climb]\ncost = 2\n")
    assert "cost 1 → 2" in cli("cards", "check", str(one), str(two)).out
    assert "cost 1 → 4" in cli("cards", "check", str(two), str(one)).out


def test_the_pack_is_used_everywhere(tmp_path: Path) -> None:
    pack = make_pack(tmp_path / "p", SWORD)
    assert "costs 9 Gold" in cli("cards", "excalibur", "--pack", str(pack)).out
    table = '{"heroes": [{"class": "bard", "cards": ["excalibur"]}]}'
    scored = json.loads(cli("score", "-", "--json", "--pack", str(pack), stdin=table).out)
    assert scored["heroes"][0]["goals"]["str"]["score"] == 3
    log = tmp_path / "games"
    options = ["--games", "1", "--players", "random", "--seed", "1", "--log", str(log)]
    assert cli("simulate", "--pack", str(pack), *options).code == 0
    game = log / "game-1.jsonl"
    header = json.loads(game.read_text(encoding="utf-8").splitlines()[0])
    assert header["content"] == load("second", (str(pack),)).hash
    assert cli("verify", str(game)).code == 0


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[card.longsword]\ncost = 'six'\n", ["[card.longsword] cost", "whole number"]),
        ("[card.longsword]\nprice = 6\n", ["[card.longsword]", "'price'", "known here"]),
        ("[spell.fire]\n", ["spell", "race, class"]),
        ("[card.new]\nkind = 'weapon'\n", ["[card.new]", "lacks"]),
        ("[card.climb]\non_use = [{ do = 'fly' }]\n", ["'fly'", "flip"]),
        ("[card.climb]\narrow = 'up'\n", ["arrow", "good, evil, lawful, chaotic"]),
        ("[class.bard]\ngoals = { str = 'much' }\n", ["[class.bard]"]),
        ("card = 3\n", ["card", "table"]),
        ("[card.longsword\n", ["TOML"]),
    ],
)
def test_what_is_wrong_is_said_with_what_is_right(
    tmp_path: Path, text: str, parts: list[str]
) -> None:
    ran = cli("cards", "check", str(make_pack(tmp_path / "p", text)))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for part in parts:
        assert part in ran.err
