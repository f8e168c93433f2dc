"""The scorer: its interface to the letter, its reasons, and errors that teach."""

import json
from pathlib import Path
from typing import Any

import pytest

from rollplayer.content import load
from rollplayer.scorer import HERO_KEYS, ScoreError, read_table, score
from tests.cli.runner import cli

# The heroes below are counted by hand from the rules, never from the program.
#
# An orc (STR +2, INT -2) who is a Warrior: goals STR 18 (4 stars), DEX 16-17 (2), CON 17 (3),
# INT 14+ (1), WIS 14+ (1), CHA 14+ (1). The Longsword adds 1 for each die in a row.
#   STR 6+5+6 = 17, +2 orc, +3 = 22: not 18
#   DEX 4+5+6 = 15, +3         = 18: not 16-17
#   CON 5+6+6 = 17, +3         = 20: not 17
#   INT 4+5+6 = 15, -2 orc, +3 = 16: 1 star
#   WIS 4+5+5 = 14, +3 = 17: 1 star    CHA 4+5+5 = 14, +3 = 17: 1 star     goals: 3
# Class color red: red6, red5, red6: 3. Champion on lawful neutral: 3.
# Brawler wants green at STR 2 (gold: no), red at DEX 3 (white: no), blue at CON 2, purple at INT 3,
# black at WIS 3, white at CHA 1: 4 matches: 3.
# Chain with 2 cards: 2, +1 because red is a color of Chain: 3. Cunning: 1 star for 1 Skill.
# Gold counts in solitaire only. 3 + 3 + 3 + 3 + 3 + 1 = 16.
EXAMPLE = """{"solitaire": false, "heroes": [{"name": "Hero 1", "race": "orc", "class": "warrior",
  "alignment": "champion", "token": "ln", "backstory": "brawler",
  "sheet": {"str": ["red6","gold5","blue6"], "dex": ["green4","red5","white6"],
            "con": ["blue5","blue6","red6"], "int": ["gold4","purple5","purple6"],
            "wis": ["black4","white5","black5"], "cha": ["white4","green5","green5"]},
  "gold": 7, "cards": ["longsword", "chain-helm", "chain-tunic", "cunning", "climb"]}]}"""


def example() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(EXAMPLE)
    return table


def scored(*heroes: dict[str, Any], solitaire: bool = False) -> dict[str, Any]:
    return score(read_table({"solitaire": solitaire, "heroes": list(heroes)}, load()))


def test_the_example_is_scored_as_by_hand_keys_in_order() -> None:
    ran = cli("score", "-", "--json", stdin=EXAMPLE)
    assert (ran.code, ran.err) == (0, "")
    expected = {
        "heroes": [
            {
                "name": "Hero 1",
                "total": 16,
                "lines": {
                    "goals": 3,
                    "class_color": 3,
                    "alignment": 3,
                    "backstory": 3,
                    "armor": 3,
                    "traits": 1,
                    "gold": 0,
                },
                "goals": {
                    "str": {"score": 22, "goal": "18", "met": False, "stars": 0},
                    "dex": {"score": 18, "goal": "16-17", "met": False, "stars": 0},
                    "con": {"score": 20, "goal": "17", "met": False, "stars": 0},
                    "int": {"score": 16, "goal": "14+", "met": True, "stars": 1},
                    "wis": {"score": 17, "goal": "14+", "met": True, "stars": 1},
                    "cha": {"score": 17, "goal": "14+", "met": True, "stars": 1},
                },
            }
        ],
        "winners": ["Hero 1"],
        "rank": None,
    }
    # As texts, so that the order of keys counts.
    assert json.dumps(json.loads(ran.out)) == json.dumps(expected)


def test_json_does_not_depend_on_the_language() -> None:
    outputs = {cli("score", "-", "--json", "--lang", lang, stdin=EXAMPLE).out for lang in LANGS}
    assert len(outputs) == 1


