"""The client counts stars by formulas that come with the content: what it makes of them is the engine's."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rollplayer.content import Library, load
from rollplayer.engine.plain import Plain
from rollplayer.engine.scoring import is_lost
from rollplayer.engine.table import COLORS, HIGHEST, LOWEST, ROWS, SPACES
from rollplayer.scorer import read_table, score
from rollplayer.server.protocol.score_form import score_form
from tests.client_scoring import assert_client_agrees

pytestmark = pytest.mark.once

HEROES = 1_000
"""Of each kind of game."""
GAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "the base game": ("second", ()),
    "the first edition": ("first", ()),
    "Monsters & Minions": ("second", ("monsters-and-minions",)),
}
HANDS = 2


def maybe(chance: random.Random, names: list[str]) -> str:
    """One of them; now and then nothing, as on a sheet that is not filled in."""
    return "" if chance.random() < 0.1 else chance.choice(names)


def some(chance: random.Random, names: list[str], most: int) -> list[str]:
    return chance.sample(names, chance.randint(0, min(most, len(names))))


def random_dice(chance: random.Random, library: Library) -> dict[str, list[str]]:
    """Rows that are full or not, with many dice of few kinds, so that patterns come up."""
    kinds = library.components.vocabulary.dice
    favorites = chance.choices(kinds, k=chance.choice((2, 4, 9)))
    few = chance.random() < 0.3
    left = dict.fromkeys(kinds, 7)
    sheet: dict[str, list[str]] = {}
    for row in ROWS:
        sheet[row] = []
        same = chance.choice(favorites) if chance.random() < 0.3 else None
        for _ in range(chance.choice((0, 1, 2, 3)) if few else 3):
            kind = chance.choice(favorites) if same is None else same
            if not left[kind]:
                kind = max(left, key=lambda each: left[each])
            left[kind] -= 1
            face = chance.randint(LOWEST[kind], HIGHEST[kind])
            sheet[row].append(f"{COLORS[kind]}{face}")
    return sheet


def follow(chance: random.Random, sheet: dict[str, list[str]], story: dict[str, Any]) -> None:
    """Give most of the dice that a Backstory asks for their colors; chance seldom does."""
    for row, (color, place) in story.items():
        if len(sheet[row]) >= place and chance.random() < 0.8:
            sheet[row][place - 1] = f"{color}{chance.randint(1, 6)}"


def random_cards(chance: random.Random, library: Library) -> list[str]:
    cards = library.facts["card"]
    weapons = [card for card in cards if cards[card]["kind"] == "weapon"]
    hands = HANDS
    owned = some(chance, [card for card in cards if card not in weapons], 16)
    for weapon in some(chance, weapons, 3):
        if cards[weapon]["hands"] <= hands:
            hands -= cards[weapon]["hands"]
            owned.append(weapon)
    chance.shuffle(owned)
    return owned


def random_hero(chance: random.Random, library: Library) -> dict[str, Any]:
    facts = library.facts
    hero: dict[str, Any] = {
        "name": "Ada",
        **{
            kind: maybe(chance, list(facts[kind]))
            for kind in ("race", "class", "alignment", "backstory")
        },
        "token": chance.choice(SPACES),
        "sheet": random_dice(chance, library),
        "gold": chance.randint(0, 30),
        "cards": random_cards(chance, library),
    }
    if hero["backstory"] and chance.random() < 0.5:
        follow(chance, hero["sheet"], facts["backstory"][hero["backstory"]]["dice"])
    if facts.get("minion"):
        hero["honor"] = chance.randint(0, 7)
        hero["injuries"] = chance.choice((0, 0, 3))
        hero["trophies"] = some(chance, list(facts["minion"]), 6)
        if chance.random() < 0.8:
            hero["combat"] = chance.randint(-3, 40)
    return hero


def random_table(chance: random.Random, library: Library) -> dict[str, Any]:
    table: dict[str, Any] = {"solitaire": chance.random() < 0.3}
    if library.facts.get("monster"):
        table["monster"] = maybe(chance, list(library.facts["monster"]))
        table["difficult_monsters"] = chance.random() < 0.3
    return table


def engine_score(hero: Plain, table: Plain, library: Library, edition: str) -> Plain:
    """What the engine says about a hero, as the client would say it."""
    given = {key: value for key, value in hero.items() if value != ""}
    about = {key: value for key, value in table.items() if value != ""}
    laid = read_table({**about, "heroes": [given]}, library, edition)
    rules, own = laid.game.rules, laid.game.heroes[0]
    sheet = score(laid)["heroes"][0]
    names = [line.name for line in rules.score_lines]
    return {
        "lines": {name: sheet["lines"][name] for name in names},
        "total": sheet["total"],
        "goals": {
            row: {"score": goal["score"], "met": goal["met"]}
            for row, goal in sheet["goals"].items()
        },
        "reasons": {
            line.name: [
                {"kind": kind, "id": id, "stars": stars}
                for kind, id, stars in line.reasons(rules, own)
            ]
            for line in rules.score_lines
        },
        "lost": is_lost(laid.game),
    }


def test_the_client_counts_thousands_of_heroes_as_the_engine_does(tmp_path: Path) -> None:
    chance = random.Random(12)
    games: dict[str, Any] = {}
    for game, (edition, expansions) in GAMES.items():
        library = load(edition, expansions=expansions)
        cases = []
        for _ in range(HEROES):
            hero, table = random_hero(chance, library), random_table(chance, library)
            cases.append(
                {
                    "hero": hero,
                    "table": table,
                    "score": engine_score(hero, table, library, edition),
                }
            )
        form = msgspec.to_builtins(score_form(library, "en", edition))
        games[game] = {"form": form, "cases": cases}
        scored = [case["score"]["lines"] for case in cases]
        # A comparison in which a line never counts would prove nothing.
        for line in scored[0]:
            assert len({each[line] for each in scored if line in each}) > 3, line
        if expansions:
            assert {case["score"]["lost"] for case in cases} == {False, True}
    assert_client_agrees(games, tmp_path)
