"""Expansions on the command line: chosen by name or short, refused where they do not fit."""

import json
from pathlib import Path

import pytest

from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from tests.cli.runner import cli

NAME = "monsters-and-minions"


@pytest.mark.parametrize("chosen", [["--mm"], ["--expansion", NAME]])
def test_games_are_played_with_it_and_hold(tmp_path: Path, chosen: list[str]) -> None:
    arguments = ["--players", "random,random,random,random,random", "--games", "1", "--seed", "7"]
    ran = cli("simulate", *arguments, *chosen, "--json", "--log", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    game = json.loads(ran.out.splitlines()[0])
    assert all("monster" in lines for lines in game["lines"])
    (path,) = tmp_path.glob("*.jsonl")
    assert json.loads(path.read_text().splitlines()[0])["options"]["expansions"] == [NAME]
    assert cli("verify", str(path)).code == 0
    shown = cli("replay", str(path), "--at", "200")
    assert shown.code == 0
    assert "Strength" in shown.out
    assert "XP" in shown.out


def test_nobody_is_told_an_adventure_card_that_is_hidden(tmp_path: Path) -> None:
    arguments = ["--players", "random,random", "--games", "1", "--seed", "7", "--mm"]
    assert cli("simulate", *arguments, "--log", str(tmp_path)).code == 0
    (path,) = tmp_path.glob("*.jsonl")
    answers = len(path.read_text().splitlines()) - 2
    shown = cli("replay", str(path), "--at", str(answers // 2)).out
    assert "Obstacle: hidden" in shown
    assert "Obstacle: hidden" not in cli("replay", str(path), "--at", str(answers)).out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["play", "--players", "5"], ["5 players need", "Monsters & Minions", "--mm", "to 4"]),
        (["play", "--seats", ",".join(["squire"] * 5)], ["5 players need", "--mm", "to 4"]),
        (["play", "--players", "5", "--lang", "de"], ["5 Spieler brauchen", "--mm", "bis 4"]),
        (["play", "--players", "5", "--lang", "fr"], ["5 joueurs demandent", "--mm", "à 4"]),
        (["play", "--players", "6"], ["1 to 4"]),
        (["play", "--players", "6", "--mm"], ["1 to 5"]),
        (["play", "--expansion", "familiars"], ["familiars", NAME]),
        (["simulate", "--edition", "first", "--mm"], ["first", "V7"]),
        (["simulate", "--variant", "open-adventure"], ["Monsters & Minions", "--mm"]),
        (["cards", "--kind", "dragon", "--mm"], ["monster, minion, adventure"]),
    ],
)
def test_what_does_not_fit_is_refused(arguments: list[str], parts: list[str]) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for part in parts:
        assert part in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_the_expansion_are_shown_in_every_language(language: str) -> None:
    for id, text in (
        ("kobold", {"en": "Dexterity", "de": "Beweglichkeit", "fr": "Dextérité"}),
        ("giant-troll", {"en": "Strength 7", "de": "Kampfstärke 7", "fr": "Puissance 7"}),
        ("maelstrom", {"en": "Obstacle", "de": "Hindernis", "fr": "Obstacle"}),
        ("levitate", {"en": "Boost Dice", "de": "Boost-Würfel", "fr": "dés Boost"}),
        ("shaman", {"en": "Divine", "de": "Göttlich", "fr": "Divin"}),
        ("gnome", {"en": "Strength", "de": "Stärke", "fr": "Force"}),
    ):
        # Found by name without saying which box it is from.
        ran = cli("cards", "show", id, "--lang", language)
        assert (ran.code, ran.err) == (0, "")
        assert text[language] in ran.out


def test_a_minion_shows_its_rows() -> None:
    out = cli("cards", "kobold").out
    assert "9+  3 XP, 1 Honor, Trophy" in out
    assert "0+  1 Injury" in out


def test_lists_grow_with_the_expansion() -> None:
    base, more = load().facts, load(expansions=(NAME,)).facts
    assert f"{len(base['card'])} Market cards" in cli("cards").out
    assert f"{len(more['card'])} Market cards" in cli("cards", "--mm").out
    assert f"{len(more['minion'])} Minions" in cli("cards", "--kind", "minion").out
    adventures = cli("cards", "--kind", "adventure", "--mm").out
    assert f"{len(more['adventure'])} Adventure cards" in adventures


def test_a_pack_may_correct_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[monster.kraken]\nstrength = 13\n", encoding="utf-8")
    ran = cli("cards", "check", str(tmp_path), "--mm", "--json")
    assert ran.code == 0
    (change,) = json.loads(ran.out)["changed"]
    assert (change["id"], change["key"], change["from"], change["to"]) == (
        *("kraken", "strength"),
        *(12, 13),
    )


def test_help_names_it() -> None:
    out = " ".join(cli("play", "--help").out.split())
    assert f" --mm Short for --expansion {NAME}. " in out
    assert "Five players need --mm." in out
    assert "Only with --mm: open-adventure, difficult-monsters." in out