LANGS = ("en", "de", "fr")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Orc Warrior: 16 stars", "15 +3 Weapons = 18", "missed", "4 matching dice"]),
        ("de", ["Ork, Krieger: 16 Sterne", "15 +3 Waffen = 18", "verfehlt", "4 passende"]),
        ("fr", ["Guerrier, Orque\u00a0: 16", "15 +3 Armes = 18", "manqué", "4 dés concordants"]),
    ],
)
def test_plain_output_gives_the_reasons(lang: str, words: list[str]) -> None:
    ran = cli("score", "-", "--lang", lang, stdin=EXAMPLE)
    assert ran.code == 0
    for word in words:
        assert word in ran.out


def test_solitaire_counts_gold_and_names_the_rank() -> None:
    hero = example()["heroes"][0] | {"gold": 48}
    # 16 as above and 6 for 48 Gold (L6): 22, a Hireling (L7).
    result = scored(hero, solitaire=True)
    assert result["heroes"][0]["lines"]["gold"] == 6
    assert (result["heroes"][0]["total"], result["rank"]) == (22, "Hireling")
    assert scored(hero | {"gold": 47}, solitaire=True)["rank"] == "NPC"


def test_the_best_set_for_a_tower_shield_is_found() -> None:
    # Chain 1, 2, 4 and Mystic 1, 3, 6: the third Mystic card brings 3 more, a third Chain card 2.
    cards = ["chain-helm", "chain-tunic", "mystic-cowl", "mystic-robes"]
    without = scored({"cards": cards})["heroes"][0]["lines"]["armor"]
    assert without == 2 + 3
    assert scored({"cards": [*cards, "tower-shield"]})["heroes"][0]["lines"]["armor"] == 2 + 6
    assert scored({"cards": ["tower-shield"]})["heroes"][0]["lines"]["armor"] == 0
    ran = cli("score", "-", stdin=json.dumps({"heroes": [{"cards": [*cards, "tower-shield"]}]}))
    assert "Mystic, 2 cards and Tower Shield: 6 stars" in ran.out


def test_a_hero_without_anything_is_scored_as_she_stands() -> None:
    result = scored({})["heroes"][0]
    assert (result["name"], result["total"]) == ("Hero 1", 0)
    nothing = {"score": 0, "goal": None, "met": False, "stars": 0}
    assert result["goals"] == dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), nothing)
    assert "18 spaces are still open" in cli("score", "-", stdin='{"heroes": [{}]}').out


def test_open_spaces_may_be_left_out_or_null() -> None:
    short = scored({"class": "bard", "sheet": {"str": ["red6"]}})
    assert scored({"class": "bard", "sheet": {"str": ["red6", None, None]}}) == short
    assert short["heroes"][0]["goals"]["str"]["score"] == 6


@pytest.mark.parametrize(
    ("heroes", "winners", "says"),
    [
        # One red die each is 1 star for a Warrior and nothing for a Bard.
        ([("warrior", 1, 0), ("bard", 1, 5)], ["A"], "A wins with 1 star."),
        ([("warrior", 1, 3), ("bard", 0, 4)], ["A"], "A wins with 1 star."),
        ([("warrior", 0, 3), ("bard", 0, 4)], ["B"], "B wins with more Gold: 4."),
        ([("warrior", 0, 4), ("bard", 0, 4)], ["A", "B"], "A and B share the victory."),
    ],
)
def test_ties_go_by_gold_and_are_shared(
    heroes: list[tuple[str, int, int]], winners: list[str], says: str
) -> None:
    table = {
        "heroes": [
            {"name": name, "class": kind, "gold": gold, "sheet": {"str": ["red1"] * reds}}
            for name, (kind, reds, gold) in zip("AB", heroes, strict=True)
        ]
    }
    ran = cli("score", "-", stdin=json.dumps(table))
    assert says in " ".join(ran.out.split())
    assert score(read_table(table, load()))["winners"] == winners


