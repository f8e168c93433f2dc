"""Listing, searching and showing what the content describes."""

import json

import pytest

from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from tests.cli.runner import cli


def listed(*arguments: str) -> list[str]:
    """The ids of a list."""
    ran = cli("cards", *arguments, "--json")
    assert ran.code == 0
    return [entry["id"] for entry in json.loads(ran.out)]


def test_all_market_cards_are_listed() -> None:
    assert listed() == list(load().facts["card"])
    assert f"{len(listed())} Market cards" in cli("cards").out
    assert listed("--edition", "first") == list(load("first").facts["card"])


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--kind", "weapon"], lambda facts: facts["kind"] == "weapon"),
        (["--set", "mystic"], lambda facts: facts.get("armor_set") == "mystic"),
        (["--dots", "2"], lambda facts: facts["dots"] == 2),
        (["--cost-max", "3"], lambda facts: facts["cost"] <= 3),
        (
            ["--kind", "skill", "--dots", "1", "--cost-max", "2"],
            lambda facts: (facts["kind"], facts["dots"], facts["cost"] <= 2) == ("skill", 1, True),
        ),
        (["--house"], lambda facts: "house" in facts["source"].values()),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_filters_keep_what_fits_and_nothing_else(options: list[str], wanted: object) -> None:
    assert callable(wanted)
    cards = load().facts["card"]
    expected = [id for id, facts in cards.items() if wanted(facts)]
    assert expected
    assert listed(*options) == expected


@pytest.mark.parametrize("section", ["class", "race", "alignment", "backstory"])
def test_the_other_kinds_are_listed_too(section: str) -> None:
    assert listed("--kind", section) == list(load().facts[section])
    ran = cli("cards", "--kind", section)
    assert ran.code == 0
    for id in load().facts[section]:
        assert f" {id} " in ran.out.replace("\n", " \n")


def test_words_are_searched_in_the_texts() -> None:
    ids = listed("gold", "die")
    assert "jeweled-dagger" in ids
    assert "thief" in ids
    assert "weak" not in ids
    assert "thief" in listed("goldenen", "Würfel", "--lang", "de")


@pytest.mark.parametrize(
    "words", [["show", "reckless"], ["reckless"], ["list", "reckless"], ["Reckless"]]
)
def test_a_card_is_shown_with_the_source_of_each_fact(words: list[str]) -> None:
    output = cli("cards", *words).out
    assert "Reckless (reckless)" in output
    assert "costs 6 Gold" in output
    assert "→ Chaotic" in output
    for line in output.splitlines():
        # reckless: cost and arrow are printed in a rulebook, the stars are ours.
        if line.strip().startswith("stars"):
            assert line.split()[-1] == "*"
        if line.strip().startswith("cost"):
            assert "Rulebook" in line
            assert "*" not in line


@pytest.mark.parametrize("section", ["card", "class", "race", "alignment", "backstory"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_shown_in_every_language(section: str, language: str) -> None:
    library = load()
    for id in library.facts[section]:
        ran = cli("cards", "show", id, "--lang", language)
        assert (ran.code, ran.err) == (0, "")
        assert f"{library.text(section, id, 'name', language)} ({id})" in ran.out


def test_a_name_may_be_in_any_language_and_have_several_words() -> None:
    for words in (["Turmschild"], ["tower", "shield"], ["TOWER-SHIELD"], ["Écu", "Solaire"]):
        assert "Tower Shield (tower-shield)" in cli("cards", "show", *words).out


def test_several_can_be_shown_at_once() -> None:
    entries = json.loads(cli("cards", "show", "warrior", "orc", "--json").out)
    assert [(entry["section"], entry["id"]) for entry in entries] == [
        ("class", "warrior"),
        ("race", "orc"),
    ]
    assert entries[0]["facts"]["goals"]["str"] == "18"
    assert entries[0]["house"] is True
    assert entries[1]["house"] is False


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["relcess"], ["'relcess'", "Did you mean reckless?"]),
        (["show", "warior"], ["Did you mean warrior?"]),
        (["show", "climb", "zzz"], ["'zzz'"]),
        (["--kind", "spell"], ["--kind", "weapon, armor, trait, skill"]),
        (["--set", "plate"], ["--set", "chain, leather, mystic"]),
        (["--dots", "3"], ["--dots", "1 to 2"]),
        (["--cost-max", "-1"], ["--cost-max"]),
        (["--kind", "armor", "--cost-max", "1"], ["no card matches"]),
        (["--edition", "third"], ["second, first"]),
        (["--pack", "/nowhere"], ["/nowhere", "folder"]),
    ],
)
def test_what_is_not_there_is_said_with_what_is(arguments: list[str], parts: list[str]) -> None:
    ran = cli("cards", *arguments)
    assert (ran.code, ran.out) == (2, "")
    for part in parts:
        assert part in ran.err


def test_eighty_columns_are_enough() -> None:
    for language in LANGUAGES:
        for arguments in ([], ["--kind", "race"], ["--kind", "alignment"], ["diplomacy"]):
            output = cli("cards", *arguments, "--lang", language).out
            assert max(len(line) for line in output.splitlines()) <= 80