def test_the_third_tie_break_is_fewest_dice_of_the_own_color() -> None:
    # A has 1 star for a red die, B for one Armor card; Gold is equal. B has no die of the own color.
    table = {
        "heroes": [
            {"name": "A", "class": "warrior", "gold": 2, "sheet": {"str": ["red1"]}},
            {"name": "B", "class": "bard", "gold": 2, "cards": ["chain-helm"]},
        ]
    }
    assert score(read_table(table, load()))["winners"] == ["B"]
    output = cli("score", "-", stdin=json.dumps(table)).out
    assert "B wins with the fewest dice of their own Class color: 0." in " ".join(output.split())


BROKEN: list[tuple[Any, list[str]]] = [
    ([], ["JSON", "object"]),
    ({}, ["heroes", "1 to 4"]),
    ({"heroes": []}, ["heroes", "found: 0"]),
    ({"heroes": [{}] * 5}, ["5 heroes need", "Monsters & Minions", "--mm", "at most 4"]),
    ({"heroes": [{}] * 6}, ["found: 6", "1 to 4"]),
    ({"heroes": [{}], "hero": 1}, ['"hero"', "solitaire, heroes"]),
    ({"heroes": [3]}, ["Hero 1", "object"]),
    ({"heroes": [{}], "solitaire": 1}, ["solitaire", "true or false"]),
    ({"heroes": [{}, {}], "solitaire": True}, ["solitaire", "2 heroes", "only 1 is allowed"]),
    ({"heroes": [{"name": ""}]}, ["Hero 1, name", "1 to 60"]),
    ({"heroes": [{"name": "A\n"}]}, ["Hero 1, name"]),
    ({"heroes": [{"name": "A"}, {"name": "A"}]}, ["A, name", "two heroes"]),
    ({"heroes": [{"race": "ork"}]}, ["Hero 1, race", "Did you mean orc?", "dragonkin, dwarf"]),
    ({"heroes": [{"name": "Ada", "class": 3}]}, ["Ada, class: 3", "warrior"]),
    ({"heroes": [{"alignment": "good"}]}, ["alignment", "champion"]),
    ({"heroes": [{"token": "gl"}]}, ["token", "lg, ng, cg, ln, nn, cn, le, ne, ce"]),
    ({"heroes": [{"backstory": "none"}]}, ["backstory", "brawler"]),
    ({"heroes": [{"gold": -1}]}, ["Hero 1, gold: -1", "0 to 999"]),
    ({"heroes": [{"gold": True}]}, ["gold: true"]),
    ({"heroes": [{"gold": 1.5}]}, ["gold: 1.5"]),
    ({"heroes": [{"sheet": []}]}, ["Hero 1, sheet", "str, dex, con, int, wis, cha"]),
    ({"heroes": [{"sheet": {"luck": []}}]}, ["sheet", '"luck"', "str, dex"]),
    ({"heroes": [{"sheet": {"str": "red5"}}]}, ["sheet.str", "list"]),
    ({"heroes": [{"sheet": {"str": ["red1"] * 4}}]}, ["sheet.str", "at most 3"]),
    ({"heroes": [{"sheet": {"dex": ["red5", "red7"]}}]}, ["sheet.dex[2]", '"red7"', "1 to 6"]),
    ({"heroes": [{"sheet": {"dex": ["pink5"]}}]}, ["green, blue, red, purple, black, white, gold"]),
    ({"heroes": [{"sheet": {"con": [None, "red5"]}}]}, ["sheet.con", "from the left"]),
    ({"heroes": [{"cards": "climb"}]}, ["Hero 1, cards", "list"]),
    ({"heroes": [{"cards": ["clim"]}]}, ["cards", "Did you mean climb?", "longsword"]),
    ({"heroes": [{"cards": ["climb", "climb"]}]}, ["climb", "twice"]),
    (
        {"heroes": [{"name": "A", "cards": ["climb"]}, {"name": "B", "cards": ["climb"]}]},
        ["B, cards", "climb", "A"],
    ),
    (
        {"heroes": [{"cards": ["longsword", "longbow"]}]},
        ["Hero 1, cards", "4 hands", "only 2 are allowed", "longsword (2), longbow (2)"],
    ),
    ({"heroes": [{"pet": "cat"}]}, ["Hero 1", '"pet"', ", ".join(HERO_KEYS)]),
    (
        {
            "heroes": [
                {"sheet": {row: ["red1"] * 3 for row in ("str", "dex")}},
                {"sheet": {row: ["red1"] * 3 for row in ("str", "dex")}},
            ]
        },
        ["12 red dice", "only 10"],
    ),
    (
        {
            "solitaire": True,
            "heroes": [
                {
                    "sheet": {row: ["gold1"] * 3 for row in ("str", "dex", "con", "int")}
                    | {"wis": ["gold1"]}
                }
            ],
        },
        ["13 gold dice", "only 12"],  # L1: one is the enemy's.
    ),
]


@pytest.mark.parametrize(("table", "parts"), BROKEN, ids=lambda value: str(value)[:40])
def test_what_cannot_be_is_refused_with_what_can(table: Any, parts: list[str]) -> None:
    ran = cli("score", "-", stdin=json.dumps(table))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for part in parts:
        assert part in ran.err
    with pytest.raises(ScoreError) as caught:
        read_table(table, load())
    assert str(caught.value) in ran.err


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        ("{", "line 1, column 2"),
        ('{"heroes": [{}], "heroes": []}', '"heroes" appears twice'),
        ('{"heroes": [{"gold": ' + "9" * 5000 + "}]}", "not JSON"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_json_is_refused(text: str, part: str) -> None:
    ran = cli("score", "-", stdin=text)
    assert ran.code == 2
    assert part in ran.err


def test_a_warrior_has_three_hands() -> None:
    cards = ["longsword", "jeweled-dagger"]
    assert scored({"class": "warrior", "cards": cards})["heroes"][0]["total"] == 0
    with pytest.raises(ScoreError, match="3 hands, but only 2 are allowed"):
        scored({"class": "bard", "cards": cards})


@pytest.mark.parametrize(
    ("heroes", "part"),
    [
        ([{"race": "elf"}, {"race": "elf"}], "same race"),
        ([{"class": "warrior"}, {"class": "barbarian"}], "same Class color"),
        ([{"alignment": "champion"}, {"alignment": "champion"}], "same Alignment"),
        ([{"backstory": "mentor"}, {"backstory": "mentor"}], "same Backstory"),
    ],
)
def test_what_only_a_mistaken_table_has_is_a_warning(
    heroes: list[dict[str, str]], part: str
) -> None:
    ran = cli("score", "-", "--json", stdin=json.dumps({"heroes": heroes}))
    assert ran.code == 0
    assert ran.err.startswith("warning: ")
    assert part in ran.err
    assert len(json.loads(ran.out)["heroes"]) == 2


def test_diplomacy_is_left_out_of_solitaire() -> None:
    table = {"solitaire": True, "heroes": [{"cards": ["diplomacy"]}]}
    assert "diplomacy" in cli("score", "-", stdin=json.dumps(table)).err
    assert cli("score", "-", stdin=json.dumps(table | {"solitaire": False})).err == ""


def test_the_first_edition_has_its_own_components() -> None:
    ran = cli("score", "-", "--edition", "first", stdin=EXAMPLE)
    assert ran.code == 2
    assert "dwarf, elf, halfling, human." in ran.err


def test_a_file_is_read_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text("\ufeff" + EXAMPLE, encoding="utf-8")  # As some editors save it.
    before = path.read_bytes()
    assert "16 stars" in cli("score", str(path)).out
    assert path.read_bytes() == before
